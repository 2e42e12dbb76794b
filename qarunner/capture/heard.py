"""What listeners keep for the checks: dialogs and console lines with their time, whole downloads."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from qarunner.model import events as ev
from qarunner.model.observation import Download as Seen

E = TypeVar("E")

MAX_TEXT_DOWNLOAD: Final = 200_000


@dataclass(slots=True)
class ArmedDialog:
    """An answer that a `dialog` step armed. It ends with the action after the next."""

    accept: bool
    text: str | None
    actions_left: int = 2


@dataclass(slots=True, eq=False)
class KeptDownload:
    """A download that ended; `began` in ms since the attempt began."""

    event: ev.DownloadEnded
    began: float
    path: Path | None
    data: bytes | None

    def seen(self) -> Seen:
        """As a check sees it. `rows` are those of a CSV, without its header."""
        text = _text_of(self.data)
        rows = None
        if text is not None and self.event.name.lower().endswith((".csv", ".tsv")):
            rows = max(0, sum(1 for row in csv.reader(io.StringIO(text)) if row) - 1)
        return Seen(
            name=self.event.name,
            size=self.event.size or 0,
            blob=self.event.blob,
            text=text,
            rows=rows,
            failed=self.event.failed,
        )


def _text_of(data: bytes | None) -> str | None:
    if data is None or len(data) > MAX_TEXT_DOWNLOAD or b"\0" in data:
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


@dataclass(slots=True, eq=False)
class Heard(Generic[E]):
    """A dialog or console line with its time, for the checks."""

    event: E
    at: float
