"""The words of the flow language: never redacted as keys, whatever a secret may be."""

from __future__ import annotations

from typing import Final

from qarunner.steps.expect.mapping import Conditions
from qarunner.steps.modifiers import MODIFIER_KEYS
from qarunner.steps.registry import KINDS

GRAMMAR: Final[frozenset[str]] = frozenset(
    key
    for keys in (Conditions.known_keys(), MODIFIER_KEYS, *(kind.known_keys() for kind in KINDS))
    for key in keys
)
