"""What acquiring a source can find."""

from __future__ import annotations

from gnut.findings.rule import Rule

RULES: tuple[Rule, ...] = (
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
        "GN207",
        "redirected_home",
        "mark",
        "The site's front page was served in place of the page",
        "find where the page went, or cite an archived copy of it",
    ),
    Rule(
        "GN208",
        "archive_copy",
        "mark",
        "A web archive served the source in place of its own site",
        "cite the archived copy by its own address, with its date",
    ),
    Rule(
        "GN209",
        "same_page",
        "mark",
        "Two cited addresses lead to the same page",
        "cite the page by one address, and count it as one source",
    ),
    Rule(
        "GN210",
        "text_in_doubt",
        "mark",
        "Whether a reader sees all words of the source is in doubt",
        "open the source and look for the words",
    ),
)
