"""Where evidence lies, as paths relative to the run folder."""

from __future__ import annotations

import re
from dataclasses import dataclass

from qarunner.model.verdict import Evidence
from qarunner.report.view import Link

_PICTURE = re.compile(r"[0-9a-f]{64}\.(?:png|jpe?g|webp)")
_BLOB = re.compile(r"[0-9a-f]{64}\.[a-z0-9]{1,10}")


@dataclass(frozen=True, slots=True)
class Place:
    """The evidence folder of one attempt of one flow."""

    slug: str
    attempt: int

    @property
    def folder(self) -> str:
        return f"flows/{self.slug}/attempt-{self.attempt}/evidence"

    def line(self, seq: int) -> Link:
        """The line of the log that holds event `seq` (lines count from 1, events from 0)."""
        return Link(f"events.jsonl:{seq + 1}", f"{self.folder}/events.jsonl#L{seq + 1}")

    def blob(self, name: str) -> Link:
        """A blob, named by what it is."""
        what = "picture" if is_picture(name) else "body"
        return Link(what, f"{self.folder}/blobs/{name}")

    def all(self, evidence: tuple[Evidence, ...]) -> tuple[Link, ...]:
        """Line and blob of each pointer, each once."""
        links: dict[Link, None] = {}
        for pointer in evidence:
            links[self.line(pointer.seq)] = None
            if pointer.blob and _BLOB.fullmatch(pointer.blob):
                links[self.blob(pointer.blob)] = None
        return tuple(links)


def is_picture(name: str) -> bool:
    """Is `name` that of a blob which is a raster image?"""
    return _PICTURE.fullmatch(name) is not None
