"""A verdict on an answer, as lines for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gnut.formats.escape import one_line
from gnut.formats.paint import Paint
from gnut.verify_answer.contract import Claim, ClaimDecision, Finding, Verdict

COLOURS = {"PASS": "green", "REVIEW": "yellow", "FAIL": "red"}
VERIFIED = "gnut-verify-answer/v1"
SHORT = 200
"""Most characters of a text that are printed."""


class Sealed(Struct, frozen=True, forbid_unknown_fields=True):
    """A record without its content, which stands beside it."""

    record_id: str
    timestamp: str
    content_hash: str
    previous_record_hash: str | None
    record_hash: str
    signature: str | None
    signer_public_key: str | None
    signature_algorithm: str | None


class Verified(Struct, frozen=True, forbid_unknown_fields=True):
    """What `gnut verify answer --output-format json` writes."""

    schema: str
    decision: str
    content_hash: str
    """`sha256:` and the SHA-256 of the verdict's canonical form."""

    kept: str | None
    """The log as it was named, or `the store`; None when the verdict is on no record."""

    record: Sealed | None
    verdict: Verdict


def render(verdict: Verdict, record: str | None, paint: Paint) -> str:
    """Return the decision in one line, then a line for each reason and what the sources have instead.

    Args:
        verdict: What was decided.
        record: Id of its record; None when it is on none.
        paint: Whether to colour.
    """
    said = paint(verdict.decision, COLOURS[verdict.decision], "bold")
    named = f"policy {one_line(verdict.policy_id)} {one_line(verdict.policy_version)}"
    lines = [f"{said}  {named}  {f'record {record}' if record else 'no record'}"]
    if not any(any(map(str.isalnum, each.text)) for each in verdict.claims):
        # Beside the word itself: a pass of nothing is met where a pipeline wrote nothing.
        lines.append("  nothing was checked: the answer claims nothing")
    claims = {each.id: each for each in verdict.claims}
    found: dict[str, list[Finding]] = {}
    for each in verdict.findings:
        found.setdefault(each.claim, []).append(each)
    for decision in verdict.decisions:
        if decision.reasons:
            claim = claims[decision.claim]
            lines += _claim(claim, _sentence(claim, verdict), decision, found.get(decision.claim, []))
    lines += [f"  {one_line(each.text)}" for each in verdict.reasons if each.claim is None]
    lines += [f"  not heard, as the policy says: {one_line(each)}" for each in verdict.excluded_verifiers]
    for duty in verdict.regulatory_mapping:
        lines.append(f"  = {one_line(duty['framework'])} {one_line(duty['article'])}: {one_line(duty['control'])}")
    return "".join(f"{line}\n" for line in lines)


def _sentence(claim: Claim, verdict: Verdict) -> str | None:
    """Return the statement that a claim stands in; None for a statement itself."""
    if claim.kind == "statement":
        return None
    around = (
        each
        for each in verdict.claims
        if each.kind == "statement" and each.span.start <= claim.span.start and claim.span.end <= each.span.end
    )
    return next((each.text for each in around), None)


def _claim(claim: Claim, sentence: str | None, decision: ClaimDecision, found: list[Finding]) -> Iterator[str]:
    within = f" in {_short(sentence)!r}" if sentence else ""
    yield f"  {decision.decision} {claim.id} {_short(claim.text)!r}{within}"
    for reason in decision.reasons:
        yield f"    {one_line(reason.code)}: {_short(reason.text.partition(': ')[2] or reason.text)}"
    for each in found:
        # A figure of another kind, shown because there is none of this one, would only mislead.
        if each.result == "contradicted" and each.source_id is not None and each.source_text:
            at = f" at {each.source_span.start}" if each.source_span else ""
            yield f"    nearest in {one_line(each.source_id)}{at}: {_short(each.source_text)!r}"
            return


def _short(text: str) -> str:
    shown = one_line(text)
    return shown if len(shown) <= SHORT else f"{shown[: SHORT - 1]}…"
