"""From what `qarunner run` is asked for to a run folder with its verdict and report."""

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
from qarunner.app.options import Options, Outcome, Telling
from qarunner.app.plan import Machine, Plan, Where, make_plan
from qarunner.app.report import write
from qarunner.app.telling import Tell
from qarunner.capture.engine import Engine
from qarunner.errors import NotYetPerformed, RecordingError
from qarunner.flowfile.lint import not_yet_performed
from qarunner.model.events import Git
from qarunner.model.flow import Flow, Row
from qarunner.report.derived import derive_files
from qarunner.services import browsers, environment, git, ids, versions
from qarunner.services.app_server import free_port
from qarunner.store.rundir import create_run, slugify
from qarunner.store.writer import BundleWriter


@dataclass(frozen=True, slots=True)
class _Job:
    flow: Flow
    row: Row | None
    slug: str


async def perform(options: Options, telling: Telling, engine: Engine) -> Outcome:
    """Raises FlowFileError (all mistakes of all files), NotYetPerformed, UsageError, BrowserMissing, AppError
    before anything was performed; RecordingError when the disk refuses."""
    flows = _flows(options)
    jobs = _jobs(flows)
    run_id = ids.run_id()
    plans = [_plan(job, jobs, run_id, options) for job in jobs]
    roots = {plan.where.root for plan in plans}
    asking = {root: asyncio.create_task(_checkout(root, options)) for root in roots}
    found = await asyncio.to_thread(browsers.find, options.browser)
    checkouts = {root: await task for root, task in asking.items()}
    folder = create_run(options.output, run_id)
    stopped = await _all(plans, engine, found, checkouts, folder, telling)
    evidence = load_run(folder)
    report = write(folder, derive_files(evidence))
    return Outcome(evidence, report, stopped)


async def _checkout(root: Path, options: Options) -> Git:
    return await asyncio.to_thread(git.describe, root, exclude=_inside(options.output, root))


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
    engine: Engine,
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
        loop.set_exception_handler(lambda *_: None)  # what breaks off now does so because we stop
        if task is not None:
            task.cancel()

    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, interrupted, one.name)
    try:
        for number, plan in enumerate(plans, 1):
            tell = telling.flow(plan.flow, plan.row, number, len(plans))
            await _attempt(plan, engine, found, checkouts, folder, stop, tell, telling.warning)
    except asyncio.CancelledError:
        if not stop.signal:
            raise
    finally:
        for one in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(one)
    return stop.signal


async def _attempt(
    plan: Plan,
    engine: Engine,
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
            await Attempt(plan, machine, writer, Path(scratch), stop, tell, engine).perform()
        except RecordingError as error:
            warn(error.message)
