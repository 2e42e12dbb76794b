"""Disk trouble in one plain sentence."""

from __future__ import annotations

import errno
from pathlib import Path

from qarunner.errors import RecordingError

_WHY = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file is larger than this system allows",
    errno.EACCES: "no permission to write there",
    errno.EPERM: "no permission to write there",
    errno.EROFS: "the file system is read-only",
    errno.ENOENT: "the folder vanished",
    errno.ENOTDIR: "a part of the path is no folder",
    errno.ELOOP: "a part of the path is a symbolic link",
    errno.EEXIST: "something of that name is there already",
    errno.ENAMETOOLONG: "the path is too long",
    errno.EMFILE: "too many files are open",
    errno.EIO: "the disk reports an error",
}


def why(error: OSError) -> str:
    """The cause in words, without a path."""
    return _WHY.get(error.errno or 0, error.strerror or str(error))


def recording_error(path: Path, error: OSError) -> RecordingError:
    """What is raised when evidence cannot be written to `path`."""
    return RecordingError(f"cannot write {path}: {why(error)}")
