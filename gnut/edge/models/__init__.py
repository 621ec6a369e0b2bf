"""Detectors of support: what a canonical run may ask, and adapters for models that lie in a local folder."""

from __future__ import annotations

from gnut.support.contract import Detect, SupportPolicy


def detect_for(policy: SupportPolicy) -> Detect:
    """Return the detector of a policy that canonical runs admit: `none` or the exact baseline.

    Raises:
        BadConfig: Another detector (`detector_not_admitted`), or another identity under a built-in name
            (`detector_identity_mismatch`).
    """
    from gnut.support.core.detectors import detector

    return detector(policy)
