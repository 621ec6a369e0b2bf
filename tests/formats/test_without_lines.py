"""Rows of artifacts that have no lines: every format says where they stand in the artifact's own words."""

from __future__ import annotations

import json

from msgspec.structs import replace

from gnut.findings import BY_NAME
from gnut.formats import buckets, concise, full, github, jsonl, markdown, summary
from gnut.formats.paint import Paint
from gnut.ledger.contract import Anomaly, CheckReport, Ledger, Row
from tests.formats.specimen import altered, checked, ledger

PLAIN = Paint(on=False)


def unlined(number: int, location: str) -> Row:
    """Return the row of an altered quotation in a structured artifact."""
    return replace(altered(number), line=None, column=None, location=location)


def report(*rows: Row) -> CheckReport:
    broken = Anomaly("bad_waiver", BY_NAME["bad_waiver"].code, False, None, None)
    return checked(ledger(rows, path="claims.json", anomalies=(broken,)))


def only_ledger(made: CheckReport) -> Ledger:
    return made.reports[0]


TWO = report(unlined(1, "claims[0]"), unlined(2, "claims[1]"))


def test_a_line_of_the_concise_form_names_the_location() -> None:
    said = concise.render(TWO).splitlines()
    assert said[0].startswith("claims.json: GN108 warning: ")
    assert [one.split(": GN302")[0] for one in said[1:]] == [
        "claims.json: claims[0] (c1)",
        "claims.json: claims[1] (c2)",
    ]


def test_no_two_rows_of_one_block_print_the_same_line() -> None:
    same = report(unlined(4, "block 6"), unlined(5, "block 6"))
    for said in (concise.render(same), full.render(same, {}, paint=PLAIN), github.render(same)):
        heads = [line for line in said.splitlines() if "block 6" in line]
        assert len(set(heads)) == 2
        assert "block 6 (c4): " in heads[0]
        assert "block 6 (c5): " in heads[1]


def test_an_id_that_an_artifact_declares_is_kept_inert() -> None:
    said = concise.render(report(replace(unlined(1, "claims[0]"), id="\x1b[2J\nx")))
    assert "\x1b" not in said
    assert len(said.splitlines()) == 2


def test_the_full_form_shows_the_claim_in_place_of_a_line() -> None:
    said = full.render(TWO, {"claims.json": '{"claims": []}'}, paint=PLAIN)
    assert "claims.json: claims[0] (c1): error[GN302]" in said
    assert "\n  | The filing says" in said
    assert "None" not in said


def test_rows_that_wait_for_a_source_are_counted_by_their_locations() -> None:
    waiting = [
        replace(unlined(number, f"claims[{number}]"), kind="not_acquired", anchor=None, excerpt=None)
        for number in range(6)
    ]
    said = full.render(report(*waiting), {}, paint=PLAIN)
    assert "5 more rows at claims[1], claims[2], claims[3], claims[4], claims[5] cite 1 sources" in said


def test_an_annotation_has_no_line_and_says_where_it_is() -> None:
    said = github.render(TWO).splitlines()
    assert said[0].startswith("::error file=claims.json,title=GN302 excerpt_altered::claims[0] (c1): ")
    assert all("None" not in one and "line=" not in one for one in said)


def test_a_location_cannot_end_a_workflow_command() -> None:
    said = github.render(report(unlined(1, "a::error file=x::\n[0]")))
    assert said.count("\n::") == said.count("\n") - 1


def test_the_tables_name_the_location_and_keep_it_inert() -> None:
    made = report(unlined(1, "claims[0]"), unlined(2, "<b>|x"))
    said = markdown.render(only_ledger(made))
    assert "| c1 | claims\\[0\\] |" in said
    assert "<b>" not in said
    assert "| c2 | None" not in said
    assert f"- {BY_NAME['bad_waiver'].code} `bad_waiver`" in said
    assert [cells[0] for _, rows in buckets.buckets(only_ledger(made)) for cells in rows] == ["claims[0]", "<b>|x"]


def test_json_lines_carry_the_location() -> None:
    rows = [json.loads(line) for line in jsonl.render(TWO).splitlines()]
    assert [(row["line"], row["location"]) for row in rows if row["type"] == "row"] == [
        (None, "claims[0]"),
        (None, "claims[1]"),
    ]


def test_the_summary_counts_blocks_and_not_lines() -> None:
    said = summary.render(TWO, paint=PLAIN)
    assert "blocks: 5 read" in said
    assert "lines:" not in said
