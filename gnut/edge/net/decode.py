"""Bodies decompressed within bounds: gzip and deflate, which are all that is asked for."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from gnut.edge.net.limits import Limits
from gnut.edge.net.refusal import Refused, plain

_STEP = 1 << 16


def coding(fields: Iterable[str]) -> str:
    """Return `identity`, `gzip` or `deflate` from the Content-Encoding fields of a reply.

    Raises:
        Refused: `unsupported_encoding` for any other coding, and for more than one.
    """
    named = [part.strip().lower() for field in fields for part in field.split(",")]
    codings = [part for part in named if part not in ("", "identity")]
    if not codings:
        return "identity"
    if len(codings) > 1:
        raise Refused("unsupported_encoding", f"{len(codings)} codings one over the other")
    if codings[0] in ("gzip", "x-gzip"):
        return "gzip"
    if codings[0] == "deflate":
        return "deflate"
    raise Refused("unsupported_encoding", f"{plain(codings[0], 20)} was not asked for")


class Bounds:
    """How much of one body may be held, which a PDF has more of."""

    def __init__(self, limits: Limits) -> None:
        """Start with the bounds of a page."""
        self._limits = limits
        self.wire = limits.wire
        self.decoded = limits.decoded
        self.members = limits.members
        self.chunks = limits.chunks
        self.sent = 0
        """Bytes of the body as sent, chunk sizes apart."""

    def see(self, start: bytes) -> None:
        """Widen the bounds when `start` begins a PDF."""
        if b"%PDF-" in start[:1024]:
            self.wire = self._limits.wire_pdf
            self.decoded = self._limits.decoded_pdf

    def check(self, sent: int, decoded: int) -> None:
        """Refuse a body past its bounds.

        Raises:
            Refused: `too_large`.
        """
        self.sent = sent
        if sent > self.wire:
            raise Refused("too_large", f"over {self.wire} bytes sent")
        if decoded > self.decoded:
            raise Refused("too_large", f"over {self.decoded} bytes decoded")
        if decoded > self._limits.ratio_floor and decoded > sent * self._limits.ratio:
            raise Refused("too_large", f"decodes to over {self._limits.ratio} times its size")


def decoded(chunks: Iterable[bytes], coding: str, bounds: Bounds, enough: int | None = None) -> bytes:
    """Return a whole body from its parts as sent, decompressed in steps that are checked one by one.

    Args:
        chunks: The body as it comes.
        coding: `identity`, `gzip` or `deflate`.
        bounds: How much of it may be held.
        enough: Bytes after which no more of it is read; None for all of it.

    Raises:
        Refused: `too_large`, `decode_error`, `incomplete`.
    """
    sent = 0
    body = bytearray()
    inflate = None if coding == "identity" else _Inflate(coding, bounds.members)
    for count, chunk in enumerate(chunks, 1):
        sent += len(chunk)
        if count > bounds.chunks:
            raise Refused("too_large", f"over {bounds.chunks} chunks")
        for part in (chunk,) if inflate is None else inflate.feed(chunk):
            body += part
            if len(body) < 2 * _STEP:
                bounds.see(bytes(body[:1024]))
            bounds.check(sent, len(body))
            if enough is not None and len(body) >= enough:
                return bytes(body[:enough])
        bounds.check(sent, len(body))
    if inflate is not None and sent:
        inflate.finish()
    return bytes(body)


class _Inflate:
    """One gzip or deflate stream; of gzip also several members, one after the other."""

    def __init__(self, coding: str, members: int) -> None:
        self._coding = coding
        self._members = members
        self._stream: zlib._Decompress | None = None
        self._start = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield what `data` decodes to, at most `_STEP` bytes at a time."""
        data = self._start + data
        self._start = b""
        while data:
            if self._stream is None or (self._stream.eof and self._coding == "gzip"):
                if len(data) < 2:
                    self._start = data
                    return
                self._stream = self._begin(data)
            elif self._stream.eof:
                raise Refused("decode_error", "bytes follow the end of the compressed body")
            try:
                yield self._stream.decompress(data, _STEP)
            except zlib.error:
                raise Refused("decode_error", f"the body is not {self._coding}, as its header says") from None
            data = self._stream.unconsumed_tail or self._stream.unused_data

    def _begin(self, data: bytes) -> zlib._Decompress:
        if self._coding == "gzip":
            if data[:2] != b"\x1f\x8b":
                raise Refused("decode_error", "the body is not gzip, as its header says")
            self._members -= 1
            if self._members < 0:
                raise Refused("too_large", "the body is gzip in too many streams")
            return zlib.decompressobj(wbits=31)
        # "deflate" is a zlib stream by the standard and a bare one from many servers.
        wrapped = data[0] & 0x0F == 8 and int.from_bytes(data[:2], "big") % 31 == 0
        return zlib.decompressobj(wbits=15 if wrapped else -15)

    def finish(self) -> None:
        """Refuse a stream that stops before its trailer.

        Raises:
            Refused: `incomplete`.
        """
        if self._start or self._stream is None or not self._stream.eof:
            raise Refused("incomplete", "the compressed body stops before its end")
