"""What a detector of support can find."""

from __future__ import annotations

from gnut.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "GN501",
        "contradicted",
        "support",
        "The detector says that the source contradicts the claim",
        "read the passage and mend the claim, or record why the detector is wrong",
    ),
)
