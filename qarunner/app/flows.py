"""Finding flow files and reading them, each with all its mistakes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from qarunner.errors import Diagnostic, FlowFileError, UsageError
from qarunner.flowfile.header import Defaults
from qarunner.flowfile.load import FlowReading, load_flow, read_defaults
from qarunner.model.flow import Flow
from qarunner.yamltext.read import read_bytes
from qarunner.yamltext.tree import Mapping

CONFIG = "qarunner.yaml"
MOST_BYTES = 1024 * 1024
ROOT_MARKS = (CONFIG, "pyproject.toml", ".git")


@dataclass(frozen=True, slots=True)
class Read:
    """One flow file as read. `path` as the user named it."""

    path: Path
    reading: FlowReading


def project_root(flow_file: Path) -> Path:
    """The nearest folder above the flow file with one of ROOT_MARKS, else the file's own folder."""
    folder = flow_file.absolute().parent
    for one in (folder, *folder.parents):
        if any((one / mark).exists() for mark in ROOT_MARKS):
            return one
    return folder


def flow_files(paths: Sequence[Path]) -> list[Path]:
    """The flow files that `paths` (files and folders) mean, in order. In folders only files with the header
    `qarunner:` count. Raises UsageError when a path is not there or nothing is found."""
    found: list[Path] = []
    for path in paths:
        if not os.path.exists(path):  # False for a name that no system can hold, too
            raise UsageError(f"there is no {path}", "name a flow file or a folder with flow files")
        found += sorted(_in_folder(path)) if path.is_dir() else [path]
    if not found:
        raise UsageError(f"no flow file in {', '.join(map(str, paths))}", "a flow begins with `qarunner: 1`")
    return list(dict.fromkeys(found))


def _in_folder(folder: Path) -> Iterator[Path]:
    for pattern in ("*.yaml", "*.yml"):
        for path in folder.rglob(pattern):
            if not path.is_file() or any(part.startswith(".") for part in path.relative_to(folder).parts):
                continue
            try:
                text = _bytes(path).decode("utf-8-sig", "replace")
            except OSError:
                continue
            if any(line.startswith("qarunner:") for line in text.splitlines()):
                yield path


def read_flows(paths: Sequence[Path]) -> list[Read]:
    """All flow files that `paths` mean, read, each with its mistakes. Raises UsageError."""
    return [Read(path, _read(path)) for path in flow_files(paths)]


def _bytes(path: Path) -> bytes:
    """The content, cut at MOST_BYTES: enough to see that it is too long for a flow file."""
    if path.exists() and not path.is_file():
        raise OSError("it is no file")  # reading a pipe would wait for ever
    with path.open("rb") as file:
        return file.read(MOST_BYTES)


def _read(path: Path) -> FlowReading:
    root = project_root(path)

    def load(name: str) -> bytes:
        found = Path(name)
        if not found.resolve().is_relative_to(root.resolve()):
            raise OSError("it lies outside of the project")
        return _bytes(found)

    seen = Path(os.path.relpath(root, Path.cwd())) if not path.is_absolute() else root
    defaults, mistakes = _defaults(root)
    if mistakes:
        return FlowReading(None, mistakes)
    return load_flow(path.as_posix(), load, root=seen.as_posix(), defaults=defaults)


def _defaults(root: Path) -> tuple[Defaults | None, tuple[Diagnostic, ...]]:
    """What `qarunner.yaml` in the project root says under `defaults:`."""
    path = root / CONFIG
    if not path.is_file():
        return None, ()
    reading = read_bytes(_bytes(path), str(path))
    node = reading.node.get("defaults") if isinstance(reading.node, Mapping) else None
    if reading.diagnostics or node is None:
        return None, reading.diagnostics
    return read_defaults(node, reading, str(path))


def sound(reads: Iterable[Read]) -> list[Flow]:
    """The flows, when no file has a mistake. Raises FlowFileError with all mistakes of all files."""
    mistakes: list[Diagnostic] = []
    flows: list[Flow] = []
    for one in reads:
        mistakes += one.reading.errors
        if one.reading.flow is not None:
            flows.append(one.reading.flow)
    if mistakes:
        raise FlowFileError(mistakes)
    return flows
