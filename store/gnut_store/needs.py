"""What a pack from outside needs of others: objects that its refs, its prefixes and its objects name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.fsck_pack import Holder, Salvage
from gnut_store.links import Links, places, wanted_kinds
from gnut_store.pack import OBJECT_LIMIT

if TYPE_CHECKING:
    from gnut_store.quarantine import Candidate

Kind = Callable[[bytes], str | None]
"""Returns the kind of an object; None for one that is not there."""


def find_needs(candidate: Candidate) -> None:
    """Say which objects the footer of a sound pack asks of others."""
    footer = candidate.footer
    assert footer is not None
    for base in footer.bases:
        candidate.needs[base] = "a prefix"
    for name, oid in footer.each_ref():
        hash = oids.to_bytes(oid)
        if hash not in candidate.objects:
            candidate.needs[hash] = f"ref {name}"


def find_references(candidate: Candidate, salvage: Salvage, links: Links, kind: Kind) -> None:
    """Say which objects the JSON objects of a sound pack ask of others, as `gnut fsck` follows them.

    Args:
        candidate: The pack; what is of the wrong kind in it is its fault.
        salvage: Has read it.
        links: Kinds whose form is known.
        kind: Of an object that the store holds.
    """
    for hash in candidate.objects:
        holder = salvage.named.get(hash)
        if holder is None:
            continue
        suspects = _suspects(candidate, holder, links, kind)
        if not suspects:
            continue
        value = canon.decode(salvage.body(hash), limit=OBJECT_LIMIT)
        for wanted in suspects:
            for pointer, asked in places(holder.kind, value, oids.from_bytes(wanted), links):
                who = f"{oids.short(oids.from_bytes(hash))}… {pointer}"
                found = candidate.objects.get(wanted) or kind(wanted)
                if found is None:
                    candidate.needs.setdefault(wanted, who)
                    if asked:
                        candidate.kinds[wanted] = asked
                elif asked and asked != found:
                    candidate.blame(wrong(who, wanted, found, asked))
                    return


def _suspects(candidate: Candidate, holder: Holder, links: Links, kind: Kind) -> set[bytes]:
    """Return what an object may name and is not there, or is of another kind: only then is it read once more."""
    asked = wanted_kinds(holder.kind, links)
    found: set[bytes] = set()
    for key, hash in holder.named:
        have = candidate.objects.get(hash) or kind(hash)
        want = asked.get(key, "")
        if have is None or (want and want != have):
            found.add(hash)
    return found


def wrong(who: str, hash: bytes, found: str, asked: str) -> str:
    """Return in words that an object of one kind stands where one of another belongs."""
    return f"{who} names b3:{hash.hex()[:12]}…, which is a {found}, expected a {asked}"
