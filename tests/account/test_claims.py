from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gnut.account.core import account
from gnut.account.records import Claim, Verification
from gnut.errors import BadReceipt
from gnut.model import Uri
from tests.account.made import ABSENT, given, had, made


def claims(body: str, **changed: Any) -> dict[str, Claim]:
    return {claim.claim_id: claim for claim in made(body, **changed).run.extraction.claims}


def verifications(body: str, **changed: Any) -> dict[str, Verification]:
    return {one.claim_id: one.verification for one in made(body, **changed).run.evidence.accounts}


def test_every_row_of_the_ledger_has_its_claim_under_its_id_in_reading_order() -> None:
    done = made()
    assert [claim.claim_id for claim in done.run.extraction.claims] == [row.id for row in done.ledger.ledger.rows]
    assert done.run.extraction.claim_count == len(done.ledger.ledger.rows) == 6


def test_accounts_stand_by_claim_id_and_claims_as_they_are_read() -> None:
    body = "\n\n".join(f"Point {n} [a](https://a.example/{n})." for n in range(1, 12))
    done = made(body)
    assert [claim.claim_id for claim in done.run.extraction.claims][9:] == ["c10", "c11"]
    assert [one.claim_id for one in done.run.evidence.accounts][:3] == ["c1", "c10", "c11"]


def test_a_claim_says_what_its_row_says() -> None:
    done = made()
    rows = {row.id: row for row in done.ledger.ledger.rows}
    for claim in done.run.extraction.claims:
        row = rows[claim.claim_id]
        assert (claim.text, claim.excerpt, claim.analytical_provenance.class_) == (
            row.text,
            row.excerpt,
            row.provenance,
        )
        assert (claim.source.uri if claim.source else None) == (row.source.uri if row.source else None)


def test_a_range_is_one_excerpt_with_both_its_terms() -> None:
    claim = claims("See [it](https://a.example/1#:~:text=From%20May,every%20evening).")["c1"]
    assert claim.excerpt == "From May … every evening"


def test_a_citation_without_a_question_takes_none_from_another_of_its_sentence() -> None:
    body = "It is so [a](https://a.example/1)<!-- groundnut-verification-question: Is it? -->, and [b](https://b.example/2)."
    assert [claims(body)[name].question for name in ("c1", "c2")] == ["Is it?", None]


def test_a_question_is_that_of_the_citation() -> None:
    body = "It is so [a](https://a.example/1)<!-- groundnut-verification-question: Is it? -->."
    assert claims(body)["c1"].question == "Is it?"


def test_a_location_is_the_line_of_the_citation() -> None:
    assert claims("# Head\n\nOne\ntwo [a](https://a.example/1).")["c1"].location == "line 4"


def test_a_calculation_without_lineage_says_that_it_is_missing() -> None:
    claim = claims("We count 42. <!-- groundnut-analyst-calculation -->")["c1"]
    assert claim.analytical_provenance.calculation_lineage_status == "missing"
    assert claim.declared_analysis


def test_a_class_that_computes_nothing_has_no_lineage_to_miss() -> None:
    claim = claims("We would sell. <!-- groundnut-recommendation -->")["c1"]
    assert claim.analytical_provenance.calculation_lineage_status == "not_applicable"


@pytest.mark.parametrize(
    ("body", "claim", "method"),
    [
        ("Nobody knows.", "u1", "no_source"),
        ("We think so. <!-- groundnut-analyst-inference -->", "c1", "provenance"),
        ("It is so [a](https://b.example/2).", "c1", "fetch_failed"),
        ("It is so [a](https://a.example/1#page=3).", "c1", "locator"),
        ("It is so [a](https://a.example/1#top).", "c1", "no_excerpt"),
        ("It is so [a](https://a.example/1).", "c1", "no_excerpt"),
        ("“The harbour log is short.” [a](https://a.example/1)", "c1", "exact"),
        ("“the HARBOUR log is short” [a](https://a.example/1)", "c1", "normalised"),
        ("“the gate shuts at ten every evening” [a](https://a.example/1)", "c1", "located"),
        ("“seven otters swam past the jetty” [a](https://a.example/1)", "c1", "absent"),
        ("It is so [a](https://a.example/1)<!-- groundnut-source-quote: !!! -->.", "c1", "empty"),
        ("It says “the gate shuts at nine” [here](report.md).", "c1", "broken"),
        ("“港の記録は短い” [a](https://ja.example/1)", "c1", "exact"),
    ],
)
def test_a_verification_names_how_it_came_about(body: str, claim: str, method: str) -> None:
    found = verifications(body, texts={"https://ja.example/1": "港の記録は短い。"})
    assert found[claim].method == method


def test_a_citation_of_the_report_itself_is_named_and_acquired_from_nowhere() -> None:
    done = made("It says “the gate shuts at nine” [here](report.md).")
    assert done.run.extraction.claims[0].source is not None
    assert done.run.extraction.claims[0].source.uri == "file:report.md"
    assert done.run.acquisitions == ()


def test_matching_never_speaks_of_support() -> None:
    assert {one.verification.support for one in made().run.evidence.accounts} == {"not_assessed"}


def test_a_verification_of_a_source_that_could_not_be_had_says_why() -> None:
    found = verifications("It is so [a](https://b.example/2).")
    assert found["c1"].failure == ABSENT["https://b.example/2"]


def test_two_claims_under_one_id_are_refused() -> None:
    parts = given()
    first, second, *rest = parts.evidence.findings
    twice = replace(parts, evidence=replace(parts.evidence, findings=(first, replace(second, id=first.id), *rest)))
    with pytest.raises(BadReceipt) as refused:
        account(twice)
    assert refused.value.code == "duplicate_claim_id"


def test_a_source_that_nobody_cites_is_refused() -> None:
    parts = given()
    more = Uri("https://more.example/")
    with pytest.raises(BadReceipt) as refused:
        account(replace(parts, acquired={**parts.acquired, more: had(more)}))
    assert refused.value.code == "acquisitions_mismatch"


def test_a_cited_source_that_was_not_acquired_is_refused() -> None:
    parts = given("It is so [a](https://a.example/1).")
    with pytest.raises(BadReceipt) as refused:
        account(replace(parts, acquired={}))
    assert refused.value.code == "acquisitions_mismatch"


@pytest.mark.parametrize("name", ["support", "authority"])
def test_a_fact_that_is_missing_for_one_claim_is_refused(name: str) -> None:
    parts = given()
    with pytest.raises(BadReceipt) as refused:
        account(replace(parts, **{name: getattr(parts, name)[1:]}))
    assert refused.value.code == "accounts_mismatch"


def test_authorities_in_another_order_than_the_claims_are_refused() -> None:
    parts = given()
    with pytest.raises(BadReceipt) as refused:
        account(replace(parts, authority=parts.authority[::-1]))
    assert refused.value.code == "accounts_mismatch"


def test_an_assessment_under_another_policy_is_refused() -> None:
    parts = given()
    other = replace(parts.support_policy, key="other")
    with pytest.raises(BadReceipt) as refused:
        account(replace(parts, support_policy=other))
    assert refused.value.code == "mixed_policies"


def test_a_ledger_under_another_policy_is_refused() -> None:
    parts = given()
    with pytest.raises(BadReceipt) as refused:
        account(replace(parts, policy=replace(parts.policy, allows=("no_excerpt",))))
    assert refused.value.code == "ledger_mismatch"


def test_the_ledger_of_another_report_is_refused() -> None:
    with pytest.raises(BadReceipt) as refused:
        account(replace(given(), ledger=given("Nobody knows.").ledger))
    assert refused.value.code == "ledger_mismatch"
