"""When does Chromium refuse a picture, and what helps?

    python -m bench.screenshots_under_load [--rounds 6] [--contexts 4] [--spin 2] [--browser PATH ...]

Several contexts of one browser at once, busy loops on all cores, captures at bad moments. Each way of
capturing meets each moment equally often, in turn. `qarunner` is the product's own code. Figures go to
bench/results/screenshots.json and into the table of README.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from playwright.async_api import Browser, CDPSession, Error, Page, async_playwright

from bench.figures import into_readme, write
from bench.pages import Pages as Site
from bench.sinks import capture_with_product
from qarunner.services import browsers

HANG_S = 3.0
SPIN = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
SHOT = {"format": "png", "optimizeForSpeed": True}


@dataclass
class Tally:
    """Of one way at one moment."""

    ends: Counter[str] = field(default_factory=Counter)
    ms: list[float] = field(default_factory=list)

    def told(self) -> dict[str, object]:
        times = sorted(self.ms)
        return {
            "ends": dict(self.ends.most_common()),
            "median_ms": round(times[len(times) // 2]) if times else None,
            "max_ms": round(times[-1]) if times else None,
        }


async def once(session: CDPSession) -> None:
    await asyncio.wait_for(session.send("Page.captureScreenshot", SHOT), HANG_S)


async def a_frame(page: Page, limit_s: float = 0.5) -> None:
    with contextlib.suppress(Error, TimeoutError):
        await asyncio.wait_for(page.evaluate(FRAME), limit_s)


async def cdp(page: Page, session: CDPSession) -> None:
    """Page.captureScreenshot, once."""
    await once(session)


async def beyond_viewport(page: Page, session: CDPSession) -> None:
    """The same with captureBeyondViewport, as Playwright asks for whole pages."""
    await asyncio.wait_for(
        session.send("Page.captureScreenshot", {**SHOT, "captureBeyondViewport": True}), HANG_S
    )


async def not_from_surface(page: Page, session: CDPSession) -> None:
    """The same with fromSurface: false."""
    await asyncio.wait_for(session.send("Page.captureScreenshot", {**SHOT, "fromSurface": False}), HANG_S)


async def to_front(page: Page, session: CDPSession) -> None:
    """Page.bringToFront first."""
    await asyncio.wait_for(page.bring_to_front(), HANG_S)
    await once(session)


async def frame_first(page: Page, session: CDPSession) -> None:
    """Two animation frames of the document first."""
    await a_frame(page)
    await once(session)


async def playwright_own(page: Page, session: CDPSession) -> None:
    """page.screenshot() of Playwright."""
    await asyncio.wait_for(page.screenshot(timeout=HANG_S * 1000), HANG_S + 1)


Result: TypeAlias = dict[str, dict[str, dict[str, object]]]
"""Moment -> way -> what became of it."""

Way: TypeAlias = Callable[[Page, CDPSession], Awaitable[None]]
WAYS: dict[str, Way] = {
    "cdp": cdp,
    "beyond viewport": beyond_viewport,
    "not from surface": not_from_surface,
    "to front": to_front,
    "frame first": frame_first,
    "page.screenshot": playwright_own,
    "qarunner": capture_with_product,
}


async def moments(page: Page, site: Site, way: Callable[[str, Page], Awaitable[None]]) -> None:
    """Leads `page` from one bad moment to the next and calls `way` at each."""
    await page.goto(site.here("/plain"))
    await way("a page at rest", page)
    await page.goto(site.here("/plain"), wait_until="commit")
    await way("at commit, same site", page)
    await page.goto(site.there("/plain"), wait_until="commit")
    await way("at commit, other site", page)
    for name, url in (("same", site.there("/next")), ("other", site.here("/next"))):
        await a_frame(page)
        await page.evaluate("(url) => { setTimeout(() => { location.href = url; }, 10); }", url)
        await asyncio.sleep(random.uniform(0.0, 0.08))
        await way(f"navigating, {name} site", page)
        await asyncio.sleep(0.3)
    await page.goto(site.here("/animated"))
    await way("endless animation", page)
    await page.set_viewport_size({"width": 390, "height": 844})
    await way("right after a resize", page)
    await page.set_viewport_size({"width": 1, "height": 1})
    await way("1 x 1 window", page)
    await page.set_viewport_size({"width": 1280, "height": 720})
    await page.goto(site.here("/tall"))
    await way("10,000 px page", page)
    async with page.expect_popup() as opening:
        await page.evaluate("(url) => { open(url); }", site.there("/plain"))
    popup = await opening.value
    await way("popup, at once", popup)
    await page.bring_to_front()
    await way("popup behind", popup)
    await popup.bring_to_front()
    await way("opener behind", page)
    await popup.close()
    await page.goto(site.here("/restless"), wait_until="commit")
    await asyncio.sleep(random.uniform(0.0, 0.05))
    await way("a new document every 5 to 60 ms", page)


async def worker(browser: Browser, site: Site, rounds: int, tallies: dict[str, dict[str, Tally]]) -> None:
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    for _ in range(rounds):
        for name, way in WAYS.items():
            page = await context.new_page()
            sessions: dict[Page, CDPSession] = {}

            async def taken(
                moment: str,
                page: Page,
                name: str = name,
                way: Way = way,
                sessions: dict[Page, CDPSession] = sessions,
            ) -> None:
                if page not in sessions:
                    sessions[page] = await page.context.new_cdp_session(page)
                tally, began = tallies[moment][name], time.perf_counter()
                try:
                    await way(page, sessions[page])
                except TimeoutError:
                    tally.ends["no answer"] += 1
                except Error as error:
                    tally.ends[short(error.message)] += 1
                else:
                    tally.ends["ok"] += 1
                    tally.ms.append((time.perf_counter() - began) * 1000)

            try:
                await moments(page, site, taken)
            except Error as error:
                tallies["(the campaign itself)"][name].ends[short(error.message)] += 1
            with contextlib.suppress(Error, TimeoutError):
                await asyncio.wait_for(page.close(), 3)
    with contextlib.suppress(Error, TimeoutError):
        await asyncio.wait_for(context.close(), 3)


def short(message: str) -> str:
    line = message.splitlines()[0].rpartition("): ")[2]
    return "no answer" if "Timeout" in line else line[:80]


async def campaign(browser: str, args: argparse.Namespace, site: Site) -> Result:
    tallies: dict[str, dict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    spin = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(args.spin)]
    try:
        async with async_playwright() as playwright:
            chromium = await playwright.chromium.launch(executable_path=browser, chromium_sandbox=False)
            work = [worker(chromium, site, args.rounds, tallies) for _ in range(args.contexts)]
            await asyncio.gather(*work)
            with contextlib.suppress(Error, TimeoutError):
                await asyncio.wait_for(chromium.close(), 5)
    finally:
        for one in spin:
            one.kill()
            one.wait()
    return {moment: {name: tally.told() for name, tally in ways.items()} for moment, ways in tallies.items()}


def table(found: Mapping[str, Result]) -> str:
    lines = [f"| browser | moment | {' | '.join(WAYS)} |", "|---" * (len(WAYS) + 2) + "|"]
    for browser, result in found.items():
        for moment, ways in result.items():
            if not moment.startswith("("):
                cells = [cell(ways.get(name)) for name in WAYS]
                lines.append(f"| {browser} | {moment} | {' | '.join(cells)} |")
    return "\n".join(lines)


def cell(told: object) -> str:
    if not isinstance(told, dict):
        return ""
    ends: dict[str, int] = told["ends"]
    bad = [f"{count} {LETTERS.get(why, why)}" for why, count in ends.items() if why != "ok"]
    return f"{ends.get('ok', 0)}/{sum(ends.values())}" + (f" ({', '.join(bad)})" if bad else "")


LETTERS = {"Unable to capture screenshot": "U", "Not attached to an active page": "N", "no answer": "H"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--contexts", type=int, default=4)
    parser.add_argument("--spin", type=int, default=2)
    parser.add_argument("--browser", action="append", default=[])
    parser.add_argument("--dry", action="store_true", help="print only, keep the figures as they are")
    args = parser.parse_args()
    found: dict[str, Result] = {}
    with Site() as site:
        for name in args.browser or ["chromium-headless-shell", "chromium"]:
            browser = browsers.find(name)
            found[browser.kind] = asyncio.run(campaign(str(browser.path), args, site))
            print(table({browser.kind: found[browser.kind]}), flush=True)
    if not args.dry:
        write("screenshots", {"contexts": args.contexts, "busy loops": args.spin, **found})
        into_readme("screenshots", table(found))


if __name__ == "__main__":
    main()
