"""Pictures in real Chromium: their flags, and bad moments that give pictures all the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import pytest

from qarunner.capture.pages import PageState
from qarunner.model import events as ev
from tests.browser.camera import Memory, camera, only, shots, watched
from tests.browser.harness import Lab

# ---- flags


def test_one_colour_and_equal_pictures(lab: Lab) -> None:
    pages = {"/": "<!doctype html><body>", "/text": "<!doctype html><h1>Hello</h1>"}
    steps = "- open: /\n- expect: {url: /}\n- expect: {url: /}\n- open: /text\n- expect: {url: /text}"
    ran = lab.flow(steps, routes=pages)
    facts = ran.record.screenshots
    assert [f.event.one_colour for f in facts] == [True, True, False]
    assert [f.event.same_as for f in facts] == [None, facts[0].seq, None]
    assert [f.event.tries for f in facts] == [1, 1, 1]


def test_one_picture_a_moment(lab: Lab) -> None:
    """None after a click that a check follows; one at the check; none again at the end."""
    page = {"/": "<!doctype html><button onclick='document.body.append(1)'>Go</button>"}
    steps = "- open: /\n- click: {button: Go}\n- expect: {button: Go}"
    ran = lab.flow(steps, routes=page, header="timeout: 10s")
    assert ran.said == "PASS all-held"
    assert [s.place.step for s in shots(ran)] == [0, 2]


# ---- bad moments


def restless(site: Mapping[str, Any]) -> dict[str, Any]:
    script = "setTimeout(() => { location.href = '/?' + Math.random(); }, 250)"
    return {"/": f"<!doctype html><h1>Hello</h1><script>{script}</script>", **site}


async def pictures(lab: Lab, url: str, count: int) -> list[ev.Screenshot]:
    context = await lab.browser.new_context()
    page = await context.new_page()
    state = watched(page)
    memory, screenshots = camera()
    await page.goto(url, wait_until="commit")
    for _ in range(count):
        await screenshots.take(state, None)
    await asyncio.wait({asyncio.ensure_future(context.close())}, timeout=5)
    return [event for event in memory.events if isinstance(event, ev.Screenshot)]


def test_a_page_that_navigates_all_the_time_gives_pictures(each_lab: Lab) -> None:
    each_lab.site.routes.update(restless({}))
    taken = each_lab.run(pictures(each_lab, each_lab.site.url, 12))
    assert [shot.failed for shot in taken] == [""] * 12


def test_at_the_commit_of_a_document_of_another_site(each_lab: Lab) -> None:
    """Where Chromium says "Unable to capture screenshot"."""
    each_lab.site.routes["/"] = "<!doctype html><h1>Hello</h1>"
    other = each_lab.site.url.replace("127.0.0.1", "localhost")

    async def look() -> list[ev.Screenshot]:
        context = await each_lab.browser.new_context()
        page = await context.new_page()
        state = watched(page)
        memory, screenshots = camera()
        for _ in range(4):
            for url in (each_lab.site.url, other):
                await page.goto(url, wait_until="commit")
                await screenshots.take(state, None)
        await context.close()
        return [event for event in memory.events if isinstance(event, ev.Screenshot)]

    taken = each_lab.run(look())
    assert len(taken) == 8
    assert {shot.failed for shot in taken} == {""}


def test_a_popup_in_the_background(each_lab: Lab) -> None:
    async def look() -> Memory:
        context = await each_lab.browser.new_context()
        page = await context.new_page()
        async with page.expect_popup() as opening:
            await page.evaluate("void open('about:blank').document.write('<h1>Popup</h1>')")
        popup = await opening.value
        await page.bring_to_front()
        memory, screenshots = camera()
        await screenshots.take(PageState(number=0, page=popup, user="main", document=1), None)
        await context.close()
        return memory

    shot = each_lab.run(look()).shot
    assert shot.blob is not None
    assert not shot.one_colour


@pytest.mark.parametrize(
    "busy", ["setTimeout(() => { for (;;); }, 0)", "setTimeout(() => alert(1), 0)"], ids=["loop", "dialog"]
)
def test_a_page_that_does_not_answer_costs_seconds_not_the_run(each_lab: Lab, busy: str) -> None:
    async def look() -> tuple[Memory, float]:
        context = await each_lab.browser.new_context()
        page = await context.new_page()
        page.on("dialog", lambda _: None)
        await page.evaluate(f"void {busy}")
        await asyncio.sleep(0.2)
        memory, screenshots = camera()
        began = time.monotonic()
        await screenshots.take(PageState(number=0, page=page, user="main", document=1), None)
        took = time.monotonic() - began
        await asyncio.wait({asyncio.ensure_future(context.close())}, timeout=5)
        return memory, took

    memory, took = each_lab.run(look())
    assert memory.shot.blob is None
    assert "busy" in memory.shot.failed
    assert took < 10


def test_a_page_that_is_busy_for_a_second_is_waited_for(lab: Lab) -> None:
    script = "setTimeout(() => { const end = Date.now() + 1000; while (Date.now() < end); }, 0)"
    _, shot = only(lab, f"<h1>Hello</h1><script>{script}</script>")
    assert shot.blob is not None


def test_a_crash_under_the_picture(each_lab: Lab) -> None:
    async def look() -> tuple[Memory, int]:
        context = await each_lab.browser.new_context()
        page = await context.new_page()
        state = watched(page)
        session = await context.new_cdp_session(page)
        memory, screenshots = camera()
        taking = asyncio.ensure_future(screenshots.take(state, None))
        crashing = asyncio.ensure_future(session.send("Page.crash"))
        await taking
        while not state.crashed:
            await asyncio.sleep(0.02)
        later = await screenshots.take(state, None)
        crashing.cancel()
        await context.close()
        return memory, later

    memory, later = each_lab.run(look())
    assert later == -1
    assert len(memory.events) == 1


def test_a_page_that_closes_under_the_picture(lab: Lab) -> None:
    async def look() -> Memory:
        context = await lab.browser.new_context()
        page = await context.new_page()
        state = watched(page)

        def closed(_: object) -> None:
            state.closed = True

        page.on("close", closed)
        memory, screenshots = camera()
        await asyncio.gather(screenshots.take(state, None), page.close())
        await context.close()
        return memory

    memory = lab.run(look())
    assert memory.shot.blob is None or memory.shot.width


def test_a_page_of_ten_thousand_pixels_shows_its_viewport(lab: Lab) -> None:
    _, shot = only(lab, "<h1>Top</h1><div style='height:10000px'></div>")
    assert (shot.width, shot.height) == (1280, 720)
