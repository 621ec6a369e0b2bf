"""An archive file as its records, cut by a limited child: hostile bytes meet native code only there."""

from __future__ import annotations

import contextlib
import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Protocol

import msgspec

from gnut.edge import files
from gnut.edge.sandbox import started
from gnut.edge.sandbox_child import CPU_SECONDS, NO_MEMORY
from gnut.edge.warc.frame import MOST_META, Ended, Message, Piece
from gnut.edge.warc.limits import ARCHIVE_LIMITS, ArchiveLimits
from gnut.errors import BadArchive, InputMissing, MissingExtra

WALL_SECONDS = 60.0
"""Wait for one message of the child; its processor time a record is limited more tightly inside."""

FAULTS = {
    "no_warc": ("not_a_warc", "is no WARC file", "give a file that ends in .warc, .warc.gz or .warc.zst"),
    "arc": ("arc_not_read", "is an ARC file, which is not read", "make a WARC of it with  warcio recompress"),
    "bad_gzip": ("archive_damaged", "is no sound gzip file", None),
    "bad_compression": ("archive_damaged", "cannot be decompressed", None),
    "cut": ("archive_damaged", "ends inside a record", None),
    "bad_head": ("archive_damaged", "holds what is no record", None),
    "head_too_large": ("archive_too_large", "holds a record whose head is over {0.head:,} bytes", None),
    "too_many_records": ("archive_too_large", "holds over {0.records:,} records", "split it"),
    "too_much_known": (
        "archive_too_large",
        "names more addresses than {0.index:,} bytes of memory hold",
        "split it",
    ),
    "too_many_bytes": ("archive_too_large", "decompresses to over {0.whole:,} bytes", "split it"),
    "too_long": ("archive_too_large", f"holds a record that takes over {CPU_SECONDS} s to read", None),
    "no_memory": ("archive_too_large", "needs more memory than a parser has", None),
    "crashed": ("archive_crashed", "crashed its parser", "report it: no file may do that"),
    "slow": ("archive_crashed", "holds up its parser", None),
}
"""What the child, or its end, says of a file: code, sentence, remedy."""

Cut = Callable[[Path, str, int, ArchiveLimits], Iterator[tuple[Piece, bytes]]]
"""How a file is cut into records: `pieces`."""

PARTIAL = frozenset({"bad_gzip", "bad_compression", "cut", "bad_head"})
"""Faults after which the records before them still count: a crawl that broke off is an everyday thing."""


class _Child(Protocol):
    """A process with a pipe that it speaks into."""

    stdout: IO[bytes] | None

    def kill(self) -> None: ...

    def wait(self) -> int: ...


class Broken(Exception):
    """The reading of a file ended before the file did."""

    def __init__(self, fault: str, error: BadArchive) -> None:
        """Keep the child's word, and the error as a person is told it."""
        super().__init__(fault)
        self.fault = fault
        self.error = error


def check_extra() -> None:
    """Refuse to read archives without the library that cuts them.

    Raises:
        MissingExtra: fastwarc is not installed.
    """
    from importlib.util import find_spec

    try:
        found = find_spec("fastwarc")
    except (ImportError, ValueError):
        found = None
    if found is None:
        raise MissingExtra(
            "web archives are read with fastwarc, which is not installed", help="pip install 'gnut[warc]'"
        )


def pieces(path: Path, shown: str, most: int, limits: ArchiveLimits = ARCHIVE_LIMITS) -> Iterator[tuple[Piece, bytes]]:
    """Yield the records of an archive, in order, each with the start of its block.

    Args:
        path: The file.
        shown: Its name for messages.
        most: Bytes of a block that are wanted.
        limits: Bounds of the file.

    Raises:
        InputMissing: The file is not there, no regular file, or may not be read.
        Broken: It cannot be read to its end; what was yielded before stands.
    """
    wanted = (min(most, limits.block), limits.head, limits.records, limits.whole)
    command = (sys.executable, "-I", "-B", "-m", "gnut.edge.warc.child", *(str(each) for each in wanted))
    descriptor = _open(path, shown)
    try:
        child = started(command, descriptor)
    finally:
        os.close(descriptor)
    try:
        yield from _messages(child, shown, limits)
    finally:
        child.kill()
        assert child.stdout is not None
        with contextlib.suppress(OSError):
            child.stdout.close()
        child.wait()


def _open(path: Path, shown: str) -> int:
    try:
        descriptor = os.open(path, files.FLAGS)
    except OSError as error:
        raise files.refused(shown, error) from None
    except ValueError:
        raise InputMissing(f"{shown}: not a file name", help="a name holds no NUL character") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InputMissing(f"{shown}: is not a regular file", help="name a WARC file")
    return descriptor


def _messages(child: _Child, shown: str, limits: ArchiveLimits) -> Iterator[tuple[Piece, bytes]]:
    decoder = msgspec.msgpack.Decoder(Message)
    with _Pipe(child) as pipe:
        while True:
            try:
                size = int.from_bytes(pipe.take(4), "big")
                message = decoder.decode(pipe.take(size)) if size <= MOST_META else None
                piece, ended = (None, None) if message is None else (message.piece, message.ended)
                body = b"" if piece is None else pipe.take(min(piece.sent, limits.block + 1))
            except _Silent as silent:
                raise broken(silent.fault, shown, limits) from None
            except msgspec.MsgspecError:
                raise broken("crashed", shown, limits) from None
            if piece is not None and len(body) == piece.sent:
                yield piece, body
            elif isinstance(ended, Ended) and ended.fault is None:
                return
            else:
                fault = "crashed" if ended is None or ended.fault not in FAULTS else ended.fault
                raise broken(fault, shown, limits)


def broken(fault: str, shown: str, limits: ArchiveLimits) -> Broken:
    """Return how the reading of a file ended, by the child's word for it."""
    code, sentence, remedy = FAULTS[fault]
    return Broken(fault, BadArchive(f"{shown}: {sentence.format(limits)}", help=remedy, code=code))


class _Silent(Exception):
    """The child says nothing more, and not because it has ended well."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class _Pipe:
    """What a child says, as far as it has said it."""

    def __init__(self, child: _Child) -> None:
        import selectors

        assert child.stdout is not None
        self._child = child
        self._descriptor = child.stdout.fileno()
        self._got = bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._descriptor, selectors.EVENT_READ)

    def __enter__(self) -> _Pipe:
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()

    def take(self, size: int) -> bytes:
        """Return the next `size` bytes; no more than a megabyte is ever read ahead.

        Raises:
            _Silent: It says nothing more.
        """
        while len(self._got) < size:
            if not self._selector.select(WALL_SECONDS):
                raise _Silent("slow")
            part = os.read(self._descriptor, 1 << 20)
            if not part:
                raise _Silent(_how_it_ended(self._child))
            self._got += part
        taken = bytes(memoryview(self._got)[:size])
        del self._got[:size]
        return taken


def _how_it_ended(child: _Child) -> str:
    # Whoever closed the pipe by ending has its exit code already; whoever did it otherwise ends now.
    child.kill()
    code = child.wait()
    if code == -signal.SIGXCPU:
        return "too_long"
    return "no_memory" if code in (NO_MEMORY, -signal.SIGKILL) else "crashed"
