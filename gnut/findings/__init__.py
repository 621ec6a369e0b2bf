"""Every finding gnut can make: its stable code, its name, where it comes from, and what to do.

Codes are never reused. The page of each stands in `pages/` and is what `gnut rule CODE` prints.
"""

from __future__ import annotations

from gnut.findings import arena, calculations, excerpts, numbers, reports, sources, stores, support
from gnut.findings.rule import Rule

RULES: tuple[Rule, ...] = (
    *reports.RULES,
    *sources.RULES,
    *excerpts.RULES,
    *numbers.RULES,
    *support.RULES,
    *calculations.RULES,
    *arena.RULES,
    *stores.RULES,
)

BY_CODE = {rule.code: rule for rule in RULES}
BY_NAME = {rule.name: rule for rule in RULES}

__all__ = ["BY_CODE", "BY_NAME", "RULES", "Rule"]
