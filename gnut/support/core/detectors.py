"""The two detectors that need no model: one abstains, one asks for the claim's own words."""

from __future__ import annotations

from functools import lru_cache

from gnut.errors import BadConfig
from gnut.support.contract import Decision, Detect, Detector, SupportInput, SupportPolicy
from gnut.support.core.policies import NO_CONFIGURATION
from gnut.text.anchor.places import Search
from gnut.text.anchor.unit_case import units_of
from gnut.text.fold import FoldedText, folded

ABSTAINING = Detector("groundnut.none", "none", "1", "gnut", "1", NO_CONFIGURATION)
"""Says nothing of anything."""

EXACT = Detector("groundnut.exact", "normalised_substring", "1", "gnut", "1", NO_CONFIGURATION)
"""Supported only when the claim's own words stand in the source. `package_version` counts the changes of the
normal form (gnut.text.fold), not the releases of gnut, which a run's manifest names."""

KEPT = 128
"""Folded sources that the baseline keeps at a time; a report has about 50."""


def detector(policy: SupportPolicy) -> Detect:
    """Return the built-in detector that a policy names.

    Raises:
        BadConfig: The policy names a built-in adapter with another identity than the one built in
            (`detector_identity_mismatch`), or an adapter that is none of them (`detector_not_admitted`).
    """
    for identity, made in ((ABSTAINING, Abstaining), (EXACT, Baseline)):
        if policy.detector == identity:
            return made()
        if policy.detector.adapter == identity.adapter:
            raise BadConfig(
                f"support policy {policy.key!r} names a {identity.adapter} that is not the one built in",
                code="detector_identity_mismatch",
            )
    raise BadConfig(
        f"support policy {policy.key!r} names detector {policy.detector.adapter!r}, which no admission covers",
        help="canonical runs admit the policies none and exact",
        code="detector_not_admitted",
    )


class Abstaining:
    """Stands where nobody is asked, so that no field of a receipt is absent."""

    identity = ABSTAINING

    def __call__(self, asked: SupportInput) -> Decision | None:
        """Return None."""
        return None


class Baseline:
    """The least that a detector of support has to beat; it never says `contradicted`."""

    identity = EXACT

    def __init__(self) -> None:
        """Start with no source folded."""
        self._folded = lru_cache(maxsize=KEPT)(FoldedText)

    def __call__(self, asked: SupportInput) -> Decision | None:
        """Return `supported` when the claim stands in the source but for typography, case and white space."""
        if _stands(self._folded(asked.source_text), asked.claim_text):
            return Decision("supported", "1.000000", "the claim stands in the source in its own words", (), None)
        return Decision("insufficient", "1.000000", "the claim does not stand in the source in its own words", (), None)


def _stands(source: FoldedText, claim: str) -> bool:
    """Return whether a claim with a letter or digit stands in the typed form, both ends between tokens."""
    needle = folded(claim).strip()
    if not any(map(str.isalnum, needle)) or needle not in source.typed.text:
        return False
    search = Search(source)
    # Case is folded, but 5 mW is no 5 MW.
    search.excerpt, search.units = claim, units_of(claim)
    return bool(search.places(source.typed, needle))
