"""Object ids: BLAKE3 over kind, length and bytes, in one spelling."""

from __future__ import annotations

from typing import NewType

from blake3 import blake3

Oid = NewType("Oid", str)
"""`b3:` and 64 lower-case hex digits."""


def oid_of(kind: str, body: bytes) -> Oid:
    """Return the id of `body` stored as `kind`.

    Length is in the hashed header so that "ab"+"c" and "a"+"bc" cannot share an address.
    """
    header = f"gnut1 {kind} {len(body)}\0".encode("ascii")
    return Oid("b3:" + blake3(header + body).hexdigest())
