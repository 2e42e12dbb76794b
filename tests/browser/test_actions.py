# ruff: noqa: E501 - a page or a flow is written on one line
"""What actions do, and the facts that they leave."""

from __future__ import annotations

import pytest

from tests.browser.harness import Lab
from tests.browser.performing import perform

DONE: dict[str, tuple[str, list[str], str]] = {
    "click": ("<button onclick=\"log('hit')\">Go</button>", ["click: {button: Go}"], "hit;"),
    "double click": ("<b ondblclick=\"log('two')\">Go</b>", ["double_click: {text: Go}"], "two;"),
    "click at a point": (
        "<div data-testid=x style='width:100px;height:100px;background:#eee' "
        "onclick=\"log(event.offsetX + ',' + event.offsetY)\"></div>",
        ['click: {testid: x, at: "80,45"}'],
        "80,45;",
    ),
    "hover": ("<b onmouseenter=\"onmouseenter=null;log('in')\">Go</b>", ["hover: {text: Go}"], "in;"),
    "fill": ('<input aria-label=A oninput="log(value)">', ["fill: {label: A, with: hello}"], "hello;"),
    "fill textarea": (
        '<textarea aria-label=A oninput="log(value)"></textarea>',
        ["fill: {label: A, with: x}"],
        "x;",
    ),
    "fill contenteditable": (
        '<div contenteditable role=textbox aria-label=A oninput="log(innerText)">old</div>',
        ["fill: {label: A, with: new}"],
        "new;",
    ),
    "fill nothing": (
        "<input aria-label=A value=old oninput=\"log('[' + value + ']')\">",
        ['fill: {label: A, with: ""}'],
        "[];",
    ),
    "fill a date": (
        "<input type=date aria-label=A oninput='log(value)'>",
        ["fill: {label: A, with: 2026-11-30}"],
        "2026-11-30;",
    ),
    "type into a live search": (
        '<input aria-label=A oninput="log(value)">',
        ["type: {label: A, with: abc}"],
        "a;ab;abc;",
    ),
    "type into what is typed over": (
        '<input aria-label=A value=old oninput="log(value)">',
        ["type: {label: A, with: ab}"],
        ";a;ab;",
    ),
    "type into the focus": (
        '<input autofocus oninput="log(value)">',
        ["click: {css: input}", "type: ab"],
        "a;ab;",
    ),
    "press": ("<input aria-label=A onkeydown='log(event.key)'>", ["press: {label: A, key: Enter}"], "Enter;"),
    "press a chord": (
        '<input autofocus aria-label=A value=abc onkeyup="log(event.key)">',
        ["click: {label: A}", "press: Control+a Delete", "expect: {label: A, value: ''}"],
        "a;Control;Delete;",
    ),
    "press a blank": (
        "<input aria-label=A onkeydown=\"log('[' + event.key + ']')\">",
        ["press: {label: A, key: Space}"],
        "[ ];",
    ),
    "select": (
        "<select aria-label=A onchange='log(value)'><option value=1>One<option value=2>Two</select>",
        ["select: {label: A, option: Two}"],
        "2;",
    ),
    "select by value": (
        "<select aria-label=A onchange='log(value)'><option value=1>One<option value=2>Two</select>",
        ["select: {label: A, option: 2}"],
        "2;",
    ),
    "select what comes late": (
        "<select aria-label=A onchange='log(value)'><option>One</select><script>setTimeout(() => "
        "document.querySelector('select').add(new Option('Two')), 300)</script>",
        ["select: {label: A, option: Two}"],
        "Two;",
    ),
    "select several": (
        "<select multiple aria-label=A onchange='log([...selectedOptions].map(o => o.value).join())'>"
        "<option>a<option>b<option>c</select>",
        ["select: {label: A, option: [a, c]}"],
        "a,c;",
    ),
    "tick": ("<label><input type=checkbox onchange='log(checked)'>A</label>", ["tick: {label: A}"], "true;"),
    "tick what is ticked": (
        "<label><input type=checkbox checked onchange='log(checked)'>A</label>",
        ["tick: {label: A}"],
        "",
    ),
    "untick": (
        "<label><input type=checkbox checked onchange='log(checked)'>A</label>",
        ["untick: {label: A}"],
        "false;",
    ),
    "tick a radio": (
        "<label><input type=radio onchange='log(checked)'>A</label>",
        ["tick: {label: A}"],
        "true;",
    ),
    "tick a switch": (
        "<button role=switch aria-checked=false onclick=\"ariaChecked = 'true'; log('on')\">A</button>",
        ["tick: {switch: A}"],
        "on;",
    ),
    "tick styled, opacity 0": (
        "<style>input{opacity:0;position:absolute}</style>"
        "<label><input type=checkbox onchange='log(checked)'><i aria-hidden=true>☐</i> A</label>",
        ["tick: {label: A}"],
        "true;",
    ),
    "tick styled, under its label": (
        "<style>input{opacity:0;position:absolute;left:8px;width:20px;height:20px}"
        "label{position:relative;background:#eee;z-index:2;padding:9px}</style>"
        "<input id=a type=checkbox onchange='log(checked)'><label for=a>A</label>",
        ["tick: {label: A}"],
        "true;",
    ),
    "tick styled, display none": (
        "<style>input{display:none}</style><label><input type=checkbox onchange='log(checked)'>A</label>",
        ["tick: {label: A}"],
        "true;",
    ),
    "tick styled, sr-only": (
        "<style>input{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}</style>"
        "<label><input type=checkbox onchange='log(checked)'>A</label>",
        ["tick: {label: A}"],
        "true;",
    ),
    "upload": (
        "<input type=file aria-label=A onchange='log(files[0].name)'>",
        ["upload: {label: A, file: a.txt}"],
        "a.txt;",
    ),
    "upload several": (
        "<input type=file multiple aria-label=A onchange='log(files.length)'>",
        ["upload: {label: A, file: [a.txt, b.txt]}"],
        "2;",
    ),
    "upload into a hidden input": (
        "<label>A<input type=file style='display:none' onchange='log(files[0].name)'></label>",
        ["upload: {label: A, file: a.txt}"],
        "a.txt;",
    ),
    "upload by a chooser": (
        "<input id=f type=file hidden onchange='log(files[0].name)'><button onclick='f.click()'>Pick</button>",
        ["upload: {button: Pick, file: a.txt}"],
        "a.txt;",
    ),
    "scroll to the end": (
        "<div style='height:3000px'></div><script>onscroll = () => scrollY > 1000 && "
        "(onscroll = null, log('down'))</script>",
        ["scroll: bottom"],
        "down;",
    ),
    "scroll to a row of a list that grows": (
        "<ul></ul><script>let n = 0; const more = () => { for (let i = 0; i < 20; i++) { const e = "
        "document.createElement('li'); e.style.height = '60px'; e.textContent = 'row ' + n++; "
        "document.querySelector('ul').append(e); } }; more(); onscroll = () => { if (n < 100 && scrollY + "
        "innerHeight > document.body.scrollHeight - 50) more(); }</script>",
        ["scroll: {text: row 70}", "click: {text: row 70}", "expect: {text: row 70}"],
        "",
    ),
    "scroll in a box": (
        "<div data-testid=x style='height:50px;overflow:auto' onscroll=\"onscroll=null;log('s')\">"
        "<div style='height:500px'></div></div>",
        ["scroll: {testid: x, to: bottom}"],
        "s;",
    ),
    "set viewport": ("<script>onresize = () => log(innerWidth)</script>", ["set_viewport: 500x400"], "500;"),
    "dialog": (
        "<button onclick=\"log(prompt('Name?'))\">Go</button>",
        ["dialog: {accept: Zed}", "click: {button: Go}"],
        "Zed;",
    ),
    "dialog dismissed": (
        "<button onclick=\"log(confirm('Sure?'))\">Go</button>",
        ["dialog: dismiss", "click: {button: Go}"],
        "false;",
    ),
    "read": (
        "<b data-testid=x>41</b><input aria-label=A oninput='log(value)'>",
        ["read: {testid: x, what: text}\n  save: number", "fill: {label: A, with: no $number}"],
        "no 41;",
    ),
    "click what a sticky header covers until it is scrolled": (
        "<header style='position:sticky;top:0;height:300px;background:#eee'>Top</header>"
        "<div style='height:500px'></div><button onclick=\"log('hit')\">Go</button>"
        "<div style='height:3000px'></div><script>scrollTo(0, 560)</script>",
        ["click: {button: Go}"],
        "hit;",
    ),
    "click what is below a transparent box that lets clicks through": (
        "<button onclick=\"log('hit')\">Go</button>"
        "<div style='position:fixed;inset:0;pointer-events:none'></div>",
        ["click: {button: Go}"],
        "hit;",
    ),
    "click what comes late": (
        "<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', "
        "\"<button onclick=log('hit')>Go</button>\"), 300)</script>",
        ["click: {button: Go}"],
        "hit;",
    ),
    "click what is enabled late": (
        "<button disabled onclick=\"log('hit')\">Go</button><script>setTimeout(() => "
        "document.querySelector('button').disabled = false, 300)</script>",
        ["click: {button: Go}"],
        "hit;",
    ),
    "click what moves for a while": (
        "<style>@keyframes m{to{transform:translateX(200px)}}button{animation:m .4s}</style>"
        "<button onclick=\"log('hit')\">Go</button>",
        ["click: {button: Go}"],
        "hit;",
    ),
    "click what removes itself": (
        "<button onclick=\"this.remove();log('hit')\">Go</button>",
        ["click: {button: Go}"],
        "hit;",
    ),
    "click what is rendered anew for a while": (
        "<div id=d></div><script>let n = 0; const again = () => { d.innerHTML = "
        "\"<button onclick=log('hit')>Go</button>\"; if (n++ < 20) setTimeout(again, 20) }; again()</script>",
        ["click: {button: Go}"],
        "hit;",
    ),
    "optional": ("", ["click: {button: Cookies}\n  optional: true\n  timeout: 200ms"], ""),
    "when": (
        "<button onclick=\"log('hit')\">Go</button>",
        [
            "click: {button: Go}\n  when: {button: Go}",
            "click: {button: Go}\n  when: {button: No, within: 200ms}",
        ],
        "hit;",
    ),
}


@pytest.mark.parametrize("name", DONE)
def test_done(lab: Lab, name: str) -> None:
    html, steps, heard = DONE[name]
    html = html or "<p>nothing</p>"
    check = f"expect: {{css: '#log', text: '{heard}'}}" if heard else "expect: {css: body}"
    ran = perform(lab, html, *steps, check, files={"a.txt": b"a", "b.txt": b"b"})
    assert ran.said == "PASS all-held", (ran.verdict.sentence, [s.blocked for s in ran.steps if s.blocked])


def test_what_a_click_hit(lab: Lab) -> None:
    ran = perform(lab, "<p><button style='width:100px;height:40px'>Go</button>", "click: {button: Go}")
    done = ran.done(1)
    assert done.matched == 1
    hit = done.hit
    assert hit is not None and hit.box is not None and hit.point is not None
    assert (hit.role, hit.name, hit.tag, hit.top) == ("button", "Go", "button", "")
    assert (hit.box.width, hit.box.height) == (100, 40)
    assert hit.point == (hit.box.x + 50, hit.box.y + 20)
    assert done.url.endswith("/")


def test_what_a_field_took(lab: Lab) -> None:
    html = (
        "<input aria-label=Short maxlength=3><input aria-label=Secret type=password>"
        "<input aria-label=Masked oninput=\"this.value = this.value.replace(/(\\d{3})(?=\\d)/g, '$1 ')\">"
    )
    ran = perform(
        lab,
        html,
        "fill: {label: Masked, with: 123456}",
        "fill: {label: Secret, with: geheim}",
        "type: {label: Short, with: abcdef}",
    )
    assert ran.done(1).read_back == "123 456"
    assert ran.done(2).read_back == "••••••"
    assert ran.done(3).read_back == "abc"
