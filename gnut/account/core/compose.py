"""The account of one run: run, ledger, manifest and execution, each bound to the one before."""

from __future__ import annotations

from gnut.account.contract import (
    EXECUTION,
    LEDGER,
    RUN,
    ArtifactRef,
    ClaimLedger,
    Execution,
    Given,
    Run,
)
from gnut.account.core.acquisitions import acquisitions
from gnut.account.core.bindings import all_cited, ledger_of
from gnut.account.core.claims import Sources, claims
from gnut.account.core.evidence import accounts, evidence_report
from gnut.account.core.manifest import artifact_of, manifest, source
from gnut.account.core.proposed import emission_of
from gnut.account.core.sealing import seal
from gnut.account.core.terms import components, policies, policy_ref, terms
from gnut.account.core.verifications import verifications
from gnut.account.records import Claim, EvidenceReport, ExtractionReceipt
from gnut.ledger.contract import LineView
from gnut_store import canon
from gnut_store.canon import Canonical
from gnut_store.oid import oid_of


def account(given: Given) -> Execution:
    """Return the sealed account of one pass over a report.

    The same things give the same bytes: no order of sources, strategies or declarations, no time, no place on a
    machine changes it.

    Raises:
        BadReceipt: What is given does not belong together; `code` names how.
    """
    return encoded(given)[0]


def encoded(given: Given) -> tuple[Execution, Canonical]:
    """Return the account as `account` does, with its canonical bytes, which are made on the way."""
    sources = Sources()
    stated = claims(given.extraction, given.evidence.findings, sources)
    evidence, evidence_bytes = _evidence(given, stated)
    run, run_bytes = _run(given, stated, sources, evidence, evidence_bytes)
    ledger, ledger_bytes = _ledger(given, run)
    artifacts = [artifact_of("canonical_run", RUN, run_bytes), artifact_of("claim_ledger", LEDGER, ledger_bytes)]
    made = manifest(
        given.engine,
        given.domain,
        sources=[source(one) for one in run.acquisitions if one.result.ok],
        policies=policies(run.terms, run.arena_emission),
        components=components(run.terms),
        artifacts=artifacts,
    )
    return seal(Execution(EXECUTION, run, ledger, made, ""), {"run": run_bytes, "ledger": ledger_bytes})


def _evidence(given: Given, stated: tuple[Claim, ...]) -> tuple[EvidenceReport, Canonical]:
    found = verifications(given.extraction, given.evidence.findings, given.acquired)
    made = evidence_report(
        stated,
        accounts(stated, found, given.support, given.authority),
        policy_ref(given.support_policy.key, given.support_policy),
        policy_ref(given.authority_policy.key, given.authority_policy),
    )
    return seal(made, {})


def _run(
    given: Given, stated: tuple[Claim, ...], sources: Sources, evidence: EvidenceReport, evidence_bytes: Canonical
) -> tuple[Run, Canonical]:
    companions = sorted(given.report.companions)
    made = Run(
        schema=RUN,
        report=_file(given.report.path, given.report.body),
        companions=tuple(_file(name, body) for name, body in companions),
        terms=terms(given),
        extraction=_extraction(given, stated),
        acquisitions=acquisitions(given.acquired, sources, given.mode, given.strategies),
        evidence=evidence,
        arena_emission=None if given.emission is None else emission_of(given.emission),
        sha256="",
    )
    all_cited(made)
    return seal(made, {"evidence": evidence_bytes})


def _file(path: str, body: bytes) -> ArtifactRef:
    return ArtifactRef(path, canon.sha256(body), len(body), oid_of("blob", body))


def _extraction(given: Given, stated: tuple[Claim, ...]) -> ExtractionReceipt:
    read = given.extraction
    noted: dict[str, int] = {}
    for one in read.noted:
        noted[one.reason] = noted.get(one.reason, 0) + 1
    return ExtractionReceipt(
        schema="groundnut-artifact-extraction/v3",
        kind=read.kind,
        input_sha256=read.input_sha256,
        profile=read.profile,
        segmenter=read.segmenter,
        claim_count=len(stated),
        claims=stated,
        lines=LineView(read.lines.included, dict(read.lines.excluded)),
        noted=dict(sorted(noted.items())),
    )


def _ledger(given: Given, run: Run) -> tuple[ClaimLedger, Canonical]:
    made = ClaimLedger(
        schema=LEDGER,
        run_sha256=run.sha256,
        artifact_sha256=run.report.sha256,
        profile_sha256=run.extraction.profile.sha256,
        segmenter_sha256=run.extraction.segmenter.sha256,
        policy_sha256=given.ledger.policy.sha256,
        ledger=given.ledger,
        sha256="",
    )
    ledger_of(made, run)
    return seal(made, {})
