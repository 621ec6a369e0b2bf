"""Words that a reader sees in the line and that are no text of the page: of a field, a drawing, a picture.

They are not sought in, as they may be anything. But a page that says "did [not] find", with the word in a drawing, does
not say "did find": where such words stand, the text has the sign for an object, which no quotation runs over.
"""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from gnut.text.html.css import Declarations
from gnut.text.html.kinds import takes_room

CAPTION_MAX = 40
"""Characters of the words that stand for a picture; a longer text describes one."""

PLACED = frozenset({"img", "input", "select", "svg", "textarea"})
"""Elements that may show words of their own."""

_TEX = frozenset("\\{}_^")

_WORDLESS = frozenset("checkbox color file hidden password radio range".split())


def has_words(node: LexborNode, tag: str, attributes: dict[str, str | None], declared: Declarations) -> bool:
    """Return whether an element shows letters or digits in the line that are in no text of the page."""
    if tag not in PLACED or "hidden" in attributes or not takes_room(tag, declared, unseen=True):
        return False
    match tag:
        case "img":
            caption = attributes.get("alt") or ""
            return len(caption) <= CAPTION_MAX and _read(caption) and not _is_formula(caption, attributes)
        case "input":
            kind = (attributes.get("type") or "").strip().lower()
            said = (
                attributes.get("alt") if kind == "image" else attributes.get("value") or attributes.get("placeholder")
            )
            return kind not in _WORDLESS and _read(said or "")
        case "textarea":
            return _read((node.text() or "") or attributes.get("placeholder") or "")
        case "select":
            return any(_read(option.text() or option.attributes.get("label") or "") for option in node.css("option"))
        case "svg":
            return any(_read(text.text() or "") for text in node.css("text, foreignObject"))
        case _:
            return False


def _is_formula(caption: str, attributes: dict[str, str | None]) -> bool:
    """Whether a picture is a formula, which people leave out when they copy the sentence around it."""
    named = (attributes.get("class") or "").casefold()
    return "math" in named or "tex" in named or not _TEX.isdisjoint(caption)


def _read(said: str) -> bool:
    return any(sign.isalnum() for sign in said)
