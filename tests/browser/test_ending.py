# ruff: noqa: E501 - a page or a flow is written on one line
"""Crashes, dead browsers, signals: the flow ends, the bundle is whole, and no process is left."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from pathlib import Path

import pytest
from playwright.async_api import Error

from qarunner.model import events as ev
from tests.browser.harness import Lab, LabAttempt
from tests.browser.site import Site

PAGE = {"/": "<!doctype html><h1>Hello</h1>"}


def children() -> list[tuple[int, str]]:
    """Processes that descend from this one: number and command."""
    told = subprocess.run(
        ["ps", "-eww", "-o", "pid,ppid,args"], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in told.splitlines()[1:]]
    known, found = {os.getpid()}, []
    for _ in range(6):
        for pid, parent, *rest in rows:
            if int(parent) in known and int(pid) not in known:
                known.add(int(pid))
                found.append((int(pid), rest[0] if rest else ""))
    return found


def browsers() -> set[int]:
    """Main processes of the browsers that we started: those with a pipe to the driver."""
    return {
        pid
        for pid, command in children()
        if "--remote-debugging-pipe" in command and " --type=" not in command and command[:7] != "/bin/sh"
    }


async def settled(attempt: LabAttempt, step: int) -> None:
    """Waits until `attempt` is at `step`."""
    while attempt.recorder.step is None or attempt.recorder.step < step:
        await asyncio.sleep(0.02)


async def crash(attempt: LabAttempt) -> None:
    await settled(attempt, 1)
    assert attempt.session is not None
    (user,) = attempt.session.users
    session = await user.context.new_cdp_session(user.current.page)
    try:
        await session.send("Page.crash")
    except Error:
        return


@pytest.mark.parametrize("step", ["click: {button: Go}", "expect: {heading: Gone}", "wait: {heading: Gone}"])
def test_page_crash(lab: Lab, step: str) -> None:
    ran = lab.flow(f"- open: /\n- {step}\n- expect: {{heading: Hello}}", routes=PAGE, beside=crash)
    assert ran.said == "INCONCLUSIVE page-crash"
    assert any(isinstance(p.event, ev.PageCrashed) for p in ran.record.pages)
    assert ran.record.ended is not None and ran.record.integrity.sealed
    assert ran.record.ended.at < 5_000


@pytest.mark.parametrize(
    "step", ["click: {button: Go}", "expect: {heading: Gone}", "wait: 5s", "http: {get: /slow}"]
)
def test_browser_killed(lab: Lab, step: str) -> None:
    before = browsers()

    async def kill(attempt: LabAttempt) -> None:
        await settled(attempt, 1)
        await asyncio.sleep(0.2)
        (own,) = browsers() - before
        os.kill(own, signal.SIGKILL)

    routes = {**PAGE, "/slow": lambda handler: handler.hang(5)}
    steps = f"- open: /\n- {step}\n- expect: {{heading: Hello}}\n- expect: {{heading: Hello}}\n  user: bob"
    ran = lab.flow(steps, routes=routes, own_browser=True, beside=kill)
    assert ran.said == "INCONCLUSIVE browser-crash", ran.verdict.sentence
    assert ran.record.integrity.sealed
    assert browsers() == before


@pytest.mark.parametrize("how", ["end", "cancel", "error", "unresponsive"])
def test_no_process_is_left(lab: Lab, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {pid for pid, _ in children()}

    async def trouble(attempt: LabAttempt) -> None:
        await settled(attempt, 1)
        if how == "error":
            assert attempt.session is not None
            monkeypatch.setattr(attempt.session, "driver", lambda *_, **__: 1 / 0)

    async def cancelled() -> None:
        plan = lab.plan("- open: /\n- wait: 300ms\n- wait: 5s\n- expect: {heading: Hello}", "", {})
        attempt = lab.attempt(plan)
        task = asyncio.ensure_future(attempt.perform())
        await settled(attempt, 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    lab.site.routes.update(PAGE)
    lab.site.routes["/busy"] = "<!doctype html><script>setTimeout(() => { for (;;); }, 200)</script>"
    if how == "cancel":
        lab.run(cancelled())
    else:
        steps = {"unresponsive": "- open: /busy\n- expect: {heading: Hello}"}.get(
            how, "- open: /\n- wait: 300ms\n- expect: {heading: Hello}"
        )
        try:
            ran = lab.flow(steps, own_browser=True, beside=trouble, header="timeout: 500ms")
        except ZeroDivisionError:
            assert how == "error"
        else:
            assert (
                ran.said == {"end": "PASS all-held", "unresponsive": "INCONCLUSIVE page-unresponsive"}[how]
            ), ran.verdict.sentence
    left = [(pid, command) for pid, command in children() if pid not in before and "<defunct>" not in command]
    assert [one for one in left if not one[1].startswith("ps ")] == []


def test_what_the_end_itself_does_is_no_incident(lab: Lab) -> None:
    """Requests that the closing of the browser breaks off, and what a page does when it goes."""
    page = (
        "<!doctype html><h1>Hello</h1><script>fetch('/hang'); new EventSource('/hang');"
        "addEventListener('pagehide', () => { fetch('/500'); throw new Error('late') });"
        "addEventListener('beforeunload', (e) => e.preventDefault())</script>"
    )
    routes = {"/": page, "/hang": lambda handler: handler.hang(5), "/500": lambda handler: handler.reset()}
    ran = lab.flow("- open: /\n- expect: {heading: Hello}", routes=routes)
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert ran.record.ended is not None
    late = [r.event.path for r in ran.record.requests if r.seq > ran.record.ended.seq]
    assert late == []


def test_budget(lab: Lab) -> None:
    ran = lab.flow("- open: /\n- wait: 5s\n- expect: {heading: Hello}", routes=PAGE, header="budget: 600ms")
    assert ran.said == "INCONCLUSIVE budget-exceeded"


def test_after_steps_run_when_a_step_was_blocked(lab: Lab) -> None:
    site = Site(PAGE)
    try:
        ran = lab.flow(
            f"- open: /\n- click: {{button: Go}}\n- expect: {{heading: Hello}}\nafter:\n- http: {{post: {site.url}/clean}}",
            routes=PAGE,
            header="timeout: 1500ms",
        )
        assert ran.said == "INCONCLUSIVE target-missing"
        assert site.asked == ["POST /clean"]
    finally:
        site.close()


def test_evidence_survives_an_error_of_our_own(lab: Lab, tmp_path: Path) -> None:
    async def trouble(attempt: LabAttempt) -> None:
        await settled(attempt, 1)
        assert attempt.session is not None
        attempt.session.driver = lambda *_, **__: 1 / 0  # type: ignore[method-assign,assignment]

    with pytest.raises(ZeroDivisionError):
        lab.flow("- open: /\n- wait: 200ms\n- expect: {heading: Hello}", routes=PAGE, beside=trouble)
