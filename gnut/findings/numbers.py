"""What comparing numbers can find."""

from __future__ import annotations

from gnut.findings.rule import Rule

RULES: tuple[Rule, ...] = (
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
)
