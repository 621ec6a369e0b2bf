"""What assessing support takes and gives: frozen policies, pinned detectors, statuses."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

POLICY = "groundnut-support-policy/v1"
ASSESSMENT = "groundnut-support-assessment/v1"

LABELS = ("supported", "contradicted", "insufficient")
STATUSES = (*LABELS, "source_unavailable", "not_assessed")
"""A status that is a label was said by the detector; the other two say why none was."""

MOVING = frozenset({"main", "master", "latest", "head"})
"""Revisions that name something else tomorrow, compared without case."""

NONE, EXACT = "none", "exact"
"""Keys of the shipped policies: assess nothing, or the exact baseline."""


class Detector(Struct, frozen=True, forbid_unknown_fields=True):
    """Identity of a detector: everything that could change its answers."""

    adapter: str
    model: str
    revision: str
    """Never a moving one (`main`, `master`, `latest`, `head`)."""

    package: str
    package_version: str
    configuration_sha256: str


class SupportPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """Which detector is asked, and what its answer must reach; frozen and hashed."""

    schema: str
    key: str
    version: str
    frozen_at: str
    detector: Detector
    min_confidence: str | None
    """Decimal string from 0 to 1; None when answers need no confidence."""


class SupportSpan(Struct, frozen=True, forbid_unknown_fields=True):
    """Part of the claim's text that a detector marked."""

    start: int
    end: int
    text: str
    """Equal to the claim at these offsets, or the detector is in error."""

    label: str
    confidence: str | None


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """What a detector said of one input."""

    label: str
    """One of `LABELS`."""

    confidence: str | None
    """String with six decimals, from 0 to 1; None when the detector gives none."""

    reason: str
    spans: tuple[SupportSpan, ...]
    raw_output_sha256: str | None


class SupportInput(Struct, frozen=True, forbid_unknown_fields=True):
    """What a detector is asked: nothing that depends on the host."""

    claim_text: str
    question: str | None
    source_text: str


Detect = Callable[[SupportInput], Decision | None]
"""A detector; None when it abstains. It may raise: that is recorded, not passed on. One that has an attribute
`identity` (a `Detector`) is refused under a policy that names another."""


class PolicyRef(Struct, frozen=True, forbid_unknown_fields=True):
    """A policy by key and hash."""

    key: str
    sha256: str


class DetectorRef(Struct, frozen=True, forbid_unknown_fields=True):
    """A detector with the hash of its identity."""

    adapter: str
    model: str
    revision: str
    package: str
    package_version: str
    configuration_sha256: str
    sha256: str


class Assessment(Struct, frozen=True, forbid_unknown_fields=True):
    """The support of one claim (`groundnut-support-assessment/v1`)."""

    schema: str
    status: str
    """One of `STATUSES`."""

    note: str | None
    """`no_source`, `analyst_derived`, `no_detector`, `below_confidence`, `detector_error:TYPE`; None beside a plain
    label and beside `source_unavailable`."""

    source_sha256: str | None
    """Of the source's text; None when there was none to read."""

    input_sha256: str
    """Of claim text, question and source hash, and nothing else."""

    policy: PolicyRef
    detector: DetectorRef
    decision: Decision | None
    failure: str | None
    """Kind of `source_unavailable`; None otherwise."""
