"""What is broken in a bundle is found, named and never believed; no bytes make the check raise."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qarunner.fold.integrity import check, first_doubtful
from qarunner.model.bundle import BlobFact, BundleBytes
from qarunner.model.observation import Download
from qarunner.model.record import Break, Integrity
from tests.unit.builder import Log
from tests.unit.ledger import seal
from tests.unit.seen import answer, downloads, element, network


def orders() -> Log:
    return Log().open("/orders").expect({"heading": "Orders"}, element())


def broken(bundle: BundleBytes) -> list[Break]:
    return list(check(bundle)[1].breaks)


def with_line(bundle: BundleBytes, number: int, line: bytes | None) -> BundleBytes:
    """The bundle with line `number` (from 0) replaced, or left out."""
    lines = bundle.log.split(b"\n")[:-1]
    lines[number : number + 1] = [] if line is None else [line]
    return replace(bundle, log=b"".join(one + b"\n" for one in lines))


def test_an_intact_bundle_has_no_break() -> None:
    bundle = orders().bundle()
    entries, integrity = check(bundle)
    assert integrity == Integrity(
        sealed=True,
        seal_digest=sha256(bundle.seal or b"").hexdigest(),
        head=sha256(bundle.log.split(b"\n")[-2]).hexdigest(),
    )
    assert [e.seq for e in entries] == list(range(bundle.log.count(b"\n")))
    assert first_doubtful(integrity) is None


def test_without_a_seal_all_lines_count() -> None:
    entries, integrity = check(orders().bundle(sealed=False))
    assert [(b.where, b.what, b.seq) for b in integrity.breaks] == [("seal.json", "unsealed", None)]
    assert not integrity.sealed
    assert len(entries) == len(orders().lines())


def test_a_torn_last_line_is_left_out() -> None:
    bundle = orders().bundle(sealed=False)
    whole = bundle.log.count(b"\n")
    entries, integrity = check(replace(bundle, log=bundle.log + b'{"seq": 9'))
    assert len(entries) == whole
    assert [(b.what, b.seq) for b in integrity.breaks] == [("torn-line", whole), ("unsealed", None)]
    assert integrity.breaks[0].where == f"events.jsonl:{whole + 1}"


def test_an_edited_line_makes_it_and_all_after_it_doubtful() -> None:
    bundle = orders().bundle()
    line = bundle.log.split(b"\n")[4]
    (found,) = broken(with_line(bundle, 4, line.replace(b"/orders", b"/Orders")))
    assert (found.what, found.where, found.seq) == ("chain", "events.jsonl:6", 4)


def test_a_dropped_line_is_a_break_of_the_chain() -> None:
    (found,) = broken(with_line(orders().bundle(), 4, None))
    assert (found.what, found.seq) == ("chain", 3)


def test_the_last_line_is_covered_by_the_seal() -> None:
    bundle = orders().bundle()
    last = bundle.log.count(b"\n") - 1
    line = bundle.log.split(b"\n")[last]
    (found,) = broken(with_line(bundle, last, line.replace(b"500", b"501")))
    assert (found.where, found.what, found.seq) == ("seal.json", "head", last)
    (found,) = broken(with_line(bundle, last, None))
    assert (found.where, found.what, found.seq) == ("seal.json", "count", last - 1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "no strict JSON: Expecting value at column 1"),
        (b"{", "no strict JSON: Expecting property name enclosed in double quotes at column 2"),
        (b'{"seq": 2, "seq": 2}', "no strict JSON: a key stands twice in one object"),
        (b'{"seq": NaN}', "no strict JSON: NaN is no JSON number"),
        (b'{"seq": 1e999}', "no strict JSON: a number is out of range"),
        (b'{"seq": ' + b"1" * 5000 + b"}", "no strict JSON: a number is out of range"),
        (b"\xff\xfe", "no strict JSON: not UTF-8"),
        (b"[" * 100_000, "no strict JSON: nested too deeply"),
        (b"[]", "no known event: : Input should be an object"),
        (b"{}", "no known event: seq: Field required"),
        (
            b'{"seq": "2", "at": 1, "prev": "", "event": {}}',
            "no known event: seq: Input should be a valid integer",
        ),
        (
            b'{"seq": 2, "at": 1, "prev": "", "event": {"kind": "praise"}}',
            "no known event: event: Input tag 'praise' found using 'kind' does not match any",
        ),
    ],
)
def test_what_is_no_line_of_ours(line: bytes, message: str) -> None:
    entries, integrity = check(with_line(orders().bundle(), 2, line))
    assert integrity.breaks[0].what == "bad-line"
    assert integrity.breaks[0].message.startswith(message)
    assert integrity.breaks[0].where == "events.jsonl:3"
    assert len(entries) == 2


def test_lone_surrogates_are_no_text() -> None:
    (found,) = broken(with_line(orders().bundle(), 2, b'{"seq": 2, "at": 0, "prev": "\\ud800", "event": {}}'))
    assert found.what == "bad-line"


def test_a_number_out_of_order() -> None:
    log = orders()
    lines = log.lines()
    first = json.loads(lines[0])
    first["seq"] = 1
    (found,) = broken(seal([json.dumps(first).encode()], {}))
    assert (found.what, found.message) == ("sequence", "has the number 1 in the place of 0")


def test_an_empty_log() -> None:
    entries, integrity = check(BundleBytes(log=b"", seal=None))
    assert entries == ()
    assert [b.what for b in integrity.breaks] == ["empty", "unsealed"]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "seal"),
        (b"{}", "seal"),
        (b'{"count": 1, "count": 1}', "seal"),
        (b'{"log_schema": "qarunner.log/9", "count": 1, "head": "", "blobs": {}}', "unknown-schema"),
    ],
)
def test_a_bad_seal(data: bytes, what: str) -> None:
    (found,) = broken(replace(orders().bundle(), seal=data))
    assert (found.where, found.what) == ("seal.json", what)


def test_blobs_must_be_those_of_the_seal() -> None:
    bundle = orders().bundle()
    (name,) = bundle.blobs
    size, digest = bundle.blobs[name].size, bundle.blobs[name].sha256

    def found(blobs: dict[str, BlobFact], strange: tuple[str, ...] = ()) -> set[tuple[str, str]]:
        return {(b.where, b.what) for b in broken(replace(bundle, blobs=blobs, strange=strange))}

    assert found({}) == {(f"blobs/{name}", "blob-missing")}
    assert found({name: BlobFact(size + 1, digest)}) == {(f"blobs/{name}", "blob-changed")}
    assert found({name: BlobFact(size, "0" * 64)}) == {(f"blobs/{name}", "blob-changed")}
    other = f"{'1' * 64}.png"
    extra = {name: BlobFact(size, digest), other: BlobFact(1, "1" * 64)}
    assert found(extra) == {(f"blobs/{other}", "blob-extra")}
    named = {name: BlobFact(size, digest), "x.png": BlobFact(1, "1" * 64)}
    assert found(named) == {("blobs/x.png", "blob-extra")}
    assert found({name: BlobFact(size, digest)}, ("blobs/link",)) == {("blobs/link", "blob-extra")}


def test_every_blob_that_the_log_refers_to_must_be_there() -> None:
    log = Log().open(shot=False)
    body, file = log.blob(b"{}", "json"), log.blob(b"a,b", "csv")
    log.request("GET /api", body=body)
    log.expect({"response": "GET /api"}, network(answer("GET /api", blob=body)), shot=False)
    log.expect({"download": "a.csv"}, downloads(Download(name="a.csv", size=3, blob=file)), shot=False)
    bundle = log.bundle()
    assert broken(bundle) == []
    lost = replace(bundle, seal=None, blobs={})
    assert [(b.where, b.what) for b in broken(lost)] == [
        ("seal.json", "unsealed"),
        (f"blobs/{body}", "blob-missing"),
        (f"blobs/{file}", "blob-missing"),
    ]


@settings(deadline=None)
@given(st.binary(), st.none() | st.binary(), st.dictionaries(st.text(), st.integers(0)), st.tuples(st.text()))
def test_no_bytes_make_it_raise(
    log: bytes, closing: bytes | None, sizes: dict[str, int], strange: tuple[str]
) -> None:
    blobs = {name: BlobFact(size, "0" * 64) for name, size in sizes.items()}
    _, integrity = check(BundleBytes(log, closing, blobs, strange))
    assert not integrity.sealed
    assert integrity.breaks


_LINES = st.sampled_from(
    [b"{}", b"[1]", b'{"seq":0,"at":0,"prev":"","event":{"kind":"run_ended","settled_ms":1}}']
)


@settings(deadline=None)
@given(st.lists(_LINES | st.binary(max_size=30)).map(b"\n".join), st.none() | _LINES)
def test_no_lines_make_it_raise(log: bytes, closing: bytes | None) -> None:
    assert check(BundleBytes(log, closing))[1].breaks


_INTACT = orders().bundle()


@settings(deadline=None)
@given(st.data())
def test_no_changed_byte_slips_through(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(_INTACT.log) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != _INTACT.log[place]))
    changed = _INTACT.log[:place] + bytes([byte]) + _INTACT.log[place + 1 :]
    integrity = check(replace(_INTACT, log=changed))[1]
    assert not integrity.sealed
    doubtful = first_doubtful(integrity)
    assert doubtful is not None
    assert doubtful <= _INTACT.log[:place].count(b"\n")


@settings(deadline=None)
@given(st.data())
def test_a_changed_seal_is_either_refused_or_has_another_digest(data: st.DataObject) -> None:
    closing = _INTACT.seal or b""
    place = data.draw(st.integers(0, len(closing) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != closing[place]))
    changed = closing[:place] + bytes([byte]) + closing[place + 1 :]
    integrity = check(replace(_INTACT, seal=changed))[1]
    assert integrity.breaks or integrity.seal_digest != check(_INTACT)[1].seal_digest
