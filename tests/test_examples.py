"""Every example prints what its page says it prints, and the README shows that and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/run.sh"))
SHOWN = re.compile(r"<!-- example: (\S+) -->\n```\n(.*?)```\n", re.DOTALL)


def run(example: Path) -> tuple[int, str]:
    """Return the exit code and what run.sh prints, findings first; without snapshot ids, which hold a time."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [str(example / "run.sh")], capture_output=True, text=True, check=False, env={**os.environ, "PATH": path}
    )
    printed = done.stdout.rstrip("\n") + "\n\n" + done.stderr
    return done.returncode, re.sub(r"snapshot b3:[0-9a-f]{12}", "snapshot b3:…", printed)


def settle(expected: Path, found: str, request: pytest.FixtureRequest) -> str:
    """Return what the file holds; with `--golden`, after writing `found` to it."""
    if request.config.getoption("--golden"):
        expected.write_text(found, encoding="utf-8")
    return expected.read_text(encoding="utf-8")


def test_there_are_examples() -> None:
    assert [example.name for example in EXAMPLES] == [
        *("answers", "arena", "grounding", "numbered", "quickstart", "verify_receipt")
    ]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_is_complete_and_can_be_run(example: Path) -> None:
    assert {"README.md", "run.sh", "expected.txt"} <= {path.name for path in example.iterdir()}
    assert os.access(example / "run.sh", os.X_OK)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_prints_what_is_expected(example: Path, request: pytest.FixtureRequest) -> None:
    code, found = run(example)
    assert found == settle(example / "expected.txt", found, request)
    assert f"exit code is {code}" in (example / "README.md").read_text(encoding="utf-8")


def test_the_readme_shows_what_the_example_prints(request: pytest.FixtureRequest) -> None:
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    expected = {example.name: (example / "expected.txt").read_text(encoding="utf-8") for example in EXAMPLES}
    if request.config.getoption("--golden"):
        text = SHOWN.sub(lambda m: f"<!-- example: {m[1]} -->\n```\n{expected[m[1]]}```\n", text)
        readme.write_text(text, encoding="utf-8")
    shown = SHOWN.findall(text)
    assert shown != []
    assert [(name, body) for name, body in shown if body != expected[name]] == []


def test_the_quickstart_has_rows_in_all_three_buckets_and_catches_the_altered_sum(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gnut.cli import main
    from gnut_store import canon

    monkeypatch.chdir(ROOT)
    assert main(["check", "--output-format", "json", "examples/quickstart/report.md"]) == 1
    report = canon.decode(capsys.readouterr().out.encode())["reports"][0]
    rows = [(row["bucket"], row["reason"]) for row in report["rows"]]
    assert rows.count(("excerpt_found", None)) == 3
    assert ("citation_unconfirmed", "excerpt_altered") in rows
    assert ("citation_unconfirmed", "broken_citation") in rows
    assert ("own_reasoning", "numeric") in rows
    assert ("own_reasoning", "narrative") in rows
    altered = next(row for row in report["rows"] if row["reason"] == "excerpt_altered")
    assert [(a["kind"], a["excerpt"], a["source"]) for a in altered["anchor"]["alterations"]] == [
        ("number", "£84,500", "£48,500")
    ]
