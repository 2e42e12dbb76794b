"""Text as rendered: `innerText` with `::before` and `::after`, without `text-transform`."""

from __future__ import annotations

import pytest

from tests.browser.harness import Lab

CASES: dict[str, tuple[str, str]] = {
    "plain": ("<p data-testid=x>Hello</p>", "Hello"),
    "source lines": ("<p data-testid=x>\n  Hello\n  there\n</p>", "Hello there"),
    "text-transform": ("<p data-testid=x style='text-transform:uppercase'>Hello</p>", "Hello"),
    "before and after": (
        "<style>p::before{content:'» '}p::after{content:' «'}</style><p data-testid=x>Hello</p>",
        "» Hello «",
    ),
    "after with attr": (
        "<style>p::after{content:attr(data-unit)}</style><p data-testid=x data-unit=€>7 </p>",
        "7 €",
    ),
    "after that is not displayed": (
        "<style>p::after{content:'no';display:none}</style><p data-testid=x>Hello</p>",
        "Hello",
    ),
    "after with alternative text": (
        "<style>p::after{content:'→' / 'arrow'}</style><p data-testid=x>Hello</p>",
        "Hello→",
    ),
    "after with a picture and a counter": (
        "<style>p::after{content:url(/x.png) counter(a)}</style><p data-testid=x>Hello</p>",
        "Hello",
    ),
    "after with an escape": (
        "<style>p::after{content:'\\201C q\\\"'}</style><p data-testid=x>Hello</p>",
        'Hello“q"',
    ),
    "hidden child": ("<p data-testid=x>a<b style='display:none'>b</b>c</p>", "ac"),
    "invisible child": ("<p data-testid=x>a<b style='visibility:hidden'>b</b>c</p>", "ac"),
    "visible in invisible": (
        "<p data-testid=x style='visibility:hidden'>a<b style='visibility:visible'>b</b></p>",
        "b",
    ),
    "line break": ("<p data-testid=x>a<br>b</p>", "a\nb"),
    "blocks": ("<div data-testid=x>a<div>b</div>c<p>d</p></div>", "a\nb\nc\nd"),
    "inline": ("<div data-testid=x>a<b>b</b> <i>c</i></div>", "ab c"),
    "inline blocks": ("<div data-testid=x><b style='display:inline-block'>a</b><b>b</b></div>", "ab"),
    "flex": ("<div data-testid=x style='display:flex'><b>a</b><b>b</b></div>", "a\nb"),
    "pre": ("<pre data-testid=x>a\n  b  c</pre>", "a\n  b  c"),
    "pre-line": ("<p data-testid=x style='white-space:pre-line'>a   b\nc</p>", "a b\nc"),
    "table": ("<table data-testid=x><tr><td>a<td>b<tr><td>c<td>d</table>", "a\tb\nc\td"),
    "row": ("<table><tr data-testid=x><td>a<td>b</table>", "a\tb"),
    "list": ("<ul data-testid=x><li>a<li>b</ul>", "a\nb"),
    "script and style": ("<div data-testid=x>a<script>b</script><style>c{}</style></div>", "a"),
    "noscript": ("<div data-testid=x>a<noscript>b</noscript></div>", "a"),
    "input": ("<div data-testid=x>a <input value=b></div>", "a b"),
    "password": ("<div data-testid=x>a <input type=password value=b></div>", "a "),
    "submit button": ("<div data-testid=x><input type=submit></div>", "Submit"),
    "textarea": ("<div data-testid=x><textarea>a\nb</textarea></div>", "a\nb"),
    "select": ("<div data-testid=x><select><option>a<option selected>b</select></div>", "b"),
    "shadow": (
        "<div data-testid=x><i>light</i></div><script>document.querySelector('[data-testid]')"
        ".attachShadow({mode:'open'}).innerHTML = 'a <slot></slot> b'</script>",
        "a light b",
    ),
    "slot without content": (
        "<div data-testid=x></div><script>document.querySelector('[data-testid]')"
        ".attachShadow({mode:'open'}).innerHTML = '<slot>fallback</slot>'</script>",
        "fallback",
    ),
    "closed details": ("<details data-testid=x><summary>a</summary>b</details>", "a"),
    "no-break space": ("<p data-testid=x>1&nbsp;234</p>", "1\u00a0234"),
    "soft hyphen": ("<p data-testid=x>Donau&shy;dampf</p>", "Donau\u00addampf"),
    "decomposed": ("<p data-testid=x>Cafe\u0301</p>", "Cafe\u0301"),
    "icon font": ("<p data-testid=x>\ue000 Hello</p>", "\ue000 Hello"),
    "contenteditable": ("<div data-testid=x contenteditable>a <b>b</b></div>", "a b"),
    "svg text": ("<svg data-testid=x width=90 height=20><text y=15>Hello</text></svg>", "Hello"),
}


@pytest.mark.parametrize("name", CASES)
def test_text(lab: Lab, name: str) -> None:
    html, text = CASES[name]
    (match,) = lab.see(html, testid="x").matches
    assert match.text.strip(" ") == text.strip(" ")


@pytest.mark.parametrize(
    ("html", "written", "found"),
    [
        ("<div><p>Hello</p></div>", {"text": "Hello"}, ["p"]),
        ("<div><p>Hello <b>you</b></p></div>", {"text": "Hello you"}, ["p"]),
        ("<div><p>Hello</p><p>Hello</p></div>", {"text": "Hello"}, ["p", "p"]),
        ("<p>hello there</p>", {"text": "Hello", "exact": "false"}, ["p"]),
        ("<p>STRASSE</p>", {"text": "straße", "exact": "false"}, ["p"]),
        ("<p>hello</p>", {"text": "Hello"}, []),
        ("<p>Hello  there</p>", {"text": "Hello there", "exact": "true"}, ["p"]),
        ("<p>Hello&nbsp;there</p>", {"text": "Hello there", "exact": "true"}, []),
        ("<p>Hello&nbsp;there</p>", {"text": "Hello there"}, ["p"]),
        ("<p>Donau&shy;dampf</p>", {"text": "Donaudampf"}, ["p"]),
        ("<p>Cafe\u0301</p>", {"text": "Caf\u00e9"}, ["p"]),
        ("<p>Caf\u00e9</p>", {"text": "Cafe\u0301"}, ["p"]),
        ("<p>a\u202f€</p>", {"text": "a €"}, ["p"]),
        ("<p style='text-transform:uppercase'>Save</p>", {"text": "Save"}, ["p"]),
        ("<p>say >> \"hi\" 'ho' \\n [x] {}</p>", {"text": "say >> \"hi\" 'ho' \\n [x] {}"}, ["p"]),
        ("<script>var a = 'Hello'</script><p>Hello</p>", {"text": "Hello"}, ["p"]),
        ("<title>Hello</title><p>Hi</p>", {"text": "Hello"}, []),
        ("<button>Hello</button>", {"text": "Hello"}, ["button"]),
        ("<p>a<br>b</p>", {"text": "a b"}, ["p"]),
        (
            "<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<p>Hello</p>'</script>",
            {"text": "Hello"},
            ["p"],
        ),
        (
            "<p id=a>Hello</p><section><p>Hello</p></section>",
            {"text": "Hello", "in": {"css": "section"}},
            ["p"],
        ),
    ],
)
def test_elements_by_text(lab: Lab, html: str, written: dict[str, object], found: list[str]) -> None:
    assert [m.tag for m in lab.see(html, **written).matches] == found


def test_a_long_text_is_seen_whole(lab: Lab) -> None:
    (match,) = lab.see("<main>" + "word " * 10_000 + "end</main>", css="main").matches
    assert match.text.endswith("end")
