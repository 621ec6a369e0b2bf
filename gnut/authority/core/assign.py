"""Set an authority beside every assessment, and change neither."""

from __future__ import annotations

from collections.abc import Mapping

from gnut.authority.contract import ASSESSMENT, Authority, AuthorityPolicy, Declaration
from gnut.authority.core.policies import ref
from gnut.check.contract import Evidence, Finding
from gnut.errors import BadConfig
from gnut.ingest.contract import ANALYST, Extraction
from gnut.support.contract import Assessment
from gnut.text.uris import source_id
from gnut_store import canon


def authority(
    extraction: Extraction,
    evidence: Evidence,
    support: tuple[Assessment, ...],
    policy: AuthorityPolicy,
    declarations: Mapping[str, Declaration],
) -> tuple[Authority, ...]:
    """Return the authority of every finding, in order; support is not changed by it.

    A declaration wins; else an analyst's own class gives `analyst_derived`, a company's assertion
    `subject_provided`, both on the artifact's own word; else nothing is known. External evidence and open
    questions raise nothing.

    Args:
        extraction: The report, read.
        evidence: Its findings.
        support: One assessment a finding, in the same order.
        policy: The vocabulary in force.
        declarations: By claim id.

    Raises:
        BadConfig: `duplicate_claim_id` (two findings would share a declaration), `declaration_unknown_claim`,
            `declaration_source_mismatch` (it speaks of another source than the claim cites).
    """
    _require_distinct(evidence)
    unknown = sorted(set(declarations) - {finding.id for finding in evidence.findings})
    if unknown:
        raise BadConfig(
            f"{unknown[0]!r} is declared, and the report has no such claim", code="declaration_unknown_claim"
        )
    bound = {claim: canon.sha256(canon.encode(given)) for claim, given in declarations.items()}
    policy_sha256 = ref(policy)
    return tuple(
        _assigned(extraction, finding, assessment, policy_sha256, declarations.get(finding.id), bound.get(finding.id))
        for finding, assessment in zip(evidence.findings, support, strict=True)
    )


def _require_distinct(evidence: Evidence) -> None:
    seen: set[str] = set()
    for finding in evidence.findings:
        if finding.id in seen:
            raise BadConfig(f"claim id {finding.id!r} stands twice", code="duplicate_claim_id")
        seen.add(finding.id)


def _assigned(
    extraction: Extraction,
    finding: Finding,
    assessment: Assessment,
    policy_sha256: str,
    declared: Declaration | None,
    declaration_sha256: str | None,
) -> Authority:
    unit = extraction.units[finding.unit]
    uri = None if finding.citation is None else unit.citations[finding.citation].uri
    source = None if uri is None else source_id(uri)
    if declared is None:
        kind, basis = _of_class(unit.provenance)
    elif declared.source_id != source:
        raise BadConfig(
            f"the declaration for {finding.id!r} speaks of {_address(extraction, declared.source_id)}, "
            f"the claim cites {uri or 'none'}",
            help="gnut ingest REPORT lists the claims with what each cites",
            code="declaration_source_mismatch",
        )
    else:
        kind, basis = declared.kind, declared.basis
    return Authority(
        schema=ASSESSMENT,
        claim_id=finding.id,
        source_id=source,
        kind=kind,
        basis=basis,
        assigned_by=declared.assigned_by if declared else None,
        policy_sha256=policy_sha256,
        declaration_sha256=declaration_sha256,
        support_input_sha256=assessment.input_sha256,
    )


def _address(extraction: Extraction, named: str | None) -> str:
    """Return the address of a source that somebody declared, where the report cites it."""
    if named is None:
        return "no source"
    cited = (one.uri for unit in extraction.units for one in unit.citations if one.uri is not None)
    return next((uri for uri in cited if source_id(uri) == named), f"a source that the report does not cite ({named})")


def _of_class(provenance: str) -> tuple[str, str]:
    """Return kind and basis that a claim's declared class gives."""
    if provenance in ANALYST:
        return "analyst_derived", "artifact_declaration"
    if provenance == "company_assertion":
        return "subject_provided", "artifact_declaration"
    return "unknown_authority", "unassigned"
