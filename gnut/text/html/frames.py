"""An element of a rendered page that is open, and what a profile looks for in its attributes."""

from __future__ import annotations

from typing import NamedTuple

from selectolax.lexbor import LexborNode

from gnut.text.html.kinds import Kind
from gnut.text.html.ranges import Range
from gnut.text.html.variables import Scope
from gnut.text.html.visible import Look
from gnut.text.html.where import NOWHERE, Where


class Marks(NamedTuple):
    """What a profile looks for in the attributes of elements."""

    classes: frozenset[str]
    """Classes that say what kind of statement something is."""

    ignored_classes: frozenset[str]
    ignored_attributes: frozenset[str]
    """Lower case, as attributes are."""


class Frame:
    """An element that is open, and what it hands down."""

    def __init__(self, node: LexborNode, tag: str, look: Look, outer: Frame | None) -> None:
        """Open an element inside `outer`; None for the page itself."""
        self.node = node
        self.tag = tag
        self.look = look
        self.kind = Kind.BLOCK
        self.custom = Scope({})
        """Custom properties that hold inside it."""

        self.spread = False
        """Whether it makes blocks of its children."""

        self.unseen = False
        """Whether no reader sees text of such an element, however it looks."""

        self.hidden = False
        self.silent: bool = outer is not None and outer.silent
        """Whether its text is no text of a page: a script, a style, the head."""

        self.where: Where = NOWHERE if outer is None else outer.where
        """Where the blocks inside it stand."""

        self.leaf: Where = NOWHERE if outer is None else outer.leaf
        """Where a leaf stands that begins in it: what its innermost block says."""

        self.code: bool = outer is not None and outer.code
        """Whether its text is code."""

        self.dropped: bool = outer is not None and outer.dropped
        """Whether it is a part of a line that a profile excludes."""

        self.swallowed: bool = outer is not None and outer.swallowed
        """Whether it is a mark of a note, whose text is the note's name."""

        self.script: str = "" if outer is None else outer.script
        """`sup`, `sub`, or nothing."""

        self.link: Range | None = None
        self.address = ""
        self.classed: Range | None = None
        self.classes: tuple[str, ...] = ()
        self.container = 0
        self.body = -1
        self.quotes = False
        """Whether it is an outermost quote."""

        self.preformatted = False
        self.mute = False
        """Whether it stands in code or out of sight, where nothing is opened or ended."""

        self.hides = False
        """Whether it is the outermost element of those that nobody sees."""

        self.gap = False
