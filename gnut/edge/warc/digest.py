"""The digests by which an archive names its own bytes: checked where they are given, never relied on."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from enum import Enum

from gnut_store import canon


class Checked(Enum):
    """What became of a digest that an archive may give."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_CHECKED = "not_checked"
    """None is given, or it is of a kind that is not known."""


_SIZES = {"md5": 16, "sha1": 20, "sha256": 32, "sha512": 64}

_LABELS = {label: label for label in _SIZES}
"""One string a label, however many digests bear it."""


def parsed(given: str | None) -> tuple[str, bytes] | None:
    """Return (algorithm, digest) of a labelled digest, as `sha1:` and base 16, 32 or 64; None for any other."""
    label, _, value = (given or "").strip().partition(":")
    algorithm = label.strip().lower().replace("-", "")
    size = _SIZES.get(algorithm)
    if size is None:
        return None
    value = value.rstrip("=")
    # Of one digest the three spellings differ in length, and so none is taken for another.
    spelled = {2 * size: _base16, -(-8 * size // 5): _base32, -(-4 * size // 3): _base64}.get(len(value))
    try:
        found = b"" if spelled is None else spelled(value)
    except (ValueError, binascii.Error):
        return None
    return (_LABELS[algorithm], found) if len(found) == size else None


def _base16(value: str) -> bytes:
    return base64.b16decode(value, casefold=True)


def _base32(value: str) -> bytes:
    return base64.b32decode(value + "=" * (-len(value) % 8), casefold=True)


def _base64(value: str) -> bytes:
    return base64.b64decode(value.translate({45: "+", 95: "/"}) + "=" * (-len(value) % 4), validate=True)


def check(digest: tuple[str, bytes] | None, forms: Iterable[bytes]) -> Checked:
    """Hold a digest against bytes, in any of the forms that archives count as what it names.

    Args:
        digest: Algorithm and digest; None where none is given that is known.
        forms: The bytes; of a payload also without its chunks and decompressed, as archives disagree.
    """
    if digest is None:
        return Checked.NOT_CHECKED
    algorithm, wanted = digest
    return Checked.PASSED if any(canon.digest(algorithm, form) == wanted for form in forms) else Checked.FAILED


def both(one: Checked, other: Checked) -> Checked:
    """Return what two digests come to: a failed one decides, then a passed one."""
    order = (Checked.FAILED, Checked.PASSED, Checked.NOT_CHECKED)
    return min(one, other, key=order.index)
