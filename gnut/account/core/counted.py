"""Rules that metrics keep by themselves: every number follows from the outcomes, the classes and three counts."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.account.core.lineages import CALCULATION
from gnut.account.core.metrics import MATCHED, OUTCOMES, READABLE, coverage, rates_of
from gnut.account.records import ENVELOPE, METRICS, ClassCounts, Envelope, Metrics
from gnut.errors import BadReceipt
from gnut.ingest.contract import PROVENANCE as CLASSES
from gnut.text.members import step

SLOTS = frozenset({"fuzzy_found", *OUTCOMES.values()})
_READABLE = tuple(OUTCOMES[method] for method in READABLE)
_SOUGHT = tuple(OUTCOMES[method] for method in MATCHED)
_FREE = ("excerpt_claims", "calculations_with_lineage")
"""Counts that neither outcomes nor classes fix; both have bounds."""


def counted(made: Metrics, at: str = "") -> None:
    """Refuse metrics that do not add up: outcomes to counts, classes to outcomes, rates to counts.

    Raises:
        BadReceipt: `unknown_schema` or `metrics_mismatch`, with the pointer of the number.
    """
    for pointer, schema, known in _schemas(made):
        if schema != known:
            raise BadReceipt("another contract than metrics keep", code="unknown_schema", pointer=f"{at}{pointer}")
    fault = next(_faults(made), None)
    if fault is not None:
        raise BadReceipt("the counts do not add up", code="metrics_mismatch", pointer=f"{at}{fault}")


def _schemas(made: Metrics) -> Iterator[tuple[str, str, str]]:
    yield "/schema", made.schema, METRICS
    yield from ((f"/rates/{step(name)}/schema", one.schema, ENVELOPE) for name, one in made.rates.items())
    for class_, one in made.by_provenance_class.items():
        yield f"/by_provenance_class/{step(class_)}/citation_coverage/schema", one.citation_coverage.schema, ENVELOPE


def _faults(made: Metrics) -> Iterator[str]:
    """Yield the pointer of each number that the others contradict; those after the first may lean on it."""
    outcomes = made.anchor_outcome_counts
    if set(outcomes) != SLOTS:
        yield "/anchor_outcome_counts"
        return
    yield from (f"/anchor_outcome_counts/{name}" for name, count in outcomes.items() if count < 0)
    if outcomes["fuzzy_found"]:
        yield "/anchor_outcome_counts/fuzzy_found"
    yield from _class_faults(made)
    yield from _count_faults(made)
    if made.rates != rates_of(made.counts):
        yield "/rates"


def _class_faults(made: Metrics) -> Iterator[str]:
    outcomes, classes = made.anchor_outcome_counts, made.by_provenance_class
    for class_, one in classes.items():
        if class_ not in CLASSES or one != _again(class_, one):
            yield f"/by_provenance_class/{step(class_)}"
    for name in ("no_source", "typed_provenance"):
        if sum(getattr(one, name) for one in classes.values()) != outcomes[name]:
            yield f"/anchor_outcome_counts/{name}"
    if sum(one.claims for one in classes.values()) != sum(outcomes.values()):
        yield "/by_provenance_class"


def _again(class_: str, one: ClassCounts) -> ClassCounts | None:
    """Return what the counts of a class have to be, given those of its claims that cite nothing; None for none."""
    if one.claims < 1 or one.no_source < 0 or one.typed_provenance < 0:
        return None
    # Without a citation, a claim that has a class is typed, and one that has none is without a source.
    if one.typed_provenance if class_ == "unclassified" else one.no_source:
        return None
    cited = one.claims - one.no_source - one.typed_provenance
    if cited < 0:
        return None
    covered: Envelope = coverage(class_, cited, one.claims)
    return ClassCounts(one.claims, cited, one.no_source, one.typed_provenance, 0, covered)


def _count_faults(made: Metrics) -> Iterator[str]:
    outcomes, counts = made.anchor_outcome_counts, made.counts
    calculations = made.by_provenance_class.get(CALCULATION)
    total = sum(outcomes.values())
    cited = total - outcomes["no_source"] - outcomes["typed_provenance"]
    computed = 0 if calculations is None else calculations.claims
    fixed = {
        "detected_claims": total,
        "cited_claims": cited,
        "readable_citations": sum(outcomes[name] for name in _READABLE),
        "anchored_excerpts": outcomes["exact_found"] + outcomes["normalised_found"],
        "exact_anchored_excerpts": outcomes["exact_found"],
        "normalised_anchored_excerpts": outcomes["normalised_found"],
        "fuzzy_anchored_excerpts": 0,
        "analyst_calculations": computed,
    }
    if set(counts) != {*fixed, *_FREE}:
        yield "/counts"
        return
    yield from (f"/counts/{name}" for name, count in fixed.items() if counts[name] != count)
    if not sum(outcomes[name] for name in _SOUGHT) <= counts["excerpt_claims"] <= cited:
        yield "/counts/excerpt_claims"
    if not 0 <= counts["calculations_with_lineage"] <= computed:
        yield "/counts/calculations_with_lineage"
