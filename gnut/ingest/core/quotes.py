"""What a block quote quotes: its words without the marks, the attribution and the citations around them."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.ingest.contract import Excerpt
from gnut.ingest.core.passage import Passage
from gnut.ingest.core.resolve import Cited
from gnut.text.markdown.leaf import HIDDEN, Leaf
from gnut.text.markdown.pointers import hide
from gnut.text.markdown.ranges import merged
from gnut.text.patterns import lazy

_CALLOUT = lazy(r"\s*\[!(\w+)\][+-]?")
_LABEL = lazy(
    r"(?i)\s*+(?:\W{0,3}\s*+)?(?:note|tip|warning|important|caution|hint|info|key (?:takeaway|insight|point|finding)s?|"
    r"takeaway|summary|tl;?dr|disclaimer|update|hinweis|achtung|wichtig|anmerkung|fazit|remarque|attention|nota|aviso|"
    r"importante|注意?|提示|重要|要点|結論|结论|备注|註)\s*[:：]"
)
_BOLD_LABEL = lazy(rb"(?:\*\*|__)([^*_\r\n]{1,60})(?:\*\*|__)[ \t]*(:|\xef\xbc\x9a)?")
_ATTRIBUTION = lazy(
    r"(?i)\s*+(?:[—–―‒]|--+|-\s|(?:source|quelle|fuente|fonte|bron|kilde|källa|źródło|来源|來源|出典|출처|источник)\s*+[:：])"
)
_NAMED = lazy(r"[.!?。！？”\"»」』’]\s*(?:[—–―]|--)\s?[^.!?。\n\x0b]{1,80}$")
_BRACKET = lazy(r"[(（][^()（）]{1,80}[)）]$")
_BLANK = lazy(r"[\s.,;:!?。，“”\"'’—–-]*")
_STOPS = " \t\n\x0b.,;。，；"
_MARKS = {"“": "”", '"': '"', "„": "“”", "«": "»", "»": "«", "「": "」", "『": "』", "‘": "’"}
_ENDS = '.!?。！？”"»」』’'
_SHORT = 5
"""Words of a label that only names a source."""

_ITEM = 3
"""Words of a list item that can stand as a part of a quote of its own."""

_COVER = 6
"""Tenths of a block quote that link labels fill when the labels are the quotation."""


class Quoted(NamedTuple):
    """What a block quote quotes."""

    excerpts: list[tuple[Excerpt, Cited | None]]
    """Each with the link whose label it is, if it is one."""

    marked: bool
    """Whether the excerpts are runs between quotation marks."""

    merged: list[Cited]
    """Links that go on with the label before them, to the same source."""


def is_aside(leaf: Leaf, source: bytes) -> bool:
    """Whether a block quote is an alert, a callout or a labelled note, and quotes nobody.

    `> [!NOTE]` (GitHub), `> [!info]` but not `> [!quote]` (Obsidian), `> **Key finding:** …`, `> Note: …`.
    """
    if leaf.alert:
        return True
    callout = _CALLOUT.match(leaf.text)
    if callout:
        return callout.group(1).casefold() not in ("quote", "cite")
    if _LABEL.match(leaf.text):
        return True
    bold = _BOLD_LABEL.match(source, leaf.start)
    return bold is not None and (bold.group(2) is not None or bold.group(1).endswith((b":", b"\xef\xbc\x9a")))


def is_attribution(text: str) -> bool:
    """Whether a line says who is quoted: it begins with a dash or with `Source:`."""
    return _ATTRIBUTION.match(text) is not None


def quoted_of(passages: list[Passage]) -> Quoted:
    """Return what a block quote quotes.

    The labels of its links when they fill it; else its marked quotations when there is nothing else but
    citations; else all its words up to the attribution.
    """
    labels, going_on = _labels(passages)
    if labels:
        return Quoted(labels, False, going_on)
    marked = _marked(passages)
    if marked:
        return Quoted(marked, True, [])
    whole = _whole(passages)
    return Quoted([(whole, None)] if whole else [], False, [])


def attribution(made: Passage) -> int:
    """Return where the quoted words of a paragraph end: before the attribution, a mark, a name in brackets."""
    text = made.leaf.text
    line = max(text.rfind("\n"), text.rfind("\x0b")) + 1
    if _ATTRIBUTION.match(text, line):
        return line
    end = len(text.rstrip())
    while True:
        stripped = len(text[:end].rstrip(_STOPS))
        last = made.between(max(0, stripped - 400), stripped)
        if last and last[-1].pointer.to == stripped and _stands_apart(made, last[-1]):
            end = last[-1].pointer.at
            continue
        bracket = _BRACKET.search(text, max(0, stripped - 84), stripped)
        if bracket and _names_source(made, bracket.start(), stripped):
            end = bracket.start()
            continue
        named = _NAMED.search(text, max(0, stripped - 90), stripped)
        return named.start() + 1 if named else end


def _stands_apart(made: Passage, one: Cited) -> bool:
    """Whether a citation at the end is no part of the quoted words.

    A mark never is; a short label is not behind a full stop, nor alone on the last line.
    """
    if not one.pointer.labelled:
        return True
    before = made.leaf.text[: one.pointer.at].rstrip(" \t")
    label = made.leaf.text[one.pointer.at : one.pointer.to]
    words = before.rstrip()
    goes_on = any(other.pointer.to == len(words) for other in made.cited)  # labels that are the quotation itself
    behind = words[-1:] in _ENDS or (before[-1:] in ("\n", "\x0b") and not goes_on)
    return bool(words) and behind and len(label.split()) <= _SHORT


def _only_names(made: Passage) -> bool:
    """Whether a paragraph of a block quote is one short link and nothing else: it says who is quoted."""
    if len(made.cited) != 1:
        return False
    pointer = made.cited[0].pointer
    rest = made.leaf.text[: pointer.at] + made.leaf.text[pointer.to :]
    return not rest.strip(_STOPS) and len(made.leaf.text.split()) <= _SHORT


def _names_source(made: Passage, at: int, to: int) -> bool:
    """Whether a bracket at the end says who is quoted: it holds a citation, or follows one."""
    if made.between(at, to):
        return True
    before = len(made.leaf.text[:at].rstrip(_STOPS))
    return any(one.pointer.to == before for one in made.between(max(0, before - 2000), before))


def _labels(passages: list[Passage]) -> tuple[list[tuple[Excerpt, Cited | None]], list[Cited]]:
    found: list[tuple[Excerpt, Cited | None]] = []
    going_on: list[Cited] = []
    covered = total = 0
    for made in passages:
        text = made.leaf.text
        cut = attribution(made)
        total += len("".join(text[:cut].split()))
        run: list[Cited] = []
        for one in made.between(0, cut):
            pointer = one.pointer
            if not pointer.labelled or pointer.to > cut or pointer.kind in ("bare", "autolink"):
                continue
            covered += len("".join(text[pointer.at : pointer.to].split()))
            if run and run[0].uri == one.uri and not text[run[-1].pointer.to : pointer.at].strip():
                going_on.append(one)
            else:
                if run:
                    found.append(_label(made, run))
                run = []
            run.append(one)
        if run:
            found.append(_label(made, run))
    if not found or covered * 10 < _COVER * total:
        return [], []
    return found, going_on


def _label(made: Passage, run: list[Cited]) -> tuple[Excerpt, Cited]:
    read = made.excerpt(run[0].pointer.at, run[-1].pointer.to, "block_quote")
    place = made.lines.place(run[0].pointer.start, run[-1].pointer.end)
    return Excerpt(_unmarked(read.text), "block_quote", read.flattened, None, None, None, place), run[0]


def _marked(passages: list[Passage]) -> list[tuple[Excerpt, Cited | None]]:
    found: list[tuple[Excerpt, Cited | None]] = []
    for made in passages:
        known = [(run.at, run.to) for run in made.runs]
        known += [(one.pointer.at, one.pointer.to) for one in made.cited]
        rest = hide(made.leaf.text, merged([*known, *made.drops]))[: attribution(made)].replace(HIDDEN, " ")
        if _BLANK.fullmatch(rest) is None:
            return []
        found += [(made.excerpt(run.inner, run.outer, "block_quote", run.at), None) for run in made.runs]
    return [pair for pair in found if pair[0].text]


def _whole(passages: list[Passage]) -> Excerpt | None:
    texts: list[str] = []
    flattened = False
    item = 0
    first: tuple[Passage, int, int] | None = None
    for number, made in enumerate(passages):
        if number and _only_names(made):
            continue
        to = attribution(made) if number == len(passages) - 1 else len(made.leaf.text)
        at = _title(made.leaf.text) if number == 0 else 0
        while at < to and made.leaf.text[at].isspace():
            at += 1
        read = made.excerpt(at, to, "block_quote") if to > at else None
        if read is not None and read.text:
            if texts:
                texts.append(_joint(texts[-1], read.text, items=made.leaf.item != item))
            item = made.leaf.item
            texts.append(read.text)
            flattened = flattened or read.flattened
            first = first or (made, at, to)
    if first is None:
        return None
    words = _unmarked("".join(texts))
    if not any(character.isalnum() for character in words):
        return None
    return Excerpt(words, "block_quote", flattened, None, None, None, first[0].place(first[1], first[2]))


def _joint(before: str, after: str, *, items: bool) -> str:
    """Return what stands between two paragraphs of a quote.

    Items of a list that end without a stop are quoted without the source's own, whatever it is: they are
    parts of the quote in order, unless one is too short to be told from a chance.
    """
    stopped = before[-1:] in _ENDS or before[-1:] in _STOPS
    whole = min(len(before.split()), len(after.split())) >= _ITEM
    return " … " if items and not stopped and whole else " "


def _title(text: str) -> int:
    """Return where the words of a callout begin: behind `[!quote]` and the title on its line."""
    callout = _CALLOUT.match(text)
    if callout is None:
        return 0
    line = re.search(r"[\n\x0b]", text[callout.end() :])
    return callout.end() + line.end() if line else callout.end()


def _unmarked(text: str) -> str:
    """Return a quote without the marks around the whole of it."""
    if len(text) > 2 and text[0] in _MARKS and text[-1] in _MARKS[text[0]]:
        inner = text[1:-1]
        if text[0] not in inner and text[-1] not in inner:
            return inner.strip()
    return text
