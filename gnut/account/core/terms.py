"""What a run was judged under, in full and by hash."""

from __future__ import annotations

import msgspec

from gnut.account.contract import Component, Given, ManifestPolicy, Terms
from gnut.arena.contract import Emission
from gnut.support.contract import Detector, DetectorRef, PolicyRef
from gnut.text.anchor.contract import Level
from gnut_store import canon

MATCHER, MATCHER_REVISION = "gnut.ladder", "1"


def terms(given: Given) -> Terms:
    """Return everything that a replay of the run must be told."""
    return Terms(
        profile=given.profile,
        standing=given.policy,
        support=given.support_policy,
        authority=given.authority_policy,
        declarations=tuple(sorted(given.declarations.items(), key=lambda one: one[0])),
    )


def policy_ref(key: str, policy: object) -> PolicyRef:
    """Return a policy by its key and the hash of its canonical form."""
    return PolicyRef(key, canon.sha256(canon.encode(policy)))


def detector_ref(detector: Detector) -> DetectorRef:
    """Return a detector with the hash of its identity."""
    names: dict[str, str] = msgspec.structs.asdict(detector)
    return DetectorRef(**names, sha256=canon.sha256(canon.encode(detector)))


def policies(made: Terms, emission: Emission | None) -> tuple[ManifestPolicy, ...]:
    """Return every policy in force, for the manifest."""
    listed = [
        ManifestPolicy("artifact_profile", made.profile.key, made.profile.sha256),
        ManifestPolicy("standing", made.standing.key, policy_ref("", made.standing).sha256),
        ManifestPolicy("support", made.support.key, policy_ref("", made.support).sha256),
        ManifestPolicy("authority", made.authority.key, policy_ref("", made.authority).sha256),
    ]
    if emission is not None:
        listed.append(ManifestPolicy("arena_emission", emission.profile.key, emission.profile.sha256))
    return tuple(listed)


def components(made: Terms) -> tuple[Component, ...]:
    """Return the parts whose identity changes results, for the manifest."""
    detector: Detector = made.support.detector
    segmenter = made.profile.segmenter
    return (
        Component(
            "semantic_support_detector",
            f"{detector.adapter}:{detector.model}",
            detector.revision,
            detector.configuration_sha256,
        ),
        Component("claim_segmenter", segmenter.key, segmenter.version, segmenter.sha256),
        Component("excerpt_matcher", MATCHER, MATCHER_REVISION, canon.sha256(canon.encode(_ladder()))),
    )


def _ladder() -> dict[str, object]:
    return {"levels": [level.value for level in Level]}
