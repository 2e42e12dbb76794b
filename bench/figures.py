"""Where figures go: `bench/results/NAME.json`, and a table between two marks in `bench/README.md`."""

from __future__ import annotations

import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
README = HERE / "README.md"


def write(name: str, figures: object) -> Path:
    path = HERE / "results" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def into_readme(name: str, table: str) -> None:
    """Replaces what stands between `<!-- NAME -->` and `<!-- /NAME -->`."""
    old = README.read_text(encoding="utf-8")
    pattern = re.compile(f"(<!-- {re.escape(name)} -->\n).*?(<!-- /{re.escape(name)} -->)", re.DOTALL)
    new = pattern.sub(lambda found: f"{found[1]}{table}\n{found[2]}", old)
    README.write_text(new, encoding="utf-8")
