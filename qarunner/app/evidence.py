"""Loads a run folder: from the bytes on the disk to records and verdicts."""

from __future__ import annotations

from pathlib import Path

from qarunner.errors import BundleError
from qarunner.model.bundle import BundleBytes
from qarunner.report.evidence import RunEvidence, assemble
from qarunner.store.bundle import read_bundle
from qarunner.store.derived import strange_entries
from qarunner.store.rundir import bundles


def load_run(run: Path) -> RunEvidence:
    """All bundles of the run folder `run`, folded and judged; nothing is believed of them, and what is broken
    stays in the result as broken. Raises BundleError when there is no bundle at all."""
    found: dict[str, dict[int, BundleBytes | str]] = {}
    for place in bundles(run):
        found.setdefault(place.slug, {})[place.attempt] = _read(place.evidence)
    return assemble(found, strange_entries(run))


def _read(evidence: Path) -> BundleBytes | str:
    """The bundle, or in words (without the path of this machine) why it cannot be read."""
    try:
        return read_bundle(evidence)
    except BundleError as error:
        return error.message.replace(f"{evidence}/", "").replace(str(evidence), "the folder")
