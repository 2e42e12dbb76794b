"""The demo application over HTTP: what it does when it is well, and that each fault really shows."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import pytest

ROOT = Path(__file__).parents[2]
SITE = ROOT / "fixtures" / "site" / "dashboard.py"
FLOWS = [ROOT / "flows" / "dashboard.yaml", *sorted((ROOT / "flows" / "demo").glob("*.yaml"))]
PASSWORD = "correct horse"
BUILD = "build-of-the-test"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> dict[str, object]:
        value = json.loads(self.body)
        assert isinstance(value, dict)
        return value


@dataclass
class Site:
    """A running application and a client with a session cookie."""

    port: int
    process: subprocess.Popen[str]
    cookie: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: object = None, timeout: float = 10, **headers: str) -> Answer:
        sent = {"Cookie": self.cookie, **{name.replace("_", "-"): value for name, value in headers.items()}}
        raw = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, raw, sent)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def login(self, email: str = "ada@example.com", password: str = PASSWORD, to: str = "") -> Answer:
        form = urlencode({"email": email, "password": password, "next": to}).encode()
        answer = self.ask("POST", "/login", form, Content_Type="application/x-www-form-urlencoded")
        self.cookie = answer.headers.get("Set-Cookie", "").split(";")[0]
        return answer

    def upload(self, path: str, name: str, file: str, content: bytes) -> Answer:
        disposition = f'Content-Disposition: form-data; name="{name}"; filename="{file}"'
        body = b"--frontier\r\n" + disposition.encode() + b"\r\n\r\n" + content + b"\r\n--frontier--\r\n"
        return self.ask("POST", path, body, Content_Type="multipart/form-data; boundary=frontier")


@contextmanager
def running(fault: str | None = None, **environment: str) -> Iterator[Site]:
    command = [sys.executable, str(SITE), "--port", "0", *(["--fault", fault] if fault else [])]
    env = {key: value for key, value in os.environ.items() if key != "DASHBOARD_PASSWORD"}
    process = subprocess.Popen(
        command,
        env={**env, "QARUNNER_BUILD": BUILD, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert found, "the application did not say where it listens"
        yield Site(int(found[1]), process)
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def healthy() -> Iterator[Site]:
    with running() as site:
        yield site


@pytest.fixture
def site(healthy: Site) -> Site:
    """The shared application; nobody is signed in."""
    healthy.cookie = ""
    return healthy


@pytest.fixture
def signed_in() -> Iterator[Site]:
    with running() as site:
        site.login()
        yield site


def test_ready_and_every_response_names_the_build(site: Site) -> None:
    assert site.get("/healthz").status == 200
    for path in ("/healthz", "/", "/login", "/static/app.css", "/favicon.ico", "/api/nothing", "/static/no"):
        assert site.get(path).headers["X-Build"] == BUILD, path
    assert site.ask("BREW", "/").headers["X-Build"] == BUILD


def test_build_is_dev_without_the_variable() -> None:
    with running(QARUNNER_BUILD="") as site:
        assert site.get("/healthz").headers["X-Build"] == "dev"


def test_pages_send_strangers_to_the_login(site: Site) -> None:
    assert site.get("/").headers["Location"] == "/login"
    for path in ("/dashboard", "/orders", "/orders/7", "/settings", "/messages", "/admin", "/orders.csv"):
        answer = site.get(path)
        assert (answer.status, answer.headers["Location"]) == (303, "/login?" + urlencode({"next": path}))
    assert site.get("/api/summary").status == 401


def test_login_and_logout(site: Site) -> None:
    answer = site.login()
    assert (answer.status, answer.headers["Location"]) == (303, "/dashboard")
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    page = site.get("/dashboard")
    assert page.status == 200
    assert "<h1>Dashboard</h1>" in page.text
    assert '<span data-testid="signed-in-as">Ada Lovelace</span>' in page.text
    assert site.get("/").headers["Location"] == "/dashboard"
    assert site.ask("POST", "/logout", b"").headers["Location"] == "/login"
    assert site.get("/dashboard").status == 303


@pytest.mark.parametrize(
    ("email", "password"), [("ada@example.com", "wrong"), ("eve@example.com", PASSWORD), ("", "")]
)
def test_wrong_credentials(site: Site, email: str, password: str) -> None:
    answer = site.login(email, password)
    assert answer.status == 200
    assert 'role="alert">Email or password is wrong' in answer.text
    assert site.get("/dashboard").status == 303


def test_password_of_the_environment() -> None:
    with running(DASHBOARD_PASSWORD="battery staple") as site:
        assert 'role="alert"' in site.login().text
        assert site.login(password="battery staple").status == 303


@pytest.mark.parametrize(
    ("wanted", "got"),
    [("/orders", "/orders"), ("//evil.example", "/dashboard"), ("https://evil.example", "/dashboard")],
)
def test_login_leads_on_to_own_pages_only(site: Site, wanted: str, got: str) -> None:
    assert site.login(to=wanted).headers["Location"] == got


def test_what_users_type_is_escaped(site: Site) -> None:
    page = site.login("<script>x</script>", "").text
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


def test_static_files_do_not_leave_their_folder(site: Site) -> None:
    assert "javascript" in site.get("/static/dashboard.js").headers["Content-Type"]
    for path in ("/static/../routes.py", "/static/%2e%2e/routes.py", "/static/"):
        assert site.get(path).status == 404


def test_figures(signed_in: Site) -> None:
    summary = signed_in.get("/api/summary").json
    months = summary.pop("months")
    assert summary == {"revenue": 1234, "orders": 40, "customers": 8, "average": 30.85}
    assert isinstance(months, list)
    assert sum(month["revenue"] for month in months) == 1234


def test_save_read_and_delete_an_order(signed_in: Site) -> None:
    order = {"customer": "Zed", "item": "Lamp", "quantity": 2}
    saved = signed_in.ask("POST", "/api/orders", order)
    assert saved.status == 201
    assert saved.json == {"id": 41, "day": "2026-11-30", **order, "total": 98}
    assert signed_in.get("/api/orders/41").json == saved.json
    assert "<h1>Order 41</h1>" in signed_in.get("/orders/41").text
    assert signed_in.get("/api/summary").json["revenue"] == 1234 + 98
    assert signed_in.ask("DELETE", "/api/orders/41").status == 200
    assert signed_in.get("/api/orders/41").status == 404


@pytest.mark.parametrize(
    "body",
    [{}, {"customer": " "}, {"customer": "Z", "quantity": 0}, {"customer": "Z", "item": "Car"}, [], b"{"],
)
def test_bad_orders_are_refused(signed_in: Site, body: object) -> None:
    assert signed_in.ask("POST", "/api/orders", body).status == 422
    assert signed_in.get("/api/summary").json["orders"] == 40


def test_csv_download(signed_in: Site) -> None:
    answer = signed_in.get("/orders.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="orders.csv"'
    lines = answer.text.splitlines()
    assert lines[0] == "id,day,customer,item,quantity,total"
    assert len(lines) == 41
    assert "12,2026-03-22,Acme Ltd,Notebook,1,12" in lines


def test_missing_and_forbidden_pages(signed_in: Site) -> None:
    missing = signed_in.get("/orders/999")
    assert (missing.status, "<h1>Order 999 does not exist</h1>" in missing.text) == (404, True)
    assert signed_in.get("/nothing").status == 404
    assert "Delete user" in signed_in.get("/admin").text
    signed_in.login("clerk@example.com")
    forbidden = signed_in.get("/admin")
    assert (forbidden.status, "<h1>You may not see this page</h1>" in forbidden.text) == (403, True)
    assert "Delete user" not in forbidden.text
    assert signed_in.get("/api/admin/users").status == 403


def test_uploads(signed_in: Site) -> None:
    files = ROOT / "flows" / "demo" / "files"
    table, picture = (files / "customers.csv").read_bytes(), (files / "picture.png").read_bytes()
    assert signed_in.upload("/api/customers", "file", "a.csv", table).json == {"imported": 3}
    assert signed_in.get("/api/customers").text.count('"name"') == 3
    assert signed_in.upload("/api/customers", "file", "a.csv", b"a,b\n1,2\n").status == 422
    assert signed_in.get("/api/picture").status == 404
    assert signed_in.upload("/api/picture", "picture", "a.png", picture).status == 201
    kept = signed_in.get("/api/picture")
    assert (kept.headers["Content-Type"], kept.body) == ("image/png", picture)
    assert signed_in.upload("/api/picture", "picture", "a.png", table).status == 415
    assert signed_in.upload("/api/picture", "picture", "a.png", b"x" * 1_000_001).status == 413


def test_messages_reach_other_people(signed_in: Site) -> None:
    signed_in.ask("POST", "/api/messages", {"text": "Hello"})
    signed_in.login("bob@example.com")
    assert signed_in.get("/api/messages").json == {"messages": [{"id": 1, "author": "Ada", "text": "Hello"}]}
    assert signed_in.get("/api/messages?after=1").json == {"messages": []}


def test_api_for_programs(site: Site) -> None:
    assert site.get("/api/health").json["status"] == "ok"
    echo = site.ask("POST", "/api/echo?a=1", {"hello": "world"}).json
    assert echo == {"method": "POST", "query": {"a": "1"}, "json": {"hello": "world"}}
    wrong = site.ask("POST", "/api/session", {"email": "ada@example.com", "password": "no"})
    assert wrong.status == 401
    token = site.ask("POST", "/api/session", {"email": "ada@example.com", "password": PASSWORD}).json["token"]
    assert site.ask("GET", "/api/orders", Authorization=f"Bearer {token}").status == 200
    assert site.ask("GET", "/api/orders", Authorization="Bearer ").status == 401


def test_sigterm_ends_it_at_once_with_a_stalled_connection_open() -> None:
    with running("stalled-font") as site:
        waiting = http.client.HTTPConnection("127.0.0.1", site.port, timeout=5)
        waiting.request("GET", "/static/brand.woff2")
        assert site.get("/healthz").status == 200
        before = time.monotonic()
        site.process.send_signal(signal.SIGTERM)
        assert site.process.wait(5) == 0
        assert time.monotonic() - before < 2
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            waiting.getresponse()
        waiting.close()


def test_help_lists_the_faults() -> None:
    done = subprocess.run([sys.executable, str(SITE), "--help"], capture_output=True, text=True, check=True)
    assert all(re.search(rf"^  {fault} ", done.stdout, re.M) for fault in FAULTS)
    assert len(re.findall(r"^  [a-z0-9-]+  +\S", done.stdout.split("faults:")[1], re.M)) == len(FAULTS)
    wrong = subprocess.run([sys.executable, str(SITE), "--fault", "no"], capture_output=True, check=False)
    assert wrong.returncode == 2


def raises(*errors: type[BaseException]) -> AbstractContextManager[object]:
    return pytest.raises(errors)


def connection_is_reset(site: Site) -> bool:
    with raises(ConnectionResetError):
        site.get("/orders")
    return True


def answer_is_cut(site: Site) -> bool:
    with raises(http.client.IncompleteRead):
        site.get("/api/summary")
    return True


def is_late(site: Site) -> bool:
    with raises(TimeoutError):
        site.ask("GET", "/api/summary", timeout=2.5)
    return True


def font_stalls(site: Site) -> bool:
    assert "/static/brand.woff2" in site.get("/static/brand-font.css").text
    with raises(TimeoutError):
        site.ask("GET", "/static/brand.woff2", timeout=0.3)
    return "brand-font.css" in site.get("/dashboard").text


def bundle_is_missing(site: Site) -> bool:
    page = site.get("/dashboard")
    script = re.search(r'src="(/static/bundle[^"]+)"', page.text)
    assert script and "<h1" not in page.text
    return (page.status, site.get(script[1]).status) == (200, 404)


FAULTS: dict[str, Callable[[Site], bool]] = {
    "wrong-total": lambda site: site.get("/api/summary").json["revenue"] == 1243,
    "late-error": lambda site: site.get("/api/notices").json["notices"] == ["Figures are out of date"],
    "slow": is_late,
    "save-500": lambda site: site.ask("POST", "/api/orders", {"customer": "Zed"}).status == 500,
    "blank": bundle_is_missing,
    "page-error": lambda site: "months" not in site.get("/api/summary").json,
    "login-wall": lambda site: site.get("/orders").headers["Location"] == "/login?next=/orders",
    "not-found": lambda site: site.get("/orders").status == 404,
    "wrong-build": lambda site: site.get("/login").headers["X-Build"] != BUILD,
    "gateway": lambda site: site.get("/orders").status == 502,
    "gateway-api": lambda site: site.get("/api/summary").status == 503,
    "reset": connection_is_reset,
    "cut-answer": answer_is_cut,
    "never-ready": lambda site: site.get("/healthz").status == 503,
    "covered-button": lambda site: '<div class="toasts">' in site.get("/dashboard").text,
    "duplicate-button": lambda site: site.get("/dashboard").text.count(">New order</button>") == 2,
    "confirm": lambda site: 'data-confirm="Save this order?"' in site.get("/dashboard").text,
    "stalled-font": font_stalls,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_shows(fault: str) -> None:
    with running(fault) as site:
        site.login()
        assert FAULTS[fault](site)


@pytest.mark.parametrize("fault", [name for name in FAULTS if name not in ("slow", "stalled-font")])
def test_fault_does_not_show_by_itself(signed_in: Site, fault: str) -> None:
    try:
        shows = FAULTS[fault](signed_in)
    except (pytest.fail.Exception, AssertionError, TypeError):
        shows = False
    assert not shows


def test_a_fault_breaks_one_place_only() -> None:
    with running("save-500") as broken, running() as well:
        broken.login()
        well.login()
        for path in ("/dashboard", "/orders", "/api/summary", "/api/orders", "/api/notices", "/orders.csv"):
            assert broken.get(path).body == well.get(path).body


def test_each_fault_has_a_flow() -> None:
    used = re.findall(r"--fault ([a-z0-9-]+)", "\n".join(flow.read_text() for flow in FLOWS))
    assert sorted(used) == sorted(FAULTS)


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.stem)
def test_flows_say_what_they_must_get(flow: Path) -> None:
    assert re.match(r"# expect: (PASS|FAIL|INCONCLUSIVE) [a-z-]+\n", flow.read_text())
