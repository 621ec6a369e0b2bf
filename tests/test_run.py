from __future__ import annotations

import pytest

from gnut.edge.policies import all_shipped, shipped
from gnut.errors import BadConfig
from gnut.ingest.core import profile
from gnut.ledger.contract import Outcome
from gnut.model import Absence, Report, Request, Source
from gnut.run import Run, run

TEXT = "From May the gate shuts at nine every evening."
GOOD = "It says “the gate shuts at nine every evening” [a](https://a.example/1).\n"


def ran(report: str, policy: str = "default", asked: list[str] | None = None) -> Run:
    def sources(request: Request) -> Source | Absence:
        if asked is not None:
            asked.append(request.uri)
        return Source(request.uri, request.uri, None, TEXT, None, "complete", False, False, ())

    return run(
        Report("report.md", report.encode(), ()),
        profile=profile(None),
        sources=sources,
        policy=shipped(policy),
        policies=all_shipped(),
    )


def test_one_report_goes_through_all_rooms() -> None:
    done = ran(GOOD)
    assert done.ledger.outcome is Outcome.CLEAR
    assert len(done.extraction.units) == len(done.evidence.findings) == len(done.ledger.rows) == 1


def test_each_source_is_asked_for_once() -> None:
    asked: list[str] = []
    ran(GOOD + "\nAgain “shuts at nine every evening” [a](https://a.example/1#x).\n", asked=asked)
    assert asked == ["https://a.example/1"]


def test_the_report_itself_is_never_asked_for() -> None:
    asked: list[str] = []
    done = ran("It says “the gate shuts at nine” [here](report.md).\n", asked=asked)
    assert asked == []
    assert done.ledger.rows[0].reason == "self_citation"


def test_front_matter_may_tighten_the_policy() -> None:
    assert ran(f"---\ngnut: {{policy: strict}}\n---\n\n{GOOD}").ledger.policy.key == "strict"


def test_front_matter_may_not_loosen_the_policy() -> None:
    with pytest.raises(BadConfig, match="does not block"):
        ran(f"---\ngnut: {{policy: default}}\n---\n\n{GOOD}", policy="strict")


def test_the_same_report_gives_the_same_ledger() -> None:
    assert ran(GOOD).ledger == ran(GOOD).ledger
