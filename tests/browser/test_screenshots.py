"""Pictures in real Chromium: what must not be seen is masked, and bad moments give pictures all the same."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Mapping
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page

from qarunner.capture.masks import hidden_boxes, swept
from qarunner.capture.pages import PageState
from qarunner.capture.recorder import Recorder
from qarunner.capture.screenshots import Screenshots
from qarunner.model import events as ev
from qarunner.model.events import Event
from qarunner.model.redact import Redactor
from qarunner.services.clock import Clock
from tests.browser.harness import Lab, Ran

MASK = (255, 0, 255)
FIELD = "position:absolute;left:100px;top:50px;width:200px;height:40px;box-sizing:border-box"


def shots(ran: Ran) -> list[ev.Screenshot]:
    return [fact.event for fact in ran.record.screenshots]


def image(ran: Ran, shot: ev.Screenshot) -> Image.Image:
    assert shot.blob is not None, shot.failed
    return Image.open(ran.evidence / "blobs" / shot.blob).convert("RGB")


def only(lab: Lab, html: str, header: str = "", **routes: Any) -> tuple[Ran, ev.Screenshot]:
    """The picture of a page."""
    pages = {"/": f"<!doctype html><body>{html}", **{f"/{name}": body for name, body in routes.items()}}
    ran = lab.flow("- open: /\n- wait: 300ms\n- expect: {url: /}", routes=pages, header=header)
    return ran, shots(ran)[-1]


class Memory:
    """A log and blobs in memory."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.blobs: dict[str, bytes] = {}

    def append(self, event: Event, at: float) -> int:
        self.events.append(event)
        return len(self.events) - 1

    def flush(self) -> None:
        """Nothing is kept."""

    def put(self, data: bytes, extension: str) -> str:
        name = f"{hash(data)}.{extension}"
        self.blobs[name] = data
        return name

    @property
    def shot(self) -> ev.Screenshot:
        found = self.events[-1]
        assert isinstance(found, ev.Screenshot)
        return found


def camera() -> tuple[Memory, Screenshots]:
    memory = Memory()
    return memory, Screenshots(Recorder(memory, memory, Clock(), Redactor({})))


def watched(page: Page) -> PageState:
    """A state whose document changes with each commit, as the listeners do it."""
    state = PageState(number=0, page=page, user="main", document=1)

    def navigated(frame: object) -> None:
        if frame is page.main_frame:
            state.document = (state.document or 0) + 1

    def crashed(_: object) -> None:
        state.crashed = True

    page.on("framenavigated", navigated)
    page.on("crash", crashed)
    return state


# ---- masks


def test_a_password_field_is_masked(each_lab: Lab) -> None:
    ran, shot = only(each_lab, f"<input type=password value=secret style='{FIELD}'>")
    picture = image(ran, shot)
    assert shot.masked == 1
    assert {picture.getpixel(at) for at in ((100, 50), (299, 89), (200, 70))} == {MASK}
    assert MASK not in {picture.getpixel(at) for at in ((98, 70), (302, 70), (200, 48), (200, 92))}


def test_a_password_field_in_an_open_shadow_root_is_masked(lab: Lab) -> None:
    script = f"h.attachShadow({{mode: 'open'}}).innerHTML = `<input type=password style='{FIELD}'>`"
    ran, shot = only(lab, f"<div id=h></div><script>{script}</script>")
    assert image(ran, shot).getpixel((200, 70)) == MASK


def test_a_password_field_in_frames_is_masked_and_the_rest_of_the_frame_is_not(lab: Lab) -> None:
    inner = f"<!doctype html><body><input type=password style='{FIELD}'>"
    middle = "<!doctype html><body style='margin:0'><iframe src=/inner width=400 height=200 style='border:0'>"
    ran, shot = only(
        lab,
        "<iframe src=/middle style='position:fixed;left:50px;top:100px;width:500px;height:300px;border:0'>",
        inner=inner,
        middle=middle,
    )
    picture = image(ran, shot)
    assert shot.masked == 1
    assert picture.getpixel((50 + 200, 100 + 70)) == MASK
    assert picture.getpixel((50 + 200, 100 + 120)) != MASK


def test_mask_locators_of_the_flow(lab: Lab) -> None:
    box = "position:absolute;width:50px;height:50px;top:10px"
    html = f"<p data-testid=x style='{box};left:10px'>1</p><p data-testid=x style='{box};left:200px'>2</p>"
    ran, shot = only(lab, html, header="mask: [{testid: x}]")
    picture = image(ran, shot)
    assert shot.masked == 2
    assert picture.getpixel((30, 40)) == picture.getpixel((220, 40)) == MASK


def test_a_mask_that_never_stands_still_covers_where_the_thing_was(lab: Lab) -> None:
    html = """<style>body {margin: 0} @keyframes go {from {left: 0} to {left: 700px}}
      p {position: absolute; top: 0; margin: 0; width: 60px; height: 40px; background: #0f0;
         animation: go 2s linear infinite alternate}</style><p data-testid=x></p>"""
    ran, shot = only(lab, html, header="mask: [{testid: x}]")
    picture = image(ran, shot)
    colours = {picture.getpixel((x, 20)) for x in range(picture.width)}
    assert shot.masked == 1
    assert MASK in colours
    assert (0, 255, 0) not in colours


def test_what_moved_is_covered_from_where_it_was_to_where_it_is() -> None:
    assert swept([(0, 0, 10, 10)], [(5, 0, 10, 10)]) == [(-5, 0, 25, 10)]
    assert swept([(0, 0, 10, 10)], []) is None


def test_masks_on_a_dense_display(lab: Lab) -> None:
    async def look() -> Memory:
        context = await lab.browser.new_context(viewport={"width": 400, "height": 300}, device_scale_factor=2)
        page = await context.new_page()
        await page.set_content(f"<input type=password style='{FIELD}'>")
        memory, screenshots = camera()
        await screenshots.take(PageState(number=0, page=page, user="main", document=1), None)
        await context.close()
        return memory

    memory = lab.run(look())
    scale = memory.shot.width / 400
    (data,) = memory.blobs.values()
    with Image.open(io.BytesIO(data)) as picture:
        rgb = picture.convert("RGB")
        inside = [(x * scale, y * scale) for x, y in ((101, 51), (298, 88))]
        assert {rgb.getpixel((int(x), int(y))) for x, y in inside} == {MASK}
        assert rgb.getpixel((int(97 * scale), int(70 * scale))) != MASK


def test_a_page_that_lies_about_its_fields_breaks_nothing(lab: Lab) -> None:
    script = "Element.prototype.getBoundingClientRect = () => ({left: NaN, top: 0, width: 1, height: 1})"
    _, shot = only(lab, f"<input type=password><script>{script}</script>")
    assert shot.blob is not None
    assert shot.masked == 1


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
    ran = lab.flow("- open: /\n- click: {button: Go}\n- expect: {button: Go}", routes=page)
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


def test_boxes_are_found_in_all_frames(lab: Lab) -> None:
    lab.site.routes["/inner"] = "<!doctype html><input type=password><input type=password>"

    async def look() -> int:
        page = await lab.browser.new_page()
        await page.goto(lab.site.url + "/inner")
        await page.set_content(f"<input type=password><iframe src='{lab.site.url}/inner'></iframe>")
        await page.frames[-1].wait_for_load_state()
        found = await hidden_boxes(page, [])
        await page.context.close()
        return len(found)

    assert lab.run(look()) == 3
