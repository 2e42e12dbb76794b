"""One bundle while it is written: log, blobs and, at the end, the seal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from qarunner.model.events import Seal
from qarunner.store.blobs import BlobStore
from qarunner.store.eventlog import EventLog
from qarunner.store.files import write_atomic
from qarunner.store.rundir import create_attempt


class BundleWriter:
    """The new bundle of one attempt. Raises RecordingError at any trouble with the disk."""

    def __init__(self, run: Path, slug: str, attempt: int = 1) -> None:
        self.evidence = create_attempt(run, slug, attempt)
        self.blobs = BlobStore(self.evidence / "blobs", scratch=self.evidence.parent)
        self.log = EventLog(self.evidence / "events.jsonl")

    def seal(self, dropped: Mapping[str, int] | None = None) -> Seal:
        """Closes the log for good and writes `seal.json`: from here on nothing is added."""
        self.log.close()
        seal = Seal(
            count=self.log.count,
            head=self.log.head,
            blobs=self.blobs.sizes,
            dropped=dict(dropped or {}),
        )
        path = self.evidence / "seal.json"
        write_atomic(path, seal_bytes(seal), self.evidence.parent, durable=True)
        return seal


def seal_bytes(seal: Seal) -> bytes:
    """The exact content of `seal.json`: sorted keys, two blanks a level, one newline at the end."""
    text = json.dumps(seal.model_dump(mode="json"), sort_keys=True, indent=2, ensure_ascii=False)
    return text.encode() + b"\n"
