"""A captured sample of each form, from its file through the command line to the verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gnut.cli import main
from tests.ground.adapters.captured import SAMPLES

AT = "2026-01-02T02:00:00Z"
FORMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "hits": ("json", ()),
    "azure-docs": ("json", ("--field", "document=memoId")),
    "graph-search": ("json", ()),
    "azure-kb": ("json", ("--knowledge-source", "handbook-ks")),
    "jsonl": ("jsonl", ("--field", "principal=current_user")),
    "csv": ("csv", ("--field", "principal=current_user")),
}
"""Form → ending of its samples, and what an operator has to say of it."""


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bundle that declares the source of the samples, and has no runs."""
    monkeypatch.chdir(tmp_path)
    source = {"id": "handbook", "type": "search-index", "permission_model": "acl", "refresh_cadence": "daily"}
    said = {
        "sources": [{**source, "citation_required": True, "refuse_when_unsupported": True}],
        "generated_at": "2026-01-02T03:00:00Z",
        "retrieval_quality_baseline": "evals/2026-01",
    }
    path = tmp_path / "evidence.json"
    path.write_text(json.dumps(said), encoding="utf-8")
    return path


def probe(form: str, sample: str, principal: str, *words: str) -> int:
    """Add what a principal was given, by a sample, to the bundle."""
    ending, said = FORMS[form]
    file = str(SAMPLES / f"{form}-{sample}.{ending}")
    asked = ("--as", "acl", "--source-id", "handbook", "--principal", principal, "--captured-at", AT)
    return main(["ground", "adapt", form, file, *asked, *said, *words, "--into", "evidence.json"])


def answered() -> None:
    """Add answers that cite, and refusals."""
    of = ("--source-id", "handbook", "--into", "evidence.json")
    assert main(["ground", "adapt", "jsonl", str(SAMPLES / "answers.jsonl"), "--as", "citation", *of]) == 0
    assert main(["ground", "adapt", "csv", str(SAMPLES / "refusals.csv"), "--as", "refusal", *of]) == 0


def findings(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return finding → reason, of the bundle as it is."""
    capsys.readouterr()
    main(["ground", "evidence.json", "--output-format", "json"])
    said = json.loads(capsys.readouterr().out)
    return {each["id"]: each["reason"] for each in said["findings"]}


def runs(path: Path, name: str) -> list[dict[str, Any]]:
    """Return the runs of a kind that a bundle holds."""
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))[name]
    return found


@pytest.mark.parametrize("form", FORMS)
def test_a_source_that_keeps_its_documents_passes_by_samples_of_each_form(
    form: str, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert probe(form, "staff", "staff", "--entitled") == 0
    assert probe(form, "guest", "guest", "--not-entitled", "--allowed", "memo-1") == 0
    answered()
    assert findings(capsys) == {
        "GRD-001": "acl-enforced",
        "GRD-002": "citations-grounded",
        "GRD-003": "all-unsupported-refused",
        "GRD-004": "fresh-and-covered",
    }
    staff, guest = runs(bundle, "acl_runs")
    assert sorted(staff["document_ids"]) == ["memo-1", "memo-2", "memo-7"]
    assert guest["document_ids"] == ["memo-1"]


@pytest.mark.parametrize("form", FORMS)
def test_a_guest_who_is_given_what_staff_is_given_leaks_by_samples_of_each_form(
    form: str, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert probe(form, "staff", "staff", "--entitled") == 0
    # The rows of a database name who asked, so that there the same capture is staff's once more.
    who = "staff" if form in ("jsonl", "csv") else "guest"
    assert probe(form, "staff", who, "--not-entitled", "--allowed", "memo-1") == 0
    assert findings(capsys)["GRD-001"] == "unauthorized-documents"


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_a_capture_of_another_role_is_no_probe(form: str, bundle: Path) -> None:
    before = bundle.read_bytes()
    assert probe(form, "staff", "guest", "--not-entitled") == 2
    assert bundle.read_bytes() == before


def test_citations_of_a_knowledge_base_are_documents(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(SAMPLES / "azure-kb-staff.json")
    of = ("--source-id", "handbook", "--knowledge-source", "handbook-ks", "--into", "evidence.json")
    assert main(["ground", "adapt", "azure-kb", file, "--as", "citation", *of]) == 0
    assert "1 reference of other sources" in capsys.readouterr().err
    assert runs(bundle, "citation_runs") == [
        {
            "captured_at": "2026-01-02T02:00:00.125Z",
            "citations": ["memo-1", "memo-2"],
            "retrieved_ids": ["memo-1", "memo-7", "memo-2"],
            "source_id": "handbook",
            "subqueries": 2,
            "tokens": 9181,
        }
    ]
    assert findings(capsys)["GRD-002"] == "citations-grounded"


@pytest.mark.parametrize("form", FORMS)
def test_no_text_of_a_sample_gets_out(form: str, bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert probe(form, "staff", "staff", "--entitled") == 0
    answered()
    main(["ground", "evidence.json", "--json"])
    said = capsys.readouterr()
    for text in (bundle.read_text(encoding="utf-8"), said.out, said.err):
        assert "Words of" not in text
        assert "example" not in text
