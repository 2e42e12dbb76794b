# ruff: noqa: E501 - a page or a flow is written on one line
"""What happens beside the steps, wherever in the browser it happens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.harness import Lab, Ran
from tests.browser.site import Answer, Handler, Site

JS = {"Content-Type": "text/javascript"}
NOISE = "fetch('/data'); console.error('noise'); setTimeout(() => { throw new Error('boom') }, 0);"


def slow(handler: Handler) -> None:
    handler.hang(5)


def beside(lab: Lab, html: str, *, routes: dict[str, Any] | None = None, steps: str = "", **more: Any) -> Ran:
    """A page with `html` that is looked at for half a second."""
    flow = f"- open: /\n- expect: {{heading: Hello}}\n{steps}- wait: 400ms"
    page = {
        "/": f"<!doctype html><h1>Hello</h1>{html}",
        "/data": Answer("{}", headers={"Content-Type": "application/json"}),
    }
    return lab.flow(flow, routes={**page, **(routes or {})}, **more)


@pytest.mark.parametrize("where", ["page", "frame", "srcdoc frame", "popup", "worker"])
def test_requests_console_and_errors(each_lab: Lab, where: str) -> None:
    html = {
        "page": f"<script>{NOISE}</script>",
        "frame": "<iframe src=/inner></iframe>",
        "srcdoc frame": f'<iframe srcdoc="<script>{NOISE}</script>"></iframe>',
        "popup": "<button onclick=\"window.open('/inner')\">Go</button>",
        "worker": "<script>new Worker('/worker.js')</script>",
    }[where]
    routes = {
        "/inner": f"<!doctype html><script>{NOISE}</script>",
        "/worker.js": Answer(NOISE, headers=JS),
    }
    steps = "- click: {button: Go}\n" if where == "popup" else ""
    ran = beside(each_lab, html, routes=routes, steps=steps)
    assert ran.said == "FAIL page-error", ran.verdict.sentence
    request = ran.request("/data")
    assert (request.status, request.own, request.place.user) == (200, True, "main")
    errors = [e.event for e in ran.record.page_errors]
    assert [(e.name, e.text) for e in errors] == [("Error", "boom")]
    assert errors[0].place.origin == each_lab.site.url
    assert [c.event.place.origin for c in ran.record.console if c.event.text == "noise"] == [
        each_lab.site.url
    ]
    pages = {"popup": 1, "worker": errors[0].place.page}
    assert errors[0].place.page == pages.get(where, 0)


@pytest.mark.parametrize(
    ("script", "name", "text"),
    [
        ("null.x", "TypeError", "Cannot read properties of null (reading 'x')"),
        ("throw 'text'", "Error", "text"),
        ("throw {a: 1}", "Error", ""),
        ("Promise.reject(new RangeError('far'))", "RangeError", "far"),
        ("throw new Error('no answer of https://cdn.example.com/x.json')", "Error", "cdn.example.com"),
        ("fetch('/x', {signal: AbortSignal.abort()})", "AbortError", ""),
    ],
)
def test_page_errors(lab: Lab, script: str, name: str, text: str) -> None:
    ran = beside(lab, f"<script>{script}</script>")
    (error,) = [e.event for e in ran.record.page_errors]
    assert error.name == name or (name == "AbortError" and "abort" in error.text.lower())
    assert text in error.text
    assert ran.said == ("PASS all-held" if name == "AbortError" else "FAIL page-error"), ran.verdict.sentence


def test_a_rejected_text_is_no_abort(lab: Lab) -> None:
    ran = beside(lab, "<script>Promise.reject('AbortError: not really')</script>")
    assert ran.said == "FAIL page-error"


def test_third_parties(lab: Lab) -> None:
    other = Site({"/x.js": Answer("throw new Error('theirs')", headers=JS), "/500": Answer("", 500)})
    try:
        html = f"<script src='{other.url}/x.js'></script><img src='{other.url}/500'>"
        ran = beside(lab, html)
        assert ran.said == "PASS all-held", ran.verdict.sentence
        assert ran.request("/500").own is False
        assert [e.event.place.origin for e in ran.record.page_errors] == [other.url]
    finally:
        other.close()


def test_requests_that_come_to_nothing(each_lab: Lab) -> None:
    html = (
        "<script>const c = new AbortController(); fetch('/hang', {signal: c.signal}).catch(() => {});"
        "setTimeout(() => c.abort(), 50); fetch('/reset').catch(() => {}); fetch('/204');"
        "fetch('/cut').then(r => r.text()).catch(() => {}); fetch('/open').catch(() => {})</script>"
    )
    routes = {
        "/hang": slow,
        "/open": slow,
        "/reset": Handler.reset,
        "/204": Answer(status=204),
        "/cut": Answer("x" * 500, cut=20),
    }
    ran = beside(each_lab, html, routes=routes)
    told = {p: ran.request(p) for p in routes}
    assert (told["/hang"].net_error, told["/hang"].benign) == ("net::ERR_ABORTED", "navigation-cancelled")
    assert (told["/204"].status, told["/204"].net_error) == (204, "")
    assert told["/reset"].net_error in ("net::ERR_CONNECTION_RESET", "net::ERR_EMPTY_RESPONSE")
    assert (told["/cut"].status, told["/cut"].net_error) == (200, "net::ERR_CONTENT_LENGTH_MISMATCH")
    assert told["/open"].pending
    assert ran.said == "INCONCLUSIVE net-error"


def test_an_icon_is_no_noise(full: Lab) -> None:
    ran = beside(full, "")
    assert ran.said == "PASS all-held"
    assert [r.event.benign for r in ran.record.requests if r.event.path == "/favicon.ico"] in (
        [],
        ["favicon"],
    )


def test_a_body_that_the_page_never_reads(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /\n- click: {button: Go}\n- expect: {response: GET /data, status_code: 200, json: {a: 1}}",
        routes={
            "/": "<!doctype html><button onclick=\"fetch('/data')\">Go</button>",
            "/data": Answer('{"a": 1}', headers={"Content-Type": "application/json"}),
        },
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert ran.request("/data").body


def test_a_body_that_never_ends(lab: Lab) -> None:
    def stream(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        handler.wfile.write(b"data: 1\n\n")
        handler.wfile.flush()
        handler.hang(5)

    ran = lab.flow(
        "- open: /\n- click: {button: Go}\n- expect: {text: got 1}\n- expect: {response: GET /events, status_code: 200}",
        routes={
            "/": "<!doctype html><p id=p></p><button onclick=\"new EventSource('/events').onmessage = (e) => "
            "{ p.textContent = 'got ' + e.data }\">Go</button>",
            "/events": stream,
        },
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence


TOAST = (
    "<button onclick=\"setTimeout(() => { const e = document.createElement('p'); e.setAttribute('role', 'status'); "
    "e.textContent = 'Saved'; document.body.append(e); setTimeout(() => e.remove(), 120) }, 150)\">Save</button>"
)


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("{status: Saved, appeared: true}", "PASS all-held"),
        ("{status: Saved, gone: true}", "PASS all-held"),
        ("{text: Saved, appeared: true}", "PASS all-held"),
        ("{css: p, appeared: true}", "PASS all-held"),
        ("{status: Lost, appeared: true}", "FAIL check-violated"),
        ("{heading: Hello, stays: true}\n  for: 300ms", "PASS all-held"),
        ("{heading: Hello, gone: true}", "FAIL check-violated"),
    ],
)
def test_short_lived(lab: Lab, check: str, said: str) -> None:
    ran = lab.flow(
        f"- open: /\n- expect: {{heading: Hello}}\n- click: {{button: Save}}\n- wait: 500ms\n- expect: {check}",
        routes={"/": f"<!doctype html><h1>Hello</h1>{TOAST}"},
        header="timeout: 1500ms",
    )
    assert ran.said == said, ran.verdict.sentence


def test_short_lived_in_a_frame(lab: Lab) -> None:
    ran = lab.flow(
        "- open: /\n- expect: {heading: Hello}\n- click: {button: Save, frame: {css: iframe}}\n- wait: 500ms\n"
        "- expect: {status: Saved, frame: {css: iframe}, appeared: true}",
        routes={
            "/": "<!doctype html><h1>Hello</h1><iframe src=/inner></iframe>",
            "/inner": f"<!doctype html>{TOAST}",
        },
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence


def test_short_lived_in_a_page_of_its_own_mind(lab: Lab) -> None:
    spoiled = (
        "<script>window.getComputedStyle = () => { throw 1 }; String.prototype.normalize = () => 'x';"
        "window.requestAnimationFrame = () => 0; window.setTimeout = ((real) => (f, ms) => real(f, ms))(setTimeout);"
        "Performance.prototype.now = () => 0</script>"
    )
    ran = lab.flow(
        "- open: /\n- expect: {heading: Hello}\n- click: {button: Save}\n- wait: 500ms\n"
        "- expect: {css: '[role=status]', appeared: true}",
        routes={"/": f"<!doctype html>{spoiled}<h1>Hello</h1>{TOAST}"},
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence


def test_a_download_is_kept_and_uploaded_again(each_lab: Lab) -> None:
    page = (
        "<!doctype html><h1>Hello</h1><a href=/a.csv>Get</a><input type=file aria-label=Put "
        "onchange='files[0].text().then((t) => { p.textContent = files[0].name + \":\" + t })'><p id=p></p>"
    )
    ran = each_lab.flow(
        "- open: /\n- click: {link: Get}\n- expect: {download: a.csv, contains: '1,2', rows: 1}\n  save: file\n"
        "- upload: {label: Put, file: $file}\n- expect: {css: '#p', text: 'a.csv:x,y 1,2'}",
        routes={"/": page, "/a.csv": Answer("x,y\n1,2\n", headers={"Content-Disposition": "attachment"})},
    )
    assert ran.said == "PASS all-held", (ran.verdict.sentence, [s.blocked for s in ran.steps if s.blocked])
    (download,) = [d.event for d in ran.record.downloads]
    assert (download.name, download.size, download.failed) == ("a.csv", 8, "")


def test_a_download_that_breaks_off(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /\n- click: {link: Get}\n- expect: {download: a.csv}",
        routes={
            "/": "<!doctype html><a href=/a.csv download>Get</a>",
            "/a.csv": Answer("x" * 900, headers={"Content-Disposition": "attachment"}, cut=100),
        },
    )
    assert ran.record.downloads[-1].event.failed
    assert ran.said == "INCONCLUSIVE net-error", ran.verdict.sentence


def test_an_unexpected_chooser(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /\n- expect: {button: Pick}\n- click: {button: Pick}\n- wait: 400ms\n- expect: {button: Pick}",
        routes={"/": "<!doctype html><input id=f type=file hidden><button onclick='f.click()'>Pick</button>"},
    )
    assert [c.event.declared for c in ran.record.choosers] == [False]
    assert ran.said == "INCONCLUSIVE unexpected-dialog"


def test_websockets(lab: Lab) -> None:
    ran = beside(
        lab,
        "<script>new WebSocket('ws://' + location.host + '/ws')</script>",
        routes={"/ws": Answer("", 403)},
    )
    assert [(w.event.what, w.event.place.page) for w in ran.record.websockets][:2] == [
        ("opened", 0),
        ("refused", 0),
    ]


def test_two_users(lab: Lab) -> None:
    def who(handler: Handler) -> None:
        cookie = handler.headers.get("Cookie", "")
        handler.answer(
            Answer(f"<!doctype html><h1>{cookie or 'nobody'}</h1>", headers={"Set-Cookie": "seen=1"})
        )

    ran = lab.flow(
        "- open: /\n- expect: {heading: nobody}\n- open: /\n  user: bob\n- expect: {heading: nobody}\n  user: bob\n"
        "- reload:\n- expect: {heading: seen=1}\n- expect: {heading: nobody}\n  user: bob\n  within: 10s",
        routes={"/": who},
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert {d.event.place.user for d in ran.record.documents} == {"main", "bob"}
    assert len({d.event.place.page for d in ran.record.documents}) == 2


def test_too_many_lines_are_counted(lab: Lab) -> None:
    ran = beside(lab, "<script>for (let i = 0; i < 2500; i++) console.log('line ' + i)</script>")
    assert len(ran.record.console) == 2_000
    assert [(d.event.channel, d.event.count) for d in ran.record.dropped] == [("console", 500)]


def test_within_and_late(lab: Lab) -> None:
    page = "<!doctype html><h1>Hello</h1><script>setTimeout(() => h.hidden = false, 700)</script><p id=h hidden>Late</p>"
    steps = "- open: /\n- expect: {heading: Hello}\n- expect: {text: Late}\n  within: %s%s"
    assert lab.flow(steps % ("3s", ""), routes={"/": page}).said == "PASS all-held"
    late = lab.flow(steps % ("300ms", ""), routes={"/": page})
    assert late.said == "FAIL check-violated"
    assert "late" in late.verdict.sentence
    assert lab.flow(steps % ("3s", "\n  for: 300ms"), routes={"/": page}).said == "PASS all-held"


def test_pictures(lab: Lab) -> None:
    page = "<!doctype html><h1>Hello</h1><input type=password value=geheim><p data-testid=x>secret</p>"
    ran = lab.flow("- open: /\n- expect: {heading: Hello}", routes={"/": page}, header="mask: [{testid: x}]")
    assert ran.said == "PASS all-held"
    (picture,) = [s.event for s in ran.record.screenshots]
    assert (picture.masked, picture.width, picture.one_colour) == (2, 1280, False)
