"""An answer's words and figures, how well its sources support each, and which are weakest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import Struct

from gnut.model import Span

SCHEMA = "gnut-proofread/v1"

KINDS = ("lexical", "numeral", "skipped")

NOTES = (
    *("stopword", "exact_string_in_span", "numeral_unparsed", "no_alpha", "single_digit"),
    *("grouping_vs_decimal", "numeral_ambiguous", "separator_repeated", "grouping_malformed", "closed_class"),
)
"""Closed list of what an anchor may note."""


class Word(NamedTuple):
    """One word of a text, as an encoder is asked about it."""

    text: str
    span: Span


class Nearest(NamedTuple):
    """The word of the sources that is nearest to one of the answer."""

    support: float
    """From 0 to 1; rounded to six decimals before anything is hashed or printed."""

    source: int
    span: Span


class Encoder(NamedTuple):
    """A way to tell how near words are; what it does inside is its own."""

    id: str
    """Name and exact revision: part of every hash."""

    nearest: Callable[[str, Sequence[Word], Sequence[str]], Sequence[Nearest | None]]
    """(answer, its lexical words, texts of the sources) → one for each word; None when the sources have no word."""


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """One word or figure of the answer."""

    text: str
    span: Span
    kind: str
    """One of `KINDS`."""

    support: str
    """From `0.000000` to `1.000000`."""

    value: str | None
    """Of a figure: its readings in plain digits, joined by ` | `."""

    evidence_id: str | None
    evidence_text: str | None
    evidence_span: Span | None
    notes: tuple[str, ...]


class Proofread(Struct, frozen=True, forbid_unknown_fields=True):
    """What proofreading came to; no verdict, and no threshold."""

    schema: str
    floor: str
    """Mean support of the `k` weakest, six decimals; `1.000000` without any anchor."""

    k: int
    weakest: tuple[Anchor, ...]
    anchors: tuple[Anchor, ...]
    n_marked: int
    n_numeral: int
    encoder_id: str
    warnings: tuple[str, ...]
    sha256: str
    """Of the canonical form of schema, encoder_id, k, anchors and warnings."""
