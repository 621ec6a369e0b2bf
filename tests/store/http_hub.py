"""A repository behind http on this machine, served by git's own back end."""

from __future__ import annotations

import base64
import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Hub:
    """What was asked, and how it is answered."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = ""
        self.password: str | None = None
        """`user:password` that is asked for; None for nothing."""

        self.asked: list[tuple[str, str | None]] = []
        """(method and path, Authorization) of every request."""

        self.before_push: Callable[[], None] = lambda: None
        self.answer: bytes | None = None
        """Body that every request gets in place of git's."""


@contextmanager
def served(folder: Path) -> Iterator[Hub]:
    """Serve every repository in a folder, for reading and writing."""
    hub = Hub(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(hub))
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(hub: Hub) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            return

        def do_GET(self) -> None:
            self._serve(b"")

        def do_POST(self) -> None:
            body = self._body()
            if self.path.endswith("git-receive-pack"):
                hub.before_push()
            self._serve(body)

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = []
            while size := int(self.rfile.readline(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)

        def _serve(self, body: bytes) -> None:
            allowed = self.headers.get("Authorization")
            hub.asked.append((f"{self.command} {self.path}", allowed))
            wanted = hub.password and "Basic " + base64.b64encode(hub.password.encode()).decode()
            if wanted and allowed != wanted:
                self._answer(401, [("WWW-Authenticate", 'Basic realm="x"')], b"")
            elif hub.answer is not None:
                kind = "application/x-git-upload-pack-advertisement"
                self._answer(200, [("Content-Type", kind)], hub.answer)
            else:
                self._git(body)

        def _git(self, body: bytes) -> None:
            path, _, query = self.path.partition("?")
            environ = {
                "PATH": os.environ["PATH"],
                "GIT_PROJECT_ROOT": str(hub.folder),
                "GIT_HTTP_EXPORT_ALL": "1",
                "GIT_CONFIG_NOSYSTEM": "1",
                "REMOTE_USER": "tester",
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type") or "",
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding") or "",
            }
            done = subprocess.run(["git", "http-backend"], input=body, env=environ, capture_output=True, timeout=60)
            head, _, rest = done.stdout.partition(b"\r\n\r\n")
            rows = [row.partition(": ")[::2] for row in head.decode().split("\r\n")]
            status = next((int(value.split()[0]) for name, value in rows if name == "Status"), 200)
            self._answer(status, [row for row in rows if row[0] != "Status"], rest)

        def _answer(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler
