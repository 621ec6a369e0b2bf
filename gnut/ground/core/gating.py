"""Which findings of a manifest fail it as a gate."""

from __future__ import annotations

from gnut.ground.contract import ABORTED, MUST_FIX, NOT_VERIFIED, SHOULD_FIX, Manifest

LEVELS = {
    "must-fix": frozenset((MUST_FIX,)),
    "should-fix": frozenset((MUST_FIX, SHOULD_FIX)),
    "not-verified": frozenset((MUST_FIX, SHOULD_FIX, NOT_VERIFIED)),
}
"""Level → statuses of findings that fail."""


def fails(manifest: Manifest, level: str) -> bool:
    """Return whether a manifest fails at one of `LEVELS`."""
    if manifest.status == ABORTED:
        return True  # Findings of an assessment that was not ended say nothing at any level.
    return any(finding.status in LEVELS[level] for finding in manifest.findings)
