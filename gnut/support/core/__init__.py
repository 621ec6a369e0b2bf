"""Whether sources say what claims say, as far as a pinned detector under a frozen policy can tell."""

from gnut.support.core.assess import support
from gnut.support.core.decisions import InvalidDecision
from gnut.support.core.detectors import ABSTAINING, EXACT, detector
from gnut.support.core.policies import parse_policy, policy_of, ref

__all__ = [
    "ABSTAINING",
    "EXACT",
    "InvalidDecision",
    "detector",
    "parse_policy",
    "policy_of",
    "ref",
    "support",
]
