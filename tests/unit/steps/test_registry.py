"""Step kinds: what each takes, and how it is told."""

from __future__ import annotations

from typing import Any

import pytest

from qarunner.errors import FlowDefect
from qarunner.model.base import Json
from qarunner.steps.base import StepKind
from qarunner.steps.expect.registry import CONDITIONS
from qarunner.steps.modifiers import Modifiers, Save
from qarunner.steps.registry import BY_NAME, KINDS, read
from qarunner.steps.use import Use

NO_WINDOW = {"wait", "scroll", "page", "popup", "read", "set_viewport", "dialog", "mock", "reach", "expect"}
LATER = {"drag", "drop", "script", "storage", "network", "mock"}


def test_every_kind_has_its_own_name() -> None:
    assert len(BY_NAME) == len(KINDS) == 31
    assert len({condition.key for condition in CONDITIONS}) == len(CONDITIONS) == 33


def test_what_begins_a_window() -> None:
    assert {kind.kind for kind in KINDS if not kind.is_action} == NO_WINDOW


def test_what_is_not_performed() -> None:
    assert {kind.kind for kind in KINDS if not kind.performed} == LATER
    later = {condition.key for condition in CONDITIONS if not condition.performed}
    assert later == {"aria", "screenshot", "a11y", "websocket", "pixel"}


@pytest.mark.parametrize(
    ("kind", "argument", "fields", "told"),
    [
        ("open", "/p", {"url": "/p", "status": None}, "open /p"),
        (
            "open",
            {"url": "/", "status": "403", "lands": "/login"},
            {"status": 403, "lands": "/login"},
            "open /",
        ),
        ("reload", None, {}, "reload"),
        ("page", "main", {"main": True}, "page main"),
        ("popup", None, {"url": None}, "popup"),
        ("click", {"button": "Save", "at": "80,45"}, {"at": (80.0, 45.0)}, 'click button "Save"'),
        ("double_click", {"css": "x"}, {}, 'double click css "x"'),
        ("fill", {"label": "Email", "with": ""}, {"with_": ""}, 'fill label "Email"'),
        ("type", "lamp", {"target": None, "with_": "lamp"}, "type"),
        ("type", {"label": "Search", "with": "lamp"}, {"with_": "lamp"}, 'type into label "Search"'),
        ("select", {"label": "Size", "option": "L"}, {"options": ("L",)}, 'select L in label "Size"'),
        ("select", {"option": ["L", "M"], "label": "a"}, {"options": ("L", "M")}, 'select L, M in label "a"'),
        ("press", "Control+a", {"target": None, "key": "Control+a"}, "press Control+a"),
        ("press", {"label": "a", "key": "Enter"}, {"key": "Enter"}, 'press Enter in label "a"'),
        ("upload", {"label": "a", "file": "x.csv"}, {"files": ("x.csv",)}, 'upload x.csv to label "a"'),
        ("drag", {"listitem": "a", "to": {"region": "b"}}, {}, 'drag listitem "a" to region "b"'),
        ("scroll", "top", {"edge": "top", "target": None}, "scroll to the top"),
        ("scroll", {"testid": "a", "to": "400"}, {"to": 400}, 'scroll testid "a" to 400'),
        ("wait", "500ms", {"duration_ms": 500, "conditions": ()}, "wait 500 ms"),
        ("wait", {"heading": "a"}, {"duration_ms": None}, 'wait for heading "a"'),
        ("dialog", "dismiss", {"answer": "dismiss", "text": None}, "dismiss dialogs"),
        ("dialog", {"accept": "x"}, {"answer": "accept", "text": "x"}, "accept dialogs"),
        ("set_viewport", "390x844", {"size": (390, 844)}, "set viewport to 390x844"),
        (
            "http",
            {"post": "/x", "json": None},
            {"method": "POST", "url": "/x", "has_json": True},
            "http POST /x",
        ),
        ("http", {"get": "/x"}, {"method": "GET", "has_json": False}, "http GET /x"),
        ("read", {"testid": "a"}, {"what": "text"}, 'read text of testid "a"'),
        ("reach", {"url": "/x", "heading": "a"}, {}, 'reach heading "a", address /x'),
        ("expect", {"testid": "a", "text": "b"}, {}, 'testid "a", text "b"'),
    ],
)
def test_kinds(kind: str, argument: Json, fields: dict[str, Any], told: str) -> None:
    step = read(kind, argument, {})
    assert {name: getattr(step, name) for name in fields} == fields
    assert step.describe() == told


def test_modifiers() -> None:
    step = read(
        "http", {"get": "/x"}, {"timeout": "3s", "save": {"a": "/b"}, "because": "AC-1", "secret": "true"}
    )
    assert step.modifiers == Modifiers(
        timeout_ms=3000, save=Save(parts={"a": "/b"}), because=("AC-1",), secret=True
    )
    guarded = read("click", {"button": "a"}, {"when": {"dialog": "b", "within": "1s"}})
    assert guarded.modifiers.when is not None
    assert guarded.modifiers.when.within_ms == 1000
    assert [condition.key for condition in guarded.modifiers.when.conditions] == ["visible"]


def test_origins_reach_the_conditions() -> None:
    step = read("reach", {"url": "/x"}, {}, origins=("http://h",))
    assert getattr(step, "conditions")[0].origins == ("http://h",)  # noqa: B009


@pytest.mark.parametrize(
    ("kind", "argument", "message"),
    [
        ("open", {"url": "/", "status": "$s"}, "open: status: `$s` is no HTTP status"),
        ("wait", "soon", "wait: `soon` is no duration"),
        ("expect", {"testid": "a", "count": "x"}, "expect: count: `x` is no whole number"),
    ],
)
def test_a_substituted_value_that_does_not_fit_is_a_defect(kind: str, argument: Json, message: str) -> None:
    with pytest.raises(FlowDefect) as told:
        read(kind, argument, {})
    assert told.value.message == message


def test_a_dollar_in_a_substituted_text_is_a_dollar() -> None:
    assert getattr(read("type", "$x", {}), "with_") == "$x"  # noqa: B009


def test_every_kind_shows_how_it_is_written() -> None:
    for kind in KINDS:
        assert issubclass(kind, StepKind)
        assert kind.example, kind
        assert kind is Use or {"as", "id", "user", "because", "timeout"} <= set(kind.modifier_keys())
