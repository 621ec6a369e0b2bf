"""One snapshot a format over a ledger with every kind of row; and the rules behind what is shown."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from gnut.formats import concise, full, github, json_report, jsonl, markdown, summary
from gnut.formats.entries import entries
from gnut.formats.paint import Paint
from gnut.ledger.contract import Anomaly, Bucket, Outcome, PolicyView, Row
from tests.formats.specimen import (
    REPORT,
    altered,
    anchor,
    checked,
    everything,
    finding,
    ledger,
    row,
    source,
)

PLAIN = Paint(on=False)
SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "gnut-check-v1.json"
WHOLE = checked(everything())


def test_full(snapshot: SnapshotAssertion) -> None:
    assert full.render(WHOLE, {"report.md": REPORT}, paint=PLAIN, columns=80, verbose=True) == snapshot


def test_full_in_colour(snapshot: SnapshotAssertion) -> None:
    one = checked(ledger((altered(),)))
    assert full.render(one, {"report.md": REPORT}, paint=Paint(on=True), columns=80) == snapshot


def test_concise(snapshot: SnapshotAssertion) -> None:
    assert concise.render(WHOLE) == snapshot


def test_github(snapshot: SnapshotAssertion) -> None:
    assert github.render(WHOLE) == snapshot


def test_json(snapshot: SnapshotAssertion) -> None:
    assert json_report.render(WHOLE) == snapshot


def test_jsonl(snapshot: SnapshotAssertion) -> None:
    assert jsonl.render(WHOLE) == snapshot


def test_markdown(snapshot: SnapshotAssertion) -> None:
    assert markdown.render(everything()) == snapshot


def test_summary_of_one_report(snapshot: SnapshotAssertion) -> None:
    assert summary.render(WHOLE, paint=PLAIN) == snapshot


def test_summary_of_several_reports(snapshot: SnapshotAssertion) -> None:
    several = checked(everything(), ledger((), path="CHANGELOG.md"), ledger((_found(),), path="good.md"))
    assert summary.render(several, paint=PLAIN) == snapshot


def _found(**changes: object) -> object:
    return row(1, Bucket.EXCERPT_FOUND, None, (), anchor=anchor("found", "raised"), **changes)


def test_a_found_row_is_hidden_until_asked_for() -> None:
    one = checked(ledger((_found(),)), exit=0)
    assert concise.render(one) == ""
    assert "OK" in concise.render(one, verbose=True)


def test_colour_adds_nothing_that_is_not_written() -> None:
    import re

    coloured = full.render(WHOLE, {"report.md": REPORT}, paint=Paint(on=True), columns=80, verbose=True)
    plain = full.render(WHOLE, {"report.md": REPORT}, paint=PLAIN, columns=80, verbose=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_full_says_what_differs_word_by_word() -> None:
    shown = full.render(checked(ledger((altered(),))), {"report.md": REPORT}, paint=PLAIN)
    assert "excerpt: raised [-$14.2M-] in Series A" in shown
    assert "nearest: raised {+$4.2M+} in Series A" in shown


def test_full_works_without_the_report_and_with_a_line_that_is_not_there() -> None:
    one = checked(ledger((altered(),)))
    for texts in ({}, {"report.md": ""}, {"report.md": "one line"}):
        assert "GN302" in full.render(one, texts, paint=PLAIN)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_line_ends_where_the_report_ends_it(end: str) -> None:
    text = end.join(["one\u2028\x0b\x0c\x85two", "", '"raised $14.2M in Series A"'])
    shown = full.render(checked(ledger((altered(),))), {"report.md": text.replace("raised", "    raised")}, paint=PLAIN)
    assert '3 | "    raised $14.2M' in shown


def test_not_acquired_says_what_to_type() -> None:
    assert "run  gnut acquire report.md" in full.render(WHOLE, {}, paint=PLAIN)


def test_many_rows_that_wait_for_their_sources_are_told_as_one() -> None:
    def waiting(number: int) -> Row:
        return row(
            number,
            Bucket.CITATION_UNCONFIRMED,
            "source_unavailable",
            (finding("source_unavailable", "the source has no snapshot yet"),),
            kind="not_acquired",
            line=number,
            source=source(uri=f"https://example.org/{number % 7}"),
        )

    many = checked(ledger((*(waiting(number) for number in range(1, 41)), altered(50))))
    shown = full.render(many, {}, paint=PLAIN)
    assert shown.count("\n\n") == 3
    assert "39 more rows on lines 2, 3," in shown
    assert "and 19 more cite 7 sources without a snapshot" in shown
    assert "GN302" in shown
    assert full.render(many, {}, paint=PLAIN, verbose=True).count("\n\n") == 41
    assert len(concise.render(many).splitlines()) == 41
    few = checked(ledger(tuple(waiting(number) for number in range(1, 4))))
    assert full.render(few, {}, paint=PLAIN).count("\n\n") == 3


def test_a_waived_row_is_shown_with_its_reason() -> None:
    shown = full.render(WHOLE, {}, paint=PLAIN)
    assert "waived[GN305]" in shown
    assert "a paraphrase, agreed with the author" in shown
    assert "GN305 waived:" in concise.render(WHOLE)


def test_what_allow_lets_pass_is_hidden_until_asked_for() -> None:
    one = row(1, Bucket.CITATION_UNCONFIRMED, "no_excerpt", (finding("no_excerpt", "said", blocks=False),))
    allowing = checked(ledger((one,), policy=PolicyView("default", ("no_excerpt",), "00" * 32)))
    assert concise.render(allowing) == ""
    assert "allowed" in concise.render(allowing, verbose=True)
    assert "allowing no_excerpt" in summary.render(allowing, paint=PLAIN)


def test_marks_of_a_source_are_notes_unless_the_policy_blocks_them() -> None:
    for blocks in (False, True):
        one = _found()
        marked = row(
            1,
            Bucket.EXCERPT_FOUND,
            None,
            (finding("supplied", "said", blocks=blocks),),
            anchor=anchor("found", "raised"),
        )
        assert one
        assert ("GN204" in concise.render(checked(ledger((marked,))))) == blocks


def _supplied(number: int, uri: str) -> Row:
    said = finding("supplied", "the source is a copy that a user supplied")
    return row(number, Bucket.EXCERPT_FOUND, None, (said,), line=number, source=source(uri=uri))


def test_what_a_source_shares_is_told_once_where_it_blocks_and_at_each_row_when_asked_for() -> None:
    many = checked(ledger((*(_supplied(number, "https://a.example/") for number in range(1, 8)), _supplied(9, "b:1"))))
    first, other = concise.render(many).splitlines()
    assert first.startswith("report.md:1:17: GN204 ")
    assert first.endswith(" (so for 6 more rows of this source: -v shows each)")
    assert other == "report.md:9:17: GN204 the source is a copy that a user supplied"
    assert full.render(many, {}, paint=PLAIN).count("GN204") == 2
    assert concise.render(many, verbose=True).count("GN204") == 8
    assert jsonl.render(many).count('"GN204"') == 8


def test_what_is_said_of_each_row_is_never_told_once() -> None:
    assert len(concise.render(checked(ledger((altered(1), altered(2))))).splitlines()) == 2


@pytest.mark.parametrize(
    ("allows", "comments", "said"),
    [
        (("no_excerpt",), 0, "waived (by --allow no_excerpt)"),
        (("locator_only", "no_excerpt", "too_short"), 0, "waived (by --allow no_excerpt)"),
        ((), 1, "waived (1 row by comment)"),
        (("no_excerpt",), 2, "waived (2 rows by comment, by --allow no_excerpt)"),
        (("ambiguous",), 1, "waived (1 row by comment)"),
    ],
)
def test_a_pass_that_was_waived_says_by_whom(allows: tuple[str, ...], comments: int, said: str) -> None:
    passed = finding("no_excerpt", "said", blocks=False)
    rows = [
        *(
            row(number, Bucket.CITATION_UNCONFIRMED, "excerpt_altered", (finding("excerpt_altered", "", waived="why"),))
            for number in range(comments)
        ),
        row(9, Bucket.CITATION_UNCONFIRMED, "no_excerpt", (passed,)),
    ]
    one = ledger(tuple(rows), outcome=Outcome.WAIVED, policy=PolicyView("default", allows, "00" * 32))
    assert f"report.md: {said} under policy default" in summary.render(checked(one), paint=PLAIN)
    assert f"report.md: {said}, 0 of" in summary.render(checked(one, replace(one, path="b.md")), paint=PLAIN)
    assert f"Outcome **waived** {said[7:].replace('_', chr(92) + '_')} under" in markdown.render(one)
    assert json.loads(json_report.render(checked(one)))["reports"][0]["outcome"] == "waived"


def test_an_anomaly_that_fails_a_report_is_an_error() -> None:
    one = ledger((_found(),), outcome=Outcome.FAILED, anomalies=(Anomaly("unclosed_fence", "GN105", True, 2, 1),))
    assert [entry.severity for entry in entries(checked(one))] == ["error"]


def test_findings_are_sorted_by_place_and_reports_stay_in_order() -> None:
    late = altered(1)
    early = row(2, Bucket.CITATION_UNCONFIRMED, "no_excerpt", (finding("no_excerpt", "said"),), line=1, column=9)
    both = checked(ledger((late, early), path="b.md"), ledger((late,), path="a.md"))
    assert [line.split(": ")[0] for line in concise.render(both).splitlines()] == ["b.md:1:9", "b.md:3:17", "a.md:3:17"]


def test_github_emits_at_most_ten_annotations_of_a_kind() -> None:
    many = checked(ledger(tuple(altered(number) for number in range(1, 41))))
    lines = github.render(many).splitlines()
    assert len(lines) == 10
    assert "and 31 more" in lines[-1]
    assert len(github.render(checked(ledger(tuple(altered(number) for number in range(1, 10))))).splitlines()) == 9


def test_the_json_fits_its_published_schema() -> None:
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    value = json.loads(json_report.render(WHOLE))
    validator.validate(value)
    validator.validate({**value, "a_field_of_later": 1})
    value["reports"][0]["rows"][0]["bucket"] = "true"
    with pytest.raises(jsonschema.ValidationError):
        validator.validate(value)


def test_the_published_schema_is_current(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--golden"):
        SCHEMA.parent.mkdir(exist_ok=True)
        SCHEMA.write_text(json_report.schema())
    assert SCHEMA.read_text() == json_report.schema()


def test_jsonl_has_a_line_for_each_row_and_ends_with_a_summary() -> None:
    lines = [json.loads(line) for line in jsonl.render(WHOLE).splitlines()]
    assert [line["type"] for line in lines].count("row") == len(everything().rows)
    assert lines[-1]["type"] == "summary"
    assert lines[-1]["exit"] == 1
    assert lines[-1]["reports"][0]["rates"]["excerpts_found"]["population"] == "cited rows"


HOSTILE = "\x1b[2J\u202e##[error] ::stop:: | ` <script> ![x](https://evil.example) @all\n::error::x\n"


def hostile() -> object:
    """Return a ledger whose every text is hostile."""
    one = row(
        1,
        Bucket.CITATION_UNCONFIRMED,
        "excerpt_altered",
        (finding("excerpt_altered", HOSTILE), finding("no_excerpt", HOSTILE, waived=HOSTILE)),
        text=HOSTILE,
        excerpt=HOSTILE,
        source=source(uri=HOSTILE, written=HOSTILE, final_uri=HOSTILE),
        anchor=anchor("ambiguous", HOSTILE, longest_run=HOSTILE, stops_at=HOSTILE),
        elsewhere=HOSTILE,
    )
    return checked(ledger((one,), path="::add-mask::x\n.md"))


@pytest.mark.parametrize("render", [concise.render, github.render, json_report.render, jsonl.render])
def test_no_format_passes_on_what_a_terminal_or_a_runner_obeys(render: object) -> None:
    _harmless(render(hostile()))  # type: ignore[operator]


def test_full_and_summary_pass_on_nothing_either() -> None:
    _harmless(full.render(hostile(), {"::add-mask::x\n.md": HOSTILE * 3}, paint=PLAIN, verbose=True))  # type: ignore[arg-type]
    _harmless(summary.render(hostile(), paint=PLAIN))  # type: ignore[arg-type]


def test_markdown_passes_on_nothing_either() -> None:
    shown = markdown.render(hostile().reports[0])  # type: ignore[attr-defined]
    _harmless(shown)
    assert "<script" not in shown.replace("\\<script", "").replace("`", "\0").split("\0")[0]


def _harmless(shown: str) -> None:
    assert not set("\x1b\u202e\x9b") & set(shown)
    assert "##[" not in shown
    for line in shown.splitlines():
        assert not line.lstrip().startswith("::") or line.startswith(("::error file=", "::notice file="))
