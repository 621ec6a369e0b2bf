"""`gnut plumbing authority`: claims, sources and declarations in one request; kinds of authority out."""

from __future__ import annotations

from typing import Any

from gnut.account.compat import OLD_FAILURES
from gnut.acquire.contract import WHYS, Acquired
from gnut.authority.core import declarations_of, policy_of
from gnut.edge.models import detect_for
from gnut.edge.policies import all_shipped, authority_policy, shipped, support_policy
from gnut.errors import MalformedReport
from gnut.ingest.core import profile
from gnut.model import Absence, Report, Request, Source, Uri
from gnut.run import Judges, Run, run
from gnut.text.uris import Refused, source_uri
from gnut_store import canon

FIELDS = ("claims", "sources", "declarations", "policy")
PATH = "claims.json"
MEMBERS = {
    "claim_id": "claim_id",
    "text": "claim_text",
    "source_uri": "source_url",
    "excerpt": "source_excerpt",
    "locator": "source_locator",
    "provenance_class": "provenance_class",
    "declared_analysis": "declared_analysis",
    "question": "verification_question",
    "calculation": "calculation",
}
"""Member of a claim in a request → member of a row in a structured artifact."""


def authority_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return the authority of every claim beside its support by the exact baseline.

    Args:
        given: `claims` (rows of a structured artifact), `sources` (address to text, or to `{"failure": KIND}`),
            `declarations` (claim id to declaration), `policy` (an authority policy, null for the shipped one).

    Raises:
        MalformedReport: A member is unknown or of the wrong type, or the claims break the artifact's contract.
        BadConfig: A declaration or the policy breaks its contract.
    """
    for name in given:
        if name not in FIELDS:
            raise MalformedReport(f"request has the unknown field {name!r}", code="unknown_field")
    policy, exact = given.get("policy"), support_policy("exact")
    sources = _sources(_given(given, "sources"))
    made = run(
        Report(PATH, _artifact(given.get("claims")), ()),
        profile=profile("groundnut-default"),
        sources=lambda request: _take(sources, request),
        policy=shipped("default"),
        policies=all_shipped(),
        judges=Judges(
            exact,
            detect_for(exact),
            authority_policy("default") if policy is None else policy_of(policy),
            declarations_of(_given(given, "declarations"), PATH),
        ),
    )
    accounts = _accounts(made)
    known = all(account["kind"] != "unknown_authority" for account in accounts.values())
    return {"complete_authority": known, "accounts": accounts}


def _given(given: dict[str, Any], name: str) -> object:
    value = given.get(name)
    return {} if value is None else value


def _artifact(claims: object) -> bytes:
    if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
        raise MalformedReport("`claims` is an array of objects", code="claims_array_missing")
    unknown = sorted({name for claim in claims for name in claim} - set(MEMBERS))
    if unknown:
        raise MalformedReport(f"a claim has the unknown member {unknown[0]!r}", code="unknown_field")
    rows = [{MEMBERS[name]: value for name, value in claim.items() if value is not None} for claim in claims]
    return canon.encode({"claims": rows})


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


def _take(sources: dict[Uri, Acquired], request: Request) -> Acquired:
    return sources.get(request.uri, Absence(request.uri, "not_acquired", "not among the sources of the request"))


def _sources(given: object) -> dict[Uri, Acquired]:
    if not isinstance(given, dict):
        raise MalformedReport("`sources` is an object from address to source", code="wrong_type")
    return dict(_source(written, each) for written, each in given.items())


def _source(written: str, given: object) -> tuple[Uri, Acquired]:
    uri = source_uri(written, PATH)
    if isinstance(uri, Refused):
        raise MalformedReport(f"source {written!r} has no identity: {uri.sentence}", code="malformed_request")
    if isinstance(given, str):
        return uri, Source(uri, uri, None, given, None, "complete", False, False, ())
    failure = given.get("failure") if isinstance(given, dict) and set(given) == {"failure"} else None
    why = OLD_FAILURES.get(failure, failure) if isinstance(failure, str) else None
    if why not in WHYS:
        raise MalformedReport(f"source {written!r} is neither text nor a known failure", code="malformed_request")
    return uri, Absence(uri, why, "as the request says")
