"""From the parser's events to leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gnut.text.markdown.context import Context
from gnut.text.markdown.document import Region
from gnut.text.markdown.draft import Draft
from gnut.text.markdown.inline import Inline
from gnut.text.markdown.leaf import Code, Leaf
from gnut.text.markdown.tags import BLOCK, RAW, Tag, tags

MAX_NESTING = 3
"""How often text inside HTML is read again as Markdown."""

_INLINE = ("Emphasis", "Strong", "Strikethrough")
_INLINE_RAW = ("code", "kbd", "samp")
"""Elements without prose that stand inside a line, so that they end no block."""

Events = Callable[[str, dict[str, tuple[str, str]]], Iterable[tuple[Any, Any]]]


class Builder:
    """Reads events into leaves; also reads the Markdown inside HTML blocks."""

    def __init__(self, source: bytes, events: Events, known: dict[str, tuple[str, str]]) -> None:
        """Prepare to read `source`, whose offsets everything carries."""
        self.source = source
        self.context = Context()
        self.regions: list[Region] = []
        self.comments: list[Code] = []
        self._events = events
        self._known = known
        self._drafts: list[Draft] = []
        self._draft: Draft | None = None

    def finished(self) -> tuple[Leaf, ...]:
        """Return every leaf that holds something, in reading order."""
        return tuple(draft.leaf() for draft in self._drafts if draft.length or draft.links)

    def read(self, text: str, base: int = 0, skip: int = 0, depth: int = 0) -> None:
        """Read Markdown whose byte 0 is byte `base` of the source; bytes before `skip` are not its own."""
        inline = Inline(self.source, self.draft, skip)
        html: list[tuple[int, int]] | None = None
        for event, place in self._events(text, self._known):
            start, end = place["start"] + base, place["end"] + base
            if type(event) is str:
                if event == "Rule":
                    self._draft = None
                    self.regions.append(Region("rule", start, end))
                else:
                    inline.line_end(event, start, end)
                continue
            ((name, value),) = event.items()
            if name == "Text":
                inline.text(value, start, end)
            elif value == "HtmlBlock" and name == "Start":
                html = []
            elif value == "HtmlBlock":
                self._html(start, end, html or [(start, end)], depth)
                html = None
            elif name == "Start":
                self._start(inline, value, start, end)
            elif name == "End":
                self._end(inline, value, end)
            elif name == "Html" and html is not None:
                html.append((start, end))
            else:
                inline.event(name, value, start, end)
        self._draft = None

    def _start(self, inline: Inline, value: Any, start: int, end: int) -> None:
        detail: Any = None
        name = value
        if type(value) is not str:
            ((name, detail),) = value.items()
        if name in _INLINE:
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
            self.begin("cell" if self.context.row else "head_cell", start)
        elif name == "CodeBlock":
            inline.muted = True
            self.regions.append(Region("code", start, end))
        else:
            self.context.enter(name, detail, start, end)

    def _end(self, inline: Inline, value: Any, end: int) -> None:
        name = value if type(value) is str else next(iter(value))
        if name in _INLINE:
            return
        if name in ("Link", "Image"):
            inline.close(name, end)
            return
        self._draft = None
        if name == "CodeBlock":
            inline.muted = False
        else:
            self.context.leave(name)

    def begin(self, kind: str, start: int, level: int = 0) -> Draft:
        """Open a leaf."""
        kind = self.context.kind(kind)
        draft = Draft(kind, start, self.context.fields(kind, level))
        self._drafts.append(draft)
        self._draft = draft
        return draft

    def draft(self, start: int) -> Draft:
        """Return the open leaf; text in a tight list item opens one."""
        return self._draft or self.begin("paragraph", start)

    # HTML blocks.

    def _html(self, start: int, end: int, ranges: list[tuple[int, int]], depth: int) -> None:
        """Read an HTML block: its comments, its elements, and the Markdown or text between tags."""
        block = bytearray(b" " * (end - start))
        for at, to in ranges:
            block[at - start : to - start] = self.source[at:to]
        # One character a byte, so that offsets in the text are offsets in the source.
        text = bytes(block).decode("latin-1")
        found = tags(text)
        if found and all(tag.name == "!--" for tag in found) and not _outside(text, found).strip():
            for tag in found:
                self._comment(start + tag.at, start + tag.to)
            return
        self.regions.append(Region("html", start, end))
        run = skip_to = 0
        for index, tag in enumerate(found):
            if tag.name == "!--" and run == skip_to and not text[run : tag.at].strip():
                # A comment that begins the block speaks of what precedes it.
                self._comment(start + tag.at, start + tag.to)
                run = skip_to = tag.to
            if tag.at < skip_to or tag.name == "!--":
                continue
            if tag.name in RAW and not tag.closing and tag.name not in _INLINE_RAW:
                self._run(block, start, run, tag.at, depth)
                skip_to = run = _closing(found, index, len(text))
                self.regions.append(Region("code", start + tag.at, start + skip_to))
            elif tag.name in BLOCK or tag.name == "!":
                self._run(block, start, run, tag.at, depth)
                run = skip_to = tag.to
                raw = tag.raw.encode("latin-1").decode("utf-8", "replace")
                self.context.element(tag._replace(raw=raw), start + tag.at, start + tag.to)
        self._run(block, start, run, len(text), depth)
        self._draft = None

    def _run(self, block: bytearray, start: int, at: int, to: int, depth: int) -> None:
        """Read the text between two block tags as Markdown that begins in mid-paragraph."""
        raw = bytes(block[at:to])
        body = raw.lstrip()
        if not body or depth >= MAX_NESTING:
            return
        self._draft = None
        base = start + at + len(raw) - len(body) - 2
        # The two characters keep the first line from being a list, a heading or HTML again.
        self.read("x " + body.decode("utf-8", "replace"), base, skip=base + 2, depth=depth + 1)

    def _comment(self, start: int, end: int) -> None:
        """Keep a comment: with the leaf right before it, else on its own."""
        raw = self.source[start:end].decode("utf-8", "replace")
        self.regions.append(Region("comment", start, end))
        last = self._drafts[-1] if self._drafts else None
        if last is not None and last.length and _adjacent(self.source[last.end : start]):
            last.add("\n", last.end, start, False)
            last.code(raw, start, end, "comment", raw)
        else:
            self.comments.append(Code(0, 0, start, end, "comment", raw))


def _closing(found: list[Tag], index: int, end: int) -> int:
    """Return the offset behind the end tag of an element without prose; the block's end when there is none."""
    name = found[index].name
    return next((tag.to for tag in found[index + 1 :] if tag.name == name and tag.closing), end)


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
