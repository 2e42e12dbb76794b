"""What one text is converted to."""

from __future__ import annotations

from typing import Any

import pytest

from qarunner.model import slots, web_slots
from qarunner.model.mistakes import SlotError, nearest
from qarunner.model.urls import MethodPath


@pytest.mark.parametrize(
    ("parse", "text", "value"),
    [
        (slots.duration_ms, "500ms", 500),
        (slots.duration_ms, "1.5s", 1500),
        (slots.duration_ms, "2m", 120_000),
        (slots.duration_ms, "1h", 3_600_000),
        (slots.duration_ms, "0s", 0),
        (slots.position, "-1", -1),
        (slots.fraction, "0.1%", 0.001),
        (slots.fraction, "1", 1.0),
        (slots.size, "1280x720", (1280, 720)),
        (slots.point, "80,45", (80.0, 45.0)),
        (slots.pattern, r"^(a|b)+\d{2,3}$", r"^(a|b)+\d{2,3}$"),
        (slots.json_pointer, "/a~1b/0", "/a~1b/0"),
        (slots.json_pointer, "", ""),
        (web_slots.path_pattern, "/a/**?x=*", "/a/**?x=*"),
        (web_slots.path_pattern, "https://h/p", "https://h/p"),
        (web_slots.method_path, "POST /x", MethodPath(method="POST", path="/x")),
        (web_slots.method_path, "*  /x", MethodPath(method="*", path="/x")),
        (web_slots.color, "#FF8800", "#ff8800"),
    ],
)
def test_reads(parse: Any, text: str, value: object) -> None:
    assert parse(text) == value


@pytest.mark.parametrize(
    ("parse", "text", "fix"),
    [
        (slots.duration_ms, "5", "write 5ms or 5s"),
        (slots.duration_ms, "-1s", "write it like 500ms, 2s or 1m"),
        (slots.duration_ms, "25h", "write a shorter duration"),
        (slots.duration_ms, "٣s", "write it like 500ms, 2s or 1m"),
        (slots.flag, "yes", "write true or false"),
        (slots.only_true, "false", "write true, or leave the key out"),
        (slots.count, "-1", "write 0 or more"),
        (slots.count, "1_000", "write digits only, like 3"),
        (slots.position, "0", "1 is the first, -1 the last"),
        (slots.fraction, "120%", "write it like 0.1%"),
        (slots.size, "0x1", "write width x height in pixels, like 1280x720"),
        (slots.pattern, "(a*)*", "write (a+)+ as a+"),
        (slots.pattern, "(?:x|(?:a+b?)+)*", "write (a+)+ as a+"),
        (slots.pattern, "[", "it is a regular expression as in Python"),
        (slots.pattern, "a" * 1001, "write a shorter one"),
        (slots.name, "1a", "a name has letters, digits and _, and begins with no digit"),
        (slots.json_pointer, "a", "write it like /items/0/id"),
        (web_slots.path_pattern, "orders", "write /orders"),
        (web_slots.path_pattern, "/a b", "it begins with / or with http://"),
        (web_slots.method_path, "get /x", "write GET /x"),
        (web_slots.color, "red", "write it like '#ff8800', with quotes"),
    ],
)
def test_refuses(parse: Any, text: str, fix: str) -> None:
    with pytest.raises(SlotError) as told:
        parse(text)
    assert told.value.fix == fix


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("lable", "label"),
        ("testId", "testid"),
        ("test-id", ""),
        ("buton", "button"),
        ("Timeout", "timeout"),
        ("zz", ""),
    ],
)
def test_nearest(name: str, near: str) -> None:
    assert nearest(name, ("table", "label", "testid", "button", "timeout")) in (near, "testid")
