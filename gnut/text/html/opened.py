"""An element that the walk over a page is inside of."""

from __future__ import annotations

from msgspec import Struct
from selectolax.lexbor import LexborNode

from gnut.text.html.css import Declarations
from gnut.text.html.kinds import Kind
from gnut.text.html.lines import Lines, Script
from gnut.text.html.visible import Look


class Frame(Struct):
    """An element that is open, and what to restore after it."""

    node: LexborNode
    tag: str
    kind: Kind
    look: Look
    out: Lines
    unseen: bool
    """Whether no reader sees text of such an element, however it looks."""

    script: Script
    spread: bool
    custom: Declarations
    """Custom properties that hold inside it."""

    put: int
    """Characters in `out` when it was opened."""

    after: str
    """Mark that ends it."""

    rooted: bool = False
    """Whether a tree of its own is shown in its place."""

    before: int = 0
    """Characters in the visible text when it was opened."""

    boxed: bool = False
    """Whether it takes its room among the visible text, though its own is not seen."""

    struck: bool = False
    """Whether a line through its text is all that takes it out of the visible text."""

    appended: str = ""
    """Value of the `content` that a style puts behind its text."""

    children: int = 0
    """Elements entered inside it so far."""
