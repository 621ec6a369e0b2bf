"""The elements that are open at one point of a page, and what a parser takes more than linear time or room for."""

from __future__ import annotations

MAX_CHOICES = 20_000
"""Options of one select element, or fewer in several: the parser passes all of a list for each new one and takes
3 s for 20,000 (measured)."""

MAX_MISPLACED = 20_000
"""Texts that stand in a table outside of its cells; the parser takes 1.2 GB for 130,000 (measured)."""

MAX_MERGED = 2_000
"""Attributes of all `html` and `body` tags, which the parser puts into one; it takes 1.3 s for 20,000 (measured)."""

MAX_REOPENED = 600_000
"""Formatting elements that were left open and that the parser opens again in each new block."""

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
_ALIKE = 3
_REOPENING = frozenset("dd dt li p".split())
_CHOICES = frozenset({"optgroup", "option"})
CELLS = frozenset({"caption", "td", "th"})
TABLED = frozenset("caption col colgroup table tbody td tfoot th thead tr".split())


class Heaps:
    """Counts of what the parser takes more than linear time or room for."""

    def __init__(self) -> None:
        """Begin outside of selects and tables."""
        self.tabled = False
        """Whether text that follows is misplaced in a table."""

        self._listed = False
        self.misplaced = self._choices = self._passed = self._merged = 0

    def start(self, name: str, attributes: int) -> str | None:
        """Take a start tag; return what is over its limit, or None."""
        if name in _CHOICES and self._listed:
            self._choices += 1
            self._passed += self._choices
            if self._passed > MAX_CHOICES * (MAX_CHOICES + 1) // 2:
                return f"over {MAX_CHOICES} options in lists"
        elif name == "select":
            self._choices, self._listed = 0, True
        elif name in ("html", "body"):
            self._merged += attributes
            if self._merged > MAX_MERGED:
                return f"over {MAX_MERGED} attributes of the page itself"
        return f"over {MAX_MISPLACED} texts outside of cells" if self.misplaced > MAX_MISPLACED else None

    def end(self, name: str) -> None:
        """Take an end tag."""
        if name == "select":
            self._listed = False


class Open:
    """The elements that are open at one point of a page, as far as depth goes."""

    def __init__(self) -> None:
        """Begin outside every element."""
        self.names: list[str] = []
        self._modes: list[bool] = []
        self._counts: dict[str, int] = {}
        self._keys: list[str] = []
        self._block = False
        self._loose: list[str] = []
        self.reopened = 0
        """Formatting elements that blocks left open, once for each block since."""

    def foreign(self) -> bool:
        """Return whether the next tag is one of SVG or MathML."""
        return bool(self._modes) and self._modes[-1]

    def start(self, name: str, written: str) -> None:
        """Take a start tag with its attributes as written."""
        closed = written.endswith("/")
        if self.foreign() and name in _BREAKOUT:
            while self.foreign():
                self._pop()
        foreign = self.foreign()
        if (foreign or name in _FOREIGN) and closed:
            return
        if name in _FLAT and not foreign:
            if name in _REOPENING:
                self._block = True
                self.reopened += len(self._loose)
            return
        key = ""
        if name in _FORMATTING:
            key = name + written
            if self._block:
                self._loosen(key)
        else:
            self.reopened += len(self._loose)
        self._push(name, key, name not in _INTEGRATION if foreign else name in _FOREIGN)

    def close(self, name: str) -> None:
        """Take an end tag: it closes the innermost open `name` and what is inside it, or nothing."""
        if name not in _FORMATTING:
            self.reopened += len(self._loose)
        else:
            self._tighten(name)
        if not self._counts.get(name):
            return
        if name not in _FORMATTING:
            while True:
                key = self._keys[-1]
                if self._pop() == name:
                    return
                if key and not self._block:
                    self._loosen(key)
        left: list[tuple[str, bool]] = []
        while True:
            mode = self._modes[-1]
            inner = self._pop()
            if inner == name:
                break
            if inner in _SPECIAL:
                left.append((inner, mode))
        for inner, mode in reversed(left):
            self._push(inner, "", mode)

    def _loosen(self, key: str) -> None:
        """Take a formatting element that a block will leave open; of those alike the parser keeps three."""
        if self._loose.count(key) < _ALIKE:
            self._loose.append(key)

    def _tighten(self, name: str) -> None:
        """Forget the last formatting element `name` that was left open."""
        for at in range(len(self._loose) - 1, -1, -1):
            if self._loose[at].startswith(name) and not self._loose[at][len(name) :][:1].isalnum():
                del self._loose[at]
                return

    def _push(self, name: str, key: str, mode: bool) -> None:
        self.names.append(name)
        self._keys.append(key)
        self._modes.append(mode)
        self._counts[name] = self._counts.get(name, 0) + 1

    def _pop(self) -> str:
        name = self.names.pop()
        self._keys.pop()
        self._modes.pop()
        self._counts[name] -= 1
        return name
