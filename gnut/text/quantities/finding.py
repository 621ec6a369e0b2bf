"""What became of one quantity of an answer in the sources it is held against."""

from __future__ import annotations

from msgspec import Struct

from gnut.text.quantities.quantity import Quantity

STATUSES = ("supported", "contradicted", "unsupported")
"""`contradicted`: the sources have its dimension, and say otherwise; `unsupported`: they do not say."""

ROUNDINGS = ("within_last_digit", "half_up", "half_even")
"""How a computed value is brought to the digits written; `within_last_digit` takes the rounded or the cut one."""

NOTES = (
    *("unit_or_scale_on_one_side", "unit_or_scale_on_one_side_unconfirmed", "dimension_mismatch"),
    *("derived", "derived_from_sources", "recomputation_mismatch"),
    *("matches_at_declared_precision", "percent_as_fraction", "sign_in_words"),
    *("numeral_ambiguous", "scale_from_header", "spelled", "digits_of_other_script"),
    *("year_not_in_sources", "label_mismatch", "direction_differs", "bound_differs"),
)
"""Closed list; besides these `derived_from:c3,c5` and `rounding:half_up` with what they name."""


class Terms(Struct, frozen=True):
    """By which rules quantities are compared."""

    locale: str = "und"
    units: bool = True
    """False: bare numbers only, as if no unit, scale or kind stood beside them."""

    derive: bool = True
    """Whether a figure that no source has may be computed from figures that they have."""

    rounding: str = "within_last_digit"
    """One of `ROUNDINGS`, for computed values."""

    declared_precision: bool = False
    """Whether every figure is compared at the digits it is written with; with `about` and the like it always is."""

    percent_as_fraction: bool = False
    """Whether 25 % is 0.25."""

    labels: bool = True
    """Whether a figure has to belong to what the answer says it belongs to, where table heads or sentences tell."""


class Place(Struct, frozen=True):
    """A quantity of a source."""

    source: int
    """Index of the source."""

    quantity: Quantity


class Finding(Struct, frozen=True):
    """Whether sources hold one quantity of an answer."""

    quantity: Quantity
    status: str
    """One of `STATUSES`."""

    place: Place | None
    """What it equals, or the nearest of its dimension; None when no source has anything to show."""

    distance: str | None
    """Relative distance |a-b| / max(|a|, |b|, 1) to the nearest, with three decimals; None when it is held."""

    formula: str | None
    """How it was computed, with the values; None when it was not."""

    operands: tuple[int, ...]
    """Indices of the answer's quantities that it was computed from; empty when they are the sources' own."""

    label: str | None
    """What the source ties the figure to when that is another thing (`2022`, `people`); else None."""

    reason: str
    """One sentence for people; untrusted text in it is as written."""

    notes: tuple[str, ...]
