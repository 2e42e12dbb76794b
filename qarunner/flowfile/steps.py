"""One entry of `steps`: which kind it is, and whether all its keys are right."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ValidationError

from qarunner.flowfile.convert import locate, unwritable, written
from qarunner.flowfile.problems import Report
from qarunner.model.base import Json
from qarunner.model.locator import LOCATOR_KEYS
from qarunner.model.mistakes import kind_name, nearest
from qarunner.model.written import How
from qarunner.steps.base import StepKind
from qarunner.steps.modifiers import MODIFIER_KEYS, Modifiers
from qarunner.steps.registry import BY_NAME
from qarunner.yamltext.tree import Mapping, Node, Scalar, Sequence

ALL_KEYS: tuple[str, ...] = (*BY_NAME, *MODIFIER_KEYS, "with")
_FOREIGN = {
    "goto": "open", "navigate": "open", "visit": "open", "tap": "click", "tapOn": "click", "assert": "expect",
    "assertVisible": "expect", "verify": "expect", "input": "fill", "inputText": "type", "check": "tick",
    "uncheck": "untick", "sleep": "wait", "run": "use", "request": "http",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RawStep:
    """A step that has been read: as written and as linted (`typed`, with samples for references).

    `since` is the index of the step that its `since:` names, `depth` counts the `use` it came through."""

    kind: str
    argument: Json
    modifiers: dict[str, Json]
    typed: StepKind
    file: str
    line: int
    column: int
    since: int | None = None
    depth: int = 0

    @property
    def saves(self) -> tuple[str, ...]:
        """The names that it gives a value."""
        save = self.typed.modifiers.save
        return save.names if save is not None else ()


def read_steps(node: Node, report: Report, *, after: bool = False) -> list[tuple[RawStep, Mapping]]:
    """The steps that could be read, each with its node. Mistakes go to `report`."""
    if not isinstance(node, Sequence):
        what = kind_name(written(node))
        report.add(node, f"a list of steps is wanted, here is {what}", "begin each step with `- `")
        return []
    found = []
    for item in node.items:
        step = read_step(item, report, after=after)
        if step is not None and isinstance(item, Mapping):
            found.append((step, item))
    return found


def read_step(node: Node, report: Report, *, after: bool) -> RawStep | None:
    """One step, or None when it has mistakes."""
    before = len(report.found)
    if not isinstance(node, Mapping):
        report.add(node, f"a step is a mapping, here is {kind_name(written(node))}", _as_step(node))
        return None
    kind = _kind(node, report)
    if kind is None:
        return None
    step = BY_NAME[kind]
    key, argument = next((key, value) for key, value in node.entries if key.text == kind)
    modifiers = _modifiers(node, step, report)
    if after and kind == "expect":
        report.add(
            key, "an `expect` cannot stand under `after`", "steps under `after` clean up, they judge nothing"
        )
    how = How(lint=True)
    typed: StepKind | None = None
    misplaced = {name.text for name, _ in node.entries if name.text not in step.modifier_keys()}
    try:
        typed = step.model_validate(
            written(argument, json_slots=True), context=how, by_alias=True, by_name=False
        )
    except ValidationError as error:
        report.take(error, argument, key, told=misplaced, beside=step.modifier_keys())
    try:
        beside = Modifiers.model_validate(modifiers, context=how, by_alias=True, by_name=False)
    except ValidationError as error:
        report.take(error, node)
        return None
    if typed is None or len(report.found) > before:
        return None
    typed = typed.model_copy(update={"modifiers": beside})
    _saving(node, typed, report)
    for dollar in unwritable(argument):
        report.add(dollar, "an object with the only key `$` cannot be written here", "send it as `body:`")
    written_argument = written(argument, json_slots=True)
    if kind == "use":
        given = node.get("with")
        written_argument = {"file": written_argument, "with": written(given) if given is not None else {}}
    if len(report.found) > before:
        return None
    return RawStep(kind, written_argument, modifiers, typed, report.file, node.line, node.column)


def _as_step(node: Node) -> str:
    if isinstance(node, Scalar) and node.plain:
        word = node.text.split(" ")[0].rstrip(":")
        kind = BY_NAME.get(nearest(word, BY_NAME)) if word else None
        if kind is not None:
            return f"write {kind.example}" if kind.example else f"write `{kind.kind}:` and what it needs"
    return "write it like `click: {button: Save}`"


def _kind(node: Mapping, report: Report) -> str | None:
    """The kind of a step; None with a mistake told when there is none, or more than one."""
    kinds = [key for key, _ in node.entries if key.text in BY_NAME]
    if len(kinds) == 1:
        return kinds[0].text
    if kinds:
        first, second = kinds[0], kinds[1]
        report.add(
            second,
            f"a step is one thing: `{first.text}` or `{second.text}`",
            "make two steps of it, each with `- `",
        )
        return None
    strange = [key for key, _ in node.entries if key.text not in ALL_KEYS]
    for key in strange:
        report.add(key, f"there is no step kind `{key.text}`", _meant(key.text))
    if not strange:
        listed = ", ".join(key.text for key, _ in node.entries)
        report.add(
            node,
            f"this step does nothing: it has only {listed}" if listed else "this step is empty",
            _ONE_KIND,
        )
    return None


_ONE_KIND = f"a step has one of: {', '.join(BY_NAME)}"


def _meant(name: str) -> str:
    near = _FOREIGN.get(name) or nearest(name, BY_NAME)
    if near:
        return f"did you mean `{near}`?"
    if name in LOCATOR_KEYS:
        return f"put it after what is done with it: `click: {{{name}: ...}}`"
    return _ONE_KIND


def _modifiers(node: Mapping, step: type[StepKind], report: Report) -> dict[str, Json]:
    """The modifiers as written; those that do not fit are told."""
    allowed = step.modifier_keys()
    kept: dict[str, Json] = {}
    for key, value in node.entries:
        name = key.text
        if name == step.kind or (name == "with" and "with" in allowed):
            continue
        if name in allowed:
            kept[name] = written(value)
        elif name in step.known_keys():
            fix = f"put it inside: `{step.kind}: {{..., {name}: ...}}`"
            report.add(key, f"`{name}` belongs to what stands after `{step.kind}`", fix)
        elif name in ALL_KEYS:
            report.add(key, f"`{name}` cannot stand beside `{step.kind}`", _why_not(name, step))
        else:
            near = nearest(name, allowed)
            fix = (
                f"did you mean `{near}`?" if near else f"beside `{step.kind}` may stand: {', '.join(allowed)}"
            )
            report.add(key, f"there is no key `{name}` here", fix)
    return kept


def _why_not(name: str, step: type[StepKind]) -> str:
    if name in ("when", "optional"):
        if step.kind in ("expect", "reach"):
            return "a check that may be left out proves nothing; guard the actions before it"
        if step.kind == "use":
            return f"write `{name}` on the steps inside the used flow"
    if name == "with":
        return "only `use` takes it beside; else it stands inside: `fill: {label: Email, with: ...}`"
    return f"beside `{step.kind}` may stand: {', '.join(step.modifier_keys())}"


def _saving(node: Mapping, typed: StepKind, report: Report) -> None:
    """`save` must have something to save, `secret` something to hide."""
    save = typed.modifiers.save
    where = locate(node, ("save",))[1] or node
    if typed.kind == "read" and (save is None or save.name is None):
        report.add(where, "`read` keeps what it reads under one name", "write `save: name` beside it")
    if typed.kind == "expect" and save is not None:
        subjects: frozenset[str] = getattr(typed, "subjects", frozenset())
        if not subjects & {"network", "http", "downloads"}:
            report.add(where, "only a response or a download can be saved by a check", "use a `read` step")
        elif save.parts and "downloads" in subjects:
            report.add(where, "a download is saved whole", "write `save: name`")
    if typed.modifiers.secret and save is None:
        report.add(
            locate(node, ("secret",))[1] or node,
            "`secret` hides what is saved, and nothing is saved",
            "write `save:`",
        )
