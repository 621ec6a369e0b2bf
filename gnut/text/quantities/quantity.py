"""What a text says of how much, when or which: one value, its unit, and how it was written."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from gnut.model import Span
from gnut.text.quantities.numerals import EXACT

KINDS = ("number", "percent", "points", "money", "measure", "multiple", "year", "date", "time", "identifier")
"""What a quantity may be of.

`number` counts things or has no unit; `percent` is a share in hundredths (per mille too), `points` a difference of
two shares (basis points too); `measure` has a unit of a dimension; `multiple` says how many times (`tripled`, `3x`);
`year` is a number that reads as a year; `date`, `time` and `identifier` have names instead of values.
"""

NOTES = (
    *("grouping_vs_decimal", "numeral_ambiguous", "separator_repeated", "grouping_malformed"),
    *("scale_from_header", "scale_from_context", "scale_word_foreign_to_locale"),
    *("digits_of_other_script", "spelled", "ordinal", "in_code", "range_low", "range_high", "bracket_negative"),
    *("minus_in_words", "trailing_minus", "date_order_ambiguous", "coordinate"),
)
"""Closed list of what reading a quantity may note about it; each is explained in docs/quantities.md."""


class Quantity(Struct, frozen=True):
    """One quantity as a text has it."""

    text: str
    """As written, from the sign to the unit, without surrounding blanks."""

    span: Span
    """Code points of the text it was read from."""

    kind: str
    """One of `KINDS`."""

    values: tuple[Decimal, ...]
    """Readings in the base unit, the likeliest first, exact; none for what has names.

    `1,234` is 1234 or 1.234 as long as no locale is known. `30 days` is 2592000 (seconds), `50 bps` 0.5 (points).
    """

    names: tuple[str, ...]
    """Readings of a date (`2023-05-12`, `2023-05`), a time (`12:30`) or an identifier, canonical; else none."""

    unit: str | None
    """Base unit: `%`, `pp`, `x` (a multiple), an ISO 4217 code or a sign that several currencies share, the symbol of
    a dimension's base (`s`, `month`, `m`, `kg`, `K`, `B`, `km/h`, …), `date`, `time` or `identifier`; None for none."""

    dimension: str
    """What may be compared: the kind, for a measure the dimension (`time`, `length`, `speed`, …); months and seconds
    are both of `time` and never equal."""

    measured_in: str | None
    """Unit as written, by its symbol or singular (`day`, `km`, `°C`, `bps`); None when there is none."""

    bare: tuple[Decimal, ...]
    """The readings of the digits alone, with their sign, before scale and unit: `$4.2 million` has 4.2."""

    scale: int
    """Power of ten of the scale word or table head: `$4.2 million` has 6; 0 without one, -1 of per mille."""

    step: Decimal
    """What one in the last digit written is worth, in the base unit: 100000 of `4.2 million`, 86400 of `30 days`;
    0 for what has names and for words."""

    digits: int
    """Significant digits as written; zeros at the end of a whole number count. 0 for what has names and for words."""

    notes: tuple[str, ...]
    """Of `NOTES`, in order of that list."""


def last_digit(quantity: Quantity, reading: int = 0) -> Decimal:
    """Return what one in the last digit written is worth in one of the readings; 0 for words."""
    first, other = abs(quantity.values[0]), abs(quantity.values[reading])
    return quantity.step if first == other or not first else EXACT.divide(EXACT.multiply(quantity.step, other), first)
