"""Find every place of a reading in one normal form, ends between tokens, within a bounded effort."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnut.model import Span
from gnut.text.anchor.edges import bounded
from gnut.text.anchor.unit_case import units_agree
from gnut.text.fold import FoldedText
from gnut.text.spans import Form, Squeezed
from gnut.text.words import is_unspaced, is_wordy, word_end

if TYPE_CHECKING:
    from gnut.text.anchor.joints import Sought

EFFORT = 8_000_000
"""Steps for one excerpt in one text, about a second: hostile repetition ends here, no real text comes near."""

MOST = 10_000
"""Occurrences counted; what a text holds more often is no evidence anyway."""


class Search:
    """A text to search, and what is left of the effort for one excerpt."""

    def __init__(self, source: FoldedText, effort: int = EFFORT) -> None:
        """Start with all of `effort`."""
        self.source = source
        self.excerpt = ""
        self.units: tuple[str, ...] = ()
        self._left = effort

    @property
    def is_spent(self) -> bool:
        """Whether the search gave up before it had looked everywhere."""
        return self._left <= 0

    def within(self, source: FoldedText) -> Search:
        """Return a search of another text with a tenth of what is left, paid by this one."""
        share = self._left // 10
        self._left -= len(source.text)
        inner = Search(source, share)
        inner.excerpt, inner.units = self.excerpt, self.units
        return inner

    def places(self, form: Form | Squeezed, needle: str, sought: Sought | None = None) -> tuple[tuple[Span, ...], ...]:
        """Return the places of `needle` in `form`, one part each.

        `sought` is the excerpt with its blanks and hyphens, for forms without them.
        """
        found: list[tuple[Span, ...]] = []
        text = form.text
        at = text.find(needle) if needle else -1
        while at >= 0 and len(found) < MOST and self._left > 0:
            end = at + len(needle)
            self._left -= 100 + len(needle)
            if isinstance(form, Form) and _is_inside_word(text, at):
                at = text.find(needle, word_end(text, at))
                continue
            self._left -= 400
            span = form.origin(at, end)
            if bounded(self.source.text, span.start, span.end) and self._agrees(form, at, end, sought, span):
                found.append((span,))
                at = text.find(needle, end)
            else:
                at = text.find(needle, at + 1)
        return tuple(found)

    def _agrees(self, form: Form | Squeezed, start: int, end: int, sought: Sought | None, span: Span) -> bool:
        if self.units and not units_agree(self.units, self.excerpt, self.source.text[span.start : span.end]):
            return False
        if sought is None or isinstance(form, Form):
            return True
        from gnut.text.anchor.joints import joints_hold
        from gnut.text.anchor.says import agrees, is_row, says

        self._left -= 1_000 + 10 * (end - start)
        table = is_row(self.source.text[span.start : span.end])
        if not agrees(says(form.reading(start, end)), says(sought.reading), table=table):
            return False
        return joints_hold(self.source, form, start, end, sought)


def _is_inside_word(text: str, at: int) -> bool:
    if at == 0 or not is_wordy(text[at]) or not is_wordy(text[at - 1]):
        return False
    return not (is_unspaced(text[at]) or is_unspaced(text[at - 1])) and text[at - 1] not in "¹²³⁰⁴⁵⁶⁷⁸⁹"
