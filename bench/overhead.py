"""What qarunner costs: a five-step flow against a bare Playwright script with the same steps and pictures.

    python -m bench.overhead [--pairs 20] [--browser PATH] [--only base|app]

Both are whole processes from the start of the interpreter to its end. In each round the contenders run in
turn, in an order that changes from round to round; ratios are taken within a round, so that a machine that is
busy for a while slows both. Figures go to bench/results/overhead.json and into the table of README.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench import bare
from bench.figures import into_readme, write
from qarunner.services import browsers

ROOT = Path(__file__).resolve().parent.parent
SETTLE_MS = 500
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Compiled modules are kept, as for every installed package."""


def contenders(kind: str, base: str, browser: str, out: Path) -> dict[str, list[str]]:
    """Name -> command line. `kind` is `base` (a running system) or `app` (each starts its own)."""
    flow = "bench/five-steps.yaml" if kind == "base" else "bench/five-steps-app.yaml"
    where = ["--base", base] if kind == "base" else []
    script = [sys.executable, "bench/bare.py", "--browser", browser, *where]
    qarunner = [sys.executable, "-m", "qarunner", "run", flow, "--browser", browser, *where]
    return {
        "qarunner": [*qarunner, "--output", str(out / "runs")],
        "bare": [*script, "--out", str(out / "bare")],
        "bare+settle": [*script, "--out", str(out / "bare-settle"), "--settle", str(SETTLE_MS)],
    }


def seconds(argv: Sequence[str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(argv, cwd=ROOT, env=ENV, capture_output=True, text=True, timeout=120, check=False)
    took = time.perf_counter() - began
    if done.returncode:
        raise SystemExit(f"{' '.join(argv)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return took


def rounds(commands: Mapping[str, Sequence[str]], count: int) -> list[dict[str, float]]:
    """One warm-up, then `count` rounds; each begins with another contender."""
    names = list(commands)
    for name in names:
        seconds(commands[name])
    found = []
    for number in range(count):
        turn = number % len(names)
        took = {name: seconds(commands[name]) for name in names[turn:] + names[:turn]}
        found.append({name: round(took[name], 3) for name in names})
        print(number + 1, found[-1], file=sys.stderr, flush=True)
    return found


def spread(values: Sequence[float]) -> dict[str, float]:
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return {"median": round(middle, 3), "q1": round(low, 3), "q3": round(high, 3)}


def figures(found: Sequence[Mapping[str, float]]) -> dict[str, object]:
    return {
        "rounds": len(found),
        "seconds": {name: spread([one[name] for one in found]) for name in found[0]},
        "ratio": {
            "settle on both sides": spread([one["qarunner"] / one["bare+settle"] for one in found]),
            "settle counted for qarunner only": spread([one["qarunner"] / one["bare"] for one in found]),
        },
        "samples": list(found),
    }


def table(result: Mapping[str, Mapping[str, object]]) -> str:
    lines = [
        "| five steps, four pictures | qarunner | bare script | ratio | ratio if only qarunner settles |",
        "|---|---|---|---|---|",
    ]
    for kind, words in (("base", "on a running system"), ("app", "starting the system, too")):
        if kind not in result:
            continue
        took, ratio = result[kind]["seconds"], result[kind]["ratio"]
        assert isinstance(took, dict) and isinstance(ratio, dict)
        both, one = ratio["settle on both sides"], ratio["settle counted for qarunner only"]
        lines.append(
            f"| {words} | {took['qarunner']['median']:.2f} s | {took['bare+settle']['median']:.2f} s "
            f"| **{both['median']:.2f}** ({both['q1']:.2f} to {both['q3']:.2f}) | {one['median']:.2f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--browser", default="")
    parser.add_argument("--only", choices=["base", "app"])
    parser.add_argument("--dry", action="store_true", help="print only, keep the figures as they are")
    args = parser.parse_args()
    browser = browsers.find(args.browser)
    result: dict[str, dict[str, object]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-") as out, bare.application() as base:
        for kind in ("base", "app"):
            if args.only in (None, kind):
                commands = contenders(kind, base, str(browser.path), Path(out))
                result[kind] = figures(rounds(commands, args.pairs))
    print(table(result))
    if not args.dry:
        machine = {
            "browser": f"{browser.kind} {browser.version}",
            "python": platform.python_version(),
            "cores": os.cpu_count(),
        }
        write("overhead", {"machine": machine, **result})
        into_readme("overhead", table(result))


if __name__ == "__main__":
    main()
