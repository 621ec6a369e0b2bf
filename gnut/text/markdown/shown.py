"""A Markdown source as a reader of the rendered page sees it, its lines where they stand in the file.

Signs of markup go, what they mark stays: emphasis, links by their labels, code, cells parted by tabs. Comments,
front matter, addresses and titles of links, definitions, descriptions of pictures and what hides in raw HTML
become hidden text. Every line end of the file is kept, so that a locator by lines still points at its lines.
"""

from __future__ import annotations

import re
from typing import Any

import pyromark
from msgspec import Struct

from gnut.text.markdown.blocks import defined, events
from gnut.text.markdown.front import Front, front_matter
from gnut.text.markdown.shown_html import Elements
from gnut.text.patterns import lazy

MAX_BYTES = 8 * 1024 * 1024
MAX_BRACKETS = 200_000
"""Opening square brackets; 8 MiB of them cost the parser 530 MiB (measured)."""

LIBRARY = ("pyromark", str(pyromark.__version__))

_LINE = lazy(r"\n[ \t>]*+")
_TICKS = lazy(r"\A(`++) ?|(?: ?`++)\Z")
_OF_ITSELF = ("Autolink", "Email")


class TooComplex(Exception):
    """Markdown over a limit of this reader."""


class Shown(Struct, frozen=True):
    """What a Markdown text shows, and what it does not."""

    text: str
    hidden: str
    """A line for each thing that is not seen."""

    notes: tuple[str, ...]
    """`closed_details` (a reader must open some of it), `struck_text`."""


def shown(text: str) -> Shown:
    """Return what a reader of the rendered page sees of `text`, and what it holds besides.

    Raises:
        TooComplex: It is longer, or holds more brackets, than the parser is trusted with.
    """
    source = text.encode()
    if len(source) > MAX_BYTES:
        raise TooComplex(f"over {MAX_BYTES} bytes of Markdown")
    if source.count(b"[") > MAX_BRACKETS:
        raise TooComplex(f"over {MAX_BRACKETS} brackets")
    page = _Page(source)
    front = front_matter(source)
    if isinstance(front, Front):
        page.hide(source[front.start : front.stop].decode())
        source = re.sub(rb"[^\n]", b" ", source[: front.end]) + source[front.end :]
    body = source.decode()
    for one in defined(body) if b"]:" in source else ():
        page.hide(f"{one.address} {one.title}")
    for event, place in events(body):
        page.take(event, place["start"], place["end"])
    return page.finished()


class _Page:
    """Writes events down as they come."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._at = 0
        self._elements = Elements()
        self._images = self._struck = 0
        self._alt: list[str] = []
        self._cells = 0
        self._block: list[tuple[int, int]] | None = None
        self._notes: set[str] = set()

    def hide(self, said: str) -> None:
        """Note something that is not seen."""
        self._elements.hide(said)

    def finished(self) -> Shown:
        """Return all that was written."""
        self._gap(len(self._source))
        if self._elements.details:
            self._notes.add("closed_details")
        return Shown(self._elements.text(), self._elements.hidden(), tuple(sorted(self._notes)))

    def take(self, event: Any, start: int, end: int) -> None:
        """Write one event that stands for the bytes from `start` to before `end`."""
        if type(event) is str:
            if event in ("SoftBreak", "HardBreak"):
                self._words("\n", start, end)
            return
        ((name, value),) = event.items()
        if name == "Text" and self._block is not None:
            return  # Blanks that a tab in an HTML block stands for.
        if name == "Text":
            self._words(value if b"\n" in self._source[start:end] else value.replace("\n", " "), start, end)
        elif name == "Code":
            self._words(self._code(value, start, end), start, end)
        elif name == "Html" and self._block is not None:
            self._block.append((start, end))
        elif name in ("InlineHtml", "Html"):
            self._html(self._source[start:end].decode("utf-8", "replace"), start, end)
        elif name == "Start":
            self._start(value, start, end)
        elif name == "End":
            self._end(value, start, end)

    def _start(self, value: Any, start: int, end: int) -> None:
        detail: Any = None
        name = value
        if type(value) is not str:
            ((name, detail),) = value.items()
        if name == "HtmlBlock":
            self._block = []
        elif name == "Image":
            self._images += 1
        elif name == "Strikethrough":
            self._gap(start)
            self._struck += 1
            self._notes.add("struck_text")
        elif name in ("TableHead", "TableRow"):
            self._cells = 0
        elif name == "TableCell":
            self._gap(start)
            if self._cells:
                self._elements.write("\t")
            self._cells += 1
        elif name == "CodeBlock" and isinstance(detail, dict):
            self.hide(str(detail.get("Fenced") or ""))
        if name in ("Link", "Image") and detail["link_type"] not in _OF_ITSELF and not detail["id"]:
            self.hide(f"{detail['dest_url']} {detail['title']}")

    def _end(self, value: Any, start: int, end: int) -> None:
        name = value if type(value) is str else next(iter(value))
        if name == "HtmlBlock":
            self._html_block(start, end)
        elif name == "Image":
            self._images -= 1
            if not self._images:
                self.hide("".join(self._alt))
                self._alt.clear()
        elif name == "Strikethrough":
            self._struck -= 1

    def _gap(self, to: int) -> None:
        """Pass over markup; its line ends stay."""
        if to > self._at:
            self._elements.write("\n" * self._source.count(b"\n", self._at, to))
            self._at = to

    def _words(self, words: str, start: int, end: int) -> None:
        if self._images:
            self._alt.append(words)
            return
        self._gap(start)
        if self._struck:
            self.hide(words)
            self._gap(end)
            return
        self._elements.words(words)
        self._at = max(self._at, end)

    def _code(self, value: str, start: int, end: int) -> str:
        """Return code as it is shown; over several lines as it is written, so that none is lost."""
        written = self._source[start:end].decode("utf-8", "replace")
        return _LINE.sub("\n", _TICKS.sub("", written)) if "\n" in written else value

    def _html(self, raw: str, start: int, end: int) -> None:
        if self._images:
            return
        self._gap(start)
        self._elements.markup(raw)
        self._at = max(self._at, end)

    def _html_block(self, start: int, end: int) -> None:
        """Write the lines of an HTML block as one, so that tags and comments may run over several."""
        ranges, self._block = self._block or [], None
        block = bytearray(re.sub(rb"[^\n]", b" ", self._source[start:end]))
        for at, to in ranges:
            block[at - start : to - start] = self._source[at:to]
        self._html(block.decode("utf-8", "replace"), start, end)
