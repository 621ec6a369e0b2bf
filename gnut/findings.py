"""Every finding gnut can make: its stable code, its name, and where it comes from.

Codes are never reused. The page of each stands in docs/findings/ and in `gnut rule CODE`.
"""

from __future__ import annotations

from msgspec import Struct


class Rule(Struct, frozen=True):
    """A finding's code and what it is about."""

    code: str
    name: str
    source: str
    """`reason` of a row, `finding` on a row or a report, or `mark` on a row."""

    title: str
    """One imperative-free sentence, without a final full stop."""


RULES: tuple[Rule, ...] = (
    Rule("GN101", "broken_citation", "reason", "The citation points to nothing in the report"),
    Rule("GN102", "self_citation", "reason", "The report cites itself"),
    Rule("GN103", "unresolvable_source", "reason", "The source has a locator but no address"),
    Rule("GN104", "unsourced_quotation", "finding", "A quotation has no citation in its paragraph"),
    Rule("GN105", "unclosed_fence", "finding", "A code fence is never closed"),
    Rule("GN106", "unclosed_front_matter", "finding", "The front matter is never closed"),
    Rule("GN107", "invalid_utf8", "finding", "Some bytes of the report are not UTF-8"),
    Rule("GN108", "bad_waiver", "finding", "A waiver lacks its code or its reason, or waives nothing"),
    Rule("GN201", "source_unavailable", "reason", "The source could not be had"),
    Rule("GN202", "evidence_window_incomplete", "reason", "The excerpt is absent from an incomplete capture"),
    Rule("GN203", "redirected", "mark", "The source was served from another address"),
    Rule("GN204", "supplied", "mark", "The source is a copy that a user supplied"),
    Rule("GN205", "capture_date_differs", "mark", "The archive served a capture of another date"),
    Rule("GN206", "charset_guessed", "mark", "The source's character set was guessed"),
    Rule("GN301", "excerpt_not_found", "reason", "The excerpt does not stand in the source"),
    Rule("GN302", "excerpt_altered", "reason", "The source says it in other words or numbers"),
    Rule("GN303", "wrong_source", "reason", "The excerpt stands in another cited source"),
    Rule("GN304", "ambiguous", "reason", "A passage was located that the rules cannot judge"),
    Rule("GN305", "no_excerpt", "reason", "The citation declares no excerpt to check"),
    Rule("GN306", "locator_only", "reason", "The citation gives a locator and no excerpt"),
    Rule("GN307", "locator_mismatch", "reason", "The excerpt stands outside the cited place"),
    Rule("GN308", "too_short", "reason", "The excerpt is too short to be evidence"),
    Rule("GN309", "found_hidden_only", "reason", "The excerpt stands only in text that readers cannot see"),
    Rule("GN310", "short_excerpt", "mark", "The excerpt is short, and stands once"),
    Rule("GN311", "truncated_before_qualifier", "mark", "The excerpt stops before a qualifier"),
    Rule("GN312", "crosses_block", "mark", "The excerpt joins separate blocks of the source"),
    Rule("GN313", "zero_width", "mark", "Zero-width characters stand inside the words"),
    Rule("GN314", "bidi", "mark", "Characters that reorder text stand inside the words"),
    Rule("GN315", "look_alike", "mark", "Letters of another script stand in for similar ones"),
    Rule("GN401", "number_not_in_source", "mark", "A number of the sentence does not stand in its source"),
    Rule("GN402", "numeric", "reason", "A figure stands without a citation"),
)

BY_CODE = {rule.code: rule for rule in RULES}
BY_NAME = {rule.name: rule for rule in RULES}
