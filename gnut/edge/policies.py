"""The frozen policies that come with gnut."""

from __future__ import annotations

from pathlib import Path

from gnut.errors import BadConfig
from gnut.ledger.contract import Policy
from gnut.ledger.core.gate import parse_policy

_FOLDER = Path(__file__).parent.parent / "policies"
KEYS = ("default", "strict")


def shipped(key: str) -> Policy:
    """Return a shipped policy.

    Raises:
        BadConfig: There is none of that name.
    """
    if key not in KEYS:
        raise BadConfig(f"unknown policy {key!r}", help=f"policies are: {', '.join(KEYS)}", code="unknown_policy")
    return parse_policy((_FOLDER / f"{key}.json").read_bytes())


def all_shipped() -> dict[str, Policy]:
    """Return every shipped policy by its key."""
    return {key: shipped(key) for key in KEYS}
