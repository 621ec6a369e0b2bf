"""Refuse markup that costs a parser more than its length, before any parser sees it.

The parser takes 14 s for 100,000 nested tags and as long for one tag of 200,000 attributes
(measured); this scan is linear whatever the input: every quantifier is possessive, and a search
that fails ends the scan.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.html.nesting import CELLS, MAX_REOPENED, TABLED, Heaps, Open
from gnut.text.patterns import lazy

MAX_TAGS = 400_000
"""Start tags a page."""

MAX_DEPTH = 512
"""Elements open at once; Chromium's parser stops nesting there too."""

MAX_ATTRIBUTES = 256
"""Attributes a start tag."""

MAX_ALL_ATTRIBUTES = 1_200_000
"""Attributes a page; each costs the parser some 280 bytes (measured), and the child that parses has not many."""

_TAG = lazy(
    r"""<(?:
        !--(?P<comment>-?>)?
      | (?P<bogus>[!?]|/(?![a-zA-Z]))
      | (?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*+)
        (?P<attributes>(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+|))*+)
        (?P<close>>?)
    )""",
    re.VERBOSE,
)
_ATTRIBUTE = lazy(r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+|))?+""")

_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
_RAW_END = {name: lazy(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _RAW}


def too_complex(page: str) -> str | None:
    """Return why `page` must not be parsed, or None if it may be."""
    return examined(page).why


class Examined(NamedTuple):
    """What one look at a page's markup gave."""

    why: str | None
    """Why it must not be parsed; None if it may be."""

    cut: str | None
    """What the page ends inside of (`a comment`, `a tag`, `<title>`), so that its rest is text to nobody;
    None if it ends in the open."""


def examined(page: str) -> Examined:
    """Return whether `page` may be parsed, and whether it breaks off inside its markup."""
    opened, heaps = Open(), Heaps()
    tags = attributes = at = 0
    while found := _TAG.search(page, at):
        if heaps.tabled and found.start() > at and not page[at : found.start()].isspace():
            heaps.misplaced += 1
        at = found.end()
        name = found["name"]
        if name is None:
            at = _comment_end(page, found)
            if at < 0:
                return Examined(None, "a comment")
            continue
        if not found["close"]:
            return Examined(None, "a tag")  # The parser drops it.
        name = name.lower()
        heaps.tabled = name in TABLED and (name != "table" if found["end"] else name not in CELLS)
        if found["end"]:
            opened.close(name)
            heaps.end(name)
            if opened.reopened > MAX_REOPENED:
                return Examined(f"over {MAX_REOPENED} elements opened again", None)
            continue
        tags += 1
        if tags > MAX_TAGS:
            return Examined(f"over {MAX_TAGS} start tags", None)
        if _attributes_over(found["attributes"]):
            return Examined(f"over {MAX_ATTRIBUTES} attributes in one tag", None)
        count = _count(found["attributes"])
        attributes += count
        why = heaps.start(name, count)
        if why is not None:
            return Examined(why, None)
        if attributes > MAX_ALL_ATTRIBUTES:
            return Examined(f"over {MAX_ALL_ATTRIBUTES} attributes", None)
        opened.start(name, found["attributes"])
        if opened.reopened > MAX_REOPENED:
            return Examined(f"over {MAX_REOPENED} elements opened again", None)
        if len(opened.names) > MAX_DEPTH:
            return Examined(f"over {MAX_DEPTH} elements open at once", None)
        if name in _RAW and not opened.foreign():
            end = _RAW_END[name].search(page, at)
            if end is None:
                return Examined(None, f"<{name}>")
            at = end.start()
        elif name == "plaintext" and not opened.foreign():
            break
    return Examined(None, None)


def unclosed(page: str, name: str) -> bool:
    """Return whether `page` has more start tags than end tags of the element `name`."""
    starts = len(re.findall(rf"<{name}(?=[\s/>])", page, re.IGNORECASE))
    return starts > len(re.findall(rf"</{name}(?=[\s/>])", page, re.IGNORECASE))


def _comment_end(page: str, found: re.Match[str]) -> int:
    """Return where the comment that `found` opens ends, -1 if the rest of the page is comment."""
    if found["bogus"]:
        end = page.find(">", found.end())
        return -1 if end < 0 else end + 1
    if found["comment"]:
        return found.end()
    end = page.find("-->", found.end())
    return -1 if end < 0 else end + 3


def _count(written: str) -> int:
    """Return how many attributes a tag has; of a few signs in a short tag each is taken for one."""
    signs = written.count("=")
    if signs <= 8 and len(written) <= 16 * (signs + 1):
        return signs
    return sum(1 for _ in _ATTRIBUTE.finditer(written))


def _attributes_over(written: str) -> bool:
    """Return whether a tag's `written` attributes are more than the limit."""
    if len(written) < 2 * MAX_ATTRIBUTES:  # Each takes two characters at least, its blank included.
        return False
    return any(count > MAX_ATTRIBUTES for count, _ in enumerate(_ATTRIBUTE.finditer(written), start=1))
