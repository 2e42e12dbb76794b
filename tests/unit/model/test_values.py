"""`$name` in written values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qarunner.errors import FlowDefect
from qarunner.model.base import Json
from qarunner.model.values import (
    all_references,
    inline,
    json_scalar,
    literal,
    references,
    resolve,
    substitute,
)

VALUES: dict[str, Json] = {"a": "x", "n": 41, "f": 1.5, "t": True, "none": None, "o": {"k": [1]}, "s": "7"}


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("plain", "plain"),
        ("$a", "x"),
        ("$a$n!", "x41!"),
        ("$$a", "$a"),
        ("$$$a", "$x"),
        ("5$", "5$"),
        ("$5 $ $-", "$5 $ $-"),
        ("^[0-9]+$", "^[0-9]+$"),
        ("$f $t $none $o", '1.5 true null {"k":[1]}'),
        (["$a", {"$a": "$n"}], ["x", {"$a": "41"}]),
        ({"$": "$n"}, 41),
        ({"$": "$s"}, 7),
        ({"$": "x$n"}, "x41"),
        ({"$": "$o"}, {"k": [1]}),
        ({"$": "$a", "b": "$a"}, {"$": "x", "b": "x"}),
        (None, None),
        (3, 3),
    ],
)
def test_substitute(written: Json, result: Json) -> None:
    assert substitute(written, VALUES) == result


def test_an_undeclared_name_is_a_defect() -> None:
    with pytest.raises(FlowDefect, match=r"\$nope"):
        substitute({"x": ["$nope"]}, VALUES)


def test_references() -> None:
    assert references("$a $b$a $$c $5 $_x9") == ("a", "b", "_x9")
    assert all_references({"k": ["$a", {"x": "$b"}], "$c": 1}) == ("a", "b")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("null", None),
        ("1", 1),
        ("-1.50", -1.5),
        ("1e3", 1000.0),
        ("0123", "0123"),
        ("1_000", "1_000"),
        ("yes", "yes"),
        ("~", "~"),
        ("+1", "+1"),
        ("", ""),
        (".5", ".5"),
        ("NaN", "NaN"),
    ],
)
def test_json_scalar(text: str, value: Json) -> None:
    found = json_scalar(text)
    assert found == value
    assert type(found) is type(value)


def test_resolve_goes_from_top_to_bottom() -> None:
    assert resolve({"a": "x$run", "b": "$a!"}, {"run": "r"}) == {"run": "r", "a": "xr", "b": "xr!"}


@given(st.text(), st.text(), st.text("$ab "))
def test_inlining_is_substituting_in_two_steps(a: str, b: str, written: str) -> None:
    values: dict[str, Json] = {"a": a, "b": b, "ab": "", "ba": "", "aa": "", "bb": ""}
    names = {name for name in references(written) if name not in values}
    values.update(dict.fromkeys(names, "z"))
    inlined = inline(written, {"a": literal(a)})
    assert substitute(inlined, values) == substitute(written, values)


@given(st.text("$a b"))
def test_literal_texts_come_back(text: str) -> None:
    assert substitute(literal(text), {}) == text
