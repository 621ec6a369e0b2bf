"""An element of a rendered page that is open, and what a profile looks for in its attributes."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from selectolax.lexbor import LexborNode

from gnut.text.html.css import Declarations
from gnut.text.html.kinds import Kind
from gnut.text.html.ranges import Range
from gnut.text.html.visible import Look
from gnut.text.html.where import Where


class Marks(NamedTuple):
    """What a profile looks for in the attributes of elements."""

    classes: frozenset[str]
    """Classes that say what kind of statement something is."""

    ignored_classes: frozenset[str]
    ignored_attributes: frozenset[str]
    """Lower case, as attributes are."""


class Frame(Struct):
    """An element that is open."""

    node: LexborNode
    tag: str
    kind: Kind
    look: Look
    custom: Declarations
    spread: bool
    unseen: bool
    """Whether no reader sees text of such an element, however it looks."""

    hidden: bool
    silent: bool
    """Whether its text is no text of a page: a script, a style, the head."""

    where: Where
    """Where the blocks inside it stand."""

    leaf: Where
    """Where a leaf stands that begins in it: what its innermost block says."""

    code: bool = False
    """Whether its text is code."""

    dropped: bool = False
    """Whether it is a part of a line that a profile excludes."""

    swallowed: bool = False
    """Whether it is a mark of a note, whose text is the note's name."""

    script: str = ""
    """`sup | sub`, or nothing."""

    link: Range | None = None
    address: str = ""
    classed: Range | None = None
    classes: tuple[str, ...] = ()
    container: int = 0
    body: int = -1
    quotes: bool = False
    """Whether it is an outermost quote."""

    preformatted: bool = False
    mute: bool = False
    """Whether it stands in code or out of sight, where nothing is opened or ended."""

    hides: bool = False
    """Whether it is the outermost element of those that nobody sees."""

    gap: bool = False
