"""What a detector may answer: anything else is its error, never a result."""

from __future__ import annotations

from decimal import Decimal

from gnut.model import is_hash
from gnut.support.contract import LABELS, Decision, SupportSpan
from gnut.text.patterns import lazy

MOST_SPANS = 1_000
MOST_REASON = 1_000
"""Characters of a reason; more is a model's output, which is hashed and not kept."""

_CONFIDENCE = lazy(r"0\.[0-9]{6}|1\.000000")
_LABEL = lazy(r"[a-z][a-z_]{0,39}")


class InvalidDecision(Exception):
    """A detector's answer that breaks its contract; recorded as `detector_error:InvalidDecision`."""


def checked(decision: object, claim: str) -> Decision:
    """Return the decision, once every part of it is what the contract says.

    Raises:
        InvalidDecision: A wrong type, label, confidence or hash; no reason; a span that does not equal the claim
            at its offsets; adverse spans beside `supported`.
    """
    if not isinstance(decision, Decision):
        raise InvalidDecision(f"expected a decision, got {type(decision).__name__}")
    if decision.label not in LABELS:
        raise InvalidDecision("the label is outside the vocabulary")
    _require_fraction(decision.confidence)
    reason = decision.reason
    if not isinstance(reason, str) or not reason.strip() or len(reason) > MOST_REASON or not _writable(reason):
        raise InvalidDecision("a reason is required, and short")
    raw = decision.raw_output_sha256
    if raw is not None and not is_hash(raw):
        raise InvalidDecision("the hash of the raw output is none")
    if not isinstance(decision.spans, tuple) or len(decision.spans) > MOST_SPANS:
        raise InvalidDecision("spans are a tuple, and not that many")
    for span in decision.spans:
        _require_span(span, claim)
    if decision.label == "supported" and any(span.label != "supported" for span in decision.spans):
        raise InvalidDecision("a supported claim has no adverse span")
    return decision


def _require_span(span: object, claim: str) -> None:
    if not isinstance(span, SupportSpan) or type(span.start) is not int or type(span.end) is not int:
        raise InvalidDecision("a span has a start and an end")
    if not 0 <= span.start < span.end <= len(claim) or claim[span.start : span.end] != span.text:
        raise InvalidDecision("a span does not equal the claim at its offsets")
    if not isinstance(span.label, str) or not _LABEL.fullmatch(span.label):
        raise InvalidDecision("a span's label is no name")
    _require_fraction(span.confidence)


def _require_fraction(confidence: object) -> None:
    if confidence is not None and not (isinstance(confidence, str) and _CONFIDENCE.fullmatch(confidence)):
        raise InvalidDecision("a confidence is a string with six decimals from 0 to 1")


def _writable(text: str) -> bool:
    """Return whether `text` has a canonical form: no lone surrogates."""
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


def reaches(decision: Decision, least: str | None) -> bool:
    """Return whether the confidence of a decision is at least `least`; without one it reaches no threshold."""
    if least is None:
        return True
    return decision.confidence is not None and Decimal(decision.confidence) >= Decimal(least)
