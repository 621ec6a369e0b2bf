"""From the parser's events to leaves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from gnut.text.markdown.document import Body, Container, Region
from gnut.text.markdown.leaf import HIDDEN, Code, Leaf, Link, Note, Piece
from gnut.text.markdown.tags import BLOCK, RAW, VOID, Tag, attributes, tags

HARD = "\x0b"
_LONG = 1024
"""Characters of a run beyond ASCII that are kept as one piece, so that offsets inside are told quickly."""

MAX_NESTING = 3
"""How often text inside HTML is read again as Markdown."""

_KINDS = {
    "td": "cell",
    "th": "head_cell",
    "caption": "caption",
    "figcaption": "caption",
    "summary": "heading",
    **{f"h{level}": "heading" for level in range(1, 7)},
}
"""Kind of a leaf by the HTML element it stands in."""

Events = Callable[..., Iterable[tuple[Any, Any]]]


class Draft:
    """A leaf that is being written."""

    def __init__(self, kind: str, start: int) -> None:
        """Begin a leaf at byte `start`."""
        self.kind = kind
        self.start = self.end = start
        self.parts: list[str] = []
        self.masks: list[str] = []
        self.length = 0
        self.pieces: list[Piece] = []
        self.links: list[Link] = []
        self.notes: list[Note] = []
        self.codes: list[Code] = []
        self.context: dict[str, Any] = {}

    def add(self, text: str, start: int, end: int, plain: bool, hidden: bool = False) -> None:
        """Append flat text that stands for the bytes from `start` to before `end`."""
        if not text:
            return
        if plain and len(text) > _LONG and len(text) != end - start:
            for at in range(0, len(text), _LONG):
                part = text[at : at + _LONG]
                size = len(part.encode())
                self._append(part, start, start + size, True, hidden)
                start += size
            return
        self._append(text, start, end, plain, hidden)

    def _append(self, text: str, start: int, end: int, plain: bool, hidden: bool) -> None:
        self.pieces.append(Piece(self.length, start, end, plain))
        self.parts.append(text)
        self.masks.append(HIDDEN * len(text) if hidden else text)
        self.length += len(text)
        self.end = max(self.end, end)

    def code(self, text: str, start: int, end: int, kind: str, raw: str) -> None:
        """Append text that is no prose."""
        self.codes.append(Code(self.length, self.length + len(text), start, end, kind, raw))
        self.add(text, start, end, False, hidden=True)

    def leaf(self) -> Leaf:
        """Return the finished leaf."""
        return Leaf(
            kind=self.kind,
            start=self.start,
            end=self.end,
            text="".join(self.parts),
            masked="".join(self.masks),
            pieces=tuple(self.pieces),
            offsets=tuple(piece.at for piece in self.pieces),
            links=tuple(sorted(self.links, key=lambda link: (link.start, -link.end))),
            notes=tuple(self.notes),
            codes=tuple(self.codes),
            **self.context,
        )


class Builder:
    """Reads events into leaves; also reads the Markdown inside HTML blocks."""

    def __init__(self, source: bytes, events: Events, known: dict[str, tuple[str, str]]) -> None:
        """Prepare to read `source`, whose offsets everything carries."""
        self.source = source
        self._events = events
        self._known = known
        self.regions: list[Region] = []
        self.footnotes: list[Body] = []
        self.comments: list[Code] = []
        self.quotes: list[tuple[int, int]] = []
        self.tables: list[tuple[int, int]] = []
        self._drafts: list[Draft] = []
        self._draft: Draft | None = None
        self._containers: list[Container] = []
        self._open: list[tuple[str, int]] = []
        self._alert = False
        self._quote_depth = 0
        self._footnote: str | None = None
        self._items: list[int] = []
        self._lists: list[tuple[int, int | None]] = []
        self._item_count = self._list_count = self._row_count = 0
        self._ordinal: int | None = None
        self._row = 0
        self._cite: str | None = None

    def finished(self) -> tuple[Leaf, ...]:
        """Return every leaf that holds something, in reading order."""
        return tuple(draft.leaf() for draft in self._drafts if draft.length)

    def closed(self) -> tuple[Container, ...]:
        """Return the containers by number; one that is never closed has no end."""
        return tuple(self._containers)

    # Blocks.

    def read(self, text: str, base: int = 0, skip: int = 0, depth: int = 0) -> None:
        """Read Markdown whose byte 0 is byte `base` of the source; the first `skip` bytes are not its own."""
        inline = Inline(self, base, skip)
        html: list[tuple[int, int]] | None = None
        for event, place in self._events(text, self._known):
            start, end = place["start"] + base, place["end"] + base
            if type(event) is str:
                inline.simple(event, start, end)
                continue
            ((name, value),) = event.items()
            if name == "Text":
                inline.text(value, start, end)
            elif name == "Start":
                if value == "HtmlBlock":
                    html = []
                else:
                    self._start(inline, value, start, end)
            elif name == "End":
                if value == "HtmlBlock":
                    self._html(start, end, html or [], depth)
                    html = None
                else:
                    self._end(inline, value, start, end)
            elif name == "Html" and html is not None:
                html.append((start, end))
            else:
                inline.event(name, value, start, end)
        self._draft = None

    def _start(self, inline: Inline, value: Any, start: int, end: int) -> None:
        name, detail = (value, None) if type(value) is str else next(iter(value.items()))
        if name in ("Emphasis", "Strong", "Strikethrough"):
            return
        if name in ("Link", "Image"):
            inline.open(name, detail, start, end)
            return
        self._draft = None
        if name == "Paragraph":
            self.begin("paragraph", max(start, inline.skip))
        elif name == "Heading":
            self.begin("heading", start, level=int(detail["level"][1:]))
        elif name == "TableCell":
            self.begin("head_cell" if self._row == 0 else "cell", start)
        elif name == "BlockQuote":
            if self._quote_depth == 0:
                self.quotes.append((start, end))
                self._alert = detail is not None
            self._quote_depth += 1
        elif name == "List":
            self._list_count += 1
            self._lists.append((self._list_count, detail))
        elif name == "Item":
            self._item_count += 1
            self._items.append(self._item_count)
            number, rendered = self._lists[-1]
            self._ordinal = rendered
            if rendered is not None:
                self._lists[-1] = (number, rendered + 1)
        elif name == "Table":
            self.tables.append((start, end))
            self._row = 0
        elif name == "TableRow":
            self._row_count += 1
            self._row = self._row_count
        elif name == "FootnoteDefinition":
            self._footnote = detail
            self.footnotes.append(Body(detail, start, end))
        elif name == "CodeBlock":
            inline.muted = True
            self.regions.append(Region("code", start, end))

    def _end(self, inline: Inline, value: Any, start: int, end: int) -> None:
        name = value if type(value) is str else next(iter(value))
        if name in ("Emphasis", "Strong", "Strikethrough"):
            return
        if name in ("Link", "Image"):
            inline.close(name, end)
            return
        self._draft = None
        if name == "BlockQuote":
            self._quote_depth -= 1
            if self._quote_depth == 0:
                self._alert = False
        elif name == "List":
            self._lists.pop()
        elif name == "Item":
            self._items.pop()
        elif name == "Table":
            self._row = 0
        elif name == "FootnoteDefinition":
            self._footnote = None
        elif name == "CodeBlock":
            inline.muted = False

    def begin(self, kind: str, start: int, level: int = 0) -> Draft:
        """Open a leaf."""
        if kind == "paragraph" and self._open:
            kind = next((_KINDS[name] for name, _ in reversed(self._open) if name in _KINDS), kind)
        draft = Draft(kind, start)
        draft.context = {
            "quote": len(self.quotes) if self._quote_depth else 0,
            "alert": self._alert,
            "item": self._items[-1] if self._items else 0,
            "list": self._lists[-1][0] if self._lists else 0,
            "ordinal": self._ordinal,
            "row": self._row if kind in ("cell", "head_cell") else 0,
            "footnote": self._footnote,
            "level": level,
            "containers": tuple(number for _, number in self._open),
            "cite": self._cite,
        }
        self._ordinal = None
        self._drafts.append(draft)
        self._draft = draft
        return draft

    def draft(self, start: int) -> Draft:
        """Return the open leaf; text in a tight list item opens one."""
        return self._draft or self.begin("paragraph", start)

    # HTML blocks.

    def _html(self, start: int, end: int, ranges: list[tuple[int, int]], depth: int) -> None:
        """Read an HTML block: its comments, its containers, and the Markdown or text between tags."""
        block = bytearray(b" " * (end - start))
        for at, to in ranges or [(start, end)]:
            block[at - start : to - start] = self.source[at:to]
        # One character a byte, so that offsets in the text are offsets in the source.
        text = bytes(block).decode("latin-1")
        found = tags(text)
        if found and all(tag.name == "!--" for tag in found) and not _outside(text, found).strip():
            for tag in found:
                self._comment(start + tag.at, start + tag.to)
            return
        self.regions.append(Region("html", start, end))
        run = 0
        skip_to = 0
        for index, tag in enumerate(found):
            if tag.at < skip_to or tag.name == "!--":
                continue
            if tag.name in RAW and not tag.closing and tag.name not in ("code", "kbd", "samp"):
                closing = next((t for t in found[index + 1 :] if t.name == tag.name and t.closing), None)
                self._run(block, start, run, tag.at, depth)
                skip_to = run = closing.to if closing else len(text)
                self.regions.append(Region("code", start + tag.at, start + skip_to))
            elif tag.name in BLOCK or tag.name == "!":
                self._run(block, start, run, tag.at, depth)
                run = tag.to
                self._element(tag, start + tag.at, start + tag.to)
        self._run(block, start, run, len(text), depth)
        self._draft = None

    def _run(self, block: bytearray, start: int, at: int, to: int, depth: int) -> None:
        """Read the text between two block tags as Markdown that begins in mid-paragraph."""
        raw = bytes(block[at:to])
        body = raw.lstrip()
        if not body or depth >= MAX_NESTING:
            return
        self._draft = None
        # The two characters keep the first line from being a list, a heading or HTML again.
        try:
            text = "x " + body.decode("utf-8")
        except UnicodeDecodeError:
            return
        base = start + at + len(raw) - len(body) - 2
        self.read(text, base, skip=base + 2, depth=depth + 1)

    def _comment(self, start: int, end: int) -> None:
        raw = self.source[start:end].decode("utf-8", "replace")
        self.regions.append(Region("comment", start, end))
        last = self._drafts[-1] if self._drafts else None
        if last is not None and last.length and _adjacent(self.source[last.end : start]):
            last.add("\n", last.end, start, False)
            last.code(raw, start, end, "comment", raw)
        else:
            self.comments.append(Code(0, 0, start, end, "comment", raw))

    def _element(self, tag: Tag, start: int, end: int) -> None:
        """Open or close an HTML element around the leaves that follow."""
        if tag.name == "!" or tag.name in VOID or tag.raw.endswith("/>"):
            return
        if tag.closing:
            for index in range(len(self._open) - 1, -1, -1):
                if self._open[index][0] == tag.name:
                    for name, number in reversed(self._open[index:]):
                        self._containers[number - 1] = self._containers[number - 1]._replace(end=end)
                        self._left(name)
                    del self._open[index:]
                    break
            return
        found = attributes(tag.raw.encode("latin-1").decode("utf-8", "replace"))
        number = len(self._containers) + 1
        self._containers.append(
            Container(number, tuple(found.get("class", "").split()), tuple(sorted(found)), start, -1)
        )
        self._open.append((tag.name, number))
        if tag.name == "blockquote":
            self._cite = found.get("cite")
            if self._quote_depth == 0:
                self.quotes.append((start, end))
            self._quote_depth += 1
        elif tag.name == "li":
            self._item_count += 1
            self._items.append(self._item_count)
        elif tag.name == "tr":
            self._row_count += 1
            self._row = self._row_count

    def _left(self, name: str) -> None:
        """Forget an HTML element that ended."""
        if name == "blockquote":
            self._cite = None
            self._quote_depth = max(0, self._quote_depth - 1)
        elif name == "li" and self._items:
            self._items.pop()
        elif name == "tr":
            self._row = 0


class Inline:
    """Writes inline events into the open leaf."""

    def __init__(self, builder: Builder, base: int, skip: int) -> None:
        """Write for `builder`; bytes before `skip` are not the report's."""
        self._builder = builder
        self.skip = skip
        self.muted = False
        self._images = 0
        self._stack: list[tuple[int, Any, int, int]] = []

    def text(self, value: str, start: int, end: int) -> None:
        """Write a run of text."""
        if self.muted or self._images:
            return
        if start < self.skip:
            value = value[self.skip - start :]
            start = self.skip
            if not value:
                return
        plain = end - start == len(value) or self._builder.source[start:end] == value.encode()
        self._builder.draft(start).add(value, start, end, plain)

    def simple(self, event: str, start: int, end: int) -> None:
        """Write an event without a value."""
        if event == "Rule":
            self._builder.regions.append(Region("rule", start, end))
        elif not self.muted and not self._images:
            self._builder.draft(start).add("\n" if event == "SoftBreak" else HARD, start, end, False)

    def event(self, name: str, value: Any, start: int, end: int) -> None:
        """Write code, inline HTML or a footnote mark."""
        if self.muted or self._images:
            return
        if name == "TaskListMarker":
            return
        draft = self._builder.draft(start)
        raw = self._builder.source[start:end].decode("utf-8", "replace")
        if name == "Code":
            draft.code(value, start, end, "code", raw)
        elif name == "FootnoteReference":
            draft.notes.append(Note(draft.length, draft.length + len(raw), start, end, value))
            draft.add(raw, start, end, False, hidden=True)
        elif name in ("InlineHtml", "Html"):
            if re.match(r"<br\b", raw, re.IGNORECASE):
                draft.add(HARD, start, end, False)
            else:
                draft.code(raw, start, end, "comment" if raw.startswith("<!--") else "html", raw)

    def open(self, name: str, detail: Any, start: int, end: int) -> None:
        """Begin a link or an image."""
        if name == "Image":
            self._images += 1
            if self._images == 1 and not self.muted:
                raw = self._builder.source[start:end].decode("utf-8", "replace")
                self._builder.draft(start).code(HIDDEN, start, end, "image", raw)
            return
        if not self._images:
            self._stack.append((self._builder.draft(start).length, detail, start, end))

    def close(self, name: str, end: int) -> None:
        """End a link or an image."""
        if name == "Image":
            self._images -= 1
            return
        if self._images or not self._stack:
            return
        at, detail, start, end = self._stack.pop()
        draft = self._builder.draft(start)
        form = detail["link_type"].lower()
        if form == "collapsed" and self._builder.source[end : end + 2] == b"[]":
            end += 2
        form = form.removesuffix("unknown")
        image_only = draft.length - at == 1 and draft.parts[-1] == HIDDEN
        title, name = detail["title"] or "", detail["id"] or ""
        draft.links.append(Link(at, draft.length, start, end, form, detail["dest_url"], title, name, image_only))
        draft.end = max(draft.end, end)


def _outside(text: str, found: list[Tag]) -> str:
    kept, at = [], 0
    for tag in found:
        kept.append(text[at : tag.at])
        at = tag.to
    return "".join(kept) + text[at:]


def _adjacent(between: bytes) -> bool:
    """Whether only blanks and at most one line end stand between, so that a comment belongs to what precedes."""
    ends = between.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n")
    return ends <= 1 and not between.strip(b" \t\r\n>")
