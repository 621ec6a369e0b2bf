"""What objects lead to: everything that must stay for what stays to be whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from gnut_store import oid as oids

_ID = re.compile(rb"b3:([0-9a-f]{64})")


def reached(
    roots: Iterable[bytes], kind_of: Callable[[bytes], str | None], read: Callable[[bytes], bytes]
) -> set[bytes]:
    """Return the hashes of all objects that the roots lead to, themselves included.

    Whatever spells an id in a JSON object leads to that object, under whatever key: also what a member
    called `…_oid` says, which need not be there, and what stands inside a longer string. So more may be
    kept than is needed, and never less.

    Args:
        roots: Hashes to start from.
        kind_of: Returns the kind of an object; None for one that is not here.
        read: Returns an object's bytes.

    Raises:
        GnutError: An object cannot be read: nobody knows what it leads to.
    """
    found: set[bytes] = set()
    waiting = list(roots)
    while waiting:
        hash = waiting.pop()
        if hash in found:
            continue
        found.add(hash)
        kind = kind_of(hash)
        if kind is None or kind in oids.BYTES_KINDS or kind in oids.TEXT_KINDS:
            continue
        waiting += (bytes.fromhex(digits.decode("ascii")) for digits in _ID.findall(read(hash)))
    return found
