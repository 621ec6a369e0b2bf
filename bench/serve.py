"""A web server on 127.0.0.1 for the bench: pages by path, each after a delay."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Page(NamedTuple):
    """What one path answers."""

    body: bytes
    media_type: str


class Server(ThreadingHTTPServer):
    """Serves pages, and counts what was asked."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, pages: dict[str, Page], delay: float) -> None:
        """Serve `pages` on a free port, each after `delay` seconds."""
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages = pages
        self.delay = delay
        self.asked = 0
        self.at_once = 0
        self.most_at_once = 0
        self.lock = threading.Lock()

    @property
    def authority(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        """Answer with the page after the delay; 404 for any other path, robots.txt among them."""
        served = self.server
        with served.lock:
            served.asked += 1
            served.at_once += 1
            served.most_at_once = max(served.most_at_once, served.at_once)
        try:
            time.sleep(served.delay)
            page = served.pages.get(self.path)
            self.send_response(404 if page is None else 200)
            self.send_header("Content-Length", str(0 if page is None else len(page.body)))
            if page is not None:
                self.send_header("Content-Type", page.media_type)
            self.end_headers()
            if page is not None:
                self.wfile.write(page.body)
        finally:
            with served.lock:
                served.at_once -= 1

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def serving(pages: dict[str, Page], delay: float = 0.0) -> Iterator[Server]:
    """Serve `pages` while the block runs."""
    server = Server(pages, delay)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
