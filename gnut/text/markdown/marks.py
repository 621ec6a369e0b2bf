"""Numbers in brackets, superscripts and what chat programs leave behind."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.patterns import lazy

_NUMBER = r"\^?\d{1,4}"
_JOINT = r"\s{0,3}(?:[,;，、；&]|[-–—−~‐‑]|\band\b|\bto\b)\s{0,3}"
_GROUP = lazy(rf"[\[［〔【]\s{{0,3}}({_NUMBER}(?:{_JOINT}{_NUMBER}){{0,400}})\s{{0,3}}[\]］〕】]")
_LOCATED = lazy(
    r"[\[［]\s?(\d{1,4})\s?[,:，：]\s?"
    r"((?:pp?|pages?|s|seiten?|pág(?:inas?)?|pag|ch|chap(?:ter)?|sec(?:tion)?|table|fig(?:ure)?|para|art|§+|第)\.?\s?"
    r"[\dIVXivx][\dIVXivx.,–-]{0,20}[页頁]?)\s?[\]］]",
    re.IGNORECASE,
)
_NAMED = lazy(r"\[\^([^\]\s\[]{1,80})\]")
_PARTS = lazy(r"\d+|[-–—−~‐‑]|to")
_SUPER = lazy(r"[⁰¹²³⁴-⁹]{1,4}(?:[,˒ ʼ⁻–-]{1,2}[⁰¹²³⁴-⁹]{1,4}){0,20}")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_TURN = (
    r"turn\d{1,4}(?:search|view|news|image|fetch|file|forecast|finance|sports|academia|maps|product|click|open)\d{1,4}"
)
_LEFTOVER = lazy(
    r"(?P<dagger>【(?P<d>\d{1,4})(?::\d{1,4})?†[^】\n]{0,200}】)"
    r"|\[cite:\s?(?P<c>\d{1,4}(?:\s?[,;-]\s?\d{1,4}){0,100})\]"
    r"|(?P<start>\[cite_(?:start|end)\])"
    r"|:contentReference\[oaicite:\s?(?P<o>\d{1,4})\](?:\{index=\d{1,4}\})?"
    r"|\[oaicite:\s?(?P<i>\d{1,4})\](?:\{index=\d{1,4}\})?"
    rf"|(?P<turn>[\ue200-\ue206]?(?:file)?(?:cite|navlist)?[\ue200-\ue206]?{_TURN}"
    rf"(?:[\ue200-\ue206, ]{{0,3}}{_TURN}){{0,100}}[\ue200-\ue206]?)"
    r"|\[(?:web|attached_file|search_result):\s?(?P<w>\d{1,4}(?:\s?,\s?\d{1,4}){0,100})\]"
)
_TURN_ONE = lazy(_TURN)
_NUMERIC_LABEL = lazy(rf"[\[(]?\s?({_NUMBER}(?:{_JOINT}{_NUMBER}){{0,100}})\s?[\])]?$")
MAX_RANGE = 200
"""Longest run that `[a-b]` stands for; a longer one is no list of sources."""

_DASHES = "-–—−~‐‑"


class Mark(NamedTuple):
    """A mark in flat text."""

    at: int
    to: int
    numbers: tuple[str, ...]
    """What it points to, one name each; empty for a leftover without a number."""

    form: str
    """`bracket | named | super | leftover`."""

    wide: bool
    """Whether the bracket is `【…】`, an ordinary bracket of Chinese and Japanese."""

    locator: str | None = None
    """What the bracket says of the place: `[2, p. 5]`."""


def numbers(text: str) -> tuple[str, ...]:
    """Return the numbers that `1, 2`, `1-3` or `^4` name, runs written out."""
    out: list[str] = []
    joined = False
    for part in _PARTS.findall(text):
        if part in _DASHES or part == "to":
            joined = True
            continue
        if joined and out:
            first, last = int(out[-1]), int(part)
            if first < last <= first + MAX_RANGE:
                out += [str(number) for number in range(first + 1, last + 1)]
            else:
                out.append(str(last))
        else:
            out.append(str(int(part)))
        joined = False
    return tuple(dict.fromkeys(out))


def groups(text: str) -> list[Mark]:
    """Return the bracketed numbers and named footnote marks of flat text."""
    if not any(opener in text for opener in "[［〔【"):
        return []
    found = [
        Mark(m.start(), m.end(), numbers(m.group(1)), "bracket", m.group()[0] == "【") for m in _GROUP.finditer(text)
    ]
    found += [
        Mark(m.start(), m.end(), numbers(m.group(1)), "bracket", False, m.group(2)) for m in _LOCATED.finditer(text)
    ]
    taken = {mark.at for mark in found}
    found += [
        Mark(m.start(), m.end(), (m.group(1),), "named", False) for m in _NAMED.finditer(text) if m.start() not in taken
    ]
    return sorted(found, key=_at)


def _at(mark: Mark) -> int:
    return mark.at


def superscripts(text: str) -> list[Mark]:
    """Return the superscript numbers that follow a word or a mark of punctuation, and no unit or number."""
    found = []
    for match in _SUPER.finditer(text):
        before = text[max(0, match.start() - 3) : match.start()]
        if (len(before) == 3 and before.isalpha()) or before[-1:] in ".,;:!?)]”\"'’」』。，；：！？）】":
            found.append(Mark(*match.span(), numbers(match.group().translate(_DIGITS)), "super", False))
    return found


def leftovers(text: str) -> list[Mark]:
    """Return what chat programs leave in exported text; none of it can be resolved."""
    if not any(sign in text for sign in ("†", "cite", "turn", "[web:", "[attached_file:", "[search_result:")):
        return []
    found = []
    for match in _LEFTOVER.finditer(text):
        if match.group("start"):
            found.append(Mark(*match.span(), (), "leftover", False))
        elif match.group("turn"):
            found.append(Mark(*match.span(), tuple(_TURN_ONE.findall(match.group())), "leftover", False))
        else:
            digits = next(match.group(name) for name in ("d", "c", "o", "i", "w") if match.group(name))
            found.append(Mark(*match.span(), numbers(digits), "leftover", False))
    return found


def numeric_label(label: str) -> tuple[str, ...]:
    """Return the numbers of a link label that is nothing but numbers; empty for any other label."""
    match = _NUMERIC_LABEL.match(label.strip())
    return numbers(match.group(1)) if match else ()
