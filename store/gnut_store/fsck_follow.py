"""Follows what objects name: each must be there, and of the kind that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gnut_store import canon, refs
from gnut_store import oid as oids
from gnut_store.errors import GnutError
from gnut_store.fsck_pack import Holder, Salvage
from gnut_store.fsck_tier import Say, Tier
from gnut_store.links import Links, Ways, chain, places, wanted_kinds
from gnut_store.pack import OBJECT_LIMIT


def follow(tiers: Sequence[Tier], salvage: Salvage, links: Links, *, local: bool, say: Say) -> None:
    """Name every object that another one needs and that is not there, with the way to it from a ref.

    Args:
        tiers: What was found, for their refs.
        salvage: What was read.
        links: Kinds whose form is known.
        local: Whether what stands in the local tier alone is followed too. Its runs name captures of other branches.
        say: Hears of each.
    """
    ways: Ways | None = None
    for hash, wanted in _suspects(salvage, links, local=local):
        holder = salvage.named[hash]
        oid = oids.from_bytes(wanted)
        try:
            value = canon.decode(salvage.body(hash), limit=OBJECT_LIMIT)
        except (GnutError, OSError):
            continue  # Unreadable by now: that is said of the pack.
        for pointer, kind in places(holder.kind, value, oid, links):
            found = salvage.kind(wanted)
            if found is not None and (not kind or kind == found):
                continue
            ways = ways or _ways(tiers, salvage)
            words = chain(ways, hash, pointer, oid)
            if found is None:
                say("object_missing", holder.report.path, f"{words}: no readable pack holds it", oid)
            else:
                say("wrong_kind", holder.report.path, f"{words}: is a {found}, expected a {kind}", oid)


def _suspects(salvage: Salvage, links: Links, *, local: bool) -> Iterator[tuple[bytes, bytes]]:
    """Yield (object, what it names) where something may be wrong; those that are not were not worth reading twice."""
    for hash, holder in salvage.named.items():
        if not local and _is_local(holder):
            continue
        kinds = wanted_kinds(holder.kind, links)
        for wanted in {named for key, named in holder.named if _doubtful(salvage, kinds.get(key, ""), named)}:
            yield hash, wanted


def _doubtful(salvage: Salvage, kind: str, hash: bytes) -> bool:
    found = salvage.kind(hash)
    return found is None or bool(kind and found != kind)


def _is_local(holder: Holder) -> bool:
    return holder.report.path.startswith("local/")


def _ways(tiers: Sequence[Tier], salvage: Salvage) -> Ways:
    roots = sorted((ref, bytes.fromhex(entry)) for tier in tiers for ref, entry in tier.entries if ref != refs.PACKS)
    return Ways(roots, {hash: [named for _, named in holder.named] for hash, holder in salvage.named.items()})
