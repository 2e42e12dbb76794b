"""The loop over the steps of one attempt."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from qarunner.app.looking import Timing, holds, looked, wait_for
from qarunner.app.plan import MAIN_USER, Plan
from qarunner.app.saving import Keeper
from qarunner.app.telling import Tell, Told
from qarunner.app.windows import Windows
from qarunner.capture.driver import PageDriver
from qarunner.capture.patience import within
from qarunner.capture.recorder import Recorder
from qarunner.capture.session import Session
from qarunner.capture.user import User
from qarunner.errors import FlowDefect
from qarunner.model import events as ev
from qarunner.model.base import Json
from qarunner.model.values import substitute
from qarunner.services.app_server import AppServer
from qarunner.steps.base import StepKind
from qarunner.steps.driver import Blocked, Done
from qarunner.steps.expect.mapping import Conditions
from qarunner.steps.looking import conditions_of

OVERTIME_MS: Final = 20_000
KEY_MS: Final = 200
"""How much longer than its time-out an action may take, at most; and a key that is pressed."""

LOOKING: Final = ("expect", "reach")
"""Kinds that get a picture of their own."""


class StepLoop:
    """Performs the steps of `plan` in order and writes down what happened."""

    def __init__(
        self,
        plan: Plan,
        session: Session,
        recorder: Recorder,
        tell: Tell,
        app: AppServer | None,
        scratch: Path,
    ) -> None:
        self.plan, self.session, self.recorder, self.tell = plan, session, recorder, tell
        self.app = app
        self.values: dict[str, Json] = dict(plan.values)
        self._keeper = Keeper(self.values, recorder, scratch)
        self._windows = Windows(plan, session, recorder, self.values)
        self._app_ended = False
        self._pictured = -1
        self._started = -1

    async def main(self) -> None:
        """All steps until one cannot be done."""
        for index in range(len(self.plan.flow.steps)):
            if not await self._step(index) or self.session.lost or self.recorder.failure is not None:
                break
        await self._last_picture()
        self.recorder.step = None

    async def after(self) -> None:
        """The `after` steps: each is tried, whatever became of the others."""
        for index in range(len(self.plan.flow.steps), len(self.plan.steps)):
            if not self.session.lost:
                await self._step(index)

    def note_app(self) -> None:
        """Write down, once, that the app ended although nobody stopped it."""
        code = self.app.exited() if self.app else None
        if self.app is not None and code is not None and not self._app_ended:
            self._app_ended = True
            self.recorder.emit(ev.AppExited(code=code, log_tail=self.app.log_tail()))

    # ---- one step

    async def _step(self, index: int) -> bool:
        """True when the flow goes on."""
        step = self.plan.steps[index]
        self.recorder.step = index
        self.tell_begin(index)
        place = ev.Place(user=MAIN_USER, step=index)
        try:
            kind = self.plan.read(index, self.values)
            written = substitute(step.argument, self.values)
        except FlowDefect as defect:
            told = " ".join([defect.message, defect.hint]).strip()
            return self._not_begun(place, step.argument, Blocked("flow-defect", told))
        try:
            user = await self.session.guarded(self.session.user(kind.modifiers.user or MAIN_USER))
            return await self._perform(index, kind, written, user)
        except FlowDefect as defect:
            return self._not_begun(place, written, Blocked("flow-defect", defect.message))
        except Blocked as blocked:
            return self._not_begun(place, written, blocked)
        finally:
            self.note_app()
            self.recorder.flush()

    def _not_begun(self, place: ev.Place, written: Json, blocked: Blocked) -> bool:
        """A step that could not even begin; one that had begun is told as blocked where it is."""
        if self._started != place.step:
            self.recorder.emit(ev.StepStarted(place=place, argument=written))
        self._blocked(place, blocked, 0.0)
        return False

    async def _perform(self, index: int, kind: StepKind, written: Json, user: User) -> bool:
        modifiers = kind.modifiers
        now = self.recorder.now()
        conditions = conditions_of(kind)
        before = (user.action_ms, user.action_seq, user.pages_before_action)
        if kind.is_action and modifiers.when is None:
            await self._windows.begin(index, user, now)
        name = modifiers.id or self.plan.steps[index].id or ""
        if name:
            self._windows.step_began(name, now)
        window_ms, window_seq = self._windows.since(modifiers.since, user)
        timeout = modifiers.timeout_ms or self.plan.flow.timeout_ms
        place = user.current.place(index)
        self.recorder.emit(ev.StepStarted(place=place, argument=written, url=user.current.url))
        self._started = index
        driver = self.session.driver(user, timeout_ms=timeout, window_ms=window_ms, secret=modifiers.secret)
        if modifiers.when is not None:
            if not await self._branch(modifiers.when, driver, user, place):
                return True
            now = self.recorder.now()
            if kind.is_action:  # only a branch that is taken is an action
                await self._windows.begin(index, user, now)
            window_ms, window_seq = self._windows.since(modifiers.since, user)
            driver = self.session.driver(
                user, timeout_ms=timeout, window_ms=window_ms, secret=modifiers.secret
            )
        timing = Timing(
            now,
            window_ms,
            window_seq,
            self._windows.latest_ms,
            timeout,
            modifiers.within_ms,
            modifiers.for_ms,
        )
        try:
            if conditions is not None:
                return await self._look(index, kind, conditions, written, user, driver, timing)
            done = await self.session.guarded(self._bounded(kind, driver, timeout))
            self._keeper.after_action(kind, done, place)
        except Blocked as blocked:
            if modifiers.optional and blocked.obstacle == "target-missing":
                self.recorder.emit(
                    ev.StepSkipped(place=place, why="optional-absent", looked_ms=self.recorder.now() - now)
                )
                user.action_ms, user.action_seq, user.pages_before_action = before
                return True
            self._blocked(user.current.place(index), blocked, now)
            await self._picture(user, index)
            return False
        await self._done(index, kind, done, user, now)
        return True

    @staticmethod
    async def _bounded(kind: StepKind, driver: PageDriver, timeout_ms: int) -> Done:
        """Every action ends: it has its time-out and ours to say why it could not be done."""
        if kind.kind == "wait":
            return await kind.perform(driver)
        typed = KEY_MS * len(str(getattr(kind, "text", "")))
        try:
            return await within(kind.perform(driver), (timeout_ms + typed + OVERTIME_MS) / 1000)
        except TimeoutError as error:
            raise Blocked(
                "page-unresponsive", "the page did not answer in time", alive=await driver.alive()
            ) from error

    async def _branch(self, when: Conditions, driver: PageDriver, user: User, place: ev.Place) -> bool:
        """Are the conditions of `when` there in time? The branch not taken is written down."""
        began = self.recorder.now()
        patience: int = getattr(when, "within_ms", 2_000)
        timing = Timing(began, user.action_ms, user.action_seq, began, patience, None, None)
        ending = await self.session.guarded(wait_for(driver, when, timing))
        if ending.ended == "ambiguous":
            raise Blocked("flow-defect", f"`when`: {when.describe()} fits more than one visible element")
        if holds(when, ending.looks):
            return True
        self.recorder.emit(
            ev.StepSkipped(place=place, why="branch", looked_ms=round(self.recorder.now() - began, 1))
        )
        return False

    async def _look(
        self,
        index: int,
        kind: StepKind,
        conditions: Conditions,
        written: Json,
        user: User,
        driver: PageDriver,
        timing: Timing,
    ) -> bool:
        ending = await self.session.guarded(wait_for(driver, conditions, timing))
        alive = await driver.alive() if ending.ended != "condition" else None
        if not ending.looks:
            raise _never_seen(driver, alive)
        await self.session.note_password_fields(user)
        place = user.current.place(index)
        true = ending.ended == "condition"
        nothing_to_save: FlowDefect | None = None
        if true:  # before the look is written down: what is kept may be a secret
            try:
                self._keeper.after_look(kind, ending.looks, user, place)
            except FlowDefect as defect:
                nothing_to_save = defect
        self.recorder.emit(looked(place, written, ending, timing, user.current.url, alive))
        if kind.kind in LOOKING:
            await self._picture(user, index)
        self.tell_end(index, "looked" if true else "not so")
        if nothing_to_save is not None:
            raise nothing_to_save
        return true or kind.kind == "expect"

    async def _done(self, index: int, kind: StepKind, done: Done, user: User, began: float) -> None:
        self.recorder.emit(
            ev.StepDone(
                place=user.current.place(index),
                url=user.current.url,
                matched=done.matched,
                hit=done.hit,
                read_back=done.read_back,
                log=done.log,
                value=done.value,
                elapsed_ms=round(self.recorder.now() - began, 1),
            )
        )
        if kind.is_action and kind.kind != "http":
            if kind.kind in ("open", "reload", "back", "close"):
                await self.session.note_password_fields(user)
            if not self._looked_at_next(index):
                await self._picture(user, index)
            else:
                self._pictured = -1
        self.tell_end(index, "done")

    def _looked_at_next(self, index: int) -> bool:
        following = self.plan.steps[index + 1] if index + 1 < len(self.plan.flow.steps) else None
        return following is not None and following.kind in LOOKING

    def _blocked(self, place: ev.Place, blocked: Blocked, began: float) -> None:
        self.recorder.emit(
            ev.StepBlocked(
                place=place,
                obstacle=blocked.obstacle,
                message=blocked.message[:1_000],
                matched=blocked.matched,
                hit=blocked.hit,
                log=blocked.log,
                alive=blocked.alive,
                elapsed_ms=round(self.recorder.now() - began, 1) if began else 0.0,
            )
        )
        if place.step is not None:
            self.tell_end(place.step, "blocked")

    # ---- pictures

    async def _picture(self, user: User, index: int | None) -> None:
        if user.current.document is None or self.session.lost:
            return
        self._pictured = await self.session.screenshot(user, index)

    async def _last_picture(self) -> None:
        """At the end, unless the last thing that happened was a picture."""
        for user in self.session.users:
            if self._pictured < 0:
                await self._picture(user, self.recorder.step)

    # ---- telling

    def tell_begin(self, index: int) -> None:
        self.tell(Told(index, self.plan.steps[index].label))

    def tell_end(self, index: int, word: str) -> None:
        self.tell(Told(index, self.plan.steps[index].label, word))


def _never_seen(driver: PageDriver, alive: ev.Alive | None) -> Blocked:
    """Not one look came to its end: whatever is in the way, nothing was seen that could be judged."""
    try:
        driver.check_alive()
    except Blocked as blocked:
        return blocked
    if driver.state.navigating:
        return Blocked("navigation", f"the page still waits for an answer: {driver.state.url}", alive=alive)
    if alive is not None and not alive.responsive:
        return Blocked("page-unresponsive", "the page's main thread does not answer", alive=alive)
    return Blocked("capture-failed", "the page could not be looked at in time", alive=alive)
