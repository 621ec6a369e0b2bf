"""DSSE envelopes with one signature (Dead Simple Signing Envelope, protocol 1.0.2)."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnut.errors import NotCanonical
from gnut.sign.contract import PAYLOAD_TYPE
from gnut.sign.core.wire import base64, refused, unbase64
from gnut_store import canon

MOST = 256 * 1024
"""Characters of an envelope."""

MOST_KEYID = 200
"""Characters of the name of a key in it; a fingerprint has 50."""


class Envelope(NamedTuple):
    """An envelope, taken apart."""

    payload: bytes
    keyid: str
    octets: bytes


def authenticated(body: bytes) -> bytes:
    """Return the bytes that are signed for a payload (PAE): type and body, each behind its length."""
    kind = PAYLOAD_TYPE.encode("ascii")
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(body), body)


def enveloped(body: bytes, keyid: str, octets: bytes) -> str:
    """Return the envelope of a payload with one signature, as canonical JSON.

    Args:
        body: The statement.
        keyid: Fingerprint of the key.
        octets: What the key gave of `authenticated(body)`.
    """
    signatures = [{"keyid": keyid, "sig": base64(octets)}]
    envelope = {"payload": base64(body), "payloadType": PAYLOAD_TYPE, "signatures": signatures}
    return canon.encode(envelope).decode("utf-8")


def opened(text: str) -> Envelope:
    """Return an envelope, taken apart; whether its signature holds is another question.

    Raises:
        BadSignature: `long`, `envelope`, `payload_type` or `base64`.
    """
    if len(text) > MOST:
        raise refused("long")
    try:
        value = canon.decode(text, limit=4 * MOST)
    except NotCanonical as error:
        raise refused("envelope", str(error)) from None
    members = _members(value, ("payload", "payloadType", "signatures"))
    signatures = members["signatures"]
    if not isinstance(signatures, list) or len(signatures) != 1:
        raise refused("envelope", "/signatures")
    one = _members(signatures[0], ("keyid", "sig"))
    told = (members["payload"], members["payloadType"], one["keyid"], one["sig"])
    if not all(isinstance(each, str) for each in told) or len(one["keyid"]) > MOST_KEYID:
        raise refused("envelope")
    if members["payloadType"] != PAYLOAD_TYPE:
        raise refused("payload_type")
    return Envelope(unbase64(members["payload"]), one["keyid"], unbase64(one["sig"]))


def _members(value: Any, names: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(value, dict) or sorted(value) != sorted(names):
        raise refused("envelope")
    return value
