"""What the style sheets that a page links, and that nobody fetched, may do to its elements."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from gnut.text.html.conditions import media
from gnut.text.html.css import Declarations
from gnut.text.patterns import lazy

_HIDING = frozenset(
    "a11y-hidden accessible-hidden assistive-text d-none display-none displaynone element-invisible hidden "
    "hidden-text hidden-visually hide invisible is-hidden no-display nodisplay off-screen offscreen screen-reader "
    "screen-reader-only screen-reader-text screenreader show-for-sr sr-only sr-text sronly text-hide u-hidden unseen "
    "visibility-hidden visually-hidden visuallyhidden".split()
)
"""Class names and ids by which the sheets of frameworks take elements out of sight."""

SENTENCE = 40
"""Characters from which a text tells something; labels for readers aloud are shorter."""

_FRONT = lazy(r"(?:a|c|g|is|js|l|m|mw|o|ui|u|usa|util|uk|wp)--?(?=.)")
_ON_WIDE = lazy(r"(?:.*[:-])?(?:sm|md|lg|xl|xxl|tablet|desktop)[:-](?:block|flex|grid|inline|table|not-sr-only)")
_DECIDES = frozenset(
    "clip clip-path display font-size height left margin-left opacity position right text-indent top transform "
    "visibility width".split()
)


def links_styles(tree: LexborHTMLParser) -> bool:
    """Return whether a page links a style sheet that holds on a screen."""
    for node in tree.css("link[rel]"):
        attributes = node.attributes
        kinds = (attributes.get("rel") or "").lower().split()
        if "stylesheet" not in kinds or "alternate" in kinds or "disabled" in attributes:
            continue
        if attributes.get("href") and media(attributes.get("media") or "all") is not None:
            return True
    return False


def says_hidden(attributes: dict[str, str | None], declared: Declarations) -> bool:
    """Return whether an element is named as if a sheet hid it, and no sheet at hand decides.

    One that is named to be shown on wide screens is not.
    """
    names = (attributes.get("class") or "").lower().split()
    if not any(_sounds_hidden(name) for name in (*names, (attributes.get("id") or "").lower())):
        return False
    return _DECIDES.isdisjoint(declared) and not any(_ON_WIDE.match(name) for name in names)


def is_told(written: str) -> bool:
    """Return whether a text under such a name tells anything: a sentence, or a figure."""
    return len(written.strip()) >= SENTENCE or any(map(str.isdecimal, written))


def _sounds_hidden(name: str) -> bool:
    return name in _HIDING or _FRONT.sub("", name, 1) in _HIDING
