"""The case file of anchoring, row by row, and the anchoring rows of the fault file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gnut.text.anchor.contract import Outcome
from tests.text.anchor.seeking import seek

CASES = Path(__file__).parents[2] / "cases"
ROWS = json.loads((CASES / "groundnut" / "anchoring.json").read_bytes())
FAULTS = [row for row in json.loads((CASES / "faults" / "groundnut.json").read_bytes()) if row["area"] == "anchoring"]

FOUND_BY_SIMILARITY = {"short-source-article", "short-source-spelling", "fuzzy-found-unreachable"}
"""Rows that want `found` where a word differs: "`found` is never said by `fuzzy`"."""

FOLDED_DIGITS = {"fullwidth-digits"}
"""Rows that want digits folded across scripts: "Digits … are never folded across scripts"."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_case_is_answered_as_it_says(row: dict[str, Any]) -> None:
    answer = seek(row["given"]["excerpt"], row["given"]["source"])
    if row["id"] in FOUND_BY_SIMILARITY:
        assert answer.outcome is Outcome.AMBIGUOUS
        assert answer.alterations
    elif row["expect"]["anchor"] == "found":
        assert answer.outcome is Outcome.FOUND
        assert answer.method in ("exact", "normalised")
    else:
        assert answer.outcome is not Outcome.FOUND


@pytest.mark.parametrize("row", FAULTS, ids=lambda row: row["id"])
def test_a_known_fault_is_not_repeated(row: dict[str, Any]) -> None:
    answer = seek(row["given"]["excerpt"], row["given"]["source"])
    if row["id"] in FOUND_BY_SIMILARITY | FOLDED_DIGITS:
        assert answer.outcome is Outcome.AMBIGUOUS
        assert answer.alterations
    elif isinstance(row["expected"], str):
        assert "crosses_block" in answer.notes
    else:
        assert answer.outcome.value in row["expected"]["anchor_in"]


def test_the_superseded_rows_exist() -> None:
    assert {row["id"] for row in (*ROWS, *FAULTS)} >= FOUND_BY_SIMILARITY | FOLDED_DIGITS
