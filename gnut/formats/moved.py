"""What came of packs that were taken from elsewhere, or written elsewhere."""

from __future__ import annotations

from msgspec import Struct

from gnut.formats import escape
from gnut.formats.indented import indented

MOVED = "gnut-store-import/v1"


class RefusedPack(Struct, frozen=True, forbid_unknown_fields=True):
    """A pack of which nothing was taken."""

    pack: str
    why: str


class MovedTier(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of the packs of one tier."""

    tier: str
    """Tier that takes them."""

    taken: tuple[str, ...]
    """Packs that are now there, or would be."""

    held: tuple[str, ...]
    """Packs whose objects and refs were there already."""

    refused: tuple[RefusedPack, ...]
    objects: int | None
    """Objects that were chosen by name; null when whole packs were moved."""

    entries: int | None
    """Entries of refs that were chosen; null when whole packs were moved."""


class Moved(Struct, frozen=True, forbid_unknown_fields=True):
    """What `gnut store import` and `gnut store export --to` did, or would do."""

    schema: str
    exit: int
    dry_run: bool
    tiers: tuple[MovedTier, ...]


def render_json(moved: Moved) -> str:
    """Return it as JSON."""
    import msgspec

    return indented(msgspec.to_builtins(moved))


def refusals(moved: MovedTier) -> str:
    """Return the refused packs, one a line: what a program looks for."""
    return "".join(f"refused packs/{one.pack}.gpk: {escape.terminal(one.why)}\n" for one in moved.refused)


def summary(moved: MovedTier, place: str, *, dry_run: bool) -> str:
    """Return in one line what came of it."""
    if moved.objects is not None:
        done = "would be written" if dry_run else "written"
        return f"{place}: {_count(moved.objects, 'object')} and {_count(moved.entries or 0, 'entry', 'entries')} {done}"
    done = "would be taken" if dry_run else "taken"
    said = f"{place}: {_count(len(moved.taken), 'pack')} {done}, {len(moved.held):,} there already"
    return f"{said}, {_count(len(moved.refused), 'pack')} refused" if moved.refused else said


def _count(number: int, word: str, words: str | None = None) -> str:
    return f"{number:,} {word if number == 1 else words or word + 's'}"
