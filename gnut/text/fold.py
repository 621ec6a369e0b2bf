"""Normal forms of a text, each built once, each with the way back to the stored text.

White space, typography, letter case, line-end hyphens, blanks and markup are folded;
digits, fractions, super- and subscripts never are, neither across scripts nor into each
other. No locale: the same text folds alike everywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from gnut.text.patterns import lazy
from gnut.text.signs import BLANKS, INVISIBLE, alphabet, folded_sign
from gnut.text.spans import Cuts, Edit, Form, Squeezed, rewrite

Made = TypeVar("Made")

_JAMO = range(0x1160, 0x1200)
_MOST_MARKS = 64
"""Marks on one letter that are put in order: ordering is quadratic, and no writing stacks as many."""

_LINE_END = lazy(rf"[-‐‑¬\u00ad\ufffe\x02][{BLANKS}]*")


def _composed(text: str, signs: frozenset[str]) -> Form | None:
    """Return the NFC form, or None when `text` already is in it."""
    voiced = "\uff9e" in signs or "\uff9f" in signs
    if text.isascii() or (not voiced and unicodedata.is_normalized("NFC", text)):
        return None
    marks = "".join(s for s in signs if unicodedata.category(s)[0] == "M" or ord(s) in _JAMO)
    alone = "".join(s for s in signs if not unicodedata.is_normalized("NFC", s) and s not in marks)
    choices = []
    if voiced:
        choices.append("[\uff66-\uff9d][\uff9e\uff9f]")
    if marks:
        choices.append(f"[^{re.escape(marks)}]?[{re.escape(marks)}]+")
    if alone:
        choices.append(f"[{re.escape(alone)}]")
    edits: list[Edit] = []
    for match in re.finditer("|".join(choices), text, re.DOTALL) if choices else ():
        if match.end() - match.start() > _MOST_MARKS:
            continue
        new = unicodedata.normalize("NFKC" if match[0][-1] in "\uff9e\uff9f" else "NFC", match[0])
        if new != match[0]:
            edits.append((match.start(), match.end(), new))
    return Form(*rewrite(text, edits))


def _runs(text: str) -> Iterator[Edit]:
    """Yield the edits that make one blank of several, one dash of several between words, and `"` of `''`."""
    doubled = [" {2,}"] if "  " in text else []
    if "--" in text:
        doubled.append(r"(?<=[^\W\d_])--+(?=[^\W\d_])|(?<= )--+(?= )")
    if "''" in text:
        doubled.append("''")
    if doubled == [" {2,}"]:
        yield from _blank_runs(text)
    elif doubled:
        for match in re.finditer("|".join(doubled), text):
            yield match.start(), match.end(), {" ": " ", "-": "-", "'": '"'}[match[0][0]]


def _blank_runs(text: str) -> Iterator[Edit]:
    end = 0
    while (start := text.find("  ", end)) >= 0:
        end = start + 2
        while text.startswith(" ", end):
            end += 1
        yield start, end, " "


def _typed_of(form: Form) -> Form:
    """Return the form without typography and case over `form`."""
    text = form.text
    signs = alphabet(text)
    composed = _composed(text, signs)
    if composed is not None:
        form = _chained(composed, form)
        text = form.text
        signs = alphabet(text)
    changed = {sign: new for sign in signs if (new := folded_sign(sign)) != sign}
    wider = {sign: new for sign, new in changed.items() if len(new) != 1}
    if wider:
        spots = re.finditer("[" + re.escape("".join(wider)) + "]", text)
        form = _rewritten(form, [(m.start(), m.end(), wider[m[0]]) for m in spots])
        text = form.text
    for sign, new in changed.items():
        if len(new) == 1:
            text = text.replace(sign, new)
    if "`" in text:
        text = text.replace("`", "'")
    # `str.lower` writes a sigma by its place in the word; all of them are one letter here.
    text = text.lower().replace("ς", "σ")
    return _rewritten(Form(text, None, form), list(_runs(text)))


def _chained(form: Form, parent: Form) -> Form:
    return Form(form.text, form._cuts, parent)


def _rewritten(form: Form, edits: list[Edit]) -> Form:
    if not edits:
        return form
    text, cuts = rewrite(form.text, edits)
    return Form(text, cuts, form)


class FoldedText:
    """A text and its normal forms, each built when first asked for.

    `wrapped` says whether a single line end is only a wrap (plain text, PDF) or ends a
    block (text made from HTML, where every block ends in one `\\n` and none is inside).
    Left out, it is read off the text: see `gnut.text.anchor.notes.wrapped`.
    """

    __slots__ = ("_joined", "_made", "_spaced", "_squeezed", "_typed", "_unhyphenated", "text", "wrapped")

    def __init__(self, text: str, *, wrapped: bool | None = None) -> None:
        """Hold `text` as stored; nothing is folded yet."""
        self.text = text
        self.wrapped = wrapped
        self._spaced: Form | None = None
        self._typed: Form | None = None
        self._joined: Form | None = None
        self._unhyphenated: Squeezed | None = None
        self._squeezed: Squeezed | None = None
        self._made: dict[Callable[[FoldedText], Any], Any] = {}

    def made(self, make: Callable[[FoldedText], Made]) -> Made:
        """Return what `make` makes of this text, made once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    @property
    def spaced(self) -> Form:
        """The text with every run of white space as one blank."""
        if self._spaced is None:
            text = self.text
            for sign in BLANKS:
                if sign != " " and sign in text:
                    text = text.replace(sign, " ")
            self._spaced = _rewritten(Form(text), list(_blank_runs(text)))
        return self._spaced

    @property
    def typed(self) -> Form:
        """`spaced` without differences of typography, composition, width and case."""
        if self._typed is None:
            self._typed = _typed_of(Form(self.text))
        return self._typed

    @property
    def joined(self) -> Form:
        """`typed` with words joined that a line end had parted by a hyphen."""
        if self._joined is None:
            edits = list(_joints(self.text))
            self._joined = _typed_of(_rewritten(Form(self.text), edits)) if edits else self.typed
        return self._joined

    @property
    def unhyphenated(self) -> Squeezed:
        """`joined` without any hyphen or dash."""
        if self._unhyphenated is None:
            self._unhyphenated = Squeezed(self.joined, "-")
        return self._unhyphenated

    @property
    def squeezed(self) -> Squeezed:
        """`joined` without any hyphen, dash or blank."""
        if self._squeezed is None:
            self._squeezed = Squeezed(self.joined, " -")
        return self._squeezed


def _joints(text: str) -> Iterator[Edit]:
    """Yield the edits that join words parted at a line end: `-`, `¬`, soft hyphens, and PDFium's own sign."""
    if not any(sign in text for sign in "\u00ad\ufffe\x02") and not _has_hyphen_at_line_end(text):
        return
    done = 0
    for match in _LINE_END.finditer(text):
        start, end = match.span()
        broken = "\n" in match[0] or "\r" in match[0]
        if match[0][0] in "\u00ad\ufffe\x02":
            while start > done and text[start - 1] in BLANKS:
                start -= 1
        elif not broken:
            continue
        if end - start > 1 or match[0][0] != "\u00ad":
            before, after = text[start - 1 : start], text[end : end + 1]
            if before.isalpha() and after.isalpha():
                yield start, end, ""
                done = end


def _has_hyphen_at_line_end(text: str) -> bool:
    """Return whether a hyphen may end a line; looking for a few pairs is ten times faster than a pattern."""
    ends = [end for end in "\n\r" if end in text]
    after = (*ends, *(f" {end}" for end in ends), "  ", "\t", "\u00a0") if ends else ()
    return any(f"{hyphen}{end}" in text for hyphen in "-‐‑¬" if hyphen in text for end in after)


def form_over(source: FoldedText, edits: list[Edit]) -> Form:
    """Return the `joined` form of `source` after `edits` of its stored text; the form itself without any."""
    if not edits:
        return source.joined
    form = _rewritten(Form(source.text), edits)
    return _typed_of(_rewritten(form, list(_joints(form.text))))


def folded(text: str) -> str:
    """Return `text` in its `typed` form, without the way back: for short strings."""
    return _typed_of(Form(text)).text


__all__ = ["BLANKS", "INVISIBLE", "Cuts", "FoldedText", "alphabet", "folded", "folded_sign"]
