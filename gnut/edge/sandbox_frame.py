"""What parent and child of the sandbox say to each other: four bytes of length, then MessagePack."""

from __future__ import annotations

from msgspec import Struct

from gnut.text.extracted import Extracted, Unreadable


class Job(Struct, frozen=True, forbid_unknown_fields=True):
    """One body to read; the arguments of `gnut.text.source.read`."""

    body: bytes
    media_type: str | None
    uri: str
    number: int = 0
    """Which of a parent's jobs; its answer repeats it."""


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of a job: exactly one of the two last."""

    number: int
    extracted: Extracted | None
    unreadable: Unreadable | None


def frame(message: bytes) -> bytes:
    """Return `message` with its length before it."""
    return len(message).to_bytes(4, "big") + message
