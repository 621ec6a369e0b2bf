"""The verifiers that a user writes."""

from __future__ import annotations

import time
from typing import Any

import pytest

from gnut.errors import GnutError
from gnut.verify_answer.core.rules import MAX_RULES, rule_set
from tests.verify_answer.asking import codes, verified

ANSWER = "There are 45 items. We guarantee a return."


def rules(**rule: Any) -> list[dict[str, Any]]:
    return [{"id": "r1", "version": "1.0.0", "rules": [{"id": "x", "emit": "contradicted", **rule}]}]


@pytest.mark.parametrize(
    ("rule", "decision"),
    [
        ({"when": {"text_matches": "45"}}, "FAIL"),
        ({"when": {"text_matches": "46"}}, "PASS"),
        ({"when": {"text_matches": "(?i)GUARANTEE"}, "scope": {"claim_kind": "statement"}}, "FAIL"),
        ({"when": {"text_matches": "guarantee"}, "scope": {"claim_kind": "numeric"}}, "PASS"),
        ({"when": {"text_matches": "^items$"}, "scope": {"claim_kind": "word"}}, "FAIL"),
        ({"when": {"answer_matches": "return"}, "unless": {"answer_matches": "may lose"}}, "FAIL"),
        ({"when": {"answer_matches": "return"}, "unless": {"answer_matches": "guarantee"}}, "PASS"),
        ({"when": {"source_matches": "retired"}, "scope": {"claim_kind": "numeric"}}, "FAIL"),
        ({"when": {"source_matches": "retired"}, "unless": {"attribute": {"status": "draft"}}}, "PASS"),
        ({"scope": {"claim_kind": "numeric", "attribute": {"Status": " DRAFT "}}}, "FAIL"),
        ({"scope": {"claim_kind": "numeric", "attribute": {"status": "final"}}}, "PASS"),
        ({"emit": "supported"}, "PASS"),
        ({"emit": "not_applicable"}, "PASS"),
    ],
)
def test_a_rule_speaks_when_all_it_asks_for_holds(rule: dict[str, Any], decision: str) -> None:
    source = {"id": "a", "text": "There are 45 items; retired.", "provenance": {"status": "draft"}}
    if "unless" in rule and "attribute" in rule["unless"]:
        rule["scope"] = {"claim_kind": "numeric"}
    assert verified(ANSWER, [source], rules=rules(**rule)).decision == decision


def test_a_finding_names_its_rule_set_and_rule() -> None:
    verdict = verified(ANSWER, [ANSWER], rules=rules(when={"text_matches": "45"}, description="45 is retired"))
    assert "rules.r1.contradicted" in codes(verdict)
    finding = next(each for each in verdict.findings if each.verifier == "gnut.rules.r1")
    assert (finding.version, finding.notes, finding.rationale) == ("1.0.0", ("rule:x",), "45 is retired")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([], "expected a map"),
        ({"id": "r"}, "missing field `version`"),
        ({"id": "r", "version": "1", "rules": [], "rule": []}, "unknown field `rule`"),
        ({"id": "r", "version": "1", "rules": {}}, "is a list"),
        ({"id": "r", "version": "1", "rules": [{}] * (MAX_RULES + 1)}, "is a list of at most"),
        (rules(bogus=1)[0], "unknown field `bogus`"),
        (rules(when={"text_match": "45"})[0], "unknown field `text_match`"),
        (rules(unless={"regex": "45"})[0], "unknown field `regex`"),
        (rules(scope={"kind": "numeric"})[0], "unknown field `kind`"),
        (rules(scope={"claim_kind": "number"})[0], "unknown variant `number`"),
        (rules(emit="fail")[0], "unknown variant `fail`"),
        (rules(when={"text_matches": 45})[0], "expected a text"),
        (rules(when={"text_matches": "("})[0], "no regular expression"),
        (rules(when={"text_matches": r"(a)\1"})[0], "references, lookaround"),
        (rules(when={"attribute": "draft"})[0], "expected a map"),
        (rules(when="45")[0], "expected a map"),
    ],
)
def test_a_rule_that_would_silently_do_nothing_is_refused(value: Any, said: str) -> None:
    with pytest.raises(GnutError, match=said):
        rule_set(value)


def test_a_hostile_pattern_over_a_long_source_costs_no_more_than_a_step_a_character() -> None:
    began = time.process_time()
    verified("5 items", ["5 items " + "a" * 100_000], rules=rules(when={"source_matches": "(a+)+$b"}))
    assert time.process_time() - began < 1.5


def test_a_source_that_a_claim_is_not_of_says_nothing_about_it() -> None:
    sources = [{"id": "a", "text": "There are 45 items."}, {"id": "b", "text": "It was retired."}]
    rule = rules(when={"source_matches": "retired"}, scope={"claim_kind": "numeric"})
    assert verified("There are 45 items.", sources, rules=rule).decision == "PASS"
    rule = rules(when={"source_matches": "retired"}, scope={"claim_kind": "statement"})
    assert verified("There are 45 items.", sources, rules=rule).decision == "FAIL"


@pytest.mark.parametrize("scope", ['""', 0, [], None])
def test_a_scope_that_is_no_map_is_no_empty_one(scope: object) -> None:
    with pytest.raises(GnutError):
        rule_set({"id": "r", "version": "1", "rules": [{"id": "x", "emit": "supported", "scope": scope}]})


def test_sources_are_sought_through_once_a_pattern() -> None:
    answer = " ".join(f"There are {at} items." for at in range(400))
    sources = [{"id": f"s{at}", "text": "word " * 4_000} for at in range(10)]
    started = time.process_time()
    verified(answer, sources, rules=rules(when={"source_matches": "retired|lost"}))
    assert time.process_time() - started < 5
