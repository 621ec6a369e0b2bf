"""What `gnut sync` did, or found, as JSON."""

from __future__ import annotations

from msgspec import Struct

from gnut.formats.indented import indented

SYNC = "gnut-sync/v1"
COMMANDS = ("push", "pull", "status")


class CarriedPath(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that was not carried."""

    path: str
    """Path in the store, or in what the remote carries."""

    why: str


class OneSide(Struct, frozen=True, forbid_unknown_fields=True):
    """What one side has and the other has not."""

    packs: tuple[str, ...]
    """Packs by name; what they hold may stand in other packs of the other side."""

    objects: int | None
    """Objects that the other side lacks; null for object storage, where packs are told apart by name alone."""

    entries: int | None
    """Entries of refs that the other side lacks."""

    bytes: int | None
    """Length of the packs."""


class Synced(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `gnut sync`; null is what another of its commands says, or what is not known."""

    schema: str
    command: str
    remote: str
    """As it was named, without credentials."""

    exit: int
    sent: tuple[str, ...] | None = None
    """Packs that the remote did not have; of `push`."""

    taken: tuple[str, ...] | None = None
    """Packs that are in the store now; of `pull`."""

    healed: tuple[str, ...] | None = None
    """Those of `taken` whose files here were damaged; of `pull`."""

    held: int | None = None
    """Packs that were there, or here, already; of `push` and `pull`."""

    refused: tuple[CarriedPath, ...] = ()
    """Damaged packs, there or here."""

    strange: tuple[CarriedPath, ...] = ()
    """What the remote carries and is no part of a store."""

    commit: str | None = None
    """What the remote's ref named when it was fetched; of `status`."""

    committed_at: str | None = None
    both: int | None = None
    """Packs that both sides have; of `status`."""

    here: OneSide | None = None
    there: OneSide | None = None


def render_json(made: Synced) -> str:
    """Return it as JSON."""
    return indented(made)
