"""`events.jsonl`: facts are appended as one line each, chained by hash, and never touched again.

A line is the compact JSON of an `Entry` in UTF-8; what is hashed are the line's exact bytes without the
newline. Lines are buffered until `flush`; `close` makes them last (fsync).
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from pathlib import Path
from typing import Any

from pydantic_core import PydanticSerializationError

from qarunner.errors import RecordingError
from qarunner.model.events import Entry, Event
from qarunner.store.files import CREATE, write_all
from qarunner.store.trouble import recording_error

START = "0" * 64
"""`prev` of the first line."""
_BUFFER = 256 * 1024


class EventLog:
    """A log that is being written. Safe to flush from another thread. Raises RecordingError at any
    trouble, and again at every later call: a log that lost a line takes no more."""

    def __init__(self, path: Path) -> None:
        """Creates `path`, which must not exist yet."""
        self.path = path
        self._lock = threading.Lock()
        self._waiting: list[bytes] = []
        self._size = 0
        self._count = 0
        self._head = START
        self._broken: str | None = None
        try:
            self._fd = os.open(path, CREATE | os.O_APPEND, 0o644)
            self._file = _identity(os.fstat(self._fd))
        except OSError as error:
            raise recording_error(path, error) from error

    @property
    def count(self) -> int:
        """Lines so far, those in the buffer too."""
        return self._count

    @property
    def head(self) -> str:
        """sha256 of the last line."""
        return self._head

    def append(self, event: Event, at: float) -> int:
        """Chains `event` to the log; `at` in milliseconds since the attempt began. Returns its `seq`."""
        with self._lock:
            self._check()
            seq = self._count
            line = encode(Entry(seq=seq, at=at, prev=self._head, event=event))
            self._head = hashlib.sha256(line).hexdigest()
            self._count += 1
            self._waiting += (line, b"\n")
            self._size += len(line) + 1
            if self._size > _BUFFER:
                self._write()
        return seq

    def flush(self) -> None:
        """Hands all lines to the system: they survive the death of this process."""
        with self._lock:
            self._check()
            self._write()

    def close(self) -> None:
        """Flushes, makes the lines survive a power cut, closes. A second call does nothing."""
        with self._lock:
            if self._fd < 0:
                return
            try:
                self._check()
                self._write()
                os.fsync(self._fd)
            except OSError as error:
                raise self._break(recording_error(self.path, error)) from error
            finally:
                os.close(self._fd)
                self._fd = -1

    def _write(self) -> None:
        data = b"".join(self._waiting)
        try:
            if _identity(os.stat(self.path, follow_symlinks=False)) != self._file:
                raise self._break(RecordingError(f"cannot write {self.path}: another file has its place"))
            write_all(self._fd, data)
        except OSError as error:
            raise self._break(recording_error(self.path, error)) from error
        self._waiting.clear()
        self._size = 0

    def _check(self) -> None:
        if self._broken is not None:
            raise RecordingError(self._broken)
        if self._fd < 0:
            raise RecordingError(f"cannot write {self.path}: it is closed")

    def _break(self, error: RecordingError) -> RecordingError:
        self._broken = error.message
        return error


def encode(entry: Entry) -> bytes:
    """The exact bytes of a line, without the newline. Half surrogate pairs, which UTF-8 cannot hold, become
    U+FFFD."""
    try:
        return entry.model_dump_json().encode()
    except (PydanticSerializationError, UnicodeEncodeError):
        whole = _whole(entry.model_dump(mode="python"))
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_whole(item) for item in value]
    return value


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
