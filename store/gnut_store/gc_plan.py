"""Which packs are worth merging, which say nothing new, and in which order a merged pack holds what. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from gnut_store.oid import Oid
from gnut_store.pack import PREFIX_DEPTH

LIMIT = 64 << 20
"""Most stored bytes of a merged pack: hosts of git refuse files of 100 MB."""

FACTOR = 2
"""Each pack shall be at least so many times as long as all shorter ones together, as in `git repack --geometric=2`."""

MANY = 32
"""Short packs from which on all of them are merged."""

Line = tuple[str, Oid]
"""One entry of a ref."""


class Holding(NamedTuple):
    """What one pack holds, as far as planning needs it."""

    name: str
    size: int
    """Bytes of the file."""

    objects: frozenset[bytes]
    lines: frozenset[Line]


def geometric(sizes: Mapping[str, int]) -> frozenset[str]:
    """Return the shortest packs that must become one so that the lengths of the rest grow twofold.

    Packs of half of `LIMIT` and more are left as they are: two of them make no pack that may be written.

    Args:
        sizes: Bytes of each pack that may be rewritten.
    """
    short = sorted((size, name) for name, size in sizes.items() if size < LIMIT // 2)
    if len(short) >= MANY:
        return frozenset(name for _, name in short)
    count = len(short)
    # From the longest down, as long as each is twice the next shorter one.
    while count > 1 and short[count - 1][0] >= FACTOR * short[count - 2][0]:
        count -= 1
    if count <= 1:
        return frozenset()
    total = sum(size for size, _ in short[:count])
    while count < len(short) and short[count][0] < FACTOR * total:
        total += short[count][0]
        count += 1
    return frozenset(name for _, name in short[:count])


def redundant(packs: Sequence[Holding], keep: Collection[str]) -> tuple[str, ...]:
    """Return the packs, shortest first, of which every object and every entry stands in packs that stay.

    So it is after a merge of two branches that both collected, and after a collection that was cut off.

    Args:
        packs: Sound packs of one tier.
        keep: Names that stay whatever they hold.
    """
    objects = Counter(hash for pack in packs for hash in pack.objects)
    lines = Counter(line for pack in packs for line in pack.lines)
    found = []
    for pack in sorted(packs, key=lambda pack: (pack.size, pack.name)):
        if pack.name in keep:
            continue
        if all(objects[hash] > 1 for hash in pack.objects) and all(lines[line] > 1 for line in pack.lines):
            found.append(pack.name)
            objects.subtract(pack.objects)
            lines.subtract(pack.lines)
    return tuple(found)


def ordered(
    hashes: Sequence[bytes], base_of: Mapping[bytes, bytes], depth: int = PREFIX_DEPTH
) -> Iterator[tuple[bytes, bytes | None]]:
    """Yield every object once, each with the one that it may be packed against, which came before it.

    Captures of one source stand together, the newest first and whole, since it is the one that is read; each
    older one is packed against the next newer. After `depth` steps one is whole again. What `base_of` says
    is used as a hint: circles, and what is not among `hashes`, do no harm.

    Args:
        hashes: The objects, in the order in which those without kin shall stand.
        base_of: The object of an earlier capture for that of a later one.
        depth: Most objects that must be read before one can be.
    """
    present = set(hashes)
    kin: dict[bytes, list[bytes]] = {}
    older: set[bytes] = set()
    for later in hashes:
        earlier = base_of.get(later)
        if earlier is not None and earlier != later and earlier in present:
            kin.setdefault(later, []).append(earlier)
            kin.setdefault(earlier, []).append(later)
            older.add(earlier)
    done: set[bytes] = set()
    # Families in the order of their newest; what is left after that goes round in a circle.
    for first in (*(hash for hash in hashes if hash not in older), *hashes):
        if first not in done:
            yield from _family(first, kin, done, depth)


def _family(
    first: bytes, kin: Mapping[bytes, Sequence[bytes]], done: set[bytes], most: int
) -> Iterator[tuple[bytes, bytes | None]]:
    """Walk from one object over all its kin, an object's own kin right after it."""
    done.add(first)
    waiting: list[tuple[bytes, bytes | None, int]] = [(first, None, 0)]
    while waiting:
        hash, base, depth = waiting.pop()
        yield hash, base
        for other in kin.get(hash, ()):
            if other not in done:
                done.add(other)
                waiting.append((other, hash, depth + 1) if depth < most else (other, None, 0))
