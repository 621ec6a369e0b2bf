"""Verdicts that are told only once they are on record: where records go, what signs them, and sealing one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from gnut.edge.world import World
from gnut.errors import Usage

if TYPE_CHECKING:
    from gnut.edge.records import Sink
    from gnut.verify_records.contract import Record, Signer

Decided = TypeVar("Decided")


class Sealed(NamedTuple, Generic[Decided]):
    """A verdict, and where it is on record."""

    verdict: Decided
    record: Record | None
    """None when there was nowhere to keep it: nothing is sealed then."""

    kept: str | None
    """Name of the log, or of the store."""


def place(world: World, log: str | None, signing_key: str | None) -> tuple[Sink | None, Signer | None]:
    """Return where records go and what signs them; asked for before anything is verified.

    Raises:
        BadSignature: The key is none.
        Usage: The log has no name, or a key is named and there is nothing to keep a record in.
    """
    from gnut.edge.records import sink

    to = sink(log, world)
    if to is None:
        if signing_key is not None:
            raise Usage("there is no log and no store to sign for", help="name one with --log FILE")
        return None, None
    from gnut.edge.keys.raw import signer

    return to, signer(world, signing_key)


def sealed(verdict: Decided, to: Sink | None, signs: Signer | None, *, prefix: str) -> Sealed[Decided]:
    """Return a verdict once its record is durable; whatever keeps it from being so is raised instead.

    Args:
        verdict: A struct of a verdict: the content of its record.
        to: Where it goes; None keeps nothing.
        signs: A key; None leaves the record unsigned.
        prefix: `rec` of answers, `run` of runs.

    Raises:
        StoreBusy: Another process holds the log.
        StoreUnwritable: The record could not be made durable.
    """
    if to is None:
        return Sealed(verdict, None, None)
    return Sealed(verdict, to.append(content(verdict), prefix=prefix, signer=signs), to.name)


def content(verdict: object) -> dict[str, Any]:
    """Return a verdict as the content of a record."""
    import msgspec

    said: dict[str, Any] = msgspec.to_builtins(verdict)
    return said
