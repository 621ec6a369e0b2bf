"""What a link, or an element with classes, covers of the leaves of a page."""

from __future__ import annotations

from gnut.text.markdown.draft import Draft


class Range:
    """A link or an element with classes: what it covers of each leaf."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        """Begin before any text; `names` are the classes, none of a link."""
        self.names = names
        self.parts: list[tuple[Draft, int, int, int, int]] = []
        """(leaf, from, to in its text, first byte, byte after) of each leaf that ended inside it."""

        self.draft: Draft | None = None
        self.at = self.start = self.words = 0
        """Where it begins in the open leaf, and how many runs of words were written before."""

        self.worded = False
        """Whether its first part holds more than images."""
