"""Faults of an earlier tool in judging captured probes: each test bears the id of its fault, with `_` for `-`."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from gnut.cli import main
from gnut.commands.plumbing import reply
from gnut.edge.grounding import decoded, evidence_at
from gnut.errors import InputMissing
from gnut.ground import compat
from gnut.ground.contract import GroundEvidenceError, ManifestValidationError
from gnut.ground.core.secrets import secret_shape
from gnut_store.files import Files
from tests.casefile import rows

ROWS = {row["id"]: row for row in rows("faults/ground")}


def given(fault: str) -> dict[str, Any]:
    """Return the bundle of a fault, with the value that its file keeps in parts."""
    text = json.dumps(ROWS[fault]["given"])
    bundle: dict[str, Any] = json.loads(text.replace("{{value}}", "".join(ROWS[fault].get("value_parts", []))))
    return bundle


def asked(bundle: object) -> dict[str, Any]:
    """Return what plumbing answers to a bundle."""
    answered: dict[str, Any] = json.loads(reply("ground", json.dumps(bundle)))
    return answered


def refused(fault: str, *, code: str = "evidence") -> str:
    """Return why a bundle is refused."""
    error = asked(given(fault))["error"]
    assert error["code"] == code
    return str(error["message"])


def stood(fault: str, finding: str) -> tuple[str, str]:
    """Return the status and reason of one finding."""
    found = asked(given(fault))["findings"][finding]
    return found["status"], found["reason"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with evidence that passes, as the current folder."""
    root = tmp_path / "project"
    (root / "specs").mkdir(parents=True)
    clean = given("generated-at-from-evidence") | {"generated_at": "2016-01-01T01:00:00Z"}
    (root / "specs/ground-evidence.json").write_text(json.dumps(clean), encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def test_every_fault_has_a_test() -> None:
    # Those of secrets are the parameters of one.
    assert {f"test_{fault.replace('-', '_')}" for fault in ROWS if fault not in SECRETS} <= set(globals())


def test_acl_vacuous() -> None:
    assert stood("acl-vacuous", "GRD-001") == ("not-verified", "missing-entitled-or-unentitled-probe")
    assert asked(given("acl-vacuous"))["status"] == "partial"


@pytest.mark.parametrize("spelling", ["ACL", " acl", "Acl", "acl ", "\uff41cl", "acl\u200b", "secured"])
def test_acl_spelling(spelling: str) -> None:
    assert "sources[0].permission_model" in refused("acl-spelling")
    bundle = given("acl-spelling")
    bundle["sources"][0]["permission_model"] = spelling
    assert "sources[0].permission_model" in asked(bundle)["error"]["message"]


@pytest.mark.parametrize("model", ["rbac", "custom"])
def test_acl_other_models(model: str) -> None:
    bundle = given("acl-other-models")
    bundle["sources"][0]["permission_model"] = model
    answered = asked(bundle)
    assert answered["findings"]["GRD-001"] == {
        "status": "not-verified",
        "reason": "permission-model-unproven",
        "uncovered_sources": ["lib"],
    }
    assert answered["status"] == "partial"


def test_evidence_empty_object() -> None:
    assert refused("evidence-empty-object").startswith("sources: ")


def test_evidence_misspelt_keys() -> None:
    assert refused("evidence-misspelt-keys").startswith("source: ")


def test_cadence_unknown() -> None:
    # `quarterly` is understood here, so that old evidence is stale; what is not understood is not verified.
    assert stood("cadence-unknown", "GRD-004") == ("should-fix", "stale-evidence")
    bundle = given("cadence-unknown")
    for cadence in ("whenever", "never", "5m", "P", "PT0H", "0h", "biweekly", "h", "\uff16h", "1" * 65 + "h"):
        bundle["sources"][0]["refresh_cadence"] = cadence
        assert asked(bundle)["findings"]["GRD-004"] == {
            "status": "not-verified",
            "reason": "freshness-unverifiable",
            "unverifiable_freshness_sources": ["lib"],
        }


def test_cadence_Daily() -> None:
    assert stood("cadence-Daily", "GRD-004") == ("should-fix", "stale-evidence")


def test_cadence_P1D() -> None:
    assert stood("cadence-P1D", "GRD-004") == ("should-fix", "stale-evidence")


def test_cadence_every_6_hours() -> None:
    assert stood("cadence-every-6-hours", "GRD-004") == ("should-fix", "stale-evidence")


def test_cadence_yearly() -> None:
    assert stood("cadence-yearly", "GRD-004") == ("should-fix", "stale-evidence")


def test_future_captured_at() -> None:
    assert stood("future-captured-at", "GRD-004") == ("not-verified", "freshness-unverifiable")


def test_generated_at_from_evidence(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ground", "specs/ground-evidence.json"]) == 0
    assert "over an hour from the clock" in capsys.readouterr().err


@pytest.mark.parametrize("falsy", [False, 0, "", None, [], {}])
def test_generated_at_falsy(falsy: object) -> None:
    bundle = given("generated-at-falsy") | {"generated_at": falsy}
    error = asked(bundle)["error"]
    assert (error["code"], error["message"].partition(":")[0]) == ("manifest", "generated_at")


def test_one_bad_timestamp() -> None:
    answered = asked(given("one-bad-timestamp"))
    assert any(remark.startswith("acl_runs[1].captured_at: ") for remark in answered["remarks"])


def test_stale_hidden_by_gap() -> None:
    found = asked(given("stale-hidden-by-gap"))["findings"]["GRD-004"]
    assert (found["status"], found["stale_sources"]) == ("not-verified", ["lib"])


def test_uncited_answer() -> None:
    assert stood("uncited-answer", "GRD-002") == ("not-verified", "citation-source-uncovered")


@pytest.mark.parametrize("twin", ["guest ", "guest\u200b", "GUEST", "\uff47uest"])
def test_principal_whitespace(twin: str) -> None:
    bundle = given("principal-whitespace")
    bundle["acl_runs"][1]["principal"] = twin
    answered = asked(bundle)
    if "error" in answered:
        assert answered["error"]["message"].startswith("acl_runs[1].principal: ")
    else:
        assert answered["findings"]["GRD-001"]["reason"] == "insufficient-principals"


def test_leaks_of_other_sources_lost() -> None:
    found = asked(given("leaks-of-other-sources-lost"))["findings"]["GRD-001"]
    assert found["leaked_document_ids"] == ["d1", "d2"]


@pytest.mark.parametrize("id", ["runbook:secret:rotation", "suite/pass:42", "secret:rotation", "api-key:howto/v2"])
def test_id_secret_colon(id: str) -> None:
    assert asked(given("id-secret-colon"))["accepted"]
    assert secret_shape(id) is None


SECRETS = [fault for fault in ROWS if fault.startswith("secret-")]


@pytest.mark.parametrize("fault", SECRETS)
def test_a_secret_is_refused_where_it_stands_and_never_shown(fault: str) -> None:
    said = refused(fault)
    assert said.startswith("acl_evidence[0].document_ids[0]: ")
    assert ROWS[fault]["value_parts"][-1] not in said


@pytest.mark.parametrize("key", ["accessToken", "clientSecret", "secrets", "prompts", "passwords", "APIKey", "Content"])
def test_camel_case_keys(key: str) -> None:
    assert refused("camel-case-keys").startswith("sources[0].")
    bundle = given("acl-vacuous")
    bundle["sources"][0][key] = "x"
    assert f"sources[0].{key}" in asked(bundle)["error"]["message"]


@pytest.mark.parametrize("text", ["word " * 200, "two\nlines", "a\x00b", "e\u0301", " led by a blank"])
def test_content_as_document_id(text: str) -> None:
    assert refused("content-as-document-id").startswith("acl_runs[0].document_ids[0]: ")
    bundle = given("acl-vacuous")
    bundle["acl_runs"][0]["document_ids"] = [text]
    assert asked(bundle)["error"]["message"].startswith("acl_runs[0].document_ids[0]: ")


def test_duplicate_json_keys() -> None:
    text = '{"sources":[],"acl_runs":[{"document_ids":["doc-1"],"document_ids":[]}]}'
    with pytest.raises(GroundEvidenceError, match=r"acl_runs\[0\].*document_ids"):
        decoded(text.encode(), GroundEvidenceError)


def test_huge_integer(tmp_path: Path) -> None:
    bundle = json.dumps(given("acl-vacuous")).replace('"principal"', f'"tokens": 1{"0" * 400}, "principal"')
    (tmp_path / "e.json").write_text(bundle, encoding="utf-8")
    with pytest.raises(GroundEvidenceError, match=r"^acl_runs\[0\]\.tokens: "):
        evidence_at(tmp_path, "e.json")
    with pytest.raises(GroundEvidenceError, match=r"^runs\[0\]\.tokens: "):
        compat.aggregate_telemetry([{"tokens": 10**400}])


def test_sum_overflow() -> None:
    assert "tokens" in refused("sum-overflow")
    with pytest.raises(GroundEvidenceError, match="tokens"):
        compat.aggregate_telemetry([{"tokens": 2**53 - 1}, {"tokens": 1}])
    with pytest.raises(GroundEvidenceError, match="subqueries"):
        compat.aggregate_telemetry([{"subqueries": 1e308}, {"subqueries": 1e308}])


@pytest.mark.parametrize("text", ["[" * 100_000, '{"sources":' * 50_000, '{"sources":[' + "[" * 70 + "]" * 70 + "]}"])
def test_deep_nesting(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "e.json").write_text(text, encoding="utf-8")
    assert main(["-C", str(tmp_path), "ground", "e.json"]) == 2
    assert main(["-C", str(tmp_path), "ground", "e.json", "--compat"]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_timestamp_out_of_range_low() -> None:
    answered = asked(given("timestamp-out-of-range-low"))
    assert answered["source_oldest_at"] == "2026-08-17T09:00:00+00:00"
    assert answered["remarks"][0].startswith("acl_runs[0].captured_at: ")


def test_timestamp_out_of_range_high() -> None:
    answered = asked(given("timestamp-out-of-range-high"))
    assert answered["source_oldest_at"] == "2026-08-17T09:00:00+00:00"
    assert answered["remarks"][0].startswith("acl_runs[0].captured_at: ")


@pytest.mark.parametrize("said", ["evals/b\n", "evals/./b", "-b", ".", "..", "a/..", "a//b", "a%2Fb", "é", "a:b"])
def test_baseline_trailing_newline(said: str) -> None:
    assert refused("baseline-trailing-newline").startswith("retrieval_quality_baseline: ")
    assert (
        "retrieval_quality_baseline"
        in asked(given("acl-vacuous") | {"retrieval_quality_baseline": said})["error"]["message"]
    )


def test_bom(project: Path) -> None:
    body = Path("specs/ground-evidence.json").read_bytes()
    Path("marked.json").write_bytes(b"\xef\xbb\xbf" + body)
    assert evidence_at(project, "marked.json") == evidence_at(project, "specs/ground-evidence.json")


@pytest.mark.parametrize("twin", ["lib\u200b", "LIB", "\uff4cib", "lib\u2060", "lib\ufe0f"])
def test_invisible_twin_source(twin: str) -> None:
    assert refused("invisible-twin-source").startswith("sources[1].id: ")
    bundle = given("invisible-twin-source") | {"citation_runs": []}
    bundle["sources"][1]["id"] = twin
    assert asked(bundle)["error"]["message"].startswith("sources[1].id: ")


HOSTILE = (
    *("eyJabcdef-", "eyJabcdef.", "://a:", "://a:b", "sv=&sig", "%25", "bearer ", "basic QUFB", "password"),
    *("password:", "password:a:", "-----BEGIN ", "sk-", "SG.aaaaaaaaaaaaaaaa.", "a.", "AKIA", "A", "&amp;", "1"),
    *("xoxb-", "github_pat_", "secret : a ", "basic " + "A" * 500 + "!", "password:" + "a" * 510 + " "),
    *("a\u0301\u0316", "\uff41", '"', "?#&"),
)


@pytest.mark.parametrize("unit", HOSTILE)
def test_slow_scan(unit: str) -> None:
    times = []
    for size in (62_500, 1_000_000):
        text = (unit * (size // len(unit) + 1))[:size]
        started = time.process_time()
        secret_shape(text)
        times.append(time.process_time() - started)
    # Sixteen times the text: 16 in proportion, 256 when it grows with the square.
    assert times[1] < 64 * max(times[0], 0.01)


def test_fifo_evidence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "e.json")
    with pytest.raises(InputMissing, match="not a regular file"):
        evidence_at(tmp_path, "e.json")


@pytest.mark.parametrize("path", [".", "", "./", "specs/..", "specs/", "//", "/"])
def test_dot_as_manifest_path(path: str, project: Path) -> None:
    before = sorted(project.parent.rglob("*"))
    assert main(["ground", "specs/ground-evidence.json", "--emit", "--manifest-path", path]) == 2
    assert sorted(project.parent.rglob("*")) == before


@pytest.mark.parametrize("path", ["specs/ground-evidence.json", ".git/config", ".GIT/x", ".gnut/x", "pyproject.toml"])
def test_overwrites_evidence(path: str, project: Path) -> None:
    (project / ".git").mkdir()
    for name in (".git/config", "pyproject.toml"):
        (project / name).write_text("[core]\n", encoding="utf-8")
    before = {each: each.read_bytes() for each in project.rglob("*") if each.is_file()}
    assert main(["ground", "specs/ground-evidence.json", "--emit", "--manifest-path", path]) == 2
    assert {each: each.read_bytes() for each in project.rglob("*") if each.is_file()} == before


def test_no_dir_fsync(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []

    def sync(self: Files, fd: int) -> None:
        steps.append("sync folder" if os.path.isdir(f"/proc/self/fd/{fd}") else "sync file")

    def rename(*_: object, **__: object) -> None:
        steps.append("rename")

    monkeypatch.setattr(Files, "sync", sync)
    monkeypatch.setattr(os, "rename", rename)
    assert main(["ground", "specs/ground-evidence.json", "--emit"]) == 0
    assert steps == ["sync file", "rename", "sync folder"]


def test_gate_ignores_not_verified(project: Path) -> None:
    Path("gap.json").write_text(json.dumps(given("gate-ignores-not-verified")), encoding="utf-8")
    assert main(["ground", "gap.json", "--gate"]) == 1
    assert main(["ground", "gap.json"]) == 1
    assert main(["ground", "gap.json", "--gate", "--compat"]) == 0


def _good() -> dict[str, Any]:
    manifest: dict[str, Any] = asked(given("leaks-of-other-sources-lost"))["persisted"]
    return manifest


@pytest.mark.parametrize("value", [None, [], {}, "x", 1, True, 1.5, float("nan")])
def test_validator_type_errors(value: object) -> None:
    with pytest.raises(ManifestValidationError):
        compat.validate_ground_manifest(value)
    good = _good()
    may_be = {"retrieval_quality_baseline": (None, "x"), "tool_version": ("x",)}
    for name in good:
        if value not in (good[name], *may_be.get(name, ())):
            with pytest.raises(ManifestValidationError):
                compat.validate_ground_manifest(good | {name: value})
    for name in ("id", "status", "detail"):
        first = good["findings"][0] | {name: value}
        with pytest.raises(ManifestValidationError):
            compat.validate_ground_manifest(good | {"findings": [first, *good["findings"][1:]]})
