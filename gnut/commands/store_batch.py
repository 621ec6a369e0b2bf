"""`gnut store cat --batch`: many objects on one stream, in the order in which they are asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from gnut.edge.store import named, opened
from gnut.edge.world import World
from gnut.errors import BadId, GnutError, InputMissing, ObjectCorrupt, ObjectMissing, StoreUnwritable
from gnut_store import oid as oids
from gnut_store.oid import Oid
from gnut_store.store import DiskStore

READ = 1 << 16
"""Bytes of stdin that are taken at once: 970 ids."""

ID = 67
"""Characters of a whole id."""

LONGEST = 4096
"""Most bytes of one line; an id has 67."""

WRITE = 1 << 16
"""Bytes of answers that are gathered before they are written: few enough that their memory is used again while warm."""

PIECES = 1000
"""Most pieces in one write (POSIX lets a system refuse over 1,024)."""


def cat_batch(world: World, *, contents: bool) -> int:
    """Answer each id on stdin with `ID KIND LENGTH` and, with `contents`, its bytes and a line feed.

    An id that cannot be given is answered with `ID missing`, `damaged`, `ambiguous` or `unreadable`, and the
    stream goes on; the exit code is the worst. What is answered is written before stdin is waited for, so that
    a program can ask one thing after another.

    Raises:
        InputMissing: A line is longer than any id.
        StoreUnwritable: Stdout takes no more.
    """
    store = opened(world)
    out = Output()
    worst = 0
    for lines in _asked():
        for line in lines:
            worst = max(worst, _answer(store, line, contents, out))
        out.flush()
    return worst


def _answer(store: DiskStore, line: bytes, contents: bool, out: Output) -> int:
    """Write the answer to one line and return the exit code that it calls for."""
    try:
        text = line.decode("ascii")
        if contents:
            hash = _whole(text)
            whole = line
            if hash is None:
                oid = named(store, text)
                hash, whole = oids.to_bytes(oid), oid.encode()
            kind, body = store.fetch(hash)
            out.put(b"%b %b %d\n" % (whole, kind.encode(), len(body)), body, b"\n")
        else:
            oid = named(store, text)
            out.put(b"%b %b %d\n" % (oid.encode(), *_described(store, oid)))
    except (GnutError, UnicodeDecodeError) as error:
        word, code = _word(error)
        out.put(b"%b %b\n" % (line, word))
        return code
    return 0


def _whole(text: str) -> bytes | None:
    """Return the 32 bytes that a whole id spells; None for any other words. Two thirds faster than the pattern."""
    if len(text) != ID or not text.startswith("b3:"):
        return None
    try:
        hash = bytes.fromhex(text[3:])
    except ValueError:
        return None
    # `fromhex` takes capitals and spaces too.
    return hash if hash.hex() == text[3:] else None


def _described(store: DiskStore, oid: Oid) -> tuple[bytes, int]:
    kind, length = store.describe(oid)
    return kind.encode(), length


def _word(error: GnutError | UnicodeDecodeError) -> tuple[bytes, int]:
    """Return what is said of an object that cannot be given, and the exit code."""
    match error:
        case ObjectMissing():
            return b"missing", error.exit_code
        case ObjectCorrupt():
            return b"damaged", error.exit_code
        case BadId():
            return {"unknown_id": b"missing", "ambiguous_id": b"ambiguous"}.get(error.code, b"invalid"), error.exit_code
        case GnutError():
            return b"unreadable", error.exit_code
        case _:
            return b"invalid", 2


def _asked() -> Iterator[list[bytes]]:
    """Yield the lines of stdin, as many as are there at once; a last line needs no line feed."""
    if sys.stdin is None or sys.stdin.closed:
        raise InputMissing("-: standard input is closed", help="give ids, one a line")
    descriptor = sys.stdin.fileno()
    rest = b""
    while True:
        try:
            data = os.read(descriptor, READ)
        except OSError as error:
            raise InputMissing(f"-: {error.strerror}", help="give ids, one a line") from None
        *lines, rest = (rest + data).split(b"\n")
        if not data and rest:
            lines, rest = [*lines, rest], b""
        if len(rest) > LONGEST or any(len(line) > LONGEST for line in lines):
            raise InputMissing(f"-: a line is longer than {LONGEST:,} bytes", help="give ids, one a line")
        if lines:
            yield lines
        if not data:
            return


class Output:
    """Stdout, written without copying: pieces are gathered and handed over together."""

    def __init__(self) -> None:
        """Flush what was printed before."""
        sys.stdout.flush()
        self._descriptor = sys.stdout.fileno()
        self._pieces: list[bytes] = []
        self._size = 0

    def put(self, *pieces: bytes) -> None:
        """Take bytes."""
        self._pieces += pieces
        for piece in pieces:
            self._size += len(piece)
        if self._size >= WRITE or len(self._pieces) > PIECES - 3:
            self.flush()

    def flush(self) -> None:
        """Write everything that was taken."""
        pieces, self._pieces, size, self._size = self._pieces, [], self._size, 0
        try:
            written = os.writev(self._descriptor, pieces) if pieces else 0
            rest = memoryview(b"".join(pieces))[written:] if written < size else b""
            while rest:
                # A pipe takes as much as it has room for.
                rest = rest[os.write(self._descriptor, rest) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise StoreUnwritable(f"stdout: {error.strerror}") from None
