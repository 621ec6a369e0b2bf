"""What computing declared calculations again can find."""

from __future__ import annotations

from gnut.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "GN601",
        "does_not_recompute",
        "calculation",
        "A declared calculation does not give the figure that the claim states",
        "mend the figure, the formula or its inputs",
    ),
    Rule(
        "GN602",
        "not_recomputable",
        "calculation",
        "A declared calculation cannot be computed again",
        "write the formula with + - * / ^ and named inputs that are numbers",
    ),
)
