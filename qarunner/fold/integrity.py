"""Is this bundle what was recorded? Judged from its bytes alone, before any fact in it is believed.

The chain: each line of `events.jsonl` ends in one newline and carries, as `prev`, the sha256 of the exact
bytes of the line before it, *without* its newline; the first carries 64 zeros. `seal.json` closes the
chain with the count, the sha256 of the last line and the list of blobs. A hash covers the line before it,
so a line whose successor does not fit is doubtful itself: a break of the chain at line 6 names line 5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256

from pydantic import ValidationError

from qarunner.fold import strictjson
from qarunner.model import events as ev
from qarunner.model.bundle import BundleBytes
from qarunner.model.record import Break, Integrity
from qarunner.model.text import one_line

LOG = "events.jsonl"
SEAL = "seal.json"
FIRST_PREV = "0" * 64
_BLOB_NAME = re.compile(r"([0-9a-f]{64})\.[a-z0-9]{1,10}")


def check(bundle: BundleBytes) -> tuple[tuple[ev.Entry, ...], Integrity]:
    """The readable entries up to the first line that is broken, and all that is wrong.

    Never raises, whatever the bytes are. The entries may end in one that is doubtful: `Break.seq` is the
    first line that must not be believed.
    """
    lines, torn = _split(bundle.log)
    entries, head, broken = _read(lines)
    breaks = [broken] if broken else []
    if torn and not broken:
        breaks.append(_log_break(len(lines), "torn-line", "the last line was cut while it was written"))
    if not bundle.log:
        breaks.append(Break(LOG, "empty", "the log is empty", 0))
    seal, seal_breaks = _read_seal(bundle.seal)
    breaks += seal_breaks
    if seal is not None:
        if not breaks:
            breaks += _against_log(seal, entries, head)
        breaks += _against_disk(seal, bundle)
    breaks += _blobs(bundle, entries)
    return entries, Integrity(
        sealed=seal is not None and not breaks,
        breaks=tuple(breaks),
        seal_digest="" if bundle.seal is None else sha256(bundle.seal).hexdigest(),
        head=head,
    )


def first_doubtful(integrity: Integrity) -> int | None:
    """`seq` of the first line that must not be believed; None when the whole log can be."""
    return min((b.seq for b in integrity.breaks if b.seq is not None), default=None)


def referred(event: ev.Event) -> Iterator[str]:
    """Names of the blobs that an event refers to."""
    match event:
        case ev.Screenshot(blob=str(name)) | ev.DownloadEnded(blob=str(name)):
            yield name
        case ev.Request(body=str(name)) | ev.AppStopped(log=str(name)):
            yield name
        case ev.Looked():
            for look in event.looks:
                if isinstance(look, dict):
                    for group in ("answers", "downloads"):
                        yield from _names(look.get(group))
        case _:
            return


def _names(items: object) -> Iterator[str]:
    for item in items if isinstance(items, list) else []:
        name = item.get("blob") if isinstance(item, dict) else None
        if isinstance(name, str):
            yield name


def _split(log: bytes) -> tuple[list[bytes], bytes]:
    """The whole lines without their newlines, and what follows the last newline."""
    *lines, rest = log.split(b"\n")
    return lines, rest


def _log_break(line: int, what: str, message: str, seq: int | None = None) -> Break:
    """`line` from 0, as `seq` counts; people count from 1."""
    return Break(f"{LOG}:{line + 1}", what, message, line if seq is None else seq)


def _read(lines: list[bytes]) -> tuple[tuple[ev.Entry, ...], str, Break | None]:
    """Entries up to the first broken line, the sha256 of the last of them, and that break."""
    entries: list[ev.Entry] = []
    head = FIRST_PREV
    for number, line in enumerate(lines):
        try:
            strictjson.loads(line)
            entry = ev.Entry.model_validate_json(line, strict=True)
        except strictjson.NotStrict as error:
            return tuple(entries), head, _log_break(number, "bad-line", f"no strict JSON: {error}")
        except ValidationError as error:
            return tuple(entries), head, _log_break(number, "bad-line", f"no known event: {_first(error)}")
        if entry.prev != head:
            message = "does not follow from the line before it: one was changed, or a line is missing"
            return tuple(entries), head, _log_break(number, "chain", message, max(number - 1, 0))
        if entry.seq != number:
            message = f"has the number {entry.seq} in the place of {number}"
            return tuple(entries), head, _log_break(number, "sequence", message)
        entries.append(entry)
        head = sha256(line).hexdigest()
    return tuple(entries), head, None


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return one_line(f"{'.'.join(str(part) for part in first['loc'][:4])}: {first['msg']}")


def _read_seal(data: bytes | None) -> tuple[ev.Seal | None, list[Break]]:
    if data is None:
        return None, [Break(SEAL, "unsealed", "there is no seal: the run did not come to its end")]
    try:
        strictjson.loads(data)
        seal = ev.Seal.model_validate_json(data, strict=True)
    except strictjson.NotStrict as error:
        return None, [Break(SEAL, "seal", f"no strict JSON: {error}")]
    except ValidationError as error:
        return None, [Break(SEAL, "seal", f"no seal: {_first(error)}")]
    if seal.log_schema != ev.SCHEMA:
        message = f"is of the schema {seal.log_schema[:60]!r}, not {ev.SCHEMA!r}"
        return None, [Break(SEAL, "unknown-schema", message)]
    return seal, []


def _against_log(seal: ev.Seal, entries: tuple[ev.Entry, ...], head: str) -> list[Break]:
    if seal.count != len(entries):
        message = f"the seal closes {seal.count} lines, the log has {len(entries)}"
        return [Break(SEAL, "count", message, max(min(seal.count, len(entries)) - 1, 0))]
    if seal.head != head:
        message = "the last line of the log is not the one that was sealed"
        return [Break(SEAL, "head", message, max(len(entries) - 1, 0))]
    return []


def _against_disk(seal: ev.Seal, bundle: BundleBytes) -> list[Break]:
    breaks = []
    for name in sorted(seal.blobs.keys() | bundle.blobs.keys()):
        where = f"blobs/{name}"
        fact = bundle.blobs.get(name)
        if name not in seal.blobs:
            breaks.append(Break(where, "blob-extra", "is not in the seal: it was added later"))
        elif fact is None:
            breaks.append(Break(where, "blob-missing", "is in the seal, but not on the disk"))
        elif fact.size != seal.blobs[name]:
            message = f"has {fact.size} bytes, sealed were {seal.blobs[name]}"
            breaks.append(Break(where, "blob-changed", message))
    return breaks


def _blobs(bundle: BundleBytes, entries: tuple[ev.Entry, ...]) -> list[Break]:
    """What holds with and without a seal: names are hashes, nothing strange, no reference into the void."""
    breaks = [Break(name, "blob-extra", "does not belong into a bundle") for name in bundle.strange]
    for name, fact in sorted(bundle.blobs.items()):
        match = _BLOB_NAME.fullmatch(name)
        if match is None:
            breaks.append(Break(f"blobs/{name}", "blob-extra", "is no `<sha256>.<ending>`"))
        elif match[1] != fact.sha256:
            breaks.append(Break(f"blobs/{name}", "blob-changed", "its bytes are not those of its name"))
    missing: dict[str, int] = {}
    for entry in entries:
        for name in referred(entry.event):
            if name not in bundle.blobs:
                missing.setdefault(name, entry.seq)
    for name, seq in missing.items():
        message = f"line {seq + 1} of the log refers to it, but it is not there"
        breaks.append(Break(f"blobs/{name}", "blob-missing", message))
    return breaks
