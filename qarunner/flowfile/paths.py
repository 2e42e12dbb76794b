"""Paths in flow files: relative to the file, `/` between the parts, never out of the project. Pure."""

from __future__ import annotations

import posixpath
import re

from qarunner.model.mistakes import SlotError


def resolve(flow_path: str, root: str, wanted: str) -> str:
    """The path of `wanted` as seen from where `flow_path` and `root` are seen. Raises SlotError when it
    leaves `root`, or could mean different files on different systems."""
    if "\\" in wanted:
        raise SlotError(f"`{wanted}` has a backslash", "write / between the parts of a path")
    if wanted.startswith(("/", "~")) or re.match(r"[A-Za-z]:", wanted):
        raise SlotError(f"`{wanted}` is an absolute path", "write it relative to the flow file")
    if "\x00" in wanted or not wanted.strip():
        raise SlotError("this is no path", "write it relative to the flow file")
    folder = posixpath.dirname(flow_path)
    path = posixpath.normpath(posixpath.join(folder, wanted))
    if not is_inside(root, path):
        raise SlotError(f"`{wanted}` leads out of the project", "keep what a flow needs beside it")
    return path


def is_inside(root: str, path: str) -> bool:
    """Whether a normalised `path` is `root` or below it. Both absolute, or both relative to one folder."""
    top = posixpath.normpath(root) if root else "."
    if top == ".":
        return not path.startswith("/") and path != ".." and not path.startswith("../")
    return path == top or path.startswith(top.rstrip("/") + "/")
