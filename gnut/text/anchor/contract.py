"""What is sought in a text, and what was found."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from gnut.model import Span


class Outcome(Enum):
    """Whether an excerpt stands in a text. Presence is not support."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not_found"


class Level(Enum):
    """Rung of the ladder that decided, from the strictest to the loosest."""

    EXACT = "exact"
    WHITE_SPACE = "white_space"
    TYPOGRAPHY = "typography"
    LINE_END_HYPHENS = "line_end_hyphens"
    HYPHEN_BLIND = "hyphen_blind"
    BLANK_BLIND = "blank_blind"
    REFERENCE_MARKS = "reference_marks"
    ELLIPSIS = "ellipsis"
    PAGE_BREAK = "page_break"


class Wanted(Struct, frozen=True, forbid_unknown_fields=True):
    """An excerpt to seek."""

    text: str
    range_end: str | None = None
    """Last term of a range: from the first `text` to the first later `range_end`, any gap."""

    prefix: str | None = None
    suffix: str | None = None
    within: Span | None = None
    """Locator, as a range of the text; prefers an occurrence inside it."""


class Alteration(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the excerpt says otherwise than the passage."""

    kind: str
    """`number | sign | unit | magnitude | negation | word_changed | word_added | word_lost | words_swapped | letters |
    punctuation | left_out` (what an ellipsis may not stand for)"""

    excerpt: str
    """What the excerpt has; empty when it lacks it."""

    source: str
    """What the passage has; empty when it lacks it."""


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """Where an excerpt stands, how exactly, or what stands there instead."""

    outcome: Outcome
    method: str | None
    """`exact | normalised` when found, `fuzzy` when a passage was located, None otherwise."""

    level: Level | None
    parts: tuple[Span, ...]
    """Found: the passage, one span a part (ellipsis, range, page break). Else the nearest passage, or empty."""

    occurrences: int
    """How often it stands in the text; 0 unless found."""

    alterations: tuple[Alteration, ...]
    notes: tuple[str, ...]
    """`crosses_block`, `spaces_ignored`, `page_break_crossed`, `truncated_before_qualifier`, `bad_text_layer`,
    `zero_width`, `bidi`, `look_alike`, `range`, `gave_up`, `equally_near`, `elision_order`, `elision_gap`,
    `elision_parts`, sorted."""

    longest_run: Span | None
    """Not found: the longest run of the excerpt's words that does stand in the text, in the text."""

    stops_at: str | None
    """Not found: the excerpt's words after that run, at most 80 characters."""
