"""Flow files for tests: from a folder of fixtures or from texts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from qarunner.flowfile.load import FlowReading, load_flow
from qarunner.model.flow import Flow

REPO = Path(__file__).parents[3]
GOOD = REPO / "fixtures" / "flows" / "good"
BAD = REPO / "fixtures" / "flows" / "bad"
HEAD = "qarunner: 1\nname: x\nbase: http://127.0.0.1:8000\n"


def read_file(path: Path, *, folder: Path | None = None) -> FlowReading:
    """A fixture, with paths as seen from `folder` (else its own)."""
    top = path.parent if folder is None else folder

    def load(name: str) -> bytes:
        return (top / name).read_bytes()

    return load_flow(path.relative_to(top).as_posix(), load, root="")


def read_texts(main: str, others: Mapping[str, str] | None = None, *, name: str = "flow.yaml") -> FlowReading:
    """A flow from a text; `others` are the files beside it."""
    files = {name: main, **(others or {})}

    def load(path: str) -> bytes:
        if path not in files:
            raise FileNotFoundError(2, "No such file or directory", path)
        return files[path].encode()

    return load_flow(name, load, root="")


def flow_of(main: str, others: Mapping[str, str] | None = None) -> Flow:
    """The flow of a text without mistakes."""
    reading = read_texts(main, others)
    assert reading.errors == (), [error.render() for error in reading.errors]
    assert reading.flow is not None
    return reading.flow


def steps(*lines: str, head: str = HEAD) -> str:
    """A flow with these steps."""
    return head + "steps:\n" + "".join(f"  - {line}\n" for line in lines)
