"""Faults of an earlier tool in reading, comparing and deciding, each with the answer a user expects, and neighbours."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gnut.commands.plumbing import reply


def ask(name: str, given: Any) -> dict[str, Any]:
    """Return the reply of plumbing to one request."""
    answered: dict[str, Any] = json.loads(reply(name, json.dumps(given).encode()))
    return answered


@pytest.mark.parametrize(
    ("tag", "answer", "source"),
    [
        ("es-ES", "Hay 1.234 items.", "Hay 1234 items."),
        ("de-CH", "Es sind 1'234,5 nicht, sondern 1'234.5 Franken.", "1234.5 Franken, nicht 1'234,5"),
        ("pt_BR", "Há 1.234 itens.", "Há 1234 itens."),
        ("en-US", "There are 1,234 items.", "There are 1234 items."),
        ("fr-CA", "Il y a 1 234 articles.", "Il y a 1234 articles."),
        ("DE-at", "Es gibt 1.234 Stück.", "Es gibt 1234 Stück."),
    ],
)
def test_F28_a_region_falls_back_to_its_language(tag: str, answer: str, source: str) -> None:
    assert ask("verify-answer", {"answer": answer, "sources": [source], "locale": tag})["decision"] == "PASS"


@pytest.mark.parametrize("tag", ["xx", "xx-YY", "-ES", "english", "e" * 500, "\u0435s", "und und"])
def test_F28_an_unknown_locale_is_an_error_at_the_call(tag: str) -> None:
    answered = ask("verify-answer", {"answer": "1.234 items", "sources": ["1234 items"], "locale": tag})
    assert answered["error"]["code"] == "unknown_locale"


@pytest.mark.parametrize(
    "rules",
    [
        {"id": "r", "version": "1", "rules": [{"id": "x", "emit": "supported", "bogus": 1}]},
        {"id": "r", "version": "1", "rules": [{"id": "x", "emit": "supported", "when": {"text_match": "45"}}]},
        {"id": "r", "version": "1", "rules": [{"id": "x", "emit": "supported", "unles": {}}]},
        {"id": "r", "version": "1", "rules": [{"id": "x", "emit": "supported", "scope": {"claimkind": "numeric"}}]},
        {"id": "r", "version": "1", "rule": [], "rules": []},
    ],
)
def test_F29_an_unknown_key_of_a_rule_set_is_an_error(rules: Any) -> None:
    answered = ask("verify-answer", {"answer": "45 items", "sources": ["45 items"], "rules": [rules]})
    assert answered["error"]["code"] == "bad_policy"
    assert "unknown field" in answered["error"]["message"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many people were there?", "There were $12."),
        ("Wie viele Menschen waren da?", "Es waren 12 €."),
        ("¿Cuántas personas había?", "Había 12 €."),
        ("Combien de personnes ?", "Il y avait 12 %."),
        ("Сколько человек было?", "Было 12 %."),
        ("有多少人？", "12%"),
        ("How many people were there?", "In 2023 there were £12."),
    ],
)
def test_F30_an_amount_or_a_share_is_no_count(question: str, answer: str) -> None:
    source = "In 2023 there were 12 people, $12, 12 €, £12 and 12 %."
    answered = ask("verify-answer", {"answer": answer, "sources": [source], "question": question})
    assert (answered["decision"], answered["reason_codes"]) == ("REVIEW", ["groundlens.intent.unsupported"])


@pytest.mark.parametrize("said", ["ups", "UPS ", "\tUps\n", "uPs\u00a0", "UPS"])
def test_F31_scope_compares_trimmed_and_without_case(said: str) -> None:
    source = {"id": "u", "text": "Revenue was $91 million.", "provenance": {"Entity": "UPS"}}
    given = {"answer": "Revenue was $91 million.", "sources": [source], "scope": {"entity": said}}
    assert ask("verify-answer", given)["decision"] == "PASS"


def test_F31_another_entity_is_another_one() -> None:
    source = {"id": "u", "text": "Revenue was $91 million.", "provenance": {"entity": "UPS"}}
    given = {"answer": "Revenue was $91 million.", "sources": [source], "scope": {"entity": "U P S"}}
    assert ask("verify-answer", given)["decision"] == "FAIL"


@pytest.mark.parametrize(
    "sources",
    [
        [["a", "45 items"]],
        [["a", "45 items", {"entity": "UPS"}]],
        [{"id": "a", "text": "45 items"}],
        [{"text": "45 items"}],
        ["45 items"],
        "45 items",
        [["a", "nothing"], "45 items", {"id": "c", "text": "nothing"}],
    ],
)
def test_F32_every_form_of_a_source_is_one(sources: Any) -> None:
    assert ask("verify-answer", {"answer": "45 items", "sources": sources})["decision"] == "PASS"


@pytest.mark.parametrize("sources", [[["a"]], [["a", 5]], [5], [None], {"a": "45 items"}, [[]], [{"id": "a"}]])
def test_F32_what_is_none_is_refused_by_name(sources: Any) -> None:
    assert ask("verify-answer", {"answer": "45 items", "sources": sources})["error"]["code"] in (
        "bad_sources",
        "bad_policy",
    )
