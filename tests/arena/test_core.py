"""Adjudication: what becomes of a task, whatever order its attacks and rulings come in."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.arena.contract import CONSENSUS, VERDICTS
from gnut.arena.core.identity import same_name
from gnut.errors import MalformedReport
from gnut.model import self_hash
from gnut_store import canon
from tests.arena.made import a_ruling, a_task, an_attack, judged, no_attack, verdict

BOTH = [an_attack(lens="premise"), no_attack(lens="leap")]


def test_a_task_stands_when_every_lens_was_tried_and_every_attack_misses() -> None:
    report = judged([a_task()], BOTH, [a_ruling("fb"), a_ruling("fc")])
    assert (verdict(report), report.passed) == ("stands", True)
    assert [bout.consensus for bout in report.findings[0].bouts] == ["misses", "not_required"]


def test_no_tasks_do_not_pass() -> None:
    report = judged([], [], [])
    assert report.passed is False
    assert (report.withheld_density.numerator, report.withheld_density.denominator) == (0, 0)


def test_disagreement_is_withheld_and_no_majority_is_counted() -> None:
    rulings = [a_ruling("fb"), a_ruling("fc"), a_ruling("fd", "lands")]
    report = judged([a_task()], BOTH, rulings, required_rulings=3)
    assert verdict(report) == "withheld"
    assert (report.withheld_density.numerator, report.withheld_density.denominator) == (1, 1)


def test_a_landed_attack_weighs_more_than_a_disagreement_and_an_incomplete_one_more_than_both() -> None:
    attacks = [an_attack(lens="premise"), an_attack(lens="leap")]
    landed = [a_ruling("fb", "lands"), a_ruling("fc", "lands")]
    split = [a_ruling("fb", "lands", lens="leap"), a_ruling("fc", "misses", lens="leap")]
    assert verdict(judged([a_task()], attacks, landed + split)) == "flagged"
    assert verdict(judged([a_task()], attacks, landed + split[:1])) == "unruled"


def test_more_rulings_than_required_are_no_consensus() -> None:
    assert verdict(judged([a_task()], BOTH, [a_ruling("fb"), a_ruling("fc"), a_ruling("fd")])) == "unruled"


SAME = ["Fam ", "FAM", "f a m", "Ｆａｍ", "fаm", "fám", "f\u200bam", "fam.", "\u202efam", "𝐟𝐚𝐦", "f-a-m"]


@pytest.mark.parametrize("spelled", SAME)
def test_a_family_is_the_same_family_however_it_is_spelled(spelled: str) -> None:
    one, other = a_ruling("fam"), a_ruling("fam", model_family=spelled, session_id="another")
    assert verdict(judged([a_task()], BOTH, [one, other])) == "unruled"


@pytest.mark.parametrize("spelled", SAME)
def test_a_session_is_the_same_session_however_it_is_spelled(spelled: str) -> None:
    rulings = [a_ruling("fb", session_id="fam"), a_ruling("fc", session_id=spelled)]
    assert verdict(judged([a_task()], BOTH, rulings)) == "unruled"
    with pytest.raises(MalformedReport) as refused:
        judged([a_task()], [an_attack(session_id="fam")], [a_ruling("fb", session_id=spelled)])
    assert refused.value.code == "self_ruling"


@pytest.mark.parametrize(
    ("one", "other"), [("fam1", "fam2"), ("通义", "文心"), ("कि", "का"), ("ямал", "байкал"), ("🦊", "🦉")]
)
def test_names_that_read_differently_are_different(one: str, other: str) -> None:
    assert same_name(one) != same_name(other)
    rulings = [a_ruling(one, session_id="s1"), a_ruling(other, session_id="s2")]
    assert verdict(judged([a_task()], BOTH, rulings)) == "stands"


@given(
    st.sampled_from([*SAME, "gpt-4O", "rnistral"]),
    st.sampled_from(["fam", "gpt-40", "mistral", "other"]),
    st.integers(1, 3),
    st.sampled_from(["lands", "glances", "misses"]),
    st.data(),
)
def test_a_ruling_of_the_family_that_attacked_never_makes_a_consensus(
    attacker: str, judge: str, required: int, word: str, data: st.DataObject
) -> None:
    rulings = [a_ruling(f"j{at}", word) for at in range(2, required + 1)]
    rulings.insert(data.draw(st.integers(0, len(rulings))), a_ruling(judge, word, session_id="one of its own"))
    attacks = [an_attack(model_family=attacker), no_attack(lens="leap")]
    report = judged([a_task()], attacks, rulings, required_rulings=required)
    own = same_name(attacker) == same_name(judge)
    assert report.findings[0].bouts[0].consensus == ("incomplete" if own else word)
    assert (verdict(report) == "unruled") is own


def test_a_family_may_rule_on_the_attacks_of_others_whatever_it_attacked_itself() -> None:
    attacks = [an_attack(lens="premise"), an_attack(lens="leap", model_family="fb", session_id="atk-b")]
    rulings = [a_ruling("fb"), a_ruling("fc"), a_ruling("fa", lens="leap"), a_ruling("fc", lens="leap")]
    assert verdict(judged([a_task()], attacks, rulings)) == "stands"


FAULTS: dict[str, tuple[list[Any], list[Any], list[Any]]] = {
    "duplicate_task": ([a_task(), a_task()], [], []),
    "unknown_task": ([a_task()], [an_attack(9)], []),
    "unknown_lens": ([a_task()], [an_attack(lens="tone")], []),
    "duplicate_attack": ([a_task()], [an_attack(), an_attack(session_id="x")], []),
    "ruling_without_attack": ([a_task()], [], [a_ruling("fb")]),
    "ruling_on_null_attack": ([a_task()], [no_attack()], [a_ruling("fb")]),
    "self_ruling": ([a_task()], [an_attack()], [a_ruling("fb", session_id="ATK ")]),
}


@pytest.mark.parametrize("code", FAULTS)
def test_what_fits_to_nothing_is_refused_by_its_code(code: str) -> None:
    with pytest.raises(MalformedReport) as refused:
        judged(*FAULTS[code])
    assert (refused.value.code, refused.value.exit_code) == (code, 2)


def test_a_ruling_of_an_unknown_task_or_lens_is_refused_too() -> None:
    for row, code in ((a_ruling("fb", number=9), "unknown_task"), (a_ruling("fb", lens="tone"), "unknown_lens")):
        with pytest.raises(MalformedReport) as refused:
            judged([a_task()], BOTH, [row])
        assert refused.value.code == code


def test_the_order_of_attacks_and_rulings_changes_no_byte() -> None:
    attacks = [an_attack(lens="premise"), an_attack(lens="leap"), no_attack(2)]
    rulings = [a_ruling("fb"), a_ruling("fc", "lands"), a_ruling("fb", lens="leap"), a_ruling("fc", lens="leap")]
    tasks = [a_task(1), a_task(2)]
    made = {
        canon.encode(judged(tasks, list(first), list(second)))
        for first in permutations(attacks)
        for second in permutations(rulings)
    }
    assert len(made) == 1


def test_rulings_that_differ_in_spelling_alone_still_have_one_order() -> None:
    rulings = [a_ruling("fam", session_id="s"), a_ruling("FAM", session_id="S"), a_ruling("Fam", session_id="S ")]
    made = {canon.encode(judged([a_task()], BOTH, list(order))) for order in permutations(rulings)}
    assert len(made) == 1


def test_the_order_of_tasks_is_kept_and_hashed() -> None:
    one, other = judged([a_task(1), a_task(2)], [], []), judged([a_task(2), a_task(1)], [], [])
    assert one.inputs.tasks_sha256 != other.inputs.tasks_sha256
    assert [finding.task.task_id for finding in other.findings] == ["x2", "x1"]


def test_the_report_binds_what_it_was_made_from() -> None:
    report = judged([a_task()], BOTH, [a_ruling("fb"), a_ruling("fc")])
    assert report.sha256 == self_hash(report)
    changed = judged([a_task()], BOTH, [a_ruling("fb"), a_ruling("fc", reason="another")])
    assert report.inputs.attacks_sha256 == changed.inputs.attacks_sha256
    assert report.inputs.rulings_sha256 != changed.inputs.rulings_sha256
    assert report.policy_sha256 == canon.sha256(canon.encode(report.policy))


def test_the_totals_add_up_to_the_tasks() -> None:
    report = judged([a_task(1), a_task(2), a_task(3)], [*BOTH, no_attack(2)], [a_ruling("fb"), a_ruling("fc")])
    totals = [getattr(report.totals, name) for name in VERDICTS]
    assert (totals, sum(totals)) == ([1, 0, 0, 0, 1, 1], 3)


WORDS = st.sampled_from(["lands", "glances", "misses"])
FAMILIES = st.sampled_from(["fa", "FA ", "fb", "fc", "Ｆｂ"])
SESSIONS = st.sampled_from(["s1", "S 1", "s2", "s3"])


@given(
    st.lists(st.tuples(WORDS, FAMILIES, SESSIONS), max_size=4),
    st.lists(st.tuples(WORDS, FAMILIES, SESSIONS), max_size=4),
    st.integers(1, 3),
)
def test_nothing_stands_without_its_rulings_from_distinct_families_and_sessions(
    first: list[tuple[str, str, str]], second: list[tuple[str, str, str]], required: int
) -> None:
    rulings = [
        a_ruling(family, word, lens=lens, session_id=session)
        for lens, said in (("premise", first), ("leap", second))
        for word, family, session in said
    ]
    attacks = [an_attack(lens="premise"), an_attack(lens="leap")]
    report = judged([a_task()], attacks, rulings, required_rulings=required)
    assert verdict(report) in VERDICTS
    assert {bout.consensus for bout in report.findings[0].bouts} <= set(CONSENSUS)
    if verdict(report) == "stands":
        for said in (first, second):
            families = {family.strip().lower().replace("ｆｂ", "fb") for _, family, _ in said}
            sessions = {session.lower().replace(" ", "") for _, _, session in said}
            assert len(said) == len(families) == len(sessions) == required
            assert {word for word, _, _ in said} == {"misses"}
