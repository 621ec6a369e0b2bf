"""Detectors of support: what a canonical run may ask, and adapters for models that lie in a local folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnut.support.contract import Detect, SupportPolicy

if TYPE_CHECKING:
    from gnut.edge.models.libraries import Libraries
    from gnut.edge.models.opening import Opened, Setup


def detect_for(policy: SupportPolicy) -> Detect:
    """Return the detector of a policy that canonical runs admit: `none` or the exact baseline.

    Here alone a detector is admitted to a run: what passes this asks no model and loads no library.

    Raises:
        BadConfig: Another detector (`detector_not_admitted`), or another identity under a built-in name
            (`detector_identity_mismatch`).
    """
    from gnut.support.core.detectors import detector

    return detector(policy)


def open_detector(policy: SupportPolicy, setup: Setup, libraries: Libraries | None = None) -> Opened:
    """Return the detector of a policy over a local model: for measuring it, not for canonical runs.

    See `gnut.edge.models.opening.opened` for what is compared and refused.
    """
    from gnut.edge.models.opening import opened

    return opened(policy, setup, libraries)
