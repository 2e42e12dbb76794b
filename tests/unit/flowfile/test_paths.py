"""No path leaves the project."""

from __future__ import annotations

import pytest

from qarunner.flowfile.paths import is_inside, resolve
from qarunner.model.mistakes import SlotError


@pytest.mark.parametrize(
    ("flow", "root", "wanted", "path"),
    [
        ("flows/a.yaml", "", "b.yaml", "flows/b.yaml"),
        ("flows/a.yaml", "", "../data/x.csv", "data/x.csv"),
        ("flows/a.yaml", ".", "./x/../y.csv", "flows/y.csv"),
        ("/repo/p/flows/a.yaml", "/repo/p", "../b.yaml", "/repo/p/b.yaml"),
        ("a.yaml", "", "b.yaml", "b.yaml"),
    ],
)
def test_inside(flow: str, root: str, wanted: str, path: str) -> None:
    assert resolve(flow, root, wanted) == path


@pytest.mark.parametrize(
    ("flow", "root", "wanted"),
    [
        ("flows/a.yaml", "", "../../x"),
        ("flows/a.yaml", "flows", "../x"),
        ("/repo/p/flows/a.yaml", "/repo/p", "../../p2/x"),
        ("/repo/p/a.yaml", "/repo/p", "../pp/x"),
        ("a.yaml", "", "/etc/passwd"),
        ("a.yaml", "", "C:/x"),
        ("a.yaml", "", "..\\x"),
        ("a.yaml", "", "~/x"),
        ("a.yaml", "", ""),
        ("a.yaml", "", "a\x00b"),
    ],
)
def test_outside(flow: str, root: str, wanted: str) -> None:
    with pytest.raises(SlotError):
        resolve(flow, root, wanted)


def test_a_sibling_with_the_same_beginning_is_outside() -> None:
    assert not is_inside("/repo/p", "/repo/pp")
    assert is_inside("/", "/work")
