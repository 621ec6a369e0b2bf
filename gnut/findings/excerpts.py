"""What seeking an excerpt can find."""

from __future__ import annotations

from gnut.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "GN301",
        "excerpt_not_found",
        "reason",
        "The excerpt does not stand in the source",
        "quote what the source says, word for word, or cite the source that says this",
    ),
    Rule(
        "GN302",
        "excerpt_altered",
        "reason",
        "The source says it in other words or numbers",
        "quote the source's own words and numbers, or take the quotation marks away and say it is yours",
    ),
    Rule(
        "GN303",
        "wrong_source",
        "reason",
        "The excerpt stands in another cited source",
        "cite the source that holds the words",
    ),
    Rule(
        "GN304",
        "ambiguous",
        "reason",
        "A passage was located that the rules cannot judge",
        "compare the passage with the excerpt by eye; a better copy of the source may settle it",
    ),
    Rule(
        "GN305",
        "no_excerpt",
        "reason",
        "The citation declares no excerpt to check",
        'quote the words that carry the statement, or add <!-- gnut: quote="…" --> after the link',
    ),
    Rule(
        "GN306",
        "locator_only",
        "reason",
        "The citation gives a locator and no excerpt",
        "quote the words that stand at that place",
    ),
    Rule(
        "GN307",
        "locator_mismatch",
        "reason",
        "The excerpt stands outside the cited place",
        "correct the page, line or section that the citation names",
    ),
    Rule(
        "GN308",
        "too_short",
        "reason",
        "The excerpt is too short to be evidence",
        "quote more of the sentence",
    ),
    Rule(
        "GN309",
        "found_hidden_only",
        "reason",
        "The excerpt stands only in text that readers cannot see",
        "cite a page on which the words can be read",
    ),
    Rule(
        "GN310",
        "short_excerpt",
        "mark",
        "The excerpt is short, and stands once",
        "quote more of the sentence, so that the passage cannot be mistaken",
    ),
    Rule(
        "GN311",
        "truncated_before_qualifier",
        "mark",
        "The excerpt stops before a qualifier",
        "quote on to the end of the qualification",
    ),
    Rule(
        "GN312",
        "crosses_block",
        "mark",
        "The excerpt joins separate blocks of the source",
        "quote each block on its own, or put … between them",
    ),
    Rule(
        "GN313",
        "zero_width",
        "mark",
        "Zero-width characters stand inside the words",
        "remove the invisible characters",
    ),
    Rule(
        "GN314",
        "bidi",
        "mark",
        "Characters that reorder text stand inside the words",
        "remove the reordering characters",
    ),
    Rule(
        "GN315",
        "look_alike",
        "mark",
        "Letters of another script stand in for similar ones",
        "write the word in one script",
    ),
    Rule(
        "GN316",
        "spaces_ignored",
        "mark",
        "The excerpt stands only when blanks are left out of account",
        "compare the words with the page: its text layer parts or joins them otherwise",
    ),
)
