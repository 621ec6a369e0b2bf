"""docs/replay.md says what the code does."""

from __future__ import annotations

from gnut.diff_replay.contract import CAUSES, EXCLUSIONS, SEVERAL, UNKNOWN
from tests.test_docs import table


def test_the_page_lists_what_is_left_out_and_why() -> None:
    told = [row for row in table("docs/replay.md", "### What is compared") if row[0].startswith("`/")]
    assert told == [[f"`{each.path}`", each.reason] for each in EXCLUSIONS]


def test_the_page_explains_every_cause() -> None:
    told = [row[0].strip("`") for row in table("docs/replay.md", "## Two runs")][1:]
    assert told == [*CAUSES, SEVERAL, UNKNOWN]
