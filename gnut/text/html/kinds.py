"""How each HTML element lays out its text, and which elements keep theirs from the reader."""

from __future__ import annotations

from enum import Enum

from gnut.text.html.colour import legacy
from gnut.text.html.css import Declarations


class Kind(Enum):
    """What stands between an element and its neighbours."""

    INLINE = "inline"
    """Nothing: `H<sub>2</sub>O` is one word."""

    WORD = "word"
    """A blank."""

    BLOCK = "block"
    """A line break."""

    CELL = "cell"
    """A tab after it."""

    ROW = "row"
    """A line break, whatever cells stand in it."""


_BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer "
    "form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p "
    "plaintext pre search section summary ul xmp".split()
)
_ROWS = frozenset("caption mtable mtr table tbody tfoot thead tr".split())
_CELLS = frozenset("mtd td th".split())
_WORDS = frozenset(
    "audio button canvas embed iframe img input meter mspace object progress select svg textarea video".split()
)
"""Elements that stand in a line like a word, so that what is at either side of one is no single word or figure."""

UNSEEN = frozenset(
    "annotation annotation-xml audio canvas datalist head iframe ix:header ix:hidden meter mphantom noembed noframes "
    "noscript object progress rp rt rtc script select style svg template textarea title video".split()
)
"""Elements whose content no reader sees as text of the page, or sees only on demand."""

KEPT = frozenset("listing plaintext pre textarea xmp".split())
"""Elements whose white space stands as written."""

STRUCK = frozenset("del s strike".split())

SPOKEN = ("alt", "title", "placeholder", "value", "content", "srcdoc", "aria-label", "label", "summary")
"""Attributes that hold sentences; they go to the hidden text."""

_DISPLAYS = {
    "block": Kind.BLOCK,
    "flex": Kind.BLOCK,
    "flow-root": Kind.BLOCK,
    "grid": Kind.BLOCK,
    "list-item": Kind.BLOCK,
    "table": Kind.ROW,
    "table-caption": Kind.ROW,
    "table-cell": Kind.CELL,
    "table-row": Kind.ROW,
}
SPREAD = frozenset({"flex", "grid", "inline-flex", "inline-grid"})
"""Values of `display` that make a block of every child."""


def kind_of(tag: str, declared: Declarations, *, spread: bool) -> Kind:
    """Return how an element stands among its neighbours.

    A `display` that the page declares for the element outweighs the element's own: filings are
    full of `<div style="display:inline">`. A block turned `inline-block` keeps a blank around it.

    Args:
        tag: Name, lower case.
        declared: What styles say of the element.
        spread: Whether its parent makes blocks of its children.
    """
    if tag in _CELLS:
        return Kind.CELL
    if tag in _ROWS:
        return Kind.ROW
    display = declared.get("display")
    block = tag in _BLOCKS
    if display is not None:
        if display in ("inline", "contents"):
            return Kind.BLOCK if spread else Kind.INLINE
        if display.startswith("inline-"):
            return Kind.WORD if block else Kind.INLINE
        if display in _DISPLAYS:
            return _DISPLAYS[display]
    if block or spread:
        return Kind.BLOCK
    return Kind.WORD if tag in _WORDS else Kind.INLINE


FORMULAS: dict[str, tuple[str, ...]] = {
    "mfrac": ("", "/"),
    "mmultiscripts": ("", " ", " ", " ", " "),
    "mover": ("", " "),
    "mroot": ("", " "),
    "msub": ("", "sub"),
    "msubsup": ("", "sub", "sup"),
    "msup": ("", "sup"),
    "munder": ("", " "),
    "munderover": ("", " ", " "),
}
"""Element of a formula → what parts each child from the one before: neither 10 over 2 nor 10 to the second is 102."""

LASTING = frozenset(
    "background-color background-image color text-decoration-line white-space white-space-collapse".split()
)
"""Properties of the page as a whole that no script is waited for."""

PRESENTED = frozenset("body font table td th tr".split()) | STRUCK
"""Elements with a look of their own, or with attributes for colours, from before style sheets."""


def presented(tag: str, attributes: dict[str, str | None]) -> dict[str, str]:
    """Return what an element declares without any style sheet."""
    if tag in STRUCK:
        return {"text-decoration-line": "line-through"}
    declared = {}
    ink = attributes.get("color") if tag == "font" else attributes.get("text") if tag == "body" else None
    if ink and (inked := legacy(ink)):
        declared["color"] = inked
    ground = attributes.get("bgcolor")
    if ground and (painted := legacy(ground)):
        declared["background-color"] = painted
    if attributes.get("background"):
        declared["background-image"] = "url()"
    return declared


def reversed_letters(tag: str, attributes: dict[str, str | None], declared: Declarations) -> bool:
    """Return whether an element shows its letters in reverse order."""
    if tag == "bdo":
        return (attributes.get("dir") or "").lower() == "rtl"
    return bool(declared) and "override" in declared.get("unicode-bidi", "") and declared.get("direction") == "rtl"


_ROOMY = _WORDS - {"button", "mspace"}


def takes_room(tag: str, declared: Declarations, unseen: bool) -> bool:
    """Return whether an element whose text is not seen still parts its neighbours as it would if it were."""
    if unseen and tag not in _ROOMY:
        return False
    return declared.get("display") != "none" and declared.get("position") not in ("absolute", "fixed")
