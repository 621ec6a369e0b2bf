"""A quantity in the making: what was read around the digits, before ranges and table heads are seen to."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

import msgspec
from msgspec import Struct

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.before import Before
from gnut.text.quantities.behind import Behind
from gnut.text.quantities.calendar import Named
from gnut.text.quantities.coordinates import names_place
from gnut.text.quantities.numerals import EXACT
from gnut.text.quantities.quantity import NOTES, Quantity

_HUNDREDTH = Decimal("0.01")
_TENTH = Decimal("0.1")
_ZERO = Decimal(0)
_SHARES = {
    "percent": ("percent", "%"),
    "mille": ("percent", "%"),
    "points": ("points", "pp"),
    "basis": ("points", "pp"),
}


class Draft(Struct, frozen=True):
    """What was read of one quantity."""

    start: int
    end: int
    first: int
    """Where the digits begin."""

    values: tuple[Decimal, ...]
    places: int
    digits: int
    before: Before
    behind: Behind
    notes: tuple[str, ...] = ()
    in_code: bool = False
    year: bool = False
    per: str | None = None
    """What an amount of money is paid for."""

    named: Named | None = None

    @staticmethod
    def of_name(named: Named) -> Draft:
        """Return the draft of a date, a time or an identifier."""
        return Draft(named.start, named.end, named.start, (), 0, 0, Before(named.start), Behind(named.end), named=named)

    def bare(self, taken: int) -> Draft | None:
        """Return the draft without what stands before its digits, which the figure before took; None if all."""
        if self.first < taken:
            return None
        return msgspec.structs.replace(self, start=self.first, before=Before(self.first))

    def signed(self, text: str) -> Draft:
        """Return the draft with its sign taken from signs, words and brackets around it."""
        values, start, end, notes = self.values, self.start, self.end, self.notes
        bracket, trailing = self.before.bracket, None
        if bracket is not None:
            trailing = _closed(text, end)
        if self.before.negative:
            values = tuple(-value for value in values)
            notes += ("minus_in_words",) if self.before.minus_word else ()
        elif trailing is not None and bracket is not None:
            opens = min(bracket, self.start)
            if self.before.signed or (not self.before.inner and _is_remark(text, opens, trailing)):
                return self
            sure = self.before.currency or self.behind.share or _marked(text[self.first : self.end])
            if self.year or (not sure and len(text[self.first : self.end]) > 3):
                return self
            negative = tuple(-value for value in values)
            values = negative if sure else (*values, *negative)
            notes += ("bracket_negative",)
            if sure:
                start, end = min(bracket, start), trailing
        elif _trails(text, end) and len(text[self.first : end]) > 1 and not self.year:
            values, end, notes = tuple(-value for value in values), end + 1, (*notes, "trailing_minus")
        else:
            return self
        return msgspec.structs.replace(self, values=values, start=start, end=end, notes=notes)


def _is_remark(text: str, start: int, end: int) -> bool:
    """Return whether a figure in brackets is an aside in a sentence, `45 patients (12%)`, and no accountant's loss.

    It stands behind a word that has no figure as its object; in a row of a table a sign, a tab or another figure in
    brackets stands beside it.
    """
    word = _WORD_BEFORE.search(text, max(0, start - _REACH), start)
    if word is None or word["word"].casefold() in _TAKES:
        return False
    return _ROW.match(text, end) is None and "\t" not in text[max(0, start - _REACH) : start]


_REACH = 40
_WORD_BEFORE = lazy(r"(?<![^\W_])(?P<word>[^\W_]{1,24})[%.,;:]?[ \u00a0]\Z")
_TAKES = frozenset(
    """of was were is are to by at from be been loss losses deficit net profit income earnings result total totaled
    totalled growth revenue sales ebit ebitda margin change flow von war betrug um auf de fue del di der verlust
    verluste ergebnis perte pérdida perdita""".split()
)
"""Words that have a figure behind them as their object."""

_ROW = lazy(r"[ \u00a0]*[(\t|]|[ \u00a0]+[-−–$€£\d]")


def _closed(text: str, end: int) -> int | None:
    """Return where a bracket ends that closes right behind the figure; None when none does."""
    return end + 1 if text[end : end + 1] == ")" else None


def _marked(digits: str) -> bool:
    return any(mark in digits for mark in ",.'’ \u00a0\u202f")


def _trails(text: str, end: int) -> bool:
    """Return whether a minus sign closes the figure, as ledgers write it: `150-`; not `the 150- to 200-page`."""
    if text[end : end + 1] not in ("-", "−"):
        return False
    after = text[end + 1 : end + 6]
    if not after.strip():
        return True
    return after[0] in ".,;)\n\t" and (after[0] != "." or not after[1:2].isalnum())


def finished(text: str, draft: Draft) -> Quantity:
    """Return the quantity that a draft comes to."""
    if draft.named is not None:
        return _of_name(text, draft, draft.named)
    behind, before = draft.behind, draft.before
    kind, unit, dimension, measured = _kind(draft)
    bare = draft.values
    plain = behind.end == draft.end and behind.power == 0 and behind.dozens == 1 and behind.unit is None
    if plain and behind.share != "mille" and behind.share != "basis" and not behind.minor:
        values, step = bare, _step(draft.places)
    else:
        values = tuple(_in_base(value, behind) for value in bare)
        step = abs(_in_base(_step(draft.places), behind) - _in_base(_ZERO, behind))
    notes = draft.notes + ((behind.note,) if behind.note else ()) + (("in_code",) if draft.in_code else ())
    if text[draft.end : draft.end + 2] in ("st", "nd", "rd", "th") and kind in ("number", "year"):
        kind, notes = "number", (*notes, "ordinal")
    if kind == "number" and not draft.in_code and not before.currency and names_place(text, draft.first):
        notes += ("coordinate",)
    return Quantity(
        text=text[draft.start : draft.end].strip(),
        span=Span(draft.start, draft.end),
        kind=kind,
        values=values,
        names=(),
        unit=unit,
        dimension=dimension,
        measured_in=measured,
        bare=bare,
        scale=-1 if behind.share == "mille" else behind.power,
        step=step,
        digits=draft.digits,
        notes=tuple(note for note in NOTES if note in notes) if notes else (),
    )


@lru_cache(maxsize=128)
def _step(places: int) -> Decimal:
    """Return what one in the last of so many decimal places is worth."""
    return Decimal(1).scaleb(-places)


def _of_name(text: str, draft: Draft, named: Named) -> Quantity:
    return Quantity(
        text=text[draft.start : draft.end].strip(),
        span=Span(draft.start, draft.end),
        kind=named.kind,
        values=(),
        names=named.names,
        unit=named.unit,
        dimension=named.kind,
        measured_in=None,
        bare=(),
        scale=0,
        step=Decimal(0),
        digits=0,
        notes=named.notes,
    )


def _kind(draft: Draft) -> tuple[str, str | None, str, str | None]:
    """Return kind, base unit, dimension and unit as written."""
    behind, currency = draft.behind, draft.before.currency or draft.behind.currency
    if behind.share is not None:
        kind, unit = _SHARES[behind.share]
        return kind, unit, kind, behind.symbol
    if currency is not None:
        paid = behind.symbol or currency
        return "money", currency, "money", f"{paid}/{draft.per}" if draft.per else paid
    if behind.unit is not None:
        return "measure", behind.unit.base, behind.unit.dimension, behind.unit.symbol
    if draft.year:
        return "year", None, "year", None
    return "number", None, "number", None


def _in_base(value: Decimal, behind: Behind) -> Decimal:
    if behind.power:
        value = value.scaleb(behind.power, EXACT)
    if behind.dozens > 1:
        value = EXACT.multiply(value, Decimal(behind.dozens))
    if behind.share == "mille":
        return EXACT.multiply(value, _TENTH)
    if behind.share == "basis" or behind.minor:
        return EXACT.multiply(value, _HUNDREDTH)
    return value if behind.unit is None else behind.unit.in_base(value)
