"""Makes the derived files of a run folder again."""

from __future__ import annotations

from pathlib import Path

from qarunner.app.evidence import load_run
from qarunner.errors import UsageError
from qarunner.report.derived import Derived, derive_files
from qarunner.report.evidence import RunEvidence
from qarunner.store.rundir import REPORT, find_target, write_derived

VERDICT = "verdict.json"


def report(target: Path) -> RunEvidence:
    """Writes qa-report.md and verdict.json of the run around `target`, byte for byte as they follow from the
    evidence; a killed or damaged run gets an honest report. Raises UsageError when `target` is no part of a
    run folder, BundleError when there is no bundle, RecordingError when the disk refuses."""
    run = find_target(target).run
    if run is None:
        raise UsageError(f"{target} is no part of a run folder", "Give the folder that `qarunner run` wrote.")
    evidence = load_run(run)
    write(run, derive_files(evidence))
    return evidence


def write(run: Path, derived: Derived) -> Path:
    """The derived files of a run folder, each wholly or not at all; the path of the report."""
    write_derived(run / VERDICT, derived.verdict.encode())
    write_derived(run / REPORT, derived.report.encode())
    return run / REPORT
