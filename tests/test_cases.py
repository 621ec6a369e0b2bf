"""The cases through plumbing, each file row by row."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gnut.commands.plumbing import reply
from tests.casefile import CASES, SUPERSEDED, misses, rows, superseded

FILES = {
    "groundnut/corners": ("check", 5),
    "groundnut/canonical_json": ("canonical", 16),
    "groundnut/extraction_html": ("extract", 24),
    "groundnut/extraction_json": ("extract", 23),
    "groundnut/extraction_markdown": ("extract", 22),
    "groundnut/anchoring": ("anchor", 22),
    "groundnut/acquisition": ("acquire", 21),
    "groundnut/arena_adjudicate": ("arena-adjudicate", 24),
    "groundnut/arena_emission": ("arena-emit", 21),
    "groundnut/authority": ("authority", 17),
    "groundnut/manifest": ("manifest", 17),
    "groundnut/metrics": ("metrics", 15),
    "groundnut/render_parity": ("render-parity", 14),
    "groundlens/numerals": ("numerals", 104),
    "groundlens/numeric_support": ("numeric-support", 67),
    "groundlens/proofread_structural": ("proofread", 22),
    "groundlens/calibrate": ("calibrate", 11),
    "groundlens/verify_answer": ("verify-answer", 34),
    "groundlens/verify_records": ("verify-records", 17),
    "groundlens/verify_run": ("verify-run", 19),
    "ground/assess": ("ground", 36),
    "ground/freshness": ("ground", 26),
    "ground/malformed": ("ground", 60),
    "ground/secrets": ("ground", 56),
    "ground/telemetry": ("ground", 19),
}
"""File → (plumbing name, rows it has)."""

READ = (
    *FILES,
    *("faults/field", "faults/ground", "faults/groundlens", "faults/groundnut", "ground/cli_paths"),
    "groundnut/seed_only",
)
"""Every file, those included whose rows are written by hand as tests."""


def _answer(name: str, given: Any) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(reply(name, json.dumps(given).encode()))
    return answered


def _cases() -> list[Any]:
    return [
        pytest.param(file, name, row, id=f"{file}:{row['id']}")
        for file, (name, _) in FILES.items()
        for row in rows(file)
        if (file, row["id"]) not in superseded()
    ]


@pytest.mark.parametrize(("file", "name", "row"), _cases())
def test_a_case_comes_out_right(file: str, name: str, row: dict[str, Any]) -> None:
    answered = _answer(name, row["given"])
    expect = dict(row["expect"])
    if "error" in expect:
        assert answered["error"]["code"] == expect["error"]
        assert str(expect.get("field", "")) in _message(answered)
        return
    if "error_contains" in expect:
        # The sense of the message, and not all of its words.
        assert expect["error_contains"] in _message(answered)
        return
    tolerance = expect.pop("fpr_ci95_tolerance", None)
    if tolerance is not None:
        for wanted, got in zip(expect.pop("fpr_ci95"), answered["fpr_ci95"], strict=True):
            assert abs(wanted - got) <= tolerance
    if file == "groundnut/anchoring" and expect["anchor"] == "ambiguous":
        # A number, a negation or a word was changed: not_found and ambiguous are both right (cases' own note).
        assert answered.pop("anchor") in ("ambiguous", "not_found")
        del expect["anchor"]
    if file == "groundnut/acquisition":
        answered, expect = _folded(answered), _folded(expect)
    assert misses(expect, answered) == []


def _message(answered: dict[str, Any]) -> str:
    error = answered["error"]
    return str(error["message"] if isinstance(error, dict) else error)


def _folded(value: Any) -> Any:
    """Texts are compared with blanks folded."""
    if isinstance(value, dict):
        return {
            key: " ".join(each.split()) if key == "text" and isinstance(each, str) else _folded(each)
            for key, each in value.items()
        }
    return [_folded(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("file", "count"), [(file, count) for file, (_, count) in FILES.items()])
def test_a_copied_file_still_has_all_its_rows(file: str, count: int) -> None:
    assert len(rows(file)) == count


def test_the_fault_files_still_have_all_their_rows() -> None:
    assert (len(rows("faults/field")), len(rows("faults/groundnut"))) == (55, 62)
    assert (len(rows("faults/groundlens")), len(rows("faults/ground"))) == (31, 50)


def test_few_cases_are_superseded_and_each_exists() -> None:
    known = {(file, row["id"]) for file in READ for row in rows(file)}
    assert superseded() <= known
    assert len(superseded()) <= 25


def test_every_superseded_case_quotes_the_sentence_that_decides() -> None:
    table = [line for line in SUPERSEDED.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert len(table) == len(superseded())
    assert all(line.split("|")[3].strip() for line in table)


def test_no_case_file_is_left_unread() -> None:
    read = set(READ)
    assert {str(path.relative_to(CASES).with_suffix("")) for path in CASES.rglob("*.json")} <= read
