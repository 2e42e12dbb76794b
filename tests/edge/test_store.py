"""The store on a real disk: what is written can be read, and what is strange is named, never followed."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qarunner.errors import BundleError, RecordingError, UsageError
from qarunner.model import events as ev
from qarunner.store import bundle as bundle_module
from qarunner.store import rundir
from qarunner.store.blobs import BlobStore, blob_name, read_blob
from qarunner.store.bundle import read_bundle
from qarunner.store.eventlog import START, EventLog
from qarunner.store.files import write_atomic
from qarunner.store.writer import BundleWriter

RUN = "20261130-184501-7f3kq2"
PLACE = ev.Place()


def console(text: str) -> ev.Console:
    return ev.Console(place=PLACE, level="log", text=text)


def new_bundle(folder: Path) -> BundleWriter:
    return BundleWriter(rundir.create_run(folder / "reports", RUN), "dashboard")


def test_a_log_is_a_chain_of_exact_bytes(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    texts = ["a", "ünï\u2028\n", "half \ud800 pair", "\0"]
    assert [log.append(console(text), 1.5 * n) for n, text in enumerate(texts)] == [0, 1, 2, 3]
    assert (tmp_path / "events.jsonl").read_bytes() == b""
    log.flush()
    data = (tmp_path / "events.jsonl").read_bytes()
    assert data.endswith(b"\n")
    prev = START
    for n, line in enumerate(data.split(b"\n")[:-1]):
        entry = ev.Entry.model_validate_json(line)
        assert (entry.seq, entry.at, entry.prev) == (n, 1.5 * n, prev)
        prev = hashlib.sha256(line).hexdigest()
    assert (log.count, log.head) == (4, prev)
    assert b'{"seq":0,"at":0.0,"prev":"000' in data and "ünï".encode() in data and "�".encode() in data
    log.close()
    log.close()
    with pytest.raises(RecordingError, match="it is closed"):
        log.append(console("late"), 1)


def test_a_log_is_never_written_over_or_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "new")
    for name in ("there", "link"):
        with pytest.raises(RecordingError, match="already"):
            EventLog(tmp_path / name)
    assert not (tmp_path / "new").exists()


def test_what_was_flushed_survives_a_kill(tmp_path: Path) -> None:
    code = f"""
import os, signal
from pathlib import Path
from qarunner.model.events import Console, Place
from qarunner.store.eventlog import EventLog
log = EventLog(Path({str(tmp_path / "events.jsonl")!r}))
for n in range(5):
    log.append(Console(place=Place(), level="log", text=str(n)), n)
log.flush()
log.append(Console(place=Place(), level="log", text="lost"), 9)
os.kill(os.getpid(), signal.SIGKILL)
"""
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == -9
    assert len(read_bundle(tmp_path).log.splitlines()) == 5


def test_a_vanished_folder_is_told_once_and_for_all(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    log.append(console("a"), 0)
    (tmp_path / "events.jsonl").unlink()
    with pytest.raises(RecordingError, match="the folder vanished"):
        log.flush()
    with pytest.raises(RecordingError, match="the folder vanished"):
        log.append(console("b"), 1)
    with pytest.raises(RecordingError):
        log.close()


def test_a_swapped_log_is_noticed(tmp_path: Path) -> None:
    log = EventLog(tmp_path / "events.jsonl")
    (tmp_path / "events.jsonl").rename(tmp_path / "elsewhere")
    (tmp_path / "events.jsonl").write_bytes(b"")
    log.append(console("a"), 0)
    with pytest.raises(RecordingError, match="another file has its place"):
        log.close()


@contextmanager
def full_disk(folder: Path) -> Iterator[Path]:
    """A small file system where it can be mounted, else a process limit on file sizes."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(mount, check=False, capture_output=True).returncode == 0
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    if not mounted:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, old[1]))
    try:
        yield folder
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_one_plain_sentence(tmp_path: Path) -> None:
    with full_disk(tmp_path / "small") as small:
        writer = new_bundle(small)
        with pytest.raises(RecordingError, match=r"the disk is full|larger than") as told:
            for n in range(2000):
                writer.log.append(console("x" * 500), n)
                writer.log.flush()
        assert len(told.value.lines()) == 1
        with pytest.raises(RecordingError, match=r"the disk is full|larger than"):
            writer.blobs.put(os.urandom(300_000), "png")
        with pytest.raises(RecordingError):
            writer.seal()
        assert list(writer.evidence.parent.glob(".tmp-*")) == []
        loaded = read_bundle(writer.evidence)
    assert loaded.seal is None and loaded.blobs == {}
    first = loaded.log.split(b"\n")[0]
    assert ev.Entry.model_validate_json(first).seq == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RecordingError, match="no permission"):
        rundir.create_run(tmp_path / "reports", RUN)


def test_a_read_only_file_system(tmp_path: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "ro,size=64k", "tmpfs", str(tmp_path)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("nothing can be mounted here")
    try:
        with pytest.raises(RecordingError, match="read-only"):
            rundir.create_run(tmp_path / "reports", RUN)
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("no folder")
    with pytest.raises(RecordingError, match="is no folder"):
        rundir.create_run(tmp_path / "reports", RUN)


def test_blobs_are_stored_once_and_checked_when_read(tmp_path: Path) -> None:
    writer = new_bundle(tmp_path)
    name = writer.blobs.put(b"abc", "json")
    assert name == writer.blobs.put(b"abc", "json") == blob_name(b"abc", "json")
    assert writer.blobs.sizes == {name: 3}
    assert read_blob(writer.evidence, name) == b"abc"
    (writer.evidence / "blobs" / name).write_bytes(b"abd")
    with pytest.raises(BundleError, match="was changed"):
        read_blob(writer.evidence, name)
    for bad in ("../seal.json", "x.png", name + "/..", "0" * 64 + ".png"):
        with pytest.raises(BundleError):
            read_blob(writer.evidence, bad)
    with pytest.raises(ValueError, match="extension"):
        writer.blobs.put(b"", "../x")
    writer.log.close()


def test_a_link_in_the_place_of_a_blob_is_replaced_not_followed(tmp_path: Path) -> None:
    blobs = BlobStore(tmp_path, tmp_path)
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / blob_name(b"abc", "json")).symlink_to(victim)
    blobs.put(b"abc", "json")
    assert victim.read_text() == "precious"


def test_a_sealed_bundle_is_read_as_written(tmp_path: Path) -> None:
    writer = new_bundle(tmp_path)
    writer.log.append(console("a"), 0)
    names = sorted(writer.blobs.put(data, "png") for data in (b"1", b"22"))
    seal = writer.seal({"console": 3})
    loaded = read_bundle(writer.evidence)
    assert loaded.seal is not None and ev.Seal.model_validate_json(loaded.seal) == seal
    assert list(json.loads(loaded.seal)["blobs"]) == names == sorted(loaded.blobs)
    assert hashlib.sha256(loaded.log[:-1]).hexdigest() == seal.head
    assert {name: fact.sha256 + ".png" for name, fact in loaded.blobs.items()} == dict(
        zip(names, names, strict=True)
    )
    assert loaded.strange == () and seal.count == 1 and seal.dropped == {"console": 3}
    assert sorted(os.listdir(writer.evidence.parent)) == ["evidence"]


def test_strange_entries_are_named_never_followed(tmp_path: Path) -> None:
    writer = new_bundle(tmp_path)
    good = writer.blobs.put(b"good", "png")
    writer.log.append(console("a"), 0)
    writer.seal()
    blobs = writer.evidence / "blobs"
    names = [f"{n:064x}.png" for n in range(4)]
    (blobs / names[0]).symlink_to("/etc/passwd")
    os.mkfifo(blobs / names[1])
    os.link(writer.evidence / "events.jsonl", blobs / names[2])
    (blobs / names[3]).mkdir()
    (blobs / "evil\x1b[2J.png").write_text("x")
    (writer.evidence / "more").mkdir()
    seal = writer.evidence / "seal.json"
    seal.rename(writer.evidence / "real.json")
    seal.symlink_to("real.json")
    with pytest.raises(BundleError, match="hard link"):
        read_bundle(writer.evidence)
    (blobs / names[2]).unlink()
    loaded = read_bundle(writer.evidence)
    assert set(loaded.blobs) == {good} and loaded.seal is None
    left = [*names[:2], names[3], r"evil\x1b[2J.png"]
    assert set(loaded.strange) == {f"blobs/{name}" for name in left} | {"more", "real.json", "seal.json"}


def test_no_log_or_no_plain_log_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="there is none"):
        read_bundle(tmp_path / "nowhere")
    with pytest.raises(BundleError, match=r"holds no events\.jsonl"):
        read_bundle(tmp_path)
    (tmp_path / "events.jsonl").symlink_to("/dev/zero")
    with pytest.raises(BundleError, match="symbolic link"):
        read_bundle(tmp_path)
    (tmp_path / "events.jsonl").unlink()
    (tmp_path / "events.jsonl").mkdir()
    with pytest.raises(BundleError, match="no plain file"):
        read_bundle(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(BundleError, match=r"no folder|symbolic link"):
        read_bundle(tmp_path / "link")


def test_caps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = new_bundle(tmp_path)
    for n in range(4):
        writer.blobs.put(bytes(n * 10), "bin")
    writer.seal()
    monkeypatch.setattr(bundle_module, "MAX_BYTES", 25)
    assert [name[:6] for name in read_bundle(writer.evidence).strange] == ["blobs/"]
    monkeypatch.setattr(bundle_module, "MAX_BLOBS", 2)
    assert "blobs/ (more than 2 entries)" in read_bundle(writer.evidence).strange
    with open(writer.evidence / "events.jsonl", "wb") as file:
        file.truncate(bundle_module.MAX_LOG + 1)
    with pytest.raises(BundleError, match="larger than 256 MB"):
        read_bundle(writer.evidence)


def test_atomic_writes_leave_the_old_file_when_they_fail(tmp_path: Path) -> None:
    path = tmp_path / "qa-report.md"
    rundir.write_derived(path, b"old")
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, old[1]))
    try:
        with pytest.raises(RecordingError, match="larger"):
            write_atomic(path, bytes(1000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["qa-report.md"]
    shutil.rmtree(tmp_path)
    with pytest.raises(RecordingError, match="the folder vanished") as told:
        write_atomic(path, b"new")
    assert isinstance(told.value.__cause__, OSError) and told.value.__cause__.errno == errno.ENOENT


def test_slugs() -> None:
    assert rundir.slugify("Dashboard — Zürich/Überblick.yaml") == "dashboard-zurich-uberblick-yaml"
    assert rundir.slugify("../../etc") == "etc" and rundir.slugify("…") == "flow"
    assert rundir.slugify("a", ["a", "a-2"]) == "a-3" and len(rundir.slugify("x" * 500)) <= 80


@pytest.mark.parametrize("slug", ["..", "a/b", "", "A", "-a", "a" * 81, "a\n"])
def test_bad_slugs_are_refused(tmp_path: Path, slug: str) -> None:
    with pytest.raises(ValueError, match="no slug"):
        rundir.create_attempt(tmp_path, slug, 1)


def test_a_link_inside_the_run_folder_is_refused(tmp_path: Path) -> None:
    run = rundir.create_run(tmp_path / "reports", RUN)
    assert (tmp_path / "reports" / ".gitignore").exists()
    (tmp_path / "outside").mkdir()
    (run / "flows" / "a").symlink_to(tmp_path / "outside")
    with pytest.raises(RecordingError, match="already"):
        rundir.create_attempt(run, "a", 1)
    with pytest.raises(RecordingError, match="already"):
        rundir.create_run(tmp_path / "reports", RUN)
    assert rundir.bundles(run) == [] and os.listdir(tmp_path / "outside") == []


def test_bundles_are_listed_in_order(tmp_path: Path) -> None:
    run = rundir.create_run(tmp_path / "reports", RUN)
    for slug, attempt in (("b", 1), ("a", 10), ("a", 2), ("c", 1)):
        rundir.create_attempt(run, slug, attempt)
    (run / "flows" / "a" / "attempt-x").mkdir()
    listed = [(place.slug, place.attempt) for place in rundir.bundles(run, order=["b", "zz"])]
    assert listed == [("b", 1), ("a", 2), ("a", 10), ("c", 1)]
    later = rundir.create_run(tmp_path / "reports", "20270101-000000-aaaaaa")
    assert rundir.latest(tmp_path / "reports") == later
    assert rundir.latest(tmp_path / "nowhere") is None


def test_targets(tmp_path: Path) -> None:
    run = rundir.create_run(tmp_path / "reports", RUN)
    evidence = rundir.create_attempt(run, "a", 1)
    report = run / "qa-report.md"
    report.write_text("# x")
    for path, kind, found, around in [
        (run, "run", run, run),
        (run / "flows", "run", run, run),
        (tmp_path / "reports", "run", run, run),
        (report, "report", report, run),
        (run / "flows" / "a", "flow", run / "flows" / "a", run),
        (evidence, "evidence", evidence, run),
        (evidence.parent, "evidence", evidence, run),
    ]:
        target = rundir.find_target(path)
        assert (target.kind, target.path, target.run) == (kind, found, around), path
    (evidence / "events.jsonl").write_text("")
    assert rundir.find_target(evidence / "events.jsonl").path == evidence
    shutil.copytree(evidence, tmp_path / "loose")
    assert rundir.find_target(tmp_path / "loose") == rundir.Target("evidence", tmp_path / "loose", None)
    shutil.copy(report, tmp_path / "elsewhere.md")
    assert rundir.find_target(tmp_path / "elsewhere.md").run is None
    for bad in (tmp_path / "nothing", evidence / "blobs"):
        with pytest.raises(UsageError):
            rundir.find_target(bad)
