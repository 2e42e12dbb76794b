"""`blobs/<sha256>.<ext>`: files named by their content, written whole or not at all, checked when read."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import threading
from pathlib import Path

from qarunner.errors import BundleError
from qarunner.store.files import write_atomic
from qarunner.store.trouble import why

NAME = re.compile(r"[0-9a-f]{64}\.[a-z0-9]{1,8}")
MAX_BYTES = 64 * 1024 * 1024


class BlobStore:
    """The blobs of one bundle while it is written. Safe to use from several threads."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        """`folder` exists; `scratch` is a folder on the same file system, outside the evidence: what a kill
        leaves behind there is no part of the bundle."""
        self._folder = folder
        self._scratch = scratch
        self._lock = threading.Lock()
        self._sizes: dict[str, int] = {}

    @property
    def sizes(self) -> dict[str, int]:
        """Name -> bytes of all blobs that are wholly written."""
        with self._lock:
            return dict(self._sizes)

    def put(self, data: bytes, extension: str) -> str:
        """Stores `data` and returns its name. Equal content is stored once. Raises RecordingError."""
        name = blob_name(data, extension)
        with self._lock:
            if name in self._sizes:
                return name
        write_atomic(self._folder / name, data, self._scratch)
        with self._lock:
            self._sizes[name] = len(data)
        return name


def blob_name(data: bytes, extension: str) -> str:
    """The name that `data` has as a blob; `extension` is 1 to 8 small letters and digits."""
    name = f"{hashlib.sha256(data).hexdigest()}.{extension}"
    if not NAME.fullmatch(name):
        raise ValueError(f"no extension for a blob: {extension!r}")
    return name


def read_blob(evidence: Path, name: str) -> bytes:
    """The bytes of a blob, checked against its name. Raises BundleError in one sentence."""
    if not NAME.fullmatch(name):
        raise BundleError(f"{name!r} is no name of a blob")
    try:
        fd = os.open(evidence / "blobs" / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise BundleError(f"blob {name} cannot be read: {why(error)}") from error
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
        os.close(fd)
        raise BundleError(f"blob {name} is no plain file of at most {MAX_BYTES >> 20} MB")
    with os.fdopen(fd, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if hashlib.sha256(data).hexdigest() != name[:64]:
        raise BundleError(f"blob {name} was changed: its content has another hash than its name")
    return data
