"""The only clocks of the project."""

from __future__ import annotations

import time
from datetime import UTC, datetime


class Clock:
    """Counts from its creation; never goes back."""

    def __init__(self) -> None:
        self._start = time.monotonic_ns()
        self.epoch_ms = time.time_ns() / 1e6
        """The local clock's time at the start, in milliseconds since 1970."""

    def now_ms(self) -> float:
        """Milliseconds since the start, to a hundredth."""
        return round((time.monotonic_ns() - self._start) / 1e6, 2)


def utc_now() -> str:
    """The local clock in UTC as RFC 3339 with milliseconds: `2026-11-30T18:45:01.123Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
