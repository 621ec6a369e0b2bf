"""A place outside a store that keeps its packs: what carries them, git or object storage, answers to this."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Protocol

from gnut_store.errors import GnutError

CHUNK = 1 << 20
"""Most bytes of a pack that are handed on at once."""

PACK_LIMIT = 192 << 20
"""Most bytes of one pack that are taken from outside: what a batch cuts at, with its longest object and its footer."""


class Carrier(Protocol):
    """Keeps packs of a team's tier under their names, which are 64 hex digits, and never changes one.

    What it gives is untrusted: `gnut_store.receive` checks every byte before a pack is linked in.
    """

    place: str
    """How messages call it, without credentials: `origin`, `s3://bucket/path`."""

    def names(self) -> frozenset[str]:
        """Return the names of all packs there; names that are none are left out.

        Raises:
            CarrierFailed: The place cannot be reached, or will not answer.
        """
        ...

    def read(self, name: str) -> Iterator[bytes]:
        """Yield a pack's bytes, at most `CHUNK` at a time.

        Raises:
            CarrierFailed: It is not there, or cannot be read.
        """
        ...

    def write(self, packs: Mapping[str, str]) -> None:
        """Put packs there that are not; when it returns, all of them are there to stay.

        Args:
            packs: Name to the absolute path of its file.

        Raises:
            CarrierFailed: Some could not be put there; those that were stay.
        """
        ...


class CarrierFailed(GnutError):
    """A place outside could not be reached, or refused."""

    code = "carrier_failed"


class Received(NamedTuple):
    """What came of taking packs in."""

    taken: tuple[str, ...]
    """Packs that are now in the store, durable, with their refs."""

    held: tuple[str, ...]
    """Packs not needed: every object and ref of theirs is here already, perhaps in other packs."""

    refused: tuple[tuple[str, str], ...]
    """(pack, what is wrong with it); nothing of these was linked in."""

    healed: tuple[str, ...] = ()
    """Packs of `taken` whose files here were damaged: good bytes are in their places now, the others in the trash."""

    damaged: tuple[tuple[str, str], ...] = ()
    """(pack, what is wrong with it) of packs here that are damaged still: the place does not give good bytes."""


class Sent(NamedTuple):
    """What came of handing packs on."""

    sent: tuple[str, ...]
    held: tuple[str, ...]
    """Packs that the place has already."""

    damaged: tuple[tuple[str, str], ...] = ()
    """(pack, what is wrong with it) of packs here that are damaged: these were not sent."""


Progress = Callable[[int, int], None]
"""Hears how many packs are done, and of how many."""
