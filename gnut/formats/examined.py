"""What `gnut fsck` found, and what `--repair` did about it, as JSON."""

from __future__ import annotations

from msgspec import Struct

from gnut.formats.indented import indented
from gnut_store.oid import Oid

FSCK = "gnut-fsck/v1"


class FoundFault(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is wrong with a store."""

    code: str
    """`GN801` to `GN810`; `gnut rule CODE` explains it."""

    kind: str
    path: str
    """File it is about, from the store's folder on."""

    oid: Oid | None
    """Object that is lost or damaged; null when it is the file as such."""

    detail: str


class RepairStep(Struct, frozen=True, forbid_unknown_fields=True):
    """What was done about one fault, or would be."""

    fault: FoundFault
    done: str
    """A participle, or, with `left`, why nothing more can be done."""

    left: bool


class Repair(Struct, frozen=True, forbid_unknown_fields=True):
    """What `--repair` did."""

    dry_run: bool
    steps: tuple[RepairStep, ...]


class Looked(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of a store was looked at."""

    extent: str
    """`all`; `names` with `--quick`, `connectivity` with that."""

    packs: int
    objects: int
    bytes: int
    """Of the packs."""


class StoreCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `gnut fsck`."""

    schema: str
    exit: int
    faults: tuple[FoundFault, ...]
    """With `--repair`, those that remain."""

    repair: Repair | None
    looked: Looked


def render_json(made: StoreCheck) -> str:
    """Return a check as JSON."""
    return indented(made)
