"""Say why an excerpt is not there: what stands in its place, or how far it does stand."""

from __future__ import annotations

import re

from gnut.model import Span
from gnut.text.anchor.budget import Budget
from gnut.text.anchor.contract import Alteration, Anchor, Outcome
from gnut.text.anchor.edges import bounded
from gnut.text.anchor.elision import MOST_PARTS, elided, parted
from gnut.text.anchor.judge import Judgement, judge
from gnut.text.anchor.ladder import climb
from gnut.text.anchor.lexicon import MAGNITUDES, UNITS
from gnut.text.anchor.locate import Passage, locate
from gnut.text.anchor.marks import joined, marks_of, unmarked
from gnut.text.anchor.places import EFFORT, Search
from gnut.text.anchor.side import Side
from gnut.text.fold import FoldedText, folded
from gnut.text.spans import Form
from gnut.text.words import Token, is_digit, tokens

STOP = 80
"""Characters of `stops_at`."""

MOST = 40_000
"""Characters of an excerpt that is explained by the nearest passage; a longer one is no quotation."""

_MOST_WORDS = 1_000
_LEAST_RUN = 3
"""Words that make a run; one or two stand in any text."""


def explain(source: FoldedText, excerpt: str, budget: Budget) -> Anchor:
    """Return the anchor of an excerpt that no rung of the ladder holds."""
    if len(parted(excerpt)) > 1:
        return _explain_parts(source, excerpt, budget)
    return _explain_whole(source, excerpt, budget)


def _explain_parts(source: FoldedText, excerpt: str, budget: Budget) -> Anchor:
    """Return what became of an excerpt with ellipses: order, gap, what it hides, or its worst part."""
    if len(parted(excerpt)) > MOST_PARTS:
        return _absent(("elision_parts",), None, None)
    result = elided(source, excerpt)
    if result is not None and result.left_out:
        # What was left out belongs to the passage that is shown.
        whole = Span(result.parts[0].start, result.parts[-1].end)
        return _located((whole,), result.left_out, ())
    if result is not None and result.why is not None:
        return _absent((result.why,), None, None)
    missing = [part for part in parted(excerpt) if climb(Search(source, EFFORT // 10), part) is None]
    if not missing:
        return _explain_whole(source, excerpt, budget)
    answers = [_explain_whole(source, part, budget) for part in missing]
    for answer in answers:
        if answer.outcome is Outcome.NOT_FOUND:
            return answer
    return _located(
        tuple(span for answer in answers for span in answer.parts),
        tuple(item for answer in answers for item in answer.alterations),
        tuple(note for answer in answers for note in answer.notes),
    )


def _explain_whole(source: FoldedText, excerpt: str, budget: Budget) -> Anchor:
    quote = FoldedText(excerpt.strip())
    # An excerpt that keeps reference marks is judged by them too.
    form = joined if marks_of(quote.joined.text) else unmarked
    ours, theirs = Side(form(quote), quote.text), Side(form(source), source.text)
    words = tokens(ours.form.text)
    if not words or not theirs.form.text:
        return _absent((), None, None)
    if len(ours.form.text) > MOST:
        return _absent((), *longest_run(theirs.form, ours, words[:_MOST_WORDS]))
    seen = locate(theirs.form.text, ours.form.text.strip(), budget)
    if seen.passage is not None:
        span = theirs.form.origin(seen.passage.start, seen.passage.end)
        if seen.rivals:
            return _located((span,), (), ("equally_near",))
        judgement = judge(ours, theirs, seen.passage.pairs)
        if not judgement.alterations and not judgement.notes:
            judgement = Judgement(_cut(theirs, seen.passage, span, words) or _otherwise(quote, theirs, span), ())
        return _located((span,), judgement.alterations, judgement.notes)
    if seen.gave_up:
        return _located((), (), ("gave_up",))
    return _absent((), *longest_run(theirs.form, ours, words[:_MOST_WORDS]))


def _located(parts: tuple[Span, ...], alterations: tuple[Alteration, ...], notes: tuple[str, ...]) -> Anchor:
    method = "fuzzy" if parts else None
    return Anchor(Outcome.AMBIGUOUS, method, None, parts, 0, alterations, tuple(sorted(set(notes))), None, None)


def _absent(notes: tuple[str, ...], run: Span | None, stop: str | None) -> Anchor:
    return Anchor(Outcome.NOT_FOUND, None, None, (), 0, (), notes, run, stop)


def _cut(theirs: Side, passage: Passage, span: Span, words: list[Token]) -> tuple[Alteration, ...]:
    """Return what the excerpt cuts: the same words, but the first or last is only a piece of the source's."""
    text = theirs.text
    if bounded(text, span.start, span.end):
        return ()
    found = []
    left = re.search(r"\S*$", text[max(0, span.start - 40) : span.start])
    right = re.match(r"\S*(?:\s+\S+)?", text[span.end : span.end + 60])
    if left and left[0]:
        found.append(_piece(words[0].text, left[0] + words[0].text, left[0]))
    if right and right[0]:
        found.append(_piece(words[-1].text, words[-1].text + right[0], right[0]))
    return tuple(item for item in found if item is not None)


def _otherwise(quote: FoldedText, theirs: Side, span: Span) -> tuple[Alteration, ...]:
    """Return the whole as a difference of signs, when the words are the same and no rule says why they do not stand."""
    passage = " ".join(theirs.text[span.start : span.end].split())
    if folded(quote.text).split() == folded(passage).split():
        return ()
    return (Alteration("punctuation", quote.text[:STOP], passage[:STOP]),)


def _piece(mine: str, other: str, more: str) -> Alteration | None:
    """Return the alteration of an outer word that goes on by `more` in the source."""
    word = re.sub(r"\W", "", more.lower())
    if MAGNITUDES.fullmatch(word):
        return Alteration("magnitude", mine, other)
    if word in UNITS or re.fullmatch(r"[%‰°$£€¥\s]+", more):
        return Alteration("unit", mine, other)
    if re.fullmatch(r"[-+±∓−()\s]+", more) and any(map(is_digit, mine)):
        return Alteration("sign", mine, other)
    if any(map(is_digit, more)) or any(map(is_digit, mine)):
        return Alteration("number", mine, other)
    return Alteration("word_changed", mine, other)


def longest_run(form: Form, ours: Side, words: list[Token]) -> tuple[Span | None, str | None]:
    """Return the longest run of at least three words of an excerpt in `form`, and its own words after that run.

    A run of three holds a pair that starts at an even word: only those are looked up, and
    those that stand are grown word by word.
    """
    text, wanted = form.text, ours.form.text
    best, at = (0, 0), -1
    first = 0
    while first + 1 < len(words):
        here = text.find(wanted[words[first].start : words[first + 1].end])
        if here < 0:
            first += 2
            continue
        start, end, here = _grown(text, wanted, words, first, here)
        if end - start > best[1] - best[0]:
            best, at = (start, end), here
        first = max(first + 2, end - 1)
    if best[1] - best[0] < _LEAST_RUN:
        return None, None
    run = wanted[words[best[0]].start : words[best[1] - 1].end]
    last = words[best[1] - 1]
    rest = " ".join(ours.text[ours.form.origin(last.start, last.end).end :].split())[:STOP]
    return form.origin(at, at + len(run)), rest or None


def _grown(text: str, wanted: str, words: list[Token], first: int, at: int) -> tuple[int, int, int]:
    """Return the run around the pair at `first`, grown to the right and then to the left, and where it stands."""
    start, end = first, first + 2
    while end < len(words) and (here := text.find(wanted[words[start].start : words[end].end])) >= 0:
        end, at = end + 1, here
    while start and (here := text.find(wanted[words[start - 1].start : words[end - 1].end])) >= 0:
        start, at = start - 1, here
    return start, end, at
