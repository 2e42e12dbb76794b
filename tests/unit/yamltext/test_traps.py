"""Every trap of YAML that authors of flows fall into: its place, and the exact form that was meant."""

from __future__ import annotations

import pytest

from qarunner.yamltext.quoting import quote
from qarunner.yamltext.read import Reading, read
from qarunner.yamltext.traps import hint_for
from qarunner.yamltext.tree import Mapping, Node, Scalar, Sequence


def plain(node: Node | None) -> object:
    """The tree as str, list and dict."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.entries} if node else None


def told(reading: Reading) -> list[tuple[int, int, str]]:
    return [(d.line, d.column, d.fix) for d in reading.diagnostics]


# text, place of the mistake, beginning of the fix, what is read all the same
TRAPS: list[tuple[str, tuple[int, int], str, object]] = [
    ("text: @user", (1, 7), "quote it: '@user'", {"text": "@user"}),
    ("text: *bold", (1, 7), "quote it: '*bold'", {"text": "*bold"}),
    ("text: *bold text", (1, 7), "quote it: '*bold text'", {"text": "*bold text"}),
    ("text: **", (1, 7), "quote it: '**'", {"text": "**"}),
    ("pw: !x", (1, 5), "quote it: '!x'", {"pw": "!x"}),
    ("pw: !x y z", (1, 5), "quote it: '!x y z'", {"pw": "!x y z"}),
    ("text: Price: 5", (1, 7), "quote it: 'Price: 5'", {"text": "Price: 5"}),
    ("text: Price: 5  # euros", (1, 7), "quote it: 'Price: 5'", {"text": "Price: 5"}),
    ("text: Price:", (1, 7), "quote it: 'Price:'", {"text": "Price:"}),
    ("text: it's: so", (1, 7), "quote it: 'it''s: so'", {"text": "it's: so"}),
    (
        "x: {{ user }}",
        (1, 4),
        "quote it: '{{ user }}' (a declared value is written $name)",
        {"x": "{{ user }}"},
    ),
    ("x: {{ user }} foo", (1, 4), "quote it: '{{ user }} foo'", {"x": "{{ user }} foo"}),
    ("x: {{a}}/{{b}}", (1, 4), "quote it: '{{a}}/{{b}}'", {"x": "{{a}}/{{b}}"}),
    ("x: {y: {{ user }}}", (1, 8), "quote it: '{{ user }}'", {"x": {"y": "{{ user }}"}}),
    ("text: %50", (1, 7), "quote it: '%50'", {"text": "%50"}),
    ("text: `x`", (1, 7), "quote it: '`x`'", {"text": "`x`"}),
    ("text: &x", (1, 7), "quote it: '&x'", {"text": "&x"}),
    ("text: &x y", (1, 7), "quote it: '&x y'", {"text": "&x y"}),
    ("text: & more", (1, 7), "quote it: '& more'", {"text": "& more"}),
    ("text: > 5", (1, 7), "quote it: '> 5'", {"text": "> 5"}),
    ("text: >5", (1, 7), "quote it: '>5'", {"text": ">5"}),
    ("text: |", (1, 7), "quote it: '|'", {"text": "|"}),
    ("text: | x", (1, 7), "quote it: '| x'", {"text": "| x"}),
    ("text: - x", (1, 7), "quote it: '- x'", {"text": "- x"}),
    ("text: ,x", (1, 7), "quote it: ',x'", {"text": ",x"}),
    ("text: ]", (1, 7), "quote it: ']'", {"text": "]"}),
    ("text: }", (1, 7), "quote it: '}'", {"text": "}"}),
    ("text: [x] y", (1, 7), "quote it: '[x] y'", {"text": "[x] y"}),
    ("text: {b", (1, 7), "quote it: '{b', or close it: {b}", {"text": "{b"}),
    ("text: [b", (1, 7), "quote it: '[b', or close it: [b]", {"text": "[b"}),
    ("- @user", (1, 3), "quote it: '@user'", ["@user"]),
    # inside braces
    ("a: {text: Hello, world}", (1, 18), "quote it: 'Hello, world'", {"a": {"text": "Hello, world"}}),
    ("a: {text: a, b, c, d: e}", (1, 14), "quote it: 'a, b, c'", {"a": {"text": "a, b, c", "d": "e"}}),
    ("a: {text: 1,234}", (1, 13), "quote it: '1,234'", {"a": {"text": "1,234"}}),
    ('a: {text: say, "hi"}', (1, 16), "quote it: 'say, \"hi\"'", {"a": {"text": 'say, "hi"'}}),
    ("a: {text: Hello, @world}", (1, 11), "quote it: 'Hello, @world'", {"a": {"text": "Hello, @world"}}),
    ("a: {text: a {b}", (1, 11), "quote it: 'a {b'", {"a": {"text": "a {b"}}),
    ("a: {text: a {b}}", (1, 11), "quote it: 'a {b}'", {"a": {"text": "a {b}"}}),
    (
        "a: {text: a {b}, in: {region: x}}",
        (1, 11),
        "quote it: 'a {b}'",
        {"a": {"text": "a {b}", "in": {"region": "x"}}},
    ),
    ("a: {in: {text: a {b}}", (1, 16), "quote it: 'a {b'", {"a": {"in": {"text": "a {b"}}}),
    ("a: {text: [x}", (1, 11), "quote it: '[x'", {"a": {"text": "[x"}}),
    ("a: {text: x]}", (1, 11), "quote it: 'x]'", {"a": {"text": "x]"}}),
    ("a: {text: @x}", (1, 11), "quote it: '@x'", {"a": {"text": "@x"}}),
    ("a: {text: *}", (1, 11), "quote it: '*'", {"a": {"text": "*"}}),
    ("a: {text: *x}", (1, 11), "quote it: '*x'", {"a": {"text": "*x"}}),
    ("a: {text: > 5}", (1, 11), "quote it: '> 5'", {"a": {"text": "> 5"}}),
    ("a: {text: |}", (1, 11), "quote it: '|'", {"a": {"text": "|"}}),
    ("a: {text: %5, b: c}", (1, 11), "quote it: '%5'", {"a": {"text": "%5", "b": "c"}}),
    ("a: {text: `x`}", (1, 11), "quote it: '`x`'", {"a": {"text": "`x`"}}),
    ("a: {text: ?x}", (1, 11), "quote it: '?x'", {"a": {"text": "?x"}}),
    ("a: {text: a: b}", (1, 11), "quote it: 'a: b'", {"a": {"text": "a: b"}}),
    ("a: {text: a: b, c: d}", (1, 11), "quote it: 'a: b'", {"a": {"text": "a: b", "c": "d"}}),
    ("a: {text: ${user}}", (1, 11), "quote it: '${user}'", {"a": {"text": "${user}"}}),
    ("a: {css: #main}", (1, 10), "quote it: '#main'", {"a": {"css": "#main"}}),
    ("a: {css: a #b} # note", (1, 10), "quote it: 'a #b'", {"a": {"css": "a #b"}}),
    ("a: {text: a # b}", (1, 11), "quote it: 'a # b'", {"a": {"text": "a # b"}}),
    ("a: [x, @y, z]", (1, 8), "quote it: '@y'", {"a": ["x", "@y", "z"]}),
    ("a: {b: [c, {d: @e}], f: g}", (1, 16), "quote it: '@e'", {"a": {"b": ["c", {"d": "@e"}], "f": "g"}}),
    ("a: {b: c}}", (1, 8), "quote it: 'c}', or remove one ‘}’", {"a": {"b": "c}"}}),
    ("a: {b:1}", (1, 5), "write: b: 1", {"a": {"b": "1"}}),
    # quotes
    ("a: 'it's'", (1, 4), "quote it: 'it''s'", {"a": "it's"}),
    ("a: {t: 'it's', b: c}", (1, 8), "quote it: 'it''s'", {"a": {"t": "it's", "b": "c"}}),
    (r'a: "\d+"', (1, 4), r"quote it: '\d+'", {"a": r"\d+"}),
    (r'a: {m: "\d+", b: c}', (1, 8), r"quote it: '\d+'", {"a": {"m": r"\d+", "b": "c"}}),
    ('a: "say "hi""', (1, 4), "quote it: 'say \"hi\"'", {"a": 'say "hi"'}),
    ('a: "x" y', (1, 4), "quote it: '\"x\" y'", {"a": '"x" y'}),
    ('a: "x" and "y"', (1, 4), 'quote it: \'"x" and "y"\'', {"a": '"x" and "y"'}),
    ('a: "abc\nb: c', (1, 4), 'close it: "abc"', {"a": "abc", "b": "c"}),
    ("a: 'abc\nb: c", (1, 4), "close it: 'abc'", {"a": "abc", "b": "c"}),
    ('- text: "a\n- text: b"', (1, 9), 'close it: "a"', [{"text": "a"}, {"text": 'b"'}]),
    ('- a: {t: "abc}\n- b: {c: "x"}', (1, 10), 'close it: "abc"', [{"a": {"t": "abc"}}, {"b": {"c": "x"}}]),
    ("a: ['x', 'y]\nb: c", (1, 10), "close it: 'y'", {"a": ["x", "y"], "b": "c"}),
    # silently something else
    ("sel: #main", (1, 6), "quote it: '#main'", {"sel": "#main"}),
    ("a:\n  - #main", (2, 5), "quote it: '#main'", {"a": ["#main"]}),
    ("text: Issue #12", (1, 13), "quote it: 'Issue #12'", {"text": "Issue #12"}),
    ("open: /page #top", (1, 13), "quote it: '/page #top'", {"open": "/page #top"}),
    # tabs
    ("a: b\tc", (1, 4), 'quote it: "b\\tc"', {"a": "b\tc"}),
]


@pytest.mark.parametrize(("text", "place", "fix", "tree"), TRAPS, ids=[trap[0] for trap in TRAPS])
def test_each_trap_tells_the_form_that_was_meant(
    text: str, place: tuple[int, int], fix: str, tree: object
) -> None:
    reading = read(text, "a.yaml")
    assert len(reading.diagnostics) == 1
    diagnostic = reading.diagnostics[0]
    assert (diagnostic.line, diagnostic.column) == place
    assert diagnostic.fix.startswith(fix)
    assert plain(reading.node) == tree
    assert not reading.broken_lines


@pytest.mark.parametrize(
    "trap",
    [trap for trap in TRAPS if trap[2].startswith("quote it") and "\n" not in trap[0]],
    ids=lambda trap: trap[0],
)
def test_the_quoted_form_is_read_as_what_was_meant(trap: tuple[str, tuple[int, int], str, object]) -> None:
    text, _, fix, tree = trap
    form = fix.removeprefix("quote it: ").split(" (")[0].split(", or ")[0]
    meant = plain(read(form, "x").node)
    assert isinstance(meant, str)
    assert meant in str(tree) or repr(meant)[1:-1] in str(tree)
    assert not read(f"a: {{b: {form}, c: [{form}]}}\nd: {form}", "x").diagnostics, text


# the mistake is told, but what was meant is left out: the lines are marked
LEFT_OUT: list[tuple[str, list[tuple[int, int, str]], object, set[int]]] = [
    ("a: {button: Save\nb: c", [(1, 4, "close it: {button: Save}")], None, {1}),
    ("a: [x, y\nb: c", [(1, 4, "close it: [x, y]")], None, {1}),
    ("- fill {label: Email}", [(1, 3, "write: fill: {label: Email}")], [{}], {1}),
    ("- fill {label: Email, with: x}", [(1, 3, "write: fill: {label: Email, with: x}")], None, {1}),
    ("- click:{button: x, in: y}", [(1, 3, "write: click: {button: x, in: y}")], None, {1}),
    ("a: {\n  b: c\n  d: e\n}\nf: g", [(2, 6, "write: c,")], None, {2, 3}),
    ("- a: b\n  as:foo", [(2, 3, "write: as: foo")], [{"a": "b"}], {2}),
    ("text:@user\nb: c", [(1, 1, "write: text: @user")], {"b": "c"}, {1}),
    ("a: {Save}", [(1, 5, "write ‘Save: ’ and a value, or put the whole text in quotes")], {"a": {}}, {1}),
]


@pytest.mark.parametrize(("text", "mistakes", "tree", "broken"), LEFT_OUT, ids=[case[0] for case in LEFT_OUT])
def test_what_was_left_out_is_marked(
    text: str, mistakes: list[tuple[int, int, str]], tree: object, broken: set[int]
) -> None:
    reading = read(text, "a.yaml")
    assert told(reading) == mistakes
    assert reading.broken_lines == broken
    if tree is not None:
        assert plain(reading.node) == tree


LEGAL = [
    "timeout: 10s   # generous",
    "timeout: 10s # generous",
    "text: Save # now",
    "timeout: 10s  #generous",
    "name: x ## loud",
    "name: x #---- rule",
    "name: x #",
    "reload:  # again",
    "reload:   #again",
    "app: # the demo\n  run: x",
    "app: #demo\n  run: x",
    "click: {button: Save}  # saves",
    "click: {button: Save} #saves",
    "text: 'x' #y",
    "text: C#",
    "css: a#b",
    "css: '#main'",
    "on: yes\nno: 12:30\nx: 1_000",
    "url: http://127.0.0.1:8000/a?b=c#d",
    "a: {url: http://127.0.0.1:8000, at: 12:30}",
    'json: {"a":1,"b":[1,2,{"c":null}]}',
    "a: [x, y: z]",
    "a: [1280x720, 390x844]",
    "text: 5 > 4 & 3 < 4, * and @ and 10% {x} [y]",
    "text: what?",
    "text: -5",
    'text: \'@user\'\nb: "@user \\u00e9 \\" \\\\ \\x41 \\n"',
    "text: it's",
    "a: {text: it's, b: don't}",
    'script: |\n  if (a) { b: [c }\n    "d: @e #f\n\n  g\nb: c',
    "text: >\n  folded\n  text: here\n\n  #no comment\nb: c",
    "text: |-\n  x",
    "text: >2\n    x",
    "- |\n  x: [\n- >-\n  y",
    "click: {\n  button: Save,   # the {first}\n  in: {region: x},\n\n  exact: true\n}",
    "click:\n  {button: Save,\n   in: {region: x}}",
    "tags: [\n  a,\n  b\n]",
    "tags:\n- a\n- b\nsteps:\n  - x: y",
    "a: 'one\n  two'\nb: \"three\n\n  four\"",
    "a: one\n  two\n  three",
    "---\na: b",
    "a: b\n...\n",
    "\ufeffa: b",
    "a: b\r\nc: d\r\n",
    "'a b': c\n\"d: e\": f",
    "a:\tb\nc:\t{d: e}\t# f\n",
    "a: {b: , c: d}",
    "a: {b: c,}",
    "a: []\nb: {}",
]


@pytest.mark.parametrize("text", LEGAL)
def test_legal_texts_are_no_traps(text: str) -> None:
    assert read(text, "a.yaml").diagnostics == ()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("css: [data-testid=x]", "quote it: '[data-testid=x]'"),
        ("css: [ data-testid='x' ]  # note", "quote it: '[ data-testid=''x'' ]'"),
        ("css: {a: b}", "quote it: '{a: b}'"),
        ("css:\n  - a: b", ""),
        ("css: [a,\n  b]", "quote it: '[a, b]'"),
        ("css:\n  Price: 5  # x", "quote it: 'Price: 5'"),
        ("css:\n  a: b\n  c: d", ""),
        ("css: plain", "quote it: 'plain'"),
        ("css: 'quoted'", ""),
        ("css: open:/login", "write: open: /login"),
        ("css: http://x", "quote it: 'http://x'"),
    ],
)
def test_hint_for_a_node_that_was_meant_as_text(text: str, hint: str) -> None:
    reading = read(text, "a.yaml")
    assert isinstance(reading.node, Mapping)
    node = reading.node.get("css")
    assert node is not None
    assert hint_for(node, reading) == hint


def test_messages_are_plain_words() -> None:
    reading = read("name: x\nsteps:\n  - expect: {text: @user}\n", "flows/a.yaml")
    assert reading.diagnostics[0].render() == (
        "flows/a.yaml:3:20: ‘@’ cannot begin a text without quotes\n    quote it: '@user'"
    )


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("it's", "'it''s'"),
        ("", "''"),
        ("a\tb", '"a\\tb"'),
        ("a\nb\\", '"a\\nb\\\\"'),
        ("\x00\x85\u2028\ufeff", '"\\0\\x85\\u2028\\ufeff"'),
        ("é😀", "'é😀'"),
    ],
)
def test_quote(text: str, form: str) -> None:
    assert quote(text) == form
