# ruff: noqa: E501 - a page or a flow is written on one line
"""Visible means that a person can see it: not covered, painted, and in another colour than its ground."""

from __future__ import annotations

import base64

import pytest

from tests.browser.harness import Lab

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
        "<p data-testid=x style='width:700px'>Hello, this line is longer than the box that lies over it</p>"
        "<div style='position:absolute;left:0;top:0;width:60px;height:90px;background:#eee'></div>",
        "",
    ),
    "the text is covered, its wide box is not": (
        "<p data-testid=x style='width:700px'>Hello</p>"
        "<div style='position:absolute;left:0;top:0;width:350px;height:90px;background:#eee'></div>",
        "covered by <div>",
    ),
    "a transparent canvas over it": (
        f"{X}<canvas width=800 height=600 style='position:fixed;inset:0;pointer-events:none'></canvas>",
        "",
    ),
    "white on a box painted by ::before": (
        "<style>.b{position:relative;height:90px}.b::before{content:'';position:absolute;inset:0;background:#123}"
        ".b p{position:relative;color:#fff}</style><div class=b><p data-testid=x>Hello</p></div>",
        "",
    ),
    "a native box replaced by its label": (
        "<label><input data-testid=x type=checkbox style='position:absolute;opacity:0'>"
        "<span style='display:inline-block;width:20px;height:20px;background:#ddd'></span></label>",
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
        f"<div style='position:fixed;top:0;left:0;right:0;height:80px;background:#eee'>Top</div>{X}{FAR}",
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
