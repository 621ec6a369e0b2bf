"""Every finding gnut can make: its stable code, its name, where it comes from, and what to do.

Codes are never reused. The page of each stands in `pages/` and is what `gnut rule CODE` prints.
"""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """A finding's code and what it is about."""

    code: str
    name: str
    source: str
    """`reason` of a row, `finding` on a row or a report, `mark` on a row, or `store` for what fsck names."""

    title: str
    """One imperative-free sentence, without a final full stop."""

    help: str
    """What to do about it, in the imperative, without a final full stop."""


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
        "A marker comment belongs to no citation",
        "put the comment right after its link, with nothing but blanks and one punctuation mark between",
    ),
    Rule(
        "GN110",
        "unclosed_container",
        "finding",
        "A container that sets text aside is never closed",
        "close the container",
    ),
    Rule(
        "GN201",
        "source_unavailable",
        "reason",
        "The source could not be had",
        "take a copy: open the page in a browser, save it, and run gnut acquire --saved URL=FILE",
    ),
    Rule(
        "GN202",
        "evidence_window_incomplete",
        "reason",
        "The excerpt is absent from an incomplete capture",
        "bring a whole copy with gnut acquire --saved URL=FILE, or look the words up by hand",
    ),
    Rule(
        "GN203",
        "redirected",
        "mark",
        "The source was served from another address",
        "cite the address that the source has now",
    ),
    Rule(
        "GN204",
        "supplied",
        "mark",
        "The source is a copy that a user supplied",
        "compare the copy with the source when it can be reached",
    ),
    Rule(
        "GN205",
        "capture_date_differs",
        "mark",
        "The archive served a capture of another date",
        "cite the capture that was served, or find one of the right date",
    ),
    Rule(
        "GN206",
        "charset_guessed",
        "mark",
        "The source's character set was guessed",
        "read the passage in the source when names or signs look wrong",
    ),
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
        "GN401",
        "number_not_in_source",
        "mark",
        "A number of the sentence does not stand in its source",
        "check the number against the source; say so when it is a calculation of yours",
    ),
    Rule(
        "GN402",
        "numeric",
        "reason",
        "A figure stands without a citation",
        "cite where the figure comes from, or mark the sentence as your own analysis",
    ),
    Rule(
        "GN801",
        "file_damaged",
        "store",
        "A file of the store's own is not as it was written",
        "run gnut init again for the git files; take format and config from the last good commit",
    ),
    Rule(
        "GN802",
        "pack_damaged",
        "store",
        "A pack is not the bytes that its name says",
        "restore the pack from git or from another clone; nothing else of the store is affected",
    ),
    Rule(
        "GN803",
        "pack_missing",
        "store",
        "A pack that was written is not there",
        "restore the pack from git or from another clone",
    ),
    Rule(
        "GN804",
        "object_damaged",
        "store",
        "A record does not give the bytes of its id",
        "restore its pack from git or from another clone",
    ),
    Rule(
        "GN805",
        "object_missing",
        "store",
        "An object that something names is in no pack",
        "restore the pack that held it, or acquire the source again",
    ),
    Rule(
        "GN806",
        "entry_damaged",
        "store",
        "An entry of a ref is not an empty file",
        "remove what stands there and take the entry from git",
    ),
    Rule(
        "GN807",
        "entry_missing",
        "store",
        "An entry of a ref that was written is not there",
        "take the entry from git or from another clone",
    ),
    Rule(
        "GN808",
        "not_canonical",
        "store",
        "A stored JSON object is not in its one canonical form",
        "restore its pack; a writer other than gnut made this one",
    ),
    Rule(
        "GN809",
        "stray_file",
        "store",
        "Something lies in the store that no store writes",
        "look at it, and remove it if nobody needs it",
    ),
)

BY_CODE = {rule.code: rule for rule in RULES}
BY_NAME = {rule.name: rule for rule in RULES}
