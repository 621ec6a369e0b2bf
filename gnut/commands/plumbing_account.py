"""`gnut plumbing metrics` and `manifest`: what a run measured, and the identities it was made from."""

from __future__ import annotations

from typing import Any

from gnut.account.compat import OLD_FAILURES, check_reply, envelope_case
from gnut.account.contract import Engine
from gnut.acquire.contract import WHYS, Acquired
from gnut.edge.policies import all_shipped, authority_policy, domain, shipped, support_policy
from gnut.errors import MalformedReport
from gnut.ingest.core import profile
from gnut.ingest.core.profile import GROUNDNUT
from gnut.model import Absence, Report, Request, Source, Uri
from gnut.run import Judges, execution, run
from gnut.support.core import detector
from gnut.text.uris import source_uri
from gnut_store import canon

FIELDS = frozenset({"kind", "claims", "sources"})
CLAIM = {
    "claim_id": "claim_id",
    "text": "claim_text",
    "source_uri": "source_url",
    "excerpt": "source_excerpt",
    "locator": "source_locator",
    "provenance_class": "provenance_class",
    "question": "verification_question",
    "declared_analysis": "declared_analysis",
}
"""Member of a claim in a request → member of a row in a structured artifact."""

LINEAGE = {"formula": "one", "inputs": [{"name": "one", "value": "1"}]}
"""A lineage for a request that says only that there is one."""

NAME = "claims.json"


def metrics_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return an envelope (`kind: envelope`), or what the road measures over given claims (`kind: check`).

    Support is asked of the exact baseline.

    Raises:
        MalformedReport: The request has an unknown field or kind, or a member of a wrong type.
        BadReceipt: An envelope is no rate.
    """
    if given.get("kind") == "envelope":
        return envelope_case(given)
    if given.get("kind") != "check":
        raise MalformedReport("`kind` is check or envelope", code="malformed_request")
    _refuse_unknown(given, FIELDS, "request")
    acquired = _sources(_object(given.get("sources"), "sources"))
    support = support_policy("exact")
    judges = Judges(support, detector(support), authority_policy("default"), {})
    report = Report(NAME, _artifact(given.get("claims")), ())
    chosen = profile(GROUNDNUT)
    made = run(
        report,
        profile=chosen,
        sources=lambda request: _take(acquired, request),
        policy=shipped("default"),
        policies=all_shipped(),
        judges=judges,
    )
    done = execution(report, made, profile=chosen, judges=judges, engine=_ENGINE, domain=domain())
    return check_reply(done)


_ENGINE = Engine("gnut", "0", "unattested", canon.sha256(b""), True, False)
"""Not part of the reply: no run is kept."""


def _take(acquired: dict[Uri, Acquired], request: Request) -> Acquired:
    return acquired.get(request.uri, Absence(request.uri, "not_acquired", "not among the sources of the request"))


def _artifact(claims: Any) -> bytes:
    """Return the claims as a structured artifact."""
    if not isinstance(claims, list):
        raise MalformedReport("`claims` is a list", code="malformed_request")
    return canon.encode({"claims": [_row(_object(claim, "claims")) for claim in claims]})


def _row(claim: dict[str, Any]) -> dict[str, Any]:
    _refuse_unknown(claim, frozenset({*CLAIM, "lineage"}), "claim")
    row = {CLAIM[name]: value for name, value in claim.items() if name in CLAIM and value is not None}
    lineage = claim.get("lineage")
    if lineage not in (None, False):
        row["calculation"] = LINEAGE if lineage is True else lineage
    return row


def _sources(given: dict[str, Any]) -> dict[Uri, Acquired]:
    return dict(_source(written, each) for written, each in given.items())


def _source(written: str, given: Any) -> tuple[Uri, Acquired]:
    uri = source_uri(written, NAME)
    if not isinstance(uri, str):
        raise MalformedReport(f"source {written!r} has no identity: {uri.why}", code="malformed_request")
    if isinstance(given, str):
        if not given.strip():
            return uri, Absence(uri, "no_text", "the source holds no text that could be read")
        return uri, Source(uri, uri, None, given, None, "complete", False, False, ())
    failure = _object(given, f"sources[{written!r}]").get("failure")
    why = OLD_FAILURES.get(failure, failure) if isinstance(failure, str) else None
    if why not in WHYS or set(given) != {"failure"}:
        raise MalformedReport(f"source {written!r} is a text or a known failure", code="malformed_request")
    return uri, Absence(uri, why, "as the request says")


def _refuse_unknown(given: dict[str, Any], known: frozenset[str], where: str) -> None:
    unknown = sorted(set(given) - known)
    if unknown:
        raise MalformedReport(f"{where} has unknown field {unknown[0]!r}", code="unknown_field")


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MalformedReport(f"`{name}` is an object", code="malformed_request")
    return value
