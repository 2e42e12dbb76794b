"""What a flow may say but should not, and what this version does not perform yet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qarunner.errors import Diagnostic
from qarunner.model.flow import Flow, Step
from qarunner.model.locator import Locator
from qarunner.model.urls import is_full_url
from qarunner.model.values import all_references, references
from qarunner.model.written import How
from qarunner.steps.base import StepKind
from qarunner.steps.registry import parse

_SEARCH = re.compile(r"\b(search|find|filter|suche\w*|recherche\w*|buscar)\b", re.IGNORECASE)


def _typed(step: Step) -> StepKind:
    return parse(step.kind, step.argument, dict(step.modifiers), How(lint=True))


def _at(step: Step, message: str, fix: str) -> Diagnostic:
    return Diagnostic(step.file, step.line, step.column, message, fix)


def warn(flow: Flow) -> tuple[Diagnostic, ...]:
    """Warnings, in order of the steps."""
    found = [*_secret_before_reach(flow), *_fill_into_search(flow), *_no_base(flow), *_status_as_role(flow)]
    return tuple(sorted(found, key=lambda d: (d.file != flow.path, d.file, d.line, d.column)))


def lint_only(flow: Flow) -> tuple[Diagnostic, ...]:
    """What `lint` refuses though it can be run."""
    if flow.checks:
        return ()
    line, column = flow.places.get("steps", (1, 1))
    fix = "add an `expect`; without one the verdict can only be INCONCLUSIVE"
    return (Diagnostic(flow.path, line, column, "the flow checks nothing", fix),)


def _secret_before_reach(flow: Flow) -> Iterator[Diagnostic]:
    filled: str | None = None
    for step in flow.steps:
        if step.kind in ("fill", "type") and filled is None:
            given = step.argument.get("with") if isinstance(step.argument, dict) else step.argument
            filled = next((name for name in all_references(given) if name in flow.secrets), None)
        elif step.kind == "reach":
            filled = None
        elif step.kind == "expect" and filled is not None:
            told = f"${filled} was filled in, and nothing says that the sign-in led anywhere"
            yield _at(
                step, told, "put a `reach` before this check, else a failed sign-in looks like a failure"
            )
            filled = None


def _fill_into_search(flow: Flow) -> Iterator[Diagnostic]:
    for step in flow.steps:
        if step.kind != "fill":
            continue
        target: Locator | None = getattr(_typed(step), "target", None)
        if target is None:
            continue
        named = target.by in ("label", "placeholder", "role") and _SEARCH.search(target.value or "")
        if target.role == "searchbox" or named:
            fix = "use `type`: it presses the keys one by one"
            yield _at(step, "a live search does not see what `fill` sets at once", fix)


def _no_base(flow: Flow) -> Iterator[Diagnostic]:
    if flow.base is not None:
        return
    for step in flow.steps:
        url = step.argument.get("url") if isinstance(step.argument, dict) else step.argument
        if step.kind == "open" and isinstance(url, str) and not is_full_url(url) and not references(url):
            yield _at(
                step, f"{url} is opened, but the flow has no `base`", "add `base:`, or run it with --base URL"
            )
            return


def _status_as_role(flow: Flow) -> Iterator[Diagnostic]:
    for step in flow.steps:
        locator: Locator | None = getattr(_typed(step), "locator", None)
        if (
            locator is not None
            and locator.role == "status"
            and re.fullmatch("[1-5][0-9]{2}", locator.value or "")
        ):
            told = f"`status: {locator.value}` looks for an element with the role `status`"
            yield _at(step, told, f"an HTTP status is `status_code: {locator.value}` beside `response`")


def not_yet_performed(flow: Flow) -> list[Diagnostic]:
    """What is read but not performed by this version; a run of such a flow is refused."""
    found = []
    for key, there in (("matrix", flow.matrix is not None), *_browser_parts(flow)):
        if there:
            line, column = flow.places.get(key.split(".")[0], (1, 1))
            found.append(Diagnostic(flow.path, line, column, f"`{key}` is not yet performed by this version"))
    for step in flow.all_steps():
        typed = _typed(step)
        parts = list(typed.not_performed())
        if typed.modifiers.when is not None:
            parts += [
                condition.key for condition in typed.modifiers.when.conditions if not condition.performed
            ]
        found += [
            _at(step, f"`{part}` is not yet performed by this version", "") for part in dict.fromkeys(parts)
        ]
    return found


def _browser_parts(flow: Flow) -> tuple[tuple[str, bool], ...]:
    return (
        ("browser.clock", flow.browser.clock is not None),
        ("browser.seed", flow.browser.seed is not None),
    )
