from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given as examples
from hypothesis import strategies as st
from msgspec.structs import replace

from gnut.account.core import envelope, metrics
from gnut.account.core.counted import counted
from gnut.account.core.facts import ANCHORS
from gnut.account.core.metrics import rates_of
from gnut.account.records import (
    METHODS,
    PROVENANCE,
    VERIFICATION,
    Claim,
    ClassCounts,
    Metrics,
    Provenance,
    SourceRef,
    Verification,
)
from gnut.errors import BadReceipt
from gnut.ingest.contract import LINEAGE, Lineage, LineageInput
from gnut.ingest.contract import PROVENANCE as CLASSES
from gnut.model import Span
from gnut.support.contract import LABELS, STATUSES
from tests.account.made import given, made

LINEAGE_OF_ONE = Lineage(LINEAGE, "one", "0" * 64, (LineageInput("one", "1", ()),), None)


@st.composite
def pairs(draw: Any) -> tuple[Claim, Verification]:
    """A claim with a verification that can stand beside it."""
    method = draw(st.sampled_from(METHODS))
    uncited = {"no_source": ("unclassified",), "provenance": CLASSES[:-1]}
    class_ = draw(st.sampled_from(uncited.get(method, CLASSES)))
    cited = method not in ("no_source", "provenance")
    sought = method in ANCHORS or (method in ("fetch_failed", "broken", "unresolvable") and draw(st.booleans()))
    lineage = LINEAGE_OF_ONE if class_ == "analyst_calculation" and draw(st.booleans()) else None
    status = "declared" if lineage else "missing" if class_ == "analyst_calculation" else "not_applicable"
    claim = Claim(
        "c",
        "text",
        SourceRef("url:0", "https://a.example/") if cited else None,
        "words" if sought else None,
        None,
        False,
        Provenance(PROVENANCE, class_, status, lineage),
        None,
        "line 1",
    )
    found = ANCHORS.get(method) == "found"
    made = Verification(
        VERIFICATION,
        ANCHORS.get(method),
        method,
        None,
        (Span(0, 1),) if found else (),
        int(found),
        (),
        False,
        True,
        None,
        (),
        "not_assessed",
        "not_found" if method == "fetch_failed" else None,
        None,
    )
    return claim, made


@examples(st.lists(pairs(), max_size=60))
def test_every_count_adds_up_to_the_claims(listed: list[tuple[Claim, Verification]]) -> None:
    measured = metrics(listed)
    counts, outcomes = measured.counts, measured.anchor_outcome_counts
    assert sum(outcomes.values()) == counts["detected_claims"] == len(listed)
    assert sum(one.claims for one in measured.by_provenance_class.values()) == len(listed)
    assert sum(one.cited_claims for one in measured.by_provenance_class.values()) == counts["cited_claims"]
    assert counts["cited_claims"] + outcomes["no_source"] + outcomes["typed_provenance"] == len(listed)
    assert (
        counts["exact_anchored_excerpts"] + counts["normalised_anchored_excerpts"]
        == counts["anchored_excerpts"]
        == outcomes["exact_found"] + outcomes["normalised_found"]
    )
    counted(measured)


@examples(st.lists(pairs(), max_size=60))
def test_similarity_never_finds_anything(listed: list[tuple[Claim, Verification]]) -> None:
    measured = metrics(listed)
    assert measured.anchor_outcome_counts["fuzzy_found"] == measured.counts["fuzzy_anchored_excerpts"] == 0
    assert all(one.fuzzy_anchored_excerpts == 0 for one in measured.by_provenance_class.values())
    assert measured.rates["fuzzy_anchor_share"].numerator == 0


@examples(st.lists(pairs(), max_size=30), st.randoms(use_true_random=False))
def test_the_order_of_claims_changes_no_count(listed: list[tuple[Claim, Verification]], chance: Any) -> None:
    shuffled = listed[:]
    chance.shuffle(shuffled)
    assert metrics(shuffled) == metrics(listed)


def test_an_unreadable_source_lowers_accessibility_and_stays_in_the_population_of_excerpts() -> None:
    body = "“The harbour log is short.” [a](https://a.example/1)\n\n“Words of it” [b](https://b.example/2)"
    rates = made(body).run.evidence.summary.mechanical.rates
    assert (rates["source_accessibility"].numerator, rates["source_accessibility"].denominator) == (1, 2)
    assert (rates["excerpt_anchoring"].numerator, rates["excerpt_anchoring"].denominator) == (1, 2)
    assert rates["excerpt_anchoring"].population == "excerpt_claims"


def test_a_normalised_excerpt_is_not_called_exact() -> None:
    measured = made("“the HARBOUR log is short” [a](https://a.example/1)").run.evidence.summary.mechanical
    assert measured.rates["exact_anchor_share"].numerator == 0
    assert measured.rates["normalised_anchor_share"].numerator == 1


def test_coverage_is_counted_by_class() -> None:
    body = "It is so [a](https://a.example/1).\n\nWe would sell. <!-- groundnut-recommendation -->"
    classes = made(body).run.evidence.summary.mechanical.by_provenance_class
    assert classes["unclassified"].citation_coverage.numerator == 1
    assert classes["recommendation"].citation_coverage.numerator == 0
    assert classes["recommendation"].citation_coverage.class_ == "coverage_by_provenance"


def test_a_report_without_citations_has_an_account() -> None:
    done = made("Nobody knows.")
    assert done.run.acquisitions == ()
    assert done.run.evidence.summary.mechanical.counts["cited_claims"] == 0
    assert done.manifest.sources == ()


def test_a_report_without_a_single_claim_has_an_account() -> None:
    done = made("# Nothing\n")
    assert done.run.extraction.claims == ()
    assert done.run.evidence.summary.claims == 0


def test_a_report_is_complete_only_when_a_detector_labelled_every_claim() -> None:
    parts = given("“The harbour log is short.” [a](https://a.example/1)")
    said = made_with(parts, "supported").run.evidence
    assert (said.complete, said.summary.semantic_assessments) == (True, 1)
    unsaid = made_with(parts, "not_assessed").run.evidence
    assert (unsaid.complete, unsaid.summary.unresolved_assessments) == (False, 1)


@pytest.mark.parametrize("status", STATUSES)
def test_each_status_is_counted_once_and_changes_no_anchor(status: str) -> None:
    parts = given("“The harbour log is short.” [a](https://a.example/1)")
    evidence = made_with(parts, status).run.evidence
    assert {name: count for name, count in evidence.summary.support_status_counts.items() if count} == {status: 1}
    assert evidence.accounts[0].verification.method == "exact"
    assert evidence.complete is (status in LABELS)


def made_with(parts: Any, status: str) -> Any:
    from gnut.account.core import account

    row = replace(parts.ledger.rows[0], support=status)
    return account(
        replace(
            parts,
            support=(replace(parts.support[0], status=status),),
            ledger=replace(parts.ledger, rows=(row,)),
        )
    )


def test_authority_is_complete_when_none_is_unknown() -> None:
    parts = given("Nobody knows.")
    from gnut.account.core import account

    known = replace(parts.authority[0], kind="analyst_derived", basis="artifact_declaration")
    row = replace(parts.ledger.rows[0], authority="analyst_derived")
    done = account(replace(parts, authority=(known,), ledger=replace(parts.ledger, rows=(row,))))
    assert done.run.evidence.complete_authority
    assert not account(parts).run.evidence.complete_authority


@pytest.mark.parametrize(
    ("name", "class_", "numerator", "denominator", "population"),
    [
        ("", "k", 1, 2, "p"),
        (" ", "k", 1, 2, "p"),
        ("m", "", 1, 2, "p"),
        ("m", "k", 1, 2, "\t"),
        ("m", "k", -1, 2, "p"),
        ("m", "k", 3, 2, "p"),
        ("m", "k", 0, -1, "p"),
    ],
)
def test_what_is_no_rate_gets_no_envelope(
    name: str, class_: str, numerator: int, denominator: int, population: str
) -> None:
    with pytest.raises(BadReceipt) as refused:
        envelope(name, class_, numerator, denominator, population)
    assert refused.value.code == "invalid_metric"


WIDE = """# Gates

It says “the gate shuts at nine every evening” [a](https://a.example/1). Otters [b](https://b.example/2) live there.

Each cost 12. <!-- groundnut-calculation: {"formula": "a / b", "inputs": [{"name": "a", "value": "60"},
{"name": "b", "value": "5"}]} -->

Half of 12 is 6. <!-- groundnut-analyst-calculation -->

Nobody knows.
"""


def changed(measured: Metrics, pointer: str, value: Any) -> Metrics:
    tree = msgspec.to_builtins(measured)
    *steps, last = pointer.split("/")[1:]
    node = tree
    for step in steps:
        node = node[step]
    node[last] = value
    return msgspec.convert(tree, Metrics)


def numbers() -> list[tuple[str, int]]:
    """Every number of some metrics, by its pointer."""

    def walked(node: Any, at: str) -> Iterator[tuple[str, int]]:
        for key, value in node.items():
            if isinstance(value, dict):
                yield from walked(value, f"{at}/{key}")
            elif isinstance(value, int):
                yield f"{at}/{key}", value

    return list(walked(msgspec.to_builtins(made(WIDE).run.evidence.summary.mechanical), ""))


@pytest.mark.parametrize("by", [-1, 1])
@pytest.mark.parametrize(("pointer", "value"), numbers())
def test_no_number_of_metrics_can_be_changed_alone(pointer: str, value: int, by: int) -> None:
    measured = made(WIDE).run.evidence.summary.mechanical
    counted(measured)
    with pytest.raises(BadReceipt) as refused:
        counted(changed(measured, pointer, value + by), "/mechanical")
    assert refused.value.code == "metrics_mismatch"
    assert refused.value.pointer.startswith("/mechanical/")


def _other_name(measured: Metrics) -> Metrics:
    classes = dict(measured.by_provenance_class)
    one = classes.pop("unclassified")
    covered = replace(one.citation_coverage, population="detected_claims:fact/s")
    return replace(measured, by_provenance_class={**classes, "fact/s": replace(one, citation_coverage=covered)})


def _empty_class(measured: Metrics) -> Metrics:
    one = measured.by_provenance_class["unclassified"]
    covered = replace(one.citation_coverage, numerator=0, denominator=0, population="detected_claims:recommendation")
    empty = ClassCounts(0, 0, 0, 0, 0, covered)
    return replace(measured, by_provenance_class={**measured.by_provenance_class, "recommendation": empty})


def _exact_for_normalised(measured: Metrics) -> Metrics:
    counts = {**measured.counts, "exact_anchored_excerpts": 0, "normalised_anchored_excerpts": 1}
    return replace(measured, counts=counts, rates=rates_of(counts))


def _calculations_of_nobody(measured: Metrics) -> Metrics:
    counts = {**measured.counts, "analyst_calculations": 3}
    return replace(measured, counts=counts, rates=rates_of(counts))


def _fewer_excerpts(measured: Metrics) -> Metrics:
    counts = {**measured.counts, "excerpt_claims": 3}
    return replace(measured, counts=counts, rates=rates_of(counts))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (_other_name, "/by_provenance_class/fact~1s"),
        (_empty_class, "/by_provenance_class/recommendation"),
        (_exact_for_normalised, "/counts/exact_anchored_excerpts"),
        (_calculations_of_nobody, "/counts/analyst_calculations"),
        (_fewer_excerpts, "/counts/excerpt_claims"),
        (lambda one: replace(one, rates={}), "/rates"),
        (lambda one: replace(one, counts={}), "/counts"),
        (lambda one: replace(one, by_provenance_class={}), "/anchor_outcome_counts/no_source"),
        (lambda one: replace(one, anchor_outcome_counts={**one.anchor_outcome_counts, "invented": 0}), None),
    ],
)
def test_metrics_that_do_not_add_up_are_refused_where_they_do_not(
    change: Callable[[Metrics], Metrics], where: str | None
) -> None:
    with pytest.raises(BadReceipt) as refused:
        counted(change(made(WIDE).run.evidence.summary.mechanical))
    assert (refused.value.code, refused.value.pointer) == ("metrics_mismatch", where or "/anchor_outcome_counts")


def test_metrics_of_another_contract_are_refused() -> None:
    measured = made().run.evidence.summary.mechanical
    for pointer in ("/schema", "/rates/citation_coverage/schema"):
        with pytest.raises(BadReceipt) as refused:
            counted(changed(measured, pointer, "x/v1"))
        assert (refused.value.code, refused.value.pointer) == ("unknown_schema", pointer)
