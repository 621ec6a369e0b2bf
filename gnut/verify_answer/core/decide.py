"""What a policy makes of the findings: the worst over all claims and over the request itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gnut.verify_answer.contract import DECISIONS, DETERMINISM, Claim, ClaimDecision, Finding, Reason
from gnut.verify_answer.core.policies import Policy


def worst(decisions: Sequence[str]) -> str:
    """Return the worst of some decisions; PASS of none."""
    return max(decisions, key=DECISIONS.index, default="PASS")


def listed(verifier: str, names: Sequence[str]) -> bool:
    """Return whether a verifier is one of those named, itself or its family: `gnut.rules` is every rule set."""
    return any(verifier == name or verifier.startswith(f"{name}.") for name in names)


def admitted(findings: Sequence[Finding], policy: Policy) -> tuple[list[Finding], tuple[str, ...]]:
    """Return the findings that may decide, and the verifiers that were left out: forbidden, or a fallback not needed."""
    out = {each.verifier for each in findings if listed(each.verifier, policy.forbidden)}
    spoken = {
        each.claim for each in findings if each.verifier not in out and not listed(each.verifier, policy.fallback)
    }
    kept = []
    for each in findings:
        if each.verifier in out:
            continue
        if listed(each.verifier, policy.fallback) and each.claim in spoken:
            out.add(each.verifier)
            continue
        kept.append(each)
    return kept, tuple(sorted(out))


def claim_decision(claim: Claim, findings: Sequence[Finding], policy: Policy) -> ClaimDecision:
    """Return what the policy makes of one claim."""
    decided: list[tuple[str, Reason]] = []
    for each in findings:
        found = _of_finding(claim, each, policy)
        if found is not None:
            decided.append(found)
    results = {each.result for each in findings if not _is_judge(each)}
    if {"supported", "contradicted"} <= results:
        reason = Reason("conflict", claim.id, "verifiers disagree on this claim")
        decided.append((policy.conflicts, reason))
    if not _resolved(findings, policy) and claim.kind not in policy.tolerate_unresolved_kinds:
        reason = Reason("unresolved", claim.id, "no admitted verifier says anything of this claim")
        decided.append((policy.unresolved_claims, reason))
    kept = tuple(reason for decision, reason in decided if decision != "PASS")
    return ClaimDecision(claim.id, worst([decision for decision, _ in decided]), kept)


def _is_judge(finding: Finding) -> bool:
    return finding.verifier.startswith("llm_judge.")


def _resolved(findings: Sequence[Finding], policy: Policy) -> bool:
    """Return whether something was said that is exact enough to decide; a judge alone never is enough."""
    enough = DETERMINISM.index(policy.minimum_to_decide)
    return any(
        DETERMINISM.index(each.determinism) <= enough
        and each.result not in ("not_applicable", "error")
        and not _is_judge(each)
        for each in findings
    )


def _of_finding(claim: Claim, finding: Finding, policy: Policy) -> tuple[str, Reason] | None:
    code = f"{finding.verifier.removeprefix('gnut.')}.{finding.result}"
    reason = Reason(code, claim.id, f"{finding.verifier} {finding.result}: {finding.rationale}")
    weak = DETERMINISM.index(finding.determinism) > DETERMINISM.index(policy.minimum_to_decide)
    if _is_judge(finding):
        words: Mapping[str, str] = {
            "contradicted": policy.judge_contradicted,
            "unsupported": policy.judge_unsupported,
            "error": "REVIEW",
        }
        return (words[finding.result], reason) if finding.result in words else None
    if finding.result == "contradicted":
        sure = listed(finding.verifier, policy.any_contradiction_from) and not weak
        return ("FAIL" if sure else "REVIEW"), reason
    if finding.result == "unsupported" and listed(finding.verifier, policy.unsupported_from):
        return None if not set(finding.notes).isdisjoint(policy.tolerate_notes) else ("REVIEW", reason)
    if finding.result == "error":
        return "REVIEW", Reason("verifier_failed", claim.id, reason.text)
    return None


def request_reasons(
    policy: Policy, *, scope: Mapping[str, str], risk_class: str | None, judged: bool, ran: Sequence[str]
) -> list[tuple[str, Reason]]:
    """Return (decision, reason) of what the request as a whole lacks or is."""
    found: list[tuple[str, Reason]] = []
    have = {key.strip().casefold() for key in scope}
    missing = [key for key in policy.scope_required if key.strip().casefold() not in have]
    if missing:
        found.append((policy.missing_scope, Reason("missing_scope", None, f"missing_scope: {', '.join(missing)}")))
    if risk_class is not None and risk_class in policy.mandatory_review:
        text = f"mandatory_review: risk class {risk_class} always goes to review"
        found.append(("REVIEW", Reason("mandatory_review", None, text)))
    if policy.judge_required and not judged:
        found.append(("REVIEW", Reason("judge_missing", None, "judge_missing: the policy requires a judge")))
    for name in policy.required:
        if not any(listed(each, (name,)) for each in ran):
            found.append(("REVIEW", Reason("verifier_failed", None, f"verifier_failed: {name} did not run")))
    return found
