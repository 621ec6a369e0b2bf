"""The four facts of every claim side by side, and what they come to; no fact changes another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from gnut.account.core.metrics import classes_of, metrics, outcomes_of
from gnut.account.records import ACCOUNT, EVIDENCE, Account, Claim, EvidenceReport, Summary, Verification
from gnut.authority.contract import KINDS, Authority
from gnut.errors import BadReceipt
from gnut.support.contract import LABELS, STATUSES, Assessment, PolicyRef


def accounts(
    claims: tuple[Claim, ...],
    verifications: tuple[Verification, ...],
    support: tuple[Assessment, ...],
    authority: tuple[Authority, ...],
) -> tuple[Account, ...]:
    """Return one account a claim, sorted by claim id.

    Raises:
        BadReceipt: There is not one assessment and one authority a claim, or an authority names another claim or
            source (`accounts_mismatch`).
    """
    if not len(claims) == len(verifications) == len(support) == len(authority):
        raise BadReceipt(
            f"{len(claims)} claims have {len(support)} assessments and {len(authority)} authorities",
            code="accounts_mismatch",
        )
    made = [
        _account(claim, verification, assessment, kind)
        for claim, verification, assessment, kind in zip(claims, verifications, support, authority, strict=True)
    ]
    return tuple(sorted(made, key=lambda one: one.claim_id))


def _account(claim: Claim, verification: Verification, assessment: Assessment, authority: Authority) -> Account:
    if authority.claim_id != claim.claim_id:
        raise BadReceipt(
            f"the authority beside claim {claim.claim_id!r} is of claim {authority.claim_id!r}",
            code="accounts_mismatch",
        )
    provenance = claim.analytical_provenance.class_
    return Account(ACCOUNT, claim.claim_id, provenance, verification, assessment, authority)


def evidence_report(
    claims: tuple[Claim, ...],
    accounts: tuple[Account, ...],
    support_policy: PolicyRef,
    authority_policy: PolicyRef,
    *,
    at: str = "",
) -> EvidenceReport:
    """Return the report over all accounts, not yet sealed. Everything in it is derived from them.

    Args:
        claims: As the artifact states them, in any order.
        accounts: One a claim, sorted by id.
        support_policy: Policy that every assessment was made under.
        authority_policy: The same for authority.
        at: JSON pointer of the report, for a refusal.

    Raises:
        BadReceipt: An assessment or authority was made under another policy (`mixed_policies`).
    """
    one_policy(accounts, support_policy, authority_policy, at)
    return EvidenceReport(
        schema=EVIDENCE,
        support_policy=support_policy,
        authority_policy=authority_policy,
        complete=_complete(accounts),
        complete_authority=_complete_authority(accounts),
        summary=_summary(claims, accounts),
        accounts=accounts,
        sha256="",
    )


def one_policy(accounts: tuple[Account, ...], support: PolicyRef, authority: PolicyRef, at: str = "") -> None:
    """Refuse accounts that were not all made under these policies (`mixed_policies`)."""
    for index, one in enumerate(accounts):
        if one.assessment.policy != support or one.authority.policy_sha256 != authority.sha256:
            raise BadReceipt(
                "it was made under another policy than the report",
                code="mixed_policies",
                pointer=f"{at}/accounts/{index}",
            )


def _complete(accounts: tuple[Account, ...]) -> bool:
    return all(one.assessment.status in LABELS for one in accounts)


def _complete_authority(accounts: tuple[Account, ...]) -> bool:
    return all(one.authority.kind != "unknown_authority" for one in accounts)


def tallied(made: EvidenceReport, at: str = "") -> None:
    """Refuse a report whose flags or counts are not what its own accounts come to (`summary_mismatch`).

    Which claims have an excerpt stands in the claims: for their number the report has bounds (`counted`).
    """
    accounts, summary, mechanical = made.accounts, made.summary, made.summary.mechanical
    outcomes = outcomes_of(one.verification.method for one in accounts)
    classes = classes_of((one.provenance, one.verification.method) for one in accounts)
    computed = sum(1 for one in accounts if one.verification.calculation is not None)
    again = {
        "complete": (made.complete, _complete(accounts)),
        "complete_authority": (made.complete_authority, _complete_authority(accounts)),
        **{f"summary/{name}": (getattr(summary, name), count) for name, count in _tallies(accounts).items()},
        "summary/mechanical/anchor_outcome_counts": (mechanical.anchor_outcome_counts, outcomes),
        "summary/mechanical/by_provenance_class": (mechanical.by_provenance_class, classes),
        "summary/mechanical/counts": (mechanical.counts["calculations_with_lineage"], computed),
    }
    for name, (said, derived) in again.items():
        if said != derived:
            raise BadReceipt("it is not what the accounts come to", code="summary_mismatch", pointer=f"{at}/{name}")


def _summary(claims: tuple[Claim, ...], accounts: tuple[Account, ...]) -> Summary:
    stated = {claim.claim_id: claim for claim in claims}
    mechanical = metrics((stated[one.claim_id], one.verification) for one in accounts)
    return Summary(**_tallies(accounts), mechanical=mechanical)


def _tallies(accounts: tuple[Account, ...]) -> dict[str, Any]:
    """Return the members of a summary that the accounts alone fix."""
    statuses = _counted(STATUSES, (one.assessment.status for one in accounts))
    assessed = sum(statuses[label] for label in LABELS)
    return {
        "claims": len(accounts),
        "support_status_counts": statuses,
        "semantic_assessments": assessed,
        "unresolved_assessments": len(accounts) - assessed,
        "authority_kind_counts": _counted(KINDS, (one.authority.kind for one in accounts)),
        "provenance_class_counts": dict(sorted(Counter(one.provenance for one in accounts).items())),
    }


def _counted(known: Iterable[str], seen: Iterable[str]) -> dict[str, int]:
    counts = dict.fromkeys(known, 0)
    for word in seen:
        counts[word] += 1
    return counts
