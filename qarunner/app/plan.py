"""From a flow and one row of its data to all that an attempt needs to know before it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from qarunner.capture.network import BodyWish
from qarunner.errors import FlowDefect, UsageError
from qarunner.model import events as ev
from qarunner.model.base import Json
from qarunner.model.flow import INCIDENT_KINDS, BrowserSpec, Flow, Row
from qarunner.model.locator import Locator
from qarunner.model.urls import origin_of
from qarunner.model.values import resolve, substitute, substitute_text
from qarunner.steps import registry
from qarunner.steps.base import StepKind
from qarunner.steps.expect.mapping import Conditions
from qarunner.steps.expect.response import Response
from qarunner.steps.looking import conditions_of, needs_body, saves, watched

MAIN_USER: Final = "main"


@dataclass(frozen=True, slots=True)
class Where:
    """The place of one attempt among others. `root` is the project root of the flow file."""

    run: str
    slug: str
    bundles: tuple[str, ...]
    attempt: int
    root: Path


@dataclass(frozen=True, slots=True)
class Machine:
    """What performs: the browser and its surroundings."""

    browser: Path
    browser_kind: str
    browser_version: str
    sandbox: bool
    tool: str
    playwright: str
    platform: str
    git: ev.Git


@dataclass(frozen=True, slots=True)
class Plan:
    """One attempt of one flow (or of one row of it), all texts that are known beforehand filled in."""

    flow: Flow
    row: Row | None
    where: Where
    values: Mapping[str, Json]
    secrets: Mapping[str, str]
    base: str
    origins: tuple[str, ...]
    app_command: str | None
    ready_url: str | None
    identity: Mapping[str, str] | None
    build: str

    def read(self, index: int, values: Mapping[str, Json]) -> StepKind:
        """The typed step with `values` filled in. Raises FlowDefect."""
        step = self.steps[index]
        modifiers = substitute(dict(step.modifiers), values)
        return registry.read(
            step.kind,
            substitute(step.argument, values),
            modifiers if isinstance(modifiers, dict) else {},
            origins=self.origins,
        )

    @property
    def steps(self) -> tuple[Any, ...]:
        return (*self.flow.steps, *self.flow.after)

    def conditions(self, values: Mapping[str, Json]) -> Sequence[Conditions]:
        """The conditions of all steps that can be read with `values` alone."""
        found = []
        for index in range(len(self.steps)):
            try:
                step = self.read(index, values)
            except FlowDefect:
                continue  # it refers to a value that a later step saves
            conditions = conditions_of(step)
            if conditions is not None:
                found.append(conditions)
        return found


def make_plan(
    flow: Flow,
    row: Row | None,
    where: Where,
    *,
    port: int,
    build: str,
    token: str,
    environment: Callable[[str], str | None],
    base: str | None,
) -> Plan:
    """`base` (a URL) tests a running system: no app is started then. Raises UsageError and FlowDefect."""
    secrets = _secrets(flow, environment)
    given: dict[str, Json] = {"port": str(port), "build": build, "run": token, **secrets}
    given.update({name: substitute_text(text, given) for name, text in (row.values if row else {}).items()})
    values = resolve(flow.vars, given)
    address = base or substitute_text(flow.base or "", values)
    app = flow.app if base is None else None
    declared = [address, *(substitute_text(origin, values) for origin in flow.origins)]
    origins = tuple(dict.fromkeys(o for o in (origin_of(one) for one in declared) if o))
    ready = substitute_text(app.ready, values) if app and app.ready else None
    identity = flow.app.identity if flow.app else None
    return Plan(
        flow=flow,
        row=row,
        where=where,
        values=values,
        secrets=secrets,
        base=address,
        origins=origins,
        app_command=substitute_text(app.run, values) if app else None,
        ready_url=_joined(address, ready) if ready is not None else None,
        identity={"header": identity.header, "equals": substitute_text(identity.equals, values)}
        if identity
        else None,
        build=build,
    )


def _secrets(flow: Flow, environment: Callable[[str], str | None]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, variable in flow.secrets.items():
        value = environment(variable)
        if value is None:
            raise UsageError(
                f"{flow.path}: the secret `{name}` is not there: the environment has no {variable}",
                f"set it: export {variable}=...",
            )
        found[name] = value
    return found


def _joined(base: str, path: str) -> str:
    return path if "://" in path else base.rstrip("/") + "/" + path.lstrip("/")


def run_started(plan: Plan, machine: Machine, started: str) -> ev.RunStarted:
    """The first event."""
    flow, browser = plan.flow, plan.flow.browser
    return ev.RunStarted(
        run=plan.where.run,
        attempt=plan.where.attempt,
        started=started,
        flow_path=flow.path,
        flow_name=flow.name,
        flow_digest=flow.digest,
        slug=plan.where.slug,
        row=plan.row.name if plan.row else None,
        bundles=plan.where.bundles,
        because=", ".join(flow.because),
        tags=flow.tags,
        base=plan.base,
        origins=plan.origins,
        values=dict(plan.values),
        steps=tuple(_planned(step, always=False) for step in flow.steps)
        + tuple(_planned(step, always=True) for step in flow.after),
        watch={kind: flow.watch.level(kind) for kind in INCIDENT_KINDS},
        allow=tuple(ev.AllowRule(kind=a.kind, pattern=a.pattern) for a in flow.watch.allow),
        identity=dict(plan.identity) if plan.identity else None,
        app=plan.app_command is not None,
        timeout_ms=flow.timeout_ms,
        settle_ms=flow.settle_ms,
        browser_settings=_unusual(browser),
        tool=machine.tool,
        playwright=machine.playwright,
        browser=machine.browser_version,
        browser_kind=machine.browser_kind,
        sandbox=machine.sandbox,
        viewport=f"{browser.viewport[0]}x{browser.viewport[1]}",
        locale=browser.locale,
        timezone=browser.timezone,
        platform=machine.platform,
        git=machine.git,
    )


def _planned(step: Any, *, always: bool) -> ev.PlannedStep:
    return ev.PlannedStep(
        kind=step.kind,
        label=step.label,
        argument=step.argument,
        modifiers=dict(step.modifiers),
        id=step.id or "",
        file=step.file,
        line=step.line,
        column=step.column,
        always=always,
    )


def _unusual(browser: BrowserSpec) -> dict[str, Json]:
    """The browser settings that are not the usual ones: they are shown in the report."""
    told = browser.model_dump(mode="json", exclude_defaults=True, exclude={"viewport", "locale", "timezone"})
    if "http_credentials" in told:
        told["http_credentials"] = "given"
    return told


def context_keywords(plan: Plan) -> dict[str, Any]:
    """Keyword arguments for the browser's contexts."""
    browser = plan.flow.browser
    keywords: dict[str, Any] = {
        "viewport": {"width": browser.viewport[0], "height": browser.viewport[1]},
        "locale": browser.locale,
        "timezone_id": browser.timezone,
        "color_scheme": browser.color_scheme,
        "reduced_motion": "reduce" if browser.reduced_motion else "no-preference",
        "ignore_https_errors": browser.ignore_https_errors,
        "service_workers": browser.service_workers,
        "accept_downloads": True,
    }
    if browser.headers:
        keywords["extra_http_headers"] = {
            name: substitute_text(text, plan.values) for name, text in browser.headers.items()
        }
    if browser.http_credentials is not None:
        keywords["http_credentials"] = {
            "username": substitute_text(browser.http_credentials.username, plan.values),
            "password": substitute_text(browser.http_credentials.password, plan.values),
        }
    return keywords


def looks_into_bodies(plan: Plan) -> bool:
    """Does any check look into the body of an answer, or keep it?"""
    return bool(_asked_bodies(plan)) or _asked_later(plan)


def body_wish(plan: Plan) -> Callable[[str, str], BodyWish]:
    """What is to be done with the body of an answer, by method and URL: kept if a check may look into it,
    but only read if a step keeps a part of it as a secret."""
    asked, later = _asked_bodies(plan), _asked_later(plan)

    def wish(method: str, url: str) -> BodyWish:
        wanted = [secret for response, secret in asked if response.wants(method, url)]
        if any(wanted):
            return "read"
        return "keep" if wanted or later else "none"

    return wish


def _asked_bodies(plan: Plan) -> list[tuple[Response, bool]]:
    """The answers that checks look into or save from, each with "is it saved as a secret?"."""
    return [
        (condition, saves(conditions) == "secret")
        for conditions in plan.conditions(plan.values)
        for condition in conditions.conditions
        if isinstance(condition, Response) and (needs_body([condition]) or saves(conditions))
    ]


def _asked_later(plan: Plan) -> bool:
    """Is there a `response` check that cannot be read before the flow has saved its values?"""
    return any(
        step.kind in ("expect", "reach") and isinstance(step.argument, dict) and "response" in step.argument
        for step in plan.steps
        if not _readable(plan, step.index)
    )


def _readable(plan: Plan, index: int) -> bool:
    try:
        plan.read(index, plan.values)
    except FlowDefect:
        return False
    return True


def watches(plan: Plan) -> tuple[Locator, ...]:
    """What the observer in the page looks for from the start of every document."""
    return tuple(
        conditions.locator
        for conditions in plan.conditions(plan.values)
        if conditions.locator is not None and watched(conditions)
    )
