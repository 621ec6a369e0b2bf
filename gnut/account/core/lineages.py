"""Rules that declared calculations keep inside a receipt, whoever wrote it."""

from __future__ import annotations

from collections.abc import Container

from gnut.account.core.identities import need_hash, need_text
from gnut.account.records import LINEAGE_STATUSES, PROVENANCE, Claim, ExtractionReceipt, Provenance
from gnut.errors import BadReceipt
from gnut.ingest.contract import LINEAGE, Lineage, LineageInput
from gnut.ingest.contract import PROVENANCE as CLASSES
from gnut.text.patterns import lazy
from gnut_store import canon

CALCULATION = "analyst_calculation"
"""The class of what somebody computed; no other has a lineage."""

_COUNTED = lazy(r"c[1-9][0-9]{0,8}")


def provenance_holds(one: Provenance, at: str) -> None:
    """Refuse a provenance whose class, status and lineage contradict each other (`lineage_inconsistent`)."""
    if one.schema != PROVENANCE:
        raise BadReceipt(f"{one.schema!r} is not {PROVENANCE!r}", code="unknown_schema", pointer=f"{at}/schema")
    for name, word, known in (
        ("class", one.class_, CLASSES),
        ("calculation_lineage_status", one.calculation_lineage_status, LINEAGE_STATUSES),
    ):
        if word not in known:
            raise BadReceipt(f"{word!r} is outside the closed list", code="unknown_word", pointer=f"{at}/{name}")
    lineage, status = one.calculation_lineage, one.calculation_lineage_status
    at_lineage = f"{at}/calculation_lineage"
    _need((lineage is not None) is (status == "declared"), "a declared lineage is there", at_lineage)
    calculation = one.class_ == CALCULATION
    _need((status == "not_applicable") is not calculation, "a calculation has a lineage, or misses it", at_lineage)
    if lineage is not None:
        _lineage(lineage, at_lineage)


def _lineage(one: Lineage, at: str) -> None:
    if one.schema != LINEAGE:
        raise BadReceipt(f"{one.schema!r} is not {LINEAGE!r}", code="unknown_schema", pointer=f"{at}/schema")
    need_text(one.formula, f"{at}/formula")
    need_hash(one.formula_sha256, f"{at}/formula_sha256")
    same = one.formula_sha256 == canon.sha256(one.formula.encode("utf-8", "surrogatepass"))
    _need(same, "the hash is of another formula", f"{at}/formula_sha256")
    _need(bool(one.inputs), "a calculation names at least one input", f"{at}/inputs")
    names = [each.name for each in one.inputs]
    _need(names == sorted(set(names)), "inputs are sorted, each once", f"{at}/inputs")
    for index, each in enumerate(one.inputs):
        _input(each, f"{at}/inputs/{index}")


def _input(one: LineageInput, at: str) -> None:
    need_text(one.name, f"{at}/name")
    need_text(one.value, f"{at}/value")
    named = list(one.source_claim_ids)
    _need(named == sorted(set(named)), "claims are named in order, each once", f"{at}/source_claim_ids")
    for index, name in enumerate(named):
        need_text(name, f"{at}/source_claim_ids/{index}")


def references_hold(one: ExtractionReceipt, at: str) -> None:
    """Refuse a lineage that refers to no claim of the artifact, or to the claim that it belongs to.

    A number that reading gave and no row took is no fault: which member of a stack of citations holds an excerpt
    is known only once the sources are, and where two share one a row is less than was counted.
    """
    known = {claim.claim_id for claim in one.claims}
    counted = one.kind != "structured_json"
    for index, claim in enumerate(one.claims):
        _references(claim, known, f"{at}/claims/{index}/analytical_provenance/calculation_lineage", counted=counted)


def _references(claim: Claim, known: Container[str], at: str, *, counted: bool) -> None:
    lineage = claim.analytical_provenance.calculation_lineage
    for number, each in enumerate(lineage.inputs if lineage else ()):
        for index, name in enumerate(each.source_claim_ids):
            pointer = f"{at}/inputs/{number}/source_claim_ids/{index}"
            _need(name != claim.claim_id, "it refers to the claim that it belongs to", pointer)
            read = name in known or (counted and _COUNTED.fullmatch(name) is not None)
            _need(read, "the artifact has no such claim", pointer)


def _need(fact: bool, sentence: str, pointer: str) -> None:
    if not fact:
        raise BadReceipt(sentence, code="lineage_inconsistent", pointer=pointer)
