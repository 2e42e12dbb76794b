"""The words of judgement: outcomes, verdicts, reasons."""

from __future__ import annotations

from enum import StrEnum

from qarunner.model.base import Value

RULES = "1"
"""Version of the verdict tables, written into every report: a verdict depends on log and rules."""


class Verdict(StrEnum):
    PASS = "PASS"
    FAIL = "FAIL"
    INCONCLUSIVE = "INCONCLUSIVE"


class Outcome(StrEnum):
    """Of one check."""

    HELD = "held"
    VIOLATED = "violated"
    UNREACHED = "unreached"
    UNJUDGED = "unjudged"


class Reason(StrEnum):
    """The closed list of reasons."""

    ALL_HELD = "all-held"
    CHECK_VIOLATED = "check-violated"
    PAGE_ERROR = "page-error"
    SERVER_ERROR = "server-error"
    CONSOLE_ERROR = "console-error"
    CLIENT_ERROR = "client-error"
    UNEXPECTED_DIALOG = "unexpected-dialog"
    UNEXPECTED_DOWNLOAD = "unexpected-download"
    EVIDENCE_BROKEN = "evidence-broken"
    BROWSER_CRASH = "browser-crash"
    PAGE_CRASH = "page-crash"
    PAGE_UNRESPONSIVE = "page-unresponsive"
    CAPTURE_FAILED = "capture-failed"
    HARNESS_STARVED = "harness-starved"
    INTERRUPTED = "interrupted"
    BUDGET_EXCEEDED = "budget-exceeded"
    APP_UNREACHABLE = "app-unreachable"
    APP_EXITED = "app-exited"
    NO_ANSWER = "no-answer"
    NET_ERROR = "net-error"
    AUTH_REQUIRED = "auth-required"
    RATE_LIMITED = "rate-limited"
    GATEWAY_ERROR = "gateway-error"
    WRONG_TARGET = "wrong-target"
    TARGET_MISSING = "target-missing"
    VALUE_REFUSED = "value-refused"
    TARGET_COVERED = "target-covered"
    TARGET_DISABLED = "target-disabled"
    TARGET_MOVING = "target-moving"
    FLOW_DEFECT = "flow-defect"
    SETUP_FAILED = "setup-failed"
    NOT_RUN = "not-run"
    NOTHING_CHECKED = "nothing-checked"
    UNSUPPORTED = "unsupported"
    BASELINE_MISSING = "baseline-missing"
    UNRECORDED_REQUEST = "unrecorded-request"
    REQUEST_REFUSED = "request-refused"
    RULE_NOT_COVERED = "rule-not-covered"
    EVIDENCE_INCOMPLETE = "evidence-incomplete"
    FLAKY = "flaky"
    SHARD_MISSING = "shard-missing"
    SHARD_DOUBLED = "shard-doubled"
    SHARD_FOREIGN = "shard-foreign"


class Evidence(Value):
    """A pointer to evidence: a line of the log (seq), optionally a blob."""

    seq: int
    blob: str | None = None


class CheckResult(Value):
    """One line of the checklist. `reason` is why it is no plain held or violated, else ""."""

    id: str
    step: int
    label: str
    outcome: Outcome
    reason: Reason | None = None
    expected: str = ""
    actual: str = ""
    late_ms: float | None = None
    because: str = ""
    evidence: tuple[Evidence, ...] = ()


class RunVerdict(Value):
    """What the facts of one attempt say. `row` is the number of the table row that decided."""

    verdict: Verdict
    reason: Reason
    row: int
    sentence: str
    evidence: tuple[Evidence, ...] = ()
    checks: tuple[CheckResult, ...] = ()
