"""What a policy makes of the findings: the worst over all claims and over the request itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gnut.verify_answer.contract import DECISIONS, DETERMINISM, Claim, ClaimDecision, Finding, Reason
from gnut.verify_answer.core.policies import Policy

_JUDGES = "llm_judge."
FAMILIES = ("gnut.rules", "llm_judge")
"""Names that stand for all verifiers under them."""

_OF_KIND = "gnut.intent"
"""Says of what kind a figure is, not whether it holds: it neither agrees nor disagrees with the others."""


def worst(decisions: Sequence[str]) -> str:
    """Return the worst of some decisions; PASS of none."""
    return max(decisions, key=DECISIONS.index, default="PASS")


def listed(verifier: str, names: Sequence[str]) -> bool:
    """Return whether a verifier is one of those named, itself or its family: `gnut.rules` is every rule set."""
    return any(verifier == name or (name in FAMILIES and verifier.startswith(f"{name}.")) for name in names)


def admitted(findings: Sequence[Finding], policy: Policy) -> tuple[list[Finding], set[str]]:
    """Return the findings that may decide, and the verifiers left out: forbidden, or a fallback not needed."""
    out = {each.verifier for each in findings if listed(each.verifier, policy.forbidden)}
    spoken = {
        each.claim for each in findings if each.verifier not in out and not listed(each.verifier, policy.fallback)
    }
    kept = []
    for each in findings:
        if each.verifier in out and listed(each.verifier, policy.forbidden):
            continue
        if listed(each.verifier, policy.fallback) and each.claim in spoken:
            out.add(each.verifier)
            continue
        kept.append(each)
    return kept, out


def claim_decision(claim: Claim, findings: Sequence[Finding], policy: Policy) -> ClaimDecision:
    """Return what the policy makes of one claim."""
    decided = [found for each in findings if (found := _of_finding(claim, each, policy)) is not None]
    heard = [each for each in findings if not _is_judge(each)]
    results = {each.result for each in heard if each.verifier != _OF_KIND}
    if {"supported", "contradicted"} <= results:
        decided.append((policy.conflicts, Reason("conflict", claim.id, "verifiers disagree on this claim")))
    if claim.kind not in policy.tolerate_unresolved_kinds and not _resolved(heard, policy):
        reason = Reason("unresolved", claim.id, "no admitted verifier says anything of this claim")
        decided.append((policy.unresolved_claims, reason))
    kept = tuple(reason for decision, reason in decided if decision != "PASS")
    return ClaimDecision(claim.id, worst([decision for decision, _ in decided]), kept)


def _is_judge(finding: Finding) -> bool:
    return finding.verifier.startswith(_JUDGES)


def _is_exact_enough(finding: Finding, policy: Policy) -> bool:
    return DETERMINISM.index(finding.determinism) <= DETERMINISM.index(policy.minimum_to_decide)


def _resolved(heard: Sequence[Finding], policy: Policy) -> bool:
    """Return whether something was said that is exact enough to decide; a judge alone never is enough."""
    silent = ("not_applicable", "error")
    return any(_is_exact_enough(each, policy) and each.result not in silent for each in heard)


def _of_finding(claim: Claim, finding: Finding, policy: Policy) -> tuple[str, Reason] | None:
    code = f"{finding.verifier.removeprefix('gnut.')}.{finding.result}"
    reason = Reason(code, claim.id, f"{finding.verifier} {finding.result}: {finding.rationale}")
    sure = _is_exact_enough(finding, policy)
    match finding.result:
        case "error":
            return "REVIEW", Reason("verifier_failed", claim.id, f"verifier_failed: {finding.rationale}")
        case "contradicted" if sure and listed(finding.verifier, policy.any_contradiction_from):
            return "FAIL", reason
        case "contradicted":
            return (policy.judge_contradicted if _is_judge(finding) else "REVIEW"), reason
        case "unsupported" if _is_judge(finding):
            return policy.judge_unsupported, reason
        case "unsupported" if listed(finding.verifier, policy.unsupported_from):
            tolerated = not set(finding.notes).isdisjoint(policy.tolerate_notes)
            return None if tolerated else ("REVIEW", reason)
    return None


def request_reasons(
    policy: Policy, *, scope: Mapping[str, str], risk_class: str | None, ran: Sequence[str]
) -> list[tuple[str, Reason]]:
    """Return (decision, reason) of what the request as a whole lacks or is."""
    found: list[tuple[str, Reason]] = []
    have = {key.strip().casefold() for key, value in scope.items() if value.strip()}
    missing = [key for key in policy.scope_required if key.strip().casefold() not in have]
    if missing:
        found.append((policy.missing_scope, Reason("missing_scope", None, f"missing_scope: {', '.join(missing)}")))
    if risk_class is not None and risk_class in policy.mandatory_review:
        text = f"mandatory_review: risk class {risk_class} always goes to review"
        found.append(("REVIEW", Reason("mandatory_review", None, text)))
    if policy.judge_required and not any(each.startswith(_JUDGES) for each in ran):
        found.append(("REVIEW", Reason("judge_missing", None, "judge_missing: the policy requires a judge")))
    for name in missing_required(policy, ran):
        found.append(("REVIEW", Reason("verifier_failed", None, f"verifier_failed: {name} did not run")))
    return found


def missing_required(policy: Policy, ran: Sequence[str]) -> tuple[str, ...]:
    """Return the verifiers that the policy requires and that did not run."""
    return tuple(name for name in policy.required if not any(listed(each, (name,)) for each in ran))
