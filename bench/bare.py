"""The flow of five-steps.yaml as a bare Playwright script: the same browser, steps and pictures.

A picture after `open` and `fill` (no check follows these) and at each check, as qarunner takes them; a
click, and each check with its own wait. `--settle` waits at the end as qarunner's `settle` does.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent


@contextlib.contextmanager
def application() -> Iterator[str]:
    """The demo application on a free port; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    argv = [sys.executable, "fixtures/site/dashboard.py", "--port", str(port)]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        base = f"http://127.0.0.1:{port}"
        try:
            wait_ready(base)
            yield base
        finally:
            server.terminate()


def wait_ready(base: str, timeout_s: float = 20.0) -> None:
    end = time.monotonic() + timeout_s
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{base}/healthz", timeout=2):
            return
        if time.monotonic() > end:
            raise TimeoutError(f"{base} is not ready")
        time.sleep(0.05)


def perform(base: str, browser: str, out: Path, settle_ms: int) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, chromium_sandbox=os.geteuid() != 0)
        context = chromium.new_context(
            viewport={"width": 1280, "height": 720}, locale="en-GB", timezone_id="UTC"
        )
        page = context.new_page()
        page.goto(f"{base}/playground", wait_until="domcontentloaded")
        page.screenshot(path=out / "1-open.png")
        page.get_by_label("Find", exact=True).fill("lamp")
        page.screenshot(path=out / "2-fill.png")
        page.get_by_role("button", name="Book parcel", exact=True).click()
        expect(page.get_by_role("status")).to_have_text("Small parcel booked")
        page.screenshot(path=out / "3-booked.png")
        expect(page.get_by_label("Find", exact=True)).to_have_value("lamp")
        page.screenshot(path=out / "4-kept.png")
        if settle_ms:
            page.wait_for_timeout(settle_ms)
        context.close()
        chromium.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", help="a running system; without it the demo application is started")
    parser.add_argument("--browser", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--settle", type=int, default=0)
    args = parser.parse_args()
    with contextlib.ExitStack() as stack:
        base = args.base or stack.enter_context(application())
        perform(base, args.browser, args.out, args.settle)


if __name__ == "__main__":
    main()
