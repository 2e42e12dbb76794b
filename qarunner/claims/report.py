"""What a `qa-report.md` claims. The text is foreign: it may be ours, edited, or written by hand.

Read are lines outside code fences, quotes and HTML comments. Numbers of lines count from 1.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from qarunner.model.verdict import Verdict

END_MARKER = "<!-- qarunner: end of report -->"
"""Our reports end with this line; below it people may write."""

_HEAD_LINES = 20
_WIDTH = 4000
_WORDS = {"pass": Verdict.PASS, "fail": Verdict.FAIL, "inconclusive": Verdict.INCONCLUSIVE}
_VERDICT = re.compile(
    r"[^\w\"'“„«‘`(\[]{0,12}(?:\d{1,3}[.)]\s{1,4})?[*_]{0,3}"
    r"(?:(?:overall|final|qa|our|the)\s{1,4}){0,3}verdict[\s*_`]{0,8}[:=–—|-][\s*_`|]{0,8}\W{0,4}"
    r"(pass|fail|inconclusive)(?:ed|s)?(?![\w-])",
    re.IGNORECASE,
)
_VERDICT_HEADING = re.compile(r"(?:overall |final |qa )?verdict\W*", re.IGNORECASE)
_BARE = re.compile(r"\W{0,8}(pass|fail|inconclusive)(?:ed|s)?(?![\w-])", re.IGNORECASE)
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\[([ xX?~/-])\]\s+(.*)$")
_STATED = re.compile(r"^\s*(?:[-*+]\s+)?\**(run|rules|bundle digest|commit)\**:\**\s*(.*)$", re.IGNORECASE)
_COUNT = re.compile(r"(?<![\w.,])(\d+)\s+(held|violated|unreached|unjudged)\b", re.IGNORECASE)
_IMAGE = re.compile(r"!\[(?:\\.|[^\]\[\\]){0,400}\]\(\s{0,4}<?([^)>\s]{1,1500})")
_SHA256 = re.compile(r"\b[0-9a-f]{64}\b")
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>")
_HIDDEN = re.compile("[\u00ad\u061c\u200b-\u200f\u2060-\u2069\ufeff]")
_JUDGED = re.compile(r"\b(pass|fail|inconclusive)(?:ed|es|s)?\b", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:verdict|result|status|overall|conclusion|qa)\b", re.IGNORECASE)
_ONLY = re.compile(r"\W*(?:pass|fail|inconclusive)(?:ed|es|s)?\W*", re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_MERGE = re.compile(
    r"\bmay this be merged\b|\bready (?:to|for) (?:merge|ship|release|production)\b"
    r"|\b(?:safe|ok|good) to (?:merge|ship|release)\b|\bship it\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Stated:
    """A word that the report states at `line`."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """A line that states a verdict; `head`: it stands in the head block, before the first section."""

    line: int
    verdict: Verdict
    text: str
    head: bool


@dataclass(frozen=True, slots=True)
class ItemLine:
    """A checklist item. `mark` is `x`, a blank, or what else stands in the box."""

    line: int
    mark: str
    label: str


@dataclass(frozen=True, slots=True)
class ImageLine:
    """An embedded picture; `sha256` is the digest in its name or on its line, or ""."""

    line: int
    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ReportClaim:
    """All that a report states. `verdict` is the one of the head block (None: it states none)."""

    title: str = ""
    verdicts: tuple[VerdictLine, ...] = ()
    run: Stated | None = None
    rules: Stated | None = None
    digest: Stated | None = None
    commit: Stated | None = None
    items: tuple[ItemLine, ...] = ()
    counts: tuple[tuple[int, str, int], ...] = ()
    """(line, word, number) of the headline of a checklist."""
    images: tuple[ImageLine, ...] = ()
    decision: Stated | None = None
    """Where it speaks of merging or shipping."""
    reason: Stated | None = None
    """The first sentence below the verdict."""
    end: int | None = None
    """Line of the end marker."""
    after: tuple[Stated, ...] = ()
    """Lines with text below the end marker."""
    afterwards: tuple[VerdictLine, ...] = ()
    """Verdicts that a reader of the rendered page sees below the end marker, in whatever spelling."""

    @property
    def verdict(self) -> VerdictLine | None:
        """The verdict that counts: the first of the head block; in a report with no other, the first."""
        return next((v for v in self.verdicts if v.head), next(iter(self.verdicts), None))


def is_report(text: str) -> bool:
    """Does `text` look like a QA report at all? By content, not by its name."""
    if "\0" in text or text.lstrip()[:1] in ("{", "["):
        return False
    claim = parse(text)
    titled = re.search(r"\bqa\b", claim.title, re.IGNORECASE) is not None
    return bool(claim.title) and (titled or bool(claim.verdicts)) and bool(claim.verdicts or claim.items)


def parse(text: str) -> ReportClaim:
    """Never fails: what is not understood claims nothing."""
    lines = text.removeprefix("\ufeff").split("\n")
    end = next((n for n, line in enumerate(lines, 1) if line.rstrip() == END_MARKER), None)
    title, section = "", None
    verdicts: list[VerdictLine] = []
    stated: dict[str, Stated] = {}
    items: list[ItemLine] = []
    counts: list[tuple[int, str, int]] = []
    images: list[ImageLine] = []
    decision: Stated | None = None
    reason: Stated | None = None
    below = False
    for number, line in _speaking(lines):
        heading = re.match(r"^(#{1,6})\s+(.*)$", line)
        if heading and not title:
            title = heading[2].strip()
        elif heading and section is None and not _VERDICT.match(line):
            section = number
        head = section is None and number <= _HEAD_LINES
        item = _ITEM.match(line)
        if item:
            items.append(ItemLine(number, item[1].lower(), item[2].strip()))
        elif (verdict := _verdict(line, below)) is not None:
            verdicts.append(VerdictLine(number, verdict, line.strip(), head))
        elif head and verdicts and line.strip() and reason is None and not _STATED.match(line):
            reason = Stated(number, line.strip())
        if head and (found := _STATED.match(line)) is not None:
            stated.setdefault(found[1].lower(), Stated(number, found[2].strip()))
        if heading and "checklist" in heading[2].lower():
            counts += [(number, found[2].lower(), int(found[1][:9])) for found in _COUNT.finditer(line)]
        below = heading is not None and _VERDICT_HEADING.fullmatch(heading[2].strip()) is not None
        if decision is None and _MERGE.search(line):
            decision = Stated(number, line.strip())
        for picture in _IMAGE.finditer(line):
            digest = _SHA256.search(picture[1]) or _SHA256.search(line)
            images.append(ImageLine(number, picture[1], digest.group() if digest else ""))
    return ReportClaim(
        title=title,
        verdicts=tuple(verdicts),
        run=stated.get("run"),
        rules=stated.get("rules"),
        digest=stated.get("bundle digest"),
        commit=stated.get("commit"),
        items=tuple(items),
        counts=tuple(counts),
        images=tuple(images),
        decision=decision,
        reason=reason,
        end=end,
        after=tuple(Stated(n, line) for n, line in enumerate(lines, 1) if end and n > end and line.strip()),
        afterwards=tuple(_afterwards(lines, end)) if end else (),
    )


def _afterwards(lines: list[str], end: int) -> Iterator[VerdictLine]:
    """Below the end marker nobody writes a table by machine, so every unquoted word of judgement counts."""
    about = False
    fence = False
    for number, raw in enumerate(lines[end:], end + 1):
        if _FENCE.match(raw):
            fence = not fence
        if fence or raw.lstrip().startswith(">"):
            continue
        line = _HIDDEN.sub("", unicodedata.normalize("NFKC", html.unescape(_TAG.sub(" ", raw[:_WIDTH]))))
        if not line.strip(" =-_*#"):
            continue
        for part in re.split(r"[\r\v\f\u2028\u2029]", line):
            words = [w.lower() for w in _JUDGED.findall(part)]
            merge = _MERGE.search(part) is not None and not re.search(
                r"\bnot\b|n't\b|\?", part, re.IGNORECASE
            )
            if words and (about or _ABOUT.search(part) or _ONLY.fullmatch(part)):
                yield VerdictLine(number, _WORDS[words[-1]], part.strip(), head=False)
            elif merge:
                yield VerdictLine(number, Verdict.PASS, part.strip(), head=False)
            about = _ABOUT.search(part) is not None and not words


def _verdict(line: str, heading_before: bool) -> Verdict | None:
    """The verdict that a line states: `Verdict: PASS` in whatever decoration at its beginning, or the
    bare word below a heading `Verdict`."""
    found = _VERDICT.match(line) or (_BARE.match(line) if heading_before else None)
    if found is None or line.rstrip().endswith("?"):
        return None
    return _WORDS[found[1].lower()]


def _speaking(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Lines with text (numbered from 1) that stand in no code fence, quote, indented code or comment."""
    fence = ""
    comment = False
    blank = True
    for number, raw in enumerate(lines, 1):
        line = raw[:_WIDTH].rstrip("\r")
        if comment:
            comment = "-->" not in line
            continue
        mark = _FENCE.match(line)
        if fence:
            closing = mark is not None and mark[1].startswith(fence) and not mark[2].strip()
            fence = "" if closing else fence
            continue
        if mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
            continue
        was_blank, blank = blank, not line.strip()
        if blank:
            continue
        if line.lstrip().startswith("<!--"):
            comment = "-->" not in line
            continue
        if line.lstrip().startswith(">") or (was_blank and line.startswith(("    ", "\t"))):
            blank = was_blank if line.startswith(("    ", "\t")) else blank
            continue
        yield number, line
