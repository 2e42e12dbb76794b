"""Visible means that a person can see it."""

from __future__ import annotations

import base64
import time

import pytest

from tests.browser.harness import Lab
from tests.browser.site import Answer

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
RED = "data:image/png;base64," + base64.b64encode(PNG).decode()
SR_ONLY = (
    "position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;"
    "clip:rect(0 0 0 0);white-space:nowrap"
)
OVER = "position:absolute;left:0;top:0;width:100%;height:100px"
FAR = "<div style='height:3000px'></div>"

X = "<p data-testid=x>Hello</p>"

CASES: dict[str, tuple[str, str]] = {
    "plain": (X, ""),
    "empty element": ("<p data-testid=x></p>", "empty box"),
    "display none": ("<p data-testid=x style='display:none'>Hello</p>", "display: none"),
    "display none above": (f"<div style='display:none'>{X}</div>", "display: none of"),
    "hidden attribute": ("<p data-testid=x hidden>Hello</p>", "display: none"),
    "visibility hidden": ("<p data-testid=x style='visibility:hidden'>Hello</p>", "visibility"),
    "visible again in hidden": (
        "<div style='visibility:hidden'><p data-testid=x style='visibility:visible'>Hello</p></div>",
        "",
    ),
    "opacity 0": ("<p data-testid=x style='opacity:0'>Hello</p>", "opacity: 0"),
    "opacity 0 above": (f"<div style='opacity:0'><div>{X}</div></div>", "opacity: 0 of"),
    "opacity 0.01": ("<p data-testid=x style='opacity:.01'>Hello</p>", "opacity"),
    "opacity 0.1 twice": (f"<div style='opacity:.1'><div style='opacity:.1'>{X}</div></div>", "opacity"),
    "opacity 0.5": ("<p data-testid=x style='opacity:.5'>Hello</p>", ""),
    "filter opacity 0": ("<p data-testid=x style='filter:opacity(0)'>Hello</p>", "opacity"),
    "zero size clipped": (
        "<p data-testid=x style='width:0;height:0;overflow:hidden'>Hello</p>",
        "clip",
    ),
    "zero height but overflowing": ("<p data-testid=x style='height:0;margin:20px'>Hello</p>", ""),
    "zero size around a child": ("<div data-testid=x style='height:0'><b>Hello</b></div>", ""),
    "scale 0": ("<p data-testid=x style='transform:scale(0)'>Hello</p>", "empty box"),
    "font-size 0": ("<p data-testid=x style='font-size:0'>Hello</p>", "empty box"),
    "sr-only": (f"<span data-testid=x style='{SR_ONLY}'>Hello</span>", "clip"),
    "1px box": (
        "<span data-testid=x style='position:absolute;width:1px;height:1px;overflow:hidden'>Hello</span>",
        "clip",
    ),
    "clip-path inset": ("<p data-testid=x style='clip-path:inset(50%)'>Hello</p>", "clip-path"),
    "clip-path circle 0": ("<p data-testid=x style='clip-path:circle(0)'>Hello</p>", "clip-path"),
    "clipped by overflow hidden": (
        f"<div style='height:20px;overflow:hidden'><div style='height:100px'></div>{X}</div>",
        "clipped away",
    ),
    "clipped by overflow clip": (
        f"<div style='height:20px;overflow:clip'><div style='height:100px'></div>{X}</div>",
        "clipped away",
    ),
    "collapsed accordion": (
        f"<div style='max-height:0;overflow:hidden'><section>{X}</section></div>",
        "clip",
    ),
    "half clipped": (
        "<div style='height:12px;overflow:hidden'><p data-testid=x style='margin:0'>Hello</p></div>",
        "",
    ),
    "clipped away sideways": (
        "<div style='width:90px;overflow:hidden;position:relative'><p data-testid=x "
        "style='position:absolute;left:200px'>Hello</p><br>&nbsp;</div>",
        "clipped away",
    ),
    "carousel": (
        "<div style='width:200px;overflow:hidden'><div style='display:flex;width:600px;"
        "transform:translateX(-200px)'><p style='width:200px'>One</p>"
        "<p data-testid=x style='width:200px'>Two</p></div></div>",
        "",
    ),
    "carousel, other slide": (
        "<div style='width:200px;overflow:hidden'><div style='display:flex;width:600px;"
        "transform:translateX(-200px)'><p data-testid=x style='width:200px'>One</p>"
        "<p style='width:200px'>Two</p></div></div>",
        "clipped away",
    ),
    "in a scrolling box": (
        f"<div style='height:50px;overflow:auto'><div style='height:900px'></div>{X}</div>",
        "",
    ),
    "in a box below the fold that scrolls": (
        f"{FAR}<div style='height:50px;overflow:auto'><div style='height:900px'></div>{X}</div>",
        "",
    ),
    "above in a box that was scrolled": (
        f"<div id=s style='height:50px;overflow:auto'>{X}<div style='height:900px'></div></div>"
        "<script>s.scrollTop = 500</script>",
        "",
    ),
    "left of a scrolling box": (
        "<div style='height:50px;width:200px;overflow:auto;position:relative'>"
        "<p data-testid=x style='position:absolute;left:-500px'>Hello</p></div>",
        "clipped away",
    ),
    "absolute out of a static clipping box": (
        "<div style='height:20px;overflow:hidden'><div style='height:100px'></div>"
        "<p data-testid=x style='position:absolute;top:200px'>Hello</p></div>",
        "",
    ),
    "fixed in a clipping box": (
        "<div style='height:20px;overflow:hidden'><p data-testid=x style='position:fixed;top:200px'>Hi</p>"
        "</div>",
        "",
    ),
    "fixed in a transformed clipping box": (
        "<div style='height:20px;width:100px;overflow:hidden;transform:translateX(0)'>"
        "<p data-testid=x style='position:fixed;top:200px'>Hi</p></div>",
        "clipped away",
    ),
    "off-screen left": (
        "<p data-testid=x style='position:absolute;left:-9999px'>Hello</p>",
        "outside of the page",
    ),
    "off-screen top": (
        "<p data-testid=x style='position:absolute;top:-9999px'>Hello</p>",
        "outside of the page",
    ),
    "text-indent": (
        "<p data-testid=x style='text-indent:-9999px;overflow:hidden;white-space:nowrap'>Hello</p>",
        "clipped",
    ),
    "off-screen right, page scrolls": (
        "<p data-testid=x style='position:absolute;left:3000px'>Hello</p>",
        "",
    ),
    "off-screen right, page cannot scroll": (
        "<style>html,body{overflow-x:hidden}</style>"
        "<p data-testid=x style='position:absolute;left:3000px;width:100px'>Hello</p>",
        "outside of",
    ),
    "below the fold": (f"{FAR}{X}", ""),
    "below the fold, page cannot scroll": (
        f"<style>html,body{{overflow:hidden;height:100%}}</style>{FAR}{X}",
        "clipped away by <body>",
    ),
    "above, page was scrolled": (f"{X}{FAR}<script>scrollTo(0, 2000)</script>", ""),
    "fixed outside of the viewport": (
        "<p data-testid=x style='position:fixed;left:2000px'>Hello</p>",
        "outside of the viewport",
    ),
    "in a closed drawer": (
        f"<aside style='position:fixed;left:0;top:0;width:200px;transform:translateX(-100%)'>{X}</aside>",
        "outside of",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_visible(lab: Lab, name: str) -> None:
    html, why = CASES[name]
    lab.site.routes["/slow.png"] = lambda handler: handler.hang()
    (match,) = lab.see(html, testid="x").matches
    assert match.visible == (why == ""), match.hidden_because
    assert why in match.hidden_because


@pytest.mark.parametrize(
    ("style", "why"),
    [
        ("", ""),
        ("display:none", "the frame"),
        ("opacity:0", "the frame"),
        ("position:absolute;left:-9999px", "the frame"),
        ("height:0;border:0", "the frame"),
    ],
)
def test_what_is_in_a_frame_is_as_visible_as_the_frame(lab: Lab, style: str, why: str) -> None:
    lab.site.routes["/inner"] = f"<!doctype html>{X}"
    lab.open(f"<iframe id=f src=/inner style='{style}'></iframe>")
    seen = lab.look(testid="x", frame={"css": "#f"})
    if why:
        assert (seen.visible, seen.missing) == (0, "frame")
    else:
        assert seen.visible == 1


def test_many_elements_are_looked_at_quickly(lab: Lab) -> None:
    cells = "".join(f"<tr><td>{i}<td>name {i}<td><a href=#>edit</a>" for i in range(1250))
    lab.open(f"<table>{cells}</table>")
    for written in ({"css": "td"}, {"role": "row"}, {"text": "name 1249"}, {"link": "edit"}):
        lab.look(**written)
        began = time.monotonic()
        seen = lab.look(**written)
        took = time.monotonic() - began
        assert seen.visible >= 1
        assert took < 3.0, (written, took)  # a tenth of that on a quiet machine


def test_a_page_of_its_own_mind_does_not_fool_a_look(lab: Lab) -> None:
    lab.site.routes["/x.png"] = Answer(PNG, headers={"Content-Type": "image/png"})
    seen = lab.see(
        "<script>Array.prototype.map = () => []; Array.prototype.filter = () => []; Array.from = () => [];"
        "window.getComputedStyle = () => ({}); JSON.stringify = () => ''; JSON.parse = () => 1;"
        "String.prototype.normalize = () => 'Hello'; Array.prototype.toJSON = () => 'gone';"
        "String.prototype.replace = () => 'Hello'; Set = Map = null;"
        "Element.prototype.getBoundingClientRect = () => ({});"
        "document.querySelectorAll = () => []; Element.prototype.getAttribute = () => 'x';</script>"
        "<p data-testid=x>Bad</p><p data-testid=y style='display:none'>Good</p>",
        css="p",
    )
    assert [(m.text, m.visible) for m in seen.matches] == [("Bad", True), ("", False)]
