"""What the classes of claims, and computing declared calculations again, can find."""

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
    Rule(
        "GN603",
        "calculation_without_lineage",
        "calculation",
        "A claim is marked as a calculation and does not say how it was computed",
        "declare the formula and its inputs, or mark the claim as an inference",
    ),
    Rule(
        "GN604",
        "evidence_without_citation",
        "finding",
        "A claim is marked as evidence from outside and cites nothing",
        "cite the source, or mark the claim as your own analysis",
    ),
    Rule(
        "GN605",
        "cited_analysis",
        "finding",
        "A claim is marked as the author's own analysis and cites a source",
        "part what the source says from what you make of it, if a reader could take one for the other",
    ),
)
