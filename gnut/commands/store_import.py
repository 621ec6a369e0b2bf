"""`gnut store import` and `gnut store export --to`: packs between stores, checked by the one that takes them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from gnut.edge import elsewhere, terminal
from gnut.edge.failures import shown, worst
from gnut.edge.linked import LINKS
from gnut.edge.paths import legible
from gnut.edge.selection import Selection, selection
from gnut.edge.store import opened
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.formats import moved as pages
from gnut.formats.moved import MOVED, Moved, MovedTier, RefusedPack
from gnut_store import oid as oids
from gnut_store import refs
from gnut_store.files import Files
from gnut_store.oid import Oid
from gnut_store.receive import Interrupted, kept_still, receive
from gnut_store.shelf import Shelf, packs_in
from gnut_store.store import DiskStore

REFUSED = 4


def import_(world: World, places: Sequence[str], *, local: bool, tier: str, dry_run: bool, output_format: str) -> int:
    """Take packs from other stores, folders and files, and say what came of each.

    Args:
        world: The store, and where paths start from.
        places: Where they lie.
        local: Whether what a store keeps for its own machine is taken too, into `local`.
        tier: Tier that takes the others.
        dry_run: Whether to check everything, and to take nothing.
        output_format: `text | json`.

    Returns:
        0, or 4 when packs were refused; 2 when some could not be read. The others are taken all the same.

    Raises:
        InputMissing: A path is not there, or is neither a store nor packs.
        StoreUnwritable: Disk or permission.
    """
    store = opened(world)
    for each in places:
        if "://" in each:
            raise Usage(f"{legible(each)} is an address", help="gnut sync pull  takes packs from afar")
    name = legible(places[0]) if len(places) == 1 else f"{len(places)} places"
    wanted = [("team", tier), *([("local", "local")] if local else [])]
    files, codes, told = Files(), [], []
    for source, into in wanted:
        paths = {
            pack: path for each in reversed(places) for pack, path in elsewhere.packs_at(world, each, source).items()
        }
        moved, code = _taken(store, Shelf(name, paths, files), into, dry_run=dry_run)
        told.append(moved)
        codes.append(code)
    return _say(told, name, worst(codes), dry_run=dry_run, output_format=output_format)


def export(world: World, names: Sequence[str], *, to: str, dry_run: bool, output_format: str) -> int:
    """Write what the team shares, or what is named with all that it leads to, into another store.

    Args:
        world: The store, and where paths start from.
        names: Addresses, reports for their sources and runs, refs; everything that the team shares when empty.
        to: Folder of the other store; an empty one gets a store.
        dry_run: Whether to say what would be done, and to write nothing.
        output_format: `text | json`.

    Returns:
        0, or 4 when something is damaged and was not written.

    Raises:
        Usage: The folder holds other things, or is this store.
        BadId: Nothing is called so.
    """
    store = opened(world)
    chosen = selection(world, store, names) if names else None
    if chosen is not None and not chosen.entries:
        raise Usage("nothing to write: the store keeps nothing of what is named", help="gnut store ls --refs  lists it")
    there = elsewhere.target(world, to, dry_run=dry_run)
    if there is not None and os.path.samefile(there.folder, store.folder):
        raise Usage(f"{legible(to)} is the store itself", help="name another folder")
    if chosen is not None:
        lacking, entries = _lacking(there, chosen)
        if there is not None and not dry_run and (lacking or entries):
            with kept_still(store), there.write() as batch:
                for oid in lacking:
                    batch.add(store.kind(oid), store.get(oid))
                for name, oid in entries:
                    batch.ref(name, oid)
        made = MovedTier("team", (), (), (), len(lacking), len(entries))
        return _say([made], legible(to), 0, dry_run=dry_run, output_format=output_format)
    with kept_still(store):
        paths = packs_in(f"{store.folder}/packs", store.files)
        if there is None:
            made, code = MovedTier("team", tuple(sorted(paths)), (), (), None, None), 0
        else:
            made, code = _taken(there, Shelf("this store", paths, store.files), "team", dry_run=dry_run)
    return _say([made], legible(to), code, dry_run=dry_run, output_format=output_format)


def _lacking(there: DiskStore | None, chosen: Selection) -> tuple[list[Oid], list[tuple[str, Oid]]]:
    """Return the objects and the entries of a selection that the team's part of a store does not have."""
    if there is None:
        return list(chosen.objects), list(chosen.entries)
    folder = f"{there.folder}/refs"
    known = {name: frozenset(refs.read(there.files, folder, name)) for name in {name for name, _ in chosen.entries}}
    entries = [(name, oid) for name, oid in chosen.entries if oid not in known[name]]
    team = there.index("team")
    team.refresh()
    return [oid for oid in chosen.objects if not team.places(oids.to_bytes(oid))], entries


def _taken(store: DiskStore, shelf: Shelf, tier: str, *, dry_run: bool) -> tuple[MovedTier, int]:
    """Let a store take packs, and return what came of it with the exit code."""
    code = 0
    try:
        received = receive(store, shelf, tier=tier, dry_run=dry_run, links=LINKS)
    except Interrupted as error:
        received, code = error.received, shown(error)
    refused = tuple(RefusedPack(pack, why) for pack, why in received.refused)
    made = MovedTier(tier, received.taken, received.held, refused, None, None)
    return made, worst([code, REFUSED]) if refused else code


def _say(told: Sequence[MovedTier], name: str, code: int, *, dry_run: bool, output_format: str) -> int:
    """Print what came of it, and return the exit code."""
    if output_format == "json":
        terminal.out(pages.render_json(Moved(MOVED, code, dry_run, tuple(told))))
        return code
    for one in told:
        terminal.out(pages.refusals(one))
        place = name if one.tier == "team" else f"{name} (local)"
        terminal.note(pages.summary(one, place, dry_run=dry_run))
    return code
