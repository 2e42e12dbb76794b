"""One digest for a whole run: it names every bundle by its seal, so that no part can be swapped unseen."""

from __future__ import annotations

from hashlib import sha256

from qarunner.report.evidence import RunEvidence


def run_digest(evidence: RunEvidence) -> str:
    """sha256 (hex) over one line a bundle, in the order of the run:
    `<slug>/attempt-<n> <sha256 of seal.json, or unsealed:<head>>`; `<slug> missing` where there is none."""
    lines: list[str] = []
    for flow in evidence.flows:
        if not flow.attempts:
            lines.append(f"{flow.slug} missing\n")
        for attempt in flow.attempts:
            state = attempt.integrity.seal_digest or f"unsealed:{attempt.integrity.head}"
            lines.append(f"{flow.slug}/attempt-{attempt.number} {state}\n")
    return sha256("".join(lines).encode()).hexdigest()
