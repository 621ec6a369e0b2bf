"""What reading a report can find."""

from __future__ import annotations

from gnut.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "GN101",
        "broken_citation",
        "reason",
        "The citation points to nothing in the report",
        "add the entry, footnote or key that it names, or remove it",
    ),
    Rule(
        "GN102",
        "self_citation",
        "reason",
        "The report cites itself",
        "cite the source that the statement comes from",
    ),
    Rule(
        "GN103",
        "unresolvable_source",
        "reason",
        "The source has a locator but no address",
        "add an address that others can open, or waive it with the reason why there is none",
    ),
    Rule(
        "GN104",
        "unsourced_quotation",
        "finding",
        "A quotation has no citation in its paragraph",
        "cite where the words come from, in the same paragraph",
    ),
    Rule(
        "GN105",
        "unclosed_fence",
        "finding",
        "A code fence is never closed",
        "close the fence: what follows it was read as prose",
    ),
    Rule(
        "GN106",
        "unclosed_front_matter",
        "finding",
        "The front matter is never closed",
        "end the front matter with a line of three hyphens",
    ),
    Rule(
        "GN107",
        "invalid_utf8",
        "finding",
        "Some bytes of the report are not UTF-8",
        "save the report as UTF-8",
    ),
    Rule(
        "GN108",
        "bad_waiver",
        "finding",
        "A waiver lacks its code or its reason, or waives nothing",
        "write it as <!-- gnut: waive GN305 reason -->, in the paragraph it is about",
    ),
    Rule(
        "GN109",
        "bad_marker",
        "finding",
        "A marker comment is not understood, or belongs to no citation",
        "look at its spelling; put one about a source right after its link, with nothing but blanks and one "
        "punctuation mark between",
    ),
    Rule(
        "GN110",
        "unclosed_container",
        "finding",
        "A container that sets text aside is never closed",
        "close the container",
    ),
    Rule(
        "GN111",
        "short_quotation",
        "finding",
        "A quotation of few words was not sought: no citation stands right behind it",
        "put the citation right behind the quotation, or quote four words or more",
    ),
)
