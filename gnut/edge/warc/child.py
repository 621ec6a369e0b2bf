"""The limited child that cuts a web archive into records: `python -I -m gnut.edge.warc.child`.

Reads the archive on standard input, as the file itself, and writes one message a record. It decompresses within
bounds, and it judges nothing: what a record says is for its parent. The only user of fastwarc.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

from gnut.edge.sandbox_child import NO_MEMORY, allow_cpu, confine, put, seal

if TYPE_CHECKING:
    from fastwarc import WarcRecord

    from gnut.edge.warc.frame import Ended, Piece

STEP = 1 << 16
GZIP = b"\x1f\x8b"
ZSTD = (b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18")
"""A frame, and the frame that holds a dictionary before the first one."""

ARC = (b"filedesc:", b"http://", b"https://")
"""First words of the older format that has no named fields."""

LF_ONLY = b"\n\n"
"""End of a head with the wrong line ends, which the library takes too."""

ROOM = 4
"""The library counts by its buffers, and so a head by up to twice its length; here it is measured."""

TERMINATOR = b"\r\n\r\n"


class Fault(Exception):
    """The file cannot be read on; its one argument is the code."""


class Gunzip:
    """A gzip file of one member, or of one a record, decompressed as strictly as the format is written."""

    def __init__(self, file: BinaryIO) -> None:
        """Read `file` from its first member on."""
        self._file = file
        self._member: zlib._Decompress | None = None
        self._left = b""

    def read(self, size: int = STEP) -> bytes:
        """Return the next bytes, at most `size`; none at the end of the last member.

        Raises:
            Fault: A member is damaged, ends early, or is followed by what is no member.
        """
        while True:
            if not self._left:
                self._left = self._file.read(STEP)
                if not self._left:
                    if self._member is not None:
                        raise Fault("cut")
                    return b""
            if self._member is None:
                if len(self._left) < len(GZIP):
                    self._left += self._file.read(STEP)
                if not self._left.startswith(GZIP):
                    raise Fault("bad_gzip")
                self._member = zlib.decompressobj(wbits=31)
            try:
                part = self._member.decompress(self._left, size)
            except zlib.error:
                raise Fault("bad_gzip") from None
            self._left = self._member.unconsumed_tail or self._member.unused_data
            if self._member.eof:
                self._member = None
            if part:
                return part


class Stream:
    """The bytes of an archive as they go to the library, counted, with a window to look back through."""

    def __init__(self, read: Callable[[int], bytes], most: int) -> None:
        """Pass on what `read` gives, up to `most` bytes."""
        self._read = read
        self._left = most
        self._window = bytearray()
        self._start = 0
        self.keep_from = 0
        self.fault: str | None = None

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, at most `size`."""
        if self.fault is not None:
            return b""
        try:
            part = self._read(min(size, STEP) if size > 0 else STEP)
        except (OSError, EOFError, ValueError):
            self.fault = "bad_compression"
            return b""
        except Fault as fault:
            self.fault = str(fault)
            return b""
        self._left -= len(part)
        if self._left < 0:
            self.fault = "too_many_bytes"
            return b""
        passed = min(max(self.keep_from - self._start, 0), len(self._window))
        del self._window[:passed]
        self._start += passed
        self._window += part
        return part

    def tell(self) -> int:
        """Return how many bytes were read; the library panics without it."""
        return self.end

    def find(self, what: bytes, start: int, most: int) -> int:
        """Return where `what` stands from `start` on, within `most` bytes; -1 when it does not."""
        found = self._window.find(what, start - self._start, start - self._start + most)
        return found if found < 0 else found + self._start

    def between(self, start: int, end: int) -> bytes:
        """Return the bytes from `start` to `end`, as far as they are in the window."""
        return bytes(self._window[max(start - self._start, 0) : max(end - self._start, 0)])

    @property
    def end(self) -> int:
        """Where the bytes that were read end."""
        return self._start + len(self._window)


class _Held:
    """A record that was read, until it is known what follows it."""

    def __init__(self, record: WarcRecord, stream: Stream, most: int, head: int) -> None:
        self.fields = record.headers.items_bytes()
        self.version = record.headers.status_line_bytes or b""
        stream.keep_from = max(stream.keep_from, record.stream_pos)
        begins = stream.find(TERMINATOR, record.stream_pos, head)
        self.too_large = begins < 0 and stream.find(LF_ONLY, record.stream_pos, head) < 0
        self.length = record.content_length
        self.block_end = -1 if begins < 0 else begins + len(TERMINATOR) + self.length
        stream.keep_from = max(stream.keep_from, self.block_end)
        self.block = bytearray()
        while len(self.block) < most:
            part = record.reader.read(min(most - len(self.block), STEP))
            if not part:
                break
            self.block += part
        self.held = len(self.block) + record.reader.consume()

    def piece(self, stream: Stream, following: int | None) -> Piece:
        """Return the record, now that the next one begins at `following`; None at the end of the file."""
        from gnut.edge.warc.frame import Piece

        gap = stream.between(self.block_end, stream.end if following is None else following)
        # What follows the last record that can be read is a fault of the file, and not of the record.
        alone = following is None or not gap.strip(b"\r\n")
        closed = self.block_end >= 0 and self.held == self.length and gap.startswith(TERMINATOR) and alone
        return Piece(self.version, self.fields, self.held, closed, len(self.block))


def opened(file: BinaryIO) -> Callable[[int], bytes]:
    """Return how the bytes of an archive are read, decompressed if need be.

    Raises:
        Fault: It is no archive that is read, by its first bytes.
    """
    start = file.peek(16)[:16]  # type: ignore[attr-defined]
    if start.startswith(GZIP):
        return Gunzip(file).read
    if start.startswith(ZSTD):
        from fastwarc import ZstdReader

        return ZstdReader(file).read
    return file.read


def check_start(start: bytes) -> None:
    """Refuse what is no archive, once it is decompressed.

    Raises:
        Fault: By its first bytes.
    """
    if start.startswith(ARC):
        raise Fault("arc")
    if not start.startswith(b"WARC/"):
        raise Fault("no_warc")


def cut(
    file: BinaryIO,
    say: Callable[[Piece, bytes], None],
    block: int,
    head: int,
    records: int,
    whole: int,
    begin: Callable[[], None] = lambda: None,
) -> Ended:
    """Say every record of an archive, and return how it ended.

    Args:
        file: The archive, buffered.
        say: Takes a record and the start of its block.
        block: Bytes of a block that are wanted.
        head: Most bytes of a record's head.
        records: Most records.
        whole: Most bytes once decompressed.
        begin: Called before each record.
    """
    from fastwarc import ArchiveIterator

    from gnut.edge.warc.frame import Ended

    try:
        read = opened(file)
        first = read(STEP)
        check_start(first)
    except Fault as fault:
        return Ended(str(fault))
    except (OSError, EOFError, ValueError):
        return Ended("bad_compression")
    starts = [first]
    stream = Stream(lambda size: starts.pop() if starts else read(size), whole)
    held: _Held | None = None
    count = 0
    try:
        found = ArchiveIterator(
            stream,  # type: ignore[arg-type]
            parse_http=False,
            stream_detect=False,
            max_header_len=ROOM * (head + STEP),
        )
        for record in found:
            begin()
            if held is not None:
                say(held.piece(stream, record.stream_pos), bytes(held.block))
                held = None
            count += 1
            if count > records:
                return Ended("too_many_records")
            held = _Held(record, stream, block, head)
            if held.too_large:
                return Ended("head_too_large")
            if stream.fault is not None:
                break
    except OSError as error:
        if stream.fault is None:
            stream.fault = "head_too_large" if "header length" in str(error) else "bad_head"
    if held is not None:
        last = held.piece(stream, None)
        say(last, bytes(held.block))
        if stream.fault is None and not last.closed:
            return Ended("cut")
    return Ended(stream.fault)


def main() -> int:
    """Cut the archive on standard input; the arguments are the limits of block, head, records and whole."""
    confine()
    allow_cpu()
    block, head, records, whole = (int(each) for each in sys.argv[1:5])
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)
    import fastwarc  # noqa: F401  Loaded before nothing can be opened any more.
    import msgspec

    from gnut.edge.sandbox_frame import frame
    from gnut.edge.warc.frame import Message

    seal()
    encoder = msgspec.msgpack.Encoder()

    def say(piece: Piece, body: bytes) -> None:
        put(answers, frame(encoder.encode(Message(piece, None))))
        put(answers, body)

    with open(0, "rb", buffering=STEP, closefd=False) as file:
        try:
            ended = cut(file, say, block, head, records, whole, allow_cpu)
        except MemoryError:
            return NO_MEMORY
    put(answers, frame(encoder.encode(Message(None, ended))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
