"""Policies as people write them: what they extend, what they come to, and everything that is wrong with one."""

from __future__ import annotations

import pytest

from gnut.edge.answering import SHIPPED, policy_of, shipped
from gnut.errors import GnutError
from gnut.verify_answer.core.policies import problems, remarks, resolved
from gnut_store import canon
from tests.verify_answer.asking import codes, extending, verified


@pytest.mark.parametrize("name", [*SHIPPED, "groundlens_default_v1"])
def test_a_shipped_policy_stands(name: str) -> None:
    assert problems(shipped()[name], shipped()) == ()


def test_hashes_of_shipped_policies_are_frozen() -> None:
    assert [policy_of(name).hash for name in SHIPPED] == [
        "sha256:16858c49ec4c6f83f57f2b47baf7f1ac38b95fd151606ea9f58853946c894475",
        "sha256:5f0a19be00d6fbd0ff2ddec27e68023de67fc0b8b85492b4cdc3c2b98d0f58e7",
    ]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_resolved_policy_is_a_policy_of_the_same_hash(name: str) -> None:
    made = policy_of(name)
    again = resolved(canon.dumps_line(made.form), shipped())
    assert (again, again.hash) == (made, made.hash)


def test_maps_merge_by_key_and_lists_replace() -> None:
    made = resolved(extending("decision:\n  tolerate_notes: []\n  conflicts: FAIL\n"), shipped())
    base = policy_of(None)
    assert (made.tolerate_notes, made.conflicts) == ((), "FAIL")
    assert made.any_contradiction_from == base.any_contradiction_from
    assert made.hash != base.hash


def test_a_policy_of_one_decision_is_the_same_in_yaml_and_in_json() -> None:
    yaml = extending("judge:\n  required: true\nverifiers:\n  forbidden: []\n")
    maps = {"judge": {"required": True}, "verifiers": {"forbidden": []}}
    json = canon.dumps_line({"id": "t", "version": "1.0.0", "extends": "gnut_default_v1", **maps})
    assert resolved(yaml, shipped()).hash == resolved(json, shipped()).hash


def test_a_policy_without_extends_begins_with_the_defaults() -> None:
    made = resolved("id: own\nversion: 2", shipped())
    assert (made.id, made.version, made.required, made.unresolved_claims) == ("own", "2", (), "REVIEW")


def test_names_of_groundlens_verifiers_are_taken_for_gnuts() -> None:
    theirs = extending("decision:\n  unsupported_from: [groundlens.numeric]\n", "groundlens_default_v1")
    ours = extending("decision:\n  unsupported_from: [gnut.numeric]\n")
    assert resolved(theirs, shipped()).hash == resolved(ours, shipped()).hash


@pytest.mark.parametrize(
    ("more", "line", "said"),
    [
        ("foo: 1", 4, "unknown field `foo`"),
        ("decison: {}", 4, "unknown field `decison`"),
        ("decision:\n  conflict: REVIEW", 5, "unknown field `conflict`"),
        ("decision:\n  unresolved_claims: MAYBE", 5, "unknown variant `MAYBE`"),
        ("decision:\n  conflicts: review", 5, "unknown variant `review`"),
        ("decision:\n  tolerate_notes: [year_not_in_source]", 5, "unknown variant `year_not_in_source`"),
        ("decision:\n  tolerate_unresolved_kinds: [words]", 5, "unknown variant `words`"),
        ("decision:\n  any_contradiction_from: [gnut.numerics]", 5, "unknown variant `gnut.numerics`"),
        ("decision: none", 4, "expected a map, got a text"),
        ("decision:\n  tolerate_notes: year_not_in_sources", 5, "expected a list, got a text"),
        ("pass_means: [a]", 4, "expected a text, got a list"),
        ("scope:\n  missing_scope: PASS", 5, "a missing scope key can never PASS"),
        ("judge:\n  contradicted: PASS", 5, "unknown variant `PASS`"),
        ("judge:\n  required: maybe", 5, "expected true or false"),
        ("rounding: up", 4, "unknown variant `up`"),
        ("locale: xx", 4, "unknown locale 'xx'"),
        ("determinism:\n  minimum_to_decide: sure", 5, "unknown variant `sure`"),
        ("verifiers:\n  forbidden: [gnut.numeric]", 4, "gnut.numeric is required and forbidden"),
        ("regulatory_mapping:\n  - framework: x", 5, "missing field `article`"),
        ("regulatory_mapping: x", 4, "expected a list, got a text"),
    ],
)
def test_what_a_policy_may_not_say_is_refused_by_its_place_and_listed_with_its_line(
    more: str, line: int, said: str
) -> None:
    text = extending(f"{more}\n")
    with pytest.raises(GnutError, match=said.replace("(", r"\(")):
        resolved(text, shipped())
    found = problems(text, shipped())
    assert [(each.line, said in each.message) for each in found] == [(line, True)]


def test_a_misspelt_word_is_answered_with_the_likely_one() -> None:
    (found,) = problems(extending("decision:\n  conflict: REVIEW\n"), shipped())
    assert found.help == "did you mean 'conflicts'?"


def test_every_problem_is_listed_at_once() -> None:
    text = extending("foo: 1\nbar: 2\ndecision:\n  conflicts: A\n  unresolved_claims: B\n  x: 1\n  y: 2\nlocale: q\n")
    assert [each.line for each in problems(text, shipped())] == [4, 5, 7, 8, 9, 10, 11]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("version: 1.0.0\nextends: groundlens_default_v1\n", "must set its own id"),
        ("id: t\nextends: groundlens_default_v1\n", "must set its own version"),
        ("id: t\nversion: 1.0.0\nextends: nope\n", "not a shipped policy"),
        ("id: t\n", "missing field `version`"),
        ("version: 1\n", "missing field `id`"),
        ("- a\n- b\n", "expected a map, got a list"),
        ("a: b: c\n", "line 1"),
        ("id: t\nid: u\n", "stands twice"),
        ("id: &a t\nversion: *a\n", "aliases and anchors are refused"),
        ("id: !!python/name:os.system t\n", "tags are refused"),
        ('{"id": "t", "id": "u"}', "no JSON"),
        ('{"id": NaN, "version": "1"}', "no JSON"),
        ("a: " * 10_000, "no YAML"),
        ("[" * 10_000 + "\n", "no JSON"),
        ("id: t\nversion: '1'\n---\nid: u\n", "second document, behind `---` .line 3"),
        ("? [a]\n: 1\n", "keys are words"),
        ("? {a: b}\n: 1\n", "keys are words"),
        ("x" * (300 << 10) + "\n", "no YAML"),
    ],
)
def test_a_text_that_is_no_policy_is_refused(text: str, said: str) -> None:
    with pytest.raises(GnutError, match=said):
        resolved(text, shipped())
    assert problems(text, shipped())


LOW = "risk_classes:\n  default: low\n  mandatory_review: [credit]\n  routine: [other]\n"


@pytest.mark.parametrize(
    ("asked", "decision", "held"),
    [(None, "PASS", "low"), ("low", "PASS", "low"), ("credit", "REVIEW", "credit"), ("other", "PASS", "other")],
)
def test_the_risk_class_is_recorded_and_some_always_go_to_review(asked: str | None, decision: str, held: str) -> None:
    verdict = verified("45 items", ["45 items"], policy=extending(LOW), risk_class=asked)
    assert (verdict.decision, verdict.risk_class) == (decision, held)


@pytest.mark.parametrize(("more", "said"), [(LOW, "no risk class 'crdit'"), ("", "defines no risk_classes")])
def test_a_risk_class_that_the_policy_does_not_list_is_an_error(more: str, said: str) -> None:
    with pytest.raises(GnutError, match=said) as refused:
        verified("45 items", ["45 items"], policy=extending(more), risk_class="crdit")
    assert refused.value.code == "unknown_risk_class"


@pytest.mark.parametrize(
    ("scope", "decision"),
    [({}, "FAIL"), ({"entity": " "}, "FAIL"), ({"Entity ": "UPS"}, "PASS"), ({"period": "2023"}, "FAIL")],
)
def test_a_required_key_of_scope_has_to_be_named(scope: dict[str, str], decision: str) -> None:
    policy = extending("scope:\n  required: [entity]\n  missing_scope: FAIL\n")
    assert verified("All is well.", ["All is well."], policy=policy, scope=scope).decision == decision


def test_the_articles_that_a_decision_bears_on_are_named() -> None:
    articles = {
        answer: [each["article"] for each in verified(answer, ["45 items"], policy=SHIPPED[1]).regulatory_mapping]
        for answer in ("45 items", "46 items", "46 % of items")
    }
    assert articles == {
        "45 items": ["Art. 12(1)"],
        "46 items": ["Art. 15(1)", "Art. 12(1)"],
        "46 % of items": ["Art. 14(4)(a)", "Art. 12(1)"],
    }


@pytest.mark.parametrize(("tag", "locale"), [("es", "es"), ("es-ES", "es"), ("de-CH", "ch"), ("en_US", "en-us")])
def test_the_locale_of_the_policy_wins_over_the_call(tag: str, locale: str) -> None:
    verdict = verified("All is well.", [], policy=extending(f"locale: {tag}\n"), locale="fr")
    assert verdict.locale == locale


def test_an_unknown_locale_is_an_error_at_the_call() -> None:
    with pytest.raises(GnutError) as refused:
        verified("1.234 items", ["1234 items"], locale="xx-YY")
    assert refused.value.code == "unknown_locale"


def test_a_tolerated_year_is_one_that_no_source_names() -> None:
    answer, source = "In 2023 there were 45 items.", ["There are 45 items."]
    assert verified(answer, source).decision == "PASS"
    strict = extending("decision:\n  tolerate_notes: []\n")
    assert codes(verified(answer, source, policy=strict)) == ["numeric.unsupported"]


def test_a_marker_at_the_end_begins_no_second_document() -> None:
    whole = "id: t\nversion: 1\nextends: gnut_default_v1\n"
    assert resolved(f"---\n{whole}---\n", shipped()).hash == resolved(f"{whole}...\n", shipped()).hash
    assert problems(f"---\n{whole}---\n", shipped()) == ()


def test_a_blank_list_does_not_wipe_what_is_extended() -> None:
    text = extending("decision:\n  any_contradiction_from:\n")
    with pytest.raises(GnutError, match=r"decision\.any_contradiction_from: expected a list, got nothing"):
        resolved(text, shipped())
    assert [each.line for each in problems(text, shipped())] == [5]
    assert resolved(extending("decision:\n  any_contradiction_from: []\n"), shipped()).any_contradiction_from == ()


def test_json_that_is_no_yaml_has_no_problem_for_it() -> None:
    assert problems('{"id": "t",\n\t"version":\t"1",\n\t"extends": "gnut_default_v1"}', shipped()) == ()


@pytest.mark.parametrize("blank", ["", " ~", " null"])
@pytest.mark.parametrize(
    ("where", "key", "expected"),
    [
        ("decision", "decision:", "a map"),
        ("decision.tolerate_notes", "decision:\n  tolerate_notes:", "a list"),
        ("decision.conflicts", "decision:\n  conflicts:", "a text"),
        ("description", "description:", "a text"),
    ],
)
def test_a_blank_wipes_nothing_that_is_extended(where: str, key: str, expected: str, blank: str) -> None:
    (problem,) = problems(extending(f"{key}{blank}\n"), shipped())
    assert problem.message == f"{where}: expected {expected}, got nothing"
    assert problem.line is not None
    assert "leave it out to keep what is extended" in (problem.help or "")


def test_every_blank_is_listed_at_once() -> None:
    found = problems(extending("verifiers:\nscope: 5\ndecision:\n  tolerate_notes:\n  conflicts: MAYBE\n"), shipped())
    assert [each.message.split(":")[0] for each in found] == [
        "verifiers",
        "scope",
        "decision.tolerate_notes",
        "decision.conflicts",
    ]


def test_a_blank_without_a_parent_is_what_is_left_out() -> None:
    own = "id: t\nversion: 1\n"
    blanks = "scope: ~\ndecision:\n  tolerate_notes: null\nregulatory_mapping:\npass_means: null\nlocale: ~\n"
    blank = resolved(f"{own}{blanks}", shipped())
    assert blank.hash == resolved(own, shipped()).hash
    (problem,) = problems(f"{own}decision:\n  conflicts:\n", shipped())
    assert (problem.line, problem.message) == (
        4,
        "decision.conflicts: expected one of `PASS`, `REVIEW`, `FAIL`, got nothing",
    )


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('id: ""\nversion: 1\n', 1, "policy: a policy must have its own id"),
        ("id: t\nversion:\n", 2, "policy: a policy must have its own version"),
        ("version: 1\nid: ~\nextends: gnut_default_v1\n", 2, "must set its own id"),
        ("id: t\nextends: gnut_default_v1\n", 2, "must set its own version"),
    ],
)
def test_a_policy_has_an_id_and_a_version_of_its_own(text: str, line: int, said: str) -> None:
    (problem,) = problems(text, shipped())
    assert problem.line == line
    assert said in problem.message


def test_a_blank_key_is_an_unknown_one_of_its_line() -> None:
    (problem,) = problems(extending("? \n: a\n"), shipped())
    assert (problem.line, problem.message) == (4, "policy: unknown field ``")


def test_a_policy_by_which_nothing_fails_is_noted() -> None:
    assert any("no contradiction comes to FAIL" in each for each in remarks(resolved("id: t\nversion: 1\n", shipped())))
    assert remarks(policy_of(None)) == ()


def test_a_risk_class_in_both_lists_is_noted() -> None:
    said = "risk_classes:\n  routine: [a, b]\n  mandatory_review: [b]\n"
    assert remarks(resolved(extending(said), shipped())) == (
        "the risk class 'b' is routine and has mandatory review: it goes to review",
    )
