"""Nothing but `acquire`, `check --acquire` and `sync` goes on the network: no other verb, configuration or environment.

The safety net of the tests refuses every connection and every look-up of a name, and fails the test that made one,
even where the program swallowed the refusal.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from gnut.cli import PLACES, main
from gnut.edge.world import World
from tests.acquiring import cites, here, run, text, web
from tests.loopback import Web

__all__ = ["here", "web"]

AWAY = "https://example.org/report"
REQUEST = {"schema": "groundnut-canonical-request/v1", "artifact": "report.md", "snapshot_directory": "."}

LINES = {
    "init": [["init", "sub"]],
    "ingest": [["ingest", "report.md"]],
    "acquire": [["acquire", "report.md", "--dump"], ["acquire", "report.md", "--offline"]],
    "check": [
        ["check", "report.md"],
        ["check", ".", "--output-format", "json"],
        ["check", "report.md", "--record"],
        ["check", "report.md", "--publication"],
        ["check", "--request", "request.json"],
    ],
    "quote": [["quote", "--url", AWAY, "--text", "as the page says"]],
    "ledger": [["ledger", "report.md"], ["ledger", "report.md", "--numerics"]],
    "arena": [["arena", "emit", "report.md"]],
    "diff-replay": [["diff-replay", "report.md"]],
    "render-receipt": [["render-receipt", "report.md", "page.html", "--renderer", "hand", "--renderer-version", "1"]],
    "show": [["show", "report.md"]],
    "log": [["log"], ["log", "report.md"]],
    "fsck": [["fsck"]],
    "gc": [["gc"], ["gc", "--prune"]],
    "note": [["note"], ["note", "--show"]],
    "sign": [["sign", "report.md"]],
    "store": [["store", "add", "report.md"], ["store", "ref", "count", "src"], ["store", "ls"], ["store", "stat"]],
    "sync": [["sync", "status"]],
    "proofread": [["proofread", "--answer", "report.md", "--source", "a=report.md"]],
    "verify": [
        ["verify", "answer", "--answer", "report.md", "--source", "a=report.md", "--log", "answers.jsonl"],
        ["verify", "run", "trace.jsonl", "--policy", "tools.yaml"],
        ["verify", "records", "answers.jsonl"],
    ],
    "calibrate": [["calibrate", "labelled.csv"]],
    "policy": [["policy", "show"], ["policy", "lint", "tools.yaml"]],
    "measure": [["measure", "answers.jsonl", "--sample", "2"]],
    "replay": [["replay", "traffic.jsonl", "--policy", "gnut_default_v1"]],
    "ground": [
        ["ground", "evidence.json", "--emit"],
        ["ground", "evidence.json"],
        ["ground", "from-check", "report.md"],
        ["ground", "adapt", "jsonl", "runs.jsonl", "--as", "acl", "--source-id", "a", "--principal", "p"],
    ],
    "mcp": [["mcp"]],
    "hook": [["hook", "status"], ["hook", "install"]],
    "rule": [["rule", "GN302"]],
    "plumbing": [["plumbing", "check"], ["plumbing", "acquire"], ["plumbing", "canonical"]],
}

NEEDS_MORE = ("hook", "render-receipt", "diff-replay", "note", "sign", "sync", "measure")
"""What ends with 2 here: no git repository, no key, a rendering that keeps no evidence, a run without a snapshot, a log
without records."""


def test_every_command_is_tried() -> None:
    assert set(LINES) == set(PLACES)


@pytest.fixture
def eager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """Give a repository that cites the web, in an environment that would have every tool go there."""
    monkeypatch.chdir(tmp_path)
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://proxy.example:3128")
    for name in ("GNUT_FETCH", "GNUT_ACQUIRE", "GNUT_REFRESH", "GNUT_ALLOW_NET", "GNUT_ARCHIVE"):
        monkeypatch.setenv(name, "1")
    assert main(["init"]) == 0
    (tmp_path / "report.md").write_text(f'It says "as the page says so" ([report]({AWAY}#:~:text=says)).\n')
    (tmp_path / "page.html").write_text(
        f'<p>It says "as the page says so" (<a href="{AWAY}">report</a>).</p><img src="https://example.org/pixel.png">'
    )
    (tmp_path / "request.json").write_text(json.dumps(REQUEST))
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "fetch", "arguments": {"url": AWAY}}}
    (tmp_path / "trace.jsonl").write_text(json.dumps(call) + "\n")
    (tmp_path / "tools.yaml").write_text("id: tools\ndefault: ALLOW\n")
    (tmp_path / "traffic.jsonl").write_text(json.dumps({"answer": f"See {AWAY}, 45 pages.", "passages": [AWAY]}) + "\n")
    run = {"source_id": "web", "citations": [AWAY], "retrieved_ids": [AWAY]}
    kind = {"type": "api", "permission_model": "public", "refresh_cadence": "daily"}
    controls = {"citation_required": True, "refuse_when_unsupported": False}
    evidence = {"sources": [{"id": "web", **kind, **controls}], "citation_runs": [run]}
    (tmp_path / "evidence.json").write_text(json.dumps(evidence))
    (tmp_path / "answers.jsonl").write_text("")
    (tmp_path / "runs.jsonl").write_text(json.dumps({"id": AWAY}) + "\n")
    (tmp_path / "labelled.csv").write_text("score,is_defect\n" + "0.5,yes\n0.75,no\n" * 100)
    assert main(["check", "report.md"]) == 1
    capsys.readouterr()
    return tmp_path


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("words", [line for lines in LINES.values() for line in lines], ids=" ".join)
def test_a_command_that_does_not_fetch_makes_no_connection(
    words: list[str], monkeypatch: pytest.MonkeyPatch, no_network: list[str]
) -> None:
    asked = {"report": f"See [it]({AWAY}).", "requests": [AWAY], "mode": "refresh", "text": AWAY, "sources": {}}
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(asked).encode() + b"\n")))
    try:
        code = main(words)
    except SystemExit as ended:
        code = int(ended.code or 0)
    assert code == 2 if words[0] in NEEDS_MORE else code in (0, 1, 2 * ("--publication" in words))
    assert no_network == []
    assert sys.modules["socket"].getdefaulttimeout() is None


@pytest.mark.parametrize(
    "line",
    [
        *('fetch = "auto"', "acquire = true", "refresh = true", 'allow_net = ["127.0.0.1:80"]', "offline = false"),
        *('proxy = "http://proxy.example:3128"', 'archive = "wayback"', "robots = false", "allow_downgrade = true"),
        *('headers = ["s.example X: y"]', 'user_agent = "me"', "max_retries = 3", 'remap = ["a b"]'),
        *("max_redirects = 6", "host_concurrency = 3", "host_interval_seconds = 0", "max_sources = 2001"),
        *("timeout_seconds = 31", "max_source_bytes = 999999999"),
    ],
)
def test_no_key_of_a_repository_opens_the_network_or_loosens_a_limit(
    line: str, eager: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (eager / "gnut.toml").write_text(line + "\n")
    assert main(["check", "report.md"]) == 2
    assert main(["acquire", "report.md"]) == 2
    assert capsys.readouterr().err.count("error: gnut.toml: ") == 2


@pytest.mark.loopback
def test_a_fetch_goes_to_its_server_whatever_proxy_or_netrc_there_is(
    here: World, web: Web, monkeypatch: pytest.MonkeyPatch, empty_home: Path
) -> None:
    from tests.loopback import serving

    with serving() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url("/"))
        (empty_home / ".netrc").write_text("machine 127.0.0.1 login joe password s3cr3t\ndefault login a password b\n")
        monkeypatch.setenv("NETRC", str(empty_home / ".netrc"))
        try:
            assert run(here, web, cites(here, web.url("/a"))) == 0
        finally:
            (empty_home / ".netrc").unlink()
        assert proxy.asked == []
    assert text(here, web.url("/a")) is not None
    assert b"authorization" not in web.raw[0].lower()
