"""Small file operations that the store shares: whole writes, atomic writes, folders that are no links."""

from __future__ import annotations

import os
import stat
import threading
from contextlib import suppress
from itertools import count
from pathlib import Path

from qarunner.store.trouble import recording_error

_NUMBERS = count()
CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_all(fd: int, data: bytes) -> None:
    """All of `data`, however the system cuts it. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def write_atomic(path: Path, data: bytes, scratch: Path | None = None, *, durable: bool = False) -> None:
    """`path` holds `data` wholly or is as before. The temporary file lies in `scratch` (same file system;
    by default beside `path`). A link at `path` is replaced, not followed. Raises RecordingError."""
    temporary = (scratch or path.parent) / f".tmp-{os.getpid()}-{threading.get_ident()}-{next(_NUMBERS)}"
    try:
        fd = os.open(temporary, CREATE, 0o644)
        try:
            write_all(fd, data)
            if durable:
                os.fsync(fd)
        finally:
            os.close(fd)
        os.rename(temporary, path)
        if durable:
            sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            os.unlink(temporary)
        raise recording_error(path, error) from error


def make_folder(path: Path, *, new: bool = False) -> None:
    """A folder at `path`, whose parent exists. `new`: it must not be there yet. A link is refused.
    Raises OSError."""
    try:
        os.mkdir(path)
    except FileExistsError:
        if new or not is_folder(path):
            raise


def is_folder(path: Path) -> bool:
    """A real folder, no link to one."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def sync_folder(path: Path) -> None:
    """Makes new names in `path` last. Raises OSError."""
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
