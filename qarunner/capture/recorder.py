"""Stamps facts, redacts them, caps every channel and hands them to the log. Never raises into a listener.

If recording fails, `failure` is set and the run can only be INCONCLUSIVE: the caller looks at it
between steps.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from qarunner.errors import RecordingError
from qarunner.model import events as ev
from qarunner.model.events import Event
from qarunner.model.ports import BlobSink, Clock, LogSink
from qarunner.model.redact import Redactor

CAPS: Final = {
    "console": 2_000,
    "page_error": 500,
    "request": 20_000,
    "dialog": 200,
    "download": 50,
    "websocket": 1_000,
    "page_opened": 100,
    "page_closed": 100,
    "document_committed": 2_000,
    "document_state": 5_000,
    "file_chooser": 100,
    "screenshot": 2_000,
    "starved": 200,
}
"""Most events of a kind in one attempt; what comes after is counted, not kept."""

MAX_BLOB_BYTES: Final = 200 * 1024 * 1024
"""Most bytes of all blobs of one attempt together."""


class Recorder:
    """One writer for one log. All times come from `clock`."""

    def __init__(self, log: LogSink, blobs: BlobSink, clock: Clock, redactor: Redactor) -> None:
        self._log, self._blobs, self._clock = log, blobs, clock
        self.redactor = redactor
        self.failure: RecordingError | None = None
        self.step: int | None = None
        self.last_seq = -1
        self._counts: Counter[str] = Counter()
        self._dropped: Counter[str] = Counter()
        self._blob_bytes = 0

    @property
    def epoch_ms(self) -> float:
        return self._clock.epoch_ms

    def now(self) -> float:
        return round(self._clock.now_ms(), 1)

    def emit(self, event: Event) -> int:
        """Keep one fact; the number of its line, or -1 when it was dropped or could not be kept."""
        if self.failure is not None:
            return -1
        self._counts[event.kind] += 1
        if self._counts[event.kind] > CAPS.get(event.kind, 1_000_000):
            self._dropped[event.kind] += 1
            return -1
        try:
            self.last_seq = self._log.append(self.redactor.value(event), self.now())
        except RecordingError as error:
            self.failure = error
            return -1
        return self.last_seq

    def blob(self, data: bytes, extension: str, *, text: bool = True) -> str | None:
        """Keep bytes (texts are redacted first); their file name, or None when they were not kept."""
        if self.failure is not None:
            return None
        if self._blob_bytes + len(data) > MAX_BLOB_BYTES:
            self._dropped["blob"] += 1
            return None
        try:
            name = self._blobs.put(self.redactor.data(data) if text else data, extension)
        except RecordingError as error:
            self.failure = error
            return None
        self._blob_bytes += len(data)
        return name

    def add_secret(self, name: str, value: str) -> None:
        """From now on `value` is redacted everywhere."""
        self.redactor = self.redactor.with_secret(name, value)

    def count_dropped(self, channel: str, count: int = 1) -> None:
        self._dropped[channel] += count

    def emit_dropped(self) -> dict[str, int]:
        """Write down what the caps dropped; the counters by channel."""
        for channel, count in sorted(self._dropped.items()):
            self.emit(ev.Dropped(channel=channel, count=count))
        return dict(sorted(self._dropped.items()))

    def flush(self) -> None:
        if self.failure is not None:
            return
        try:
            self._log.flush()
        except RecordingError as error:
            self.failure = error
