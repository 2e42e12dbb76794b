"""`download: orders.json` with `contains bytes at_least_bytes rows`: a file that the page handed over."""

from __future__ import annotations

import re
from typing import ClassVar

from pydantic import Field

from qarunner.model.observation import Download, DownloadsSeen, Judged, Seen
from qarunner.model.slots import Count, SomeText
from qarunner.model.text import one_line
from qarunner.steps.expect.base import Condition, wrong_subject
from qarunner.steps.expect.contains import has_part


class DownloadIs(Condition):
    """One finished download of the window fits all. NAME is compared whole, `*` is any part of it; `rows` are
    those of a CSV without its header, as the capture counted them."""

    key: ClassVar[str] = "download"
    extras: ClassVar[tuple[str, ...]] = ("contains", "bytes", "at_least_bytes", "rows")
    subject: ClassVar = "downloads"

    download: SomeText
    contains: SomeText | None = None
    size: Count | None = Field(default=None, alias="bytes")
    at_least_bytes: Count | None = None
    rows: Count | None = None

    def describe(self) -> str:
        parts = [f"download {self.download}"]
        if self.contains is not None:
            parts.append(f'that contains "{one_line(self.contains, 80)}"')
        if self.size is not None:
            parts.append(f"of {self.size} bytes")
        if self.at_least_bytes is not None:
            parts.append(f"of at least {self.at_least_bytes} bytes")
        if self.rows is not None:
            parts.append(f"with {self.rows} rows")
        return " ".join(parts)

    def judge(self, seen: Seen) -> Judged:
        if not isinstance(seen, DownloadsSeen):
            raise wrong_subject(self, seen)
        if not seen.downloads:
            return self.judged(False, "no download")
        told = [(download, self._wrong(download)) for download in seen.downloads]
        fitting = [download for download, wrong in told if not wrong]
        if fitting:
            return self.judged(True, f"{fitting[0].name}, {fitting[0].size} bytes")
        return self.judged(False, "; ".join(wrong for _, wrong in told))

    def _wrong(self, found: Download) -> str:
        """What is wrong with one download, "" when it fits."""
        pattern = ".*".join(re.escape(part) for part in self.download.split("*"))
        if not re.fullmatch(pattern, found.name, re.DOTALL):
            return f"another name: {found.name}"
        if found.failed:
            return f"{found.name} broke off: {found.failed}"
        if self.size is not None and found.size != self.size:
            return f"{found.name} has {found.size} bytes"
        if self.at_least_bytes is not None and found.size < self.at_least_bytes:
            return f"{found.name} has {found.size} bytes"
        if self.rows is not None and found.rows != self.rows:
            return f"{found.name} has {'no' if found.rows is None else found.rows} rows"
        if self.contains is not None:
            if found.text is None:
                return f"{found.name} is no text"
            if not has_part(self.contains, found.text):
                return f"{found.name} does not contain it"
        return ""
