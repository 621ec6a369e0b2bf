"""Every kind of absence has one sentence and one remedy, wherever it is met."""

from __future__ import annotations

import pytest

from gnut.acquire.contract import WHYS
from gnut.acquire.core.statuses import said_of
from gnut.acquire.whys import KNOWN, remedy
from gnut.formats.acquired import failures
from gnut.formats.came import Came
from gnut.model import Absence, Uri

URI = Uri("https://s.example/a")


def test_the_table_is_complete_over_the_closed_list() -> None:
    assert sorted(KNOWN) == sorted(WHYS)


@pytest.mark.parametrize("why", WHYS)
def test_a_kind_reads_as_the_end_of_a_sentence_and_says_what_to_do(why: str) -> None:
    known = KNOWN[why]
    assert known.sentence.split()[0] in (
        *("has", "is", "was", "answered", "asks", "points", "could", "did", "ended", "contradicted", "came"),
        *("refused", "failed", "crashed"),
    )
    assert not known.sentence.endswith(".")
    assert not known.remedy.endswith(".")
    said = remedy(why, "report.md", URI)
    assert said is not None
    assert "{" not in said


@pytest.mark.parametrize("why", WHYS)
def test_acquire_advises_as_check_does(why: str) -> None:
    one = Came(URI, URI, "failed", Absence(URI, why, "HTTP"), reports=("report.md",))
    assert failures([one])[0] == f"{why} (1): {remedy(why, 'report.md', URI)}"


def test_a_status_says_what_its_kind_says() -> None:
    assert said_of(404) == "HTTP 404: it is not there"
    assert said_of(503) == "HTTP 503: it failed on its own side"
    assert said_of(299) == "HTTP 299: it answered with a status that gives no page"
