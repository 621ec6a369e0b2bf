"""Say by rule what an excerpt says otherwise than the passage nearest to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise, zip_longest

from msgspec import Struct

from gnut.text.anchor.align import Pair
from gnut.text.anchor.contract import Alteration
from gnut.text.anchor.disguise import passes_for
from gnut.text.anchor.lexicon import (
    HAN_MAGNITUDES,
    HAN_NUMBERS,
    MAGNITUDES,
    NUMBER_WORDS,
    UNITS,
    is_negation,
    negations,
)
from gnut.text.spans import Form
from gnut.text.words import BAD, CURRENCY, DIGIT, Token, is_bad, tokens

MOST = 20
"""Alterations listed of one passage."""

_DIGITS = re.compile(rf"[{DIGIT}]")
_SIGN = re.compile(r"[-+±∓−]")
_UNIT_SIGNS = re.compile(rf"[{re.escape(CURRENCY)}%‰‱°]")
_BAD_RUN = re.compile(rf"[{BAD}]")


class Judgement(Struct, frozen=True):
    """What differs, and what cannot be told."""

    alterations: tuple[Alteration, ...]
    notes: tuple[str, ...]


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


def judge(ours: Side, theirs: Side, pairs: tuple[Pair, ...]) -> Judgement:
    """Return every alteration of the excerpt, `ours`, against the passage it was laid beside."""
    found: list[Alteration] = []
    notes: set[str] = set()
    for region in _regions(pairs):
        if _is_noise(ours, theirs, region):
            notes.add("bad_text_layer")
            continue
        if _is_parting(region):
            continue
        found.extend(_region(ours, theirs, region, notes))
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


def _is_noise(ours: Side, theirs: Side, region: list[Pair]) -> bool:
    """Return whether the passage only has signs that are no letters where the excerpt has letters."""
    words = theirs.written(pair.source for pair in region if pair.source is not None).lower()
    if not any(map(is_bad, words)):
        return False
    said = ours.written(pair.excerpt for pair in region if pair.excerpt is not None).lower()
    pattern = "".join(r"[^\W\d_]{1,3}" if is_bad(sign) else " ?" if sign == " " else re.escape(sign) for sign in words)
    return re.fullmatch(pattern, said) is not None


def _is_parting(region: list[Pair]) -> bool:
    """Return whether both sides have the same letters, parted otherwise by hyphens, blanks or a line end."""
    mine = [pair.excerpt.text for pair in region if pair.excerpt is not None]
    other = [pair.source.text for pair in region if pair.source is not None]
    if "".join(mine).replace("-", "") != "".join(other).replace("-", ""):
        return False
    return not any(is_negation(word) or _DIGITS.search(word) for word in (*mine, *other))


def _region(ours: Side, theirs: Side, region: list[Pair], notes: set[str]) -> Iterator[Alteration]:
    mine = [pair.excerpt for pair in region if pair.excerpt is not None]
    other = [pair.source for pair in region if pair.source is not None]
    for kind, test in _SPECIAL:
        left, right = [t for t in mine if test(ours, t)], [t for t in other if test(theirs, t)]
        mine, other = [t for t in mine if t not in left], [t for t in other if t not in right]
        for one, two in _unequal(left, right):
            if kind == "negation" and one is None and two is not None:
                one = _affirmed(two, mine)
            elif kind == "negation" and two is None and one is not None:
                two = _affirmed(one, other)
            yield _special(kind, ours, theirs, one, two, notes)
    yield from _words(ours, theirs, mine, other, notes)


def _affirmed(denial: Token, rest: list[Token]) -> Token | None:
    """Take the word out of `rest` that `denial` only adds a "not" to (`did`, `didn't`), if it is there."""
    for token in rest:
        if denial.text.startswith(token.text):
            rest.remove(token)
            return token
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
        kind = _number_kind(one.text, two.text)
    elif kind == "unit" and all(token is None or _multiplies(token) for token in (one, two)):
        kind = "magnitude"
    if one and two and passes_for(one.text, two.text):
        notes.add("look_alike")
    return Alteration(kind, mine, other)


def _number_kind(mine: str, other: str) -> str:
    """Return whether two written numbers differ in digits, sign, or unit."""
    bare = [re.sub(r"\s", "", _UNIT_SIGNS.sub("", _SIGN.sub("", text))) for text in (mine, other)]
    if bare[0] != bare[1]:
        return "number"
    if _SIGN.findall(mine) != _SIGN.findall(other):
        return "sign"
    return "unit" if _UNIT_SIGNS.findall(mine) != _UNIT_SIGNS.findall(other) else "number"


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


def _is_number(side: Side, token: Token) -> bool:
    del side
    return (
        token.kind == "number" or token.text in NUMBER_WORDS | HAN_NUMBERS or re.search(r"\d", token.text) is not None
    )


def _is_denial(side: Side, token: Token) -> bool:
    del side
    return is_negation(token.text) or (token.kind == "sign" and bool(negations(token.text)))


def _is_unit(side: Side, token: Token) -> bool:
    """Return whether `token` says what a number counts, or multiplies it."""
    if token.text in HAN_MAGNITUDES or (len(token.text) > 3 and _multiplies(token)):
        return True
    return (_RAISED.sub("", token.text) in UNITS or _multiplies(token)) and side.counts(token)


def _multiplies(token: Token) -> bool:
    return token.text in HAN_MAGNITUDES or MAGNITUDES.fullmatch(token.text) is not None


_RAISED = re.compile(r"[²³¹⁰⁴-⁹]+$")
_SPECIAL = (("number", _is_number), ("negation", _is_denial), ("unit", _is_unit))


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
