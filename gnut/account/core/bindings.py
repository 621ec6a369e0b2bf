"""Rules that hold between the parts of an account, each part bound to the others by its hash."""

from __future__ import annotations

from collections.abc import Mapping

from gnut.account.contract import (
    EXECUTION,
    LEDGER,
    MANIFEST,
    RUN,
    ClaimLedger,
    Execution,
    Manifest,
    ManifestArtifact,
    Run,
    Terms,
)
from gnut.account.core.acquisitions import consistent
from gnut.account.core.counted import counted
from gnut.account.core.evidence import evidence_report, one_policy, tallied
from gnut.account.core.facts import account_holds, extraction_holds, need, need_schema
from gnut.account.core.identities import need_hash, need_text
from gnut.account.core.judged import judged_as_said
from gnut.account.core.manifest import artifact_of, complete, source
from gnut.account.core.proposed import emission_holds
from gnut.account.core.sealing import seal
from gnut.account.core.terms import components, policies, policy_ref
from gnut.account.records import ACQUISITION, EVIDENCE, EvidenceReport
from gnut.authority.contract import POLICY as AUTHORITY_POLICY
from gnut.ingest.contract import Identity
from gnut.ledger.contract import POLICY as STANDING_POLICY
from gnut.support.contract import POLICY as SUPPORT_POLICY
from gnut_store.canon import Canonical

Sealed = EvidenceReport | Run | ClaimLedger | Manifest | Execution


def execution_holds(made: Execution, at: str = "") -> Canonical:
    """Return the canonical bytes of an execution, or refuse one whose run, ledger and manifest are not of one run."""
    need_schema(made.schema, EXECUTION, at)
    run = run_holds(made.run, f"{at}/run")
    ledger = ledger_holds(made.ledger, f"{at}/ledger")
    manifest = manifest_holds(made.manifest, f"{at}/manifest")
    ledger_of(made.ledger, made.run, f"{at}/ledger")
    artifacts = artifact_of("canonical_run", RUN, run), artifact_of("claim_ledger", LEDGER, ledger)
    manifest_of(made.manifest, made.run, artifacts, f"{at}/manifest")
    return seal_holds(made, at, {"run": run, "ledger": ledger, "manifest": manifest})


def run_holds(made: Run, at: str = "") -> Canonical:
    """Return the bytes of a run, or refuse one whose parts are not of one report under its terms."""
    need_schema(made.schema, RUN, at)
    for pointer, file in (("report", made.report), *((f"companions/{i}", c) for i, c in enumerate(made.companions))):
        need_text(file.path, f"{at}/{pointer}/path")
        need_hash(file.sha256, f"{at}/{pointer}/sha256")
    extraction_holds(made.extraction, f"{at}/extraction")
    evidence = evidence_holds(made.evidence, f"{at}/evidence")
    if made.arena_emission is not None:
        emission_holds(made.arena_emission, f"{at}/arena_emission")
    _terms(made.terms, f"{at}/terms")
    _read_as_said(made, at)
    _acquired_as_cited(made, at)
    _accounted(made, at)
    return seal_holds(made, at, {"evidence": evidence})


def _terms(terms: Terms, at: str) -> None:
    need_schema(terms.standing.schema, STANDING_POLICY, f"{at}/standing")
    need_schema(terms.support.schema, SUPPORT_POLICY, f"{at}/support")
    need_schema(terms.authority.schema, AUTHORITY_POLICY, f"{at}/authority")
    named = [claim_id for claim_id, _ in terms.declarations]
    need(named == sorted(set(named)), "declarations are sorted, one a claim", "unsorted", f"{at}/declarations")


def _read_as_said(made: Run, at: str) -> None:
    same = made.extraction.input_sha256 == made.report.sha256
    need(same, "the extraction is of another report", "artifact_mismatch", f"{at}/extraction/input_sha256")
    profile = made.terms.profile
    read_by = made.extraction.profile == Identity(profile.key, profile.version, profile.sha256)
    need(read_by, "it was read under another profile", "profile_mismatch", f"{at}/extraction/profile")
    cut_by = made.extraction.segmenter == profile.segmenter
    need(cut_by, "it was cut by another segmenter", "segmenter_mismatch", f"{at}/extraction/segmenter")


def _acquired_as_cited(made: Run, at: str) -> None:
    """Refuse acquisitions that are not one a cited source, in order."""
    for index, one in enumerate(made.acquisitions):
        need_schema(one.schema, ACQUISITION, f"{at}/acquisitions/{index}")
        consistent(one, f"{at}/acquisitions/{index}")
    modes = {one.mode for one in made.acquisitions}
    need(len(modes) <= 1, "one run has one mode", "mixed_modes", f"{at}/acquisitions")
    had = [(one.result.source_id, str(one.result.uri)) for one in made.acquisitions]
    need(had == sorted(set(had)), "acquisitions are sorted, one a source", "unsorted", f"{at}/acquisitions")
    all_cited(made, at)


def all_cited(made: Run, at: str = "") -> None:
    """Refuse acquisitions of other sources than the claims cite, the report itself left out."""
    had = {(one.result.source_id, str(one.result.uri)) for one in made.acquisitions}
    cited = {(claim.source.source_id, claim.source.uri) for claim in made.extraction.claims if claim.source}
    cited = {one for one in cited if one[1] != f"file:{made.report.path}" or made.report.path == "-"}
    need(had == cited, "acquired is what is cited", "acquisitions_mismatch", f"{at}/acquisitions")


def _accounted(made: Run, at: str) -> None:
    """Refuse accounts that are not one a claim, under the run's policies, or that the summary miscounts."""
    evidence, place = made.evidence, f"{at}/evidence"
    claims = {claim.claim_id: claim for claim in made.extraction.claims}
    ids = [one.claim_id for one in evidence.accounts]
    need(ids == sorted(claims), "there is one account a claim, sorted", "accounts_mismatch", f"{place}/accounts")
    for index, one in enumerate(evidence.accounts):
        claim = claims[one.claim_id]
        same = one.provenance == claim.analytical_provenance.class_
        need(same, "the claim has another class", "accounts_mismatch", f"{place}/accounts/{index}/provenance")
        named = claim.source.source_id if claim.source else None
        pointer = f"{place}/accounts/{index}/authority/source_id"
        need(one.authority.source_id == named, "the claim has another source", "accounts_mismatch", pointer)
    terms = made.terms
    derived = evidence_report(
        made.extraction.claims,
        evidence.accounts,
        policy_ref(terms.support.key, terms.support),
        policy_ref(terms.authority.key, terms.authority),
        at=place,
    )
    for name in ("support_policy", "authority_policy"):
        same = getattr(evidence, name) == getattr(derived, name)
        need(same, "the terms hold another policy", "policy_mismatch", f"{place}/{name}")
    same = evidence.summary == derived.summary
    need(same, "it is not what the claims and accounts come to", "summary_mismatch", f"{place}/summary")
    judged_as_said(made, claims, at)


def evidence_holds(made: EvidenceReport, at: str = "") -> Canonical:
    """Return the bytes of an evidence report, or refuse one that mixes policies, miscounts or is unsound in a part."""
    need_schema(made.schema, EVIDENCE, at)
    ids = [one.claim_id for one in made.accounts]
    need(ids == sorted(set(ids)), "accounts are sorted, one a claim", "accounts_mismatch", f"{at}/accounts")
    for index, one in enumerate(made.accounts):
        account_holds(one, f"{at}/accounts/{index}")
    one_policy(made.accounts, made.support_policy, made.authority_policy, at)
    counted(made.summary.mechanical, f"{at}/summary/mechanical")
    tallied(made, at)
    return seal_holds(made, at)


def ledger_holds(made: ClaimLedger, at: str = "") -> Canonical:
    """Return the bytes of a claim ledger, or refuse one that says a thing in two ways."""
    need_schema(made.schema, LEDGER, at)
    for name in ("run_sha256", "artifact_sha256", "profile_sha256", "segmenter_sha256", "policy_sha256"):
        need_hash(getattr(made, name), f"{at}/{name}")
    policy = made.ledger.policy.sha256 == made.policy_sha256
    need(policy, "the ledger was made under another policy", "ledger_mismatch", f"{at}/policy_sha256")
    counted_rows = made.ledger.population.rows == len(made.ledger.rows)
    need(counted_rows, "the rows are miscounted", "ledger_mismatch", f"{at}/ledger/population/rows")
    return seal_holds(made, at)


def ledger_of(made: ClaimLedger, run: Run, at: str = "") -> None:
    """Refuse a ledger that is not of the run (`ledger_mismatch`)."""
    bound = {
        "run_sha256": run.sha256,
        "artifact_sha256": run.report.sha256,
        "profile_sha256": run.extraction.profile.sha256,
        "segmenter_sha256": run.extraction.segmenter.sha256,
        "policy_sha256": policy_ref("", run.terms.standing).sha256,
    }
    for name, sha256 in bound.items():
        same = getattr(made, name) == sha256
        need(same, "the ledger is of another run", "ledger_mismatch", f"{at}/{name}")
    same_path = made.ledger.path == run.report.path
    need(same_path, "the ledger is of another report", "ledger_mismatch", f"{at}/ledger/path")
    facts = {one.claim_id: one for one in run.evidence.accounts}
    rows = made.ledger.rows
    ids = [row.id for row in rows] == [claim.claim_id for claim in run.extraction.claims]
    need(ids, "the ledger's rows are not the run's claims", "ledger_mismatch", f"{at}/ledger/rows")
    for index, row in enumerate(rows):
        fact = facts[row.id]
        told = (row.support, row.authority, row.provenance)
        same = told == (fact.assessment.status, fact.authority.kind, fact.provenance)
        need(same, "the row says otherwise than its account", "ledger_mismatch", f"{at}/ledger/rows/{index}")


def manifest_holds(made: Manifest, at: str = "") -> Canonical:
    """Return the bytes of a manifest, or refuse one that breaks a rule of its own."""
    need_schema(made.schema, MANIFEST, at)
    complete(made, at)
    return seal_holds(made, at)


def manifest_of(made: Manifest, run: Run, artifacts: tuple[ManifestArtifact, ...], at: str = "") -> None:
    """Refuse a manifest that does not name exactly what went into the run and came out (`manifest_mismatch`)."""
    wanted = {
        "sources": [source(one) for one in run.acquisitions if one.result.ok],
        "policies": policies(run.terms, run.arena_emission),
        "components": components(run.terms),
        "artifacts": artifacts,
    }
    for name, listed in wanted.items():
        same = set(getattr(made, name)) == set(listed)
        need(same, f"its {name} are not the run's", "manifest_mismatch", f"{at}/{name}")


def seal_holds(made: Sealed, at: str = "", known: Mapping[str, Canonical] | None = None) -> Canonical:
    """Return the bytes of a receipt, or refuse one whose hash is not of its content (`self_hash_mismatch`)."""
    again, body = seal(made, known or {})
    need(made.sha256 == again.sha256, "the hash is not of the content", "self_hash_mismatch", f"{at}/sha256")
    return body
