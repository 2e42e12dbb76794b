"""One log for each row and reason of the table, with verdict, reason, row and sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qarunner.model import events as ev
from tests.unit.builder import Log
from tests.unit.seen import answer, element, network, nothing, page

ORDERS = {"heading": "Orders"}


def held(**run: Any) -> Log:
    """The smallest flow that passes."""
    return Log(**run).open("/orders").expect(ORDERS, element(), modifiers={"as": "the list is there"})


def on_orders(**run: Any) -> Log:
    return Log(**run).open("/orders").reach(ORDERS, element())


def failing(log: Log, **fields: Any) -> Log:
    """A check on this log that is false."""
    return log.expect({"text": "Saved"}, nothing(), modifiers={"as": "it says so"}, **fields)


def alive(**fields: Any) -> ev.Alive:
    return ev.Alive(**{"responsive": True, **fields})


def blocked(obstacle: ev.Obstacle) -> Log:
    return on_orders().begin("click", {"button": "Save"}).blocked(obstacle, "why it could not be done")


def wrong_build() -> Log:
    log = Log(identity={"header": "X-Build", "equals": "abc"})
    return log.open("/orders", identity="xyz").expect(ORDERS, nothing())


def no_build() -> Log:
    log = Log(identity={"header": "X-Build", "equals": "abc"})
    return log.open("/orders").expect(ORDERS, element())


Scenario = tuple[Callable[[], Log], str, str, int, str]

SCENARIOS: dict[str, Scenario] = {
    "0": (
        wrong_build, "INCONCLUSIVE", "wrong-target", 0,
        "The document http://127.0.0.1:8000/orders is not the build under test: "
        "X-Build shows 'xyz', not 'abc'.",
    ),
    "0 nothing shown": (
        no_build, "INCONCLUSIVE", "wrong-target", 0,
        "The document http://127.0.0.1:8000/orders is not the build under test: "
        "X-Build shows nothing, not 'abc'.",
    ),
    "1": (
        lambda: failing(Log().open("/orders")), "FAIL", "check-violated", 1,
        'The check “it says so” is violated: expected text "Saved", actual: no element fits.',
    ),
    "2 page": (
        lambda: held().page_error("x is undefined"), "FAIL", "page-error", 2,
        "The page threw an error that nobody caught: TypeError: x is undefined.",
    ),
    "2 server": (
        lambda: held().request("POST /api/orders", 500), "FAIL", "server-error", 2,
        "The product's server failed: POST http://127.0.0.1:8000/api/orders: status 500.",
    ),
    "2 console": (
        lambda: held(watch={"console_error": "fail"}).console("boom"), "FAIL", "console-error", 2,
        "The page wrote an error to the console: boom.",
    ),
    "2 client": (
        lambda: held(watch={"client_error": "fail"}).request("GET /api/x", 404), "FAIL", "client-error", 2,
        "The product refused a request: GET http://127.0.0.1:8000/api/x: status 404.",
    ),
    "2 dialog": (
        lambda: held(watch={"unexpected_dialog": "fail"}).dialog(), "FAIL", "unexpected-dialog", 2,
        "The page asked something that the flow does not expect: confirm 'Really?', dismissed by us.",
    ),
    "2 download": (
        lambda: download(held(watch={"unexpected_download": "fail"})), "FAIL", "unexpected-download", 2,
        "The page started a download that the flow does not expect: download orders.csv.",
    ),
    "4 browser": (
        lambda: held().emit(ev.BrowserLost(message="it was killed")), "INCONCLUSIVE", "browser-crash", 4,
        "The browser was lost: it was killed.",
    ),
    "4 page": (
        lambda: crashed(held()), "INCONCLUSIVE", "page-crash", 4, "The page crashed.",
    ),
    "4 unresponsive": (
        lambda: failing(on_orders(), alive=alive(responsive=False), ended="deadline"),
        "INCONCLUSIVE", "page-unresponsive", 4,
        "The check “it says so” was not judged: the page did not respond any more.",
    ),
    "4 unresponsive action": (
        lambda: blocked("page-unresponsive"), "INCONCLUSIVE", "page-unresponsive", 4,
        "“click {'button': 'Save'}” could not be done: why it could not be done.",
    ),
    "4 capture": (
        lambda: trouble(held()), "INCONCLUSIVE", "capture-failed", 4,
        "The recording had trouble: the disk is full.",
    ),
    "4 starved": (
        lambda: failing(starving(on_orders(), 2500), ended="deadline"), "INCONCLUSIVE", "harness-starved", 4,
        "The check “it says so” was not judged: we lagged by 2500 ms.",
    ),
    "4 starved action": (
        lambda: starving(on_orders().begin("click", {"button": "Save"}), 2500).blocked("target-missing"),
        "INCONCLUSIVE", "harness-starved", 4,
        "“click {'button': 'Save'}” could not be done: we lagged by 2500 ms.",
    ),
    "4 interrupted": (
        lambda: held().emit(ev.Interrupted(signal="SIGINT")), "INCONCLUSIVE", "interrupted", 4,
        "The run was interrupted (SIGINT).",
    ),
    "4 budget": (
        lambda: held().emit(ev.BudgetExceeded(budget_ms=120_000)), "INCONCLUSIVE", "budget-exceeded", 4,
        "The flow took longer than its budget of 120 s.",
    ),
    "5 app never ready": (
        lambda: unready(Log()), "INCONCLUSIVE", "app-unreachable", 5,
        "The app under test never became ready at http://127.0.0.1:8000/healthz: status 503.",
    ),
    "5 app exited": (
        lambda: unready(exited(Log())), "INCONCLUSIVE", "app-exited", 5,
        "The app under test never became ready at http://127.0.0.1:8000/healthz: status 503.",
    ),
    "5 refused": (
        lambda: Log().open(status=None, net_error="net::ERR_CONNECTION_REFUSED", error_page=True),
        "INCONCLUSIVE", "app-unreachable", 5,
        "The document of “open /orders” did not come as the step allows: "
        "nobody answered: net::ERR_CONNECTION_REFUSED.",
    ),
    "5 no status line": (
        lambda: Log().begin("open", "/orders").no_document("time-out").blocked("navigation"),
        "INCONCLUSIVE", "app-unreachable", 5,
        "The document of “open /orders” did not come as the step allows: "
        "no answer came from http://127.0.0.1:8000/orders in time.",
    ),
    "5 never ready": (
        lambda: halfway().blocked("navigation"),
        "INCONCLUSIVE", "no-answer", 5,
        "The document of “open /orders” did not come as the step allows: "
        "the document of http://127.0.0.1:8000/orders never became ready.",
    ),
    "5 reset": (
        lambda: Log().open(status=None, net_error="net::ERR_CONNECTION_RESET", error_page=True),
        "INCONCLUSIVE", "net-error", 5,
        "The document of “open /orders” did not come as the step allows: "
        "the connection failed: net::ERR_CONNECTION_RESET.",
    ),
    "5 login": (
        lambda: Log().open("/orders", to="/login", password=True).expect(ORDERS, nothing()),
        "INCONCLUSIVE", "auth-required", 5,
        "The document of “open /orders” did not come as the step allows: "
        "`open` asked for http://127.0.0.1:8000/orders and got http://127.0.0.1:8000/login.",
    ),
    "5 other path": (
        lambda: Log().open("/orders", to="/home").expect(ORDERS, nothing()),
        "INCONCLUSIVE", "wrong-target", 5,
        "The document of “open /orders” did not come as the step allows: "
        "`open` asked for http://127.0.0.1:8000/orders and got http://127.0.0.1:8000/home.",
    ),
    "5 rate limited": (
        lambda: Log().open(status=429).expect(ORDERS, nothing()), "INCONCLUSIVE", "rate-limited", 5,
        "The document of “open /orders” did not come as the step allows: "
        "status 429 from http://127.0.0.1:8000/orders.",
    ),
    "5 gateway": (
        lambda: Log().open(status=502).expect(ORDERS, nothing()), "INCONCLUSIVE", "gateway-error", 5,
        "The document of “open /orders” did not come as the step allows: "
        "status 502 from http://127.0.0.1:8000/orders.",
    ),
    "5 reach elsewhere": (
        lambda: Log().open("/").reach({"url": "/orders"}, page("/home")), "INCONCLUSIVE", "wrong-target", 5,
        "“reach {'url': '/orders'}” did not hold: expected address /orders, "
        "actual: address http://127.0.0.1:8000/home.",
    ),
    "6 missing": (
        lambda: blocked("target-missing"), "INCONCLUSIVE", "target-missing", 6,
        "“click {'button': 'Save'}” could not be done: why it could not be done.",
    ),
    "6 reach": (
        lambda: Log().open().reach(ORDERS, nothing()), "INCONCLUSIVE", "target-missing", 6,
        "“reach {'heading': 'Orders'}” did not hold: expected heading \"Orders\", actual: no element fits.",
    ),
    "6 ambiguous reach": (
        lambda: Log().open().reach(ORDERS, element(times=2), ended="ambiguous"),
        "INCONCLUSIVE", "flow-defect", 6,
        "“reach {'heading': 'Orders'}” did not hold: expected heading \"Orders\", "
        'actual: 2 visible elements fit: element "Orders", element "Orders".',
    ),
    "6 ambiguous check": (
        lambda: on_orders().expect({"text": "Save"}, element("Save", times=2), ended="ambiguous"),
        "INCONCLUSIVE", "flow-defect", 6,
        "The check “expect {'text': 'Save'}” was not judged: which element is meant is not said.",
    ),
    "7 net": (
        lambda: held().request("GET /api/x", None, net_error="net::ERR_CONNECTION_RESET"),
        "INCONCLUSIVE", "net-error", 7,
        "A connection to the product failed: GET http://127.0.0.1:8000/api/x: net::ERR_CONNECTION_RESET.",
    ),
    "7 gateway": (
        lambda: held().request("GET /api/x", 503), "INCONCLUSIVE", "gateway-error", 7,
        "A gateway answered in place of the product: GET http://127.0.0.1:8000/api/x: status 503.",
    ),
    "7 dialog": (
        lambda: held().dialog("prompt", "Name?"), "INCONCLUSIVE", "unexpected-dialog", 7,
        "The page asked something that the flow does not expect: prompt 'Name?', dismissed by us.",
    ),
    "7 app": (
        lambda: exited(held()), "INCONCLUSIVE", "app-exited", 7,
        "The app under test ended: the app ended by itself with code 3.",
    ),
    "7 no answer": (
        lambda: failing(on_orders().click().pending("POST /api/orders"), ended="deadline"),
        "INCONCLUSIVE", "no-answer", 7,
        "The check “it says so” was not judged: POST http://127.0.0.1:8000/api/orders was still unanswered.",
    ),
    "7 level": (
        lambda: held(watch={"page_error": "inconclusive"}).page_error(), "INCONCLUSIVE", "page-error", 7,
        "The page threw an error that nobody caught: TypeError: x is undefined.",
    ),
    "8 nothing checked": (
        lambda: Log().open().click(), "INCONCLUSIVE", "nothing-checked", 8, "The flow declares no check.",
    ),
    "8 not run": (
        lambda: held().planned("expect", ORDERS, as_="later"), "INCONCLUSIVE", "not-run", 8,
        "The check “later” was not reached: the flow had stopped before.",
    ),
    "8 unsupported": (
        lambda: Log().open().expect({"text": "Error", "absent": "true"}, nothing()),
        "INCONCLUSIVE", "unsupported", 8,
        "The check “expect {'text': 'Error', 'absent': 'true'}” was not judged: nothing showed before "
        "that the page was there: put a `reach` or a positive check first.",
    ),
    "9 no picture": (
        lambda: Log().open(shot=False).expect(ORDERS, element(), shot=False),
        "INCONCLUSIVE", "evidence-incomplete", 9,
        "No good screenshot of the page on which “expect {'heading': 'Orders'}” held.",
    ),
    "9 dropped": (
        lambda: held().emit(ev.Dropped(channel="request", count=7)), "INCONCLUSIVE", "evidence-incomplete", 9,
        "7 facts of the kind `request` were dropped, past the cap.",
    ),
    "9 no answer stored": (
        lambda: Log().act("http", {"get": "/api"}).expect(
            {"response": "GET /api", "status_code": "200"}, network(answer("GET /api", body=None))
        ),
        "INCONCLUSIVE", "evidence-incomplete", 9,
        "The answer that “expect {'response': 'GET /api', 'status_code': '200'}” judged was not stored.",
    ),
    "10": (held, "PASS", "all-held", 10, "The one declared check held."),
    "10 many": (
        lambda: held().expect({"text": "2 orders"}, element("2 orders")), "PASS", "all-held", 10,
        "All 2 declared checks held.",
    ),
}  # fmt: skip


def halfway() -> Log:
    return Log().begin("open", "/orders").no_document("time-out", status=200, answered=True)


def download(log: Log) -> Log:
    place, url = log.place, "http://127.0.0.1:8000/orders.csv"
    return log.emit(ev.DownloadEnded(place=place, url=url, name="orders.csv", size=3))


def crashed(log: Log) -> Log:
    return log.emit(ev.PageCrashed(place=log.place))


def trouble(log: Log) -> Log:
    return log.emit(ev.HarnessTrouble(place=log.place, what="the disk is full"))


def starving(log: Log, lag: float) -> Log:
    return log.emit(ev.Starved(place=log.place, lag_ms=lag))


def exited(log: Log) -> Log:
    return log.emit(ev.AppExited(code=3))


def unready(log: Log) -> Log:
    log.planned("open", "/").planned("expect", ORDERS)
    return log.emit(ev.AppUnready(url="http://127.0.0.1:8000/healthz", last="status 503", waited_ms=30_000))
