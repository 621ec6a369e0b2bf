"""What packs from outside need because their JSON objects name it: asked once some packs are refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.errors import GnutError
from gnut_store.fsck_pack import Salvage
from gnut_store.links import Links, places
from gnut_store.pack import OBJECT_LIMIT
from gnut_store.quarantine import Candidate


def add_references(
    candidates: Sequence[Candidate], salvage: Salvage, links: Links, holds: Callable[[bytes], bool], refused: str
) -> None:
    """Add to what candidates need the objects that theirs name, as `gnut fsck` would miss them.

    Args:
        candidates: Packs without a fault.
        salvage: Everything that was read of them.
        links: Kinds whose form is known.
        holds: Says whether the store holds an object, by its hash.
        refused: In words, the packs that are refused.
    """
    for one in candidates:
        for hash in sorted(one.hashes & salvage.named.keys()):
            holder = salvage.named[hash]
            wanted = {named for _, named in holder.named if named not in one.hashes and named not in one.needs}
            missing = sorted(named for named in wanted if not holds(named))
            if missing:
                _look(one, hash, missing, salvage, links, refused)


def _look(one: Candidate, hash: bytes, missing: Sequence[bytes], salvage: Salvage, links: Links, refused: str) -> None:
    """Add what one object names; words that look like an id are none."""
    kind, oid = salvage.named[hash].kind, oids.from_bytes(hash)
    try:
        value = canon.decode(salvage.body(hash), limit=OBJECT_LIMIT)
    except (GnutError, OSError):
        one.blame(f"{oids.short(oid)}… cannot be read any more")
        return
    for named in missing:
        for pointer, _ in places(kind, value, oids.from_bytes(named), links):
            one.needs[named] = f"with {refused} refused, {kind} {oids.short(oid)}… {pointer}"
