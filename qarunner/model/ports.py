"""What the edges give to each other, as small protocols: a log, a place for blobs, a clock."""

from __future__ import annotations

from typing import Protocol

from qarunner.model.events import Event


class LogSink(Protocol):
    """An append-only log. Raises RecordingError when a line cannot be kept."""

    def append(self, event: Event, at: float) -> int:
        """Stamp and keep `event`; the number of its line (`seq`)."""
        ...

    def flush(self) -> None:
        """Hand all lines to the operating system."""
        ...


class BlobSink(Protocol):
    """A content-addressed store. Raises RecordingError when a blob cannot be kept."""

    def put(self, data: bytes, extension: str) -> str:
        """Keep `data`; its file name, `<sha256>.<extension>`."""
        ...


class Clock(Protocol):
    epoch_ms: float
    """The local clock's time when the attempt began, in milliseconds since 1970 (UTC)."""

    def now_ms(self) -> float:
        """Milliseconds since the attempt began, monotonic."""
        ...
