"""What a policy decides: the worst over all claims and over the request itself."""

from __future__ import annotations

from itertools import permutations

import pytest

from gnut.errors import GnutError
from gnut.formats.decided import render
from gnut.text.quantities.finding import Terms
from gnut.verify_answer.core import MAX_ANSWER
from gnut.verify_answer.core.decide import listed, worst
from tests.verify_answer.asking import codes, extending, verified

TRUE, FALSE = "There are 45 items.", "There are 46 items."
SOURCE = {"id": "a", "text": TRUE}
NOTHING_TOLERATED = "decision:\n  tolerate_unresolved_kinds: []\n"


@pytest.mark.parametrize(
    ("answer", "decision", "reasons"),
    [
        (TRUE, "PASS", []),
        (FALSE, "FAIL", ["numeric.contradicted"]),
        ("There are 46% of them.", "REVIEW", ["numeric.unsupported"]),
        (f"{TRUE} {FALSE}", "FAIL", ["numeric.contradicted"]),
        (f"{FALSE} There are 46% of them.", "FAIL", ["numeric.contradicted", "numeric.unsupported"]),
        ("Nothing is counted here.", "PASS", []),
    ],
)
def test_the_worst_claim_decides(answer: str, decision: str, reasons: list[str]) -> None:
    verdict = verified(answer, [SOURCE])
    assert (verdict.decision, codes(verdict)) == (decision, reasons)


def test_the_order_of_decisions_does_not_matter() -> None:
    assert {worst(order) for order in permutations(["PASS", "FAIL", "REVIEW"])} == {"FAIL"}
    assert worst([]) == "PASS"


def test_a_contradiction_from_an_unlisted_verifier_goes_to_review() -> None:
    verdict = verified(FALSE, [SOURCE], policy=extending("decision:\n  any_contradiction_from: [gnut.scope]\n"))
    assert (verdict.decision, codes(verdict)) == ("REVIEW", ["numeric.contradicted"])


def test_what_an_unlisted_verifier_does_not_support_passes() -> None:
    policy = extending("decision:\n  unsupported_from: [gnut.scope]\n")
    assert verified("There are 46% of them.", [SOURCE], policy=policy).decision == "PASS"


@pytest.mark.parametrize(("kinds", "decision"), [("[word]", "REVIEW"), ("[word, statement]", "PASS")])
def test_a_sentence_nobody_speaks_of_is_unresolved_unless_its_kind_is_tolerated(kinds: str, decision: str) -> None:
    policy = extending(f"decision:\n  tolerate_unresolved_kinds: {kinds}\n")
    assert verified("All is well.", [SOURCE], policy=policy).decision == decision


def test_words_are_claims_where_a_policy_does_not_tolerate_them_unspoken_of() -> None:
    verdict = verified(TRUE, [SOURCE], policy=extending(NOTHING_TOLERATED))
    assert [each.text for each in verdict.claims if each.kind == "word"] == ["There", "are", "items"]
    assert codes(verdict) == ["unresolved"]
    assert all(each.kind != "word" for each in verified(TRUE, [SOURCE]).claims)


def test_unresolved_claims_fail_where_the_policy_says_so() -> None:
    policy = extending(f"{NOTHING_TOLERATED}  unresolved_claims: FAIL\n")
    assert verified("All is well.", [SOURCE], policy=policy).decision == "FAIL"


RULE = {"id": "r", "version": "1", "rules": [{"id": "x", "scope": {"claim_kind": "numeric"}, "emit": "supported"}]}


def test_verifiers_that_disagree_are_a_conflict_and_a_listed_contradiction_still_fails() -> None:
    verdict = verified(FALSE, [SOURCE], rules=[RULE])
    assert (verdict.decision, codes(verdict)) == ("FAIL", ["numeric.contradicted", "conflict"])
    unlisted = extending("decision:\n  any_contradiction_from: []\n  conflicts: FAIL\n")
    assert verified(FALSE, [SOURCE], rules=[RULE], policy=unlisted).decision == "FAIL"


def test_that_a_figure_is_of_the_kind_that_was_asked_is_no_disagreement_about_it() -> None:
    verdict = verified(FALSE, [SOURCE], question="How many items are there?")
    assert (verdict.decision, codes(verdict)) == ("FAIL", ["numeric.contradicted"])


def test_a_forbidden_verifier_is_left_out_and_named() -> None:
    policy = extending("verifiers:\n  required: []\n  forbidden: [gnut.rules]\n")
    verdict = verified(FALSE, [SOURCE], rules=[RULE], policy=policy)
    assert verdict.excluded_verifiers == ("gnut.rules.r",)
    assert all(not each.verifier.startswith("gnut.rules") for each in verdict.findings)


def test_a_fallback_speaks_only_of_claims_that_nobody_else_speaks_of() -> None:
    rules = {**RULE, "rules": [{"id": "x", "emit": "unsupported"}]}
    policy = extending("verifiers:\n  fallback: [gnut.rules]\ndecision:\n  unsupported_from: [gnut.rules]\n")
    verdict = verified(TRUE, [SOURCE], rules=[rules], policy=policy)
    kinds = {each.id: each.kind for each in verdict.claims}
    assert {kinds[each.claim] for each in verdict.findings if each.verifier == "gnut.rules.r"} == {"statement", "word"}


def test_a_required_verifier_that_did_not_run_sends_to_review() -> None:
    verdict = verified(TRUE, [SOURCE], policy=extending("verifiers:\n  required: [gnut.numeric, gnut.rules.mine]\n"))
    assert (verdict.decision, codes(verdict)) == ("REVIEW", ["verifier_failed"])
    assert verdict.missing_required == ("gnut.rules.mine",)


def test_a_family_is_named_by_its_head_and_no_other_name_is_a_family() -> None:
    assert listed("gnut.rules.mine", ("gnut.rules",))
    assert listed("llm_judge.gpt-4.1", ("llm_judge",))
    assert not listed("llm_judge.gpt-4.1", ("llm_judge.gpt-4",))


@pytest.mark.parametrize("blank", ["", "  \n\t ", "\u200b", "---", "* * *", "…"])
def test_an_empty_answer_passes_with_a_warning_and_says_beside_its_pass_that_nothing_was_checked(blank: str) -> None:
    verdict = verified(blank, [SOURCE])
    assert verdict.decision == "PASS"
    assert "nothing was checked" in verdict.warnings[0]
    assert render(verdict, None, lambda text, *_: text).splitlines()[1].startswith("  nothing was checked")


def test_an_answer_without_sources_is_reviewed_and_says_so() -> None:
    verdict = verified("The fee is 45.", [])
    assert (verdict.decision, codes(verdict)) == ("REVIEW", ["numeric.unsupported"])
    assert "no sources" in verdict.warnings[0]


def test_two_sources_of_one_id_are_refused() -> None:
    with pytest.raises(GnutError, match="two sources have the id 'a'") as refused:
        verified(TRUE, [SOURCE, SOURCE])
    assert refused.value.code == "duplicate_source"


def test_an_answer_over_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(GnutError) as refused:
        verified("a" * (MAX_ANSWER + 1), [SOURCE])
    assert refused.value.code == "answer_too_large"


def test_equal_input_gives_an_equal_verdict_and_metadata_enters_the_hash_of_the_input() -> None:
    one, two = (verified(TRUE, [SOURCE], metadata={"trace": "1"}) for _ in range(2))
    assert one == two
    assert verified(TRUE, [SOURCE], metadata={"trace": "2"}).input_hash != one.input_hash


@pytest.mark.parametrize(
    "other",
    [
        {"question": "Why?"},
        {"scope": {"entity": "a"}},
        {"locale": "en"},
        {"rules": [RULE]},
        {"terms": Terms(declared_precision=True)},
    ],
    ids=lambda given: next(iter(given)),
)
def test_everything_a_verdict_depends_on_enters_the_hash_of_the_input(other: dict[str, object]) -> None:
    assert verified(TRUE, [SOURCE], **other).input_hash != verified(TRUE, [SOURCE]).input_hash


def test_hashes_hold_no_boundary_that_text_could_move() -> None:
    one = verified(TRUE, [{"id": "a", "text": "x", "provenance": {"k": "v"}}])
    two = verified(TRUE, [{"id": "a", "text": "x", "provenance": {"k": "v", "l": "w"}}])
    three = verified(TRUE, [["a", "x"], ["b", ""]])
    assert len({one.input_hash, two.input_hash, three.input_hash}) == 3
