"""What JSON objects name: finds ids in their bytes, and the way from a ref to an object that is not there. Pure.

A string that is an id may be a reference, or words of somebody who quotes an id. For kinds whose form is known,
only the members that hold ids by that form count; of any other kind, every string that is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from gnut_store import oid as oids
from gnut_store.oid import Oid

SHOWN = 6
"""Most objects of a chain that are written out; of a longer one, the first and the last."""


class Link(NamedTuple):
    """A member that holds an id, in objects of one kind."""

    pointer: str
    """JSON pointer; `*` stands for any place in an array."""

    kind: str
    """Kind of the object that it names."""

    unless_null: str = ""
    """Member at the top whose null says that what this one names may have been left out on purpose."""


Links = Mapping[str, tuple[Link, ...]]
"""Kind of an object to all the members of it that hold ids."""

Named = tuple[tuple[str, bytes], ...]
"""(key of the member, empty in an array; hash of the object that it names)."""

# In canonical JSON a quotation mark before `b3:` either begins a string or is escaped inside one.
# The key before it is read backwards: a pattern that begins with a key would look for one at every byte.
_ID = re.compile(rb'(?<!\\)"b3:([0-9a-f]{64})"(?!:)')
_KEY = re.compile(rb"[a-zA-Z0-9_]+\Z")
MOST_KEY = 128
"""Characters of a key that are looked at."""


def scan(body: bytes) -> Named:
    """Return everything that a JSON object may name, without reading it as JSON, each once.

    Args:
        body: The object in canonical form.
    """
    if b'"b3:' not in body:
        return ()
    found = dict.fromkeys((_key(body, match.start()), match[1]) for match in _ID.finditer(body))
    return tuple(
        (key.decode("ascii"), bytes.fromhex(digits.decode("ascii")))
        for key, digits in found
        if not key.endswith(b"_oid")
    )


def _key(body: bytes, start: int) -> bytes:
    """Return the key of the member whose value begins at `start`; nothing in an array."""
    if body[start - 2 : start] != b'":' or start < 3:
        return b""
    # Of a key that is longer than any, its end says what is asked of it.
    quote = body.rfind(b'"', max(0, start - 2 - MOST_KEY), start - 2)
    match = _KEY.search(body, max(quote + 1, start - 2 - MOST_KEY), start - 2)
    return match[0] if match else b""


def references(value: Any) -> Iterator[tuple[str, Oid]]:
    """Yield (JSON pointer, id) of every string in a JSON object that is an id.

    Left out are members whose key ends in `_oid`: these name bytes that may have been left out on purpose.
    """
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        pointer, node = waiting.pop()
        if isinstance(node, dict):
            for key, child in node.items():
                if not (key.endswith("_oid") and isinstance(child, str)):
                    waiting.append((f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}", child))
        elif isinstance(node, list):
            waiting.extend((f"{pointer}/{i}", child) for i, child in enumerate(node))
        elif isinstance(node, str) and oids.is_oid(node):
            yield pointer, Oid(node)


def places(kind: str, value: Any, wanted: Oid, links: Links) -> Iterator[tuple[str, str]]:
    """Yield (JSON pointer, kind wanted there) of the members by which an object needs another one.

    The kind is empty where any will do.

    Args:
        kind: Kind of the object that names.
        value: What it says.
        wanted: The object that is named.
        links: What is known of kinds.
    """
    known = links.get(kind)
    for pointer, oid in references(value):
        if oid != wanted:
            continue
        if known is None:
            yield pointer, ""
            continue
        for link in known:
            if _fits(pointer, link.pointer) and not _left_out(value, link):
                yield pointer, link.kind


def wanted_kinds(kind: str, links: Links) -> dict[str, str]:
    """Return, for a kind, which key of a member asks for an object of which kind."""
    return {link.pointer.rpartition("/")[2]: link.kind for link in links.get(kind, ())}


def _fits(pointer: str, pattern: str) -> bool:
    have, want = pointer.split("/"), pattern.split("/")
    return len(have) == len(want) and all(
        one == other or (other == "*" and one.isdigit()) for one, other in zip(have, want, strict=True)
    )


def _left_out(value: Any, link: Link) -> bool:
    member = link.unless_null
    return bool(member) and isinstance(value, dict) and member in value and value[member] is None


class Ways:
    """The shortest way from a ref to every object that can be reached, found breadth first."""

    def __init__(self, roots: Iterable[tuple[str, bytes]], graph: Mapping[bytes, Iterable[bytes]]) -> None:
        """Walk everything once; no recursion, so that the longest chain is walked like the shortest.

        Args:
            roots: (name of a ref, hash that it names).
            graph: Hash of an object to those it names.
        """
        self._before: dict[bytes, bytes | str] = {}
        level: list[bytes] = []
        for name, hash in roots:
            if hash not in self._before:
                self._before[hash] = name
                level.append(hash)
        while level:
            following: list[bytes] = []
            for hash in level:
                for child in graph.get(hash, ()):
                    if child not in self._before:
                        self._before[child] = hash
                        following.append(child)
            level = following

    def to(self, hash: bytes) -> tuple[str, tuple[bytes, ...]] | None:
        """Return the ref and the objects from the one that it names to this one; None when no ref leads here."""
        found: list[bytes] = []
        here: bytes | str | None = hash
        while isinstance(here, bytes):
            found.append(here)
            here = self._before.get(here)
        return None if here is None else (here, tuple(reversed(found)))


def chain(ways: Ways, holder: bytes, pointer: str, wanted: Oid) -> str:
    """Return in words how a ref comes to need an object: ref → object → member → object."""
    way = ways.to(holder)
    last = f"{oids.from_bytes(holder)} {pointer} → {wanted}"
    if way is None:
        return last
    ref, path = way
    between = [f"{oids.short(oids.from_bytes(hash))}…" for hash in path[:-1]]
    if len(between) > SHOWN:
        left_out = f"({len(between) - SHOWN:,} more)"
        between = [*between[: SHOWN // 2], left_out, *between[-SHOWN // 2 :]]
    return " → ".join([f"ref {ref}", *between, last])
