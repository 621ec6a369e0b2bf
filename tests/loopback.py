"""A web server on 127.0.0.1 that says exactly the bytes it is told, true or not."""

from __future__ import annotations

import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpcore

from gnut.edge.net.backend import dial

Say = bytes | Callable[[socket.socket], None]

PUBLIC = "93.184.215.14"
"""An address of the public Internet; nothing is ever sent there, as `Web.dial` leads to the loopback server."""


def reply(
    body: bytes = b"<p>A page.</p>",
    status: int = 200,
    type: str | None = "text/html; charset=utf-8",
    fields: tuple[tuple[str, str], ...] = (),
    length: bool = True,
) -> bytes:
    """Return a whole HTTP reply."""
    head = [f"HTTP/1.1 {status} Said"]
    head += [f"Content-Type: {type}"] if type is not None else []
    head += [f"Content-Length: {len(body)}"] if length else []
    head += ["Connection: close", *(f"{name}: {value}" for name, value in fields)]
    return ("\r\n".join(head) + "\r\n\r\n").encode("latin-1") + body


def redirect(to: str, status: int = 302) -> bytes:
    """Return a redirect to `to`, in UTF-8 bytes as servers send them."""
    return reply(b"", status, fields=(("Location", to.encode().decode("latin-1")),))


class Web:
    """Pages by path, and every request as it came."""

    def __init__(self) -> None:
        self.pages: dict[str, Say] = {}
        self.asked: list[str] = []
        """Paths in the order in which they were asked for."""

        self.raw: list[bytes] = []
        """Heads of the requests."""

        self.at: list[float] = []
        """When each request came, on the monotonic clock."""

        self.dialled: list[tuple[str, int]] = []
        """Addresses that were connected to, before `dial` led them here."""

        self.named: list[str | None] = []
        """Server names that TLS was started for."""

        self.port = 0

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    @property
    def here(self) -> frozenset[tuple[str, int]]:
        """What `--allow-net` would open for this server."""
        return frozenset({("127.0.0.1", self.port)})

    def dial(self, address: str, port: int, seconds: float) -> httpcore.NetworkStream:
        """Note the address, and connect to this server instead."""
        self.dialled.append((address, port))
        return dial("127.0.0.1", self.port, seconds)

    def serve(self, connection: socket.socket) -> None:
        connection.settimeout(10)
        head = b""
        while b"\r\n\r\n" not in head:
            part = connection.recv(4096)
            if not part:
                return
            head += part
            if head.startswith(b"\x16\x03"):  # Somebody speaks TLS to a server that does not.
                connection.sendall(reply())
                return
        path = head.split(b" ", 2)[1].decode("ascii")
        self.at.append(time.monotonic())
        self.asked.append(path)
        self.raw.append(head)
        say = self.pages.get(path, reply(b"no such page", 404))
        if isinstance(say, bytes):
            connection.sendall(say)
        else:
            say(connection)


def drip(first: bytes, drop: bytes, every: float, times: int) -> Callable[[socket.socket], None]:
    """Return a server that sends `first`, then `drop` again and again."""

    def say(connection: socket.socket) -> None:
        connection.sendall(first)
        for _ in range(times):
            time.sleep(every)
            connection.sendall(drop)

    return say


def reset(first: bytes) -> Callable[[socket.socket], None]:
    """Return a server that sends `first` and breaks the connection."""

    def say(connection: socket.socket) -> None:
        connection.sendall(first)
        time.sleep(0.05)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    return say


def _secured(certificate: Path, web: Web) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _, name, __: web.named.append(name)
    return context


@contextmanager
def serving(certificate: Path | None = None) -> Iterator[Web]:
    """Serve on a free port of 127.0.0.1 until the block ends, under TLS with a key and a certificate."""
    web = Web()
    tls = _secured(certificate, web) if certificate else None
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    listener.settimeout(0.02)
    web.port = listener.getsockname()[1]
    over = threading.Event()

    def one(connection: socket.socket) -> None:
        with connection:
            try:
                if tls is None:
                    web.serve(connection)
                else:
                    connection.settimeout(10)
                    with tls.wrap_socket(connection, server_side=True) as secured:
                        web.serve(secured)
            except OSError:
                return  # The client hung up, as it should on an endless or hostile answer.

    def loop() -> None:
        while not over.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            threading.Thread(target=one, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=loop, daemon=True)
    thread.start()
    try:
        yield web
    finally:
        over.set()
        thread.join(2)
        listener.close()
