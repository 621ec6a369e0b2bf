"""`gnut store ls` and `gnut store stat`: what a store holds, without reading it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gnut.edge import terminal
from gnut.edge.failures import say, shown, worst
from gnut.edge.store import opened
from gnut.edge.world import World
from gnut.errors import BadId, GnutError, ObjectCorrupt, Usage
from gnut.formats import stored as pages
from gnut.formats.stored import DamagedPack, Figures, KindFigures, ListedObject, ListedRef, TierFigures
from gnut_store import layout, refs
from gnut_store import oid as oids
from gnut_store.listing import Held, Listing, listing
from gnut_store.oid import Oid
from gnut_store.store import DiskStore

DAMAGED = 4
HELP = "gnut fsck  names everything that is wrong"


def ls(
    world: World,
    name: str | None,
    *,
    kind: str | None,
    of_refs: bool,
    long: bool,
    tier: str | None,
    output_format: str,
) -> int:
    """Print the objects of the store, of a ref, or whose ids begin in a certain way; or the names of refs.

    Args:
        world: The store.
        name: Beginning of ids, or a ref, which stands for all under it; None for everything.
        kind: Kind of object that is listed; None for any.
        of_refs: Whether refs are listed instead of objects.
        long: Whether more is said of each.
        tier: Tier that is listed; None for both.
        output_format: `text | json`.

    Returns:
        0, or 4 when something that belongs into the listing is damaged or missing; the rest is listed.

    Raises:
        BadId: No object and no ref has that name.
        Usage: `kind` of a ref.
    """
    store = opened(world)
    tiers = layout.TIERS if tier is None else (tier,)
    noted: list[GnutError] = []
    if of_refs:
        if kind is not None:
            raise Usage("a ref has no kind", help="leave --refs or --kind out")
        return _refs(store, name or "", tiers, noted, long=long, output_format=output_format)
    held = listing(store, tiers)
    rows, missing = _chosen(store, held, name, tiers, noted)
    if kind is not None:
        oids.parse_kind(kind)
        rows = [row for row in rows if row.kind == kind]
    damaged = _damaged(held)
    if output_format == "json":
        terminal.out(pages.render_json(pages.listed(rows, (), damaged)))
    else:
        terminal.out(pages.lines(rows, long=long))
    if missing:
        many = "1 object is" if missing == 1 else f"{missing} objects are"
        say(f"{_shown(name or '')}: {many} in no readable pack", HELP)
    return max(_said(damaged), worst(map(shown, noted)), DAMAGED if missing else 0)


def _chosen(
    store: DiskStore, held: Listing, name: str | None, tiers: Iterable[str], noted: list[GnutError]
) -> tuple[list[ListedObject], int]:
    """Return what a name stands for, and how much of it no readable pack holds."""
    if name is None:
        return [_object(one) for one in held.objects], 0
    under = [] if name.startswith("b3:") else _entries(store, name, tiers, noted)
    if under:
        known = {one.hash: one for one in held.objects}
        wanted = sorted({oids.to_bytes(oid) for _, found in under for oid in found})
        rows = [_object(known[hash]) if hash in known else _missing(hash) for hash in wanted]
        return rows, sum(row.kind is None for row in rows)
    digits = name.removeprefix("b3:")
    begin = bytes.fromhex(digits[: len(digits) // 2 * 2]) if _is_hex(digits) else None
    if begin is None:
        raise BadId(
            f"{_shown(name)}: no ref has this name, and no id begins so",
            help="gnut store ls --refs  lists the refs",
            code="unknown_id",
        )
    rows = [_object(one) for one in held.objects if one.hash.startswith(begin) and one.hash.hex().startswith(digits)]
    if not rows:
        raise BadId(f"no object's id begins with {digits}", code="unknown_id")
    return rows, 0


def _is_hex(digits: str) -> bool:
    return 0 < len(digits) <= 64 and not set(digits) - set("0123456789abcdef")


def _entries(store: DiskStore, name: str, tiers: Iterable[str], noted: list[GnutError]) -> list[tuple[str, list[Oid]]]:
    """Return every ref at and under a name with its entries in some tiers; none for what is no name of one."""
    if name and not refs.is_name(name):
        return []
    found: list[tuple[str, list[Oid]]] = []
    for tier in tiers:
        folder = f"{store.folder}/{layout.tier_path(tier)}refs"
        for each in refs.names(store.files, folder):
            if refs.is_under(each, name) and refs.is_name(each):
                try:
                    found.append((each, refs.read(store.files, folder, each)))
                except ObjectCorrupt as error:
                    noted.append(error)
    return found


def _refs(
    store: DiskStore, name: str, tiers: Iterable[str], noted: list[GnutError], *, long: bool, output_format: str
) -> int:
    entries: dict[str, set[Oid]] = {}
    for each, found in _entries(store, name.rstrip("/"), tiers, noted):
        entries.setdefault(each, set()).update(found)
    if name and not entries and not noted:
        raise BadId(f"{_shown(name)}: no ref has this name", help="gnut store ls --refs  lists them", code="unknown_id")
    rows = [ListedRef(each, len(found)) for each, found in sorted(entries.items())]
    if output_format == "json":
        terminal.out(pages.render_json(pages.listed((), rows, ())))
    else:
        terminal.out(pages.ref_lines(rows, long=long))
    return worst(map(shown, noted))


def stat(world: World, *, output_format: str) -> int:
    """Print how many packs and objects the store holds, and of which size; 4 when a pack is damaged.

    Raises:
        NoStore: There is no store.
    """
    store = opened(world)
    tiers, damaged = [], []
    noted: list[GnutError] = []
    for tier in layout.TIERS:
        held = listing(store, (tier,))
        tiers.append(_figures(store, tier, held, noted))
        damaged += _damaged(held)
    told = Figures(pages.FIGURES, tuple(tiers), tuple(damaged))
    terminal.out(pages.render_json(told) if output_format == "json" else pages.render_figures(told))
    return max(_said(damaged), worst(map(shown, noted)))


def _figures(store: DiskStore, tier: str, held: Listing, noted: list[GnutError]) -> TierFigures:
    kinds: dict[str, list[int]] = {}
    for one in held.objects:
        row = kinds.setdefault(one.kind, [0, 0, 0])
        row[0], row[1], row[2] = row[0] + 1, row[1] + one.raw, row[2] + one.stored
    entries = _entries(store, "", (tier,), noted)
    return TierFigures(
        tier=tier,
        packs=len(held.packs),
        bytes=sum(pack.size for pack in held.packs),
        objects=len(held.objects),
        raw=sum(one.raw for one in held.objects),
        copies=sum(one.copies > 1 for one in held.objects),
        refs=len(entries),
        entries=sum(len(found) for _, found in entries),
        kinds=tuple(KindFigures(kind, *row) for kind, row in sorted(kinds.items())),
        largest=max(map(_object, held.objects), key=lambda one: (one.bytes, one.id), default=None),
    )


def _object(one: Held) -> ListedObject:
    return ListedObject("b3:" + one.hash.hex(), one.kind, one.raw, one.stored, one.tier, one.pack, one.copies)


def _missing(hash: bytes) -> ListedObject:
    return ListedObject(oids.from_bytes(hash), None, None, None, None, None, 0)


def _damaged(held: Listing) -> list[DamagedPack]:
    return [DamagedPack(tier, name, why) for tier, name, why in held.damaged]


def _said(damaged: Sequence[DamagedPack]) -> int:
    """Say which packs could not be listed; return the exit code."""
    for pack in damaged:
        say(pages.damage_line(pack), HELP)
    return DAMAGED if damaged else 0


def _shown(name: str) -> str:
    from gnut.edge.paths import legible

    return legible(name)
