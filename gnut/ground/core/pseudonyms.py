"""Names in the place of principals: who was probed is often a mail address, and a manifest is often pushed."""

from __future__ import annotations

from msgspec.structs import replace

from gnut.ground.contract import Evidence, GroundEvidenceError
from gnut.ground.core.secrets import secret_shape
from gnut.ground.core.shapes import folded
from gnut_store import canon

LEAST = 16
"""Fewest bytes of a key: with a shorter one, or none, whoever guesses a mail address can check the guess."""

DIGITS = 32
_BLOCK = 64


def pseudonymised(evidence: Evidence, key: bytes) -> Evidence:
    """Return evidence with a name in the place of each principal, such that runs still compare.

    The name is `p-` and 32 hex digits of HMAC-SHA-256 (RFC 2104) over the folded principal under a key that stays with
    the operator: the same principal has the same name in every manifest under one key, and none that can be guessed.

    Raises:
        GroundEvidenceError: The key is shorter than `LEAST` bytes.
    """
    if len(key) < LEAST:
        raise GroundEvidenceError(f"a key has {LEAST} bytes or more, this has {len(key)}", path="key")
    names: dict[str, str] = {}

    def name(principal: str) -> str:
        if principal not in names:
            if (shape := secret_shape(principal)) is not None:
                # Hashed it would still be one, and one that nobody looks for.
                raise GroundEvidenceError(f"has the shape of {shape}", path="principal", help="name it otherwise")
            names[principal] = f"p-{_mac(key, folded(principal).encode('utf-8'))[:DIGITS]}"
        return names[principal]

    return replace(
        evidence,
        sources=tuple(
            source
            if source.acl_probe_principals is None
            else replace(source, acl_probe_principals=tuple(map(name, source.acl_probe_principals)))
            for source in evidence.sources
        ),
        acl_runs=tuple(replace(run, principal=name(run.principal)) for run in evidence.acl_runs),
    )


def _mac(key: bytes, message: bytes) -> str:
    block = (canon.digest("sha256", key) if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    inner = canon.digest("sha256", bytes(each ^ 0x36 for each in block) + message)
    return canon.sha256(bytes(each ^ 0x5C for each in block) + inner)
