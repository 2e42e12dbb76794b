"""Pages at which it is hard to take a picture, on two addresses that are two sites to the browser."""

from __future__ import annotations

import random
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

HTML = (
    "<!doctype html><title>{path}</title>"
    "<style>body{{background:linear-gradient(red,blue);height:{height}px}}</style><h1>{path}</h1><script>{script}</script>"
)
ANIMATED = "let n = 0; setInterval(() => { document.body.style.background = `rgb(${n++ % 255},0,0)`; }, 1);"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        script = ANIMATED if path == "/animated" else ""
        if path == "/restless":
            again = random.randint(5, 60)
            script = f"setTimeout(() => {{ location.href = '/restless?' + Math.random(); }}, {again});"
        body = HTML.format(path=path, height=10_000 if path == "/tall" else 300, script=script).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """The browser may hang up at any time."""


class Pages:
    def __enter__(self) -> Pages:
        self._server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def here(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{path}"

    def there(self, path: str) -> str:
        return f"http://localhost:{self._server.server_port}{path}"
