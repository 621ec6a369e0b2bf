"""Whether an answer has a figure of the kind and unit that the question asks for."""

from __future__ import annotations

import pytest

from gnut.verify_answer.core.intent import asked_by
from tests.verify_answer.asking import codes, verified


@pytest.mark.parametrize(
    ("question", "kind", "unit"),
    [
        ("What percentage was the margin?", "percent", None),
        ("By how many percent did it grow?", "percent", None),
        ("By how many basis points did it rise?", "percent", None),
        ("Um wie viel Prozent stieg es?", "percent", None),
        ("¿Qué porcentaje es?", "percent", None),
        ("Quel pourcentage ?", "percent", None),
        ("Quale percentuale?", "percent", None),
        ("Qual a porcentagem?", "percent", None),
        ("Сколько процентов?", "percent", None),
        ("百分之几？", "percent", None),
        ("How many people were there?", "count", None),
        ("Wie viele Menschen waren da?", "count", None),
        ("¿Cuántas personas había?", "count", None),
        ("¿Cuantos clientes?", "count", None),
        ("Combien de personnes ?", "count", None),
        ("Quante persone?", "count", None),
        ("Quantos clientes?", "count", None),
        ("Hoeveel mensen?", "count", None),
        ("Сколько человек?", "count", None),
        ("有多少人？", "count", None),
        ("How many days does it take?", "count", "s"),
        ("How many kilometres is it?", "count", "m"),
        ("Combien de jours ?", "count", "s"),
        ("How many euros did it cost?", "count", "EUR"),
        ("What was the price in euros?", "amount", "EUR"),
        ("What was revenue in US dollars?", None, "USD"),
        ("How far is it in km?", None, "m"),
        ("What was it in €?", None, "EUR"),
        ("How much did the trip cost?", "amount", None),
        ("Was kostet es?", "amount", None),
        ("¿Cuánto cuesta?", "amount", None),
        ("Combien coûte le billet ?", "amount", None),
        ("Сколько стоит билет?", "amount", None),
        ("这个多少钱？", "amount", None),
        ("When was it founded?", "time", None),
        ("In which year was it founded?", "time", None),
        ("In welchem Jahr war das?", "time", None),
        ("¿En qué año fue?", "time", None),
        ("En quelle année ?", "time", None),
        ("In che anno?", "time", None),
        ("Em que ano?", "time", None),
        ("In welk jaar?", "time", None),
        ("В каком году?", "time", None),
        ("哪一年？", "time", None),
    ],
)
def test_what_a_question_asks_for(question: str, kind: str | None, unit: str | None) -> None:
    asked = asked_by(question)
    assert asked is not None
    assert (asked.kind, asked.unit.unit if asked.unit else None) == (kind, unit)


@pytest.mark.parametrize(
    "question",
    [
        *("Why did it fall?", "Who runs it?", "", "What happens when it falls?", "What grew in real terms in May?"),
        *("Where in the country?", "What came in second place?", "Is it in total decline?"),
    ],
)
def test_a_question_that_asks_for_no_figure_asks_nothing_of_the_answer(question: str) -> None:
    assert asked_by(question) is None


SOURCES = [
    "In 2023, $12 and 2000 people and 12 people, 12%, 12 km, 12 euros, 12 days, 12 years, on 3 May 2020 at 12:30, "
    "the 12th in version 12"
]


@pytest.mark.parametrize(
    ("question", "answer", "note"),
    [
        ("How many people were there?", "There were $12.", "intent_mismatch"),
        ("How many people were there?", "There were 12%.", "intent_mismatch"),
        ("How many people were there?", "There were 12 km.", "intent_mismatch"),
        ("Wie viele Leute waren da?", "Es waren 12 €.", "intent_mismatch"),
        ("Сколько человек?", "Было 12%.", "intent_mismatch"),
        ("有多少人？", "12%", "intent_mismatch"),
        ("What percentage was it?", "It was $12.", "intent_mismatch"),
        ("What was the price in euros?", "It was $12.", "unit_mismatch"),
        ("How many days?", "12 km.", "unit_mismatch"),
        ("How much did it cost?", "It cost 12%.", "intent_mismatch"),
        ("How much money did it raise?", "There were 12 people.", "intent_mismatch"),
        ("How much did it cost?", "It has 12 offices.", "intent_mismatch"),
        ("How many days?", "12 people.", "intent_mismatch"),
        ("How much did it cost?", "On 3 May 2020.", "intent_mismatch"),
        ("How many people were there?", "It was on 3 May 2020 at 12:30.", "intent_mismatch"),
        ("How many people were there?", "It is the 12th.", "intent_mismatch"),
        ("How much did it cost?", "It is version 12.", "intent_mismatch"),
        ("When was it founded?", "It has 12 people.", "intent_mismatch"),
        ("In which year was it founded?", "It is 12 km away.", "intent_mismatch"),
        ("How many people were there?", "In 2023 there were $12.", "intent_mismatch"),
        ("Wie viele Menschen waren da?", "Im Jahr 2023 waren es 12 %.", "intent_mismatch"),
    ],
)
def test_a_figure_of_another_kind_goes_to_review(question: str, answer: str, note: str) -> None:
    verdict = verified(answer, SOURCES, question=question)
    assert (verdict.decision, codes(verdict)) == ("REVIEW", ["intent.unsupported"])
    (found,) = (each for each in verdict.findings if each.verifier == "gnut.intent")
    assert note in found.notes


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many people were there?", "There were 12 people."),
        ("How many people were there?", "It cost $12, and there were 12 people."),
        ("How many days?", "12 days."),
        ("How many days?", "12."),
        ("What was the price in euros?", "It was 12 euros."),
        ("What percentage was it?", "It was 12%."),
        ("How much did it cost?", "It cost $12."),
        ("How many people were there?", "Nobody knows."),
        ("How many people were there?", "There were 2000 people."),
        ("Why?", "Because of 12%."),
        ("How much did it cost?", "It cost 12 in all."),
        ("How much did it cost?", "It cost 12."),
        ("How many people were there?", "On 3 May 2020 there were 12 people."),
        ("When was it founded?", "On 3 May 2020, by 12 people."),
        ("When was it founded?", "In 2023."),
        ("When was it founded?", "12 years before."),
        ("When was it founded?", "Last Monday, by 12 people."),
        ("When was it founded?", "Nobody knows."),
    ],
)
def test_a_figure_as_asked_passes(question: str, answer: str) -> None:
    assert verified(answer, SOURCES, question=question).decision == "PASS"


def test_the_question_is_never_a_source() -> None:
    verdict = verified("There are 46 items.", ["There are 45 items."], question="Are there 46 items?")
    assert codes(verdict) == ["numeric.contradicted"]
