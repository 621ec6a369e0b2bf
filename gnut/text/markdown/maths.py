"""Maths in flat text, told from sums of money."""

from __future__ import annotations

from gnut.text.patterns import lazy

_DISPLAY = lazy(r"\$\$(?=\S|\s)([^$]{1,2000}?)\$\$")
_INLINE = lazy(r"(?<![\\$\w])\$(?=[^\s$])([^$\n\x0b]{1,400}?)(?<=\S)\$(?![\d$])")
_TEX = lazy(r"[\\^_={}<>+*/|]")


def maths(text: str) -> list[tuple[int, int]]:
    """Return the ranges of flat text that are TeX, sorted and apart.

    `$` opens maths before a sign that is no blank and closes it after one, not before a digit (pandoc's
    rule); `$5 or 5$` and `US$5-$7` are money: what stands between holds no TeX sign and is no single word.
    """
    if "$" not in text:
        return []
    found = [m.span() for m in _DISPLAY.finditer(text)]
    for match in _INLINE.finditer(text):
        inside = match.group(1)
        if any(at <= match.start() < to for at, to in found):
            continue
        if _TEX.search(inside) or not any(character.isspace() for character in inside):
            found.append(match.span())
    return sorted(found)
