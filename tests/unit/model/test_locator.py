"""Locators: how they are written, and how they are told."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from qarunner.model.base import Json
from qarunner.model.locator import NAMELESS_ROLES, ROLES, Locator
from qarunner.model.written import How


def located(written: Json) -> Locator:
    return Locator.model_validate(written, context=How(), by_alias=True, by_name=False)


@pytest.mark.parametrize(
    ("written", "locator", "told"),
    [
        ({"button": "Save"}, Locator(by="role", role="button", value="Save"), 'button "Save"'),
        ({"role": "row"}, Locator(by="role", role="row"), "row"),
        ({"label": "Email"}, Locator(by="label", value="Email"), 'label "Email"'),
        (
            {"title": "Close", "exact": "true"},
            Locator(by="title", value="Close", exact=True),
            'title "Close"',
        ),
        (
            {"button": "Save", "in": {"region": "To do"}, "nth": "-1"},
            Locator(
                by="role",
                role="button",
                value="Save",
                nth=-1,
                inside=Locator(by="role", role="region", value="To do"),
            ),
            'button "Save" (number 1 from the end) in region "To do"',
        ),
        (
            {"label": "Card", "frame": {"title": "Pay"}},
            Locator(by="label", value="Card", frame=(Locator(by="title", value="Pay"),)),
            'label "Card" in frame title "Pay"',
        ),
        (
            {"css": "b", "frame": [{"title": "a"}, {"css": "iframe"}], "has_text": "x"},
            Locator(
                by="css",
                value="b",
                has_text="x",
                frame=(Locator(by="title", value="a"), Locator(by="css", value="iframe")),
            ),
            'css "b" with text "x" in frame title "a" > css "iframe"',
        ),
        (
            {"role": "cell", "column": "Total", "nth": "2"},
            Locator(by="role", role="cell", column="Total", nth=2),
            'cell under "Total" (number 2)',
        ),
        (
            {"role": "link", "name_matches": "^Order"},
            Locator(by="role", role="link", name_matches="^Order"),
            "link named like /^Order/",
        ),
    ],
)
def test_read_and_told(written: Json, locator: Locator, told: str) -> None:
    assert located(written) == locator
    assert locator.describe() == told


@pytest.mark.parametrize("key", ["alert", "dialog", "status", "log", "option", "main", "form"])
def test_roles_are_keys(key: str) -> None:
    assert located({key: "x"}) == Locator(by="role", role=key, value="x")


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"by": "css", "value": "x"},
        {"<by>": "css"},
        {"inside": {"css": "x"}},
        {"button": "a", "css": "b"},
        {"button": ["a"]},
        {"button": None},
        {"role": "x"},
        "button",
        None,
        {"button": "a", "in": "b"},
        {"button": "a", "nth": "0"},
        {"button": "a", "frame": []} | {"frame": "x"},
    ],
)
def test_refused(written: Json) -> None:
    with pytest.raises(ValidationError):
        located(written)


def test_roles() -> None:
    assert len(set(ROLES)) == len(ROLES) == 82
    assert {"status", "alert", "log", "paragraph", "listitem", "dialog"} <= NAMELESS_ROLES
    assert not {"button", "link", "heading", "cell", "row"} & NAMELESS_ROLES
