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
)
