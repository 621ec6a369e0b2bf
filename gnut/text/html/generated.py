"""What styles put beside an element's text (`::before`, `::after`, `::marker`), as far as it can change a sentence.

Letters and digits always can. Signs can where they touch a figure: `-` before 5. Blanks, the signs of icon
fonts, bullets, quotation marks and arrows cannot.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from gnut.text.patterns import lazy

BEFORE, AFTER = "generated-before", "generated-after"
"""Names under which a rule declares what it puts before and after an element."""

Put = Literal["", "words", "sign", "mark"]
"""Nothing that matters; letters or digits; what matters beside a letter or digit; what matters beside a digit."""

LENGTH = 2000
"""Characters of a value that are read."""

_CONTENT = lazy(
    r"""(?<![\w-])content\s*+:\s*+((?:[^;"']++|"(?:[^"\\]++|\\.)*+"?|'(?:[^'\\]++|\\.)*+'?)++)""",
    re.IGNORECASE | re.DOTALL,
)
_STRING = lazy(r""""((?:[^"\\]++|\\.)*+)"?|'((?:[^'\\]++|\\.)*+)'?""", re.DOTALL)
_ESCAPE = lazy(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_HIDDEN = lazy(r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_COUNTS = ("counter(", "counters(", "attr(", "string(", "target-", "content(", "leader(")
_IMAGES = ("url(", "image(", "image-set(", "gradient(", "element(", "cross-fade(", "paint(")
_PLAIN = frozenset(
    "\"'“”„‟‘’‚‛«»‹›「」『』《》〈〉•‣◦·∙●○◉◆◇■□▪▫▶▷►▸▹◀◁◄▲△▴▼▽▾★☆✓✔✗✘☑☐❯❮❱❰➜➤|¦¶§#†‡*…\u200b\u2060\ufeff"
)
"""Bullets, quotation marks, rules and signs of notes."""


def content(body: str) -> str | None:
    """Return the value of `content` that holds in a block; None if it declares none, or is not seen."""
    if "content" not in body.lower() or _HIDDEN.search(body) is not None:
        return None
    found = _CONTENT.findall(body)
    return found[-1].strip()[:LENGTH] if found else None


def puts(value: str) -> Put:
    """Return what a value of `content` puts beside the text."""
    if "var(" in value:
        return "words"
    written = _STRING.sub("", value).lower()
    if any(one in written for one in _COUNTS):
        return "words"
    found: Put = "mark" if any(one in written for one in _IMAGES) else ""
    for double, single in _STRING.findall(value):
        for sign in _ESCAPE.sub(_unescaped, double or single):
            if sign.isalnum():
                return "words"
            found = _heavier(found, _put(sign))
    return found


def touches(put: Put, one: str, other: str) -> bool:
    """Return whether what is put between two characters (or at an end) can change what they say."""
    if put == "words":
        return True
    if put == "sign":
        return one.isalnum() or other.isalnum()
    return put == "mark" and (one.isdecimal() or other.isdecimal())


def _put(sign: str) -> Put:
    if sign in _PLAIN or sign.isspace() or 0x2190 <= ord(sign) <= 0x21FF or 0x27F0 <= ord(sign) <= 0x27FF:
        return ""
    kind = unicodedata.category(sign)
    if kind in ("Co", "Cn", "Cc", "Zl", "Zp", "So"):
        return ""
    if kind.startswith("M"):
        return "sign"  # Marks strike letters through, and put dots on them.
    return "mark" if kind.startswith(("P", "C")) else "sign"


def _heavier(one: Put, other: Put) -> Put:
    return "sign" if "sign" in (one, other) else one or other


def _unescaped(found: re.Match[str]) -> str:
    digits, itself = found.groups()
    if digits is None:
        return "" if itself == "\n" else str(itself)
    point = int(digits, 16)
    return chr(point) if 0 < point < 0x110000 and not 0xD800 <= point < 0xE000 else "\ufffd"
