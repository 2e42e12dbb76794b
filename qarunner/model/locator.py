"""How a flow names an element: one way to find it, and what narrows it down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal, TypeAlias

from pydantic import Field, GetJsonSchemaHandler

from qarunner.model.mistakes import Problems, kind_name, mistake, nearest
from qarunner.model.slots import Flag, Pattern, Position, SomeText
from qarunner.model.written import How, Written

By: TypeAlias = Literal["role", "label", "text", "placeholder", "alt", "title", "testid", "css", "xpath"]

ROLES: tuple[str, ...] = (
    "alert", "alertdialog", "application", "article", "banner", "blockquote", "button", "caption",
    "cell", "checkbox", "code", "columnheader", "combobox", "complementary", "contentinfo",
    "definition", "deletion", "dialog", "directory", "document", "emphasis", "feed", "figure",
    "form", "generic", "grid", "gridcell", "group", "heading", "img", "insertion", "link", "list",
    "listbox", "listitem", "log", "main", "marquee", "math", "menu", "menubar", "menuitem",
    "menuitemcheckbox", "menuitemradio", "meter", "navigation", "none", "note", "option",
    "paragraph", "presentation", "progressbar", "radio", "radiogroup", "region", "row", "rowgroup",
    "rowheader", "scrollbar", "search", "searchbox", "separator", "slider", "spinbutton", "status",
    "strong", "subscript", "superscript", "switch", "tab", "table", "tablist", "tabpanel", "term",
    "textbox", "time", "timer", "toolbar", "tooltip", "tree", "treegrid", "treeitem",
)  # fmt: skip
"""All concrete roles of WAI-ARIA 1.2."""

_NAMED_FROM_CONTENT = frozenset((
    "button", "cell", "checkbox", "columnheader", "gridcell", "heading", "link", "menuitem",
    "menuitemcheckbox", "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab",
    "tooltip", "treeitem",
))  # fmt: skip
NAMELESS_ROLES: frozenset[str] = frozenset(ROLES) - _NAMED_FROM_CONTENT
"""Roles that take no name from their content: the value is compared with the explicit name, else the text."""

BY_KEYS: tuple[str, ...] = ("label", "text", "placeholder", "alt", "title", "testid", "css", "xpath")
PRIMARY_KEYS: tuple[str, ...] = ("role", *BY_KEYS, *ROLES)
"""Keys that find an element; a locator has exactly one."""
REFINING_KEYS: tuple[str, ...] = ("in", "frame", "has_text", "name_matches", "column", "nth", "exact")
LOCATOR_KEYS: tuple[str, ...] = (*PRIMARY_KEYS, *REFINING_KEYS)
HOW_TO_FIND = "say which element: `button: Save`, `label: Email`, `text: Hello`, `testid: total`, `css: ...`"

_CELL_ROLES = ("cell", "gridcell", "rowheader", "columnheader")


class Locator(Written):
    """`by` is how it is found; `role` only for `by="role"`; `value` is the name, text, id or selector, None
    for any name. `inside` is `in`, `frame` are the frame elements, outer first; `nth` is 1 first, -1 last;
    `exact=None` is whole and case-sensitive after folding."""

    example: ClassVar[str] = "`{button: Save}`, `{label: Email}`, `{text: Hello}` or `{testid: total}`"

    by: By = Field(alias="<by>")
    role: str | None = Field(default=None, alias="<role>")
    value: str | None = Field(default=None, alias="<value>")
    inside: Locator | None = Field(default=None, alias="in")
    frame: tuple[Locator, ...] = ()
    has_text: SomeText | None = None
    name_matches: Pattern | None = None
    column: SomeText | None = None
    nth: Position | None = None
    exact: Flag | None = None

    @classmethod
    def known_keys(cls) -> tuple[str, ...]:
        return LOCATOR_KEYS

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        written = {key: data.pop(key) for key in list(data) if key in PRIMARY_KEYS}
        if not written and not _meant(data):
            problems.add("<by>", mistake("missing", "no key here says which element", HOW_TO_FIND))
        elif len(written) > 1:
            keys = " and ".join(f"`{key}`" for key in written)
            fix = "keep one; to look inside another element write `in: {...}`"
            problems.add(list(written)[1], mistake("value", f"{keys} both say which element", fix))
        for key, value in written.items():
            data.update(cls._found_by(key, value, how, problems))
        if isinstance(data.get("frame"), dict):
            data["frame"] = [data["frame"]]
        return {"<by>": "css", **data}

    @classmethod
    def _found_by(cls, key: str, value: object, how: How, problems: Problems) -> dict[str, Any]:
        """The fields that one primary key gives."""
        if not isinstance(value, str) or not value.strip():
            fix = f"`role: {key}` takes any name" if key in ROLES and value is None else ""
            if key in ("alert", "dialog") and isinstance(value, dict):
                fix = "here it is the ARIA role; a JavaScript dialog is `native_dialog`"
            what = kind_name(value) if value else "nothing"
            problems.add(key, mistake("type", f"a text is wanted after `{key}`, here is {what}", fix))
        elif key == "role":
            if value in ROLES:
                return {"<by>": "role", "<role>": value, "<value>": None}
            if how.lint and "$" in value:
                return {"<by>": "role", "<role>": ROLES[0], "<value>": None}
            near = nearest(value, ROLES)
            fix = (
                f"did you mean `role: {near}`?"
                if near
                else "roles are those of WAI-ARIA 1.2, like button or row"
            )
            problems.add(key, mistake("value", f"`{value}` is no role", fix))
        elif key in ROLES:
            return {"<by>": "role", "<role>": key, "<value>": value}
        else:
            return {"<by>": key, "<value>": value}
        return {}

    def contradictions(self) -> Iterator[tuple[str, str, str]]:
        if self.column is not None and self.role not in _CELL_ROLES:
            yield "column", "`column` narrows cells only", "write `role: cell` beside it"
        if self.name_matches is not None and self.by not in ("role", "label"):
            yield (
                "name_matches",
                "`name_matches` goes with a role or a label",
                "write `role: button` beside it",
            )
        if self.name_matches is not None and self.by == "role" and self.value is not None:
            yield (
                "name_matches",
                f"the name is already said by `{self.role}`",
                f"write `role: {self.role}` instead",
            )

    def describe(self) -> str:
        """In words: `button "Save" in region "To do"`."""
        if self.by == "role":
            text = self.role or "element"
            text += f' "{self.value}"' if self.value is not None else ""
        else:
            text = f'{self.by} "{self.value}"' if self.value is not None else self.by
        if self.name_matches is not None:
            text += f" named like /{self.name_matches}/"
        if self.has_text is not None:
            text += f' with text "{self.has_text}"'
        if self.column is not None:
            text += f' under "{self.column}"'
        if self.nth is not None:
            text += f" (number {self.nth})" if self.nth > 0 else f" (number {-self.nth} from the end)"
        if self.inside is not None:
            text += f" in {self.inside.describe()}"
        if self.frame:
            text += " in frame " + " > ".join(frame.describe() for frame in self.frame)
        return text

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        text: dict[str, Any] = {"type": ["string", "number", "boolean"]}
        own = mapping["properties"]
        frame = own["frame"]
        own["frame"] = {"anyOf": [frame["items"], frame]} if "items" in frame else frame
        mapping["properties"] = {
            "role": {"enum": list(ROLES)},
            **dict.fromkeys((*BY_KEYS, *ROLES), text),
            **own,
        }
        mapping["oneOf"] = [{"required": [key]} for key in PRIMARY_KEYS]
        return mapping


def _meant(data: dict[str, Any]) -> bool:
    """A key that is none was probably meant to say which element; then it alone is the mistake."""
    return any(key not in LOCATOR_KEYS and nearest(key, PRIMARY_KEYS) for key in data)


TARGET = "<locator>"
"""The alias under which the locator of a mapping that mixes locator keys with its own is kept."""


class Aimed(Written):
    """A mapping in which locator keys stand beside own keys: `{label: Email, with: $email}`.

    The keys of the locator (all that no own field claims) are split off into the field with the alias TARGET.
    `target_needed` is False where the own keys alone can make sense."""

    target_needed: ClassVar[bool] = True

    @classmethod
    def known_keys(cls) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*cls.own_keys(), *LOCATOR_KEYS)))

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        own = cls.own_keys()
        part = {key: data.pop(key) for key in list(data) if key in LOCATOR_KEYS and key not in own}
        if not part and not cls.target_needed:
            return data
        if not any(key in PRIMARY_KEYS for key in part):
            if not _meant({key: value for key, value in data.items() if key not in own}):
                problems.add(TARGET, mistake("missing", "no key here says which element", HOW_TO_FIND))
            part["css"] = "*"
        locator = Locator.read_part(part, how, problems)
        problems.settled.add(TARGET)
        return data if locator is None else {**data, TARGET: locator}

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        own = mapping["properties"]
        primary = [key for key in PRIMARY_KEYS if key not in own]
        mapping["properties"] = {
            **own,
            **{k: v for k, v in Locator.schemas_of_keys(handler).items() if k not in own},
        }
        one: list[dict[str, Any]] = [{"required": [key]} for key in primary]
        if not cls.target_needed:
            one.append({"not": {"anyOf": [{"required": [key]} for key in primary]}})
        mapping["oneOf"] = one
        return super().written_schema(mapping, handler)
