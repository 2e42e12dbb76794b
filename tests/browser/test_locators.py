# ruff: noqa: E501 - a page or a flow is written on one line
"""Each way to find an element, and what narrows it down."""

from __future__ import annotations

from typing import Any

import pytest

from qarunner.steps.driver import Blocked
from tests.browser.harness import Lab, located
from tests.browser.site import Site

FOUND: list[tuple[str, dict[str, Any], list[str]]] = [
    # roles and accessible names
    ("<button>Save</button><button>Save all</button>", {"button": "Save"}, ["Save"]),
    (
        "<button>Save</button><button>Save all</button>",
        {"button": "save", "exact": "false"},
        ["Save", "Save all"],
    ),
    ("<button aria-label='Save it'>S</button>", {"button": "Save it"}, ["S"]),
    ("<button>Save&nbsp;it</button>", {"button": "Save it"}, ["Save\u00a0it"]),
    ("<button>Sa&shy;ve</button>", {"button": "Save"}, ["Sa\u00adve"]),
    ("<button>Cafe\u0301</button>", {"button": "Caf\u00e9"}, ["Cafe\u0301"]),
    ("<button>a.b*</button><button>axb</button>", {"button": "a.b*"}, ["a.b*"]),
    ("<button>Save \"it\" / 'that'</button>", {"button": "Save \"it\" / 'that'"}, ["Save \"it\" / 'that'"]),
    ("<button style='text-transform:uppercase'>Save</button>", {"button": "Save"}, ["Save"]),
    ("<a href=#>Go</a><a>No</a>", {"role": "link"}, ["Go"]),
    ("<h1>A</h1><div role=heading aria-level=2>B</div>", {"role": "heading"}, ["A", "B"]),
    ("<button>A</button><button>B</button>", {"role": "button", "name_matches": "^[BC]$"}, ["B"]),
    ("<table><tr><td>A<td>B<tr><td>C</table>", {"row": "A B"}, ["A\tB"]),
    # roles that take no name from their content
    ("<p role=status>Order 41 saved</p>", {"status": "Order 41 saved"}, ["Order 41 saved"]),
    ("<output>Order 41 saved</output>", {"status": "Order 41 saved"}, ["Order 41 saved"]),
    ("<p role=status aria-label=Note>Saved</p>", {"status": "Note"}, ["Saved"]),
    ("<p role=status aria-label=Note>Saved</p>", {"status": "Saved"}, []),
    ("<p role=alert>Oh\n no</p>", {"alert": "Oh no"}, ["Oh no"]),
    ("<p role=alert>Oh no, not you</p>", {"alert": "OH NO", "exact": "false"}, ["Oh no, not you"]),
    ("<p role=alert>Oh no</p>", {"role": "alert", "name_matches": "^Oh"}, ["Oh no"]),
    ("<div role=log>one</div>", {"log": "one"}, ["one"]),
    ("<p>Hello</p>", {"paragraph": "Hello"}, ["Hello"]),
    ("<dialog open aria-label=Sure>Yes</dialog>", {"dialog": "Sure"}, ["Yes"]),
    ("<dialog open aria-labelledby=h><h2 id=h>Sure</h2></dialog>", {"dialog": "Sure"}, ["Sure"]),
    ("<section aria-label='To do'>a</section>", {"region": "To do"}, ["a"]),
    ("<ul aria-label=Fruit><li>a</ul>", {"list": "Fruit"}, ["a"]),
    ("<ul><li>a<li>b</ul>", {"listitem": "b"}, ["b"]),
    (
        "<svg role=img aria-label=Chart width=9 height=9><rect width=9 height=9 /></svg>",
        {"img": "Chart"},
        [""],
    ),
    (
        "<svg role=img width=9 height=9><title>Chart</title><rect width=9 height=9 /></svg>",
        {"img": "Chart"},
        [""],
    ),
    # label: the control by its accessible name
    ("<label for=a>Email</label><input id=a value=1>", {"label": "Email"}, ["1"]),
    ("<label>Email <input value=1></label>", {"label": "Email"}, ["1"]),
    ("<label>Size <select><option>S<option>M</select></label>", {"label": "Size"}, ["S"]),
    ("<input aria-label=Email value=1>", {"label": "Email"}, ["1"]),
    ("<b id=l>Email</b><input aria-labelledby=l value=1>", {"label": "Email"}, ["1"]),
    ("<label>Email *<input value=1></label>", {"label": "Email", "exact": "false"}, ["1"]),
    ("<section aria-label=Email>no</section><input aria-label=Email value=1>", {"label": "Email"}, ["1"]),
    ("<label>Size <b aria-hidden=true>*</b><input value=1></label>", {"label": "Size"}, ["1"]),
    ("<label>Size <b aria-hidden=true>*</b><input value=1></label>", {"label": "Size *"}, ["1"]),
    ("<label>Size<b hidden>!</b><input value=1></label>", {"label": "Size"}, ["1"]),
    ("<label for=a>A</label><label for=a>B</label><input id=a value=1>", {"label": "A B"}, ["1"]),
    ("<label>Card<input type=password value=1></label>", {"label": "Card"}, [""]),
    ("<label>When<input type=date value=2026-01-01></label>", {"label": "When"}, ["2026-01-01"]),
    ("<button>and/or</button>", {"role": "button", "name_matches": "and/or"}, ["and/or"]),
    ("<label>and/or<input value=1></label>", {"role": "textbox", "name_matches": "and/o"}, ["1"]),
    ("<label>and/or<input value=1></label>", {"label": "and/or"}, ["1"]),
    ("<label><input type=checkbox> I agree</label>", {"label": "I agree"}, [""]),
    ("<input aria-label=Email value=1>", {"role": "textbox", "name_matches": "mail"}, ["1"]),
    ("<label for=a>Email</label><input id=a value=1>", {"label": "Email", "has_text": "1"}, ["1"]),
    # attributes
    ("<input placeholder='Find it' value=1>", {"placeholder": "Find it"}, ["1"]),
    ("<b title='The end'>x</b><b title='the end'>y</b>", {"title": "The end"}, ["x"]),
    ("<b data-testid=a>x</b><b data-testid=ab>y</b>", {"testid": "a"}, ["x"]),
    ("<b class=a>x</b><b>y</b>", {"css": ".a"}, ["x"]),
    ("<b class=a>x</b><b>y</b>", {"xpath": "//b[2]"}, ["y"]),
    # in, has_text, nth
    (
        "<section aria-label=A><button>Del</button></section><section aria-label=B><button>Del</button></section>",
        {"button": "Del", "in": {"region": "B"}},
        ["Del"],
    ),
    (
        "<ul><li>a <button>X</button><li>b <button>X</button></ul>",
        {"button": "X", "in": {"role": "listitem", "has_text": "b"}},
        ["X"],
    ),
    ("<ul><li>apple<li>pear</ul>", {"role": "listitem", "has_text": "PEA"}, ["pear"]),
    ("<b>1</b><b hidden>2</b><b>3</b>", {"css": "b", "nth": "2"}, ["3"]),
    ("<b>1</b><b>2</b><b hidden>3</b>", {"css": "b", "nth": "-1"}, ["2"]),
    ("<b>1</b><b>2</b>", {"css": "b", "nth": "3"}, []),
    ("<b>1</b><b>2</b>", {"css": "b", "nth": "-3"}, []),
    ("<b>1</b><b>2</b><b>3</b>", {"css": "b", "nth": "-2"}, ["2"]),
    # columns
    (
        "<table><tr><th>Name<th>City<tr><td>Ada<td>Bath<tr><td>Bob<td>Ely</table>",
        {"role": "cell", "column": "City"},
        ["Bath", "Ely"],
    ),
    (
        "<table><tr><th colspan=2>Name<th>City<tr><td>Ada<td>L<td>Bath</table>",
        {"role": "cell", "column": "Name"},
        ["Ada", "L"],
    ),
    (
        "<table><tr><th>Name<th>City<tr><td colspan=2>Ada of Bath<tr><td>Bob<td>Ely</table>",
        {"role": "cell", "column": "City"},
        ["Ada of Bath", "Ely"],
    ),
    (
        "<table><tr><th>Year<th>Name<th>City<tr><td rowspan=2>1<td>Ada<td>Bath<tr><td>Bob<td>Ely</table>",
        {"role": "cell", "column": "City"},
        ["Bath", "Ely"],
    ),
    (
        "<div role=grid><div role=row><b role=columnheader>A</b><b role=columnheader>B</b></div>"
        "<div role=row><b role=gridcell>1</b><b role=gridcell>2</b></div></div>",
        {"role": "gridcell", "column": "B"},
        ["2"],
    ),
    (
        "<table><tr><th>Name<th>City<tr><th scope=row>Ada<td>Bath</table>",
        {"role": "rowheader", "column": "Name"},
        ["Ada"],
    ),
]


@pytest.mark.parametrize(("html", "written", "texts"), FOUND)
def test_found(lab: Lab, html: str, written: dict[str, Any], texts: list[str]) -> None:
    assert [m.text.strip() for m in lab.see(html, **written).matches] == texts


def test_alt(lab: Lab) -> None:
    assert lab.see("<img alt=Logo><img alt='Logo 2'>", alt="Logo").total == 1


def test_numbers_are_told_in_full(lab: Lab) -> None:
    seen = lab.see("<b>x</b><b hidden>y</b>" * 400, css="b")
    assert (seen.total, seen.visible, len(seen.matches)) == (800, 400, 200)
    assert all(m.visible for m in seen.matches)


@pytest.mark.parametrize(
    ("written", "missing", "ambiguous"),
    [
        ({"css": "b", "in": {"css": "#no"}}, "in", ""),
        ({"css": "b", "in": {"css": "p"}}, "", "in"),
        ({"css": "b", "frame": {"css": "#no"}}, "frame", ""),
        ({"css": "b", "frame": {"css": "iframe"}}, "", "frame"),
        ({"css": "b", "frame": {"css": "#h"}}, "frame", ""),
        ({"css": "b", "in": {"css": "b", "in": {"css": "#no"}}}, "in", ""),
    ],
)
def test_containers(lab: Lab, written: dict[str, Any], missing: str, ambiguous: str) -> None:
    html = "<h1 id=h>x</h1><p><b>1</b></p><p><b>2</b></p><iframe></iframe><iframe></iframe>"
    seen = lab.see(html, **written)
    assert (seen.missing, seen.ambiguous, seen.total) == (missing, ambiguous, 0)


def test_frames(lab: Lab) -> None:
    other = Site({"/": "<!doctype html><button>Far</button>"})
    try:
        lab.site.routes["/outer"] = (
            "<!doctype html><iframe title=inner src=/inner></iframe><button>Mid</button>"
        )
        lab.site.routes["/inner"] = "<!doctype html><label>Card <input value=1></label>"
        lab.open(
            f"<iframe title=outer src=/outer></iframe><iframe title=far src='{other.url}/'></iframe>"
            "<iframe title=doc srcdoc='<b data-testid=x>Hi</b>'></iframe>"
        )
        assert lab.look(button="Mid", frame={"title": "outer"}).visible == 1
        inner = [{"title": "outer"}, {"title": "inner"}]
        assert lab.look(label="Card", frame=inner).matches[0].value == "1"
        assert lab.look(button="Far", frame={"title": "far"}).visible == 1
        assert lab.look(testid="x", frame={"title": "doc"}).visible == 1
        assert lab.look(button="Far").total == 0
        done = lab.run(
            lab.driver().click(located({"button": "Far", "frame": {"title": "far"}}), count=1, at=None)
        )
        assert done.hit is not None and done.hit.name == "Far" and done.hit.top == ""
    finally:
        other.close()


@pytest.mark.parametrize(
    ("written", "obstacle", "message"),
    [
        ({"button": "Save"}, "flow-defect", "2 visible elements fit"),
        ({"button": "None"}, "target-missing", "no element fits"),
        ({"css": "[hidden]"}, "target-missing", "none of 1 matching elements is visible: display: none"),
        ({"button": "Save", "in": {"css": "#no"}}, "target-missing", "the element of `in` is not there"),
        ({"button": "Save", "in": {"css": "b"}}, "flow-defect", "the element of `in` is not unique"),
        (
            {"button": "Save", "frame": {"css": "#no"}},
            "target-missing",
            "the element of `frame` is not there",
        ),
        ({"css": "b["}, "flow-defect", "cannot read"),
        ({"xpath": "//b["}, "flow-defect", "cannot read"),
        ({"css": "b:nonsense(1)"}, "flow-defect", "cannot read"),
        ({"css": "text=Save"}, "flow-defect", "cannot read"),
        ({"role": "button", "name_matches": "(?P<a>x)"}, "flow-defect", "cannot read"),
    ],
)
def test_no_single_target(lab: Lab, written: dict[str, Any], obstacle: str, message: str) -> None:
    lab.open("<button>Save</button><button>Save</button><button hidden>Away</button><b>1</b><b>2</b>")
    with pytest.raises(Blocked) as caught:
        lab.run(lab.driver(timeout_ms=300).click(located(written), count=1, at=None))
    assert (caught.value.obstacle, message in caught.value.message) == (obstacle, True), caught.value.message


def test_candidates_of_an_ambiguous_target_are_told(lab: Lab) -> None:
    lab.open("<button>Save</button><button>Save</button>")
    with pytest.raises(Blocked) as caught:
        lab.run(lab.driver(timeout_ms=300).click(located({"button": "Save"}), count=1, at=None))
    alive = caught.value.alive
    assert alive is not None
    assert (alive.responsive, alive.matched, alive.visible) == (True, 2, 2)
    assert alive.candidates == ('button "Save"', 'button "Save"')
