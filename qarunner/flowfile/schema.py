"""The JSON Schema of flow files, from the classes that read them. For editors; `lint` knows more."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import JsonSchemaMode, models_json_schema

from qarunner.flowfile.header import Header
from qarunner.model.written import Written
from qarunner.steps.base import StepKind
from qarunner.steps.modifiers import Modifiers
from qarunner.steps.registry import KINDS

SCHEMA_ID = "urn:qarunner:flow:1"


def json_schema() -> dict[str, Any]:
    """Draft 2020-12. Typed slots take a text with a `$name` too."""
    models: list[type[Written]] = [Header, Modifiers, *KINDS]
    mode: JsonSchemaMode = "validation"
    references, made = models_json_schema([(model, mode) for model in models], ref_template="#/$defs/{model}")
    definitions: dict[str, Any] = dict(made["$defs"])
    header = definitions.pop("Header")
    modifiers = definitions.pop("Modifiers")["properties"]
    for kind in KINDS:
        definitions[f"step_{kind.kind}"] = _step(kind, references[(kind, mode)], modifiers)
    steps = {"type": "array", "items": {"anyOf": [{"$ref": f"#/$defs/step_{kind.kind}"} for kind in KINDS]}}
    clean_up = {
        "type": "array",
        "items": {"anyOf": [{"$ref": f"#/$defs/step_{k.kind}"} for k in KINDS if k.kind != "expect"]},
    }
    header["properties"] |= {"steps": steps, "after": clean_up}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "qarunner flow, format 1",
        **header,
        "$defs": definitions,
    }


def _step(kind: type[StepKind], argument: dict[str, Any], modifiers: dict[str, Any]) -> dict[str, Any]:
    """A step of one kind with the modifiers that it allows."""
    beside = {key: modifiers[key] for key in kind.modifier_keys() if key in modifiers}
    if "with" in kind.modifier_keys():
        text = {"type": ["string", "number", "boolean"]}
        beside["with"] = {"type": "object", "additionalProperties": text}
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split("\n\n")[0].split()),
        "properties": {kind.kind: argument, **beside},
        "required": [kind.kind],
        "additionalProperties": False,
    }
