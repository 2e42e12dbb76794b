"""One attempt: starts the app and the browser, performs the steps, seals the bundle. Facts only.

Nothing that happens here is a verdict. A failed action or `reach` ends the flow, a check never does; `after`
steps always run. Whatever goes wrong, what was seen so far stays in the log, and everything that was
started is ended.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from qarunner.app.plan import (
    Machine,
    Plan,
    body_wish,
    context_keywords,
    looks_into_bodies,
    run_started,
    watches,
)
from qarunner.app.steps import StepLoop
from qarunner.app.telling import Tell
from qarunner.capture.engine import Engine
from qarunner.capture.patience import within
from qarunner.capture.recorder import Recorder
from qarunner.capture.session import Session, SessionOptions
from qarunner.errors import AppError, BrowserMissing, FlowDefect
from qarunner.model import events as ev
from qarunner.model.redact import Redactor
from qarunner.services.app_server import AppServer, Exited, Ready, Unready
from qarunner.services.clock import Clock, utc_now
from qarunner.steps.words import GRAMMAR
from qarunner.store.writer import BundleWriter


@dataclass(slots=True)
class Stop:
    """Set by a signal handler; the attempt writes it down and ends."""

    signal: str = ""


class Attempt:
    """Performs `plan` into `writer`. An app or browser that does not start is a fact like any other. Raises
    RecordingError (the evidence could not be written)."""

    def __init__(
        self,
        plan: Plan,
        machine: Machine,
        writer: BundleWriter,
        scratch: Path,
        stop: Stop,
        tell: Tell,
        engine: Engine | None = None,
    ) -> None:
        self.plan, self.machine, self.writer, self.scratch = plan, machine, writer, scratch
        self.stop, self.tell, self.engine = stop, tell, engine
        self.clock = Clock()
        self.recorder = Recorder(writer.log, writer.blobs, self.clock, Redactor(plan.secrets, GRAMMAR))

    async def perform(self) -> None:
        """Raises CancelledError again after a signal, once the bundle is sealed."""
        recorder = self.recorder
        recorder.emit(run_started(self.plan, self.machine, utc_now()))
        recorder.flush()
        try:
            async with AsyncExitStack() as stack:
                await self._inside(stack)
        except asyncio.CancelledError:
            recorder.emit(ev.Interrupted(signal=self.stop.signal or "cancelled"))
            raise
        finally:
            self._seal()

    def _seal(self) -> None:
        dropped = self.recorder.emit_dropped()
        self.recorder.flush()
        if self.recorder.failure is None:
            self.writer.seal(dropped)

    async def _inside(self, stack: AsyncExitStack) -> None:
        app = self._app(stack)
        session = self.open_session()
        begin_app = asyncio.ensure_future(self._begin_app(app, stack))
        try:
            await stack.enter_async_context(session)
        except BrowserMissing as error:
            self.recorder.emit(ev.BrowserLost(message=error.message))
            session.lost = True
        except BaseException:
            begin_app.cancel()
            await asyncio.wait({begin_app})
            raise
        ready = await begin_app
        if not ready or session.lost:
            self.recorder.emit(ev.RunEnded(settled_ms=0))
            return
        loop = StepLoop(self.plan, session, self.recorder, self.tell, app, self.scratch)
        budget = self.plan.flow.budget_ms
        try:
            await within(loop.main(), budget / 1000 if budget else None)
        except TimeoutError:
            self.recorder.emit(ev.BudgetExceeded(budget_ms=budget or 0))
        await session.settle(self.plan.flow.settle_ms)
        loop.note_app()
        self.recorder.emit(ev.RunEnded(settled_ms=self.plan.flow.settle_ms))
        await loop.after()
        if self.recorder.failure is not None:
            raise self.recorder.failure

    # ---- the app under test

    def _app(self, stack: AsyncExitStack) -> AppServer | None:
        if self.plan.app_command is None:
            return None
        app = AppServer(self.plan.app_command, cwd=self.plan.where.root, build=self.plan.build)
        stack.push_async_callback(self._stop_app, app)
        return app

    async def _begin_app(self, app: AppServer | None, stack: AsyncExitStack) -> bool:
        """Starts the app and waits until it is ready; False when it never was."""
        if app is None:
            return True
        try:
            await app.start()
        except AppError as error:
            self.recorder.emit(ev.AppUnready(url=self.plan.base, last=error.message, waited_ms=0))
            return False
        self.recorder.emit(
            ev.AppStarted(command=self.plan.app_command or "", port=int(str(self.plan.values["port"])))
        )
        flow = self.plan.flow
        url = self.plan.ready_url or self.plan.base
        patience = flow.app.ready_within_ms if flow.app else 0
        verify = not flow.browser.ignore_https_errors
        ended = await app.wait_ready(url, patience, any_status=self.plan.ready_url is None, verify=verify)
        match ended:
            case Ready():
                self.recorder.emit(ev.AppReady(url=ended.url, status=ended.status, waited_ms=ended.waited_ms))
                return True
            case Unready():
                self.recorder.emit(
                    ev.AppUnready(
                        url=ended.url, last=ended.last, waited_ms=ended.waited_ms, log_tail=ended.log_tail
                    )
                )
            case Exited():
                self.recorder.emit(ev.AppExited(code=ended.code, log_tail=ended.log_tail))
        return False

    async def _stop_app(self, app: AppServer) -> None:
        await app.stop()
        log = app.log()
        self.recorder.emit(ev.AppStopped(log=self.recorder.blob(log.encode(), "txt") if log else None))

    # ---- the browser

    def open_session(self) -> Session:
        """The session of this attempt, not yet begun."""
        return Session(self._options(), self.recorder, self.clock, self.engine)

    def _options(self) -> SessionOptions:
        plan = self.plan
        return SessionOptions(
            browser=self.machine.browser,
            sandbox=self.machine.sandbox,
            base=plan.base,
            origins=plan.origins,
            context=context_keywords(plan),
            wish=body_wish(plan),
            bodies=looks_into_bodies(plan),
            file=self._file,
            identity_header=plan.identity["header"] if plan.identity else None,
            watches=watches(plan),
            masks=plan.flow.mask,
        )

    def _file(self, name: str) -> Path:
        """A file that a step names: beside the file that the step stands in and inside the project, or a
        saved download. Raises FlowDefect."""
        path = Path(name)
        root = self.plan.where.root.resolve()
        step = self.recorder.step
        file = self.plan.steps[step].file if step is not None else self.plan.flow.path
        found = (path if path.is_absolute() else Path(file).parent / path).resolve()
        inside = found.is_relative_to(root) or found.is_relative_to(self.scratch.resolve())
        if not inside:
            raise FlowDefect(f"`{name}` lies outside of the project")
        if not found.is_file():
            raise FlowDefect(f"there is no file `{name}`")
        return found
