"""Tree -> written values, and from a path in the values back to the place in the tree."""

from __future__ import annotations

from collections.abc import Iterable

from qarunner.model.base import Json
from qarunner.model.values import READ_AS_JSON, json_scalar, references
from qarunner.yamltext.tree import Mapping, Node, Scalar, Sequence

JSON_KEY = "json"
"""What stands under this key in a step is JSON, all else is text."""


def written(node: Node, *, json_slots: bool = False) -> Json:
    """Texts, lists, mappings, None where nothing stands. `json_slots`: read `json:` as JSON."""
    if isinstance(node, Scalar):
        return None if node.empty else node.text
    if isinstance(node, Sequence):
        return [written(item, json_slots=json_slots) for item in node.items]
    return {
        key.text: json_value(value)
        if json_slots and key.text == JSON_KEY
        else written(value, json_slots=json_slots)
        for key, value in node.entries
    }


def json_value(node: Node) -> Json:
    """The JSON value: quoted scalars are texts, plain ones what JSON says, or wait for their reference."""
    if isinstance(node, Sequence):
        return [json_value(item) for item in node.items]
    if isinstance(node, Mapping):
        return {key.text: json_value(value) for key, value in node.entries}
    if not node.plain:
        return node.text
    if node.empty:
        return None
    if references(node.text):
        return {READ_AS_JSON: node.text}
    return json_scalar(node.text)


def unwritable(node: Node, *, json_slot: bool = False) -> Iterable[Scalar]:
    """Keys `$` that stand alone in an object of a JSON slot: that spelling is taken by READ_AS_JSON."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from unwritable(item, json_slot=json_slot)
    elif isinstance(node, Mapping):
        if json_slot and len(node.entries) == 1 and node.entries[0][0].text == READ_AS_JSON:
            yield node.entries[0][0]
        for key, value in node.entries:
            yield from unwritable(value, json_slot=json_slot or key.text == JSON_KEY)


def locate(node: Node, path: Iterable[str | int]) -> tuple[Node, Scalar | None]:
    """(the deepest node on `path`, its key). Parts of the path that are not in the tree are passed over: they
    are fields that collect several keys. The part `[key]` asks for the key before it."""
    key: Scalar | None = None
    for part in path:
        if part == "[key]" and key is not None:
            return key, key
        if isinstance(node, Mapping) and isinstance(part, str) and part in node.index:
            key = next(written_key for written_key, _ in node.entries if written_key.text == part)
            node = node.index[part]
        elif isinstance(node, Sequence) and isinstance(part, int) and 0 <= part < len(node.items):
            node, key = node.items[part], None
    return node, key


def scalars(node: Node) -> Iterable[Scalar]:
    """All scalars that are values (no keys), in file order."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    else:
        for _, value in node.entries:
            yield from scalars(value)
