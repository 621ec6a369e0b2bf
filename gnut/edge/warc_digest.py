"""The digests by which an archive names its own bytes: checked where they are given, never relied on."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from enum import Enum

from gnut.text.patterns import lazy
from gnut_store import canon


class Checked(Enum):
    """What became of a digest that an archive may give."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_CHECKED = "not_checked"
    """None is given, or it is of a kind that is not known."""


_HEX = lazy(r"(?:[0-9a-fA-F]{2}){16,64}")
"""All base 16 that is long enough; no digest of a known size is spelled so in base 32."""

_SIZES = {"md5": 16, "sha1": 20, "sha256": 32, "sha512": 64}


def parsed(given: str | None) -> tuple[str, bytes] | None:
    """Return (algorithm, digest) of a labelled digest, as `sha1:` and base 32 or base 16; None for any other."""
    label, colon, value = (given or "").strip().partition(":")
    algorithm = label.strip().lower().replace("-", "")
    size = _SIZES.get(algorithm)
    if size is None or not colon:
        return None
    try:
        found = bytes.fromhex(value) if _HEX.fullmatch(value) else base64.b32decode(_padded(value), casefold=True)
    except (ValueError, binascii.Error):
        return None
    return (algorithm, found) if len(found) == size else None


def _padded(value: str) -> str:
    return value + "=" * (-len(value) % 8)


def check(given: str | None, forms: Iterable[bytes]) -> Checked:
    """Hold a digest against bytes, in any of the forms that archives count as what it names.

    Args:
        given: As the record says it; None when it does not.
        forms: The bytes; of a payload also without its chunks and decompressed, as archives disagree.
    """
    digest = parsed(given)
    if digest is None:
        return Checked.NOT_CHECKED
    algorithm, wanted = digest
    return Checked.PASSED if any(canon.digest(algorithm, form) == wanted for form in forms) else Checked.FAILED


def both(one: Checked, other: Checked) -> Checked:
    """Return what two digests come to: a failed one decides, then a passed one."""
    order = (Checked.FAILED, Checked.PASSED, Checked.NOT_CHECKED)
    return min(one, other, key=order.index)
