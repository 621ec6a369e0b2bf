"""Counts and rates over a whole report, derived from its claims and their verifications and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from gnut.account.records import ENVELOPE, METRICS, Claim, ClassCounts, Envelope, Metrics, Verification
from gnut.errors import BadReceipt

UNCITED = ("no_source", "provenance")
"""Methods of a claim that cites nothing."""

MATCHED = ("exact", "normalised", "located", "absent", "empty")
"""Methods of an excerpt that was sought in a text."""

READABLE = (*MATCHED, "locator", "no_excerpt")
"""Methods of a citation whose source could be read."""

OUTCOMES = {
    "exact": "exact_found",
    "normalised": "normalised_found",
    "located": "fuzzy_ambiguous",
    "absent": "fuzzy_not_found",
    "empty": "empty_excerpt",
    "locator": "locator_only",
    "no_excerpt": "no_excerpt",
    "fetch_failed": "fetch_failed",
    "broken": "broken_citation",
    "unresolvable": "unresolvable_source",
    "no_source": "no_source",
    "provenance": "typed_provenance",
}
"""Method → slot of the outcome counts. Every method has one, so that the slots add up to the claims; `fuzzy_found`
stands beside them and is always 0, for similarity never says that an excerpt was found."""


def envelope(name: str, class_: str, numerator: int, denominator: int, population: str) -> Envelope:
    """Return a rate that carries its class and population.

    Raises:
        BadReceipt: A blank name, class or population, a negative count, or a numerator above its denominator
            (`invalid_metric`).
    """
    for label, text in (("name", name), ("class", class_), ("population", population)):
        if not text.strip():
            raise BadReceipt(f"a metric has a {label}", code="invalid_metric", pointer=f"/{label}")
    if not 0 <= numerator <= denominator:
        raise BadReceipt(f"{numerator} of {denominator} is no rate", code="invalid_metric", pointer="/numerator")
    return Envelope(ENVELOPE, name, class_, numerator, denominator, population)


def metrics(pairs: Iterable[tuple[Claim, Verification]]) -> Metrics:
    """Return what matching came to over the claims of one report."""
    pairs = tuple(pairs)
    counts = _counts(pairs)
    return Metrics(
        schema=METRICS,
        counts=counts,
        anchor_outcome_counts=outcomes_of(made.method for _, made in pairs),
        by_provenance_class=classes_of((claim.analytical_provenance.class_, made.method) for claim, made in pairs),
        rates=rates_of(counts),
    )


def _counts(pairs: tuple[tuple[Claim, Verification], ...]) -> dict[str, int]:
    cited = [(claim, made) for claim, made in pairs if made.method not in UNCITED]
    with_excerpt = [made for claim, made in cited if claim.excerpt is not None]
    found = [made for made in with_excerpt if made.anchor == "found"]
    calculations = [claim for claim, _ in pairs if claim.analytical_provenance.class_ == "analyst_calculation"]
    return {
        "detected_claims": len(pairs),
        "cited_claims": len(cited),
        "readable_citations": sum(1 for _, made in cited if made.method in READABLE),
        "excerpt_claims": len(with_excerpt),
        "anchored_excerpts": len(found),
        "exact_anchored_excerpts": sum(1 for made in found if made.method == "exact"),
        "normalised_anchored_excerpts": sum(1 for made in found if made.method == "normalised"),
        "fuzzy_anchored_excerpts": 0,
        "analyst_calculations": len(calculations),
        "calculations_with_lineage": sum(
            1 for claim in calculations if claim.analytical_provenance.calculation_lineage is not None
        ),
    }


def rates_of(counts: dict[str, int]) -> dict[str, Envelope]:
    """Return the rates that counts come to."""
    rates = (
        ("citation_coverage", "coverage", "cited_claims", "detected_claims"),
        ("source_accessibility", "accessibility", "readable_citations", "cited_claims"),
        ("excerpt_anchoring", "anchoring", "anchored_excerpts", "excerpt_claims"),
        ("exact_anchor_share", "anchoring_method", "exact_anchored_excerpts", "anchored_excerpts"),
        ("normalised_anchor_share", "anchoring_method", "normalised_anchored_excerpts", "anchored_excerpts"),
        ("fuzzy_anchor_share", "anchoring_method", "fuzzy_anchored_excerpts", "anchored_excerpts"),
        (
            "calculation_lineage_coverage",
            "provenance_completeness",
            "calculations_with_lineage",
            "analyst_calculations",
        ),
    )
    return {name: envelope(name, class_, counts[top], counts[of], of) for name, class_, top, of in rates}


def outcomes_of(methods: Iterable[str]) -> dict[str, int]:
    """Return how often each slot of the outcome counts was met."""
    outcomes = dict.fromkeys(("fuzzy_found", *OUTCOMES.values()), 0)
    for method in methods:
        outcomes[OUTCOMES[method]] += 1
    return outcomes


def classes_of(told: Iterable[tuple[str, str]]) -> dict[str, ClassCounts]:
    """Return the counts of each provenance class, of (class, method) of every claim."""
    classes: dict[str, list[str]] = {}
    for class_, method in told:
        classes.setdefault(class_, []).append(method)
    return {class_: _of_class(class_, methods) for class_, methods in sorted(classes.items())}


def _of_class(class_: str, methods: list[str]) -> ClassCounts:
    cited = sum(1 for method in methods if method not in UNCITED)
    return ClassCounts(
        claims=len(methods),
        cited_claims=cited,
        no_source=methods.count("no_source"),
        typed_provenance=methods.count("provenance"),
        fuzzy_anchored_excerpts=0,
        citation_coverage=coverage(class_, cited, len(methods)),
    )


def coverage(class_: str, cited: int, claims: int) -> Envelope:
    """Return how many claims of one provenance class cite something."""
    return envelope("citation_coverage", "coverage_by_provenance", cited, claims, f"detected_claims:{class_}")
