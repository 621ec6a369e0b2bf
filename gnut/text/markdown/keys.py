"""Citation keys of pandoc and manubot: `[@key, p. 3; @doi:10.1000/182]`, `@key`."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.markdown.addresses import SCHEMES
from gnut.text.markdown.leaf import HIDDEN
from gnut.text.patterns import lazy

_BRACKET = lazy(r"\[(?=[^\[\]]{0,2000}?@)([^\[\]]{1,4000})\]")
_KEY = lazy(r"(?<![\w@./+])(-?)@(\{[^{}\s]{1,200}\}|[A-Za-z0-9_\u00c0-\uffdc](?:[\w:.#$%&+?<>~/()-]{0,300}[\w/)])?)")
_CROSS = lazy(r"(?:fig|tbl|tab|eq|sec|lst|thm|lem|cor|exm|exr|def|rem|suppfig)[:-]", re.IGNORECASE)
_NARRATIVE_LOCATOR = lazy(r"\s*\[((?:pp?|ch|sec|para|fig|table)\.?\s[^\[\]@]{1,60})\]")


class Key(NamedTuple):
    """A citation key in flat text."""

    at: int
    to: int
    """Range of the bracket that holds it, or of the key alone."""

    name: str
    locator: str | None
    bracketed: bool


def keys(text: str) -> tuple[list[Key], list[Key]]:
    """Return the citation keys of flat text and the cross-references that only look like keys.

    `name@host` is an e-mail address, `@fig:x` a cross-reference of pandoc-crossref or Quarto. A bare
    `@name` may be a person: the caller decides by what else the report holds.
    """
    found: list[Key] = []
    crossed: list[Key] = []
    covered: list[tuple[int, int]] = []
    for bracket in _BRACKET.finditer(text):
        inside = _items(bracket)
        if inside:
            covered.append(bracket.span())
            for key in inside:
                (crossed if _CROSS.match(key.name) else found).append(key)
    index = 0
    for match in _KEY.finditer(text):
        while index < len(covered) and covered[index][1] <= match.start():
            index += 1
        if index < len(covered) and covered[index][0] <= match.start():
            continue
        name = _name(match.group(2))
        place = _NARRATIVE_LOCATOR.match(text, match.start() + 1 + len(match.group(1)) + len(match.group(2)))
        end = match.start() + len(match.group(1)) + 1 + (len(name) if match.group(2)[0] != "{" else len(name) + 2)
        key = Key(match.start(), place.end() if place else end, name, place.group(1) if place else None, False)
        (crossed if _CROSS.match(name) else found).append(key)
    # A stable sort: the keys of one bracket stay in the order they are written.
    return sorted(found, key=_at), sorted(crossed, key=_at)


def _at(key: Key) -> int:
    return key.at


def _items(bracket: re.Match[str]) -> list[Key]:
    """Return the keys of one bracket; none when one of its items has no key."""
    found: list[Key] = []
    for item in bracket.group(1).split(";"):
        match = _KEY.search(item)
        if match is None:
            if found and not item.strip():
                continue
            return []
        rest = item[match.end() :].strip()
        name = match.group(2)
        if name[0] != "{" and name.partition(":")[0] in SCHEMES:
            # An address or a DOI may hold any sign: it runs to the blank or the comma before a locator.
            name, _, rest = item[match.start(2) :].strip().partition(", ")
        else:
            trimmed = _name(name)
            rest = item[match.start(2) + len(trimmed) :].strip() if name[0] != "{" else rest
            name = trimmed
        locator = rest.replace(HIDDEN, "").lstrip(", ").strip()
        found.append(Key(*bracket.span(), name, locator or None, True))
    return found


def _name(written: str) -> str:
    if written[0] == "{":
        return written[1:-1]
    while written and written[-1] in ".:?)/" and not (written[-1] == ")" and "(" in written):
        written = written[:-1]
    return written
