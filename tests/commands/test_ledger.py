"""`gnut ledger` and `gnut ingest`: what a report holds, as a page or as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

Gnut = Callable[..., Any]

REPORT = """\
# Fleet

It says "raised $4.2M in Series A" ([a](source.txt)), and "raised $14.2M in Series A" ([a](source.txt)).

On the web [it goes on](https://example.org/a). See [9] and [1].

We recommend to wait. Costs were 40 billion.

## Sources

[1] https://example.org/one
"""


@pytest.fixture(autouse=True)
def report(place: Path) -> None:
    (place / "source.txt").write_text("In May the company raised $4.2M in Series A from investors.\n")
    (place / "report.md").write_text(REPORT)


def test_the_ledger_has_three_buckets(gnut: Gnut) -> None:
    said = gnut("ledger", "report.md")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("# Claim ledger of `report.md`\n")
    for title in ("## Excerpt found (1)", "## Citation unconfirmed (", "## Own reasoning ("):
        assert title in said.out
    assert "`raised [-$14.2M-] in Series A`" in said.out


def test_as_json_it_is_the_json_of_check(gnut: Gnut) -> None:
    ledger = json.loads(gnut("ledger", "report.md", "--output-format", "json").out)
    check = json.loads(gnut("check", "report.md", "--output-format", "json").out)
    assert ledger["reports"] == check["reports"]


def test_a_ledger_is_of_one_report(place: Path, gnut: Gnut) -> None:
    (place / "other.md").write_text(REPORT)
    assert gnut("ledger", ".").code == 2
    assert gnut("ledger", "none.md").code == 2
    assert gnut("ledger", "-", stdin=REPORT.encode()).code == 0


def test_a_policy_and_allowances_are_said_in_it(gnut: Gnut) -> None:
    out = gnut("ledger", "report.md", "--policy", "strict", "--allow", "no_excerpt").out
    assert "policy `strict`, allowing `locator_only`, `no_excerpt`, `too_short`" in out


def test_a_hostile_report_stays_inert_in_its_ledger(place: Path, gnut: Gnut) -> None:
    (place / "report.md").write_text(
        'The "words | with ` and <script>alert(1)</script> ![x](https://evil.example/p.png)" ([a](source.txt)) @all.\n'
    )
    out = gnut("ledger", "report.md").out
    assert all(line.count(" | ") == 4 for line in out.splitlines() if line.startswith("| c"))
    from markdown_it import MarkdownIt

    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(out)
    assert "<script" not in html
    assert "<img" not in html
    assert "href" not in html


def test_a_table_fits_the_page_and_holds_every_row(place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "report.md").write_text(REPORT + "\n[/bold] [red]x\x1b[2J :smile: 三亿元 40\n")
    monkeypatch.setenv("COLUMNS", "90")
    out = gnut("ledger", "report.md", "--output-format", "table").out
    from gnut.formats.columns import width

    assert all(width(line) <= 90 for line in out.split("report.md: failed")[0].splitlines())
    assert "Excerpt found (1 of" in out
    assert "excerpt altered" in " ".join(out.split())
    assert "[/bold] [red]x" in out
    assert ":smile:" in out
    assert "\x1b" not in out
    assert "\x1b[" in gnut("ledger", "report.md", "--output-format", "table", "--color", "always").out


def test_ingest_shows_what_is_read_without_store_or_network(gnut: Gnut, snapshot: SnapshotAssertion) -> None:
    said = gnut("ingest", "report.md")
    assert (said.code, said.err) == (0, "")
    assert said.out == snapshot


def test_ingest_as_json_is_the_whole_extraction(gnut: Gnut) -> None:
    extraction = json.loads(gnut("ingest", "report.md", "--output-format", "json").out)
    assert extraction["kind"] == "markdown"
    assert extraction["units"][0]["citations"]


def test_ingest_as_json_has_the_ids_that_the_ledger_knows_claims_by(gnut: Gnut) -> None:
    claims = json.loads(gnut("ingest", "report.md", "--output-format", "json").out)["claims"]
    rows = json.loads(gnut("ledger", "report.md", "--output-format", "json").out)["reports"][0]["rows"]
    assert [claim["id"] for claim in claims] == [row["id"] for row in rows]
    assert [claim["unit"] for claim in claims] == sorted(claim["unit"] for claim in claims)


def test_ingest_takes_one_report_from_a_file_or_stdin(place: Path, gnut: Gnut) -> None:
    assert gnut("ingest", "-", stdin=REPORT.encode()).code == 0
    assert gnut("ingest", "none.md").code == 2
    (place / "other.md").write_text(REPORT)
    assert gnut("ingest", ".").code == 2
    (place / "bomb.md").write_bytes(b"[" * (8 * 1024 * 1024))
    assert gnut("ingest", "bomb.md").code == 2


def test_ingest_shows_hostile_words_as_words(place: Path, gnut: Gnut) -> None:
    (place / "report.md").write_text('He said "some \x1b[2J words \u202e here" ([a](https://example.org/\x9bx)).\n')
    for arguments in (("ingest", "report.md"), ("ingest", "report.md", "--output-format", "json")):
        assert not set("\x1b\x9b\u202e") & set(gnut(*arguments).out)
