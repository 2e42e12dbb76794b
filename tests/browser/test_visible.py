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
        "<aside style='position:fixed;left:0;top:0;width:200px;transform:translateX(-100%)'>"
        f"{X}</aside>",
        "outside of",
    ),
    "covered": (f"{X}<div id=lid style='{OVER};background:#eee'></div>", "covered by"),
    "covered by transparent": (f"{X}<div style='{OVER}'></div>", ""),
    "covered by semi-transparent": (f"{X}<div style='{OVER};background:rgba(0,0,0,.5)'></div>", ""),
    "covered by opacity 0": (f"{X}<div style='{OVER};background:#000;opacity:0'></div>", ""),
    "covered by an image": (f"{X}<img src='{RED}' style='{OVER}'>", "covered by"),
    "covered by what lets clicks through": (
        f"{X}<div style='{OVER};background:#eee;pointer-events:none'></div>",
        "covered by",
    ),
    "covered by a hidden box": (
        f"{X}<div style='{OVER};background:#eee;visibility:hidden'></div>",
        "",
    ),
    "partly covered": (
        "<p data-testid=x style='width:700px'>Hello</p>"
        "<div style='position:absolute;left:0;top:0;width:350px;height:90px;background:#eee'></div>",
        "",
    ),
    "covered by its own child": (
        "<div data-testid=x style='background:#fff'>a<b style='display:block;background:#eee'>b</b></div>",
        "",
    ),
    "covered below the fold": (
        f"<div style='position:relative'>{FAR}{X}"
        "<div style='position:absolute;bottom:0;width:100%;height:100px;background:#eee'></div></div>",
        "",  # what lies over it there is seen once somebody scrolled
    ),
    "under a sticky header": (
        "<div style='position:fixed;top:0;left:0;right:0;height:80px;background:#eee'>Top</div>"
        f"{X}{FAR}",
        "covered by",
    ),
    "scrolled under a sticky header": (
        "<div style='position:fixed;top:0;left:0;right:0;height:80px;background:#eee'>Top</div>"
        f"<div style='height:400px'></div>{X}{FAR}<script>scrollTo(0, 420)</script>",
        "",
    ),
    "in the fixed header": (
        "<header style='position:fixed;top:0;left:0;right:0;height:80px;background:#eee'>"
        f"{X}</header>{FAR}<script>scrollTo(0, 420)</script>",
        "",
    ),
    "behind a modal dialog": (
        f"{X}<dialog id=d style='width:100%;height:100%;max-width:none;max-height:none'>Sure?</dialog>"
        "<script>d.showModal()</script>",
        "covered by",
    ),
    "under the grey of a modal dialog": (f"{X}<dialog id=d>Sure?</dialog><script>d.showModal()</script>", ""),
    "in a modal dialog": (
        f"<div style='overflow:hidden;height:0'><dialog id=d>{X}</dialog></div><script>d.showModal()</script>",
        "",
    ),
    "dialog that is not open": (f"<dialog>{X}</dialog>", "display: none"),
    "popover": (f"<div popover id=p>{X}</div><script>p.showPopover()</script>", ""),
    "white on white": ("<p data-testid=x style='color:#fff'>Hello</p>", "colour"),
    "nearly white on white": ("<p data-testid=x style='color:#fefefe'>Hello</p>", "colour"),
    "transparent text": ("<p data-testid=x style='color:transparent'>Hello</p>", "colour"),
    "oklch white on white": ("<p data-testid=x style='color:oklch(1 0 0)'>Hello</p>", "colour"),
    "white on black": ("<p data-testid=x style='color:#fff;background:#000'>Hello</p>", ""),
    "white on black behind": (f"<div style='background:#000;color:#fff'>{X}</div>", ""),
    "white on a black sibling": (
        f"<div style='{OVER};background:#000;z-index:-1'></div><p data-testid=x style='color:#fff'>Hi</p>",
        "",
    ),
    "white on an image": (
        "<p data-testid=x style='color:#fff;background:linear-gradient(#000,#333)'>Hello</p>",
        "",
    ),
    "white on white with a shadow": (
        "<p data-testid=x style='color:#fff;text-shadow:0 0 2px #000'>Hello</p>",
        "",
    ),
    "white in a dark scheme": (
        "<meta name=color-scheme content=dark><p data-testid=x style='color:#fff'>Hello</p>",
        "",
    ),
    "black in a dark scheme": (
        "<style>html{color-scheme:dark}</style><p data-testid=x style='color:#121212'>Hello</p>",
        "colour",
    ),
    "caption that lets clicks through, on an image": (
        f"<div style='position:relative'><img src='{RED}' style='width:300px;height:90px'>"
        "<p data-testid=x style='position:absolute;top:9px;pointer-events:none'>Hello</p></div>",
        "",
    ),
    "inert on an image": (
        f"<div style='position:relative'><img src='{RED}' style='width:300px;height:90px'>"
        "<p data-testid=x inert style='position:absolute;top:9px'>Hello</p></div>",
        "",
    ),
    "below a full overlay, below the fold": (
        f"<div style='position:fixed;inset:0;background:#eee'>Wait</div>{FAR}{X}",
        "covered by",
    ),
    "background-clip text": (
        "<p data-testid=x style='color:transparent;background:linear-gradient(red,blue);"
        "-webkit-background-clip:text'>Hello</p>",
        "",
    ),
    "broken image": ("<img data-testid=x src=/nothing width=50 height=50>", "not decoded"),
    "image under way": ("<img data-testid=x src=/slow.png width=50 height=50>", "not decoded"),
    "decoded image": (f"<img data-testid=x src='{RED}' width=50 height=50>", ""),
    "svg": (
        "<svg data-testid=x role=img aria-label=Chart width=50 height=50><rect width=9 height=9 /></svg>",
        "",
    ),
    "empty canvas": ("<canvas data-testid=x width=50 height=50></canvas>", ""),
    "in closed details": (f"<details><summary>More</summary>{X}</details>", "closed details"),
    "summary of closed details": ("<details><summary data-testid=x>More</summary>Hello</details>", ""),
    "in open details": (f"<details open><summary>More</summary>{X}</details>", ""),
    "content-visibility hidden": (
        f"<div style='content-visibility:hidden'>{X}</div>",
        "content-visibility",
    ),
    "content-visibility auto below": (
        f"{FAR}<div style='content-visibility:auto;contain-intrinsic-size:100px'>{X}</div>",
        "",
    ),
    "display contents": ("<p data-testid=x style='display:contents'>Hello</p>", ""),
    "display contents, hidden child": (
        "<div data-testid=x style='display:contents'><b style='display:none'>Hello</b></div>",
        "empty box",
    ),
    "RTL page": (f"<html dir=rtl><body>{X}", ""),
    "RTL page, left of it": (
        "<html dir=rtl><body><p data-testid=x style='position:absolute;left:-500px'>Hello</p>",
        "",
    ),
    "RTL page, right of it": (
        "<html dir=rtl><body><p data-testid=x style='position:absolute;left:3000px;width:90px'>Hello</p>",
        "outside of the page",
    ),
    "open shadow root": (
        "<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML = "
        "'<p data-testid=x>Hello</p>'</script>",
        "",
    ),
    "shadow root in opacity 0": (
        "<div id=h style='opacity:0'></div><script>h.attachShadow({mode:'open'}).innerHTML = "
        "'<p data-testid=x>Hello</p>'</script>",
        "opacity: 0 of",
    ),
    "slotted in hidden": (
        f"<div id=h>{X}</div><script>h.attachShadow({{mode:'open'}}).innerHTML = "
        "'<div style=\"display:none\"><slot></slot></div>'</script>",
        "display: none of",
    ),
    "not slotted at all": (
        f"<div id=h>{X}</div><script>h.attachShadow({{mode:'open'}}).innerHTML = '<b>none</b>'</script>",
        "not rendered",
    ),
    "option of a select": ("<select><option>A<option data-testid=x>B</select>", ""),
    "option of a hidden select": (
        "<select style='display:none'><option>A<option data-testid=x>B</select>",
        "display: none",
    ),
    "hidden option": ("<select><option>A<option data-testid=x hidden>B</select>", "display: none"),
    "placeholder": ("<input data-testid=x placeholder=Name>", ""),
    "inert": (f"<div inert>{X}</div>", ""),
    "inert and covered": (
        f"<div inert>{X}</div><div style='{OVER};background:#eee'></div>",
        "covered by",
    ),
    "pointer-events none": ("<p data-testid=x style='pointer-events:none'>Hello</p>", ""),
    "pointer-events none and covered": (
        f"<div style='pointer-events:none'>{X}</div><div style='{OVER};background:#eee'></div>",
        "covered by",
    ),
    "link around a block": ("<a href=# data-testid=x><div>Hello</div></a>", ""),
    "floating child": ("<div data-testid=x><b style='float:left'>Hello</b></div>", ""),
    "absolute child": ("<div data-testid=x><b style='position:absolute'>Hello</b></div>", ""),
    "table row": ("<table><tr data-testid=x><td>Hello</table>", ""),
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
    for written in ({"css": "*"}, {"role": "row"}, {"text": "name 1249"}, {"link": "edit"}):
        lab.look(**written)
        began = time.monotonic()
        seen = lab.look(**written)
        took = time.monotonic() - began
        assert seen.visible >= 1
        assert took < 1.0, (written, took)
        print(written, seen.total, f"{took:.3f}")


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
