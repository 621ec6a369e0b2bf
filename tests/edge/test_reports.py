"""A report comes with the bibliographies beside it, and with nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gnut.edge.paths import target
from gnut.edge.reports import BESIDE, BIBLIOGRAPHY, report_at
from gnut.edge.world import world
from gnut.model import Report

CSL = b'[{"id": "a", "type": "book", "title": "A"}]'


def taken(folder: Path, body: bytes = b"see [@key]") -> tuple[Report, list[str]]:
    """Return the report in `folder`, and what was said of its neighbours."""
    (folder / "report.md").write_bytes(body)
    said: list[str] = []
    return report_at(target(world(str(folder)), folder / "report.md"), limit=1000, noted=said.append), said


def test_bibliographies_are_read_by_name_in_order(tmp_path: Path) -> None:
    (tmp_path / "z.bib").write_bytes(b"@misc{z}")
    (tmp_path / "a.json").write_bytes(CSL)
    report, said = taken(tmp_path)
    assert report.companions == (("a.json", CSL), ("z.bib", b"@misc{z}"))
    assert said == []


@pytest.mark.parametrize(
    "body", [b"{}", b"[]", b'{"name": "package"}', b"not json", b"", b'[{"type": "book"}]', b'"id" "type"']
)
def test_json_that_is_no_bibliography_is_left_out(tmp_path: Path, body: bytes) -> None:
    (tmp_path / "data.json").write_bytes(body)
    assert taken(tmp_path)[0].companions == ()


def test_a_report_without_an_at_sign_has_no_key_to_look_up(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_bytes(b"@misc{a}")
    assert taken(tmp_path, b"no key")[0].companions == ()


def test_what_cannot_be_read_is_said_and_stops_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.bib")
    (tmp_path / "folder.bib").mkdir()
    (tmp_path / "gone.bib").symlink_to("nowhere")
    (tmp_path / "huge.bib").write_bytes(b"x" * (BIBLIOGRAPHY + 1))
    (tmp_path / ".hidden.bib").write_bytes(b"@misc{h}")
    (tmp_path / "good.bib").write_bytes(b"@misc{g}")
    report, said = taken(tmp_path)
    assert [name for name, _ in report.companions] == ["good.bib"]
    assert len(said) == 4


def test_only_so_many_are_read(tmp_path: Path) -> None:
    for number in range(BESIDE + 5):
        (tmp_path / f"{number:03}.bib").write_bytes(b"@misc{a}")
    report, said = taken(tmp_path)
    assert len(report.companions) == BESIDE
    assert "the rest is not read" in said[0]
