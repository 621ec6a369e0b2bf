"""Claims and sources as a request of plumbing gives them: `metrics` and `authority` read them alike."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from gnut.account.compat import OLD_FAILURES
from gnut.acquire.contract import WHYS, Acquired
from gnut.authority.contract import AuthorityPolicy, Declaration
from gnut.edge.models import detect_for
from gnut.edge.policies import all_shipped, authority_policy, shipped, support_policy
from gnut.errors import MalformedReport
from gnut.ingest.core import profile
from gnut.ingest.core.profile import GROUNDNUT
from gnut.model import Absence, Report, Request, Source, Uri
from gnut.run import Judges, Run, run
from gnut.text.uris import Refused, source_uri
from gnut_store import canon

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
    "lineage": "calculation",
}
"""Member of a claim in a request → member of a row in a structured artifact."""

LINEAGE = {"formula": "one", "inputs": [{"name": "one", "value": "1"}]}
"""A lineage for a request that says only that there is one."""


def ran(
    given: dict[str, Any],
    known: Collection[str],
    policy: AuthorityPolicy | None = None,
    declarations: dict[str, Declaration] | None = None,
) -> Run:
    """Return the road over the claims and sources of a request; support is asked of the exact baseline.

    Args:
        given: `claims` (rows of a structured artifact), `sources` (address to text, or to `{"failure": KIND}`).
        known: Every member that the request may have.
        policy: Vocabulary of authority; None for the shipped one.
        declarations: By claim id.

    Raises:
        MalformedReport: A member is unknown (`unknown_field`) or of the wrong type (`wrong_type`), there is no list
            of claims (`claims_array_missing`), a source is none (`malformed_request`), or the claims break the
            artifact's contract.
        BadConfig: A declaration is of no claim, or of another source than its claim's.
    """
    _refuse_unknown(given, known, "request")
    sources, exact = _sources(given.get("sources")), support_policy("exact")
    judges = Judges(exact, detect_for(exact), policy or authority_policy("default"), declarations or {})
    return run(
        Report(PATH, _artifact(given.get("claims")), ()),
        profile=profile(GROUNDNUT),
        sources=lambda request: _take(sources, request),
        policy=shipped("default"),
        policies=all_shipped(),
        judges=judges,
    )


def _take(sources: dict[Uri, Acquired], request: Request) -> Acquired:
    return sources.get(request.uri, Absence(request.uri, "not_acquired", "not among the sources of the request"))


def _artifact(claims: object) -> bytes:
    """Return the claims as a structured artifact."""
    if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
        raise MalformedReport("`claims` is an array of objects", code="claims_array_missing")
    return canon.encode({"claims": [_row(claim) for claim in claims]})


def _row(claim: dict[str, Any]) -> dict[str, Any]:
    _refuse_unknown(claim, MEMBERS, "claim")
    row = {MEMBERS[name]: value for name, value in claim.items() if value is not None and name != "lineage"}
    lineage = claim.get("lineage")
    if lineage not in (None, False):
        if "calculation" in row:
            raise MalformedReport("a claim has `lineage` or `calculation`", code="malformed_request")
        row["calculation"] = LINEAGE if lineage is True else lineage
    return row


def _sources(given: object) -> dict[Uri, Acquired]:
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise MalformedReport("`sources` is an object from address to source", code="wrong_type")
    return dict(_source(written, each) for written, each in given.items())


def _source(written: str, given: object) -> tuple[Uri, Acquired]:
    uri = source_uri(written, PATH)
    if isinstance(uri, Refused):
        raise MalformedReport(f"source {written!r} has no identity: {uri.sentence}", code="malformed_request")
    if isinstance(given, str):
        if not given.strip():
            return uri, Absence(uri, "no_text", "the source holds no text that could be read")
        return uri, Source(uri, uri, None, given, None, "complete", False, False, ())
    failure = given.get("failure") if isinstance(given, dict) and set(given) == {"failure"} else None
    why = OLD_FAILURES.get(failure, failure) if isinstance(failure, str) else None
    if why not in WHYS:
        raise MalformedReport(f"source {written!r} is neither text nor a known failure", code="malformed_request")
    return uri, Absence(uri, why, "as the request says")


def _refuse_unknown(given: dict[str, Any], known: Collection[str], where: str) -> None:
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise MalformedReport(f"{where} has unknown field {unknown[0]!r}", code="unknown_field")
