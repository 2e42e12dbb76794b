"""The run folder `reports/<run-id>/flows/<slug>/attempt-<n>/evidence/`, and which part of it a path means."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from os.path import isdir, isfile, lexists
from pathlib import Path
from typing import Literal

from qarunner.errors import UsageError
from qarunner.store.files import is_folder, make_folder, write_atomic
from qarunner.store.trouble import recording_error

REPORT = "qa-report.md"
_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?")
_RUN = re.compile(r"\d{8}-\d{6}-[a-z0-9]{6}")
_ATTEMPT = re.compile(r"attempt-([1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class BundlePlace:
    """Where the evidence of one attempt lies."""

    slug: str
    attempt: int
    evidence: Path


@dataclass(frozen=True, slots=True)
class Target:
    """What a path means. `path` is the run folder, the report, `flows/<slug>` or the evidence folder;
    `run` the run folder around it (None for a report or evidence that lies elsewhere)."""

    kind: Literal["run", "report", "flow", "evidence"]
    path: Path
    run: Path | None


def slugify(text: str, taken: Sequence[str] = ()) -> str:
    """`text` as a folder name: a-z, 0-9 and single hyphens, 1 to 80 characters, not one of `taken`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:72].strip("-") or "flow"
    free, number = slug, 2
    while free in taken:
        free, number = f"{slug}-{number}", number + 1
    return free


def create_run(reports: Path, run_id: str) -> Path:
    """A new run folder. `reports` is made when missing, and then ignored by git. Raises RecordingError."""
    run = reports / run_id
    if not _RUN.fullmatch(run_id):
        raise ValueError(f"no run id: {run_id!r}")
    try:
        if not reports.exists():
            reports.mkdir(parents=True)
            (reports / ".gitignore").write_text("# made by qarunner\n*\n", encoding="utf-8")
        make_folder(run, new=True)
        make_folder(run / "flows", new=True)
    except OSError as error:
        raise recording_error(run, error) from error
    return run


def create_attempt(run: Path, slug: str, attempt: int) -> Path:
    """The new, empty evidence folder (with `blobs/`) of an attempt. Raises RecordingError."""
    if not _SLUG.fullmatch(slug):
        raise ValueError(f"no slug: {slug!r}")
    evidence = evidence_path(run, slug, attempt)
    try:
        make_folder(run / "flows")
        make_folder(run / "flows" / slug)
        make_folder(evidence.parent, new=True)
        make_folder(evidence, new=True)
        make_folder(evidence / "blobs", new=True)
    except OSError as error:
        raise recording_error(evidence, error) from error
    return evidence


def evidence_path(run: Path, slug: str, attempt: int) -> Path:
    return run / "flows" / slug / f"attempt-{attempt}" / "evidence"


def write_derived(path: Path, data: bytes) -> None:
    """A derived file (report, verdict), wholly or not at all. Raises RecordingError."""
    write_atomic(path, data)


def bundles(run: Path, order: Sequence[str] = ()) -> list[BundlePlace]:
    """All bundles of a run folder: slugs in the order given, then others by name; attempts by number.
    Links and foreign names are passed over."""
    known = {slug: place for place, slug in enumerate(order)}
    slugs = [p.name for p in _folders(run / "flows") if _SLUG.fullmatch(p.name)]
    slugs.sort(key=lambda slug: (known.get(slug, len(known)), slug))
    return [place for slug in slugs for place in attempts(run / "flows" / slug)]


def attempts(flow: Path) -> list[BundlePlace]:
    """The bundles of one flow folder, first attempt first."""
    found = [(m, p) for p in _folders(flow) if (m := _ATTEMPT.fullmatch(p.name))]
    places = [
        BundlePlace(flow.name, int(m[1]), p / "evidence") for m, p in found if is_folder(p / "evidence")
    ]
    return sorted(places, key=lambda place: place.attempt)


def latest(reports: Path) -> Path | None:
    """The newest run folder below `reports` (run ids sort by time), or None."""
    runs = [p for p in _folders(reports) if _RUN.fullmatch(p.name) and is_folder(p / "flows")]
    return max(runs, key=lambda p: p.name, default=None)


def find_target(path: Path) -> Target:
    """Tells a run folder, a report, a flow folder and an evidence folder apart (an attempt folder means its
    evidence). Raises UsageError when it is none of them."""
    path = path.absolute()
    if isfile(path) and path.name == "events.jsonl":
        path = path.parent
    if isfile(path):
        if path.suffix != ".md":
            raise UsageError(f"{path} is no run folder, report, flow folder or evidence folder")
        return Target("report", path, path.parent if is_folder(path.parent / "flows") else None)
    if not isdir(path):
        raise UsageError(f"{path} does not exist")
    if isdir(path / "evidence"):
        path = path / "evidence"
    if path.name == "evidence" or lexists(path / "events.jsonl") or lexists(path / "seal.json"):
        return Target("evidence", path, _run_above(path, 4))
    if path.name == "flows" and is_folder(path):
        path = path.parent
    if is_folder(path / "flows"):
        return Target("run", path, path)
    if path.parent.name == "flows" or attempts(path):
        return Target("flow", path, _run_above(path, 2))
    if isfile(path / REPORT):
        return Target("report", path / REPORT, None)
    if run := latest(path):
        return Target("run", run, run)
    raise UsageError(f"{path} is no run folder, report, flow folder or evidence folder")


def _run_above(path: Path, levels: int) -> Path | None:
    run = path.parents[levels - 1] if len(path.parents) >= levels else None
    return (
        run if run is not None and is_folder(run / "flows") and path.is_relative_to(run / "flows") else None
    )


def _folders(path: Path) -> list[Path]:
    try:
        return [p for p in path.iterdir() if is_folder(p)] if is_folder(path) else []
    except OSError:
        return []
