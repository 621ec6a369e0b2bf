from __future__ import annotations

from typing import Any

import pytest

from gnut.errors import MalformedReport
from gnut.ingest.compat import extract_case
from tests.casefile import misses, rows

CASES = {row["id"]: row for row in rows("groundnut/extraction_markdown")}
FAULTS = {row["id"]: row for row in rows("faults/groundnut") if row["area"] == "extraction_md"}


def extracted(given: dict[str, Any]) -> dict[str, Any]:
    try:
        return extract_case({"format": "markdown", **given})
    except MalformedReport as refusal:
        return {"error": refusal.code}


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_handed_case_is_extracted_as_expected(name: str) -> None:
    assert misses(CASES[name]["expect"], extracted(CASES[name]["given"])) == []


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_of_the_earlier_tool_is_not_repeated(name: str) -> None:
    reply, expected = extracted(FAULTS[name]["given"]), FAULTS[name]["expected"]
    if name == "fragment-of-same-page":
        assert [one["locator"] for one in reply["claims"]] == ["#s1", "#s2"]
        return
    first = reply["claims"][0] if reply["claims"] else {}
    for key, value in expected.items():
        if key == "uncited_statements":
            continue
        assert (reply if key == "claim_count" else first)[key] == value


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"artifact": "x", "format": "pdf"}, "unsupported_artifact"),
        ({"artifact": 1, "format": "markdown"}, "wrong_type"),
        ({"artifact": "x", "format": "markdown", "extra": 1}, "unknown_field"),
        ({"artifact": "x", "format": "markdown", "profile": {"key": ""}}, "invalid_profile"),
    ],
)
def test_a_request_that_breaks_its_contract_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        extract_case(given)
    assert caught.value.code == code


def test_a_typed_unit_without_source_is_a_claim() -> None:
    reply = extracted({"artifact": "We should buy. <!-- groundnut-recommendation -->", "profile": None})
    assert [(one["source_uri"], one["provenance_class"]) for one in reply["claims"]] == [(None, "recommendation")]
