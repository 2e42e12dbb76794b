"""Reading: places, all mistakes at once, what is refused, limits, and that nothing makes it raise."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from qarunner.yamltext.quoting import quote
from qarunner.yamltext.read import Reading, read, read_bytes
from qarunner.yamltext.tree import Mapping, Node, Scalar, Sequence

FLOWS = sorted((Path(__file__).parents[3] / "flows").rglob("*.yaml"))

FLOW = """\
# card fields live in a cross-origin frame of the payment provider
qarunner: 1
name: Pay with a test card
base: http://127.0.0.1:8000
origins: ["http://localhost:8001"]
vars: {card: "4242 4242 4242 4242"}
watch: {allow: [{server_error: "POST /api/save?what=metrics"}]}
each:
  - {row: us, lang: en-US, price: "$$1,234.50"}
  - {row: jp, lang: ja-JP, price: "¥1,235"}
steps:
  - open: {url: /, lands: /login}
  - reload:
  - fill: {label: Expiry, with: "12/30", frame: {title: Secure card payment}}
  - click: {button: Complete authentication, frame: [{title: 3-D Secure}, {css: "iframe#challenge"}]}
    timeout: 15s   # slow
  - expect: {response: POST /api/payments, status_code: 201, json: {id: 7, price: 1234.5}}
    since: start
    as: Bob sees Ada's message without a reload
  - expect: {testid: revenue, matches: '^[0-9,]+ EUR$'}
  - expect: {screenshot: dashboard, of: {main: Content}, ignore: [{css: ".sparkline"}], max_diff: 0.1%}
  - script: |
      if (window.x) { return "a: b" } // #1
"""


def tell(text: str) -> list[str]:
    return [f"{d.line}:{d.column} {d.message}" for d in read(text, "a.yaml").diagnostics]


def test_the_tree_keeps_texts_as_written_and_their_places() -> None:
    reading = read('on: no\nt: [0123, 12:30, "1_000"]\nreload:\n', "a.yaml")
    assert reading.diagnostics == ()
    assert reading.node == Mapping(
        (
            (Scalar("on", True, 1, 1), Scalar("no", True, 1, 5)),
            (
                Scalar("t", True, 2, 1),
                Sequence(
                    (Scalar("0123", True, 2, 5), Scalar("12:30", True, 2, 11), Scalar("1_000", False, 2, 18)),
                    2,
                    4,
                ),
            ),
            (Scalar("reload", True, 3, 1), Scalar("", True, 3, 8)),
        ),
        1,
        1,
    )


@pytest.mark.parametrize("path", FLOWS, ids=[path.name for path in FLOWS])
def test_the_flows_of_this_project_are_read_without_complaint(path: Path) -> None:
    assert read_bytes(path.read_bytes(), str(path)).diagnostics == ()


def test_a_long_flow_is_read_without_complaint() -> None:
    assert read(FLOW, "a.yaml").diagnostics == ()


def test_all_mistakes_at_once() -> None:
    text = """\
name: Price: 5
steps:
  - expect: {text: 'it's', within: 3s}
    as: @home
    as: x
  - click {button: a, exact: false}
  - open: /a
      within: 3s
  - text: [a
  - fill: {label: x, with: "y"}
    with: "open
  - press: {key: #x}
"""
    reading = read(text, "a.yaml")
    assert [(d.line, d.column, d.fix) for d in reading.diagnostics] == [
        (1, 7, "quote it: 'Price: 5'"),
        (3, 20, "quote it: 'it''s'"),
        (4, 9, "quote it: '@home'"),
        (5, 5, "remove one of the two"),
        (6, 5, "write: click: {button: a, exact: false}"),
        (8, 7, "indent it by 4 blanks, like line 7"),
        (9, 11, "quote it: '[a', or close it: [a]"),
        (11, 11, 'close it: "open"'),
        (12, 18, "quote it: '#x'"),
    ]
    assert reading.broken_lines == {6, 8}
    steps = reading.node.get("steps") if isinstance(reading.node, Mapping) else None
    assert isinstance(steps, Sequence)
    assert len(steps.items) == 6


REFUSED = [
    ("a: b\nc: d\na: e", ["3:1 ‘a’ stands here twice; the first is in line 1"]),
    ("x: {a: b, a: c}", ["1:11 ‘a’ stands here twice; the first is above on this line"]),
    ("a: !!str 5", ["1:4 ‘!!str’ is a YAML tag; flow files have none"]),
    ("a: !<tag:x> 5", ["1:4 ‘!<tag:x>’ is a YAML tag; flow files have none"]),
    (
        "a: &x\n  b: c\nd: *x",
        ["1:4 ‘&x’ is a YAML anchor; flow files have none", "3:4 ‘*x’ is a YAML alias; flow files have none"],
    ),
    ("<<: {a: b}", ["1:1 ‘<<’ is a YAML merge key; flow files have none"]),
    (
        "b: &b {c: d}\na: {<<: *b, e: f}",
        [
            "1:4 ‘&b’ is a YAML anchor; flow files have none",
            "2:5 ‘<<’ is a YAML merge key; flow files have none",
        ],
    ),
    ("? [a, b]\n: c", ["1:3 a list or mapping cannot be a key"]),
    ("{a: b}: c", ["1:1 a list or mapping cannot be a key"]),
    ("*a : b", ["1:1 an alias cannot be a key"]),
    (": b", ["1:1 there is no key before ‘:’"]),
    ("? a", ["1:3 the colon after ‘a’ is missing"]),
    ("", ["1:1 the file is empty"]),
    ("\n# only a comment\n", ["1:1 the file is empty"]),
    ("a: b\n---\nc: @d", ["2:1 a second document begins here; a flow file holds one"]),
    ("%YAML 1.1\n---\na: b", ["1:1 ‘%YAML’ is a YAML directive; flow files have none"]),
    ("{a: b}\nc: d\ne: f", ["2:1 there is more text after the end of the file's content"]),
    (
        "a:\n\tb: c\n\td: e\nf: @g",
        ["2:1 the lines 2 to 3 are indented by tabs", "4:4 ‘@’ cannot begin a text without quotes"],
    ),
    ("a:\n  b: c\n  \td: e", ["3:3 this line is indented by tabs"]),
    (
        "a: b\x00\x01c\nd: e\x1b[0m",
        [
            "1:5 the control character U+0000 cannot stand in a flow file",
            "2:5 the control character U+001B cannot stand in a flow file",
        ],
    ),
    ("a: b\ud800", ["1:5 the control character U+D800 cannot stand in a flow file"]),
    ("\x00\n" * 40, ["1:1 this is no text file: it is full of control characters"]),
    ("a: b\n- c", ["2:1 a list entry (‘- ’) does not fit here"]),
    ("s:\n  - a: b\n - c: d", ["3:2 ‘c’ is indented by 1 blank, which fits to no line above"]),
    ("s:\n  - a: b\n  -c: d", ["3:3 the blank after ‘-’ is missing"]),
    ("a: b\nfoo\nc: d", ["2:1 ‘foo’ is neither ‘key: value’ nor a list entry ‘- ...’"]),
    ("a: |\n    x\n  y\nb: c", ["1:4 the lines of this block text are not indented alike"]),
]


@pytest.mark.parametrize(("text", "messages"), REFUSED, ids=[repr(case[0][:30]) for case in REFUSED])
def test_refused(text: str, messages: list[str]) -> None:
    assert tell(text) == messages


def test_forty_levels_are_read_and_one_more_is_not() -> None:
    assert tell("a: " + "[" * 39 + "]" * 39) == []
    assert tell("a: " + "[" * 40 + "]" * 40 + "\nb: @c") == [
        "1:43 more than 40 levels",
        "2:4 ‘@’ cannot begin a text without quotes",
    ]
    assert tell("\n".join(" " * n + "a:" for n in range(41)) + " b") == ["41:41 more than 40 levels"]


@pytest.mark.parametrize("piece", ["[", "- ", "{a: ", "{[ ", "? "])
def test_depth_is_no_danger(piece: str) -> None:
    assert len(read(piece * (200_000 // len(piece)), "a.yaml").diagnostics) == 1


@pytest.mark.parametrize(
    "line", ["- @x\n", "- a: b\n    c: d\n", "- 'a' b\n", "- a\tb\n", "\ta: b\nc: d\n"], ids=repr
)
def test_many_mistakes_end_after_a_hundred(line: str) -> None:
    reading = read(line * 5000, "a.yaml")
    assert 1 < len(reading.diagnostics) <= 101


def test_size_limit() -> None:
    big = "a: " + "x" * (256 * 1024 - 3)
    assert tell(big) == []
    assert tell(big + "xxxx") == ["1:1 the file is longer than 256 KB"]
    assert read_bytes(b"x" * 300_000, "a").diagnostics[0].message == "the file is longer than 256 KB"


def test_bytes() -> None:
    assert read_bytes(b"\xef\xbb\xbfa: \xc3\xa9", "a").node == Mapping(
        ((Scalar("a", True, 1, 1), Scalar("é", True, 1, 4)),), 1, 1
    )
    wrong = read_bytes(b"a: b\nc: \xc3\xa9d\xff", "a").diagnostics[0]
    assert (wrong.line, wrong.column) == (2, 6)
    assert wrong.message == "byte 12 of the file (0xff) is no UTF-8"
    assert read_bytes("a: b".encode("utf-16"), "a").diagnostics[0].fix == "save it as UTF-8"


def test_line_ends_of_old_yaml_are_text() -> None:
    reading = read('a: b\u2028c\x85d\nx: "\u2029 #y"\nz: @1', "a.yaml")
    assert isinstance(reading.node, Mapping)
    assert reading.node.get("a") == Scalar("b\u2028c\x85d", True, 1, 4)
    assert reading.node.get("x") == Scalar("\u2029 #y", False, 2, 4)
    assert [(d.line, d.column) for d in reading.diagnostics] == [(3, 4)]


def test_source_of_a_node() -> None:
    reading = read("a: [ x,\n   y ]  # z\nb:\n  c: d\n  e: 'f'\n\ng: '" + "h" * 400 + "'", "a.yaml")
    assert isinstance(reading.node, Mapping)
    nodes = {key.text: value for key, value in reading.node.entries}
    assert reading.source_of(nodes["a"]) == "[ x, y ]"
    assert reading.source_of(nodes["b"]) == "c: d e: 'f'"
    assert reading.source_of(nodes["g"]) == "'" + "h" * 299 + "…"
    assert reading.source_of(Scalar("other", True, 99, 1)) == ""


def test_broken_nodes() -> None:
    reading = read("a:\n\tx: y\nb: c\nd:\n  e: f\n   g: h\ni: j", "a.yaml")
    assert reading.broken_lines == {2, 6}
    assert isinstance(reading.node, Mapping)
    broken = {key.text: reading.is_broken(value) for key, value in reading.node.entries}
    assert broken == {"a": True, "b": False, "d": True, "i": False}
    assert reading.is_broken(reading.node)


def as_library(text: str) -> object:
    def value(node: object) -> object:
        if isinstance(node, ScalarNode):
            return node.value
        if isinstance(node, SequenceNode):
            return [value(item) for item in node.value]
        assert isinstance(node, MappingNode)
        return {value(key): value(item) for key, item in node.value}

    return value(YAML(typ="safe", pure=True).compose(text))


def as_data(node: Node | None) -> object:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [as_data(item) for item in node.items]
    assert node is not None
    return {key.text: as_data(item) for key, item in node.entries}


def check(text: str) -> Reading:
    """Never raises; places are in the text, in order; nothing broken goes unreported."""
    reading = read(text, "f")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    places = [(d.line, d.column) for d in reading.diagnostics]
    assert places == sorted(set(places))
    for line, column in places:
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1
    assert all(d.message for d in reading.diagnostics)
    assert reading.diagnostics or reading.node is not None
    assert reading.diagnostics or not reading.broken_lines
    if not reading.diagnostics and not set(text) & set("\t\x85\u2028\u2029\ufeff"):
        assert as_data(reading.node) == as_library(text)
    return reading


PIECES = [
    *list("{}[],:#'\"@*&!|>%`-?. \n\t\\ab1<$=~\x00\u2028\ufeff"),
    ": ",
    " #",
    "- ",
    "\n  ",
    "{{",
    "x: y",
    "--- ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@settings(max_examples=400, deadline=None)
def test_any_text(text: str) -> None:
    check(text)


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_unicode(text: str) -> None:
    check(text)


@given(
    st.lists(st.tuples(st.integers(0, len(FLOW) - 1), st.integers(0, 2), st.sampled_from(PIECES)), max_size=5)
)
@settings(max_examples=200, deadline=None)
def test_a_damaged_flow(edits: list[tuple[int, int, str]]) -> None:
    text = FLOW
    for at, deleted, added in edits:
        text = text[:at] + added + text[at + deleted :]
    check(text)


@given(st.binary(max_size=100))
@settings(max_examples=100, deadline=None)
def test_any_bytes(data: bytes) -> None:
    read_bytes(data, "f")


@given(st.text(st.characters(codec="utf-8"), max_size=50))
@settings(max_examples=300, deadline=None)
def test_a_quoted_text_is_read_as_it_was(text: str) -> None:
    form = quote(text)
    reading = read(f"a: {form}\nb: {{c: {form}, d: [{form}]}}\n{form}: e", "f")
    if text not in ("a", "b"):
        assert reading.diagnostics == ()
    assert as_data(reading.node) == {"a": text, "b": {"c": text, "d": [text]}} | (
        {text: "e"} if text not in ("a", "b") else {}
    )


@given(
    st.from_regex(
        r"[A-Za-z0-9_/$.+(-][A-Za-z0-9_/$.+()=<>'\"-]*( [A-Za-z0-9_/$.+()=<>'\"-]+)*", fullmatch=True
    )
)
@settings(max_examples=200, deadline=None)
def test_a_plain_text_is_read_as_it_was(text: str) -> None:
    if text[0] == "-" and text[1:2] in ("", " "):
        return
    reading = read(f"a: {text}  # c\nb: {{c: {text}, d: [{text}]}}\n", "f")
    assert reading.diagnostics == ()
    assert as_data(reading.node) == {"a": text, "b": {"c": text, "d": [text]}}
