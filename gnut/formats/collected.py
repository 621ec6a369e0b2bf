"""What `gnut gc` did, or would do: some lines for people, the same as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gnut.formats.escape import terminal
from gnut.formats.indented import indented
from gnut.formats.sizes import counted, size

GC = "gnut-gc/v1"


class DamagedPack(Struct, frozen=True, forbid_unknown_fields=True):
    """A pack that was left alone because it is damaged."""

    pack: str
    detail: str


class CollectedTier(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of one tier."""

    tier: str
    """`team | local`."""

    packs_before: int
    packs_after: int
    bytes_before: int
    bytes_after: int | None
    """None where packs would be merged and were not: how small they get shows when it is done."""

    objects: int
    """Different objects, before."""

    merged: int
    """Packs that were written anew."""

    redundant: int
    """Packs of which everything stands in others as well."""

    written: tuple[str, ...]
    """Names of the packs that took their place."""

    shared: int
    """Packs that were handed on already, and stay as they are."""

    dropped_objects: int
    """Objects that nothing leads to."""

    dropped_entries: int
    """Old records of fetches."""

    damaged: tuple[DamagedPack, ...]


class CollectedTrash(Struct, frozen=True, forbid_unknown_fields=True):
    """What lay in the trash."""

    removed: int
    removed_bytes: int
    kept: int
    kept_bytes: int
    future: tuple[str, ...]
    """Files that are dated after now, and stay: a clock was wrong."""


class Collection(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `gnut gc`."""

    schema: str
    dry_run: bool
    tiers: tuple[CollectedTier, ...]
    trash: CollectedTrash
    not_pruned: str | None
    """Why nothing was dropped although it was asked for."""


def render_json(made: Collection) -> str:
    """Return a collection as JSON."""
    return indented(made)


def render(made: Collection) -> str:
    """Return a collection for people, one line a tier and what else there is to say."""
    lines = [line for tier in made.tiers for line in _tier(tier, dry=made.dry_run)]
    lines += _trash(made.trash, dry=made.dry_run)
    if made.not_pruned is not None:
        lines.append(f"Nothing {'would be' if made.dry_run else 'was'} dropped: {terminal(made.not_pruned)}")
    return "".join(f"{line}\n" for line in lines)


def _tier(one: CollectedTier, *, dry: bool) -> Iterator[str]:
    kept = f"{counted(one.packs_before, 'pack')}, {counted(one.objects, 'object')}, {size(one.bytes_before)}"
    if not one.merged and not one.redundant:
        yield f"{one.tier}: {kept}: nothing to do"
    else:
        after = f", {size(one.bytes_after)}" if one.bytes_after is not None else ""
        yield f"{one.tier}: {kept} {'would become' if dry else 'became'} {counted(one.packs_after, 'pack')}{after}"
    if one.redundant:
        yield f"  {counted(one.redundant, 'pack')} said nothing that others do not say"
    if one.shared:
        yield f"  {counted(one.shared, 'pack')} handed on already, left as {'it is' if one.shared == 1 else 'they are'}"
    dropped = one.dropped_objects + one.dropped_entries
    if dropped:
        both = ((one.dropped_objects, "object"), (one.dropped_entries, "record of fetches"))
        what = " and ".join(counted(count, noun) for count, noun in both if count)
        yield f"  {what} {'would be' if dry else 'was' if dropped == 1 else 'were'} dropped"


def _trash(one: CollectedTrash, *, dry: bool) -> Iterator[str]:
    if one.removed:
        goes = "would go for good" if dry else "removed for good"
        yield f"trash: {counted(one.removed, 'file')}, {size(one.removed_bytes)}, {goes}"
    if one.kept:
        stays = "kept for 14 days from when each was put there"
        yield f"trash: {counted(one.kept, 'file')}, {size(one.kept_bytes)}, {stays}"
    for name in one.future:
        yield f"trash: {terminal(name)} is dated after now, and stays: a clock is wrong, or was"
