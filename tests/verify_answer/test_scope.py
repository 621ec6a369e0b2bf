"""Whether the passage that holds a figure is about what was asked."""

from __future__ import annotations

import pytest

from tests.verify_answer.asking import codes, verified

UPS = {"id": "u", "text": "Revenue was $91 million.", "provenance": {"entity": "UPS", "year": "2023"}}
FEDEX = {"id": "f", "text": "Revenue was $87 million.", "provenance": {"entity": "FedEx", "year": "2023"}}
SILENT = {"id": "s", "text": "Revenue was $87 million."}


@pytest.mark.parametrize(
    ("answer", "sources", "scope", "reasons"),
    [
        ("Revenue was $91 million.", [UPS, FEDEX], {"entity": "UPS"}, []),
        ("Revenue was $87 million.", [UPS, FEDEX], {"entity": "UPS"}, ["scope.contradicted", "conflict"]),
        ("Revenue was $87 million.", [UPS, FEDEX], {}, []),
        ("Revenue was $87 million.", [UPS, SILENT], {"entity": "UPS"}, ["scope.unsupported"]),
        ("Revenue was $87 million.", [FEDEX, SILENT], {"entity": "UPS"}, ["scope.unsupported"]),
        ("Revenue was $91 million.", [UPS], {"entity": "UPS", "year": "2023"}, []),
        ("Revenue was $91 million.", [UPS], {"entity": "UPS", "year": "2022"}, ["scope.contradicted", "conflict"]),
        ("Revenue was $91 million.", [UPS], {"entity": "UPS", "region": "EU"}, ["scope.unsupported"]),
        ("Revenue was $92 million.", [UPS], {"entity": "UPS"}, ["numeric.contradicted"]),
    ],
)
def test_a_figure_has_to_stand_in_a_passage_inside_the_scope(
    answer: str, sources: list[object], scope: dict[str, str], reasons: list[str]
) -> None:
    assert codes(verified(answer, sources, scope=scope)) == reasons


@pytest.mark.parametrize("said", ["ups", "UPS ", " Ups", "uPs\u00a0"])
def test_values_compare_trimmed_and_without_case(said: str) -> None:
    assert verified("Revenue was $91 million.", [UPS, FEDEX], scope={"entity": said}).decision == "PASS"


@pytest.mark.parametrize(
    ("held", "said"), [("Straße AG", "STRASSE AG"), ("ΑΒΓ", "αβγ"), ("АО «Волга»", "ао «волга»"), ("A  B", "a b")]
)
def test_case_is_folded_in_every_script(held: str, said: str) -> None:
    source = {"id": "a", "text": "45 items", "provenance": {"Entity": held}}
    assert verified("45 items", [source], scope={"entity": said}).decision == "PASS"


def test_a_finding_names_the_passage_that_is_outside() -> None:
    verdict = verified("Revenue was $87 million.", [UPS, FEDEX], scope={"entity": "UPS"})
    found = next(each for each in verdict.findings if each.verifier == "gnut.scope")
    assert (found.source_id, found.notes) == ("f", ("out_of_scope_source",))
    assert "entity FedEx" in found.rationale


def test_a_figure_computed_from_passages_outside_is_outside() -> None:
    grown = {"id": "f", "text": "Revenue grew from $5 million to $20 million.", "provenance": {"entity": "FedEx"}}
    alone = verified("Revenue grew by 300%.", [grown, UPS])
    asked = verified("Revenue grew by 300%.", [grown, UPS], scope={"entity": "UPS"})
    assert (alone.decision, asked.decision) == ("PASS", "FAIL")
    assert verified("Revenue grew by 300%.", [grown, UPS], scope={"entity": "FedEx"}).decision == "PASS"


def test_a_figure_computed_from_the_answers_own_is_as_good_as_those() -> None:
    source = {"id": "u", "text": "It was $100 million, then $125 million.", "provenance": {"entity": "UPS"}}
    answer = "It went from $100 million to $125 million, that is 25% more."
    assert verified(answer, [source], scope={"entity": "UPS"}).decision == "PASS"
    assert codes(verified(answer, [source], scope={"entity": "FedEx"})) == ["scope.contradicted", "conflict"]
