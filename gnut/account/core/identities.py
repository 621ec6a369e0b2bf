"""What a hash, a name and a pinned revision look like."""

from __future__ import annotations

from gnut.errors import BadReceipt
from gnut.model import is_hash
from gnut.support.contract import MOVING


def need_hash(text: object, pointer: str) -> None:
    """Refuse what is no SHA-256 (`invalid_hash`)."""
    if not is_hash(text):
        raise BadReceipt("a SHA-256 is 64 lower-case hex digits", code="invalid_hash", pointer=pointer)


def need_text(text: object, pointer: str) -> None:
    """Refuse an identity without a visible character (`identity_missing`)."""
    if not isinstance(text, str) or not text.strip():
        raise BadReceipt("an identity is missing or blank", code="identity_missing", pointer=pointer)


def need_pinned(revision: object, pointer: str) -> None:
    """Refuse a revision that is blank (`identity_missing`) or moves (`moving_revision`)."""
    need_text(revision, pointer)
    if str(revision).strip().casefold() in MOVING:
        raise BadReceipt("a revision that moves names nothing", code="moving_revision", pointer=pointer)
