"""One small run with its account, made without a store, and the parts that tests change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gnut.account.contract import Domain, Engine, Execution, Given
from gnut.account.core.terms import policy_ref
from gnut.authority.contract import ASSESSMENT as AUTHORITY
from gnut.authority.contract import KINDS, Authority, AuthorityPolicy
from gnut.authority.contract import POLICY as AUTHORITY_POLICY
from gnut.check.contract import Finding
from gnut.edge.policies import all_shipped, shipped
from gnut.ingest.contract import Extraction
from gnut.ingest.core import profile
from gnut.model import Absence, Bound, Report, Request, Source, Uri
from gnut.run import run
from gnut.support.contract import ASSESSMENT, POLICY, Assessment, Detector, DetectorRef, SupportPolicy
from gnut.text.uris import source_id
from gnut_store import canon
from gnut_store.oid import oid_of

ENGINE = Engine("gnut", "0.0", "3f2a9c", "0" * 64, True, False)
DOMAIN = Domain("general", "1", "1" * 64, "2" * 64)
DETECTOR = Detector("gnut.none", "none", "1", "gnut", "0", canon.sha256(b"{}"))
SUPPORT = SupportPolicy(POLICY, "none", "1", "2026-01-01", DETECTOR, None)
KIND_POLICY = AuthorityPolicy(AUTHORITY_POLICY, "default", "1", "2026-01-01", tuple(sorted(KINDS)))

TEXT = "From May the gate shuts at nine every evening. The harbour log is short."
BODY = """# Gates

It says “the gate shuts at nine every evening” [a](https://a.example/1). It says “the gate shuts at ten every evening”
[a](https://a.example/1). Otters [b](https://b.example/2) live there, and a wall stands [c](https://c.example/3).

We think so. <!-- groundnut-analyst-inference -->

Nobody [knows](report.md) of 42 otters [9].
"""
ABSENT = {"https://b.example/2": "not_found", "https://c.example/3": "login"}


def had(uri: str, text: str = TEXT) -> Source:
    """A source as a replay gives it, with its digests."""
    snapshot = oid_of("snapshot", uri.encode())
    bound = Bound(canon.sha256(text.encode()), canon.sha256(b"w" + text.encode()), canon.sha256(uri.encode()))
    return Source(Uri(uri), uri, snapshot, text, None, "complete", False, False, (), bound)


def answer(request: Request, texts: Mapping[str, str], absent: Mapping[str, str]) -> Source | Absence:
    if request.uri in absent:
        why = absent[request.uri]
        wall = (oid_of("snapshot", b"{}"), canon.sha256(b"{}")) if why == "login" else (None, None)
        return Absence(request.uri, why, "as given", *wall)
    return had(request.uri, texts.get(request.uri, TEXT))


def given(
    body: str = BODY,
    *,
    texts: Mapping[str, str] | None = None,
    absent: Mapping[str, str] | None = None,
    path: str = "report.md",
    chosen: Any = None,
    **changed: Any,
) -> Given:
    """What an account of a Markdown report is made from; keywords replace fields."""
    report = Report(path, body.encode(), ())
    kind = profile(chosen)
    done = run(
        report,
        profile=kind,
        sources=lambda request: answer(request, texts or {}, ABSENT if absent is None else absent),
        policy=shipped("default"),
        policies=all_shipped(),
    )
    ref, authority = policy_ref(SUPPORT.key, SUPPORT), policy_ref(KIND_POLICY.key, KIND_POLICY)
    detector = DetectorRef(
        *(getattr(DETECTOR, name) for name in DETECTOR.__struct_fields__), canon.sha256(canon.encode(DETECTOR))
    )
    blank = canon.sha256(b"input")
    parts: dict[str, Any] = {
        "report": report,
        "profile": kind,
        "extraction": done.extraction,
        "acquired": done.acquired,
        "evidence": done.evidence,
        "support": tuple(
            Assessment(ASSESSMENT, "not_assessed", "no_detector", None, blank, ref, detector, None, None)
            for _ in done.evidence.findings
        ),
        "authority": tuple(
            Authority(
                AUTHORITY,
                one.id,
                _cited(done.extraction, one),
                "unknown_authority",
                "unassigned",
                None,
                authority.sha256,
                None,
                blank,
            )
            for one in done.evidence.findings
        ),
        "policy": done.policy,
        "ledger": done.ledger,
        "support_policy": SUPPORT,
        "authority_policy": KIND_POLICY,
        "declarations": {},
        "engine": ENGINE,
        "domain": DOMAIN,
        "mode": "replay_only",
        "strategies": {},
        "emission": None,
    }
    return Given(**(parts | changed))


def _cited(extraction: Extraction, finding: Finding) -> str | None:
    citation = None if finding.citation is None else extraction.units[finding.unit].citations[finding.citation]
    return None if citation is None or citation.uri is None else source_id(citation.uri)


def made(body: str = BODY, **changed: Any) -> Execution:
    """The account of a small run."""
    from gnut.account.core import account

    return account(given(body, **changed))


def tasks() -> dict[str, Any]:
    """Arena tasks of a rendering, as JSON."""
    from gnut.arena.core import emit
    from gnut.edge.policies import arena_emission

    body = b"There is no record of a successor to the harbour master of the town in any register.\n"
    told: dict[str, Any] = canon.decode(canon.encode(emit(body, "markdown", arena_emission())))
    return told
