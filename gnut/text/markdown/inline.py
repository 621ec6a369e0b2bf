"""Inline events into flat text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from gnut.text.markdown.draft import Draft
from gnut.text.markdown.leaf import HIDDEN, Link, Note
from gnut.text.patterns import lazy
from gnut.text.sentences import HARD

_BREAK = lazy(r"<br\b", re.IGNORECASE)


class Inline:
    """Writes inline events into the open leaf."""

    def __init__(self, source: bytes, draft: Callable[[int], Draft], skip: int) -> None:
        """Write into what `draft` gives for a byte; bytes before `skip` are not the report's."""
        self._source = source
        self._draft = draft
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
        plain = self._source[start:end] == value.encode()
        self._draft(start).add(value, start, end, plain)

    def line_end(self, event: str, start: int, end: int) -> None:
        """Write a soft or a forced line end."""
        if not self.muted and not self._images:
            self._draft(start).add("\n" if event == "SoftBreak" else HARD, start, end, end - start == 1)

    def event(self, name: str, value: Any, start: int, end: int) -> None:
        """Write code, inline HTML or a footnote mark."""
        if self.muted or self._images:
            return
        if name == "TaskListMarker":
            return
        draft = self._draft(start)
        raw = self._source[start:end].decode("utf-8", "replace")
        if name == "Code":
            draft.code(value, start, end, "code", raw)
        elif name == "FootnoteReference":
            draft.notes.append(Note(draft.length, draft.length + len(raw), start, end, value))
            draft.add(raw, start, end, False, hidden=True)
        elif name in ("InlineHtml", "Html"):
            if _BREAK.match(raw):
                draft.add(HARD, start, end, False)
            else:
                draft.code(raw, start, end, "comment" if raw.startswith("<!--") else "html", raw)

    def open(self, name: str, detail: Any, start: int, end: int) -> None:
        """Begin a link or an image."""
        if name == "Image":
            self._images += 1
            if self._images == 1 and not self.muted:
                raw = self._source[start:end].decode("utf-8", "replace")
                self._draft(start).code(HIDDEN, start, end, "image", raw)
            return
        if not self._images:
            self._stack.append((self._draft(start).length, detail, start, end))

    def close(self, name: str, end: int) -> None:
        """End a link or an image."""
        if name == "Image":
            self._images -= 1
            return
        if self._images or not self._stack:
            return
        at, detail, start, end = self._stack.pop()
        draft = self._draft(start)
        form = detail["link_type"].lower()
        if form == "collapsed" and self._source[end : end + 2] == b"[]":
            end += 2
        form = form.removesuffix("unknown")
        image_only = draft.length - at == 1 and draft.parts[-1] == HIDDEN
        title, name = detail["title"] or "", detail["id"] or ""
        draft.links.append(Link(at, draft.length, start, end, form, detail["dest_url"], title, name, image_only))
        draft.end = max(draft.end, end)
