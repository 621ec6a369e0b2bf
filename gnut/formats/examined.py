"""What `gnut fsck` found, and what `--repair` did about it, as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from gnut.formats.indented import indented
from gnut_store.fsck import Fault
from gnut_store.oid import Oid
from gnut_store.repair_steps import Step

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


class StoreCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `gnut fsck`."""

    schema: str
    exit: int
    faults: tuple[FoundFault, ...]
    """With `--repair`, those that remain."""

    repair: Repair | None


def render_json(faults: Iterable[Fault], code: int, steps: Iterable[Step] | None, *, dry_run: bool) -> str:
    """Return a check as JSON.

    Args:
        faults: What is wrong.
        code: What the command ends with.
        steps: What was done about it; None when nothing was to be.
        dry_run: Whether it was only said.
    """
    done = None
    if steps is not None:
        done = Repair(dry_run, tuple(RepairStep(_fault(step.fault), step.done, step.left) for step in steps))
    return indented(StoreCheck(FSCK, code, tuple(map(_fault, faults)), done))


def _fault(fault: Fault) -> FoundFault:
    return FoundFault(fault.code, fault.kind, fault.path, fault.oid, fault.detail)
