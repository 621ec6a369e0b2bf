"""Kept runs of reports as evidence that what they cite was acquired for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gnut.cli import main
from gnut.edge.runs import history, log_of
from gnut.edge.vouching import KIND, REF
from gnut_store.oid import to_bytes
from gnut_store.pack import RECORD
from gnut_store.store import open_store

GOOD = 'It says "the light was first shown in May" [here](source.md).\n'
BROKEN = 'It says "the light was first shown in May" [here](source.md), and more.\n\nThe tower is tall.[^keeper]\n'
MIXED = f'{BROKEN}\nIt says "the light was shown" [there](https://light.example/).\n'
UNSEEN = 'It says "the light was shown" [here](https://light.example/).\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a store, a source, and four reports that were checked."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "source.md").write_text("In that year the light was first shown in May.\n", encoding="utf-8")
    for name, text in (("good", GOOD), ("broken", BROKEN), ("mixed", MIXED), ("unseen", UNSEEN)):
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    assert main(["init", "."]) == 0
    for name in ("good", "broken", "mixed", "unseen"):
        main(["check", f"{name}.md"])
    return tmp_path


def judged(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Return the exit code, and what was printed of the findings."""
    capsys.readouterr()
    code = main(["ground", "from-check", *words, "--fail-on", "must-fix"])
    said = capsys.readouterr()
    return code, said.out + said.err


def test_a_report_whose_sources_were_acquired_for_it_is_grounded(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = judged(capsys, "good.md")
    assert code == 0
    assert "must-fix: none" in said
    assert "unverifiable freshness sources: gnut-store" in said


def test_a_citation_of_nothing_is_outside_of_what_was_acquired(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = judged(capsys, "broken.md")
    assert code == 1
    assert "citations-outside-retrieval (missing from retrieval: citation:" in said


def test_a_citation_that_nobody_looked_at_gives_no_run(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = judged(capsys, "unseen.md")
    assert code == 0
    assert "not-verified: GRD-002" in said
    assert "the document gave no run" in said


def test_a_report_that_nobody_looked_at_does_not_pass_beside_one_that_does(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, said = judged(capsys, "good.md", "unseen.md")
    assert "not-verified: GRD-002" in said
    assert "uncovered sources: gnut-store-unseen" in said


def test_a_citation_of_nothing_is_told_of_beside_one_that_nobody_looked_at(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = judged(capsys, "mixed.md")
    assert code == 1
    assert "must-fix: GRD-002" in said
    assert "uncovered sources: gnut-store-unseen; missing from retrieval: citation:" in said


def test_sets_are_those_of_each_document(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["ground", "from-check", "good.md", "broken.md", "unseen.md", "--evidence"]) == 0
    said = capsys.readouterr()
    runs = json.loads(said.out)["citation_runs"]
    assert [len(run["retrieved_ids"]) for run in runs] == [1, 1]
    assert [len(run["citations"]) for run in runs] == [1, 2]
    assert "1 of 3 documents gave no run" in said.err
    assert not any(word in said.out for word in ("source.md", "light.example", "first shown"))


def test_the_manifest_is_kept_and_the_evidence_is_not(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judged(capsys, "good.md")
    judged(capsys, "good.md", "--no-record")
    judged(capsys, "good.md", "--evidence")
    store = open_store(here / ".gnut")
    (oid,) = store.refs(REF)
    receipt = json.loads(store.get(oid, KIND))
    assert receipt["evidence"] is None
    manifest = json.loads(store.get(receipt["manifest"], "blob"))
    assert manifest["citation_evidence"] == [
        {"citation_count": 1, "missing_from_retrieval": [], "retrieved_count": 1, "source_id": "gnut-store"}
    ]
    assert main(["fsck"]) == 0


def test_a_report_that_was_changed_since_is_no_evidence(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "good.md").write_text(GOOD + "More.\n", encoding="utf-8")
    code, said = judged(capsys, "good.md")
    assert code == 2
    assert "was changed since it was checked" in said


def test_one_report_named_twice_is_one_document(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["ground", "from-check", "good.md", "./good.md", "--evidence"]) == 0
    assert len(json.loads(capsys.readouterr().out)["citation_runs"]) == 1


def test_a_report_that_was_never_checked_has_no_run(here: Path) -> None:
    (here / "new.md").write_text(GOOD, encoding="utf-8")
    assert main(["ground", "from-check", "new.md"]) == 2


@pytest.mark.parametrize("record", ["--record", "--no-record"])
def test_a_bundle_that_is_only_printed_cannot_be_kept(record: str, here: Path) -> None:
    assert main(["ground", "from-check", "good.md", "--evidence", record]) == 2


def test_a_damaged_store_ends_it_with_the_code_of_one(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = open_store(here / ".gnut")
    (run,) = history(store, log_of("good.md"))
    ((pack, number),) = store.index("local").places(to_bytes(run.oid))
    path = here / ".gnut/local/packs" / f"{pack.name}.gpk"
    body = bytearray(path.read_bytes())
    body[pack.entry(number).offset + RECORD.size] ^= 0xFF
    path.chmod(0o644)
    path.write_bytes(bytes(body))
    code, said = judged(capsys, "good.md")
    assert code == 4
    assert "GRD-" not in said


@pytest.mark.parametrize(
    ("flag", "place"),
    [
        ("--source-id=a\u200b", "source id"),
        ("--source-id=" + "a" * 513, "source id"),
        ("--refresh-cadence=", "refresh cadence"),
        ("--baseline=../b", "baseline"),
    ],
)
def test_what_an_operator_says_is_looked_at(
    flag: str, place: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = judged(capsys, "good.md", flag)
    assert code == 2
    assert f"{place}: " in said
