# ruff: noqa: E501 - a page or a flow is written on one line
"""A page with a log of what it heard, and steps on it."""

from __future__ import annotations

from typing import Any

from tests.browser.harness import Lab, Ran

LOG = "<pre id=log></pre><script>const log = (t) => { document.getElementById('log').textContent += t + ';' };</script>"


def perform(lab: Lab, html: str, *steps: str, **more: Any) -> Ran:
    """Opens a page, performs `steps`, then checks what `log` of the page heard: the last step's check."""
    return lab.flow(
        "\n".join(f"- {step}" for step in ("open: /", *steps)),
        routes={"/": f"<!doctype html><body>{LOG}{html}"},
        **more,
    )
