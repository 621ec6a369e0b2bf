"""Refuse markup that costs a parser more than its length, before any parser sees it.

The parser takes 14 s for 100,000 nested tags and as long for one tag of 200,000 attributes
(measured); this scan is linear whatever the input: every quantifier is possessive, and a search
that fails ends the scan.
"""

from __future__ import annotations

import re
from typing import NamedTuple

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

# In SVG and MathML every tag nests unless it closes itself, until one of these HTML tags breaks out;
# inside the integration points HTML's own rules hold again.
_FOREIGN = frozenset({"svg", "math"})
_INTEGRATION = frozenset("annotation-xml desc foreignobject mi mn mo ms mtext title".split())
_BREAKOUT = frozenset(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)

# A formatting element that ends leaves the blocks inside it open, as the parser does: `<b><div></b>` nests.
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_SPECIAL = frozenset(
    "address applet article aside blockquote button center details dir div dl fieldset figcaption figure footer form "
    "frameset h1 h2 h3 h4 h5 h6 header hgroup iframe listing main marquee menu nav noembed noframes noscript object ol "
    "pre script search section select style summary table template textarea title ul xmp".split()
)

# Elements without end tags, and those whose end tag may be left out: the next one closes them, so
# they add no depth of their own (their table, list or select does).
_VOID = frozenset("area base br col embed frame hr img input link meta param source track wbr".split())
_IMPLIED = frozenset(
    "body caption colgroup dd dt head html li optgroup option p rp rt tbody td tfoot th thead tr".split()
)
_FLAT = _VOID | _IMPLIED


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
    opened = _Open()
    tags = attributes = at = 0
    while found := _TAG.search(page, at):
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
        if found["end"]:
            opened.close(name)
            continue
        tags += 1
        if tags > MAX_TAGS:
            return Examined(f"over {MAX_TAGS} start tags", None)
        if _attributes_over(found["attributes"]):
            return Examined(f"over {MAX_ATTRIBUTES} attributes in one tag", None)
        attributes += _count(found["attributes"])
        if attributes > MAX_ALL_ATTRIBUTES:
            return Examined(f"over {MAX_ALL_ATTRIBUTES} attributes", None)
        opened.start(name, closed=found["attributes"].endswith("/"))
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


class _Open:
    """The elements that are open at one point of a page, as far as depth goes."""

    def __init__(self) -> None:
        """Begin outside every element."""
        self.names: list[str] = []
        self._modes: list[bool] = []
        self._counts: dict[str, int] = {}

    def foreign(self) -> bool:
        """Return whether the next tag is one of SVG or MathML."""
        return bool(self._modes) and self._modes[-1]

    def start(self, name: str, *, closed: bool) -> None:
        """Take a start tag; `closed` if it is written with a slash at its end."""
        if self.foreign() and name in _BREAKOUT:
            while self.foreign():
                self._pop()
        foreign = self.foreign()
        if (foreign or name in _FOREIGN) and closed:
            return
        if name in _FLAT and not foreign:
            return
        self._push(name, name not in _INTEGRATION if foreign else name in _FOREIGN)

    def close(self, name: str) -> None:
        """Take an end tag: it closes the innermost open `name` and what is inside it, or nothing."""
        if not self._counts.get(name):
            return
        if name not in _FORMATTING:
            while self._pop() != name:
                pass
            return
        left: list[tuple[str, bool]] = []
        while True:
            mode = self._modes[-1]
            inner = self._pop()
            if inner == name:
                break
            if inner in _SPECIAL:
                left.append((inner, mode))
        for inner, mode in reversed(left):
            self._push(inner, mode)

    def _push(self, name: str, mode: bool) -> None:
        self.names.append(name)
        self._modes.append(mode)
        self._counts[name] = self._counts.get(name, 0) + 1

    def _pop(self) -> str:
        name = self.names.pop()
        self._modes.pop()
        self._counts[name] -= 1
        return name


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
