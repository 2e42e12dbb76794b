"""What the README says is what the program does."""

from __future__ import annotations

import re

from tests.architecture.docs import BLOCKS, README, REPO, generated


def test_generated_parts_are_current() -> None:
    text = README.read_text("utf-8")
    assert generated(text) == text, "run `make docs`"


def test_every_generated_part_is_there() -> None:
    text = README.read_text("utf-8")
    assert [name for name in BLOCKS if f"<!-- generated: {name} -->" not in text] == []


def test_links_lead_somewhere() -> None:
    for name in ("README.md", "ARCHITECTURE.md", "CHANGELOG.md"):
        text = (REPO / name).read_text("utf-8")
        links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
        assert [link for link in links if link and not (REPO / link).exists()] == [], name


def test_paths_that_the_architecture_names_exist() -> None:
    text = (REPO / "ARCHITECTURE.md").read_text("utf-8")
    named = re.findall(
        r"`((?:qarunner|fixtures|tests|flows|bench|report|steps|model|fold|verdict)/[\w./-]+)`", text
    )
    missing = [path for path in named if not ((REPO / path).exists() or (REPO / "qarunner" / path).exists())]
    assert missing == []
