"""`gnut ledger --numerics`: figures that are neither cited nor declared."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gnut = Callable[..., Any]

REPORT = "# Fleet\n\nIt sold 62 boats. It was good.\n\nWe expect 5 more. <!-- groundnut-declared-analysis -->\n"
NUMERICS = ("ledger", "report.md", "--numerics")


@pytest.fixture(autouse=True)
def report(place: Path) -> None:
    (place / "report.md").write_text(REPORT)


def receipt(gnut: Gnut, *more: str) -> dict[str, Any]:
    return dict(json.loads(gnut(*NUMERICS, "--output-format", "json", *more).out))


def waiver(gnut: Gnut, **changes: object) -> str:
    gate = receipt(gnut)
    said = {
        "schema": "groundnut-numerics-waiver/v1",
        "approver": "J. Doe",
        "reason": "counted by hand",
        "artifact_sha256": gate["artifact_sha256"],
        "ledger_sha256": gate["ledger_sha256"],
        "unit_ids": [one["id"] for one in gate["undeclared"]],
    }
    return json.dumps({**said, **changes})


def test_an_undeclared_figure_fails_and_is_listed(gnut: Gnut) -> None:
    said = gnut(*NUMERICS)
    assert (said.code, said.out) == (1, "report.md:3: GN402 u1: It sold 62 boats.\n")
    assert said.err.startswith("report.md: failed: 1 of 3 units of own reasoning carry an undeclared figure")


def test_a_report_without_any_is_clear(gnut: Gnut, place: Path) -> None:
    (place / "report.md").write_text("It was good.\n")
    assert gnut(*NUMERICS).code == 0


def test_a_waiver_of_all_of_them_passes(gnut: Gnut, place: Path) -> None:
    (place / "waiver.json").write_text(waiver(gnut))
    said = gnut(*NUMERICS, "--waiver", "waiver.json")
    assert said.code == 0
    assert "waived by J. Doe: counted by hand" in said.err
    assert receipt(gnut, "--waiver", "waiver.json")["outcome"] == "waived"


def test_the_waiver_holds_from_another_folder_and_not_for_a_changed_report(gnut: Gnut, place: Path) -> None:
    (place / "waiver.json").write_text(waiver(gnut))
    (place / "sub").mkdir()
    there = gnut("-C", "sub", "ledger", "../report.md", "--numerics", "--waiver", "../waiver.json")
    assert there.code == 0
    (place / "report.md").write_text(REPORT.replace("62", "63"))
    said = gnut(*NUMERICS, "--waiver", "waiver.json")
    assert said.code == 1
    assert "the waiver is void (artifact_mismatch)" in said.err
    assert "the waiver is void (ledger_mismatch)" in said.err


def test_an_empty_report_is_indeterminate(gnut: Gnut, place: Path) -> None:
    (place / "report.md").write_text("# Title\n")
    said = gnut(*NUMERICS)
    assert said.code == 1
    assert "not counted (no_units)" in said.err


@pytest.mark.parametrize("body", ["", "{}", "[1]", '{"schema": "groundnut-numerics-waiver/v1", "a": 1}'])
def test_a_file_that_is_no_waiver_is_invalid_input(gnut: Gnut, place: Path, body: str) -> None:
    (place / "waiver.json").write_text(body)
    assert gnut(*NUMERICS, "--waiver", "waiver.json").code == 2


def test_a_waiver_needs_the_gate_and_a_file(gnut: Gnut) -> None:
    assert gnut("ledger", "report.md", "--waiver", "waiver.json").code == 2
    assert gnut(*NUMERICS, "--waiver", "none.json").code == 2
    assert gnut("ledger", "none.md", "--numerics").code == 2


def test_the_receipt_that_is_printed_or_written_is_one_that_show_takes(gnut: Gnut, place: Path) -> None:
    printed = gnut(*NUMERICS, "--output-format", "json", "-o", "n.json").out
    assert (place / "n.json").read_text(encoding="utf-8") == printed
    said = gnut("show", "--check", "n.json")
    assert (said.code, "canonical, groundnut-undeclared-numerics/v1, self-hash holds" in said.out) == (0, True)


def test_a_receipt_is_written_of_the_gate_alone(gnut: Gnut, place: Path) -> None:
    assert gnut("ledger", "report.md", "-o", "n.json").code == 2
    assert not (place / "n.json").exists()


def test_a_waiver_with_a_mistyped_key_is_refused_with_file_place_and_members(gnut: Gnut, place: Path) -> None:
    (place / "waiver.json").write_text(waiver(gnut).replace("approver", "aprover"))
    said = gnut(*NUMERICS, "--waiver", "waiver.json")
    assert said.code == 2
    assert said.err.startswith("error: waiver.json: /aprover: no member of a waiver, which has schema, approver,")


@pytest.mark.parametrize("body", ["", "# Title", '{"schema": 1, "schema": 1}', "{}", "\ufeff{}"])
def test_a_file_that_is_no_waiver_is_named(gnut: Gnut, place: Path, body: str) -> None:
    (place / "waiver.json").write_text(body, encoding="utf-8")
    assert gnut(*NUMERICS, "--waiver", "waiver.json").err.startswith("error: waiver.json: ")


@pytest.mark.parametrize("name", ["artifact_sha256", "ledger_sha256"])
@pytest.mark.parametrize("value", ["x", "", "A" * 64, "a" * 63])
def test_a_waiver_bound_to_no_hash_is_invalid_and_not_of_another_report(
    gnut: Gnut, place: Path, name: str, value: str
) -> None:
    (place / "waiver.json").write_text(waiver(gnut, **{name: value}))
    said = gnut(*NUMERICS, "--waiver", "waiver.json")
    assert said.code == 2
    assert f"waiver.json: /{name}: not 64 hex digits" in said.err
