"""What a leaf stands in: quotes, lists, tables, notes and HTML elements."""

from __future__ import annotations

from typing import Any

from gnut.text.markdown.document import Body, Container
from gnut.text.markdown.tags import VOID, Tag, attributes

_KINDS = {
    "td": "cell",
    "th": "head_cell",
    "caption": "caption",
    "figcaption": "caption",
    "summary": "heading",
    **{f"h{level}": "heading" for level in range(1, 7)},
}
"""Kind of a leaf by the HTML element it stands in."""


MAX_OPEN = 200
"""Open HTML elements that are told apart; deeper ones are read, but nobody asks what they are."""


class Context:
    """The open blocks and elements at one point of a report."""

    def __init__(self) -> None:
        """Begin outside of everything."""
        self.quotes: list[tuple[int, int]] = []
        self.tables: list[tuple[int, int]] = []
        self.footnotes: list[Body] = []
        self.containers: list[Container] = []
        self.row = 0
        self._open: list[tuple[str, int]] = []
        self._quote_depth = 0
        self._quoting: set[int] = set()
        self._alert = False
        self._items: list[int] = []
        self._lists: list[tuple[int, int | None]] = []
        self._item_count = self._list_count = self._row_count = 0
        self._ordinal: int | None = None
        self._footnote: str | None = None
        self._cite: str | None = None

    def kind(self, kind: str) -> str:
        """Return the kind of a leaf: that of the HTML cell, caption or heading it stands in."""
        if kind == "paragraph" and self._open:
            return next((_KINDS[name] for name, _ in reversed(self._open) if name in _KINDS), kind)
        return kind

    def fields(self, kind: str, level: int) -> dict[str, Any]:
        """Return what a new leaf says of where it stands; an item's number goes to its first leaf."""
        ordinal, self._ordinal = self._ordinal, None
        return {
            "quote": len(self.quotes) if self._quote_depth else 0,
            "alert": self._alert,
            "item": self._items[-1] if self._items else 0,
            "list": self._lists[-1][0] if self._lists else 0,
            "ordinal": ordinal,
            "row": self.row if kind in ("cell", "head_cell") else 0,
            "footnote": self._footnote,
            "level": level,
            "containers": tuple(number for _, number in self._open),
            "cite": self._cite,
        }

    def enter(self, name: str, detail: Any, start: int, end: int) -> None:
        """Open a block of Markdown."""
        match name:
            case "BlockQuote":
                self._enter_quote(start, end, detail is not None)
            case "List":
                self._list_count += 1
                self._lists.append((self._list_count, detail))
            case "Item":
                self._item_count += 1
                self._items.append(self._item_count)
                number, self._ordinal = self._lists[-1]
                if self._ordinal is not None:
                    self._lists[-1] = (number, self._ordinal + 1)
            case "Table":
                self.tables.append((start, end))
                self.row = 0
            case "TableRow":
                self._row_count += 1
                self.row = self._row_count
            case "FootnoteDefinition":
                self._footnote = detail
                self.footnotes.append(Body(detail, start, end))

    def leave(self, name: str) -> None:
        """Close a block of Markdown."""
        match name:
            case "BlockQuote":
                self._leave_quote()
            case "List":
                self._lists.pop()
            case "Item":
                self._items.pop()
                self._ordinal = None
            case "Table":
                self.row = 0
            case "FootnoteDefinition":
                self._footnote = None

    def element(self, tag: Tag, start: int, end: int) -> None:
        """Open or close an HTML element around the leaves that follow."""
        if tag.name == "!" or tag.name in VOID or tag.raw.endswith("/>"):
            return
        if tag.closing:
            self._close(tag.name, end)
            return
        if len(self._open) >= MAX_OPEN:
            return
        found = attributes(tag.raw)
        number = len(self.containers) + 1
        classes = tuple(found.get("class", "").split())
        self.containers.append(Container(number, classes, tuple(sorted(found)), start, -1))
        self._open.append((tag.name, number))
        if is_quote(tag.name, classes):
            self._cite = found.get("cite")
            self._enter_quote(start, end, False)
            self._quoting.add(number)
        match tag.name:
            case "li":
                self._item_count += 1
                self._items.append(self._item_count)
            case "tr":
                self._row_count += 1
                self.row = self._row_count

    def _close(self, name: str, end: int) -> None:
        """Close the nearest open element of that name and what is open in it; a stray end tag closes nothing."""
        for index in range(len(self._open) - 1, -1, -1):
            if self._open[index][0] != name:
                continue
            for inner, number in reversed(self._open[index:]):
                self.containers[number - 1] = self.containers[number - 1]._replace(end=end)
                if number in self._quoting:
                    self._cite = None
                    self._leave_quote()
                if inner == "li" and self._items:
                    self._items.pop()
                elif inner == "tr":
                    self.row = 0
            del self._open[index:]
            return

    def _enter_quote(self, start: int, end: int, alert: bool) -> None:
        if self._quote_depth == 0:
            self.quotes.append((start, end))
            self._alert = alert
        self._quote_depth += 1

    def _leave_quote(self) -> None:
        self._quote_depth = max(0, self._quote_depth - 1)
        if self._quote_depth == 0:
            self._alert = False


def is_quote(name: str, classes: tuple[str, ...]) -> bool:
    """Whether an element quotes: `<blockquote>`, or a block that calls itself a quote (`class="pullquote"`)."""
    return name == "blockquote" or (
        name not in ("li", "tr", "td") and any("quote" in one.casefold() for one in classes)
    )
