"""The tree of a YAML text: scalars as written, every node with its place.

Lines and columns count from 1. Nothing is converted here: `on`, `no`, `0123`, `12:30` stay text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text. `plain` is True when it stood without quotes and was no block scalar.

    An absent value (`reload:`) is a plain Scalar with the text "" .
    """

    text: str
    plain: bool
    line: int
    column: int

    @property
    def empty(self) -> bool:
        return self.plain and self.text == ""


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Node, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys are unique. `entries` keeps the written order."""

    entries: tuple[tuple[Scalar, Node], ...]
    line: int
    column: int
    flow_style: bool = False
    index: dict[str, Node] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.index.update({key.text: node for key, node in self.entries})

    def get(self, key: str) -> Node | None:
        return self.index.get(key)


Node: TypeAlias = Scalar | Sequence | Mapping
