"""How late our own event loop was: nothing measured while it starves says anything about the product."""

from __future__ import annotations

import asyncio
from typing import Final

from qarunner.model.ports import Clock

BEAT_MS: Final = 50
KEPT: Final = 20_000


class LagMeter:
    """Beats every 50 ms while it runs and remembers by how much each beat was late."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._late: list[tuple[float, float]] = []
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.ensure_future(self._beat())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _beat(self) -> None:
        while True:
            before = self._clock.now_ms()
            await asyncio.sleep(BEAT_MS / 1000)
            now = self._clock.now_ms()
            late = now - before - BEAT_MS
            if late > BEAT_MS and len(self._late) < KEPT:
                self._late.append((now, late))

    def since(self, ms: float) -> float:
        """The longest lag (ms) of all beats that ended at or after `ms`."""
        return round(max((late for at, late in self._late if at >= ms), default=0.0), 1)
