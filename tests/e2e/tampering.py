"""Ways to change a run folder that the product made. Each changes one place; `choose(n)` draws from 0..n-1.

What is missing on purpose: a whole dossier made anew (log, seal and report), which hashes alone cannot show.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from qarunner.claims.report import END_MARKER

Choose = Callable[[int], int]
Damage = Callable[[Path, Choose], Path]
T = TypeVar("T")


def pick(items: Sequence[T], choose: Choose) -> T:
    return items[choose(len(items))]


def files(run: Path, pattern: str = "flows/**/*") -> list[Path]:
    return sorted(path for path in run.glob(pattern) if path.is_file())


def evidences(run: Path) -> list[Path]:
    return sorted(run.glob("flows/*/attempt-*/evidence"))


def log_of(run: Path, choose: Choose) -> Path:
    return pick(evidences(run), choose) / "events.jsonl"


def blob_of(run: Path, choose: Choose) -> Path:
    return pick(files(run, "flows/**/blobs/*"), choose)


# ---- bytes


def flip(path: Path, choose: Choose, below: int | None = None) -> Path:
    content = bytearray(path.read_bytes())
    content[choose(below or len(content))] ^= 1 + choose(255)
    path.write_bytes(content)
    return path


def byte(run: Path, choose: Choose) -> Path:
    return flip(pick(files(run), choose), choose)


def byte_of_a_small_file(run: Path, choose: Choose) -> Path:
    """Pictures are most of all bytes, but no more important."""
    small = [path for path in files(run) if path.suffix != ".png"]
    return flip(pick(small, choose), choose)


def byte_of_the_report(run: Path, choose: Choose) -> Path:
    path = run / "qa-report.md"
    return flip(path, choose, path.read_bytes().index(END_MARKER.encode()) + len(END_MARKER))


def byte_of_verdict_json(run: Path, choose: Choose) -> Path:
    return flip(run / "verdict.json", choose)


def truncated(run: Path, choose: Choose) -> Path:
    path = pick([*files(run), run / "qa-report.md", run / "verdict.json"], choose)
    end = END_MARKER.encode() if path.suffix == ".md" else b""
    size = path.read_bytes().index(end) if end else path.stat().st_size
    os.truncate(path, choose(size))
    return path


def appended(run: Path, choose: Choose) -> Path:
    path = pick([*files(run), run / "verdict.json"], choose)
    with path.open("ab") as file:
        file.write(pick([b"\n", b" ", b"\0", b"{}\n", b"\r\n", b"x"], choose))
    return path


def prefixed(run: Path, choose: Choose) -> Path:
    path = pick([*files(run), run / "qa-report.md", run / "verdict.json"], choose)
    path.write_bytes(pick([b"\n", b" ", b"\xef\xbb\xbf", b"\0"], choose) + path.read_bytes())
    return path


def other_line_ends(run: Path, choose: Choose) -> Path:
    text = [path for path in files(run) if path.suffix in (".jsonl", ".json") and b"\n" in path.read_bytes()]
    path = pick([*text, run / "qa-report.md", run / "verdict.json"], choose)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    return path


# ---- what the report says


def said(run: Path, choose: Choose, pattern: str, other: Callable[[str], str]) -> Path:
    path = run / "qa-report.md"
    text = path.read_text("utf-8")
    body = text[: text.index(END_MARKER)]
    spots = [match.span() for match in re.finditer(pattern, body, re.MULTILINE)]
    start, end = pick(spots, choose)
    path.write_text(text[:start] + other(text[start:end]) + text[end:], "utf-8")
    return path


def another_verdict(run: Path, choose: Choose) -> Path:
    words = ("PASS", "FAIL", "INCONCLUSIVE")
    return said(
        run,
        choose,
        r"\b(?:PASS|FAIL|INCONCLUSIVE)\b",
        lambda now: pick([w for w in words if w != now], choose),
    )


def another_mark(run: Path, choose: Choose) -> Path:
    return said(
        run, choose, r"(?<=^- \[)[x ?](?=\])", lambda now: pick([m for m in "x ?" if m != now], choose)
    )


def another_number(run: Path, choose: Choose) -> Path:
    return said(run, choose, r"\d+", lambda now: str(int(now) + 1 + choose(1000)))


def another_word(run: Path, choose: Choose) -> Path:
    return said(run, choose, r"[A-Za-z]{2,}", lambda now: now.swapcase() if choose(2) else now[:-1])


def a_line_of_the_report(run: Path, choose: Choose) -> Path:
    return lines(run / "qa-report.md", choose)


# ---- the log


def lines(path: Path, choose: Choose) -> Path:
    """A line dropped, doubled, moved, or copied to another place."""
    found = path.read_bytes().splitlines(keepends=True)
    if path.suffix == ".md":
        found = found[: found.index(END_MARKER.encode() + b"\n") + 1]
    before, at, to = list(found), choose(len(found)), choose(len(found))
    match choose(5):
        case 0:
            del found[at]
        case 1:
            found.insert(at, found[at])
        case 2:
            found[at], found[to] = found[to], found[at]
        case 3:
            found.insert(to, found.pop(at))
        case _:
            del found[at:]
    if found == before:
        del found[at]
    path.write_bytes(b"".join(found))
    return path


def a_line_of_the_log(run: Path, choose: Choose) -> Path:
    return lines(log_of(run, choose), choose)


def sealed_anew(evidence: Path) -> None:
    """The seal fits the log and the blobs again."""
    log = (evidence / "events.jsonl").read_bytes().splitlines()
    seal = json.loads((evidence / "seal.json").read_bytes())
    seal["count"], seal["head"] = len(log), hashlib.sha256(log[-1]).hexdigest()
    seal["blobs"] = {path.name: path.stat().st_size for path in sorted((evidence / "blobs").iterdir())}
    text = json.dumps(seal, sort_keys=True, indent=2, ensure_ascii=False)
    (evidence / "seal.json").write_text(text + "\n", "utf-8")


def chained_anew(log: Path) -> None:
    """`seq` and `prev` fit again."""
    prev, done = "0" * 64, []
    for seq, line in enumerate(log.read_bytes().splitlines()):
        entry = {**json.loads(line), "seq": seq, "prev": prev}
        new = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()
        prev = hashlib.sha256(new).hexdigest()
        done.append(new + b"\n")
    log.write_bytes(b"".join(done))


def cut_and_sealed_anew(run: Path, choose: Choose) -> Path:
    log = log_of(run, choose)
    found = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(found[: 1 + choose(len(found) - 1)]))
    sealed_anew(log.parent)
    return log


def dropped_and_made_anew(run: Path, choose: Choose) -> Path:
    """One fact is gone, all hashes fit; only the report still knows."""
    log = log_of(run, choose)
    found = log.read_bytes().splitlines(keepends=True)
    del found[1 + choose(len(found) - 1)]
    log.write_bytes(b"".join(found))
    chained_anew(log)
    sealed_anew(log.parent)
    return log


def blob_and_sealed_anew(run: Path, choose: Choose) -> Path:
    """A blob without a line that names it, or a line without its blob; the seal agrees."""
    blob = blob_of(run, choose)
    if choose(2):
        blob.unlink()
    else:
        data = b"\x89PNG\r\n\x1a\n" + os.urandom(20)
        blob = blob.with_name(hashlib.sha256(data).hexdigest() + ".png")
        blob.write_bytes(data)
    sealed_anew(blob.parents[1])
    return blob


# ---- blobs and folders


def added_blob(run: Path, choose: Choose) -> Path:
    data = b"\x89PNG\r\n\x1a\n" + bytes([choose(256)])
    path = blob_of(run, choose).with_name(hashlib.sha256(data).hexdigest() + ".png")
    path.write_bytes(data)
    return path


def removed(run: Path, choose: Choose) -> Path:
    path = pick([*files(run), run / "qa-report.md"], choose)
    path.unlink()
    return path


def renamed(run: Path, choose: Choose) -> Path:
    path = pick(files(run), choose)
    names = [
        path.name.upper(),
        path.name + ".bak",
        "." + path.name,
        path.stem + ".txt",
        "0" * 64 + path.suffix,
    ]
    return path.rename(path.with_name(pick([name for name in names if name != path.name], choose)))


def swapped(run: Path, choose: Choose) -> Path:
    """Two blobs change their contents."""
    blobs = files(run, "flows/**/blobs/*")
    one = pick(blobs, choose)
    other = pick([blob for blob in blobs if blob.name != one.name], choose)
    a, b = one.read_bytes(), other.read_bytes()
    one.write_bytes(b)
    other.write_bytes(a)
    return one


def folder_gone(run: Path, choose: Choose) -> Path:
    flow = pick(sorted((run / "flows").iterdir()), choose)
    path = pick(
        [flow, flow / "attempt-1", flow / "attempt-1/evidence", flow / "attempt-1/evidence/blobs"], choose
    )
    shutil.rmtree(path)
    return path


def folder_renamed(run: Path, choose: Choose) -> Path:
    flow = pick(sorted((run / "flows").iterdir()), choose)
    changes = [(flow, "other"), (flow / "attempt-1", "attempt-2"), (flow / "attempt-1/evidence", "evidence2")]
    path, name = pick([*changes, (flow, flow.name.upper()), (flow / "attempt-1", "attempt-01")], choose)
    path.rename(path.with_name(name))
    return flow


def folder_copied(run: Path, choose: Choose) -> Path:
    flow = pick(sorted((run / "flows").iterdir()), choose)
    path, name = pick([(flow, "again"), (flow / "attempt-1", "attempt-2")], choose)
    shutil.copytree(path, path.with_name(name))
    return path.with_name(name)


def folders_swapped(run: Path, choose: Choose) -> Path:
    one, other = sorted((run / "flows").iterdir())[:2]
    level = pick(["", "attempt-1", "attempt-1/evidence", "attempt-1/evidence/blobs"], choose)
    a, b, between = one / level, other / level, run / "between"
    a.rename(between)
    b.rename(a)
    between.rename(b)
    return one


def linked(run: Path, choose: Choose) -> Path:
    """The same bytes, but elsewhere."""
    path = pick([*files(run), *evidences(run), *sorted((run / "flows").iterdir())], choose)
    away = run.parent / "away"
    path.rename(away)
    path.symlink_to(away)
    return path


def hard_linked(run: Path, choose: Choose) -> Path:
    """The same file has a second name outside, through which it can be changed later."""
    path = pick(files(run), choose)
    (run.parent / "twin").hardlink_to(path)
    return path


def extra(run: Path, choose: Choose) -> Path:
    folders = [run / "flows", *sorted(path for path in (run / "flows").rglob("*") if path.is_dir())]
    path = pick(folders, choose) / pick(
        ["x", ".hidden", "a.png", "seal.json.bak", "é", "a\nb", "\udcff"], choose
    )
    match choose(4):
        case 0:
            path.mkdir()
        case 1:
            os.mkfifo(path)
        case 2:
            path.symlink_to("/etc/passwd")
        case _:
            path.write_bytes(b"x")
    return path


ALL: tuple[Damage, ...] = (
    byte,
    byte_of_a_small_file,
    byte_of_the_report,
    byte_of_verdict_json,
    truncated,
    appended,
    prefixed,
    other_line_ends,
    another_verdict,
    another_mark,
    another_number,
    another_word,
    a_line_of_the_report,
    a_line_of_the_log,
    cut_and_sealed_anew,
    dropped_and_made_anew,
    blob_and_sealed_anew,
    added_blob,
    removed,
    renamed,
    swapped,
    folder_gone,
    folder_renamed,
    folder_copied,
    folders_swapped,
    linked,
    hard_linked,
    extra,
)


def place(run: Path, touched: Path) -> str:
    """What a finding must name: the file for derived ones, for evidence the folder of its flow."""
    parts = touched.relative_to(run).parts
    return parts[0] if len(parts) == 1 else "/".join(parts[:2])
