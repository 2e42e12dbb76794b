# ruff: noqa: E501 - a page or a flow is written on one line
"""How documents come, or don't: the same facts in both browsers."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from qarunner.model import events as ev
from tests.browser.harness import Lab, Ran
from tests.browser.site import Answer, Handler, Site

HELLO = "<!doctype html><h1>Hello</h1>"


def loop(handler: Handler) -> None:
    handler.answer(Answer(status=302, headers={"Location": handler.path}))


def half_then_reset(handler: Handler) -> None:
    handler.answer(Answer(HELLO + "x" * 5000, cut=30))


def slow(handler: Handler) -> None:
    handler.hang(5)


def basic(handler: Handler) -> None:
    right = "Basic " + base64.b64encode(b"ada:pw").decode()
    if handler.headers.get("Authorization") == right:
        handler.answer(Answer(HELLO))
    else:
        handler.answer(Answer("<h1>No</h1>", 401, {"WWW-Authenticate": 'Basic realm="x"'}))


def parts(ran: Ran) -> tuple[Any, ...]:
    """What the log says of the last navigation: outcome or status, net error, and who made it."""
    failed = ran.record.failed_navigations
    if failed:
        event = failed[-1].event
        return (event.outcome, event.status, event.net_error, event.by)
    document = ran.document
    return (
        "error page" if document.error_page else "document",
        document.status,
        document.net_error,
        document.by,
    )


OPENED: dict[str, tuple[Any, tuple[Any, ...] | None, str]] = {
    "200": (HELLO, ("document", 200, "", "open"), "PASS all-held"),
    "reset": (
        Handler.reset,
        ("error page", None, "net::ERR_CONNECTION_RESET", "open"),
        "INCONCLUSIVE net-error",
    ),
    "empty answer": (
        lambda h: setattr(h, "close_connection", True),
        ("error page", None, "net::ERR_EMPTY_RESPONSE", "open"),
        "INCONCLUSIVE net-error",
    ),
    "redirect loop": (
        loop,
        ("error page", None, "net::ERR_TOO_MANY_REDIRECTS", "open"),
        "INCONCLUSIVE net-error",
    ),
    "204": (Answer(status=204), ("no-content", 204, "net::ERR_ABORTED", "open"), "INCONCLUSIVE wrong-target"),
    "download": (
        Answer("a,b", headers={"Content-Disposition": "attachment; filename=a.csv"}),
        ("download", 200, "net::ERR_ABORTED", "open"),
        "INCONCLUSIVE wrong-target",
    ),
    "404": (Answer("<h1>Hello</h1>", 404), ("document", 404, "", "open"), "INCONCLUSIVE wrong-target"),
    "404, empty": (Answer("", 404), None, "INCONCLUSIVE wrong-target"),
    "500": (Answer("<h1>Hello</h1>", 500), ("document", 500, "", "open"), "FAIL server-error"),
    "500, empty": (Answer("", 500), None, "FAIL server-error"),
    "503": (Answer("<h1>Hello</h1>", 503), ("document", 503, "", "open"), "INCONCLUSIVE gateway-error"),
    "403": (Answer("<h1>Hello</h1>", 403), ("document", 403, "", "open"), "INCONCLUSIVE auth-required"),
    "401": (basic, None, "INCONCLUSIVE auth-required"),
    "401, empty": (
        Answer("", 401, {"WWW-Authenticate": 'Basic realm="x"'}),
        None,
        "INCONCLUSIVE auth-required",
    ),
    "slow first byte": (slow, ("time-out", None, "", "open"), "INCONCLUSIVE app-unreachable"),
    "cut body": (half_then_reset, None, "INCONCLUSIVE net-error"),
    "never ready": (
        "<!doctype html><h1>Hello</h1><script src=/hang></script>",
        None,
        "INCONCLUSIVE no-answer",
    ),
    "script that moves on": (
        "<!doctype html><script>location = '/next'</script>",
        None,
        "INCONCLUSIVE wrong-target",
    ),
    "meta refresh": (
        "<!doctype html><meta http-equiv=refresh content='0;url=/next'>",
        ("document", 200, "", "page"),
        "INCONCLUSIVE wrong-target",
    ),
    "redirect": (
        Answer(status=302, headers={"Location": "/next"}),
        ("document", 200, "", "open"),
        "INCONCLUSIVE wrong-target",
    ),
    "stalled image": (
        "<!doctype html><h1>Hello</h1><img src=/hang>",
        ("document", 200, "", "open"),
        "PASS all-held",
    ),
}


@pytest.mark.parametrize("name", OPENED)
def test_open(each_lab: Lab, name: str) -> None:
    route, facts, said = OPENED[name]
    ran = each_lab.flow(
        "- open: /page\n- expect: {heading: Hello}",
        routes={"/page": route, "/hang": slow, "/next": HELLO},
        header="timeout: 1s",
    )
    assert ran.said in said.split(" | "), (ran.verdict.sentence, parts(ran))
    if facts is not None:
        assert parts(ran) == facts
    elif name not in ("cut body", "script that moves on"):
        first = (
            ran.record.documents[0].event if ran.record.documents else ran.record.failed_navigations[0].event
        )
        status = getattr(route, "status", 401 if route is basic else 200)
        assert first.status == status, parts(ran)


def test_redirects_are_told(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: {url: /page, lands: /next}\n- expect: {heading: Hello}",
        routes={"/page": Answer(status=302, headers={"Location": "/next"}), "/next": HELLO},
    )
    assert ran.said == "PASS all-held"
    site = each_lab.site.url
    assert (ran.document.asked, ran.document.url) == (f"{site}/page", f"{site}/next")
    assert ran.document.redirects == ((302, f"{site}/page"),)


def test_refused(each_lab: Lab) -> None:
    site = Site()
    site.close()
    ran = each_lab.flow("- open: /\n- expect: {heading: Hello}", header=f"base: {site.url}")
    assert ran.said == "INCONCLUSIVE app-unreachable"
    assert parts(ran) == ("error page", None, "net::ERR_CONNECTION_REFUSED", "open")
    assert ran.document.url == f"{site.url}/"


def test_a_click_to_a_dead_host(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /\n- expect: {link: Go}\n- click: {link: Go}\n- expect: {heading: Hello}\n- click: {button: Go}",
        routes={"/": "<!doctype html><a href=/reset>Go</a>", "/reset": Handler.reset},
        header="timeout: 1s",
    )
    assert ran.said == "INCONCLUSIVE net-error", ran.verdict.sentence
    assert parts(ran) == ("error page", None, "net::ERR_CONNECTION_RESET", "page")
    assert ran.blocked().obstacle == "navigation"


def test_a_click_that_is_never_answered(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /\n- expect: {link: Go}\n- click: {link: Go}\n- expect: {heading: Hello}",
        routes={"/": "<!doctype html><a href=/slow>Go</a>", "/slow": slow},
        header="timeout: 1s",
    )
    assert parts(ran) == ("time-out", None, "", "page")
    assert ran.verdict.row in (5, 7), (ran.said, ran.verdict.sentence)


def test_credentials(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /page\n- expect: {heading: Hello}",
        routes={"/page": basic},
        header="browser: {http_credentials: {username: ada, password: pw}}",
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert ran.document.status == 200


def test_addresses_within_a_document(each_lab: Lab) -> None:
    page = (
        "<!doctype html><h1>Hello</h1><a href='#b'>Hash</a>"
        "<button onclick=\"history.pushState(0, '', '/pushed')\">Push</button>"
        "<button onclick='history.back()'>Back</button>"
    )
    ran = each_lab.flow(
        "- open: /page\n- click: {link: Hash}\n- expect: {url: '/page#b'}\n- click: {button: Push}\n"
        "- expect: {url: /pushed}\n- click: {button: Back}\n- expect: {url: /page}\n- back:\n- expect: {url: /page}\n",
        routes={"/page": page},
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert len(ran.record.documents) == 1
    urls = [s.event.url.removeprefix(each_lab.site.url) for s in ran.record.states if s.event.url]
    assert urls[:3] == ["/page#b", "/pushed", "/page#b"]


def test_back_and_reload(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /a\n- open: /b\n- expect: {heading: B}\n- back:\n- expect: {heading: A}\n- reload:\n- expect: {heading: A}",
        routes={"/a": "<!doctype html><h1>A</h1>", "/b": "<!doctype html><h1>B</h1>"},
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert [d.event.by for d in ran.record.documents] == ["open", "open", "back", "reload"]


POPUP = "<!doctype html><h1>Popup</h1>"
OPENERS: dict[str, tuple[str, bool]] = {
    "window.open": ("<button onclick=\"window.open('/popup')\">Go</button>", True),
    "small window": (
        "<button onclick=\"window.open('/popup', '', 'width=300,height=300')\">Go</button>",
        True,
    ),
    "target": ("<a href=/popup target=_blank rel=opener><button>Go</button></a>", True),
    "noopener": ("<a href=/popup target=_blank><button>Go</button></a>", False),
    "late": ("<button onclick=\"setTimeout(() => window.open('/popup'), 300)\">Go</button>", True),
    "empty, then moved": (
        "<button onclick=\"const w = window.open(''); w.location = '/popup'\">Go</button>",
        True,
    ),
    "redirected": ("<button onclick=\"window.open('/to')\">Go</button>", True),
}


@pytest.mark.parametrize("name", OPENERS)
def test_popup(each_lab: Lab, name: str) -> None:
    html, opened = OPENERS[name]
    routes = {
        "/": f"<!doctype html><h1>Main</h1>{html}",
        "/popup": POPUP,
        "/to": Answer(status=302, headers={"Location": "/popup"}),
    }
    close = "- close:\n- expect: {heading: Main}" if opened else "- page: main\n- expect: {heading: Main}"
    ran = each_lab.flow(
        f"- open: /\n- click: {{button: Go}}\n- popup: {{url: /popup}}\n- expect: {{heading: Popup}}\n{close}",
        routes=routes,
    )
    assert ran.said == "PASS all-held", (ran.verdict.sentence, ran.verdict.reason)
    first, second = [p.event for p in ran.record.pages if isinstance(p.event, ev.PageOpened)]
    assert first.place.page == 0 and second.place.page == 1
    assert second.opener == 0
    (document,) = [d.event for d in ran.record.documents if d.event.url.endswith("/popup")]
    assert (document.place.page, document.status) == (1, 200)
    request = ran.request("/popup")
    assert (request.place.page, request.navigation) == (1, True)


def test_a_popup_that_its_opener_writes(each_lab: Lab) -> None:
    page = (
        "<!doctype html><h1>Main</h1><button onclick=\"const w = window.open(''); "
        "w.document.write('<title>Note</title><h1>Written</h1>')\">Go</button>"
    )
    ran = each_lab.flow(
        "- open: /\n- expect: {heading: Main}\n- click: {button: Go}\n- popup: {page_title: Note}\n- expect: {heading: Written}",
        routes={"/": page},
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert ran.document.inherits == ran.record.documents[0].event.place.document


def test_a_popup_that_closes_itself(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /\n- click: {button: Go}\n- popup: {url: /popup}\n- click: {button: Close}\n- page: main\n"
        "- expect: {heading: Main}",
        routes={
            "/": "<!doctype html><h1>Main</h1><button onclick=\"window.open('/popup')\">Go</button>",
            "/popup": "<!doctype html><button onclick='window.close()'>Close</button>",
        },
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence


def test_frames_do_not_commit_documents(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /\n- expect: {heading: Hello}\n- expect: {heading: Inner, frame: {css: iframe}}",
        routes={"/": f"{HELLO}<iframe src=/inner></iframe>", "/inner": "<!doctype html><h1>Inner</h1>"},
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert len(ran.record.documents) == 1
    assert ran.request("/inner").place.frame == 1


def test_beforeunload(each_lab: Lab) -> None:
    page = "<!doctype html><h1>Form</h1><button>Touch</button><script>onbeforeunload = (e) => e.preventDefault()</script>"
    steps = "- open: /\n- click: {button: Touch}\n%s- open: /next\n- expect: {heading: Hello}"
    routes = {"/": page, "/next": HELLO}
    ran = each_lab.flow(steps % "", routes=routes)
    assert [d.event.type for d in ran.record.dialogs] == ["beforeunload"]
    assert ran.said == "INCONCLUSIVE unexpected-dialog"
    assert each_lab.flow(steps % "- dialog: accept\n", routes=routes).said == "PASS all-held"


def test_a_dialog_while_the_page_loads(each_lab: Lab) -> None:
    ran = each_lab.flow(
        "- open: /\n- expect: {heading: Hello}",
        routes={"/": f"<!doctype html><script>alert('Hi')</script>{HELLO}"},
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert [(d.event.type, d.event.message, d.event.answered) for d in ran.record.dialogs] == [
        ("alert", "Hi", "accepted")
    ]


def test_service_worker(each_lab: Lab) -> None:
    worker = (
        "oninstall = () => skipWaiting(); onactivate = (e) => e.waitUntil(clients.claim());"
        "onfetch = (e) => { if (e.request.url.endsWith('/data')) e.respondWith(new Response('stale')) }"
    )
    page = (
        "<!doctype html><h1>Hello</h1><p id=d></p><script>navigator.serviceWorker.register('/sw.js');"
        "navigator.serviceWorker.ready.then(async () => { while (!navigator.serviceWorker.controller) "
        "await new Promise(r => setTimeout(r, 20)); d.textContent = await (await fetch('/data')).text() })</script>"
    )
    ran = each_lab.flow(
        "- open: /\n- expect: {css: '#d', text: stale}",
        routes={
            "/": page,
            "/data": "fresh",
            "/sw.js": Answer(worker, headers={"Content-Type": "text/javascript"}),
        },
    )
    assert ran.said == "PASS all-held", ran.verdict.sentence
    assert ran.request("/data").from_service_worker
    assert "GET /data" not in each_lab.site.asked
