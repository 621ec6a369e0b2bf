"""What seeking excerpts in their sources gives."""

from __future__ import annotations

from msgspec import Struct

from gnut.acquire.contract import Acquired
from gnut.ingest.contract import Binding, Citation, Excerpt
from gnut.model import Span, Uri
from gnut.text.anchor.contract import Anchor


class Number(Struct, frozen=True, forbid_unknown_fields=True):
    """What a figure of a sentence comes to, and the nearest one of its source."""

    status: str
    """`contradicted`: the source has figures of its dimension, and not this one; `unsupported`: it has none."""

    value: str
    """Every reading in the base unit, in plain digits, or the name of a date or identifier; joined by ` | `."""

    unit: str | None
    """Base unit of `gnut.text.quantities.quantity.Quantity.unit`; None for none."""

    nearest_value: str | None
    nearest_unit: str | None
    label: str | None
    """What the source says the same figure of, when that is something else (`2022`); else None."""


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """A warning on a row; it never changes the bucket."""

    name: str
    """`number_not_in_source | short_excerpt | truncated_before_qualifier | crosses_block | …`"""

    text: str
    """What it is about, as written (untrusted)."""

    nearest: str | None
    """For a number: the nearest value the source does hold, as written there."""

    at: Span | None
    """Where that stands in the source's text."""

    number: Number | None = None
    """Of `number_not_in_source` alone."""


class Calculation(Struct, frozen=True, forbid_unknown_fields=True):
    """What computing a declared formula again came to."""

    status: str
    """One of `CALCULATIONS`."""

    formula: str
    """As declared (untrusted)."""

    computed: str | None
    """Value of the formula, in decimal digits; None when there is none."""

    stated: str | None
    """Figure of the claim, or of a claim that an input refers to, it was held against, as written."""

    why: str | None
    """Why it does not recompute or cannot be recomputed, one sentence; None when it recomputes."""


CALCULATIONS = ("recomputes", "does_not_recompute", "not_recomputable")


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    """One row to be: an excerpt sought in a source, a citation without one, or a unit that cites nothing."""

    id: str
    """Id of the claim: as declared, else `c1…` for cited or typed claims in reading order, `u1…` for the others."""

    unit: int
    citation: int | None
    """Index into the unit's citations; None for a unit that cites nothing."""

    binding: int | None
    """Index into the unit's bindings; None when the citation declares no excerpt here."""

    acquired: Acquired | None
    """The source, or its absence; None when the citation names none."""

    anchor: Anchor | None
    """None when nothing was matched."""

    hidden: bool
    """Stands only in the source's hidden text."""

    located: bool
    """Inside the citation's locator, or no locator that can be checked."""

    elsewhere: Uri | None
    """Another source of the run that holds the excerpt word for word."""

    marks: tuple[Mark, ...]
    calculation: Calculation | None = None
    """None when the claim declares no calculation lineage."""


class Evidence(Struct, frozen=True, forbid_unknown_fields=True):
    """Every claim of a report, with what was found of it."""

    findings: tuple[Finding, ...]
    """By unit, then citation, then excerpt: reading order of the rows."""


__all__ = ["CALCULATIONS", "Binding", "Calculation", "Citation", "Evidence", "Excerpt", "Finding", "Mark"]
