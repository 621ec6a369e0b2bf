"""One side of a comparison, with its words as they were written."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from gnut.text.anchor.lexicon import MAGNITUDES
from gnut.text.spans import Form
from gnut.text.words import Token, tokens


class Side:
    """One side of a comparison: a normal form, and the text as written that it leads back to."""

    def __init__(self, form: Form, text: str) -> None:
        """Hold `form`, made from `text`."""
        self.form = form
        self.text = text

    def written(self, words: Iterable[Token]) -> str:
        """Return the words as written: one stretch when nothing but signs stands between them."""
        listed = list(words)
        if not listed:
            return ""
        form = self.form
        if all(not form.text[a.end : b.start].strip(" -'\"") for a, b in pairwise(listed)):
            span = form.origin(listed[0].start, listed[-1].end)
            return " ".join(self.text[span.start : span.end].split())
        return " ".join(self.written([token]) for token in listed)

    def counts(self, token: Token) -> bool:
        """Return whether a number, or the magnitude of one, stands right before `token`."""
        before = tokens(self.form.text[max(0, token.start - 24) : token.start])
        if not before or not self.form.text.endswith((before[-1].text, before[-1].text + " "), 0, token.start):
            return False
        return before[-1].kind == "number" or MAGNITUDES.fullmatch(before[-1].text) is not None

    def around(self, token: Token) -> str:
        """Return the characters that touch a token on either side."""
        text = self.form.text
        return text[max(0, token.start - 1) : token.start] + text[token.end : token.end + 1]

    def gap(self, left: Token, right: Token) -> str:
        """Return what stands between two tokens."""
        return self.form.text[left.end : right.start]
