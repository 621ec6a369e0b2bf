"""What other tools get wrong in the field, as requests with the answer that a user expects."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gnut.commands.plumbing import reply
from tests.casefile import rows

ROWS = {row["id"]: row for row in rows("faults/field")}
BY_HAND = {"RW-043", "RW-045", "RW-077", "RW-079", "RW-098", "RW-100", "RW-101", "RW-103", "RW-071", "RW-084"}
"""Rows that are no single request with a status: templates, command lines, several sources; written out below
or where the command is tested."""

REASONS = {
    "locator_mismatch": "locator_mismatch",
    "self_citation": "self_citation",
    "too_short": "too_short",
    "bad_text_layer": "ambiguous",
    "elision_order": "excerpt_not_found",
}
"""These decide whatever the row's status says."""

STATUSES: dict[str, tuple[str, str | None]] = {
    "exact": ("excerpt_found", None),
    "normalised": ("excerpt_found", None),
    "number_mismatch": ("citation_unconfirmed", "excerpt_altered"),
    "negation_mismatch": ("citation_unconfirmed", "excerpt_altered"),
    "fuzzy": ("citation_unconfirmed", "excerpt_altered"),
    "not_found": ("citation_unconfirmed", "excerpt_not_found"),
    "source_no_text": ("citation_unconfirmed", "source_unavailable"),
    "source_unavailable": ("citation_unconfirmed", "source_unavailable"),
    "too_short": ("citation_unconfirmed", "too_short"),
}
KINDS = {"dns": "dns_error", "challenge": "challenge"}
NOT_FOUND_SAYS = {"RW-022": "wrong_source", "RW-051": "found_hidden_only"}
"""Rows whose text says which of the reasons of an absent excerpt it is."""


def check(request: dict[str, Any]) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(reply("check", json.dumps(request).encode()))
    assert "error" not in answered, answered
    return answered


def expected(row: dict[str, Any]) -> tuple[str, str | None]:
    expect = row["expect"]
    for key in (expect.get("warn"), expect.get("reason"), expect["status"]):
        if isinstance(key, str) and key in REASONS:
            return "citation_unconfirmed", REASONS[key]
    if row["id"] in NOT_FOUND_SAYS:
        return "citation_unconfirmed", NOT_FOUND_SAYS[row["id"]]
    return STATUSES[expect["status"]]


@pytest.mark.parametrize("name", sorted(set(ROWS) - BY_HAND))
def test_a_fault_of_the_field_is_not_repeated(name: str) -> None:
    row = ROWS[name]
    answered = check(row["input"])
    cited = [each for each in answered["rows"] if each["source"] is not None]
    first = cited[0]
    assert (first["bucket"], first["reason"]) == expected(row)
    expect = row["expect"]
    if expect["status"] in ("exact", "normalised") and first["bucket"] == "excerpt_found":
        assert first["anchor"]["method"] == expect["status"]
    if "exit" in expect and name != "RW-029":  # whether too_short blocks is the policy's to say
        assert answered["exit"] == expect["exit"]
    if "line" in expect:
        assert first["line"] == expect["line"]
    if "count" in expect:
        assert len(cited) == expect["count"]
    if expect["status"] in ("source_unavailable", "source_no_text"):
        assert first["kind"] == KINDS.get(expect.get("reason", ""), "no_text")
    if "note" in expect:
        assert expect["note"] in first["anchor"]["notes"]


def _row(name: str) -> dict[str, Any]:
    rows_of: list[dict[str, Any]] = check(ROWS[name]["input"])["rows"]
    return next(each for each in rows_of if each["source"] is not None)


@pytest.mark.parametrize("name", ["RW-001", "RW-003", "RW-004", "RW-005", "RW-009", "RW-011"])
def test_a_changed_number_is_named_as_such(name: str) -> None:
    assert "number" in {each["kind"] for each in _row(name)["anchor"]["alterations"]}


def test_a_lost_negation_is_named_beside_the_number() -> None:
    assert {"negation", "number"} <= {each["kind"] for each in _row("RW-004")["anchor"]["alterations"]}


def test_a_changed_name_is_shown_on_both_sides() -> None:
    sides = {(each["excerpt"], each["source"]) for each in _row("RW-027")["anchor"]["alterations"]}
    assert ("North", "South") in sides


def test_the_span_of_a_folded_match_is_the_passage_itself() -> None:
    assert _row("RW-037")["anchor"]["passage"] == "Istanbul dues rose"


def test_an_exact_match_slices_the_source_to_the_quote() -> None:
    assert _row("RW-031")["anchor"]["passage"] == "Baltic pilots object"


def test_the_located_passage_runs_to_its_true_end() -> None:
    assert _row("RW-041")["anchor"]["passage"].endswith("budget.")


def test_a_wrong_source_is_named() -> None:
    assert _row("RW-022")["elsewhere"] == "https://b.example/2"


def test_the_capture_date_really_served_is_marked() -> None:
    assert "capture_date_differs" in {each["name"] for each in _row("RW-096")["marks"]}


def test_a_quote_among_thousands_of_different_characters_is_found() -> None:
    text = "".join(chr(0x4E00 + i) for i in range(3000)) + "。一致します。"
    answered = check(
        {"report": '"一致します" [src](https://s.example/a).', "sources": {"https://s.example/a": {"text": text}}}
    )
    assert (answered["rows"][0]["bucket"], answered["rows"][0]["anchor"]["method"]) == ("excerpt_found", "exact")


def test_many_absent_quotes_are_all_reported() -> None:
    words = ["tide", "berth", "crane", "pilot", "lock", "quay", "fee", "dredge", "mast", "hull", "rope", "gate"]
    quotes = [" ".join(words[(i * 7 + j * (i + 3)) % 12] for j in range(25)) + f" nobody wrote {i}" for i in range(50)]
    report = "".join(f"It says “{quote}” [src](https://s.example/a).\n\n" for quote in quotes)
    text = "The harbour office keeps a log of every ship. " * 2000
    answered = check({"report": report, "sources": {"https://s.example/a": {"text": text}}})
    assert {each["reason"] for each in answered["rows"]} <= {"excerpt_not_found", "excerpt_altered"}
    assert len(answered["rows"]) == 50


def test_addresses_keep_their_parentheses() -> None:
    answered = check(ROWS["RW-071"]["input"])
    assert [each["source"]["uri"] for each in answered["rows"]] == ROWS["RW-071"]["expect"]["urls"]
    assert answered["rows"][0]["anchor"]["method"] == "exact"


def test_keys_beside_footnotes_are_both_kept() -> None:
    written = [each["source"]["written"] for each in check(ROWS["RW-077"]["input"])["rows"] if each["source"]]
    assert any("fenwick2031" in each for each in written)
    assert any("one" in each for each in written)
    assert any("s.example/a" in each for each in written)


def test_a_shortcut_link_before_a_key_is_two_citations() -> None:
    sources = [each["source"] for each in check(ROWS["RW-079"]["input"])["rows"] if each["source"]]
    assert [each["uri"] for each in sources] == ["https://s.example/a", None]
    assert "map2" in sources[1]["written"]


def test_leftovers_count_one_broken_citation_a_number() -> None:
    answered = check(ROWS["RW-084"]["input"])
    # Two numbers, one leftover without any, one number.
    assert [each["reason"] for each in answered["rows"] if each["source"]] == ["broken_citation"] * 4
    assert answered["exit"] == 1


def test_tracking_parameters_and_fragments_do_not_make_another_source() -> None:
    answered = check(ROWS["RW-098"]["input"])
    assert answered["reports"][0]["population"]["sources"] == ROWS["RW-098"]["expect"]["unique_sources"]
    assert [each["source"]["written"] for each in answered["rows"]] == [
        "https://s.example/p?id=7&utm_source=chatgpt.com",
        "https://s.example/p?id=7#x",
        "https://s.example/p?id=8",
    ]


def test_a_verdict_carries_the_hash_of_its_policy() -> None:
    request = {
        "report": "“a fuzzy one here today” [s](https://s.example/a).",
        "sources": {"https://s.example/a": {"text": "x"}},
    }
    hashes = {check(request | {"policy": key})["reports"][0]["policy"]["sha256"] for key in ("default", "strict")}
    assert len(hashes) == 2
