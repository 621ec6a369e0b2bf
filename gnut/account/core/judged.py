"""Rules between the terms of a run and its accounts: which detector was asked, who declared what, what was computed."""

from __future__ import annotations

from collections.abc import Mapping

from gnut.account.contract import Run
from gnut.account.core.facts import need
from gnut.account.core.terms import detector_ref
from gnut.account.records import Account, Claim
from gnut.authority.contract import Declaration
from gnut.support.contract import LABELS
from gnut_store import canon

CODE = "accounts_mismatch"


def judged_as_said(made: Run, claims: Mapping[str, Claim], at: str = "") -> None:
    """Refuse accounts that another detector, declaration or calculation gave than the terms and claims name.

    Args:
        made: The run; its accounts are one a claim.
        claims: Its claims by id.
        at: JSON pointer of the run.
    """
    asked = detector_ref(made.terms.support.detector)
    declared = dict(made.terms.declarations)
    named = {name: canon.sha256(canon.encode(one)) for name, one in declared.items()}
    unknown = sorted(set(declared) - set(claims))
    need(not unknown, "no claim has that id", "declaration_unknown_claim", f"{at}/terms/declarations")
    for index, one in enumerate(made.evidence.accounts):
        place = f"{at}/evidence/accounts/{index}"
        need(one.assessment.detector == asked, "another detector was asked", CODE, f"{place}/assessment/detector")
        bound = one.authority.declaration_sha256 == named.get(one.claim_id)
        need(bound, "the terms declare something else", CODE, f"{place}/authority/declaration_sha256")
        if one.claim_id in declared:
            _declared(one, declared[one.claim_id], f"{place}/authority")
        _computed(one, claims[one.claim_id], f"{place}/verification/calculation")
        _unread(one, claims[one.claim_id], f"{place}/assessment")


def _declared(one: Account, said: Declaration, at: str) -> None:
    for name in ("kind", "basis", "assigned_by", "source_id"):
        same = getattr(one.authority, name) == getattr(said, name)
        need(same, "it was declared otherwise", CODE, f"{at}/{name}")


def _computed(one: Account, claim: Claim, at: str) -> None:
    lineage, made = claim.analytical_provenance.calculation_lineage, one.verification.calculation
    need((made is None) is (lineage is None), "what a claim declares is computed, and nothing else", CODE, at)
    if made is not None and lineage is not None:
        need(made.formula == lineage.formula, "another formula was computed", CODE, f"{at}/formula")


def _unread(one: Account, claim: Claim, at: str) -> None:
    """Refuse a label of a detector over a claim that cites no source: there was nothing to ask it about."""
    said = one.assessment.status in LABELS
    need(not said or claim.source is not None, "a claim without a source has no label", CODE, f"{at}/status")
