"""A mapping of conditions: what stands after `expect`, `reach`, `wait` and `when`.

All its conditions must hold in one look. Keys are given to those they belong to: `contains` beside `response`
is about the answer, beside a locator about the text; `text` beside another locator key is a condition, alone
the locator; `exact` is for the locator and for every condition that takes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import Field, GetJsonSchemaHandler

from qarunner.model.locator import HOW_TO_FIND, LOCATOR_KEYS, PRIMARY_KEYS, TARGET, Locator
from qarunner.model.mistakes import Problems, mistake
from qarunner.model.observation import Judged, Seen
from qarunner.model.text import one_line
from qarunner.model.written import How, Written
from qarunner.steps.expect.absent import Absent
from qarunner.steps.expect.appeared import Appeared
from qarunner.steps.expect.attribute import Attribute
from qarunner.steps.expect.base import Condition, ElementCondition, Subject
from qarunner.steps.expect.gone import Gone
from qarunner.steps.expect.registry import BY_KEY, CONDITIONS
from qarunner.steps.expect.visible import Visible

_HOSTS = tuple(condition for condition in CONDITIONS if condition.extras)
_EXTRAS = tuple(dict.fromkeys(key for host in _HOSTS for key in host.extras))
_CONTRARY = {
    "visible": "write `absent: true` (nothing visible fits) or `gone: true` (it was there and vanished)"
}


class Conditions(Written):
    """`locator` is that of the element conditions; without any other condition it must be visible."""

    example: ClassVar[str] = '`{heading: Orders}` or `{testid: total, text: "12"}`'

    locator: Locator | None = Field(default=None, alias=TARGET)
    conditions: tuple[Condition, ...] = Field(default=(), alias="<conditions>")

    @property
    def subjects(self) -> frozenset[Subject]:
        """What must be looked at."""
        return frozenset(condition.subject for condition in self.conditions)

    @property
    def attributes(self) -> tuple[str, ...]:
        """Names of the attributes that a look must keep."""
        return tuple(c.attribute.name for c in self.conditions if isinstance(c, Attribute))

    @property
    def negative(self) -> bool:
        """Whether it would hold on an empty page too."""
        return all(condition.negative for condition in self.conditions)

    def describe(self) -> str:
        parts = [] if self.locator is None else [self.locator.describe()]
        parts += [c.describe() for c in self.conditions if not isinstance(c, Visible)]
        return one_line(", ".join(parts))

    def judge(self, looks: Mapping[str, Seen]) -> Judged:
        """All conditions against one look (subject -> what was seen). Raises KeyError without one."""
        told = [condition.judge(looks[condition.subject]) for condition in self.conditions]
        shown = [one for one in told if not one.holds] or told
        return Judged(
            holds=all(one.holds for one in told),
            expected=self.describe(),
            actual=one_line("; ".join(dict.fromkeys(one.actual for one in shown))),
            ambiguous=any(one.ambiguous for one in told),
        )

    @classmethod
    def known_keys(cls) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*cls.own_keys(), *BY_KEY, *_EXTRAS, *LOCATOR_KEYS)))

    @classmethod
    def prepare(cls, data: dict[str, Any], how: How, problems: Problems) -> dict[str, Any]:
        own = {key: data[key] for key in data if key in cls.own_keys()}
        rest = {key: value for key, value in data.items() if key not in own}
        unknown = {key: rest.pop(key) for key in list(rest) if key not in cls.known_keys()}
        parts = _distribute(rest, problems)
        found_by = {key: rest.pop(key) for key in list(rest) if key in LOCATOR_KEYS}
        exact = found_by.get("exact")
        conditions = []
        for kind, part in parts.items():
            if exact is not None and kind.takes_exact:
                part["exact"] = exact
            made = kind.read_part(part, how, problems)
            if made is not None:
                conditions.append(made)
        for key in rest:
            fix = "beside " + " or ".join(f"`{host.key}`" for host in _HOSTS if key in host.extras)
            problems.add(key, mistake("value", f"`{key}` has nothing that it belongs to", f"it stands {fix}"))
        locator = _locator(found_by, parts, bool(unknown or problems.details), how, problems)
        if any(isinstance(c, Absent | Gone) for c in conditions) and locator is not None:
            locator = _loosely(locator)
        if locator is not None and not any(isinstance(c, ElementCondition) for c in conditions):
            conditions.insert(0, Visible())
        if not conditions and not unknown and not problems.details:
            problems.add((), mistake("missing", "nothing is said that must hold", f"write {cls.example}"))
        made_of = {**own, **unknown, "<conditions>": tuple(conditions)}
        return made_of if locator is None else {**made_of, TARGET: locator}

    @classmethod
    def written_schema(cls, mapping: dict[str, Any], handler: GetJsonSchemaHandler) -> dict[str, Any]:
        properties = dict(Locator.schemas_of_keys(handler))
        for condition in CONDITIONS:
            for key, schema in condition.schemas_of_keys(handler).items():
                properties.setdefault(key, schema)
        mapping["properties"] = {**properties, **mapping["properties"]}
        others = [key for key in PRIMARY_KEYS if key != "text"]
        none = {"not": {"anyOf": [{"required": [key]} for key in others]}}
        mapping["oneOf"] = [*({"required": [key]} for key in others), none]
        mapping["minProperties"] = 1
        return super().written_schema(mapping, handler)


def _distribute(rest: dict[str, Any], problems: Problems) -> dict[type[Condition], dict[str, Any]]:
    """Takes the keys of conditions out of `rest`, each to the condition that it belongs to."""
    finds = [key for key in rest if key in PRIMARY_KEYS and key != "text"]
    keys = [key for key in rest if key in BY_KEY and (key != "text" or finds)]
    if not finds and "text" in keys:
        keys.remove("text")
    hosts = [BY_KEY[key] for key in keys if BY_KEY[key].extras]
    parts: dict[type[Condition], dict[str, Any]] = {}
    claimed: set[str] = set()
    for host in hosts:
        extras = [key for key in host.extras if key in rest and (key != "text" or finds)]
        for key in extras:
            if key in claimed:
                problems.add(key, mistake("value", f"`{key}` fits more than one of them", "write two checks"))
        claimed.update(extras)
        parts[host] = {key: rest[key] for key in (host.key, *extras)}
    for key in keys:
        if key not in claimed and BY_KEY[key] not in parts:
            parts[BY_KEY[key]] = {key: rest[key]}
    about = [host for host in hosts if not issubclass(host, ElementCondition)]
    shared = [key for key in claimed if key in BY_KEY and issubclass(BY_KEY[key], ElementCondition)]
    if finds and about and shared and not any(host is Appeared for host in hosts):
        told = f"is `{shared[0]}` about the element or about `{about[0].key}`?"
        problems.add(shared[0], mistake("value", told, "write two checks"))
    alone = [kind for kind in parts if kind in (Absent, Gone)]
    others = [kind for kind in parts if issubclass(kind, ElementCondition) and kind not in alone]
    if alone and (others or len(alone) > 1):
        key = (others or alone[1:])[0].key
        fix = "narrow the locator instead: `has_text`, `name_matches`, `in`"
        problems.add(key, mistake("value", f"`{key}` does not go with `{alone[0].key}`", fix))
    for kind, part in parts.items():
        if part.get(kind.key) == "false" and kind.key in _CONTRARY:
            problems.add(
                kind.key, mistake("value", f"`{kind.key}: false` is no condition", _CONTRARY[kind.key])
            )
            part[kind.key] = "true"
        for key in part:
            rest.pop(key, None)
    return parts


def _locator(
    found_by: dict[str, Any], parts: dict[type[Condition], Any], doubtful: bool, how: How, problems: Problems
) -> Locator | None:
    """The locator of the mapping, None when there is none or it has mistakes."""
    if found_by.keys() - {"exact"} and not any(key in PRIMARY_KEYS for key in found_by):
        if not doubtful:
            problems.add(TARGET, mistake("missing", "no key here says which element", HOW_TO_FIND))
        return None
    element = next((kind.key for kind in parts if issubclass(kind, ElementCondition)), None)
    if any(key in PRIMARY_KEYS for key in found_by):
        return Locator.read_part(found_by, how, problems)
    if element is not None and not doubtful:
        problems.add(TARGET, mistake("missing", f"`{element}` of which element?", HOW_TO_FIND))
    elif "exact" in found_by and not any(kind.takes_exact for kind in parts) and not doubtful:
        problems.add("exact", mistake("value", "`exact` has nothing that it belongs to", "leave it out"))
    return None


def _loosely(locator: Locator) -> Locator:
    """For what must not be there, `text:` matches loosely unless `exact` is said."""
    if locator.by == "text" and locator.exact is None:
        return locator.model_copy(update={"exact": False})
    return locator
