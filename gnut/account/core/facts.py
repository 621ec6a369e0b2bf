"""Rules that one record keeps by itself: closed words, and facts that exclude each other."""

from __future__ import annotations

from collections.abc import Collection

from gnut.account.core.identities import need_hash, need_text
from gnut.account.core.lineages import provenance_holds, references_hold
from gnut.account.records import (
    ACCOUNT,
    METHODS,
    VERIFICATION,
    Account,
    Claim,
    ExtractionReceipt,
    Verification,
)
from gnut.acquire.contract import WHYS
from gnut.authority.contract import ASSESSMENT as AUTHORITY
from gnut.authority.contract import BASES, KINDS, Authority
from gnut.check.contract import CALCULATIONS, Calculation
from gnut.errors import BadReceipt
from gnut.ingest.contract import KINDS as ARTIFACTS
from gnut.ingest.contract import PROVENANCE as CLASSES
from gnut.ingest.contract import SCHEMA as EXTRACTION
from gnut.support.contract import ASSESSMENT, LABELS, STATUSES, Assessment

ANCHORS = {"exact": "found", "normalised": "found", "located": "ambiguous", "absent": "not_found", "empty": "not_found"}
"""Method → the anchor that it means; every other method has none."""

UNDECLARED = ("artifact_declaration", "unassigned")
"""Bases that nobody declares: the report's own classes, and none."""


def need(fact: bool, sentence: str, code: str, pointer: str) -> None:
    """Refuse a receipt in which `fact` is not so."""
    if not fact:
        raise BadReceipt(sentence, code=code, pointer=pointer)


def need_schema(found: str, schema: str, at: str) -> None:
    """Refuse a part that names another contract (`unknown_schema`)."""
    need(found == schema, f"{found!r} is not {schema!r}", "unknown_schema", f"{at}/schema")


def need_word(word: str | None, known: Collection[str], pointer: str) -> None:
    """Refuse a word outside its closed list (`unknown_word`)."""
    need(word in known, f"{word!r} is outside the closed list", "unknown_word", pointer)


def verification_holds(one: Verification, at: str = "") -> None:
    """Refuse a verification that contradicts itself (`verification_inconsistent`)."""
    need_schema(one.schema, VERIFICATION, at)
    need_word(one.method, METHODS, f"{at}/method")
    code = "verification_inconsistent"
    need(one.anchor == ANCHORS.get(one.method), "method and anchor contradict each other", code, f"{at}/anchor")
    need(one.support == "not_assessed", "matching says nothing of support", code, f"{at}/support")
    found = one.anchor == "found"
    need((one.occurrences > 0) is found, "what is found stands somewhere", code, f"{at}/occurrences")
    need(not (found and one.hidden), "what is found is visible", code, f"{at}/hidden")
    need(not found or bool(one.parts), "what is found has a place", code, f"{at}/parts")
    for index, part in enumerate(one.parts):
        need(0 <= part.start <= part.end, "a place does not end before it starts", code, f"{at}/parts/{index}")
    need((one.failure is not None) is (one.method == "fetch_failed"), "a failure has its method", code, f"{at}/failure")
    if one.failure is not None:
        need_word(one.failure, WHYS, f"{at}/failure")
    if one.calculation is not None:
        _calculation(one.calculation, f"{at}/calculation")


def _calculation(one: Calculation, at: str) -> None:
    need_word(one.status, CALCULATIONS, f"{at}/status")
    code = "verification_inconsistent"
    fine = one.status == "recomputes"
    need((one.why is None) is fine, "what does not recompute says why, and nothing else does", code, f"{at}/why")
    need(not fine or one.computed is not None, "what recomputes has a value", code, f"{at}/computed")
    need(not fine or one.stated is not None, "what recomputes is stated", code, f"{at}/stated")


def account_holds(one: Account, at: str = "") -> None:
    """Refuse an account whose four facts are not of one claim, or are not in their own words."""
    need_schema(one.schema, ACCOUNT, at)
    need_text(one.claim_id, f"{at}/claim_id")
    need_word(one.provenance, CLASSES, f"{at}/provenance")
    verification_holds(one.verification, f"{at}/verification")
    _assessment(one.assessment, f"{at}/assessment")
    _authority(one.authority, f"{at}/authority")
    same = one.authority.claim_id == one.claim_id
    need(same, "the authority is of another claim", "accounts_mismatch", f"{at}/authority/claim_id")
    bound = one.authority.support_input_sha256 == one.assessment.input_sha256
    need(bound, "it binds another assessment", "accounts_mismatch", f"{at}/authority/support_input_sha256")


def _assessment(one: Assessment, at: str) -> None:
    need_schema(one.schema, ASSESSMENT, at)
    need_word(one.status, STATUSES, f"{at}/status")
    need_hash(one.input_sha256, f"{at}/input_sha256")
    code = "assessment_inconsistent"
    said = one.status in LABELS
    need((one.decision is not None) is said, "a label is what a detector decided", code, f"{at}/decision")
    if one.decision is not None:
        same = one.decision.label == one.status or one.status == "insufficient"
        need(same, "status and decision contradict each other", code, f"{at}/status")
    unavailable = one.status == "source_unavailable"
    need((one.failure is not None) is unavailable, "a failure has its status", code, f"{at}/failure")


def _authority(one: Authority, at: str) -> None:
    need_schema(one.schema, AUTHORITY, at)
    need_word(one.kind, KINDS, f"{at}/kind")
    need_word(one.basis, BASES, f"{at}/basis")
    need_hash(one.policy_sha256, f"{at}/policy_sha256")
    need_hash(one.support_input_sha256, f"{at}/support_input_sha256")
    code = "authority_inconsistent"
    if one.declaration_sha256 is not None:
        need_hash(one.declaration_sha256, f"{at}/declaration_sha256")
    declared = one.declaration_sha256 is not None
    need((one.assigned_by is not None) is declared, "who declares something signs it", code, f"{at}/assigned_by")
    need((one.basis not in UNDECLARED) is declared, "a basis of its own is declared", code, f"{at}/basis")
    known = one.kind != "unknown_authority"
    need((one.basis != "unassigned") is known, "what is known has a basis", code, f"{at}/kind")


def extraction_holds(one: ExtractionReceipt, at: str = "") -> None:
    """Refuse an extraction that miscounts its claims, names one twice or breaks a closed list."""
    need_schema(one.schema, EXTRACTION, at)
    need_word(one.kind, ARTIFACTS, f"{at}/kind")
    need_hash(one.input_sha256, f"{at}/input_sha256")
    need_hash(one.profile.sha256, f"{at}/profile/sha256")
    need_hash(one.segmenter.sha256, f"{at}/segmenter/sha256")
    need(one.claim_count == len(one.claims), "the claims are miscounted", "claims_miscounted", f"{at}/claim_count")
    seen: set[str] = set()
    for index, claim in enumerate(one.claims):
        _claim(claim, f"{at}/claims/{index}")
        fresh = claim.claim_id not in seen
        need(fresh, "the id stands twice", "duplicate_claim_id", f"{at}/claims/{index}/claim_id")
        seen.add(claim.claim_id)
    references_hold(one, at)


def _claim(one: Claim, at: str) -> None:
    need_text(one.claim_id, f"{at}/claim_id")
    need_text(one.location, f"{at}/location")
    provenance_holds(one.analytical_provenance, f"{at}/analytical_provenance")
    if one.source is not None:
        need_text(one.source.source_id, f"{at}/source/source_id")
        need_text(one.source.uri, f"{at}/source/uri")
