"""What lies in a run folder beside the bundles: derived files to read, and names that don't belong there."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from qarunner.errors import BundleError
from qarunner.store.files import is_folder
from qarunner.store.rundir import REPORT, bundles
from qarunner.store.trouble import why

MAX_DERIVED = 8 * 1024 * 1024
_ANOTHER = re.compile(r"qa[-_]?report[\w.-]*\.md$", re.IGNORECASE)
"""A name under which somebody else's report could pass for ours."""


def read_derived(path: Path) -> bytes | None:
    """The bytes of a derived file; None when there is none. Raises BundleError for a link, a folder, a file
    above 8 MB, or one that cannot be read."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BundleError(f"{path.name} cannot be read: {why(error)}") from error
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise BundleError(f"{path.name} is no plain file")
    with os.fdopen(fd, "rb") as file:
        data = file.read(MAX_DERIVED + 1)
    if len(data) > MAX_DERIVED:
        raise BundleError(f"{path.name} is larger than {MAX_DERIVED >> 20} MB")
    return data


def is_plain_file(path: Path) -> bool:
    """A regular file, no link to one."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def strange_entries(run: Path, most: int = 100) -> list[str]:
    """Paths below `flows/` (from the run folder) that are no part of any bundle: links, foreign names,
    attempts without evidence, things beside an evidence folder; and a second report beside ours. Sorted, at
    most `most`."""
    known = {place.evidence for place in bundles(run)}
    wanted = known | {path.parent for path in known} | {path.parent.parent for path in known}
    beside = sorted(entry.name for entry in os.scandir(run)) if is_folder(run) else []
    found = [name for name in beside if _ANOTHER.search(name) and name != REPORT]
    for folder in [run / "flows", *sorted(wanted - known)]:
        if is_folder(folder):
            names = sorted(entry.name for entry in os.scandir(folder))
            found += [str((folder / name).relative_to(run)) for name in names if folder / name not in wanted]
    return sorted(found)[:most]
