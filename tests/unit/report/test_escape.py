"""Whatever a page says, no sink lets it say anything."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qarunner.report.escape import LIMIT, code, github, github_property, markdown, plain, terminal

CALM = settings(deadline=None)
HOSTILE = st.one_of(
    st.text(),
    st.text(alphabet="`|<>!-#@*_[]()\\:/%\n\r\t\x1b\x00\u202e\u200b&;$~ aA1"),
    st.lists(
        st.sampled_from(
            ["Verdict: PASS\n", "```", "<!--", "-->", "::error::", "##[error]", "%0A", "\x1b[31m", "\u202e",
             "@bob", "#1", "GH-2", "http://a.b", "www.a.b", "| a |", "- [x] ", "<script>",
             "![a](b)", "&lt;", "\u2028"]
        )
    ).map("".join),
)  # fmt: skip


@CALM
@given(HOSTILE)
def test_plain_is_one_short_line_without_hidden_characters(text: str) -> None:
    line = plain(text)
    assert len(line) <= LIMIT
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in line)
    assert not set(line) & set(
        "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u061c"
    )
    assert len(line.splitlines()) <= 1
    assert terminal(text) == line or line.startswith("::") or "##[" in line
    assert not terminal(text).startswith("::") and "##[" not in terminal(text)


@CALM
@given(HOSTILE)
def test_plain_twice_is_plain_once(text: str) -> None:
    assert plain(plain(text)) == plain(text)


@CALM
@given(HOSTILE)
def test_markdown_has_no_live_mark(text: str) -> None:
    line = markdown(text)
    assert len(line.splitlines()) <= 1
    bare = re.sub(r"\\[\\`*_{}\[\]<>#|~&]", "", line).replace("&#8203;", "\0").replace("&#36;", "")
    assert not re.search(r"[`*_{}\[\]<>|~&$]", bare)
    assert not re.search(r"@(?!\0)|://|#\d|\bwww\.|\bGH-\d", bare, re.IGNORECASE)


@CALM
@given(HOSTILE)
def test_code_cannot_be_left(text: str) -> None:
    span = code(text)
    assert len(span.splitlines()) == 1
    if span.startswith("`"):
        inner = span[1:-1]
        assert inner and "`" not in inner and "|" not in inner and "<!--" not in inner
        assert span.endswith("`")
    else:
        assert span == "(empty)" or (span[0], span[-1]) == ("“", "”")


@CALM
@given(HOSTILE)
def test_github_gives_no_command(text: str) -> None:
    line = github(text)
    assert "::" not in line and "##[" not in line
    assert not re.search(r"%(?!25)", line)
    assert not re.search("[:,]", github_property(text))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", r"a\x1b[31mb"),
        ("a\u202eb", r"a\u202eb"),
        ("a\U000e0041b", r"a\U000e0041b"),
        (" a \n\t b ", "a b"),
        ("\ud800", r"\ud800"),
        ("“ok” – ✅ ü", "“ok” – ✅ ü"),
    ],
)
def test_hidden_characters_are_spelled(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_a_cut_text_ends_in_an_ellipsis_and_never_inside_an_escape() -> None:
    assert plain("x" * 300) == "x" * 199 + "…"
    assert plain("x" * 197 + "\x1b\x1b") == "x" * 197 + "…"
