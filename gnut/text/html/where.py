"""Where the blocks of a rendered page stand: in which quote, list, row, heading and note."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from selectolax.lexbor import LexborNode

from gnut.text.markdown.context import is_quote

_KINDS = {
    "td": "cell",
    "caption": "caption",
    "figcaption": "caption",
    "summary": "heading",
    **{f"h{level}": "heading" for level in range(1, 7)},
}
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_LISTS = frozenset("dir menu ol ul".split())
_LARGEST = 999_999
"""Largest number of an item that is read; a larger one is not what readers count by."""


class Where(Struct, frozen=True):
    """The blocks around one point of a page."""

    kind: str
    """Of a leaf that begins here: `paragraph | heading | head_cell | cell | caption`."""

    level: int
    quote: int
    cite: str | None
    item: int
    list: int
    row: int
    headed: bool
    """Whether cells with `th` head a column here, and not their row."""

    footnote: str | None
    ignored: int
    """Number of the outermost container that a profile excludes; 0 outside any."""

    typed: int
    """Number of the nearest element that says what kind of statement it holds; 0 outside any."""

    own: tuple[str, ...]
    """What the block itself says of that."""

    def noted(self, name: str) -> Where:
        """Return the same in the body of a note."""
        return replace(self, footnote=name)

    def inside(self, container: int, *, ignored: bool, typed: bool) -> Where:
        """Return the same in an element that a profile knows."""
        return replace(
            self,
            ignored=self.ignored or (container if ignored else 0),
            typed=container if typed else self.typed,
        )


NOWHERE = Where("paragraph", 0, 0, None, 0, 0, 0, True, None, 0, 0, ())


class Places:
    """Numbers the quotes, lists, items and rows of a page."""

    def __init__(self) -> None:
        """Begin outside of everything."""
        self.quotes: list[tuple[int, int]] = []
        """(first byte, byte after) of each outermost quote."""

        self._lists = self._items = self._rows = 0
        self._next: dict[int, int] = {}
        self._ordinals: dict[int, int] = {}

    def enter(self, node: LexborNode, tag: str, attributes: dict[str, str | None], where: Where, here: int) -> Where:
        """Return where leaves stand that begin in a block.

        Args:
            node: The block.
            tag: Its name, lower case.
            attributes: Its attributes.
            where: Where the block itself stands.
            here: The byte at which it begins.
        """
        if tag == "th":
            kind = "head_cell" if where.headed and attributes.get("scope") != "row" else "cell"
            return replace(where, kind=kind)
        if tag in _KINDS:
            return replace(where, kind=_KINDS[tag], level=int(tag[1]) if tag in _HEADINGS else 0)
        if tag in _LISTS:
            return self._list(tag, attributes, where)
        if tag == "li":
            return self._item(attributes, where)
        if tag == "tr":
            self._rows += 1
            return replace(where, row=self._rows, headed=not _has_cells(node))
        if is_quote(tag, tuple((attributes.get("class") or "").split())):
            if not where.quote:
                self.quotes.append((here, -1))
            return replace(where, quote=where.quote or len(self.quotes), cite=attributes.get("cite"))
        return where

    def leave_quote(self, here: int) -> None:
        """End the outermost quote that is open."""
        self.quotes[-1] = (self.quotes[-1][0], here)

    def _list(self, tag: str, attributes: dict[str, str | None], where: Where) -> Where:
        self._lists += 1
        if tag == "ol":
            self._next[self._lists] = _number(attributes.get("start"), 1)
        return replace(where, list=self._lists)

    def _item(self, attributes: dict[str, str | None], where: Where) -> Where:
        self._items += 1
        if where.list in self._next:
            number = _number(attributes.get("value"), self._next[where.list])
            self._next[where.list] = number + 1
            self._ordinals[self._items] = number
        return replace(where, item=self._items)

    def fields(self, where: Where) -> dict[str, Any]:
        """Return what a leaf says of where it stands; an item's number goes to its first leaf."""
        return {
            "kind": where.kind,
            "quote": where.quote,
            "alert": False,
            "item": where.item,
            "list": where.list,
            "ordinal": self._ordinals.pop(where.item, None),
            "row": where.row if where.kind in ("cell", "head_cell") else 0,
            "footnote": where.footnote,
            "level": where.level,
            "containers": tuple(sorted({where.ignored, where.typed} - {0})),
            "cite": where.cite,
        }


def _has_cells(row: LexborNode) -> bool:
    """Whether a row holds a cell that is no head."""
    cell = row.first_child
    while cell is not None:
        if cell.is_element_node and cell.tag == "td":
            return True
        cell = cell.next
    return False


def _number(written: str | None, default: int) -> int:
    digits = (written or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= len(str(_LARGEST)) else default
