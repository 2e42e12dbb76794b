"""What a look at elements says of each condition."""

from __future__ import annotations

from typing import Any

import pytest

from qarunner.errors import NotYetPerformed
from qarunner.model.observation import ElementSeen, Match, Sighting
from tests.unit.seen import element, nothing, page
from tests.unit.steps.reading import condition, judged

GONE = Sighting(text="Saved", from_ms=10, to_ms=130)
STILL = Sighting(text="Saved", from_ms=10)


def several(*texts: str) -> ElementSeen:
    found = tuple(Match(index=i, visible=True, role="cell", text=text) for i, text in enumerate(texts))
    return ElementSeen(matches=found, total=len(found), visible=len(found))


ONE: list[tuple[str, Any, ElementSeen, bool]] = [
    ("visible", "true", element(), True),
    ("text", "1,234", element("1,234"), True),
    ("text", "1,234", element(" 1,234 \n"), True),
    ("text", "a b", element("a\u00a0\u202f b"), True),
    ("text", "soft", element("so\u00adft\u200b"), True),
    ("text", "é", element("e\u0301"), True),
    ("text", "orders", element("Orders"), False),
    ("text", "Order", element("Orders"), False),
    ("text", "", element(""), True),
    ("contains", "will be sent", element("it will  be\nsent soon"), True),
    ("contains", "Will", element("it will"), False),
    ("matches", "^[0-9,]+ EUR$", element("1,234\u00a0EUR"), True),
    ("matches", "^[0-9,]+ EUR$", element("1,234 USD"), False),
    ("value", "Zed", element(value="Zed"), True),
    ("value", "", element(value=""), True),
    ("value", "Zed", element(value="Zedd"), False),
    ("value", "Zed", element("Zed"), False),
    ("enabled", "true", element(), True),
    ("enabled", "true", element(disabled=True), False),
    ("enabled", "false", element(disabled=True), True),
    ("disabled", "true", element(disabled=True), True),
    ("disabled", "false", element(disabled=True), False),
    ("checked", "true", element(checked="true"), True),
    ("checked", "false", element(checked="false"), True),
    ("checked", "false", element(checked="mixed"), False),
    ("checked", "mixed", element(checked="mixed"), True),
    ("checked", "false", element(), False),
    ("focused", "true", element(focused=True), True),
    ("focused", "false", element(focused=True), False),
    ("attribute", {"name": "href", "is": "/a"}, element(attributes={"href": "/a"}), True),
    ("attribute", {"name": "HREF", "is": "/a"}, element(attributes={"href": "/a"}), True),
    ("attribute", {"name": "href", "is": "/a"}, element(attributes={"href": "/ab"}), False),
    ("attribute", {"name": "href", "matches": "^/a"}, element(attributes={"href": "/ab"}), True),
    ("attribute", {"name": "href", "is": ""}, element(), False),
    ("number", "1234.5", element("1,234.50 EUR"), True),
    ("number", {"is": "1234", "locale": "en-US"}, element("1,234"), True),
    ("number", {"is": "1234", "locale": "de-DE"}, element("1,234"), False),
    ("number", "3", element("none"), False),
    ("date", "2026-11-30", element("30 November 2026"), True),
    ("date", {"is": "2026-04-03", "locale": "en-GB"}, element("03/04/2026"), True),
    ("date", {"is": "2026-04-03", "locale": "en-US"}, element("03/04/2026"), False),
    ("stays", "true", element(), True),
]  # fmt: skip


@pytest.mark.parametrize(("key", "written", "seen", "holds"), ONE)
def test_one_visible_element(key: str, written: Any, seen: ElementSeen, holds: bool) -> None:
    told = judged(seen, key, written)
    assert (told.holds, told.ambiguous) == (holds, False)
    assert told.expected and told.actual
    assert "\n" not in told.expected + told.actual


EXACTLY_ONE = sorted({key for key, *_ in ONE})


@pytest.mark.parametrize("key", EXACTLY_ONE)
def test_where_one_is_needed(key: str) -> None:
    written = next(w for k, w, _, _ in ONE if k == key)
    none = judged(nothing(), key, written)
    assert (none.holds, none.ambiguous, none.actual) == (False, False, "no element fits")
    hidden = judged(element(times=0, hidden=2), key, written)
    assert (hidden.holds, hidden.ambiguous, hidden.actual) == (False, False, "not visible (empty box)")
    two = judged(element("A", times=2, hidden=1, role="button"), key, written)
    assert (two.holds, two.ambiguous) == (False, True)
    assert two.actual == '2 visible elements fit: button "A", button "A"'
    many = judged(element("A", times=9), key, written)
    assert many.actual.endswith("and 4 more")
    capped = judged(ElementSeen(total=900, visible=1), key, written)
    assert (capped.holds, capped.ambiguous) == (False, True)


ALL = [*EXACTLY_ONE, "count", "at_least", "at_most", "texts", "gone", "absent", "appeared"]


@pytest.mark.parametrize("key", ALL)
def test_a_missing_container_makes_it_false(key: str) -> None:
    written: Any = {"count": "0", "at_least": "0", "at_most": "9", "texts": []}.get(key, "true")
    written = next((w for k, w, _, _ in ONE if k == key), written)
    for place in ("frame", "in"):
        told = judged(ElementSeen(missing=place), key, written)
        assert (told.holds, told.ambiguous) == (False, False)
        assert "not there" in told.actual
        twice = judged(ElementSeen(ambiguous=place), key, written)
        assert (twice.holds, twice.ambiguous) == (False, True)


@pytest.mark.parametrize(
    ("key", "written", "seen", "holds"),
    [
        ("count", "2", element(times=2, hidden=1), True),
        ("count", "3", element(times=2, hidden=1), False),
        ("count", "0", element(times=0, hidden=1), True),
        ("count", "500", ElementSeen(total=500, visible=500), True),
        ("at_least", "2", element(times=2), True),
        ("at_least", "3", element(times=2), False),
        ("at_most", "2", element(times=2), True),
        ("at_most", "1", element(times=2), False),
        ("texts", ["9.99", "120.00"], several("9.99", " 120.00"), True),
        ("texts", ["120.00", "9.99"], several("9.99", "120.00"), False),
        ("texts", ["9.99"], several("9.99", "120.00"), False),
        ("texts", ["9.99", "120.00", "1"], several("9.99", "120.00"), False),
        ("texts", [], nothing(), True),
        (
            "texts",
            ["a"],
            ElementSeen(matches=(Match(index=0, visible=True, text="a"),), total=2, visible=2),
            False,
        ),
        ("absent", "true", nothing(), True),
        ("absent", "true", element(times=0, hidden=3), True),
        ("absent", "true", element(times=2), False),
        ("gone", "true", nothing(sightings=(GONE,)), True),
        ("gone", "true", nothing(sightings=()), False),
        ("gone", "true", nothing(), False),
        (
            "gone",
            "true",
            ElementSeen(matches=element().matches, total=1, visible=1, sightings=(STILL,)),
            False,
        ),
        ("appeared", "true", nothing(sightings=(GONE,)), True),
        ("appeared", "true", nothing(sightings=()), False),
        ("appeared", "true", element(times=2), True),
        (
            "stays",
            "true",
            ElementSeen(matches=element().matches, total=1, visible=1, sightings=(STILL,)),
            True,
        ),
        (
            "stays",
            "true",
            ElementSeen(matches=element().matches, total=1, visible=1, sightings=(GONE, STILL)),
            False,
        ),
    ],
)
def test_many_are_fine(key: str, written: Any, seen: ElementSeen, holds: bool) -> None:
    told = judged(seen, key, written)
    assert (told.holds, told.ambiguous) == (holds, False)


@pytest.mark.parametrize(
    ("exact", "expected", "actual", "holds"),
    [
        (None, "a  b", "a b", True),
        ("true", "a  b", "a b", False),
        ("true", "a b", "a b", True),
        ("false", "ORD", "My orders", True),
        ("false", "xrd", "My orders", False),
    ],
)
@pytest.mark.parametrize("key", ["text", "value", "contains", "texts"])
def test_exact(key: str, exact: str | None, expected: str, actual: str, holds: bool) -> None:
    written = [expected] if key == "texts" else expected
    beside = {} if exact is None else {"exact": exact}
    assert judged(element(actual, value=actual), key, written, **beside).holds == holds


@pytest.mark.parametrize(
    ("beside", "holds"),
    [
        ({"text": "Saved"}, True),
        ({"text": "Saved!"}, False),
        ({"contains": "ave"}, True),
        ({"matches": "^S"}, True),
        ({"contains": "ave", "matches": "^X"}, False),
    ],
)
def test_texts_of_what_appeared(beside: dict[str, str], holds: bool) -> None:
    told = judged(nothing(sightings=(GONE,)), "appeared", "true", **beside)
    assert told.holds == holds
    assert "Saved" in told.actual


def test_an_ambiguous_spelling_is_a_defect_of_the_flow() -> None:
    number = judged(element("1,234"), "number", "1234")
    assert (number.holds, number.ambiguous) == (False, True)
    assert "1.234 or 1234" in number.actual
    date = judged(element("03/04/2026"), "date", "2026-04-03")
    assert (date.holds, date.ambiguous) == (False, True)


def test_which_count_only_after_something_positive() -> None:
    negative = [
        ("absent", "true"),
        ("gone", "true"),
        ("count", "0"),
        ("at_most", "3"),
        ("at_least", "0"),
        ("texts", []),
    ]
    assert all(condition(key, written).negative for key, written in negative)
    positive = [("visible", "true"), ("text", ""), ("count", "1"), ("at_least", "1"), ("texts", ["a"])]
    assert not any(condition(key, written).negative for key, written in positive)


def test_another_subject_is_a_bug() -> None:
    with pytest.raises(TypeError):
        judged(page(), "text", "x")


def test_what_is_not_performed_judges_nothing() -> None:
    with pytest.raises(NotYetPerformed):
        judged(element(), "aria", "- heading")
