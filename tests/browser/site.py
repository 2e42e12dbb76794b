"""A little server for the pages and the faults that tests need."""

from __future__ import annotations

import http.server
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. `after` seconds pass before the status line, `cut` sends only so many bytes of the body
    although all were announced."""

    body: str | bytes = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    after: float = 0.0
    cut: int | None = None


Route: TypeAlias = "str | Answer | Callable[[Handler], None]"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        self.server.asked.append(f"{self.command} {self.path}")
        length = int(self.headers.get("Content-Length") or 0)
        self.sent = self.rfile.read(length) if length else b""
        route = self.server.routes.get(path, Answer("<h1>Not found</h1>", 404))
        try:
            if callable(route):
                route(self)
            else:
                self.answer(route if isinstance(route, Answer) else Answer(route))
        except (ConnectionError, TimeoutError):
            self.close_connection = True

    do_POST = do_PUT = do_DELETE = do_GET

    def answer(self, answer: Answer) -> None:
        time.sleep(answer.after)
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        self.send_response(answer.status)
        headers = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", **answer.headers}
        if answer.status not in (204, 304):
            headers["Content-Length"] = str(len(body))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body if answer.cut is None else body[: answer.cut])
        if answer.cut is not None:
            self.close_connection = True

    def hang(self, seconds: float = 20.0) -> None:
        """Say nothing until the browser or the site goes away."""
        self.server.closing.wait(seconds)
        self.close_connection = True

    def reset(self) -> None:
        """Break the connection off."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def finish(self) -> None:
        try:
            super().finish()
        except (OSError, ValueError):
            return  # the connection was broken off

    def log_message(self, *_: object) -> None:
        return


class Site(http.server.ThreadingHTTPServer):
    """Serves `routes` (path -> HTML, Answer or a function of the handler) on a free port of 127.0.0.1."""

    daemon_threads = True
    request_queue_size = 50

    def __init__(self, routes: Mapping[str, Route] | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.routes: dict[str, Route] = dict(routes or {})
        self.asked: list[str] = []
        self.closing = threading.Event()
        self._thread = threading.Thread(
            target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        self.closing.set()
        self.shutdown()
        self._thread.join()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        return
