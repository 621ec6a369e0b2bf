"""What the walk over a page found."""

from __future__ import annotations

from msgspec import Struct


class Walked(Struct, frozen=True):
    """A page, parted."""

    visible: str
    hidden: str
    title: str
    """Of the first title element, blanks folded; empty if there is none."""

    heading: str
    """Of the first heading of the first level that is seen, blanks folded; empty if there is none."""

    mounts: int
    """Elements that scripts fill and that hold nothing to be seen yet."""

    passwords: int
    """Fields for a password."""

    scripts: int
    frames: int
    """Places where other pages are shown."""

    notes: frozenset[str]
    """`unrendered_css`, `hidden_until_script`, `struck_text`, `closed_details`, `unclosed_noscript`,
    `ruby_readings`, `hidden_text_cut`: what a reader should know about the visible text."""
