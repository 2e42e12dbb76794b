"""QA_EVIDENCE_STALE: the evidence is of other code than the code under judgement.

The tree of the files that were under test is compared with the tree of the commit, so that "test, then
commit" is fresh and "test, edit, commit" is not.
"""

from __future__ import annotations

from qarunner.gate.finding import Code, Finding
from qarunner.gate.result import CannotJudge
from qarunner.gate.view import GateInput

_NEED = "run the flows on the commit that is to be judged"


def check(given: GateInput) -> list[Finding]:
    """One finding a subject. Raises CannotJudge when the evidence does not say which code it is of."""
    findings = [
        Finding(
            Code.EVIDENCE_STALE,
            f"says {difference.says!r}; the evidence is of {difference.evidence_says!r}",
            difference.where,
            "`qarunner report DIR` writes the report that the evidence gives",
        )
        for difference in given.differences
        if difference.aspect == "commit" and not given.damaged
    ]
    judged = given.judged
    if judged is None:
        return findings
    for subject in given.subjects:
        if subject.worktree and subject.worktree != judged.tree:
            message = (
                f"{subject.name!r} looked at the files of tree {subject.worktree} (on commit "
                f"{subject.commit or 'none'}); {judged.asked} is commit {judged.commit} "
                f"with tree {judged.tree}"
            )
            findings.append(Finding(Code.EVIDENCE_STALE, message, subject.where, _NEED))
    if not findings and any(not subject.worktree for subject in given.subjects):
        raise CannotJudge("the evidence does not say which tree of files was under test")
    if not given.subjects and not given.out_of_reach:
        raise CannotJudge("there is no evidence that names a commit")
    return findings
