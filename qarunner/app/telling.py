"""What a front end hears while an attempt runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Told:
    """A step began (`word` is ""), or ended: done, looked, not so, blocked, skipped."""

    index: int
    label: str
    word: str = ""


Tell: TypeAlias = Callable[[Told], None]
