"""Bad input: each its exit code, one clear message, and nothing lost or half-written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gnut = Callable[..., Any]

GOOD = 'It says "raised $4.2M in Series A" ([a](source.txt)).\n'


@pytest.fixture(autouse=True)
def source(place: Path) -> None:
    (place / "source.txt").write_text("In May the company raised $4.2M in Series A from investors.\n")
    (place / "good.md").write_text(GOOD)


def refused(said: Any, code: int, what: str) -> None:
    """Assert one error line, one help line, and the exit code."""
    assert said.code == code
    errors = [line for line in said.err.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1
    assert what in errors[0]
    assert any(line.startswith("help: ") for line in said.err.splitlines())


def test_a_missing_file(gnut: Gnut) -> None:
    refused(gnut("check", "none.md"), 2, "none.md: no such file")


def test_a_folder_without_reports(place: Path, gnut: Gnut) -> None:
    (place / "empty").mkdir()
    refused(gnut("check", "empty"), 2, "empty: no reports in this folder")


def test_a_folder_where_a_file_is_needed(place: Path, gnut: Gnut) -> None:
    (place / "folder.bin").mkdir()
    refused(gnut("quote", "--source", "folder.bin", "--text", "words"), 2, "is a folder")


def test_bytes_that_are_not_utf8_are_said_and_the_rest_is_read(place: Path, gnut: Gnut) -> None:
    (place / "bad.md").write_bytes(b"caf\xe9\n\n" + GOOD.encode())
    said = gnut("check", "bad.md")
    assert "GN107" in said.out
    assert "excerpt found         1 of" in said.err
    assert said.code in (0, 1)


def test_an_unclosed_fence_hides_nothing(place: Path, gnut: Gnut) -> None:
    (place / "bad.md").write_text("```\ncode\n\n" + GOOD)
    said = gnut("check", "bad.md")
    assert "bad.md:1:1: GN105" in said.out
    assert "excerpt found         1 of" in said.err


@pytest.mark.parametrize("brackets", ["[", "](", "![", "<"])
def test_eight_mebibytes_of_brackets_are_refused_before_they_are_read(place: Path, gnut: Gnut, brackets: str) -> None:
    (place / "bomb.md").write_bytes(brackets.encode() * (8 * 1024 * 1024 // len(brackets)))
    refused(gnut("check", "bomb.md"), 2, "bomb.md: is larger than")


def test_as_many_brackets_as_a_small_file_can_hold_are_refused(place: Path, gnut: Gnut) -> None:
    (place / "bomb.md").write_bytes(b"[" * 1_000_000)
    refused(gnut("check", "bomb.md"), 2, "bomb.md")


def test_a_report_without_a_citation(place: Path, gnut: Gnut) -> None:
    (place / "plain.md").write_text("Nothing is cited.\n")
    refused(gnut("check", "plain.md"), 1, "nothing was checked")


@pytest.mark.parametrize("target", ["../secret.txt", "/etc/hostname", "link.txt", ".env", ".git/config"])
def test_a_citation_to_a_file_outside_the_repository_is_not_followed(place: Path, gnut: Gnut, target: str) -> None:
    (place.parent / "secret.txt").write_text("the secret words are here to be read\n")
    (place / "link.txt").symlink_to("../secret.txt")
    (place / ".env").write_text("the secret words are here to be read\n")
    (place / ".git" / "config").write_text("the secret words are here to be read\n")
    (place / "bad.md").write_text(f'It says "the secret words are here to be read" ([a]({target})).\n')
    said = gnut("check", "bad.md", "--output-format", "json")
    assert said.code == 1
    assert '"excerpt_found": ' not in said.out
    assert '"bucket": "excerpt_found"' not in said.out


def test_an_unknown_key_in_the_configuration(place: Path, gnut: Gnut) -> None:
    (place / "gnut.toml").write_text('polcy = "strict"\n')
    said = gnut("check", "good.md")
    refused(said, 2, "gnut.toml: unknown key 'polcy'")
    assert "did you mean 'policy'" in said.err


@pytest.mark.parametrize("key", ["policy", "profile"])
def test_an_unknown_policy_or_profile(place: Path, gnut: Gnut, key: str) -> None:
    refused(gnut("check", "good.md", f"--{key}", "lenient"), 2, "lenient")
    (place / "gnut.toml").write_text(f'{key} = "lenient"\n')
    refused(gnut("check", "good.md"), 2, "lenient")


def test_an_unknown_reason_to_allow(gnut: Gnut) -> None:
    said = gnut("check", "good.md", "--allow", "no_excerpts")
    refused(said, 2, "no_excerpts")
    assert "did you mean 'no_excerpt'" in said.err


def test_a_file_that_is_no_report(place: Path, gnut: Gnut) -> None:
    (place / "page.pdf").write_text("%PDF-1.7")
    refused(gnut("check", "page.pdf"), 2, "reports that end in .pdf are not read")


def test_a_page_that_breaks_off_inside_a_comment(place: Path, gnut: Gnut) -> None:
    (place / "page.html").write_text("<p>x</p><!-- and what follows")
    refused(gnut("check", "page.html"), 2, "ends inside a comment")


def test_a_structured_artifact_with_a_key_twice(place: Path, gnut: Gnut) -> None:
    (place / "claims.json").write_text('{"claims": [], "claims": []}')
    refused(gnut("check", "claims.json"), 2, "/claims")


def test_allow_net_without_a_fetch(gnut: Gnut) -> None:
    refused(gnut("check", "good.md", "--allow-net", "127.0.0.1:80"), 2, "--acquire")


def test_a_fetch_without_a_store(gnut: Gnut) -> None:
    refused(gnut("check", "good.md", "--acquire"), 2, "no store")


def test_a_fetch_that_the_configuration_forbids(place: Path, gnut: Gnut) -> None:
    gnut("init")
    (place / "gnut.toml").write_text("offline = true\n")
    refused(gnut("check", "good.md", "--acquire"), 2, "offline")


def test_a_damaged_store_is_four_and_the_rest_is_still_checked(place: Path, gnut: Gnut) -> None:
    gnut("init")
    (place / "page.txt").write_text("the captured words of a page\n")
    assert gnut("acquire", "--saved", "https://example.org/a=page.txt").code == 0
    (place / "web.md").write_text('It says "the captured words of a page" ([a](https://example.org/a)).\n')
    assert gnut("check", "web.md", "good.md").code == 0
    for pack in (place / ".gnut").rglob("packs/*"):
        if pack.is_file():
            body = bytearray(pack.read_bytes())
            middle = len(body) // 3
            body[middle : middle + 40] = bytes(byte ^ 0x55 for byte in body[middle : middle + 40])
            pack.chmod(0o644)
            pack.write_bytes(body)
    said = gnut("check", "web.md", "good.md")
    assert said.code == 4
    assert "good.md: clear" in said.err
    assert "web.md: failed" in said.err


def test_a_store_of_another_format_is_refused(place: Path, gnut: Gnut) -> None:
    gnut("init")
    (place / ".gnut" / "format").write_text("gnut-store 99\n")
    said = gnut("check", "good.md")
    assert said.code in (2, 4)
    assert "error: " in said.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_store_can_still_be_checked_against(place: Path, gnut: Gnut) -> None:
    gnut("init")
    (place / ".gnut").chmod(0o500)
    try:
        assert gnut("check", "good.md").code == 0
    finally:
        (place / ".gnut").chmod(0o700)


def test_a_standard_input_that_is_too_large(gnut: Gnut) -> None:
    refused(gnut("check", "-", stdin=b"x" * (4 * 1024 * 1024 + 1)), 2, "standard input is larger")


def test_a_bug_in_one_report_does_not_hide_the_others(place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    from gnut import run as road

    real = road.run

    def run(report: Any, **options: Any) -> Any:
        if report.path == "bug.md":
            raise ZeroDivisionError("a bug")
        return real(report, **options)

    monkeypatch.setattr(road, "run", run)
    (place / "bug.md").write_text(GOOD)
    said = gnut("check", "bug.md", "good.md")
    assert said.code == 3
    assert "good.md: clear" in said.err
    assert "log file" in said.err


@pytest.mark.parametrize("command", ["check", "acquire", "ingest"])
def test_every_command_names_the_report_that_it_cannot_read(command: str, place: Path, gnut: Gnut) -> None:
    gnut("init")
    (place / "bomb.md").write_bytes(b"[" * 1_000_000)
    said = gnut(command, "bomb.md")
    assert said.code == 2
    assert "error: bomb.md: report has " in said.err
