"""Conditions for tests, from what a flow says."""

from __future__ import annotations

from typing import Any

from qarunner.model.observation import Judged, Seen
from qarunner.model.written import How
from qarunner.steps.expect.base import Condition
from qarunner.steps.expect.mapping import Conditions
from qarunner.steps.expect.registry import BY_KEY


def condition(key: str, written: Any, **beside: Any) -> Condition:
    """The condition of one key, as it is read after substitution."""
    return BY_KEY[key].model_validate({key: written, **beside}, context=How(), by_alias=True, by_name=False)


def conditions(written: Any) -> Conditions:
    """All conditions of one mapping."""
    return Conditions.model_validate(written, context=How(), by_alias=True, by_name=False)


def judged(seen: Seen, key: str, written: Any, **beside: Any) -> Judged:
    return condition(key, written, **beside).judge(seen)
