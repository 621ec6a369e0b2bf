"""Say by rule what an excerpt says otherwise than the passage nearest to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, zip_longest

from msgspec import Struct

from gnut.text.anchor.align import Pair
from gnut.text.anchor.contract import Alteration
from gnut.text.anchor.disguise import passes_for
from gnut.text.anchor.kinds import SPECIAL, multiplies, number_kind
from gnut.text.anchor.lexicon import is_negation
from gnut.text.anchor.noise import denials_parted, is_noise, is_parting
from gnut.text.anchor.side import Side
from gnut.text.words import Token, is_digit

MOST = 20
"""Alterations listed of one passage."""


class Judgement(Struct, frozen=True):
    """What differs, and what cannot be told."""

    alterations: tuple[Alteration, ...]
    notes: tuple[str, ...]


def judge(ours: Side, theirs: Side, pairs: tuple[Pair, ...]) -> Judgement:
    """Return every alteration of the excerpt, `ours`, against the passage it was laid beside."""
    found: list[Alteration] = []
    notes: set[str] = set()
    for region in _regions(pairs):
        if is_noise(ours, theirs, region):
            notes.add("bad_text_layer")
            continue
        if is_parting(region):
            found.extend(_reordered(ours, theirs, region, "word_changed") if denials_parted(region) else ())
            continue
        found.extend(_region(ours, theirs, region, notes) or _reordered(ours, theirs, region, "words_swapped"))
    found.extend(_brackets(ours, theirs, pairs))
    found = _merged(found)
    found = _swapped(found, ours, theirs, pairs)
    if not found and not notes:
        found.extend(_punctuation(ours, theirs, pairs))
    return Judgement(tuple(found[:MOST]), tuple(sorted(notes)))


def _regions(pairs: tuple[Pair, ...]) -> Iterator[list[Pair]]:
    """Yield the stretches in which no word is the same."""
    region: list[Pair] = []
    for pair in pairs:
        if not pair.same:
            region.append(pair)
        elif region:
            yield region
            region = []
    if region:
        yield region


def _reordered(ours: Side, theirs: Side, region: list[Pair], kind: str) -> list[Alteration]:
    """Return a stretch that has the same letters in another order, or parted otherwise, as a whole."""
    mine = ours.written(pair.excerpt for pair in region if pair.excerpt)
    return [Alteration(kind, mine, theirs.written(pair.source for pair in region if pair.source))]


def _region(ours: Side, theirs: Side, region: list[Pair], notes: set[str]) -> list[Alteration]:
    """Return the alterations of a stretch: what only looks the same, numbers, denials, units, then other words."""
    found: list[Alteration] = []
    mine = [pair.excerpt for pair in region if pair.excerpt is not None]
    other = [pair.source for pair in region if pair.source is not None]
    for pair in region:
        if pair.excerpt and pair.source and pair.excerpt.kind == "word" and _is_twin(pair):
            notes.add("look_alike")
            mine.remove(pair.excerpt)
            other.remove(pair.source)
            found.append(Alteration("letters", ours.written([pair.excerpt]), theirs.written([pair.source])))
    partners = {pair.excerpt: pair.source for pair in region} | {pair.source: pair.excerpt for pair in region}
    for kind, test in SPECIAL:
        left, right = [t for t in mine if test(ours, t)], [t for t in other if test(theirs, t)]
        mine, other = [t for t in mine if t not in left], [t for t in other if t not in right]
        for one, two in _unequal(left, right):
            if one is None and two is not None:
                one = _beside(two, mine, partners)
            elif two is None and one is not None:
                two = _beside(one, other, partners)
            found.append(_special(kind, ours, theirs, one, two, notes))
    return [*found, *_words(ours, theirs, mine, other, notes)]


def _is_twin(pair: Pair) -> bool:
    if pair.excerpt is None or pair.source is None or any(map(is_digit, pair.excerpt.text + pair.source.text)):
        return False
    return passes_for(pair.excerpt.text, pair.source.text)


def _beside(special: Token, rest: list[Token], partners: dict[Token | None, Token | None]) -> Token | None:
    """Take the plain word out of `rest` that stands for `special`: in its place, or affirmed (`did`, `didn't`)."""
    for token in rest:
        if special.text.startswith(token.text) and is_negation(special.text):
            rest.remove(token)
            return token
    partner = partners.get(special)
    if partner is not None and partner in rest:
        rest.remove(partner)
        return partner
    return None


def _unequal(left: list[Token], right: list[Token]) -> Iterator[tuple[Token | None, Token | None]]:
    """Yield the pairs, in order, that remain when what both sides have is taken away."""
    common = Counter(t.text for t in left) & Counter(t.text for t in right)
    rest: list[list[Token]] = []
    for side in (left, right):
        taken = Counter(common)
        kept = []
        for token in side:
            if taken[token.text]:
                taken[token.text] -= 1
            else:
                kept.append(token)
        rest.append(kept)
    yield from zip_longest(*rest)


def _special(kind: str, ours: Side, theirs: Side, one: Token | None, two: Token | None, notes: set[str]) -> Alteration:
    mine = ours.written([one] if one else [])
    other = theirs.written([two] if two else [])
    if kind == "number" and one and two:
        kind = number_kind(one.text, two.text)
    elif kind == "unit" and all(token is None or multiplies(token) for token in (one, two)):
        kind = "magnitude"
    if one and two and passes_for(one.text, two.text):
        notes.add("look_alike")
    return Alteration(kind, mine, other)


def _words(ours: Side, theirs: Side, mine: list[Token], other: list[Token], notes: set[str]) -> Iterator[Alteration]:
    if not mine and not other:
        return
    left, right = ours.written(mine), theirs.written(other)
    if not other:
        yield Alteration("word_added", left, "")
    elif not mine:
        yield Alteration("word_lost", "", right)
    elif passes_for(left.lower(), right.lower()):
        notes.add("look_alike")
        yield Alteration("letters", left, right)
    else:
        yield Alteration("word_changed", left, right)


def _merged(found: list[Alteration]) -> list[Alteration]:
    """Return `found` with a unit that moved into or out of its number ("14.2 pp" for "14.2%") as one."""
    merged: list[Alteration] = []
    for item in found:
        last = merged[-1] if merged else None
        if last and last.kind == item.kind == "unit" and not (item.excerpt and item.source):
            merged[-1] = Alteration(
                "unit", f"{last.excerpt} {item.excerpt}".strip(), f"{last.source} {item.source}".strip()
            )
        else:
            merged.append(item)
    return merged


def _brackets(ours: Side, theirs: Side, pairs: tuple[Pair, ...]) -> Iterator[Alteration]:
    """Yield the numbers that only one side puts in brackets: a loss, as accountants write it."""
    for pair in pairs:
        if pair.excerpt and pair.source and pair.same and pair.excerpt.kind == "number":
            mine, other = ours.around(pair.excerpt), theirs.around(pair.source)
            if (mine == "()") != (other == "()"):
                one, two = ours.written([pair.excerpt]), theirs.written([pair.source])
                yield Alteration("sign", f"({one})" if mine == "()" else one, f"({two})" if other == "()" else two)


def _swapped(found: list[Alteration], ours: Side, theirs: Side, pairs: tuple[Pair, ...]) -> list[Alteration]:
    """Return `found` with words that only changed places as one alteration."""
    plain = [item for item in found if item.kind in ("word_added", "word_lost", "word_changed")]
    mine = Counter(word for item in plain for word in item.excerpt.lower().split())
    other = Counter(word for item in plain for word in item.source.lower().split())
    if not mine or mine != other:
        return found
    spots = [number for number, pair in enumerate(pairs) if not pair.same]
    stretch = pairs[spots[0] : spots[-1] + 1]
    swap = Alteration(
        "words_swapped",
        ours.written(pair.excerpt for pair in stretch if pair.excerpt),
        theirs.written(pair.source for pair in stretch if pair.source),
    )
    return [swap, *(item for item in found if item not in plain)]


def _punctuation(ours: Side, theirs: Side, pairs: tuple[Pair, ...]) -> Iterator[Alteration]:
    """Yield the signs between the same words that differ, with the words around them."""
    for left, right in pairwise(pairs):
        if not (left.excerpt and left.source and right.excerpt and right.source):
            continue
        if ours.gap(left.excerpt, right.excerpt) != theirs.gap(left.source, right.source):
            mine, other = _joined(ours, left.excerpt, right.excerpt), _joined(theirs, left.source, right.source)
            yield Alteration("punctuation", mine, other)


def _joined(side: Side, left: Token, right: Token) -> str:
    return f"{side.written([left])}{side.gap(left, right)}{side.written([right])}"
