"""What one exchange with a server may still use, and the heads of its replies as they come."""

from __future__ import annotations

import re
from collections.abc import Callable

from gnut.edge.net.addresses import Target
from gnut.edge.net.limits import Limits
from gnut.edge.net.refusal import Refused
from gnut.text.patterns import lazy

_HEAD_END = lazy(rb"\r?\n\r?\n")
_STATUS = lazy(rb"^HTTP/1\.[01] ([1-9][0-9]{2})(?: [^\x00\x0b\x0c\r\n]*)?\r?\n")
_FIELD = lazy(rb"^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\x00\x0b\x0c\r]*\r?$")
_FOLD = lazy(rb"^[ \t][^\x00\x0b\x0c\r]*\r?$")
_CHUNKED = lazy(rb"^transfer-encoding:[ \t]*chunked[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_CHUNK = lazy(rb"^([0-9A-Fa-f]{1,32})[^0-9A-Fa-f]")
_CHUNK_SEEN = 34
"""Bytes of a body after which its first chunk has told its size."""


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
        self._head_start = 0
        """Where the head that is being read begins; once all are read, where the body does."""

        self._first_chunk: bytes | None = None
        """Start of a chunked body, until the size of its first chunk is known."""

        self.start_only = False
        """Whether a start of the body will do, so that it may announce more than anybody wants."""

        self.wire = 0
        """Body bytes read so far, framing included."""

    @property
    def received(self) -> int:
        """Bytes read so far."""
        return (self._head_start if self.in_body else len(self.head)) + self.wire

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
        if size and int(size[1], 16) > self.limits.wire_pdf and not self.start_only:
            raise Refused("too_large", "the server announces a chunk over the limit")
        self._first_chunk = None if size or len(start) >= _CHUNK_SEEN else start

    def _took_head(self, data: bytes) -> None:
        # A head that comes a byte at a time is searched once, not once a byte.
        seen = max(self._head_start, len(self.head) - len(b"\n\r"))
        self.head += data
        while not self.in_body:
            if not b"HTTP/1.".startswith(self.head[self._head_start : self._head_start + 7]):
                raise Refused("bad_response", "the answer does not begin like HTTP/1")
            end = _HEAD_END.search(self.head, seen)
            size = len(self.head) if end is None else end.end()
            if size > self.limits.head:
                raise Refused("header_too_large", f"over {self.limits.head} bytes of header")
            if end is None:
                return
            self._whole_head(bytes(self.head[self._head_start : size]))
            seen = self._head_start = size
        self._took_body(bytes(self.head[self._head_start :]))

    def _whole_head(self, block: bytes) -> None:
        status = _STATUS.match(block)
        if status is None:
            raise Refused("bad_response", "the status line is malformed")
        lines = block.rstrip(b"\r\n").split(b"\n")
        if len(lines) - 1 > self.limits.fields:
            raise Refused("header_too_large", f"over {self.limits.fields} header fields")
        for position, line in enumerate(lines[1:]):
            if not (_FIELD.match(line) or (position and _FOLD.match(line))):
                raise Refused("bad_framing", "a header field is malformed")
        if status[1].startswith(b"1"):
            self._interim += 1
            if self._interim > self.limits.interim:
                raise Refused("bad_response", f"over {self.limits.interim} interim replies")
            return
        self.in_body = True
        self._first_chunk = b"" if _CHUNKED.search(block) else None
