"""One rule of a style sheet: what its selector names of one element, its weight, and whether it can hide text."""

from __future__ import annotations

import math
import re

from gnut.text.html.css import Declarations
from gnut.text.html.names import Colour
from gnut.text.html.visible import plain, styled
from gnut.text.patterns import lazy

Declared = list[tuple[str, str, bool]]
"""Property, value, importance."""

Layer = tuple[float, ...]
"""Place among the layers, comparable; `UNLAYERED` is behind them all."""

UNLAYERED: Layer = (math.inf,)

_COMPOUND = lazy(r"(\*|[a-z][a-z0-9-]*+)?((?:[.#][\w-]++)*+)\Z", re.IGNORECASE)
_PART = lazy(r"[.#][\w-]++")
_HIDES = lazy(
    r"(?<![a-z-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9])"
    r"|font-size\s*:\s*0(?![.\d]*[1-9])|content-visibility\s*:\s*hidden|clip(?:-path)?\s*:"
    r"|text-indent\s*:\s*-\d{3}|(?:left|right|top|bottom)\s*:\s*-\d{3}|(?:display|visibility|opacity)\s*:\s*var\()",
    re.IGNORECASE,
)
_ELSEWHERE = lazy(
    r"::|:(?:before|after|first-l|placeholder|selection|host|slotted)|"
    r"(?<!not\():(?:hover|focus|active|target)(?![^()]*\))", re.IGNORECASE
)  # fmt: skip
_BESIDE = lazy(r"(?s)(.*?)::?(before|after|marker|first-line|first-letter)\s*\Z", re.IGNORECASE)
_IDS = lazy(r"#[\w-]")
_ATTRIBUTES = lazy(r"(?<!:)[.\[]|(?<!:):(?!:|is\b|not\b|where\b|has\b)")
_TAGS = lazy(r"(?:^|[\s>+~(,])[a-z]", re.IGNORECASE)
_WHERE = lazy(r":where\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)", re.IGNORECASE)
_AT_REST = lazy(r":not\(\s*+:(?:target|target-within|fullscreen|popover-open|modal|autofill|picture-in-picture)\s*+\)")
_SCOPE = lazy(r":(?:scope|root)\b", re.IGNORECASE)
_ANY_NAMESPACE = lazy(r"\*\|(?=[\w*.#\[:])")


class Rule:
    """One selector with what it declares."""

    __slots__ = ("classes", "compound", "declared", "ident", "layer", "order", "selector", "tag", "weight")

    def __init__(self, selector: str, declared: Declared, order: int, layer: Layer, quirks: bool) -> None:
        """Take apart a selector; of one that is about more than one element only the weight is known."""
        found = _COMPOUND.match(selector)
        self.selector = selector
        self.declared = declared
        self.order = order
        self.layer = layer
        self.tag: str | None = None
        self.ident: str | None = None
        self.classes: frozenset[str] = frozenset()
        self.compound = found is not None
        """Whether it is about one element by its tag, id and classes alone."""

        if found is None:
            self.weight = _weight(selector)
            return
        written = found.group(2).lower() if quirks else found.group(2)
        parts = _PART.findall(written)
        tag = (found.group(1) or "*").lower()
        self.tag = None if tag == "*" else tag
        self.classes = frozenset(part[1:] for part in parts if part[0] == ".")
        idents = [part[1:] for part in parts if part[0] == "#"]
        self.ident = idents[0] if idents else None
        self.weight = (len(idents), len(parts) - len(idents), int(self.tag is not None))

    def fits(self, tag: str, ident: str | None, classes: frozenset[str]) -> bool:
        """Return whether the rule is about an element of that tag, id and classes."""
        return self.tag in (None, tag) and self.ident in (None, ident) and self.classes <= classes

    def lead(self) -> str:
        """Return the part of an element that leads to the rule."""
        if self.ident is not None:
            return "#" + self.ident
        if self.classes:
            return "." + min(self.classes)
        return self.tag or "*"


def winners(rules: list[Rule], own: Declared) -> Declarations:
    """Return which declaration of each property holds (CSS Cascade 5, section 6).

    Args:
        rules: Those about the element; sorted in place.
        own: What its style attribute declares.
    """
    if len(rules) > 1:
        rules.sort(key=lambda rule: (rule.layer, rule.weight, rule.order))
    held: Declarations = {}
    forced = False
    for declared in (*(rule.declared for rule in rules), own):
        for name, value, important in declared:
            if important:
                forced = True
            else:
                held[name] = value
    if forced:
        # Of what is important the layers stand the other way round.
        rules.sort(key=lambda rule: (tuple(-place for place in rule.layer), rule.weight, rule.order))
        for declared in (*(rule.declared for rule in rules), own):
            held.update((name, value) for name, value, important in declared if important)
    return held


def at_rest(selector: str) -> str | None:
    """Return what a selector says of a page that nobody has touched; None if it is about something else.

    States that no element has at rest, and parts of elements, are something else.
    """
    if ":" in selector:
        selector = _AT_REST.sub("", selector)
        selector = _SCOPE.sub("html", selector)
        if _ELSEWHERE.search(selector) is not None:
            return None
    return _ANY_NAMESPACE.sub("", selector) or "*"


def beside(selector: str) -> tuple[str, str] | None:
    """Return (selector of the element, which part of it) for a selector of its generated text or its first letters."""
    found = _BESIDE.match(selector) if ":" in selector else None
    if found is None or _ELSEWHERE.search(found.group(1)) is not None:
        return None
    return found.group(1).strip() or "*", found.group(2).lower()


def hides(body: str) -> bool:
    """Return whether a block may hide text, from a glance at it."""
    return _HIDES.search(body) is not None


def can_hide(declared: Declared, ground: Colour | None = None) -> bool:
    """Return whether what is declared can take text out of what a reader sees, on a `ground` or on one not known."""
    look = styled(plain(ground), {name: value for name, value, _ in declared})
    return look.hidden or look.struck or look.doubtful


def _weight(selector: str) -> tuple[int, int, int]:
    """Return how many ids, classes and tags a selector names, which decides between rules."""
    counted = _WHERE.sub("", selector)
    return len(_IDS.findall(counted)), len(_ATTRIBUTES.findall(counted)), len(_TAGS.findall(counted))
