"""The index file of git, read as bytes: what the next commit holds.

libgit2 does not say which entries are only meant to be added (`git add -N`), nor does it read an index with whole
folders in it (`git sparse-checkout --sparse-index`). The format: gitformat-index(5).
"""

from __future__ import annotations

from typing import NamedTuple

from gnut.edge.git.views import PATH_BYTES, Entry
from gnut.errors import InputMissing

LIMIT = 512 * 1024 * 1024
"""Most bytes of an index: some three million files."""

_FIXED = 62
"""Bytes of an entry before its name: ten numbers, an id, the flags."""

_SUM = 20


class Indexed(NamedTuple):
    """One entry of an index."""

    path: bytes
    entry: Entry
    """A folder in an index that leaves out its files."""

    stage: int
    """0; of an unfinished merge 1 the common ancestor, 2 ours, 3 theirs."""

    intended: bool
    """Only meant to be added: the next commit does not hold it."""


def parsed(body: bytes, shown: str) -> list[Indexed]:
    """Return the entries of an index in their order.

    Args:
        body: Bytes of the file; nothing in it is trusted. Its checksum is not computed: git may leave it out.
        shown: Its name for messages.

    Raises:
        InputMissing: It is none (code `git_damaged`), or of a form that is not read (`repository_unsupported`).
    """
    version, count = int.from_bytes(body[4:8]), int.from_bytes(body[8:12])
    if body[:4] != b"DIRC" or len(body) < 12 + _SUM:
        raise _damaged(shown)
    if version not in (2, 3, 4):
        raise _unsupported(shown, f"version {version}", "git update-index --index-version 4")
    at, path = 12, b""
    end = len(body) - _SUM
    found: list[Indexed] = []
    named = 0
    for _ in range(count):
        start = at
        at += _FIXED
        if at > end:
            raise _damaged(shown)
        flags = int.from_bytes(body[at - 2 : at])
        intended = False
        if flags & 0x4000:
            if version == 2:
                raise _damaged(shown)
            intended = bool(int.from_bytes(body[at : at + 2]) & 0x2000)
            at += 2
        if version == 4:
            cut, at = _number(body, at, end, shown)
            path = path[: len(path) - cut] if cut <= len(path) else b""
        else:
            path = b""
        close = body.find(b"\0", at, min(end, at + PATH_BYTES + 1))
        if close < 0:
            raise _damaged(shown)
        path += body[at:close]
        # Up to version 3 each entry is filled up with zeros, one at least, to a multiple of eight.
        at = close + 1 if version == 4 else start + (close - start + 8) // 8 * 8
        named += len(path)
        if len(path) > PATH_BYTES or named > LIMIT:
            raise _damaged(shown)
        entry = Entry(int.from_bytes(body[start + 24 : start + 28]), body[start + 40 : start + 60].hex())
        found.append(Indexed(path.rstrip(b"/"), entry, flags >> 12 & 3, intended))
    _require_known(body, at, end, shown)
    # The half of a split index has entries without names; that it is split was said just before.
    if not all(one.path for one in found):
        raise _damaged(shown)
    return found


def _number(body: bytes, at: int, end: int, shown: str) -> tuple[int, int]:
    """Return a number in git's offset encoding, and where it ends."""
    value = -1
    for place in range(at, min(end, at + 5)):
        value = value + 1 << 7 | body[place] & 0x7F
        if not body[place] & 0x80:
            return value, place + 1
    raise _damaged(shown)


def _require_known(body: bytes, at: int, end: int, shown: str) -> None:
    """Refuse an index with an extension without which its entries are not what they seem."""
    while at < end:
        name, size = body[at : at + 4], int.from_bytes(body[at + 4 : at + 8])
        if at + 8 + size > end:
            raise _damaged(shown)
        if name == b"link":
            raise _unsupported(shown, "split index", "git update-index --no-split-index")
        if name[:1].islower() and name != b"sdir":
            raise _unsupported(shown, repr(name.decode("ascii", "replace")), "git update-index --force-write-index")
        at += 8 + size
    if at != end:
        raise _damaged(shown)


def _damaged(shown: str) -> InputMissing:
    return InputMissing(f"{shown}: is no index of git", help="look at it with  git status", code="git_damaged")


def _unsupported(shown: str, what: str, remedy: str) -> InputMissing:
    return InputMissing(
        f"{shown}: this kind of index cannot be read ({what})", help=remedy, code="repository_unsupported"
    )
