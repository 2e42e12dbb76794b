"""Starting real little servers."""

from __future__ import annotations

import asyncio
import shlex
import socket
import sys
import time
from pathlib import Path

import pytest

from qarunner.errors import AppError
from qarunner.services.app_server import AppServer, Exited, Ready, Unready, free_port

SERVER = """
import http.server, os, sys, time
class Handler(http.server.BaseHTTPRequestHandler):
    asked = 0
    def do_GET(self):
        Handler.asked += 1
        self.send_response(%(status)s)
        self.send_header("Location", "/ok")
        self.end_headers()
        self.wfile.write(os.environ["QARUNNER_BUILD"].encode())
    def log_message(self, *a): pass
print("build", os.environ["QARUNNER_BUILD"], sys.executable, flush=True)
time.sleep(%(delay)s)
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


def server(tmp_path: Path, port: int, status: str = "200", delay: float = 0) -> AppServer:
    (tmp_path / "server.py").write_text(SERVER % {"status": status, "delay": delay})
    return AppServer(f"python 'server.py' {port}", cwd=tmp_path, build="b1")


def wait(
    app: AppServer, url: str, timeout_ms: int = 15000, any_status: bool = False
) -> Ready | Unready | Exited:
    async def scenario() -> Ready | Unready | Exited:
        await app.start()
        try:
            return await app.wait_ready(url, timeout_ms, any_status=any_status)
        finally:
            await app.stop()

    return asyncio.run(scenario())


def test_ready(tmp_path: Path) -> None:
    port = free_port()
    app = server(tmp_path, port, "200 if Handler.asked > 2 else 503", delay=0.1)
    found = wait(app, f"http://127.0.0.1:{port}/healthz")
    assert isinstance(found, Ready) and found.status == 200 and found.waited_ms > 100
    assert app.exited() is not None and "build b1" in app.log()
    assert str(Path(sys.executable).parent) in app.log()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.parametrize(("status", "told"), [("302", "status 302"), ("500", "status 500")])
def test_never_2xx(tmp_path: Path, status: str, told: str) -> None:
    port = free_port()
    found = wait(server(tmp_path, port, status), f"http://127.0.0.1:{port}/", 1500)
    assert isinstance(found, Unready) and found.last == told and "build b1" in found.log_tail
    found = wait(server(tmp_path, port, status), f"http://127.0.0.1:{port}/", 15000, any_status=True)
    assert isinstance(found, Ready) and str(found.status) == status


def test_never_listens(tmp_path: Path) -> None:
    port = free_port()
    app = AppServer("sleep 60", cwd=tmp_path, build="b")
    found = wait(app, f"http://127.0.0.1:{port}/", 300)
    assert isinstance(found, Unready) and "refused" in found.last and 300 <= found.waited_ms < 1500


def test_an_answer_that_never_comes_or_is_no_http(tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        app = AppServer("sleep 60", cwd=tmp_path, build="b")
        found = wait(app, f"http://127.0.0.1:{silent.getsockname()[1]}/", 400)
        assert isinstance(found, Unready) and found.last in ("no answer within 0.4 s", "timed out")


def test_exits_early(tmp_path: Path) -> None:
    code = "import sys; print('Address already in use'); sys.exit(98)"
    app = AppServer(shlex.join([sys.executable, "-c", code]), cwd=tmp_path, build="b")
    found = wait(app, f"http://127.0.0.1:{free_port()}/")
    assert isinstance(found, Exited) and found.code == 98 and found.log_tail == "Address already in use"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("no-such-command-x --port 1", "no command `no-such-command-x`"),
        ("", "empty"),
        ("python 'a", "cannot be split"),
        ("/etc/passwd", "/etc/passwd"),
    ],
)
def test_a_wrong_command_is_one_sentence(tmp_path: Path, command: str, told: str) -> None:
    app = AppServer(command, cwd=tmp_path, build="b")
    with pytest.raises(AppError, match=told):
        asyncio.run(app.start())
    asyncio.run(app.stop())
    assert app.exited() is None and app.log() == ""


def test_no_shell(tmp_path: Path) -> None:
    code = "import sys; print(sys.argv[1:])"
    app = AppServer(shlex.join([sys.executable, "-c", code, "$HOME;", "`id`"]), cwd=tmp_path, build="b")
    found = wait(app, f"http://127.0.0.1:{free_port()}/")
    assert isinstance(found, Exited) and found.log_tail == "['$HOME;', '`id`']"


def test_kill_without_an_event_loop(tmp_path: Path) -> None:
    app = AppServer("sleep 60", cwd=tmp_path, build="b")
    asyncio.run(app.start())
    began = time.monotonic()
    app.kill()
    assert app.exited() is not None and time.monotonic() - began < 1


def test_free_ports_are_free_and_differ() -> None:
    ports = [free_port() for _ in range(50)]
    assert len(set(ports)) == 50
    for port in ports:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
