"""Reference marks, editorial brackets and markup: what quoting drops or adds by custom.

An excerpt is sought as written before any of this; brackets that the source holds too are
then part of the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gnut.text.anchor.lexicon import MAGNITUDES, MONEY, UNITS
from gnut.text.anchor.weights import is_weighty
from gnut.text.fold import FoldedText, folded, form_over
from gnut.text.spans import Edit, Form, rewrite
from gnut.text.words import is_digit, is_unspaced, is_wordy, tokens

_NUMBERS = r"\^?\d{1,3}[a-z]?(?:(?:, ?|; ?| ?- ?| )\d{1,3}[a-z]?)*"
_NOTES = (
    r"(?:notes?|nb|n|fn|refs?|anm\.?|nota|注|註|脚注|прим\.?) ?\d{1,3}|sic!?|[a-z](?=[\]】〕](?!\w))|edit|update ?\d*"
    r"|(?:citation|clarification|better source|verification) needed|dead link|(?:who|when|which|by whom)\?"
    r"|according to whom\?|emphasis (?:added|mine)|bearbeiten|réf\. ?(?:nécessaire|souhaitée)|cita requerida"
    r"|senza fonte|источник не указан[^\]]{0,20}|来源请求|來源請求|要出典|编辑|編集"
)
_REFERENCE = re.compile(rf" ?[\[【〔](?:{_NUMBERS}|{_NOTES})[\]】〕]")
_LOOSE = re.compile(r" [\[【〔]\^?\d")
_YEAR = re.compile(r"(?<![\d.,'-])(?:1[5-9]|20)\d\d$")
"""A number that may carry a reference mark: after any other, digits in brackets may be part of it."""
_EMPTY = re.compile(r"\[ ?\]")
_RAISED_SIGNS = "*†‡¹²³⁰⁴⁵⁶⁷⁸⁹"
_RAISED = re.compile(
    r"(?:(?<=[^\W\d_]{4})|(?<=[.,;:!?\"')\]]))[¹²³⁰⁴⁵⁶⁷⁸⁹]+(?:[,-][¹²³⁰⁴⁵⁶⁷⁸⁹]+)*|(?<=[^\W\d_]{2})[*†‡]+(?![\w*])"
)
_MEASURED = re.compile(
    r"(?:met(?:er|re|ro|ri|ros)s?|meters?|metres?|miles?|f(?:ee|oo)t|inch(?:es)?|yards?|kilomet\w+|sinh|cosh|tanh)$"
)

_EMPHASIS = re.compile(
    r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,400}?)(?<=[^\s*])\1(?![\w*])|(?<![\w_])(_{1,3})(?=[^\s_])([^_\n]{1,400}?)(?<=[^\s_])\3(?![\w_])"
)
_CODE = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]{1,200})\1(?!`)")
_LINK = re.compile(r"!?\[([^\]\[\n]{1,300})\]\([^()\s]{1,800}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?\)")
_LINE_MARK = re.compile(r"\n[ \t]{0,3}((?:#{1,6}|>+|[-*+])[ \t]+)")
_FIRST_MARK = re.compile(r"\A[ \t]{0,3}((?:#{1,6}|>+|[*+])[ \t]+)")

_INSERTION = re.compile(r"\[([^\[\]]{0,60})\]")
_GROUP = re.compile(r"[\[【〔][^\[\]【】〔〕]{0,60}[\]】〕]")
_NO_WORDS = re.compile(r"[^\w\s,;.'\"-]|(?<!\w)-|-(?!\w)")
"""Signs in brackets that are more than words: currencies, per cent, minus."""
_BESIDE = 24
_MOST_INSERTED = 6
_REACH = 12


def unmarked(source: FoldedText) -> Form:
    """Return the form of `source` without reference marks and markup, over its `joined` form."""
    return source.made(_unmarked)


def joined(source: FoldedText) -> Form:
    """Return the `joined` form of `source`, marks and all."""
    return source.joined


def _unmarked(source: FoldedText) -> Form:
    form = form_over(source, _apart(_markup(source.text)))
    edits = _apart((*_references(form.text), *_raised(form.text)))
    return Form(*rewrite(form.text, edits), form) if edits else form


def _apart(edits: Iterable[Edit]) -> list[Edit]:
    """Return `edits` in order, without those that overlap an earlier one."""
    kept: list[Edit] = []
    for edit in sorted(edits):
        if not kept or kept[-1][1] <= edit[0]:
            kept.append(edit)
    return kept


def _markup(text: str) -> Iterator[Edit]:
    """Yield the edits that take Markdown's marks away, for texts that are Markdown or excerpts that were."""
    for match in _LINK.finditer(text) if "](" in text else ():
        yield match.start(), match.start(1), ""
        yield match.end(1), match.end(), ""
    for pattern, marks in ((_EMPHASIS, "*_"), (_CODE, "`")):
        for match in pattern.finditer(text) if any(mark in text for mark in marks) else ():
            group = 2 if match[1] else 4
            yield match.start(), match.start(group), ""
            yield match.end(group), match.end(), ""
    for pattern in (_FIRST_MARK, _LINE_MARK):
        for match in pattern.finditer(text):
            yield match.start(1), match.end(1), ""


def _references(text: str) -> Iterator[Edit]:
    for match in _reference_marks(text):
        yield match.start(), match.end(), ""


def _reference_marks(text: str) -> Iterator[re.Match[str]]:
    """Yield the reference marks of a `joined` text: none inside a word, glued to a number, or before all words."""
    for match in _REFERENCE.finditer(text) if any(sign in text for sign in "[【〔") else ():
        before, after = text[max(0, match.start() - 5) : match.start()], text[match.end() : match.end() + 1]
        glued = not match[0].startswith(" ")
        if not before.strip() or (glued and is_wordy(before[-1]) and is_wordy(after or " ")):
            continue
        if glued and is_digit(before[-1]) and not (_YEAR.search(before) and "[0" not in match[0]):
            continue
        yield match


def _raised(text: str) -> Iterator[Edit]:
    """Yield raised note marks after words and closing signs; a square metre keeps its square."""
    for match in _RAISED.finditer(text) if any(sign in text for sign in _RAISED_SIGNS) else ():
        word = text[max(0, match.start() - 16) : match.start()]
        if not (is_digit(match[0][0]) and _MEASURED.search(word)):
            yield match.start(), match.end(), ""


def marks_of(text: str) -> tuple[str, ...]:
    """Return the reference marks of a `joined` text in order, an emptied pair of brackets too."""
    spots = [(match.start(), match[0]) for match in _reference_marks(text)]
    spots += [(match.start(), match[0]) for match in _EMPTY.finditer(text)]
    spots += [(start, text[start:end]) for start, end, _ in _raised(text)]
    return tuple("".join(mark.split()) for _, mark in sorted(spots))


def marks_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether marks are left out on one side only: those that both have must be the same, in order."""
    if not one or not other:
        return True
    return _holds(one, other) or _holds(other, one)


def _holds(many: tuple[str, ...], few: tuple[str, ...]) -> bool:
    rest = iter(many)
    return all(mark in rest for mark in few)


def marks_fit(source: FoldedText, start: int, end: int, marks: tuple[str, ...]) -> bool:
    """Return whether the reference marks of the stored stretch do not contradict `marks`, those of an excerpt."""
    if not marks:
        return True
    # A mark right after the passage is outside of its span, and inside of what the excerpt quotes.
    theirs = marks_of(folded(source.text[start : end + _REACH]))
    if not theirs and any(mark.startswith(" ") for mark in marks):
        return False
    return marks_agree(tuple(mark.strip() for mark in marks), theirs)


def readings(quote: FoldedText) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what an excerpt may read in an `unmarked` source, each with the marks that it then leaves out.

    As written, without marks, with an editor's brackets opened ("[T]he"), without what an editor put in.
    """
    seen = set()
    written, plain = quote.joined.text, unmarked(quote).text
    # A number in brackets after a blank may be part of the words: it is a mark only where the source has one.
    loose = [" " + "".join(match[0].split()) for match in _reference_marks(written) if _LOOSE.match(match[0])]
    marks = tuple(f" {mark}" if f" {mark}" in loose else mark for mark in marks_of(written))
    groups = tuple(
        f" {group}" if f" {group}" in loose else group
        for match in _GROUP.finditer(written)
        for group in ("".join(match[0].split()),)
    )
    for reading, left_out in (
        (written, ()),
        (plain, marks),
        (_INSERTION.sub(r"\1", plain), marks),
        (_without_insertions(plain), groups),
    ):
        reading = " ".join(reading.split())
        if reading and reading not in seen:
            seen.add(reading)
            yield reading, left_out


def _without_insertions(plain: str) -> str:
    """Return `plain` without what an editor put in brackets, kept where it is more than an explanation."""
    return _INSERTION.sub(lambda match: "" if _explains(plain, match) else match[0], plain)


def _explains(plain: str, match: re.Match[str]) -> bool:
    """Return whether brackets hold words that only explain: no number, unit, sign or denial, no part of a word."""
    inside = match[1].strip()
    before, after = plain[: match.start()], plain[match.end() :]
    if not inside:
        return True
    if _touches(before[-1:]) or _touches(after[:1]) or _NO_WORDS.search(inside) or is_weighty(inside):
        return False
    words = [token.text for token in tokens(inside)]
    if not words or len(words) > _MOST_INSERTED:
        return False
    beside = tokens(before[-_BESIDE:])[-1:] + tokens(after[:_BESIDE])[:1]
    if any(token.kind == "number" or is_weighty(token.text) for token in beside):
        if len(words) > 1:
            words = [word for word in words if len(word) > 2]
        return not any(word in UNITS or word in MONEY or MAGNITUDES.fullmatch(word) for word in words)
    return True


def _touches(sign: str) -> bool:
    return bool(sign) and (is_wordy(sign) or sign in "-+±'%") and not is_unspaced(sign)
