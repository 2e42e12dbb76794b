"""Stable ids of checks: `id:`, else a slug of `as:`, else of what is expected."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

from qarunner.flowfile.steps import RawStep

MAX_LENGTH = 60


def slug(text: str) -> str:
    """Lower-case ASCII letters and digits joined by `-`, at most 60 characters; a hash when none are left."""
    plain = unicodedata.normalize("NFKD", text.replace("$", "")).encode("ascii", "ignore").decode().lower()
    made = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not made:
        return "check-" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    if len(made) > MAX_LENGTH:
        made = made[:MAX_LENGTH].rsplit("-", 1)[0] if "-" in made[:MAX_LENGTH] else made[:MAX_LENGTH]
    return made


def own_id(step: RawStep) -> str | None:
    """The id before equal ones are told apart; None for a step that needs none."""
    if step.typed.modifiers.id is not None:
        return step.typed.modifiers.id
    if step.kind != "expect":
        return None
    return slug(step.typed.modifiers.as_ or step.typed.describe())


def assign(steps: Sequence[RawStep]) -> list[str | None]:
    """One id a step (None for those without), all different: written ids first, then with -2, -3 ..."""
    ids: list[str | None] = [None] * len(steps)
    taken: set[str] = set()
    written = [i for i, step in enumerate(steps) if step.typed.modifiers.id is not None]
    derived = [i for i in range(len(steps)) if i not in set(written)]
    for index in (*sorted(written, key=lambda i: steps[i].depth), *derived):
        wanted = own_id(steps[index])
        if wanted is None:
            continue
        unique, number = wanted, 2
        while unique in taken:
            unique, number = f"{wanted}-{number}", number + 1
        taken.add(unique)
        ids[index] = unique
    return ids
