"""What must not be seen in a picture is masked: password fields of all frames, and the flow's `mask:`."""

from __future__ import annotations

import io

from PIL import Image

from qarunner.capture.masks import hidden_boxes, swept
from qarunner.capture.pages import PageState
from tests.browser.camera import FIELD, MASK, Memory, camera, image, only
from tests.browser.harness import Lab


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
