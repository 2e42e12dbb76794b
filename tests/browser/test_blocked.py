# ruff: noqa: E501 - a page or a flow is written on one line
"""Why an action could not be done: each obstacle, and what the log tells of it."""

from __future__ import annotations

import pytest

from tests.browser.harness import Lab
from tests.browser.performing import perform

BLOCKED: dict[str, tuple[str, str, str, str]] = {
    "covered by transparent": (
        "<button>Go</button><div id=lid style='position:fixed;inset:0'></div>",
        "click: {button: Go}",
        "target-covered",
        "covered by <div#lid>",
    ),
    "covered by opaque": (
        "<button>Go</button><div id=lid style='position:fixed;inset:0;background:#eee'></div>",
        "click: {button: Go}",
        "target-covered",
        "covered by <div#lid>",
    ),
    "covered field": (
        "<label><input type=checkbox>A</label><div id=lid style='position:fixed;inset:0'></div>",
        "tick: {label: A}",
        "target-covered",
        "covered by <div#lid>",
    ),
    "disabled": ("<button disabled>Go</button>", "click: {button: Go}", "target-disabled", "is disabled"),
    "aria-disabled": (
        "<button aria-disabled=true>Go</button>",
        "click: {button: Go}",
        "target-disabled",
        "is disabled",
    ),
    "disabled fieldset": (
        "<fieldset disabled><input aria-label=A></fieldset>",
        "fill: {label: A, with: x}",
        "target-disabled",
        "is disabled",
    ),
    "disabled select": (
        "<select disabled aria-label=A><option>One</select>",
        "select: {label: A, option: One}",
        "target-disabled",
        "is disabled",
    ),
    "inert": (
        "<div inert><button>Go</button></div>",
        "click: {css: button}",
        "target-disabled",
        "is disabled",
    ),
    "read only": (
        "<input readonly aria-label=A>",
        "fill: {label: A, with: x}",
        "target-disabled",
        "read only",
    ),
    "moving for ever": (
        "<style>@keyframes m{to{transform:translateX(200px)}}button{animation:m .3s infinite alternate}</style>"
        "<button>Go</button>",
        "click: {button: Go}",
        "target-moving",
        "never stood still",
    ),
    "rendered anew for ever": (
        "<div id=d></div><script>setInterval(() => d.innerHTML = '<button>Go</button>', 5)</script>",
        "click: {button: Go}",
        "target-moving",
        "rendered anew",
    ),
    "missing": ("", "click: {button: Go}", "target-missing", "no element fits"),
    "hidden": ("<b data-testid=x hidden>x</b>", "click: {testid: x}", "target-missing", "display: none"),
    "bad date": (
        "<input type=date aria-label=A>",
        "fill: {label: A, with: 31.02.2026}",
        "value-refused",
        "",
    ),
    "bad date, typed": (
        "<input type=date aria-label=A>",
        "type: {label: A, with: xx}",
        "value-refused",
        "",
    ),
    "letters into a number": (
        "<input type=number aria-label=A>",
        "fill: {label: A, with: abc}",
        "value-refused",
        "",
    ),
    "letters typed into a number": (
        "<input type=number aria-label=A>",
        "type: {label: A, with: abc}",
        "value-refused",
        "is empty after",
    ),
    "a field that empties itself": (
        "<input aria-label=A oninput=\"value = ''\">",
        "fill: {label: A, with: abc}",
        "value-refused",
        "is empty after",
    ),
    "no field": ("<button>A</button>", "fill: {button: A, with: x}", "flow-defect", "cannot be filled"),
    "a checkbox to fill": (
        "<input type=checkbox aria-label=A>",
        "fill: {label: A, with: x}",
        "flow-defect",
        "cannot be filled",
    ),
    "not to be ticked": ("<button>A</button>", "tick: {button: A}", "flow-defect", "cannot be ticked"),
    "tick that does not stay": (
        "<input type=checkbox aria-label=A onclick='return false'>",
        "tick: {label: A}",
        "value-refused",
        "",
    ),
    "no such option": (
        "<select aria-label=A><option>One</select>",
        "select: {label: A, option: Two}",
        "target-missing",
        'there are: "One"',
    ),
    "disabled option": (
        "<select aria-label=A><option>One<option disabled>Two</select>",
        "select: {label: A, option: Two}",
        "target-disabled",
        "Two",
    ),
    "several options into one": (
        "<select aria-label=A><option>One<option>Two</select>",
        "select: {label: A, option: [One, Two]}",
        "flow-defect",
        "takes one option",
    ),
    "no select": ("<button>A</button>", "select: {button: A, option: x}", "flow-defect", "is no <select>"),
    "no such key": ("", "press: Foo", "flow-defect", "`Foo` is no key"),
    "no such file": (
        "<input type=file aria-label=A>",
        "upload: {label: A, file: nothing.txt}",
        "flow-defect",
        "nothing.txt",
    ),
    "two files into one": (
        "<input type=file aria-label=A>",
        "upload: {label: A, file: [a.txt, b.txt]}",
        "flow-defect",
        "takes one file",
    ),
    "no chooser": (
        "<button>Pick</button>",
        "upload: {button: Pick, file: a.txt}",
        "target-missing",
        "no file chooser",
    ),
    "a point outside": (
        "<button style='width:50px;height:20px'>Go</button>",
        'click: {button: Go, at: "500,10"}',
        "flow-defect",
        "outside",
    ),
    "two of them": ("<b>x</b><b>x</b>", "click: {text: x}", "flow-defect", "2 visible elements"),
    "endless loop": (
        "<button onclick='for(;;);'>Go</button>",
        "click: {button: Go}",
        "page-unresponsive",
        "does not answer",
    ),
    "endless loop before": (
        "<button>Go</button><script>setTimeout(() => { for(;;); }, 0)</script>",
        "click: {button: Go}",
        "page-unresponsive",
        "does not answer",
    ),
    "no such popup": ("", "popup: {url: /x}", "target-missing", "opened no such page"),
    "no such page": ("", "page: {url: /x}", "target-missing", "no open page fits"),
    "no row to scroll to": ("", "scroll: {text: row 70}", "target-missing", "not there after scrolling"),
}


@pytest.mark.parametrize("name", BLOCKED)
def test_blocked(lab: Lab, name: str) -> None:
    html, step, obstacle, message = BLOCKED[name]
    ran = perform(lab, html, step, files={"a.txt": b"a", "b.txt": b"b"}, header="timeout: 700ms")
    blocked = ran.blocked()
    assert (blocked.obstacle, message in blocked.message) == (obstacle, True), (
        blocked.obstacle,
        blocked.message,
    )
    assert ran.verdict.reason.value in (obstacle, "harness-starved", "no-answer")


def test_what_a_block_tells(lab: Lab) -> None:
    ran = perform(
        lab, "<button>Go</button><div id=lid style='position:fixed;inset:0'></div>", "click: {button: Go}"
    )
    blocked = ran.blocked()
    assert blocked.matched == 1
    assert blocked.hit is not None and blocked.hit.top == "<div#lid>"
    assert any("intercepts pointer events" in line for line in blocked.log)
    assert blocked.alive is not None and blocked.alive.responsive
    assert ran.record.screenshots[-1].event.blob
