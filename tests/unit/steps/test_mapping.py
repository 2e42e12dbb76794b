"""Which keys of one mapping belong together."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from qarunner.model.locator import Locator
from tests.unit.seen import element, network, page
from tests.unit.steps.reading import conditions


@pytest.mark.parametrize(
    ("written", "locator", "keys"),
    [
        ({"heading": "A"}, "heading", ["visible"]),
        ({"text": "A"}, "text", ["visible"]),
        ({"testid": "a", "text": "A"}, "testid", ["text"]),
        ({"text": "A", "contains": "B"}, "text", ["contains"]),
        ({"url": "/x", "heading": "A"}, "heading", ["visible", "url"]),
        ({"url": "/x"}, None, ["url"]),
        ({"url": "/x", "text": "A"}, "text", ["visible", "url"]),
        (
            {"response": "GET /x", "status_code": "200", "json": {}, "contains": "a", "count": "1"},
            None,
            ["response"],
        ),
        ({"response": "GET /x", "testid": "a", "text": "b"}, "testid", ["response", "text"]),
        ({"status": "Up", "appeared": "true", "contains": "a", "text": "b"}, "status", ["appeared"]),
        ({"download": "a", "contains": "b", "rows": "1"}, None, ["download"]),
        ({"screenshot": "a", "of": {"main": "b"}, "max_diff": "1%"}, None, ["screenshot"]),
        ({"a11y": "true", "main": "A"}, "main", ["visible", "a11y"]),
        ({"dialog": "A", "gone": "true"}, "dialog", ["gone"]),
        ({"title": "A"}, "title", ["visible"]),
        ({"page_title": "A"}, None, ["page_title"]),
        ({"alert": "A", "enabled": "true", "value": "x"}, "alert", ["enabled", "value"]),
    ],
)
def test_keys_are_given_to_whom_they_belong(written: Any, locator: str | None, keys: list[str]) -> None:
    made = conditions(written)
    found = None if made.locator is None else made.locator.role or made.locator.by
    assert (found, [condition.key for condition in made.conditions]) == (locator, keys)


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"contains": "a"},
        {"in": {"main": "a"}},
        {"nth": "1"},
        {"exact": "true"},
        {"status_code": "200"},
        {"response": "GET /x", "testid": "a", "contains": "b"},
        {"testid": "a", "absent": "true", "text": "b"},
        {"testid": "a", "absent": "true", "gone": "true"},
        {"testid": "a", "visible": "false"},
        {"testid": "a", "b": "c"},
        {"url": "/x", "exact": "true"},
        {"testid": "a", "heading": "b"},
        "Dashboard",
        None,
        {"<conditions>": []},
        {"response": "GET /a", "download": "b", "contains": "c"},
    ],
)
def test_refused(written: Any) -> None:
    with pytest.raises(ValidationError):
        conditions(written)


def test_exact_is_for_all_that_take_it() -> None:
    made = conditions({"testid": "a", "text": "b", "exact": "true"})
    assert made.locator == Locator(by="testid", value="a", exact=True)
    assert made.conditions[0].model_dump()["exact"] is True


@pytest.mark.parametrize(
    ("written", "exact"),
    [
        ({"text": "sorry", "absent": "true"}, False),
        ({"text": "sorry", "gone": "true"}, False),
        ({"text": "sorry", "absent": "true", "exact": "true"}, True),
        ({"text": "sorry"}, None),
        ({"heading": "sorry", "absent": "true"}, None),
    ],
)
def test_what_must_not_be_there_is_sought_loosely(written: Any, exact: bool | None) -> None:
    made = conditions(written)
    assert made.locator is not None
    assert made.locator.exact is exact


def test_all_conditions_hold_in_one_look() -> None:
    made = conditions({"url": "/orders", "heading": "Orders", "text": "Orders"})
    assert made.subjects == {"page", "element"}
    assert made.judge({"page": page("/orders"), "element": element("Orders")}).holds
    told = made.judge({"page": page("/login"), "element": element("Orders")})
    assert (told.holds, told.expected) == (False, 'heading "Orders", address /orders, text "Orders"')
    assert told.actual == "address http://127.0.0.1:8000/login"
    assert made.judge({"page": page("/orders"), "element": element("Orders", times=2)}).ambiguous
    with pytest.raises(KeyError):
        made.judge({"page": page("/orders")})


def test_what_would_hold_on_an_empty_page() -> None:
    assert conditions({"text": "x", "absent": "true"}).negative
    assert not conditions({"text": "x"}).negative
    assert not conditions({"url": "/x", "console": {"level": "error", "absent": "true"}}).negative
    assert conditions({"response": "GET /x", "count": "0"}).judge({"network": network()}).holds
