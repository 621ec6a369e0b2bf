"""`gnut render-receipt`: whether a rendering keeps the evidence of its report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from gnut.render_receipt.core import parse_receipt

Gnut = Callable[..., Any]

BY = ("--renderer", "press", "--renderer-version", "3.2")
SOURCE = """\
Shut [in 2018](https://records.example/a1)<!-- groundnut-source-quote: the plant ceased work -->.

Open [in 2021](https://press.example/b2)<!-- groundnut-source-locator: p. 9 -->.
"""
RENDERED = """\
<p>Shut <a href="https://records.example/a1">in 2018</a><!-- groundnut-source-quote: the plant ceased work -->.</p>
<p>Open <a href="https://press.example/b2">in 2021</a><!-- groundnut-source-locator: p. 9 -->.</p>
"""


@pytest.fixture(autouse=True)
def both(place: Path) -> None:
    (place / "report.md").write_text(SOURCE)
    (place / "report.html").write_text(RENDERED)


def test_a_rendering_that_keeps_the_evidence_gets_a_receipt(place: Path, gnut: Gnut) -> None:
    said = gnut("render-receipt", "report.md", "report.html", *BY, "-o", "receipt.json")
    assert (said.code, said.out) == (0, "")
    assert said.err.startswith("report.html keeps the evidence of report.md: 2 of 2 cited, sequence ")
    receipt = parse_receipt((place / "receipt.json").read_bytes().removesuffix(b"\n"))
    assert (receipt.source.kind, receipt.rendered.kind) == ("markdown", "rendered_html")
    assert (receipt.renderer.name, receipt.renderer.version) == ("press", "3.2")
    assert gnut("show", "--check", "receipt.json").code == 0


def test_the_receipt_is_printed_as_json(place: Path, gnut: Gnut) -> None:
    told = json.loads(gnut("render-receipt", "report.md", "report.html", *BY, "--output-format", "json").out)
    assert told["schema"] == "groundnut-render-receipt/v1"
    assert told["parity"]["cited_occurrences"] == 2


def test_the_first_difference_is_shown_with_both_sides(place: Path, gnut: Gnut, snapshot: SnapshotAssertion) -> None:
    (place / "report.html").write_text(RENDERED.replace("ceased work", "ceased all work"))
    said = gnut("render-receipt", "report.md", "report.html", *BY, "-o", "receipt.json")
    assert said.code == 2
    assert said.out == snapshot
    assert "2 cited there, 2 here, first difference at 1" in said.err
    assert not (place / "receipt.json").exists()


def test_what_is_lost_and_what_is_added_is_counted(place: Path, gnut: Gnut) -> None:
    first, second = RENDERED.splitlines(keepends=True)
    (place / "report.html").write_text(first)
    said = gnut("render-receipt", "report.md", "report.html", *BY)
    assert (said.code, "2 cited there, 1 here, first difference at 2" in said.err) == (2, True)
    assert "nothing more is cited" in said.out
    (place / "report.html").write_text(first + second + '<p><a href="https://x.example/">home</a></p>')
    said = gnut("render-receipt", "report.md", "report.html", *BY)
    assert "2 cited there, 3 here, first difference at 3" in said.err
    assert "data-groundnut-evidence-exclude" in said.err


def test_marked_chrome_is_no_evidence(place: Path, gnut: Gnut) -> None:
    chrome = '<nav data-groundnut-evidence-exclude><a href="https://x.example/">home</a></nav>'
    (place / "report.html").write_text(chrome + RENDERED)
    assert gnut("render-receipt", "report.md", "report.html", *BY).code == 0


def test_a_long_text_is_cut_where_it_differs(place: Path, gnut: Gnut) -> None:
    quoted = "the plant " + "and the yard " * 60 + "ceased work"
    (place / "report.md").write_text(SOURCE.replace("the plant ceased work", quoted))
    (place / "report.html").write_text(RENDERED.replace("the plant ceased work", quoted.replace("ceased", "stopped")))
    said = gnut("render-receipt", "report.md", "report.html", *BY)
    assert "ceased work" in said.out
    assert "stopped work" in said.out
    assert all(len(line) < 180 for line in said.out.splitlines())


def test_hostile_text_stays_inert(place: Path, gnut: Gnut) -> None:
    (place / "report.html").write_text(RENDERED.replace("ceased", "cea\x1b[2Jsed\u202e"))
    said = gnut("render-receipt", "report.md", "report.html", *BY)
    assert said.code == 2
    assert "\x1b" not in said.out + said.err
    assert "\u202e" not in said.out + said.err


def test_typography_alone_is_said_to_be_it(place: Path, gnut: Gnut) -> None:
    (place / "report.md").write_text(SOURCE.replace("ceased", "didn't"))
    (place / "report.html").write_text(RENDERED.replace("ceased", "didn’t"))
    said = gnut("render-receipt", "report.md", "report.html", *BY)
    assert said.code == 2
    assert "only typography differs" in said.err


def test_a_failure_as_json_has_code_and_both_sides(place: Path, gnut: Gnut) -> None:
    (place / "report.html").write_text(RENDERED.replace("p. 9", "p. 19"))
    told = json.loads(gnut("render-receipt", "report.md", "report.html", *BY, "--output-format", "json").out)
    assert told["error"]["code"] == "render_parity_failed"
    assert told["difference"]["first_difference"] == 2
    assert told["difference"]["source"]["locator"] == "p. 9"
    assert told["difference"]["rendered"]["locator"] == "p. 19"


@pytest.mark.parametrize("arguments", [(), ("--renderer", "press"), ("--renderer-version", "1")])
def test_whoever_rendered_has_to_be_named(gnut: Gnut, arguments: tuple[str, ...]) -> None:
    said = gnut("render-receipt", "report.md", "report.html", *arguments)
    assert said.code == 2
    assert "--renderer pandoc --renderer-version 3.2" in said.err


def test_a_configuration_is_bound(place: Path, gnut: Gnut) -> None:
    (place / "press.json").write_text('{"theme": "dark", "columns": 2}')
    told = json.loads(
        gnut(
            *("render-receipt", "report.md", "report.html", *BY),
            *("--renderer-config", "press.json", "--output-format", "json"),
        ).out
    )
    assert told["renderer"]["configuration"] == {"columns": 2, "theme": "dark"}


@pytest.mark.parametrize("body", ["[]", "{", '{"a": NaN}', '{"a": 1, "a": 2}', ""])
def test_a_configuration_that_is_no_object_is_refused(place: Path, gnut: Gnut, body: str) -> None:
    (place / "press.json").write_text(body)
    assert gnut("render-receipt", "report.md", "report.html", *BY, "--renderer-config", "press.json").code == 2


def test_each_side_can_have_its_own_profile(place: Path, gnut: Gnut) -> None:
    (place / "web.json").write_text(
        '{"schema": "groundnut-artifact-profile/v1", "key": "web", "version": "1",'
        ' "html": {"ignored_container_classes": ["menu"]}}'
    )
    (place / "report.html").write_text('<div class="menu"><a href="https://x.example/">x</a></div>' + RENDERED)
    assert gnut("render-receipt", "report.md", "report.html", *BY, "--profile", "groundnut-default").code == 2
    said = gnut(
        *("render-receipt", "report.md", "report.html", *BY),
        *("--profile", "groundnut-default", "--rendered-profile", "web.json", "--output-format", "json"),
    )
    assert said.code == 0
    told = json.loads(said.out)
    assert (told["source"]["profile"]["key"], told["rendered"]["profile"]["key"]) == ("groundnut-default", "web")


@pytest.mark.parametrize(
    "arguments",
    [
        ("report.md", "none.html"),
        ("report.md", "-"),
        ("report.md", "."),
        ("report.md", ""),
        ("report.md", "paper.pdf"),
        ("report.md", "report.html", "--profile", "unknown"),
        ("report.md", "report.html", "--profile", "list.json"),
        ("report.md", "report.html", "--renderer-config", "none.json"),
        ("report.md", "report.html", "-o", "."),
    ],
)
def test_what_cannot_be_read_or_written_is_refused(place: Path, gnut: Gnut, arguments: tuple[str, ...]) -> None:
    (place / "paper.pdf").write_bytes(b"%PDF")
    (place / "list.json").write_text("[]")
    said = gnut("render-receipt", *arguments, *BY)
    assert said.code == 2
    assert said.err.startswith("error: ")


def test_a_file_that_is_called_like_a_profile_does_not_beat_the_profile(place: Path, gnut: Gnut) -> None:
    given = (
        '{"schema": "groundnut-artifact-profile/v1", "key": "web", "version": "1",'
        ' "segmenter": {"key": "groundnut-sentences", "version": "1"}}'
    )
    said = []
    for body in (None, "no profile", given):
        for name in ("report", "groundnut-default"):
            if body is not None:
                (place / name).write_text(body)
            told = gnut("render-receipt", "report.md", "report.html", *BY, "--profile", name, "--output-format", "json")
            said.append((told.code, told.out))
    assert said[:2] == said[2:4] == said[4:]


def test_json_is_printed_beside_the_file_as_diff_replay_does(place: Path, gnut: Gnut) -> None:
    said = gnut("render-receipt", "report.md", "report.html", *BY, "-o", "receipt.json", "--output-format", "json")
    assert json.loads(said.out) == json.loads((place / "receipt.json").read_bytes())


def test_the_line_of_the_readme_works_as_printed(place: Path, gnut: Gnut) -> None:
    told = " ".join((Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8").split())
    line = told.partition("`gnut render-receipt ")[2].partition("`")[0]
    assert gnut("render-receipt", *line.split()).code == 0
