"""The handed acquisition cases, each by its id."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gnut.acquire.compat import acquire_case
from gnut.acquire.core import load
from gnut.errors import GnutError
from gnut.model import Absence, Uri

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "cases" / "groundnut" / "acquisition.json").read_text(encoding="utf-8")
)
SUPERSEDED = {"http-pdf"}
"""PDFs are read."""


def replied(given: dict[str, Any]) -> dict[str, Any]:
    try:
        return acquire_case(given)
    except GnutError as error:
        return {"error": error.code}


def holds(expect: Any, got: Any, key: str = "") -> bool:
    if isinstance(expect, dict):
        return isinstance(got, dict) and all(holds(value, got.get(name), name) for name, value in expect.items())
    if isinstance(expect, list):
        return len(expect) == len(got) and all(holds(one, other, key) for one, other in zip(expect, got, strict=True))
    if key == "text" and isinstance(expect, str):
        return isinstance(got, str) and expect.split() == got.split()
    return bool(expect == got)


@pytest.mark.parametrize("row", [row for row in CASES if row["id"] not in SUPERSEDED], ids=lambda row: row["id"])
def test_a_handed_case_comes_out_as_it_says(row: dict[str, Any]) -> None:
    assert holds(row["expect"], replied(row["given"]))


def test_the_file_of_cases_is_whole() -> None:
    assert len(CASES) == 21


def test_an_edited_final_address_is_seen_by_the_snapshots_own_hash() -> None:
    uri = "https://port.example/log"
    given = {
        "mode": "replay_only",
        "snapshots": {uri: "words"},
        "live": None,
        "requests": [uri],
        "tamper": {"uri": uri, "how": "final_uri"},
    }
    (row,) = acquire_case(given)["acquisitions"]
    assert (row["ok"], row["strategy"], row["failure"]) == (False, "snapshot_invalid", "source_changed")


def test_every_success_names_its_final_address() -> None:
    uri = "https://port.example/log"
    given = {"mode": "refresh", "snapshots": {}, "live": {uri: {"text": "x"}}, "requests": [uri], "tamper": None}
    assert acquire_case(given)["acquisitions"][0]["final_uri"] == uri


@pytest.mark.parametrize(
    "given",
    [
        {"mode": "replay_only", "snapshots": [], "requests": [], "live": None, "tamper": None, "more": 1},
        {"mode": 7},
        {"mode": "refresh", "live": {}, "snapshots": {"https://a.example/": 1}, "requests": []},
        {"mode": "refresh", "live": {}, "requests": [1]},
        {"http": []},
        {"http": {"status": "200", "content_type": "", "body": ""}},
    ],
)
def test_a_request_of_the_wrong_shape_is_an_error_with_a_code(given: dict[str, Any]) -> None:
    assert "error" in replied(given)


def test_an_older_schema_is_refused_by_name_and_not_rewritten() -> None:
    body = b'{"schema":"groundnut-source-snapshot/v1","uri":"https://docs.example/a?x=1"}'
    got = load(body, Uri("https://docs.example/a?x=1"))
    assert isinstance(got, Absence)
    assert got.why == "snapshot_invalid"
