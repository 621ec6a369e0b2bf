"""Support and authority through the whole road, with fakes in the detector's place."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from gnut.authority.contract import Declaration
from gnut.authority.core import declarations_of
from gnut.edge.models import detect_for
from gnut.edge.policies import all_shipped, authority_policy, shipped, support_policy
from gnut.errors import BadConfig
from gnut.ingest.core import profile
from gnut.ledger.contract import Bucket, Outcome, Row
from gnut.ledger.core import extend
from gnut.model import Absence, Report, Request, Source
from gnut.run import Judges, Run, run
from gnut.support.contract import Decision, Detect, SupportInput
from gnut.support.core import EXACT

TEXT = "From May the gate shuts at nine every evening. The yard was sold in 2020."
REPORT = """It says “the gate shuts at nine every evening” [a](https://a.example/1).

It says “the gate was painted red in spring” [a](https://a.example/1).

The yard was sold in 2020 [b](https://b.example/2).

Nobody keeps the gate.
"""
FAKE = replace(support_policy("exact"), key="fake", detector=replace(EXACT, adapter="fake"))


def says(label: str) -> Detect:
    return lambda _: Decision(label, "0.900000", "as told", (), None)


def raises(_: SupportInput) -> Decision:
    raise ValueError("it broke")


def ran(
    detect: Detect | None,
    *,
    standing: str = "default",
    allow: tuple[str, ...] = (),
    report: str = REPORT,
    declared: Mapping[str, Declaration] | None = None,
) -> Run:
    def sources(request: Request) -> Source | Absence:
        if "b.example" in request.uri:
            return Absence(request.uri, "not_found", "HTTP 404")
        return Source(request.uri, request.uri, None, TEXT, None, "complete", False, False, ())

    judges = None if detect is None else Judges(FAKE, detect, authority_policy("default"), declared or {})
    return run(
        Report("report.md", report.encode(), ()),
        profile=profile(None),
        sources=sources,
        policy=extend(shipped(standing), allow),
        policies=all_shipped(),
        judges=judges,
    )


def standing_of(rows: tuple[Row, ...]) -> list[tuple[Bucket, str | None, str]]:
    return [(row.bucket, row.reason, row.fingerprint) for row in rows]


@pytest.mark.parametrize("label", ["supported", "contradicted", "insufficient"])
def test_no_answer_of_a_detector_moves_a_row(label: str) -> None:
    assert standing_of(ran(says(label)).ledger.rows) == standing_of(ran(None).ledger.rows)


@pytest.mark.parametrize("label", ["supported", "contradicted", "insufficient"])
def test_no_answer_of_a_detector_changes_what_was_matched(label: str) -> None:
    assert ran(says(label)).evidence == ran(None).evidence


def test_a_contradicted_row_keeps_its_bucket_and_blocks_by_its_finding() -> None:
    (row,) = ran(says("contradicted"), report=REPORT.split("\n\n")[0]).ledger.rows
    assert (row.bucket, row.reason, row.support) == (Bucket.EXCERPT_FOUND, None, "contradicted")
    assert [(each.code, each.blocks) for each in row.findings] == [("GN501", True)]
    assert row.gates


def test_support_repairs_no_row_that_is_unconfirmed() -> None:
    rows = ran(says("supported")).ledger.rows
    assert [(row.reason, row.support) for row in rows[:3]] == [
        (None, "supported"),
        ("excerpt_not_found", "supported"),
        ("source_unavailable", "source_unavailable"),
    ]
    assert rows[1].gates


@pytest.mark.parametrize(("label", "outcome"), [("contradicted", Outcome.FAILED), ("insufficient", Outcome.CLEAR)])
def test_only_a_contradiction_fails_a_report(label: str, outcome: Outcome) -> None:
    assert ran(says(label), report=REPORT.split("\n\n")[0]).ledger.outcome is outcome


def test_a_contradiction_can_be_allowed_by_name_and_is_waived_then() -> None:
    done = ran(says("contradicted"), allow=("GN501",), report=REPORT.split("\n\n")[0])
    assert done.ledger.outcome is Outcome.WAIVED
    assert done.ledger.rows[0].support == "contradicted"


@pytest.mark.parametrize(("standing", "gates"), [("default", False), ("strict", True)])
def test_a_contradiction_can_be_waived_in_the_report_where_the_policy_honours_it(standing: str, gates: bool) -> None:
    report = REPORT.split("\n\n")[0] + " <!-- gnut: waive GN501 the detector reads the wrong year -->\n"
    (row,) = ran(says("contradicted"), standing=standing, report=report).ledger.rows
    assert row.gates is gates


def test_a_detector_that_breaks_fails_no_report() -> None:
    done = ran(raises, report=REPORT.split("\n\n")[0])
    assert (done.ledger.outcome, done.support[0].note) == (Outcome.CLEAR, "detector_error:ValueError")


def test_authority_moves_no_row_and_no_support() -> None:
    word = {"kind": "independent_primary", "basis": "human_adjudication", "assigned_by": "desk", "note": "seen"}
    declared = declarations_of({"c2": {**word, "source_uri": "https://a.example/1"}}, "report.md")
    plain, told = ran(says("insufficient")), ran(says("insufficient"), declared=declared)
    assert standing_of(told.ledger.rows) == standing_of(plain.ledger.rows)
    assert told.support == plain.support
    assert [row.authority for row in told.ledger.rows][:2] == ["unknown_authority", "independent_primary"]


def test_a_declaration_for_an_uncited_claim_names_no_source() -> None:
    word = {"kind": "analyst_derived", "basis": "human_adjudication", "assigned_by": "desk", "note": "ours"}
    done = ran(says("supported"), declared=declarations_of({"u1": word}, "report.md"))
    assert done.ledger.rows[3].authority == "analyst_derived"


def test_a_declaration_for_no_claim_of_the_report_stops_the_run() -> None:
    word = {"kind": "analyst_derived", "basis": "human_adjudication", "assigned_by": "desk", "note": "ours"}
    with pytest.raises(BadConfig) as refused:
        ran(says("supported"), declared=declarations_of({"c99": word}, "report.md"))
    assert refused.value.code == "declaration_unknown_claim"


def test_the_policy_none_asks_nobody() -> None:
    none = support_policy("none")
    done = run(
        Report("report.md", REPORT.encode(), ()),
        profile=profile(None),
        sources=lambda request: Source(request.uri, request.uri, None, TEXT, None, "complete", False, False, ()),
        policy=shipped("default"),
        policies=all_shipped(),
        judges=Judges(none, detect_for(none), authority_policy("default"), {}),
    )
    assert [each.note for each in done.support] == ["no_detector", "no_detector", "no_detector", "no_source"]
    assert {row.support for row in done.ledger.rows} == {"not_assessed"}
