"""What a store holds, as a listing and as figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from gnut.formats import escape
from gnut.formats.indented import indented
from gnut_store import oid as oids

LISTING = "gnut-store-ls/v1"
FIGURES = "gnut-store-stat/v1"

SHORT = 12
"""Digits of a pack's name that are shown."""


class ListedObject(Struct, frozen=True, forbid_unknown_fields=True):
    """One object of a listing."""

    id: str
    kind: str | None
    """None when no readable pack holds it: then a ref names it, and nothing else of it is known."""

    bytes: int | None
    stored: int | None
    """Bytes that it takes in its pack."""

    tier: str | None
    pack: str | None
    copies: int
    """Packs that hold it."""


class ListedRef(Struct, frozen=True, forbid_unknown_fields=True):
    """One ref of a listing."""

    name: str
    entries: int


class DamagedPack(Struct, frozen=True, forbid_unknown_fields=True):
    """A pack of which nothing is listed."""

    tier: str
    pack: str
    detail: str


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """What `gnut store ls` lists: objects, or refs."""

    schema: str
    objects: tuple[ListedObject, ...]
    refs: tuple[ListedRef, ...]
    damaged: tuple[DamagedPack, ...]


class KindFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the objects of one kind come to in one tier."""

    kind: str
    objects: int
    bytes: int
    stored: int


class TierFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """What one tier comes to."""

    tier: str
    packs: int
    bytes: int
    """Of the pack files."""

    objects: int
    """Each once, even if several packs hold it."""

    raw: int
    """Bytes of the objects."""

    copies: int
    """Objects that stand in a pack although another one of the tier holds them."""

    refs: int
    """Names."""

    entries: int
    kinds: tuple[KindFigures, ...]
    largest: ListedObject | None


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """What `gnut store stat` says."""

    schema: str
    tiers: tuple[TierFigures, ...]
    damaged: tuple[DamagedPack, ...]


def render_json(told: Listing | Figures) -> str:
    """Return it as JSON."""
    import msgspec

    return indented(msgspec.to_builtins(told))


def lines(rows: Iterable[ListedObject], *, long: bool) -> str:
    """Return objects one a line: the id, and in a `long` listing kind, bytes, stored bytes, tier and pack."""
    if not long:
        return "".join(f"{row.id}\n" for row in rows)
    shown = []
    for row in rows:
        if row.kind is None or row.pack is None:
            shown.append(f"{row.id}  missing\n")
        else:
            pack = f"{row.pack[:SHORT]}  +{row.copies - 1}" if row.copies > 1 else row.pack[:SHORT]
            shown.append(f"{row.id}  {row.kind:<16}  {row.bytes:>11}  {row.stored:>11}  {row.tier:<5}  {pack}\n")
    return "".join(shown)


def ref_lines(rows: Iterable[ListedRef], *, long: bool) -> str:
    """Return refs one a line: the name, and in a `long` listing how many entries it has before it."""
    return "".join(f"{row.entries:>9}  {row.name}\n" if long else f"{row.name}\n" for row in rows)


def render_figures(told: Figures) -> str:
    """Return the figures of a store for people."""
    parts = []
    for tier in told.tiers:
        parts.append(
            f"{tier.tier}: {_count(tier.packs, 'pack')} of {tier.bytes:,} bytes, {_count(tier.objects, 'object')} "
            f"of {tier.raw:,} bytes{_share(tier.bytes, tier.raw)}, {_count(tier.refs, 'ref')} "
            f"with {_count(tier.entries, 'entry', 'entries')}\n"
        )
        for kind in tier.kinds:
            parts.append(f"  {kind.kind:<16}  {kind.objects:>9,}  {kind.bytes:>15,} bytes  {kind.stored:>15,} stored\n")
        if tier.copies:
            parts.append(f"  {_count(tier.copies, 'object')} held more than once; gnut gc merges packs\n")
        if tier.largest is not None:
            parts.append(
                f"  largest: {tier.largest.kind} {oids.short(tier.largest.id)}, {tier.largest.bytes:,} bytes\n"
            )
    return "".join(parts)


def damage_line(pack: DamagedPack) -> str:
    """Return what is said of a pack that cannot be listed."""
    folder = "" if pack.tier == "team" else "local/"
    return f"{folder}packs/{pack.pack[:SHORT]}….gpk: {escape.terminal(pack.detail)}; what it holds is not listed"


def _count(number: int, word: str, words: str | None = None) -> str:
    return f"{number:,} {word if number == 1 else words or word + 's'}"


def _share(stored: int, raw: int) -> str:
    """Return what part of the objects' bytes the packs take; nothing for none."""
    return f" ({stored * 100 // raw} %)" if raw else ""


def listed(rows: Sequence[ListedObject], refs: Sequence[ListedRef], damaged: Sequence[DamagedPack]) -> Listing:
    """Return a listing."""
    return Listing(LISTING, tuple(rows), tuple(refs), tuple(damaged))
