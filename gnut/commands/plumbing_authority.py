"""`gnut plumbing authority`: claims, sources and declarations in one request; kinds of authority out."""

from __future__ import annotations

from typing import Any

from gnut.authority.core import declarations_of, policy_of
from gnut.commands.plumbing_given import PATH, ran
from gnut.run import Run

FIELDS = frozenset({"claims", "sources", "declarations", "policy"})


def authority_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return the authority of every claim beside its support by the exact baseline.

    Args:
        given: `claims` and `sources` as `gnut.commands.plumbing_given.ran` takes them, `declarations` (claim id to
            declaration), `policy` (an authority policy, null for the shipped one).

    Raises:
        MalformedReport: As `ran` says.
        BadConfig: A declaration or the policy breaks its contract.
    """
    policy, declared = given.get("policy"), given.get("declarations")
    made = ran(
        given,
        FIELDS,
        None if policy is None else policy_of(policy),
        declarations_of({} if declared is None else declared, PATH),
    )
    accounts = _accounts(made)
    known = all(account["kind"] != "unknown_authority" for account in accounts.values())
    return {"complete_authority": known, "accounts": accounts}


def _accounts(made: Run) -> dict[str, dict[str, Any]]:
    told = zip(made.evidence.findings, made.support, made.authority, strict=True)
    return {
        finding.id: {
            "kind": authority.kind,
            "basis": authority.basis,
            "assigned_by": authority.assigned_by,
            "declaration_bound": authority.declaration_sha256 is not None,
            "source_id": authority.source_id,
            "support_status": support.status,
            "support_note": support.note,
            "anchor": finding.anchor.outcome.value if finding.anchor else None,
        }
        for finding, support, authority in told
    }
