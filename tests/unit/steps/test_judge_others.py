"""What a look at page, network, downloads, dialogs and console says of each condition."""

from __future__ import annotations

from typing import Any

import pytest

from qarunner.model.observation import ConsoleLine, Download, NativeDialog
from qarunner.model.written import How
from qarunner.steps.expect.url import Url
from tests.unit.seen import answer, console, dialogs, downloads, element, network, page
from tests.unit.steps.reading import condition, judged


@pytest.mark.parametrize(
    ("key", "written", "holds"),
    [
        ("url", "/orders", True),
        ("url", "/orders?page=2", True),
        ("url", "/orders?page=3", False),
        ("url", "/order*", True),
        ("url", "/", False),
        ("page_title", "Orders", True),
        ("page_title", "orders", False),
    ],
)
def test_page(key: str, written: str, holds: bool) -> None:
    assert judged(page("/orders?page=2", "Orders "), key, written).holds == holds


def test_a_url_counts_on_declared_origins_only() -> None:
    here = How(origins=("http://127.0.0.1:8000",))
    read = Url.model_validate({"url": "/orders"}, context=here, by_alias=True, by_name=False)
    assert read.judge(page("/orders")).holds
    assert not read.judge(page("http://evil.example/orders")).holds


SAVED = answer(
    "POST /api/orders", 201, '{"id": 41, "customer": "Zed", "lines": [{"n": 1, "sku": "a"}], "paid": false}'
)
BROKEN = answer("POST /api/orders", 500, "<h1>no</h1>")
LOST = answer("POST /api/orders", None, None, net_error="net::ERR_CONNECTION_RESET")
WAITING = answer("POST /api/orders", None, None, pending=True)
OTHER = answer("GET /api/orders", 200, "[]")


@pytest.mark.parametrize(
    ("beside", "seen", "holds", "actual"),
    [
        ({}, network(SAVED), True, "status 201"),
        ({}, network(BROKEN), True, "status 500"),
        ({}, network(LOST), False, "net::ERR_CONNECTION_RESET"),
        ({}, network(WAITING), False, "no answer yet"),
        ({}, network(OTHER), False, "no such request"),
        ({}, network(), False, "no such request"),
        ({"status_code": "201"}, network(BROKEN, SAVED), True, "status 201"),
        ({"status_code": "201"}, network(BROKEN), False, "status 500"),
        ({"json": {"customer": "Zed"}}, network(SAVED), True, "status 201"),
        ({"json": {"customer": "Bob"}}, network(SAVED), False, 'status 201, /customer is "Zed"'),
        ({"json": {"nope": None}}, network(SAVED), False, "status 201, /nope is missing"),
        ({"json": {"id": 41.0}}, network(SAVED), True, "status 201"),
        ({"json": {"id": "41"}}, network(SAVED), False, "status 201, /id is 41"),
        ({"json": {"paid": 0}}, network(SAVED), False, "status 201, /paid is false"),
        ({"json": {"lines": [{"n": 1}]}}, network(SAVED), True, "status 201"),
        ({"json": {"lines": []}}, network(SAVED), False, "status 201, /lines has 1 entries"),
        ({"json": {}}, network(SAVED), True, "status 201"),
        ({"json": None}, network(SAVED), False, None),
        ({"json": {}}, network(BROKEN), False, "status 500, the body is no JSON"),
        (
            {"json": {}},
            network(answer("POST /api/orders", 200, None)),
            False,
            "status 200, the body was not kept",
        ),
        ({"contains": '"id": 41'}, network(SAVED), True, "status 201"),
        ({"contains": "nope"}, network(SAVED), False, None),
        ({"count": "1"}, network(SAVED, OTHER), True, "1 of 1 requests fit"),
        ({"count": "1"}, network(SAVED, SAVED), False, "2 of 2 requests fit"),
        (
            {"status_code": "201", "count": "1"},
            network(SAVED, BROKEN),
            True,
            "1 of 2 requests fit (status 500)",
        ),
        ({"count": "0"}, network(), True, "0 of 0 requests fit"),
    ],
)
def test_response(beside: dict[str, Any], seen: Any, holds: bool, actual: str | None) -> None:
    told = judged(seen, "response", "POST /api/orders", **beside)
    assert told.holds == holds
    if actual is not None:
        assert told.actual == actual


def test_no_request() -> None:
    assert judged(network(OTHER), "no_request", "POST /api/orders").holds
    told = judged(network(SAVED, WAITING), "no_request", "* /api/**")
    assert (told.holds, told.actual) == (False, "POST /api/orders was sent and 1 more")
    assert condition("no_request", "GET /x").negative


def test_http() -> None:
    call: dict[str, Any] = {"get": "/api/orders", "status_code": "200"}
    assert judged(network(OTHER), "http", call, json=[]).holds
    assert judged(network(answer("GET /api/orders", 404), OTHER), "http", call).holds
    assert not judged(network(OTHER, answer("GET /api/orders", 404)), "http", call).holds
    assert judged(network(), "http", "GET /api/orders").actual == "no answer"


CSV = Download(name="orders-2026.csv", size=120, text="id,total\n1,1234\n", rows=1)


@pytest.mark.parametrize(
    ("name", "beside", "holds"),
    [
        ("orders-2026.csv", {}, True),
        ("orders-*.csv", {}, True),
        ("*", {}, True),
        ("orders", {}, False),
        ("orders-2026.csv", {"contains": "1,1234"}, True),
        ("orders-2026.csv", {"contains": "nope"}, False),
        ("orders-2026.csv", {"bytes": "120"}, True),
        ("orders-2026.csv", {"bytes": "121"}, False),
        ("orders-2026.csv", {"at_least_bytes": "120"}, True),
        ("orders-2026.csv", {"at_least_bytes": "121"}, False),
        ("orders-2026.csv", {"rows": "1"}, True),
        ("orders-2026.csv", {"rows": "2"}, False),
    ],
)
def test_download(name: str, beside: dict[str, Any], holds: bool) -> None:
    assert judged(downloads(CSV), "download", name, **beside).holds == holds


def test_downloads_that_do_not_count() -> None:
    assert judged(downloads(), "download", "*").actual == "no download"
    broken = Download(name="a.csv", size=3, failed="canceled")
    assert judged(downloads(broken), "download", "a.csv").actual == "a.csv broke off: canceled"
    binary = Download(name="a.bin", size=3)
    assert judged(downloads(binary), "download", "a.bin", contains="x").actual == "a.bin is no text"


ASKED = NativeDialog(type="confirm", message="Delete this order?", answered="dismiss")


@pytest.mark.parametrize(
    ("written", "beside", "holds"),
    [
        ("Delete this order?", {}, True),
        ("Delete", {}, False),
        ("delete", {"exact": "false"}, True),
        ({"type": "confirm"}, {}, True),
        ({"type": "alert"}, {}, False),
        ({"type": "confirm", "message": "Delete this order?"}, {}, True),
    ],
)
def test_native_dialog(written: Any, beside: dict[str, Any], holds: bool) -> None:
    assert judged(dialogs(ASKED), "native_dialog", written, **beside).holds == holds
    assert not judged(dialogs(), "native_dialog", written, **beside).holds


LINES = (ConsoleLine(level="error", text="boom at app.js"), ConsoleLine(level="log", text="saved 41"))


@pytest.mark.parametrize(
    ("written", "holds"),
    [
        ("saved", True),
        ("nope", False),
        ({"level": "error"}, True),
        ({"level": "error", "absent": "true"}, False),
        ({"level": "warning", "absent": "true"}, True),
        ({"level": "error", "contains": "saved"}, False),
        ({"matches": "^saved [0-9]+$"}, True),
        ({"absent": "true"}, False),
    ],
)
def test_console(written: Any, holds: bool) -> None:
    assert judged(console(*LINES), "console", written).holds == holds


@pytest.mark.parametrize(
    ("key", "written"),
    [
        ("url", "/x"),
        ("page_title", "x"),
        ("response", "GET /x"),
        ("no_request", "GET /x"),
        ("http", "/x"),
        ("download", "x"),
        ("native_dialog", "x"),
        ("console", "x"),
    ],
)
def test_another_subject_is_a_bug(key: str, written: str) -> None:
    with pytest.raises(TypeError):
        judged(element(), key, written)
