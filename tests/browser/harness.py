"""Runs pages and flows in a real browser: one browser and one event loop for all tests of a worker."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Browser, Playwright, async_playwright

from qarunner.app.attempt import Attempt, Stop
from qarunner.app.evidence import load_run
from qarunner.app.plan import Machine, Plan, Where, make_plan
from qarunner.capture.driver import PageDriver
from qarunner.capture.pagejs import register_engines
from qarunner.capture.recorder import Recorder
from qarunner.capture.session import Session, SessionOptions
from qarunner.capture.user import User
from qarunner.flowfile.load import load_flow
from qarunner.model import events as ev
from qarunner.model.locator import Locator
from qarunner.model.observation import ElementSeen
from qarunner.model.record import RunRecord, StepRecord
from qarunner.model.redact import Redactor
from qarunner.model.verdict import RunVerdict
from qarunner.model.written import How
from qarunner.services.browsers import BrowserFound
from qarunner.services.clock import Clock
from qarunner.steps.words import GRAMMAR
from qarunner.store.writer import BundleWriter
from tests.browser.site import Site

T = TypeVar("T")
RUN = "20260101-000000-abcdef"


def located(written: Mapping[str, Any]) -> Locator:
    """A locator as a flow writes it."""
    return Locator.model_validate(dict(written), context=How(), by_alias=True, by_name=False)


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a flow."""

    record: RunRecord
    verdict: RunVerdict
    evidence: Path

    @property
    def said(self) -> str:
        return f"{self.verdict.verdict.value} {self.verdict.reason.value}"

    @property
    def steps(self) -> tuple[StepRecord, ...]:
        return self.record.steps

    def blocked(self) -> ev.StepBlocked:
        """The block of the only step that was blocked."""
        (found,) = [s.blocked.event for s in self.steps if s.blocked]
        return found

    def done(self, index: int) -> ev.StepDone:
        found = self.steps[index].done
        assert found is not None, [s.blocked.event for s in self.steps if s.blocked]
        return found.event

    def request(self, path: str) -> ev.Request:
        """The last request for `path`."""
        return [r.event for r in self.record.requests if r.event.path == path][-1]

    @property
    def document(self) -> ev.DocumentCommitted:
        return self.record.documents[-1].event


class SharedSession(Session):
    """A session in a browser that others use too: only its contexts are closed."""

    def __init__(self, options: SessionOptions, recorder: Recorder, clock: Clock, browser: Browser) -> None:
        super().__init__(options, recorder, clock)
        self._browser = browser

    async def __aenter__(self) -> SharedSession:
        self.lag.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.hush()
        await self.lag.stop()
        for user in self.users:
            await user.context.close()


class Lab:
    """One browser. `see` and `page` look at HTML, `flow` performs steps and derives the verdict."""

    def __init__(self, found: BrowserFound, scratch: Path) -> None:
        self.found, self.scratch = found, scratch
        self.site = Site()
        self._numbers = itertools.count(1)
        self._runner = asyncio.Runner()
        self._playwright, self.browser = self.run(self._start())
        self._writers: list[BundleWriter] = []
        self._session, self._user = self.run(self._looker())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(asyncio.wait_for(work, 60))

    async def _start(self) -> tuple[Playwright, Browser]:
        playwright = await async_playwright().start()
        await register_engines(playwright)
        browser = await playwright.chromium.launch(
            executable_path=self.found.path, headless=True, chromium_sandbox=False
        )
        return playwright, browser

    async def _looker(self) -> tuple[SharedSession, User]:
        """The session in which single pages are looked at."""
        session = self.session(self._recorder("look"))
        await session.__aenter__()
        return session, await session.user("main")

    def close(self) -> None:
        self.run(self._session.__aexit__())
        for writer in self._writers:
            writer.seal()
        self.run(self._end())
        self._runner.close()
        self.site.close()

    async def _end(self) -> None:
        await self.browser.close()
        await self._playwright.stop()

    def _recorder(self, slug: str) -> tuple[Recorder, Clock]:
        writer, clock = BundleWriter(self.scratch, slug), Clock()
        self._writers.append(writer)
        return Recorder(writer.log, writer.blobs, clock, Redactor({}, GRAMMAR)), clock

    def session(self, recording: tuple[Recorder, Clock]) -> SharedSession:
        recorder, clock = recording
        options = SessionOptions(
            browser=self.found.path,
            sandbox=False,
            base=self.site.url,
            origins=(self.site.url,),
            context={"viewport": {"width": 800, "height": 600}, "locale": "en-GB"},
            wish=lambda *_: "none",
            file=Path,
        )
        return SharedSession(options, recorder, clock, self.browser)

    # ---- single looks

    def driver(self, *, timeout_ms: int = 2_000) -> PageDriver:
        return self._session.driver(self._user, timeout_ms=timeout_ms, window_ms=0)

    def open(self, html: str) -> None:
        """Shows a page. Without a doctype it gets one."""
        self.site.routes["/"] = html if html.startswith("<!") else f"<!doctype html><body>{html}"
        self.run(self.driver().open("/"))

    def see(self, html: str, **written: Any) -> ElementSeen:
        """What a look at a locator sees in a page that is just `html`."""
        self.open(html)
        return self.look(**written)

    def look(self, *attributes: str, **written: Any) -> ElementSeen:
        locator = located({key.rstrip("_"): value for key, value in written.items()})
        seen = self.run(self.driver().look_elements(locator, attributes, sightings=False))
        assert isinstance(seen, ElementSeen)
        return seen

    def evaluate(self, script: str) -> Any:
        return self.run(self._user.current.page.evaluate(script))

    # ---- flows

    def plan(self, steps: str, header: str, files: Mapping[str, bytes]) -> Plan:
        """A flow of `steps` (YAML, one list) on the site."""
        folder = self.scratch / f"flow-{next(self._numbers)}"
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        defaults = {"base": self.site.url, "timeout": "1500ms", "settle": "100ms"}
        given = {line.split(":")[0] for line in header.splitlines()}
        top = [f"{key}: {value}" for key, value in defaults.items() if key not in given]
        path = folder / "flow.yaml"
        text = "\n".join(["qarunner: 1", "name: test", *top, header, "steps:", steps])
        path.write_text(text)
        reading = load_flow(str(path), lambda name: Path(name).read_bytes())
        assert reading.flow is not None, [one.render() for one in reading.errors]
        slug = folder.name
        where = Where(run=RUN, slug=slug, bundles=(slug,), attempt=1, root=folder)
        return make_plan(
            reading.flow,
            None,
            where,
            port=self.site.port,
            build="build",
            token="token123",
            environment=lambda name: f"secret-{name}",
            base=None,
        )

    def machine(self) -> Machine:
        return Machine(
            browser=self.found.path,
            browser_kind=self.found.kind,
            browser_version=self.found.version,
            sandbox=False,
            tool="test",
            playwright="test",
            platform="test",
            git=ev.Git(),
        )

    def flow(
        self,
        steps: str,
        *,
        routes: Mapping[str, Any] | None = None,
        header: str = "",
        files: Mapping[str, bytes] | None = None,
        own_browser: bool = False,
        beside: Any = None,
    ) -> Ran:
        """Performs `steps`. `own_browser` starts one for this flow alone; `beside` is a function of the
        attempt whose coroutine runs beside it."""
        self.site.routes.update(routes or {})
        attempt = self.attempt(self.plan(steps, header, files or {}))
        attempt.lent = None if own_browser else self.browser
        self.run(_both(attempt, beside))
        folder = attempt.writer.evidence
        (one,) = load_run(folder.parents[3]).flows[0].attempts
        assert one.record is not None, one.trouble
        return Ran(one.record, one.verdict, folder)

    def attempt(self, plan: Plan) -> LabAttempt:
        """An attempt in a browser of its own."""
        run = self.scratch / f"run-{next(self._numbers)}" / RUN
        scratch = run.parent / "scratch"
        for folder in (run, scratch):
            folder.mkdir(parents=True)
        writer = BundleWriter(run, plan.where.slug)
        return LabAttempt(plan, self.machine(), writer, scratch, Stop(), lambda _: None)


async def _both(attempt: LabAttempt, beside: Any) -> None:
    task = asyncio.ensure_future(beside(attempt)) if beside else None
    try:
        await attempt.perform()
    finally:
        if task is not None:
            task.cancel()
            await asyncio.wait({task})
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error


class LabAttempt(Attempt):
    """An attempt in a browser that was lent to it."""

    lent: Browser | None = None
    session: Session | None = None

    def open_session(self) -> Session:
        if self.lent is None:
            self.session = super().open_session()
        else:
            self.session = SharedSession(self._options(), self.recorder, self.clock, self.lent)
        return self.session
