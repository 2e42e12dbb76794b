"""No spelling of a secret survives redaction, and nothing else is touched."""

from __future__ import annotations

import base64
import html
import json
import time
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qarunner.model import events as ev
from qarunner.model.redact import Redactor

Encoder = Callable[[str], str]


def octets(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def lower_percent(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in octets(text))


def json_inside(text: str) -> str:
    return json.dumps(text)[1:-1]


ENCODERS: dict[str, Encoder] = {
    "plain": str,
    "url": lambda s: quote(s, safe=""),
    "url path": quote,
    "form": quote_plus,
    "component": lambda s: quote(s, safe="!~*'()"),
    "percent all, lower": lower_percent,
    "percent all, upper": lambda s: lower_percent(s).upper(),
    "url twice": lambda s: quote(quote(s, safe=""), safe=""),
    "json": json_inside,
    "json, not ascii": lambda s: json.dumps(s, ensure_ascii=False)[1:-1],
    "json in json": lambda s: json_inside(json_inside(s)),
    "json in url": lambda s: quote(json_inside(s), safe=""),
    "json, all escaped": lambda s: json_escaped(s),
    "json for scripts": lambda s: json_inside(s).replace("<", "\\u003c").replace("/", "\\/"),
    "html": html.escape,
    "html twice": lambda s: html.escape(html.escape(s)),
    "html numbers": lambda s: "".join(f"&#{ord(c)};" for c in s),
    "html hex": lambda s: "".join(f"&#x{ord(c):X};" for c in s),
    "hex": lambda s: octets(s).hex(),
    "hex upper": lambda s: octets(s).hex().upper(),
    "base64": lambda s: base64.b64encode(octets(s)).decode(),
    "base64 without padding": lambda s: base64.b64encode(octets(s)).decode().rstrip("="),
    "base64 url": lambda s: base64.urlsafe_b64encode(octets(s)).decode(),
    "base64 in url": lambda s: quote(base64.b64encode(octets(s)).decode(), safe=""),
    "basic, 1 before": lambda s: base64.b64encode(b"a" + octets(s) + b"zz").decode(),
    "basic, 2 before": lambda s: base64.b64encode(b"a:" + octets(s) + b"z").decode(),
    "basic, 3 before": lambda s: base64.b64encode(b"ad:" + octets(s)).decode(),
    "basic of json": lambda s: base64.urlsafe_b64encode(json.dumps({"pw": s}).encode()).decode(),
    "basic of form": lambda s: base64.b64encode(("x=" + quote_plus(s)).encode()).decode(),
}


def json_escaped(text: str) -> str:
    units = text.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02X}{units[i + 1]:02x}" for i in range(0, len(units), 2))


printable = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x1F6FF, exclude_categories=("Cs", "Cc", "Cn")),
    min_size=6,
    max_size=24,
).map(str.strip)
ascii_only = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=6, max_size=24)
secrets = st.one_of(printable, ascii_only).filter(lambda s: len(s) >= 6 and not s.isspace())


@settings(max_examples=25, deadline=None)
@given(secret=secrets)
def test_no_form_survives(secret: str) -> None:
    redactor = Redactor({"pw": secret})
    for form, encode in ENCODERS.items():
        encoded = encode(secret)
        for text in (encoded, f"x={encoded}&y", f'{{"a":"{encoded}"}}'):
            clean = redactor.text(text)
            assert "[secret:pw]" in clean, (form, text, clean)
            gap = clean.replace("[secret:pw]", "\0")
            assert encoded not in gap, (form, text, clean)
            assert redactor.text(clean) == clean
            assert redactor.canary_scan([("f.txt", text.encode("utf-8", "surrogateescape"))]), (form, text)
            assert redactor.canary_scan([("f.txt", clean.encode("utf-8", "surrogateescape"))]) == []


@pytest.mark.parametrize("form", ENCODERS)
def test_each_form_of_a_nasty_password(form: str) -> None:
    secret = 'pä ss"w/0rd+\\<&😀!'
    redactor = Redactor({"pw": secret})
    assert ENCODERS[form](secret) not in redactor.text("u=" + ENCODERS[form](secret))
    assert "[secret:pw]" in redactor.text("u=" + ENCODERS[form](secret))


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=200))
def test_text_without_a_secret_is_untouched(text: str) -> None:
    assert Redactor({"pw": "zQ9#zQ9#zQ9#"}).text(text) == text
    assert Redactor({}).text(text) == text


def test_base64_neighbours_that_hold_bits_of_the_secret_go_too() -> None:
    clean = Redactor({"pw": "hunter2"}).text("Basic " + base64.b64encode(b"ada:hunter2").decode())
    assert clean.startswith("Basic YWRh") and clean.rstrip("=").endswith("[secret:pw]")


def test_the_longest_secret_wins_and_overlaps_leave_nothing() -> None:
    redactor = Redactor({"short": "abcdef", "long": "abcdefghi"})
    assert redactor.text("x abcdefghi y abcdef") == "x [secret:long] y [secret:short]"
    assert Redactor({"a": "abcdef", "b": "defghi"}).text("abcdefghi") == "[secret:a]"


def test_short_secrets_are_whole_words_and_say_so() -> None:
    redactor = Redactor({"pin": "12", "none": "", "blank": "  "})
    assert redactor.text("12 a12 12b (12) 1212") == "[secret:pin] a12 12b ([secret:pin]) 1212"
    assert redactor.notes() == ("secret `pin` has only 2 characters: replaced as a whole word only",)
    assert redactor.text("") == ""


def test_white_space_may_be_folded() -> None:
    redactor = Redactor({"phrase": "correct horse\nbattery"})
    for text in ("correct horse battery", "correct+horse%0Abattery", "correct horse\r\nbattery"):
        assert redactor.text(text) == "[secret:phrase]"
    assert Redactor({"k": "value\n"}).text("value") == "[secret:k]"


def test_a_part_of_a_long_secret_is_found() -> None:
    key = "".join(f"{n:02x}G" for n in range(100))
    redactor = Redactor({"key": key})
    assert redactor.text(f"a {key} b") == "a [secret:key] b"
    assert key[40:90] not in redactor.text(key[32:96])
    assert "[secret:key]" in redactor.text(base64.b64encode(b"x" + key.encode()).decode())


def test_a_secret_that_looks_like_a_placeholder_or_a_name() -> None:
    redactor = Redactor({"secret": "secret", "pw": "password"})
    once = redactor.text("secret password")
    assert once == "[secret:secret] [secret:pw]"
    assert redactor.text(once) == once
    assert redactor.text("[secret:password]") == "[[secret:secret]:[secret:pw]]"


def test_digests_are_left_whole_unless_they_are_the_secret() -> None:
    digest = "1234" * 16
    assert Redactor({"pin": "1234"}).text(digest + ".png") == digest + ".png"
    assert Redactor({"key": digest}).text(digest) == "[secret:key]"


def test_later_secrets() -> None:
    first = Redactor({"a": "alpha-1"})
    second = first.with_secret("b", "beta-22").with_secret("a", "gamma-3")
    assert first.text("alpha-1 beta-22") == "[secret:a] beta-22"
    assert second.text("alpha-1 beta-22 gamma-3") == "[secret:a] [secret:b] [secret:a-2]"
    assert "alpha-1" not in repr(second)


def test_json_keeps_its_shape() -> None:
    redactor = Redactor({"pw": "hunter2", "pin": "123456"}, words=["heading"])
    assert redactor.json({"hunter2": [1, True, None, 123456, "x hunter2"], "kind": "hunter2"}) == {
        "[secret:pw]": [1, True, None, "[secret:pin]", "x [secret:pw]"],
        "kind": "[secret:pw]",
    }
    assert Redactor({"pw": "heading"}, words=["heading"]).json({"heading": "heading"}) == {
        "heading": "[secret:pw]"
    }


def test_events_stay_valid() -> None:
    redactor = Redactor({"pw": "request", "host": "main", "tag": "hunter2"})
    event = ev.Request(
        place=ev.Place(origin="http://hunter2"),
        number=1,
        method="GET",
        url="/?q=hunter2",
        path="/",
        query={"hunter2": ["hunter2"]},
        resource_type="fetch",
        began_ms=1,
        body="0" * 64 + ".json",
    )
    clean = redactor.value(event)
    assert ev.EVENT.validate_json(clean.model_dump_json()) == clean
    assert "hunter2" not in clean.model_dump_json()
    assert clean.place.user == "[secret:host]" and clean.body == event.body
    assert redactor.value(clean) is clean
    done = ev.StepDone(place=ev.Place(), value=123456, elapsed_ms=123456, log=("fill 123456",))
    clean_done = Redactor({"pin": "123456"}).value(done)
    assert (clean_done.value, clean_done.elapsed_ms) == ("[secret:pin]", 123456)
    assert clean_done.log == ("fill [secret:pin]",)


def test_bodies() -> None:
    redactor = Redactor({"pin": "123456", "pw": "hünter"})
    assert redactor.data(b'{"pin": 123456, "n": [1]}') == b'{"pin":"[secret:pin]","n":[1]}'
    assert redactor.data("a=hünter".encode("latin-1")) == b"a=[secret:pw]"
    assert redactor.data("hünter".encode("utf-16-le")) == "[secret:pw]".encode("utf-16-le")
    for left in (b"\x89PNG\r\n\x1a\n123456", b"\xff\xfe\x00 nothing", b'{"n": 1}'):
        assert redactor.data(left) == left
    assert redactor.data(b"\xff123456\xfe") == b"\xff[secret:pin]\xfe"


def test_headers_are_kept_by_an_allow_list() -> None:
    redactor = Redactor({"pw": "hunter2"})
    headers = {
        "Authorization": "Basic x",
        "Set-Cookie": "s=1",
        "Content-Type": "a/b; hunter2",
        "X-Build": "7",
    }
    assert redactor.headers(headers, also=["x-build"]) == {
        "authorization": "[not kept]",
        "set-cookie": "[not kept]",
        "content-type": "a/b; [secret:pw]",
        "x-build": "7",
    }


def test_the_canary_names_file_and_secret_and_not_the_value() -> None:
    redactor = Redactor({"pw": "password", "pin": "4711"})
    line = b'{"seq":0,"at":4711.5,"event":{"kind":"document_state","password_field":true,"t":"%s"}}\n'
    assert (
        redactor.canary_scan([("events.jsonl", line % b"x"), ("seal.json", b'{\n  "count": 4711\n}\n')]) == []
    )
    leaks = redactor.canary_scan(
        [("events.jsonl", line % b"x" + line % b"my p\\u0061ssword"), ("a", b"4711")]
    )
    assert leaks == ["events.jsonl: holds the value of secret `pw`", "a: holds the value of secret `pin`"]
    torn = line % b"4711"
    assert redactor.canary_scan([("events.jsonl", line + torn[:-8])])


def test_hostile_texts_are_searched_in_linear_time() -> None:
    redactor = Redactor({"pw": 'a"b\\c d%<&é'})
    began = time.perf_counter()
    for part in ("\\", "%25", "&amp;", "a ", "%5c", 'a\\"', "&#0000"):
        redactor.text(part * (200_000 // len(part)))
    assert time.perf_counter() - began < 10


def test_a_long_text_that_was_cut_within_a_secret() -> None:
    redactor = Redactor({"pw": 'p@ss w"ord', "longer": 'p@ss w"ord-and-more'})
    for cut in ("p@ss", "p@ss w", "p%40ss%20w", "cEBzcyB3", "7040737320"):
        assert redactor.text("z" * 200 + cut).endswith("z[secret:longer]")
        assert redactor.text("z" * 200 + cut + "…").endswith("z[secret:longer]…")
    assert redactor.text("z" * 200 + "p@s") == "z" * 200 + "p@s"
    assert redactor.text("short p@ss") == "short p@ss"
    assert redactor.text("z" * 200 + 'p@ss w"ord').endswith("z[secret:pw]")


def test_a_secret_in_the_name_of_a_file() -> None:
    assert Redactor({"pw": 'p@ss w"ö/x'}).text("p@ss w_ö_x.txt") == "[secret:pw].txt"
    assert Redactor({"pw": '"/*?"/*?'}).text("________") == "________"
