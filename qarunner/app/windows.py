"""Windows: what happens from the start of the user's latest action on is its doing."""

from __future__ import annotations

from collections.abc import Mapping

from qarunner.app.plan import Plan
from qarunner.capture.recorder import Recorder
from qarunner.capture.session import Session
from qarunner.capture.user import User
from qarunner.errors import FlowDefect
from qarunner.model.base import Json
from qarunner.steps.looking import conditions_of, watched


class Windows:
    """Remembers when steps began (ms since the attempt began); `values` are those of the step loop."""

    def __init__(self, plan: Plan, session: Session, recorder: Recorder, values: Mapping[str, Json]) -> None:
        self._plan, self._session, self._recorder, self._values = plan, session, recorder, values
        self.latest_ms = 0.0
        """Start of the latest action of any user: `within` counts from there."""
        self._began: dict[str, tuple[float, int]] = {}
        self._watching = {c.locator for c in plan.conditions(plan.values) if watched(c)}

    def step_began(self, name: str, now: float) -> None:
        """`since: NAME` can go back to here."""
        self._began[name] = (now, self._recorder.last_seq + 1)

    async def begin(self, index: int, user: User, now: float) -> None:
        """The action `index` begins; what the checks until the next action must observe is watched for."""
        user.action_ms, user.action_seq = now, self._recorder.last_seq + 1
        self.latest_ms = now
        user.pages_before_action = len(self._session.pages.all)
        user.listeners.action_begins()
        for later in range(index + 1, len(self._plan.steps)):
            try:
                kind = self._plan.read(later, self._values)
            except FlowDefect:
                continue  # it needs a value that is not saved yet
            if kind.is_action:
                break
            wanted = conditions_of(kind)
            if wanted is None or wanted.locator is None or not watched(wanted):
                continue
            if wanted.locator not in self._watching:
                self._watching.add(wanted.locator)
                await self._session.watch(user, [wanted.locator])

    def since(self, since: str | None, user: User) -> tuple[float, int]:
        """Where a window begins: time, and the number of the first event in it."""
        if since == "start":
            return 0.0, 0
        if since is not None and since in self._began:
            return self._began[since]
        return user.action_ms, user.action_seq
