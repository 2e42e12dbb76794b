"""All cases of the gate for run folders and reports."""

from __future__ import annotations

from tests.gate_cases import stories
from tests.gate_cases.cases_of_claims import (
    CHECKLISTS,
    ITEMS,
    REPORT,
    VERDICTS,
    by_hand,
    failed,
    passed,
    unreached,
)
from tests.gate_cases.cases_of_evidence import EVIDENCES
from tests.gate_cases.damage import honest, written
from tests.gate_cases.shape import Case, grey
from tests.gate_cases.stories import COMMIT, TREE

GREY = (
    grey("no-verdict", written("# QA report\n\n" + ITEMS)),
    grey(
        "inconclusive-by-hand", written(by_hand("INCONCLUSIVE", f"The login page never answered.\n\n{ITEMS}"))
    ),
    grey(
        "failure-on-hand-made-pictures",
        written(by_hand("FAIL", f"{ITEMS}\n![shot](a.png)\n"), pictures=("a.png",)),
    ),
    grey("no-report-at-all", written("# Shopping list\n\nmilk\n"), target=f"run/{REPORT}"),
    grey(
        "unknown-tree",
        honest(lambda: stories.dashboard(git={"commit": COMMIT})),
        judged={"asked": "HEAD", "commit": COMMIT, "tree": TREE},
    ),
)

REQUIRED = (
    Case("REQUIRE", "green-pass", passed, require="PASS"),
    Case("REQUIRE", "green-fail", failed, exit=1, require="PASS"),
    Case("REQUIRE", "green-inconclusive", unreached, exit=4, require="PASS"),
)

CASES: tuple[Case, ...] = (*VERDICTS, *CHECKLISTS, *EVIDENCES, *GREY, *REQUIRED)
