"""The bare log of a test: real lines, a real chain, a real seal. `builder.Log` adds the moments of a run."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from qarunner.fold.integrity import FIRST_PREV, check
from qarunner.fold.run import fold
from qarunner.model import events as ev
from qarunner.model.bundle import BlobFact, BundleBytes
from qarunner.model.record import RunRecord
from qarunner.model.verdict import RunVerdict
from qarunner.verdict.derive import derive
from tests.unit.seen import BASE

STARTED: Mapping[str, Any] = {
    "run": "abcd1234",
    "started": "2026-11-30T12:00:00Z",
    "flow_path": "flows/orders.yaml",
    "flow_name": "Orders",
    "flow_digest": "0" * 64,
    "slug": "orders",
    "bundles": ("orders",),
    "base": BASE,
    "origins": (BASE,),
    "timeout_ms": 10_000,
    "settle_ms": 500,
    "tool": "0.1.0",
    "playwright": "1.60",
    "browser": "156.0",
    "browser_kind": "headless-shell",
    "sandbox": True,
    "viewport": "1280x720",
    "locale": "en-GB",
    "timezone": "UTC",
    "platform": "linux",
}
"""The first event, but for the plan."""


def png(*pixels: tuple[int, int, int]) -> bytes:
    """A picture of one row with these pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + b"".join(bytes(pixel) for pixel in pixels)
    head = struct.pack(">IIBBBBB", len(pixels), 1, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


class Ledger:
    """Events and blobs under construction. `run` overrides fields of the first event; `now` is the time in
    ms; `ends` false leaves the last event away."""

    def __init__(self, **run: Any) -> None:
        self.run = run
        self.plan: list[ev.PlannedStep] = []
        self.events: list[tuple[float, ev.Event]] = []
        self.blobs: dict[str, bytes] = {}
        self.now = 0.0
        self.ends = True

    def after(self, ms: float) -> Self:
        """Let time pass."""
        self.now += ms
        return self

    def emit(self, event: ev.Event) -> Self:
        """Write a line; a millisecond passes."""
        self.now += 1
        self.events.append((self.now, event))
        return self

    def blob(self, data: bytes, ending: str) -> str:
        """Keep bytes; the name of their file."""
        name = f"{sha256(data).hexdigest()}.{ending}"
        self.blobs[name] = data
        return name

    def lines(self) -> list[bytes]:
        """The lines of the log, without their newlines."""
        started = ev.RunStarted(**{**STARTED, "steps": tuple(self.plan), **self.run})
        events: list[tuple[float, ev.Event]] = [(0.0, started), *self.events]
        if self.ends:
            events.append((self.now + 500, ev.RunEnded(settled_ms=500)))
        return chain(events)

    def bundle(self, *, sealed: bool = True) -> BundleBytes:
        """The bytes on disk."""
        return seal(self.lines(), self.blobs, sealed=sealed)

    def entries(self) -> tuple[ev.Entry, ...]:
        """The entries with their chain."""
        return check(self.bundle())[0]

    def record(self, *, sealed: bool = True) -> RunRecord:
        return fold(*check(self.bundle(sealed=sealed)))

    def verdict(self, *, sealed: bool = True) -> RunVerdict:
        return derive(self.record(sealed=sealed))

    def write(self, folder: Path, *, sealed: bool = True) -> Path:
        """The bundle as files in `folder`."""
        bundle = self.bundle(sealed=sealed)
        (folder / "blobs").mkdir(parents=True)
        (folder / "events.jsonl").write_bytes(bundle.log)
        if bundle.seal is not None:
            (folder / "seal.json").write_bytes(bundle.seal)
        for name, data in self.blobs.items():
            (folder / "blobs" / name).write_bytes(data)
        return folder


def chain(events: list[tuple[float, ev.Event]]) -> list[bytes]:
    """Lines of these events (time in ms, event), each with the hash of the one before."""
    lines: list[bytes] = []
    prev = FIRST_PREV
    for seq, (at, event) in enumerate(events):
        lines.append(ev.Entry(seq=seq, at=at, prev=prev, event=event).model_dump_json().encode())
        prev = sha256(lines[-1]).hexdigest()
    return lines


def seal(lines: list[bytes], blobs: Mapping[str, bytes], *, sealed: bool = True) -> BundleBytes:
    """A bundle of these lines, closed by a seal that fits them."""
    sizes = {name: len(data) for name, data in blobs.items()}
    head = sha256(lines[-1]).hexdigest() if lines else FIRST_PREV
    closing = ev.Seal(count=len(lines), head=head, blobs=sizes).model_dump_json().encode()
    facts = {name: BlobFact(len(data), sha256(data).hexdigest()) for name, data in blobs.items()}
    log = b"".join(line + b"\n" for line in lines)
    return BundleBytes(log=log, seal=closing if sealed else None, blobs=facts)
