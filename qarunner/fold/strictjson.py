"""JSON read strictly: UTF-8, each key once, finite numbers, bounded depth."""

from __future__ import annotations

import json
import math
from typing import NoReturn

from qarunner.model.base import Json

_MAX_DIGITS = 400


class NotStrict(ValueError):
    """The bytes are no strict JSON; the message says why, without their content."""


def loads(data: bytes) -> Json:
    """The value in `data`. Raises `NotStrict`, and nothing else."""
    try:
        text = data.decode("utf-8")
        value: Json = json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float, parse_int=_int
        )
    except UnicodeDecodeError:
        raise NotStrict("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise NotStrict(f"{error.msg} at column {error.colno}") from None
    except RecursionError:
        raise NotStrict("nested too deeply") from None
    return value


def _pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotStrict("a key stands twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise NotStrict(f"{name} is no JSON number")


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise NotStrict("a number is out of range")
    return number


def _int(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise NotStrict("a number is out of range")
    return int(text)
