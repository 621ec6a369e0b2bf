"""Whether the packs of a store can be relied on: asked before anything leaves the trash for good.

A footer says what a pack held when it was written. Only bytes that hash to the pack's name say that it does still.
"""

from __future__ import annotations

import os
from collections.abc import Collection

from gnut_store import healing, layout, refs
from gnut_store.store import DiskStore


class Holders:
    """The packs of both tiers, each held against its name once, when that is first asked for."""

    def __init__(self, store: DiskStore) -> None:
        """Read nothing yet."""
        self._store = store
        self._read: set[str] = set()
        self._faults: dict[str, dict[str, str]] = {tier: {} for tier in layout.TIERS}

    def sound(self) -> bool:
        """Say whether every pack that was written is there, and is what its name says."""
        top, files = self._store.folder, self._store.files
        for tier, faults in self._faults.items():
            below = f"{top}/{layout.tier_path(tier)}"
            here = {name for name in map(layout.pack_of, files.names(f"{below}packs")) if name is not None}
            fresh = {name for name in here if f"{tier}/{name}" not in self._read}
            faults |= healing.damaged(f"{below}packs", fresh, files)
            self._read |= {f"{tier}/{name}" for name in fresh}
            for name in files.names(f"{below}refs/{refs.PACKS}"):
                is_lost = refs.entry_of(name) is not None and name not in here
                if is_lost and not os.path.lexists(f"{top}/tmp/{name}{layout.GONE_SUFFIX}"):
                    faults[name] = "is missing; it was written and acknowledged here"
        return not any(self._faults.values())

    def faults(self, tier: str) -> dict[str, str]:
        """Return the packs of a tier that are lost or damaged, each with what is wrong, as far as was asked."""
        return self._faults[tier]

    def hold(self, hashes: Collection[bytes]) -> bool:
        """Say whether one tier by itself holds all of some objects: the team must not depend on what is local."""
        for tier in layout.TIERS:
            index = self._store.index(tier)
            index.refresh()
            if all(index.places(hash) for hash in hashes):
                return True
        return False
