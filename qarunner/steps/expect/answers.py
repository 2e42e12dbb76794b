"""What is asked of an HTTP answer: status, JSON subset, part of the body. Shared by `response` and `http`."""

from __future__ import annotations

import json

from qarunner.model.base import Json
from qarunner.model.observation import Answer
from qarunner.model.text import one_line
from qarunner.steps.expect.contains import has_part


def parse_json(text: str) -> tuple[bool, Json]:
    """(is it JSON, its value)."""

    def refuse(word: str) -> None:
        raise ValueError(word)

    try:
        value: Json = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return False, None
    return True, value


def json_difference(expected: Json, actual: Json, at: str = "") -> str:
    """The first difference in words, "" when `actual` holds `expected`: objects by key (others may be there),
    lists whole, numbers by value, all else the same."""
    where = at or "the whole"
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return f"{where} is {_short(actual)}"
        for key, value in expected.items():
            path = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
            if key not in actual:
                return f"{path} is missing"
            found = json_difference(value, actual[key], path)
            if found:
                return found
        return ""
    if isinstance(expected, list):
        if not isinstance(actual, list):
            return f"{where} is {_short(actual)}"
        if len(expected) != len(actual):
            return f"{where} has {len(actual)} entries"
        for index, (one, other) in enumerate(zip(expected, actual, strict=True)):
            found = json_difference(one, other, f"{at}/{index}")
            if found:
                return found
        return ""
    alike = isinstance(expected, bool) == isinstance(actual, bool) and expected == actual
    return "" if alike else f"{where} is {_short(actual)}"


def _short(value: Json) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), 80)


def short_json(value: Json) -> str:
    """A JSON value on one line."""
    return one_line(json.dumps(value, ensure_ascii=False), 120)


def difference(answer: Answer, status: int | None, wanted: Json, has_json: bool, part: str | None) -> str:
    """What is wrong with one answer, "" when it fits. `wanted` counts only when `has_json`."""
    if answer.status is None:
        return answer.net_error or ("no answer yet" if answer.pending else "no answer")
    if status is not None and answer.status != status:
        return f"status {answer.status}"
    if not has_json and part is None:
        return ""
    if answer.body is None:
        return f"status {answer.status}, the body was not kept"
    if has_json:
        is_json, value = parse_json(answer.body)
        found = json_difference(wanted, value) if is_json else "the body is no JSON"
        if found:
            return f"status {answer.status}, {found}"
    if part is not None and not has_part(part, answer.body):
        return f"status {answer.status}, body {one_line(answer.body, 80)!r}"
    return ""


def wanted_text(status: int | None, wanted: Json, has_json: bool, part: str | None) -> str:
    """What is asked, in words."""
    parts = [f"status {status}"] if status is not None else []
    if has_json:
        parts.append(f"JSON {short_json(wanted)}")
    if part is not None:
        parts.append(f'body with "{one_line(part, 80)}"')
    return ", ".join(parts) or "any answer"
