"""Cases about the evidence itself: broken, missing, stale."""

from __future__ import annotations

from tests.gate_cases.cases_of_claims import ITEMS, REPORT, by_hand, failed, killed, passed
from tests.gate_cases.damage import (
    added,
    flaky,
    foreign_bundle,
    gone,
    lines,
    put,
    replaced,
    said,
    several,
    then,
    written,
)
from tests.gate_cases.shape import green, red
from tests.gate_cases.stories import COMMIT, TREE

EVIDENCE = "flows/dashboard/attempt-1/evidence"
LOG = f"{EVIDENCE}/events.jsonl"
BROKEN = {"also": ("VERDICT_MISMATCH", "CHECKLIST_MISMATCH")}
PICTURE = f"{EVIDENCE}/blobs/*.png"
NEW = f"{EVIDENCE}/blobs/{'0' * 64}.png"

EVIDENCES = (
    red(
        "EVIDENCE_BROKEN",
        "text-in-log",
        then(passed, lines(replaced(21, b"1,234", b"9,234"))),
        f"{LOG}:22",
        **BROKEN,
    ),
    red(
        "EVIDENCE_BROKEN", "line-dropped", then(passed, lines(lambda log: log.pop(9))), f"{LOG}:10", **BROKEN
    ),
    red(
        "EVIDENCE_BROKEN",
        "line-doubled",
        then(passed, lines(lambda log: log.insert(9, log[9]))),
        f"{LOG}:11",
        **BROKEN,
    ),
    red(
        "EVIDENCE_BROKEN",
        "lines-swapped",
        then(passed, lines(lambda log: log.insert(9, log.pop(10)))),
        f"{LOG}:10",
        **BROKEN,
    ),
    red(
        "EVIDENCE_BROKEN",
        "end-cut-off",
        then(passed, lines(lambda log: log.pop())),
        f"{EVIDENCE}/seal.json",
        **BROKEN,
    ),
    red("EVIDENCE_BROKEN", "picture-changed", then(passed, put(PICTURE, b"\x89PNG no")), **BROKEN),
    red("EVIDENCE_BROKEN", "blob-added", then(passed, put(NEW, b"\x89PNG new")), NEW, **BROKEN),
    red(
        "EVIDENCE_BROKEN",
        "file-added",
        then(passed, put(f"{EVIDENCE}/notes.txt", b"hi")),
        f"{EVIDENCE}/notes.txt",
        **BROKEN,
    ),
    red("EVIDENCE_BROKEN", "file-in-flows", then(passed, put("flows/notes.txt", b"hi")), "flows/notes.txt"),
    red(
        "EVIDENCE_BROKEN",
        "seal-removed",
        then(failed, gone("flows/orders/attempt-1/evidence/seal.json")),
        "flows/orders/attempt-1/evidence/seal.json",
        also=("CHECKLIST_MISMATCH",),
    ),
    red("EVIDENCE_BROKEN", "other-digest", then(passed, said("`sha256:", "`sha256:0")), f"{REPORT}:9"),
    red("EVIDENCE_BROKEN", "other-run", then(passed, said("abc123", "abc124")), f"{REPORT}:7"),
    red(
        "EVIDENCE_BROKEN",
        "flow-of-another-run",
        then(several, foreign_bundle),
        "flows/orders/attempt-1/evidence/events.jsonl:1",
        also=("CHECKLIST_MISMATCH", "VERDICT_MISMATCH", "FAIL_WITHOUT_OBSERVATION"),
    ),
    green("EVIDENCE_BROKEN", "killed-run", killed),
    red("EVIDENCE_MISSING", "picture-removed", then(passed, gone(PICTURE)), **BROKEN),
    red(
        "EVIDENCE_MISSING",
        "flow-removed",
        then(several, gone("flows/orders")),
        "flows/orders/attempt-1/evidence",
        also=("VERDICT_MISMATCH", "CHECKLIST_MISMATCH", "FAIL_WITHOUT_OBSERVATION"),
    ),
    red(
        "EVIDENCE_MISSING",
        "first-attempt-removed",
        then(flaky, gone("flows/dashboard/attempt-1")),
        "flows/dashboard/attempt-1/evidence",
        also=("CHECKLIST_MISMATCH",),
    ),
    red("EVIDENCE_MISSING", "log-removed", then(passed, gone(LOG)), EVIDENCE, **BROKEN),
    red("EVIDENCE_MISSING", "all-removed", then(passed, gone("flows"), gone("verdict.json")), f"{REPORT}:9"),
    red(
        "EVIDENCE_MISSING",
        "picture-by-hand",
        written(by_hand("FAIL", f"{ITEMS}\n![shot](shot.png)\n")),
        f"{REPORT}:8",
        also=("FAIL_WITHOUT_OBSERVATION",),
    ),
    red(
        "EVIDENCE_MISSING",
        "picture-below-the-end",
        then(passed, added("\n![better](my.png)\n")),
        f"{REPORT}@better",
    ),
    green("EVIDENCE_MISSING", "only-derived-removed", then(passed, gone("verdict.json"))),
    red(
        "EVIDENCE_STALE",
        "edited-after-the-test",
        passed,
        f"{LOG}:1",
        judged={"asked": "HEAD", "commit": COMMIT, "tree": "0" * 40},
    ),
    red("EVIDENCE_STALE", "commit-line", then(passed, said("c0ffee", "decade")), f"{REPORT}:10"),
    green(
        "EVIDENCE_STALE",
        "committed-after-the-test",
        passed,
        judged={"asked": "HEAD", "commit": "f" * 40, "tree": TREE},
    ),
)
