"""Samples, estimates and replays."""

from __future__ import annotations

from decimal import Decimal

import pytest

from gnut.errors import MalformedReport
from gnut.measure.contract import Decided, Label
from gnut.measure.core import decided, measure, replay, sample
from gnut.measure.core.replaying import Earlier, Outcome

LOG = [
    *(Decided(f"p{at}", "PASS", "low") for at in range(60)),
    *(Decided(f"q{at}", "PASS", "high") for at in range(40)),
    *(Decided(f"r{at}", "REVIEW", "high") for at in range(10)),
    Decided("f0", "FAIL", None),
]


def labels(*said: tuple[str, bool]) -> list[Label]:
    return [Label(name, wrong, None) for name, wrong in said]


def test_a_sample_has_two_of_every_stratum_and_comes_out_the_same() -> None:
    drawn = sample(LOG, 10, 7)
    assert drawn == sample(list(reversed(LOG)), 10, 7)
    assert drawn != sample(LOG, 10, 8)
    assert len(set(drawn)) == len(drawn)
    for stratum, least in (("p", 2), ("q", 2), ("r", 2), ("f", 1)):
        assert sum(name.startswith(stratum) for name in drawn) >= least


def test_F51_the_estimate_is_what_was_observed_and_the_interval_stands_beside() -> None:
    found = measure([Decided("a", "PASS", None)], labels(("a", False)))
    share = found.passed_wrong
    # (0 + z²/2) / (1 + z²) ± z √(p(1 − p) / (1 + z²)), by hand: 0.3967 ± 0.4358, cut at 0.
    assert (share.estimate, share.low, share.high) == ("0.000000", "0.000000", "0.832501")
    assert found.per_thousand == "0.000"
    assert found.notes[0].startswith("the interval is wide")


def test_strata_are_weighted_by_what_they_are_of_all_that_passed() -> None:
    said = [("p0", True), ("p1", False), ("q0", False), ("q1", False), ("q2", False), ("q3", True)]
    found = measure(LOG, labels(*said))
    # 60 of 100 at 1/2, 40 of 100 at 1/4.
    assert found.passed_wrong.estimate == "0.400000"
    assert Decimal(found.per_thousand) == (Decimal("0.4") * 100 / 111 * 1000).quantize(Decimal("0.001"))
    assert [(risk, each.estimate) for risk, each in found.per_risk_class] == [("high", "0.250000"), ("low", "0.500000")]
    assert any("REVIEW" in note for note in found.notes)


def test_predictions_of_all_are_corrected_by_their_errors() -> None:
    records = [Decided(f"p{at}", "PASS", None) for at in range(10)]
    said = [Label(f"p{at}", {0: True, 1: False, 2: True, 3: False}.get(at), at < 4) for at in range(10)]
    found = measure(records, said)
    # Predicted wrong: 4 of 10. Of the labelled the prediction is wrong by −1/2 on average (two of four were right).
    assert found.method == "prediction_powered"
    assert Decimal(found.passed_wrong.estimate) == max(Decimal(0), Decimal("0.4") - Decimal("0.5"))


def test_costs_are_of_reviews_and_of_what_passed_wrongly() -> None:
    found = measure(
        LOG, labels(("p0", True), ("p1", False)), review_minutes=Decimal(6), hour=Decimal(50), error=Decimal(10)
    )
    assert found.cost is not None
    assert (found.cost.review, found.cost.errors) == ("50.00", "500.00")


@pytest.mark.parametrize("said", [[("nobody", True)], [("p0", True), ("p0", True)], [("f0", True)], []])
def test_labels_of_nothing_that_passed_are_refused(said: list[tuple[str, bool]]) -> None:
    with pytest.raises(MalformedReport):
        measure(LOG, labels(*said))


def test_records_of_both_forms_say_their_decision() -> None:
    assert decided("a", {"decision": "PASS", "risk_class": "low"}) == Decided("a", "PASS", "low")
    assert decided("b", {"outcome": {"decision": "FAIL"}}) == Decided("b", "FAIL", None)
    assert decided("c", {"gate": "DENY"}) is None
    assert decided("d", {"outcome": "PASS"}) is None


def test_a_replay_counts_what_is_decided_otherwise() -> None:
    rows = [("a", "FAIL", ("numeric.contradicted",)), ("b", "PASS", ()), (None, "PASS", ()), ("x", "REVIEW", ())]
    traffic = [Outcome(*row, input_hash="h1") for row in rows]
    before = {"a": Earlier("PASS", "h1"), "b": Earlier("PASS", None)}
    found = replay(traffic, before, policy_id="p", policy_hash="h")
    assert (found.requests, found.compared, found.changed, found.other_inputs) == (4, 2, 1, 0)
    assert found.transitions == (("PASS→FAIL", 1),)
    assert (found.changes[0].request, found.changes[0].record_id) == (1, "a")


def test_a_replay_compares_no_request_with_the_record_of_another() -> None:
    found = replay([Outcome("a", "FAIL", (), "h2")], {"a": Earlier("PASS", "h1")}, policy_id="p", policy_hash="h")
    assert (found.compared, found.changed, found.other_inputs) == (0, 0, 1)
