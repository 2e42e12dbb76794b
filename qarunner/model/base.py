"""The base of all values: frozen, closed, compared by content."""

from __future__ import annotations

from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, JsonValue

Json: TypeAlias = JsonValue
"""A JSON value: what the log holds and what `json:` slots hold."""


class Value(BaseModel):
    """A frozen value. Unknown fields are errors, so that no format grows by accident."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, validate_default=False, defer_build=True
    )
