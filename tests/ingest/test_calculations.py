"""How a figure was computed, declared in each kind of artifact, and every way in which that can be wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gnut.errors import MalformedReport
from gnut.ingest.contract import LINEAGE, Extraction, Lineage, Unit
from gnut.ingest.core.lineage import lineage_of, lineage_of_pairs
from gnut_store import canon
from tests.ingest.reports import X, read

PRICE = f"The price is 12 ([list]({X}))."
GOOD = {
    "formula": "price * units",
    "inputs": [{"name": "units", "value": "5"}, {"name": "price", "value": "12", "source_claim_ids": ["c1"]}],
    "note": "whole units",
}


def markdown(said: str) -> Extraction:
    return read(f"{PRICE} The total is 60. {said}")


def html(said: str) -> Extraction:
    page = f"<p>The price is 12 (<a href='{X}'>list</a>). The total is 60. {said}</p>"
    return read(page, path="report.html")


def structured(calculation: Any, *, said: str | None = "analyst_calculation") -> Extraction:
    rows = [
        {"claim_text": "The price is 12.", "source_url": X},
        {"claim_text": "The total is 60.", "provenance_class": said, "calculation": calculation},
    ]
    return read(json.dumps({"claims": rows}), path="claims.json")


def comment(calculation: Any) -> str:
    return f"<!-- groundnut-calculation: {json.dumps(calculation)} -->"


WAYS: dict[str, Callable[[Any], Extraction]] = {
    "markdown": lambda calculation: markdown(comment(calculation)),
    "html": lambda calculation: html(comment(calculation)),
    "json": structured,
}


def total(extraction: Extraction) -> Unit:
    return extraction.units[-1]


def lineage(extraction: Extraction) -> Lineage:
    found = total(extraction).calculation
    assert found is not None
    return found


@pytest.mark.parametrize("way", WAYS)
def test_a_declared_calculation_belongs_to_its_sentence(way: str) -> None:
    extraction = WAYS[way](GOOD)
    found = lineage(extraction)
    assert [one.calculation is None for one in extraction.units] == [True, False]
    assert (found.schema, found.formula, found.note) == (LINEAGE, "price * units", "whole units")
    assert found.formula_sha256 == canon.sha256(b"price * units")
    assert [(one.name, one.value, one.source_claim_ids) for one in found.inputs] == [
        ("price", "12", ("c1",)),
        ("units", "5", ()),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_calculation_makes_its_sentence_an_analysts(way: str) -> None:
    unit = total(WAYS[way](GOOD))
    assert (unit.provenance, unit.declared_analysis) == ("analyst_calculation", True)
    assert unit.text == "The total is 60."


@pytest.mark.parametrize("read_as", [markdown, html])
def test_the_short_form_says_the_same(read_as: Callable[[str], Extraction]) -> None:
    short = '<!-- gnut: calc="price * units" price="12 from c1" units="5" note="whole units" -->'
    assert lineage(read_as(short)) == lineage(markdown(comment(GOOD)))


def test_the_short_form_takes_names_of_any_script_and_any_marks() -> None:
    short = "<!-- gnut: calc='Preis × Stück' Preis=“12 € from c1, u1”; 'Stück'=5 -->"
    assert [name for name, _ in markdown(short).anomalies] == ["bad_marker"]
    found = lineage(markdown("<!-- gnut: calc='Preis × Stück' Preis=“12 € from c1” Stück='5' -->"))
    assert [(one.name, one.value, one.source_claim_ids) for one in found.inputs] == [
        ("Preis", "12 €", ("c1",)),
        ("Stück", "5", ()),
    ]


@pytest.mark.parametrize(
    ("value", "stated", "named"),
    [
        ("5", "5", ()),
        ("5 from c1", "5", ("c1",)),
        ("5 from u1 , c1", "5", ("c1", "u1")),
        ("5 % from the start", "5 % from the start", ()),
        ("from", "from", ()),
    ],
)
def test_an_input_may_name_the_claims_that_state_it(value: str, stated: str, named: tuple[str, ...]) -> None:
    text = f'It is so. {PRICE} The total is 60. <!-- gnut: calc="x" x="{value}" -->'
    (one,) = lineage(read(text)).inputs
    assert (one.value, one.source_claim_ids) == (stated, named)


def test_a_formula_is_hashed_as_it_is_written() -> None:
    assert lineage(structured({**GOOD, "formula": "  t = p *  n "})).formula_sha256 == canon.sha256(b"  t = p *  n ")


def _input(**changes: Any) -> dict[str, Any]:
    return {**GOOD, "inputs": [{"name": "a", "value": "1", **changes}]}


WRONG: list[tuple[Any, str]] = [
    ({**GOOD, "formula": None}, "lineage_incomplete"),
    ({**GOOD, "formula": " "}, "lineage_incomplete"),
    ({**GOOD, "formula": 5}, "lineage_incomplete"),
    ({"inputs": GOOD["inputs"]}, "lineage_incomplete"),
    ({**GOOD, "inputs": []}, "lineage_incomplete"),
    ({**GOOD, "inputs": None}, "lineage_incomplete"),
    ({"formula": "a"}, "lineage_incomplete"),
    ({}, "lineage_incomplete"),
    (_input(name=" "), "lineage_incomplete"),
    (_input(name=None), "lineage_incomplete"),
    (_input(value=""), "lineage_incomplete"),
    (_input(value=1), "lineage_incomplete"),
    (_input(value=1.5), "lineage_incomplete"),
    (_input(source_claim_ids=[""]), "lineage_blank_reference"),
    (_input(source_claim_ids=[" "]), "lineage_blank_reference"),
    (_input(source_claim_ids=[None]), "lineage_blank_reference"),
    (_input(source_claim_ids=[1]), "lineage_blank_reference"),
    (_input(source_claim_ids=["c1", " c1 "]), "lineage_duplicate_reference"),
    (_input(source_claim_ids=["zz"]), "lineage_unknown_claim"),
    (_input(source_claim_ids=["C1"]), "lineage_unknown_claim"),
    (_input(source_claim_ids=["c2"]), "lineage_self_reference"),
    ({**GOOD, "inputs": [{"name": "a", "value": "1"}, {"name": " a", "value": "2"}]}, "lineage_duplicate_input"),
    ({**GOOD, "inputs": {"a": "1"}}, "wrong_type"),
    ({**GOOD, "inputs": ["a"]}, "wrong_type"),
    (_input(source_claim_ids="c1"), "wrong_type"),
    ({**GOOD, "note": 5}, "wrong_type"),
    ("price * units", "wrong_type"),
    ({**GOOD, "inputs_": []}, "unknown_field"),
    (_input(unit="EUR"), "unknown_field"),
    ({**GOOD, "schema": "groundnut-calculation-lineage/v9"}, "unsupported_schema"),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("calculation", "code"), WRONG)
def test_a_calculation_that_breaks_its_contract_is_refused(way: str, calculation: Any, code: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        WAYS[way](calculation)
    assert caught.value.code == code
    place = {"markdown": "line 1", "html": "block 1", "json": "claims"}[way]
    assert place in str(caught.value)


@pytest.mark.parametrize("said", ["analyst_inference", "external_evidence", None, "unclassified"])
def test_a_structured_calculation_needs_its_class(said: str | None) -> None:
    with pytest.raises(MalformedReport) as caught:
        structured(GOOD, said=said)
    assert caught.value.code == "lineage_on_wrong_class"


@pytest.mark.parametrize("read_as", [markdown, html])
@pytest.mark.parametrize("marker", ["groundnut-analyst-inference", "groundnut-company-assertion"])
def test_a_sentence_of_another_class_takes_no_calculation(read_as: Callable[[str], Extraction], marker: str) -> None:
    for said in (f"<!-- {marker} --> {comment(GOOD)}", f"{comment(GOOD)}<!-- {marker} -->"):
        with pytest.raises(MalformedReport) as caught:
            read_as(said)
        assert caught.value.code == "lineage_on_wrong_class"


@pytest.mark.parametrize("marker", ["groundnut-analyst-calculation", "groundnut-declared-analysis"])
def test_a_calculation_may_say_what_it_is(marker: str) -> None:
    assert total(markdown(f"{comment(GOOD)}<!-- {marker} -->")).provenance == "analyst_calculation"


def test_the_class_of_a_container_does_not_hinder_a_calculation() -> None:
    said = comment({**GOOD, "inputs": [{"name": "a", "value": "1"}]})
    page = f"<section class=groundnut-company-assertion><p>It is 60. {said}</p></section>"
    assert total(read(page, path="report.html")).provenance == "analyst_calculation"


def test_two_calculations_on_one_sentence_are_refused() -> None:
    with pytest.raises(MalformedReport) as caught:
        markdown(comment(GOOD) + comment(GOOD))
    assert caught.value.code == "lineage_duplicate"


@pytest.mark.parametrize(
    "said",
    ["", "{", '{"formula": "a", "formula": "b"}', '{"formula": NaN}', '{"formula": "\\ud800"}', '{"a": ' * 80],
)
@pytest.mark.parametrize("read_as", [markdown, html])
def test_a_comment_whose_json_is_not_strict_is_refused(read_as: Callable[[str], Extraction], said: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        read_as(f"<!-- groundnut-calculation: {said} -->")
    assert caught.value.code == "malformed_json"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ('<!-- gnut: calc="" a="1" -->', "lineage_incomplete"),
        ('<!-- gnut: calc="a" -->', "lineage_incomplete"),
        ('<!-- gnut: calc="a" note="b" -->', "lineage_incomplete"),
        ('<!-- gnut: calc="a" a="" -->', "lineage_incomplete"),
        ('<!-- gnut: calc="a" a=" from c1" -->', "lineage_incomplete"),
        ('<!-- gnut: calc="a" a="1" a="2" -->', "lineage_duplicate_input"),
        ('<!-- gnut: calc="a" a="1 from c1, c1" -->', "lineage_duplicate_reference"),
        ('<!-- gnut: calc="a" a="1 from c9" -->', "lineage_unknown_claim"),
        ('<!-- gnut: calc="a" a="1 from c2" -->', "lineage_self_reference"),
    ],
)
@pytest.mark.parametrize("read_as", [markdown, html])
def test_a_short_form_that_breaks_the_contract_is_refused(
    read_as: Callable[[str], Extraction], said: str, code: str
) -> None:
    with pytest.raises(MalformedReport) as caught:
        read_as(said)
    assert caught.value.code == code


def test_a_reference_may_name_a_claim_that_comes_later() -> None:
    text = f'It is 60. <!-- gnut: calc="a" a="12 from c2" --> {PRICE}'
    assert read(text).units[0].calculation is not None


def test_a_calculation_that_stands_alone_belongs_to_no_sentence() -> None:
    extraction = read(f"{PRICE}\n\n{comment(GOOD)}\n\nThe total is 60.")
    assert [name for name, _ in extraction.anomalies] == ["bad_marker"]
    assert all(unit.calculation is None for unit in extraction.units)


def test_a_class_may_be_named_as_people_write_it() -> None:
    assert total(markdown('<!-- gnut: class="analyst-inference" -->')).provenance == "analyst_inference"
    with pytest.raises(MalformedReport) as caught:
        markdown('<!-- gnut: class="rumour" -->')
    assert caught.value.code == "unknown_provenance_class"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"inputs": 256}, None),
        ({"inputs": 257}, "lineage_too_large"),
        ({"value": 200}, None),
        ({"value": 201}, "lineage_too_large"),
        ({"references": 256}, None),
        ({"references": 257}, "lineage_too_large"),
    ],
)
def test_a_calculation_past_a_limit_is_refused_by_name(given: dict[str, int], code: str | None) -> None:
    value = "9" * given.get("value", 1)
    references = [f"c{n}" for n in range(given.get("references", 0))]
    inputs = [{"name": f"a{n}", "value": value, "source_claim_ids": references} for n in range(given.get("inputs", 1))]
    if code is None:
        assert lineage_of({"formula": "a0", "inputs": inputs}, "1").inputs
        return
    with pytest.raises(MalformedReport) as caught:
        lineage_of({"formula": "a0", "inputs": inputs}, "1")
    assert caught.value.code == code


def test_a_short_form_has_the_same_most_inputs() -> None:
    with pytest.raises(MalformedReport) as caught:
        lineage_of_pairs([("calc", "a1"), *((f"a{n}", "1") for n in range(257))], "1")
    assert caught.value.code == "lineage_too_large"
