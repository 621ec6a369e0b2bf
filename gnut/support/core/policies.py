"""Frozen support policies: read strictly, bound by their hash."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec

from gnut.errors import BadConfig
from gnut.model import is_hash
from gnut.support.contract import MOVING, POLICY, Detector, DetectorRef, PolicyRef, SupportPolicy
from gnut.text.members import members, pointer, text
from gnut.text.patterns import lazy
from gnut_store import canon

NO_CONFIGURATION = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
"""SHA-256 of `{}`: the configuration of a detector that has none."""

_FRACTION = lazy(r"(?:0|1)(?:\.[0-9]{1,6})?")
_IDENTITY = ("adapter", "model", "revision", "package", "package_version")
_MEMBERS = ("schema", "key", "version", "frozen_at", "detector", "min_confidence")


def parse_policy(body: bytes) -> SupportPolicy:
    """Return the support policy that `body` states.

    Raises:
        NotCanonical: `body` is not one strict JSON value; a confidence is a decimal string, never a number
            with a fraction.
        BadConfig: It breaks `groundnut-support-policy/v1`; see `policy_of`.
    """
    return policy_of(canon.decode(body))


def policy_of(value: object) -> SupportPolicy:
    """Return the support policy that a decoded JSON value states.

    Raises:
        BadConfig: `policy_schema_unsupported`, `policy_incomplete` (an identity or a date is missing or blank),
            `moving_revision`, `policy_hash_invalid`, `policy_confidence_invalid` (not a decimal string from 0
            to 1), `unknown_field`, `wrong_type`.
    """
    given = members(value, "", _MEMBERS)
    if given.get("schema") != POLICY:
        raise BadConfig(
            f"/schema: support policy has schema {given.get('schema')!r}, expected {POLICY!r}",
            code="policy_schema_unsupported",
        )
    key, version, frozen_at = (
        text(given, "", name, code="policy_incomplete") for name in ("key", "version", "frozen_at")
    )
    if "detector" not in given:
        raise BadConfig("/detector: a policy names its detector", code="policy_incomplete")
    return SupportPolicy(
        schema=POLICY,
        key=key,
        version=version,
        frozen_at=frozen_at,
        detector=_detector(given["detector"]),
        min_confidence=_confidence(given),
    )


def _detector(value: object) -> Detector:
    given = members(value, "/detector", (*_IDENTITY, "configuration_sha256"))
    names = {name: text(given, "/detector", name, code="policy_incomplete") for name in _IDENTITY}
    if names["revision"].strip().casefold() in MOVING:
        raise BadConfig(
            f"/detector/revision: {names['revision']!r} names another model tomorrow",
            help="pin a commit, a release or a digest",
            code="moving_revision",
        )
    configuration = given.get("configuration_sha256", NO_CONFIGURATION)
    if not isinstance(configuration, str) or not is_hash(configuration):
        raise BadConfig("/detector/configuration_sha256: expected 64 lower-case hex digits", code="policy_hash_invalid")
    return Detector(**names, configuration_sha256=configuration)


def _confidence(given: dict[str, Any]) -> str | None:
    value = given.get("min_confidence")
    if value is None:
        return None
    if not isinstance(value, str) or not _FRACTION.fullmatch(value) or Decimal(value) > 1:
        at = pointer("", "min_confidence")
        raise BadConfig(f'{at}: expected a decimal string from 0 to 1, such as "0.8"', code="policy_confidence_invalid")
    return value


def ref(policy: SupportPolicy) -> PolicyRef:
    """Return the policy by key and hash, the detector's identity and the threshold included."""
    return PolicyRef(policy.key, canon.sha256(canon.encode(policy)))


def detector_ref(detector: Detector) -> DetectorRef:
    """Return a detector's identity with its hash."""
    names: dict[str, str] = msgspec.structs.asdict(detector)
    return DetectorRef(**names, sha256=canon.sha256(canon.encode(detector)))
