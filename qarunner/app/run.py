"""`qarunner run`: performs flows one after the other, then derives verdict and report from the evidence."""

from __future__ import annotations

import asyncio
import signal
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from qarunner.app.attempt import Attempt, Stop
from qarunner.app.evidence import load_run
from qarunner.app.flows import project_root, read_flows, sound
from qarunner.app.plan import Machine, Plan, Where, make_plan
from qarunner.app.report import write
from qarunner.app.telling import Tell
from qarunner.errors import ExitCode, NotYetPerformed, RecordingError
from qarunner.flowfile.lint import not_yet_performed
from qarunner.model.events import Git
from qarunner.model.flow import Flow, Row
from qarunner.model.verdict import Verdict
from qarunner.report.derived import derive_files
from qarunner.report.evidence import RunEvidence
from qarunner.services import browsers, environment, git, ids, versions
from qarunner.services.app_server import free_port
from qarunner.store.rundir import create_run, slugify
from qarunner.store.writer import BundleWriter


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line says."""

    paths: tuple[Path, ...]
    output: Path
    browser: str = ""
    base: str | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """What the front end hears: a flow begins (its steps then), a flow ended."""

    flow: Callable[[Flow, Row | None, int, int], Tell]
    warning: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """`report` is the path of qa-report.md, `signal` the one that stopped us ("" when none did)."""

    evidence: RunEvidence
    report: Path
    signal: str = ""

    @property
    def exit_code(self) -> ExitCode:
        if self.signal:
            return ExitCode.TERMINATED if self.signal == "SIGTERM" else ExitCode.INTERRUPTED
        return {
            Verdict.PASS: ExitCode.OK,
            Verdict.FAIL: ExitCode.FAIL,
            Verdict.INCONCLUSIVE: ExitCode.INCONCLUSIVE,
        }[self.evidence.suite.verdict]


@dataclass(frozen=True, slots=True)
class _Job:
    flow: Flow
    row: Row | None
    slug: str


def run(options: Options, telling: Telling) -> Outcome:
    """Raises FlowFileError (all mistakes of all files), NotYetPerformed, UsageError, BrowserMissing before
    anything was performed; RecordingError when the disk refuses."""
    flows = _flows(options)
    jobs = _jobs(flows)
    run_id = ids.run_id()
    plans = [_plan(job, jobs, run_id, options) for job in jobs]
    found = browsers.find(options.browser)
    roots = {plan.where.root for plan in plans}
    checkouts = {root: git.describe(root, exclude=_inside(options.output, root)) for root in roots}
    folder = create_run(options.output, run_id)
    stopped = asyncio.run(_all(plans, found, checkouts, folder, telling))
    evidence = load_run(folder)
    report = write(folder, derive_files(evidence))
    return Outcome(evidence, report, stopped)


def _inside(output: Path, root: Path) -> tuple[str, ...]:
    """Our own reports are no change of the product."""
    output = output.absolute()
    return (output.relative_to(root).as_posix(),) if output.is_relative_to(root) and output != root else ()


def _flows(options: Options) -> list[Flow]:
    flows = sound(read_flows(options.paths))
    missing = [diagnostic for flow in flows for diagnostic in not_yet_performed(flow)]
    if missing:
        raise NotYetPerformed("\n".join(one.render() for one in missing), "nothing was run")
    return flows


def _jobs(flows: Sequence[Flow]) -> list[_Job]:
    jobs: list[_Job] = []
    taken: list[str] = []
    for flow in flows:
        rows: Sequence[Row | None] = flow.each or (None,)
        for row in rows:
            name = Path(flow.path).stem + (f"-{row.name}" if row else "")
            taken.append(slugify(name, taken))
            jobs.append(_Job(flow, row, taken[-1]))
    return jobs


def _plan(job: _Job, jobs: Sequence[_Job], run_id: str, options: Options) -> Plan:
    root = project_root(Path(job.flow.path))
    where = Where(run=run_id, slug=job.slug, bundles=tuple(j.slug for j in jobs), attempt=1, root=root)
    token = ids.run_token()
    return make_plan(
        job.flow,
        job.row,
        where,
        port=free_port(),
        build=environment.get("QARUNNER_BUILD") or token,
        token=ids.run_token(),
        environment=lambda name: environment.get(name) if environment.has(name) else None,
        base=options.base,
    )


async def _all(
    plans: Sequence[Plan],
    found: browsers.BrowserFound,
    checkouts: Mapping[Path, Git],
    folder: Path,
    telling: Telling,
) -> str:
    """Performs the plans in order; the name of the signal that stopped us, or ""."""
    stop = Stop()
    task = asyncio.current_task()
    loop = asyncio.get_running_loop()

    def interrupted(name: str) -> None:
        stop.signal = stop.signal or name
        if task is not None:
            task.cancel()

    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, interrupted, one.name)
    try:
        for number, plan in enumerate(plans, 1):
            tell = telling.flow(plan.flow, plan.row, number, len(plans))
            await _attempt(plan, found, checkouts, folder, stop, tell, telling.warning)
    except asyncio.CancelledError:
        if not stop.signal:
            raise
    finally:
        for one in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(one)
    return stop.signal


async def _attempt(
    plan: Plan,
    found: browsers.BrowserFound,
    checkouts: Mapping[Path, Git],
    folder: Path,
    stop: Stop,
    tell: Tell,
    warn: Callable[[str], None],
) -> None:
    machine = Machine(
        browser=found.path,
        browser_kind=found.kind,
        browser_version=found.version,
        sandbox=not environment.is_root(),
        tool=versions.installed("qarunner"),
        playwright=versions.installed("playwright"),
        platform=environment.platform_name(),
        git=checkouts[plan.where.root],
    )
    writer = BundleWriter(folder, plan.where.slug)
    with tempfile.TemporaryDirectory(prefix="qarunner-") as scratch:
        try:
            await Attempt(plan, machine, writer, Path(scratch), stop, tell).perform()
        except RecordingError as error:
            warn(error.message)
