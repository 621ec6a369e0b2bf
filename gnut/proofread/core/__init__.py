"""Proofread an answer: its figures by arithmetic, its words by an encoder, the weakest first. No verdict."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal
from typing import Any

import msgspec

from gnut.errors import MalformedReport
from gnut.model import Span
from gnut.proofread.contract import SCHEMA, Anchor, Encoder, Nearest, Proofread, Word
from gnut.proofread.core.closed import members
from gnut.proofread.core.segments import Segment, figures, segments, unsegmented
from gnut.text.normal import normal
from gnut.text.patterns import lazy
from gnut.text.quantities import locales
from gnut_store import canon

MAX_ANCHORS = 2048
MAX_TEXT = 1 << 24
"""Code points of an answer, and of its sources together."""

ADAPTIVE = (Decimal("0.15"), 4)
"""With k=0: this share of the anchors, at most so many, at least one."""

LOW = Decimal("0.75")
"""Below it a word that stands in its source verbatim is said to be scored by its use."""

NO_CONTEXT = "no context supplied; every word will read as unsupported"
UNSEGMENTED = (
    "{0} is largely in an unsegmented script (CJK/Thai); whitespace segmentation does not apply and these marks"
    " should not be relied on"
)
_SIX = Decimal("0.000001")
_EDGE = lazy(r"[^\W_]+(?:['’\-‑_][^\W_]+)*")


def proofread(
    answer: str,
    sources: Sequence[tuple[str, str]],
    *,
    encoder: Encoder,
    k: int = 1,
    locale: str = "und",
    max_anchors: int = MAX_ANCHORS,
) -> Proofread:
    """Return how well sources support each word and figure of an answer, the weakest apart.

    Args:
        answer: What is proofread.
        sources: (id, text) of each source.
        encoder: How words are compared; its id is part of the hash.
        k: How many of the weakest; 0 chooses by the length.
        locale: How figures are written.
        max_anchors: Words and figures beyond which an answer is refused.

    Raises:
        MalformedReport: Too many anchors, a negative k, two sources of one id, or too much text.
        UnknownLocale: No such locale.
    """
    tongue = locales.locale(locale)
    text, texts = normal(answer), [normal(each) for _, each in sources]
    cut = segments(text, tongue)
    marked = [each for each in cut if each.kind != "skipped"]
    _check(k, sources, text, texts, len(marked), max_anchors)
    anchors = _anchors(text, cut, [each for each, _ in sources], texts, encoder, tongue)
    weighed = sorted(
        (each for each in anchors if each.kind != "skipped"),
        key=lambda each: (Decimal(each.support), each.kind != "numeral", each.span.start),
    )
    count = _count(k, len(weighed))
    weakest = tuple(weighed[:count])
    warnings = _warnings(text, sources, texts)
    said = Proofread(
        schema=SCHEMA,
        floor=_mean([Decimal(each.support) for each in weakest]),
        k=count,
        weakest=weakest,
        anchors=anchors,
        n_marked=len(weighed),
        n_numeral=sum(each.kind == "numeral" for each in weighed),
        encoder_id=encoder.id,
        warnings=warnings,
        sha256="",
    )
    return msgspec.structs.replace(said, sha256=_hash(said))


def _check(
    k: int, sources: Sequence[tuple[str, str]], text: str, texts: Sequence[str], marked: int, max_anchors: int
) -> None:
    if k < 0:
        raise MalformedReport(f"k is {k}, expected 0 or more", code="bad_k")
    if len({name for name, _ in sources}) < len(sources):
        raise MalformedReport("two sources have one id", code="duplicate_source")
    if len(text) + sum(map(len, texts)) > MAX_TEXT:
        raise MalformedReport(f"answer and sources have over {MAX_TEXT} characters", code="sources_too_large")
    if marked > max_anchors:
        raise MalformedReport(
            f"the answer has {marked} words and figures, over {max_anchors}", code="too_many_anchors", help="split it"
        )


def _count(k: int, there: int) -> int:
    if k == 0:
        share = (ADAPTIVE[0] * there).to_integral_value(ROUND_CEILING)
        k = max(1, min(ADAPTIVE[1], int(share)))
    return min(k, there)


def _mean(supports: Sequence[Decimal]) -> str:
    if not supports:
        return "1.000000"
    return format((sum(supports, Decimal(0)) / len(supports)).quantize(_SIX), "f")


def _anchors(
    text: str, cut: Sequence[Segment], ids: Sequence[str], texts: Sequence[str], encoder: Encoder, locale: str
) -> tuple[Anchor, ...]:
    words = [each for each in cut if each.kind == "lexical"]
    asked = [Word(each.text, each.span) for each in words]
    found = dict(zip((each.span.start for each in words), encoder.nearest(text, asked, texts), strict=True))
    held = _Figures([(number, each) for number, source in enumerate(texts) for each in figures(source, locale)])
    folded = [source.casefold() for source in texts]
    classes = _classes(texts) if any(members(each.text) for each in words) else {}
    made = []
    for each in cut:
        if each.kind == "numeral":
            made.append(_numeral(each, held, ids))
        elif each.kind == "lexical":
            made.append(_lexical(each, found[each.span.start], ids, texts, folded, classes))
        else:
            made.append(Anchor(each.text, each.span, each.kind, "0.000000", None, None, None, None, each.notes))
    return tuple(made)


class _Figures:
    """The figures of the sources, by their values: an answer has many, and so have they."""

    def __init__(self, held: Sequence[tuple[int, Segment]]) -> None:
        self._held = held
        self._by_value: dict[Decimal, int] = {}
        for at, (_, each) in enumerate(held):
            for value in each.values:
                self._by_value.setdefault(value, at)
        self._sorted = sorted((each.values[0], at) for at, (_, each) in enumerate(held) if each.values)

    def equal(self, one: Segment) -> tuple[int, Segment] | None:
        """Return the first figure that may have the same value."""
        found = [self._by_value[value] for value in one.values if value in self._by_value]
        return self._held[min(found)] if found else None

    def nearest(self, one: Segment) -> tuple[int, Segment] | None:
        """Return the figure at the least relative distance, the first of several; one without a value is far."""
        if not one.values or not self._sorted:
            return self._held[0] if self._held else None
        at = bisect_left(self._sorted, (one.values[0], 0))
        # Of several of one value below, the first in the sources.
        low = bisect_left(self._sorted, (self._sorted[at - 1][0], 0)) if at else 0
        near = {self._sorted[low][1], self._sorted[min(at, len(self._sorted) - 1)][1]}
        return self._held[min(sorted(near), key=lambda index: _distance(one, self._held[index][1]))]


def _numeral(one: Segment, held: _Figures, ids: Sequence[str]) -> Anchor:
    equal = held.equal(one)
    support = "0.000000" if equal is None else "1.000000"
    shown = equal or held.nearest(one)
    if shown is None:
        return Anchor(one.text, one.span, one.kind, support, one.value, None, None, None, one.notes)
    number, figure = shown
    return Anchor(one.text, one.span, one.kind, support, one.value, ids[number], figure.text, figure.span, one.notes)


def _distance(one: Segment, other: Segment) -> Decimal:
    a, b = one.values[0], other.values[0]
    return abs(a - b) / max(abs(a), abs(b), Decimal(1))


def _classes(texts: Sequence[str]) -> dict[tuple[int, int], tuple[int, Span]]:
    """Return the first place of each member of a closed class in the sources."""
    found: dict[tuple[int, int], tuple[int, Span]] = {}
    for number, text in enumerate(texts):
        for match in _EDGE.finditer(text):
            for member in members(match[0]):
                found.setdefault(member, (number, Span(*match.span())))
    return found


def _lexical(
    one: Segment,
    near: Nearest | None,
    ids: Sequence[str],
    texts: Sequence[str],
    folded: Sequence[str],
    classes: dict[tuple[int, int], tuple[int, Span]],
) -> Anchor:
    own, notes = members(one.text), one.notes
    if near is None:
        return Anchor(one.text, one.span, one.kind, "0.000000", None, None, None, None, notes)
    support = min(Decimal(1), max(Decimal(0), Decimal(str(near.support))))
    number, span = near.source, near.span
    if own:
        place = next((classes[member] for member in sorted(own) if member in classes), None)
        ruled = Decimal(0) if place is None else Decimal(1)
        notes = notes if ruled == support else (*notes, "closed_class")
        support = ruled
        number, span = place or (number, span)
    if own or support > 0:
        span = _whole(texts[number], span)
    if support > 0 and _stands(folded[number], one.text.casefold()):
        notes = ("exact_string_in_span", *notes)
    evidence = texts[number][span.start : span.end]
    shown = format(support.quantize(_SIX), "f")
    return Anchor(one.text, one.span, one.kind, shown, None, ids[number], evidence, span, notes)


def _stands(folded: str, word: str) -> bool:
    """Return whether a word stands in a text as a word; a sign of a script without blanks ends wherever it does."""
    at = folded.find(word)
    while at >= 0:
        before, after = folded[max(0, at - 1) : at], folded[at + len(word) : at + len(word) + 1]
        if not (_joins(before) and _joins(word[0])) and not (_joins(after) and _joins(word[-1])):
            return True
        at = folded.find(word, at + 1)
    return False


def _joins(char: str) -> bool:
    """Return whether a sign makes one word with such a sign beside it: of a script that puts blanks between words."""
    return char.isalnum() and not unsegmented(char)


def _whole(text: str, span: Span) -> Span:
    """Return the whole word around a token; a hyphenated one only as far as it was matched."""
    start, end = span.start, span.end
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return Span(start, end)


def _warnings(text: str, sources: Sequence[tuple[str, str]], texts: Sequence[str]) -> tuple[str, ...]:
    found = []
    if not any(texts):
        found.append(NO_CONTEXT)
    if unsegmented(text):
        found.append(UNSEGMENTED.format("answer"))
    found += [
        UNSEGMENTED.format(f"source {name}")
        for (name, _), each in zip(sources, texts, strict=True)
        if unsegmented(each)
    ]
    return tuple(found)


def _hash(said: Proofread) -> str:
    whole: dict[str, Any] = msgspec.to_builtins(said)
    kept = {key: whole[key] for key in ("schema", "encoder_id", "k", "anchors", "warnings")}
    return canon.sha256(canon.encode(kept))


def report(said: Proofread, limit: int | None = None) -> str:
    """Return the weakest anchors for people, a line each."""
    return "\n".join(_line(each) for each in said.weakest[:limit])


def _line(one: Anchor) -> str:
    support = Decimal(one.support)
    where = f"nearest in {one.evidence_id}: '{one.evidence_text}'" if one.evidence_id is not None else "no anchor found"
    verbatim = "exact_string_in_span" in one.notes and support < LOW
    more = " (word is in the span; support scores its use in context)" if verbatim else ""
    return f"{one.text:<14}  support {support:.2f}   {where}{more}"
