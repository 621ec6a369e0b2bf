"""Connections of one exchange: one look-up, every address judged, the judged address dialled, every read watched."""

from __future__ import annotations

import re
import ssl
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import httpcore

from gnut.edge.net.addresses import Target, check_port, judge
from gnut.edge.net.limits import Limits
from gnut.edge.net.names import Names
from gnut.edge.net.refusal import Refused
from gnut.text.patterns import lazy

Dial = Callable[[str, int, float], httpcore.NetworkStream]
"""A connection to one address and port within so many seconds."""

_HEAD_END = lazy(rb"\r?\n\r?\n")
_STATUS = lazy(rb"^HTTP/1\.[01] ([0-9]{3})(?: [^\r\n]*)?\r?\n")
_FIELD = lazy(rb"^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\x00\x0b\x0c\r]*\r?$")
_FOLD = lazy(rb"^[ \t][^\x00\x0b\x0c\r]*\r?$")
_CHUNKED = lazy(rb"^transfer-encoding:[ \t]*chunked[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_CHUNK = lazy(rb"^([0-9A-Fa-f]{1,32})[^0-9A-Fa-f]")
_CHUNK_SEEN = 34
"""Bytes of a body after which its first chunk has told its size."""


def dial(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
    """Return a connection to a literal address."""
    return httpcore.SyncBackend().connect_tcp(address, port, timeout=seconds)


class Exchange:
    """What one request may still use: its time, its bytes, and what it has seen so far."""

    def __init__(self, target: Target, limits: Limits, clock: Callable[[], float], deadline: float) -> None:
        """Start an exchange with `target` that must end by `deadline` on `clock`."""
        self.target = target
        self.limits = limits
        self._clock = clock
        self._deadline = deadline
        self._first_by = deadline
        self.body_limit: int | None = None
        """Bytes that may be sent as body; None until somebody wants the body."""

        self.head = bytearray()
        """Bytes of the replies' heads, until the final one is whole."""

        self.address = ""
        """IPv4 or IPv6 address that took the connection."""

        self.in_body = False
        self.ended = False
        self._interim = 0
        self._head_end = 0
        self._first_chunk: bytes | None = None
        """Start of a chunked body, until the size of its first chunk is known."""

        self.wire = 0
        """Body bytes read so far, framing included."""

    @property
    def received(self) -> int:
        """Bytes read so far."""
        return (self._head_end or len(self.head)) + self.wire

    def left(self) -> float:
        """Return the seconds left; there is at least an instant.

        Raises:
            Refused: `timeout`.
        """
        seconds = self._deadline - self._clock()
        if seconds <= 0:
            raise Refused("timeout", f"no whole answer within {self.limits.exchange:g} seconds")
        return seconds

    def asked(self) -> None:
        """Note that the request has gone out: the first byte is due."""
        self._first_by = self._clock() + self.limits.first_byte

    def patience(self) -> float:
        """Return how long the next read may wait."""
        seconds = self.left()
        if self.head or self.in_body:
            return seconds
        first = self._first_by - self._clock()
        if first <= 0:
            raise Refused("timeout", f"no answer within {self.limits.first_byte:g} seconds")
        return min(seconds, first)

    def took(self, data: bytes) -> None:
        """Account for bytes read from the server.

        Raises:
            Refused: Past a limit, or not the start of an HTTP/1 reply.
        """
        if not data:
            self.ended = True
        elif self.in_body:
            self._took_body(data)
        else:
            self._took_head(data)

    def _took_body(self, data: bytes) -> None:
        self.wire += len(data)
        if self._first_chunk is not None:
            self._announced(self._first_chunk + data[:_CHUNK_SEEN])
        # Chunk sizes and trailers are part of what is sent; they get the room of a head, and no more.
        if self.body_limit is not None and self.wire > self.body_limit + self.limits.head:
            raise Refused("too_large", f"over {self.body_limit} bytes sent")

    def _announced(self, start: bytes) -> None:
        size = _CHUNK.match(start)
        if size and int(size[1], 16) > self.limits.wire_pdf:
            raise Refused("too_large", "the server announces a chunk over the limit")
        self._first_chunk = None if size or len(start) >= _CHUNK_SEEN else start

    def _took_head(self, data: bytes) -> None:
        self.head += data
        total = 0
        while not self.in_body:
            if not b"HTTP/1.".startswith(self.head[total : total + 7]):
                raise Refused("bad_response", "the answer does not begin like HTTP/1")
            end = _HEAD_END.search(self.head, total)
            size = len(self.head) if end is None else end.end()
            if size > self.limits.head:
                raise Refused("header_too_large", f"over {self.limits.head} bytes of header")
            if end is None:
                return
            total = self._whole_head(total, end.end())

    def _whole_head(self, start: int, end: int) -> int:
        block = bytes(self.head[start:end])
        status = _STATUS.match(block)
        if status is None:
            raise Refused("bad_response", "the status line is malformed")
        if status[1].startswith(b"1"):
            self._interim += 1
            if self._interim > self.limits.interim:
                raise Refused("bad_response", f"over {self.limits.interim} interim replies")
            return end
        lines = block.rstrip(b"\r\n").split(b"\n")
        if len(lines) - 1 > self.limits.fields:
            raise Refused("header_too_large", f"over {self.limits.fields} header fields")
        for position, line in enumerate(lines[1:]):
            if not (_FIELD.match(line) or (position and _FOLD.match(line))):
                raise Refused("bad_framing", "a header field is malformed")
        self.in_body = True
        self._head_end = end
        self._first_chunk = b"" if _CHUNKED.search(block) else None
        self._took_body(bytes(self.head[end:]))
        return end


class Watched(httpcore.NetworkStream):
    """A stream that reads and writes within its exchange's time and bytes."""

    def __init__(self, inner: httpcore.NetworkStream, exchange: Exchange) -> None:
        """Watch `inner` for `exchange`."""
        self._inner = inner
        self._exchange = exchange

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return the next bytes; the overall deadline holds at every read, however little comes at a time."""
        data = self._inner.read(max_bytes, timeout=self._exchange.patience())
        self._exchange.left()
        self._exchange.took(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send bytes of the request."""
        self._inner.write(buffer, timeout=self._exchange.left())
        self._exchange.asked()

    def close(self) -> None:
        """Close the connection."""
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Return the same connection under TLS, for the name that was asked for."""
        inner = self._inner.start_tls(ssl_context, server_hostname, timeout=self._exchange.left())
        return Watched(inner, self._exchange)

    def get_extra_info(self, info: str) -> Any:
        """Return what the connection knows of itself."""
        return self._inner.get_extra_info(info)


class Judging(httpcore.NetworkBackend):
    """Dials only addresses that were judged, for one exchange."""

    def __init__(self, exchange: Exchange, allowed: bool, names: Names, connect: Dial) -> None:
        """Serve `exchange`; `allowed` says that the user opened this host and port for this call."""
        self._exchange = exchange
        self._allowed = allowed
        self._names = names
        self._connect = connect

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Return a watched connection to the first judged address that takes it.

        One look-up; every address is judged and one bad address refuses all, so that a second look-up
        or a second address never leads elsewhere than what was judged.
        """
        addresses = self._judged()
        last: Exception | None = None
        for position, address in enumerate(addresses):
            more = position + 1 < len(addresses)
            seconds = min(self._exchange.left(), self._exchange.limits.connect) if more else self._exchange.left()
            try:
                stream = self._connect(address, port, seconds)
            except (httpcore.ConnectError, httpcore.ConnectTimeout, OSError) as error:
                last = error
            else:
                self._exchange.address = address
                return Watched(stream, self._exchange)
        if isinstance(last, (httpcore.ConnectTimeout, TimeoutError)):
            raise Refused("timeout", "the server does not take the connection")
        raise Refused("unreachable", "the server refuses the connection")

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.NetworkStream:
        """Refuse: no address leads to a file."""
        raise Refused("blocked_target", "a socket in the file system is no web server")

    def _judged(self) -> Sequence[str]:
        target = self._exchange.target
        if not self._allowed:
            check_port(target)
        addresses = (target.host,) if target.literal else self._names.addresses(target, self._exchange.left())
        if not self._allowed:
            for address in addresses:
                bad = judge(address)
                if bad is not None:
                    named = target.host if target.literal else f"an address of {target.host}"
                    raise Refused("blocked_target", f"{named} is {bad}")
        return addresses
