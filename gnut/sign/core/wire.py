"""The fields that SSH writes: strings with their length, whole numbers, and base64 around them."""

from __future__ import annotations

import binascii

from gnut.errors import BadSignature
from gnut.sign.contract import REASONS

MOST_BITS = 16_384
"""Largest RSA modulus that is read, as in OpenSSH."""


def refused(reason: str, detail: str = "") -> BadSignature:
    """Return the refusal for one of `REASONS`."""
    said = REASONS[reason]
    return BadSignature(f"{said} ({detail})" if detail else said, code=reason)


class Fields:
    """Reads the fields of a blob, one after the other; none ends behind its end."""

    def __init__(self, blob: bytes) -> None:
        """Start at the first byte."""
        self._blob, self._at = blob, 0

    def take(self, count: int) -> bytes:
        """Return the next bytes; raises `BadSignature` (`cut`)."""
        end = self._at + count
        if end > len(self._blob):
            raise refused("cut")
        part, self._at = self._blob[self._at : end], end
        return part

    def number(self) -> int:
        """Return a uint32."""
        return int.from_bytes(self.take(4), "big")

    def octets(self) -> bytes:
        """Return a string: its length, then its bytes."""
        return self.take(self.number())

    def name(self, reason: str) -> str:
        """Return a string of printable ASCII; anything else is refused for `reason`."""
        octets = self.octets()
        if not octets.isascii() or not octets.decode("ascii").isprintable():
            raise refused(reason)
        return octets.decode("ascii")

    def integer(self, reason: str) -> int:
        """Return an mpint that is not negative and has no needless zero in front; refused for `reason`."""
        octets = self.octets()
        needless = octets[:1] == b"\0" and not octets[1:2] >= b"\x80"
        if needless or octets[:1] >= b"\x80" or len(octets) > MOST_BITS // 8 + 1:
            raise refused(reason)
        return int.from_bytes(octets, "big")

    def end(self) -> None:
        """Refuse what follows (`trailing`)."""
        if self._at != len(self._blob):
            raise refused("trailing")


def string(octets: bytes) -> bytes:
    """Return a string as SSH writes it."""
    return len(octets).to_bytes(4, "big") + octets


def mpint(number: int) -> bytes:
    """Return a number that is not negative as SSH writes it."""
    return string(number.to_bytes(number.bit_length() // 8 + 1, "big") if number else b"")


def base64(octets: bytes) -> str:
    """Return base64 on one line."""
    return binascii.b2a_base64(octets, newline=False).decode("ascii")


def unbase64(text: str, reason: str = "base64") -> bytes:
    """Return what base64 says in its one spelling: padded, nothing between, no bits left over."""
    try:
        octets = binascii.a2b_base64(text.encode("ascii"), strict_mode=True)
    except (binascii.Error, UnicodeEncodeError):
        raise refused(reason) from None
    if base64(octets) != text:
        raise refused(reason)
    return octets
