"""Reading an evidence folder as it lies on disk, believing nothing: links are not followed, only plain files
with one name count, everything has a cap, and what was opened is what is hashed."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from qarunner.errors import BundleError
from qarunner.model.bundle import BlobFact, BundleBytes
from qarunner.store.blobs import MAX_BYTES, NAME
from qarunner.store.trouble import why

MAX_LOG = 256 * 1024 * 1024
MAX_SEAL = 16 * 1024 * 1024
MAX_BLOBS = 20_000
_MAX_STRANGE = 100
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class _Strange(Exception):
    """Not a file that belongs into a bundle; the message says why."""


def read_bundle(evidence: Path) -> BundleBytes:
    """The bytes of the log and the seal, size and hash of each blob, and the names of all else, sorted
    (at most 100, then `...`). Raises BundleError when there is no log that can be read."""
    try:
        folder = os.open(evidence, _FOLDER)
    except OSError as error:
        raise BundleError(f"{evidence} is no evidence folder: {_why(error)}") from error
    try:
        strange: list[str] = []
        log = _log(evidence, folder)
        seal: bytes | None = None
        blobs: dict[str, BlobFact] = {}
        for name in sorted(os.listdir(folder)):
            if name == "seal.json":
                try:
                    seal = _content(folder, name, MAX_SEAL)
                except (_Strange, OSError):
                    strange.append(name)
            elif name == "blobs":
                _blobs(folder, blobs, strange)
            elif name != "events.jsonl":
                strange.append(name)
    finally:
        os.close(folder)
    return BundleBytes(log=log, seal=seal, blobs=blobs, strange=_named(strange))


def _log(evidence: Path, folder: int) -> bytes:
    try:
        return _content(folder, "events.jsonl", MAX_LOG)
    except FileNotFoundError as error:
        raise BundleError(f"{evidence} holds no events.jsonl") from error
    except OSError as error:
        raise BundleError(f"{evidence / 'events.jsonl'} cannot be read: {_why(error)}") from error
    except _Strange as error:
        raise BundleError(f"{evidence / 'events.jsonl'} {error}") from error


def _blobs(folder: int, blobs: dict[str, BlobFact], strange: list[str]) -> None:
    try:
        inner = os.open("blobs", _FOLDER, dir_fd=folder)
    except OSError:
        strange.append("blobs")
        return
    try:
        for number, name in enumerate(sorted(os.listdir(inner))):
            if number >= MAX_BLOBS:
                strange.append(f"blobs/ (more than {MAX_BLOBS} entries)")
                break
            try:
                if not NAME.fullmatch(name):
                    raise _Strange("has no name of a blob")
                blobs[name] = _fact(inner, name)
            except (_Strange, OSError):
                strange.append(f"blobs/{name}")
    finally:
        os.close(inner)


def _fact(folder: int, name: str) -> BlobFact:
    with _plain(folder, name, MAX_BYTES) as fd:
        digest, size = hashlib.sha256(), 0
        while part := os.read(fd, 1 << 20):
            digest.update(part)
            size += len(part)
            if size > MAX_BYTES:
                raise _Strange("grows")
        return BlobFact(size=size, sha256=digest.hexdigest())


def _content(folder: int, name: str, limit: int) -> bytes:
    with _plain(folder, name, limit) as fd:
        parts, size = [], 0
        while part := os.read(fd, 1 << 20):
            parts.append(part)
            size += len(part)
            if size > limit:
                raise _Strange("grows")
        return b"".join(parts)


@contextmanager
def _plain(folder: int, name: str, limit: int) -> Iterator[int]:
    """An open plain file. The check is made on what was opened."""
    fd = os.open(name, _FILE, dir_fd=folder)
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            raise _Strange("is no plain file")
        if status.st_nlink != 1:
            raise _Strange("has a second name (hard link)")
        if status.st_size > limit:
            raise _Strange(f"is larger than {limit >> 20} MB")
        yield fd
    finally:
        os.close(fd)


def _named(strange: list[str]) -> tuple[str, ...]:
    shown = [name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace") for name in strange]
    clean = ["".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in name)[:200] for name in shown]
    return (*clean[:_MAX_STRANGE], "...") if len(clean) > _MAX_STRANGE else tuple(clean)


def _why(error: OSError) -> str:
    return "there is none" if isinstance(error, FileNotFoundError) else why(error)
