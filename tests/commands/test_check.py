"""`gnut check`, through the real command line and the whole road."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Gnut = Callable[..., Any]

SOURCE = "In May the company raised $4.2M in Series A from investors. It sold four ships.\n"
GOOD = 'It says "raised $4.2M in Series A" ([a](source.txt)).\n'
BAD = 'It says "raised $14.2M in Series A" ([a](source.txt)).\n'
PLAIN = "# Changes\n\nNothing is cited here.\n"
WEB = 'It says "raised $4.2M in Series A" ([a](https://example.org/a)), and [b](https://example.org/b).\n'
SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "gnut-check-v1.json"


@pytest.fixture(autouse=True)
def source(place: Path) -> None:
    (place / "source.txt").write_text(SOURCE)


def write(place: Path, **reports: str) -> None:
    """Write reports, each under its name and `.md`."""
    for name, text in reports.items():
        (place / f"{name}.md").write_text(text)


def test_a_report_that_stands_ends_with_zero_and_prints_no_finding(place: Path, gnut: Gnut) -> None:
    write(place, good=GOOD)
    said = gnut("check", "good.md")
    assert (said.code, said.out) == (0, "")
    assert "good.md: clear" in said.err
    assert "1 of 1 rows" in said.err


def test_an_altered_quotation_ends_with_one_and_is_named(place: Path, gnut: Gnut) -> None:
    write(place, bad=BAD)
    said = gnut("check", "bad.md")
    assert said.code == 1
    assert said.out.startswith("bad.md:1:9: GN302 ")
    assert "$14.2" in said.out


def test_every_file_named_is_checked_not_only_the_first(place: Path, gnut: Gnut) -> None:
    write(place, a=GOOD, b='"No such words anywhere" [s](source.txt).\n')
    said = gnut("check", "a.md", "b.md")
    assert said.code == 1
    assert "b.md:1:1" in said.out
    assert "2 reports checked" in said.err


def test_a_failing_file_does_not_hide_the_next(place: Path, gnut: Gnut) -> None:
    write(place, a=BAD, b=BAD, c=GOOD)
    said = gnut("check", "a.md", "b.md", "c.md")
    assert said.code == 1
    assert [line.split(":")[0] for line in said.out.splitlines()] == ["a.md", "b.md"]
    assert "3 reports checked: 1 clear, 2 failed" in said.err


def test_an_unreadable_file_does_not_stop_the_others_and_weighs_more(place: Path, gnut: Gnut) -> None:
    write(place, a=BAD)
    os.mkfifo(place / "pipe.md")
    said = gnut("check", "none.md", "pipe.md", "a.md")
    assert said.code == 2
    assert "error: none.md: no such file" in said.err
    assert "error: pipe.md: is not a regular file" in said.err
    assert "a.md:1:9: GN302" in said.out


def test_a_folder_a_pattern_and_standard_input_are_checked(place: Path, gnut: Gnut) -> None:
    (place / "docs").mkdir()
    write(place, **{"docs/x": GOOD.replace("source.txt", "../source.txt"), "y": BAD})
    assert gnut("check", "docs").code == 0
    assert gnut("check", "*.md").code == 1
    assert gnut("check", "-", stdin=GOOD.encode()).code == 0
    said = gnut("check", "-", stdin=BAD.encode())
    assert said.code == 1
    assert said.out.startswith("-:1:9: GN302")


def test_nothing_to_check_is_no_success_unless_allowed(place: Path, gnut: Gnut) -> None:
    write(place, CHANGELOG=PLAIN)
    said = gnut("check", "CHANGELOG.md")
    assert said.code == 1
    assert "--allow-empty" in said.err
    assert gnut("check", "CHANGELOG.md", "--quiet").err.startswith("error: nothing was checked")
    allowed = gnut("check", "CHANGELOG.md", "--allow-empty")
    assert (allowed.code, allowed.out) == (0, "")
    assert gnut("check", "-", stdin=b"").code == 1


def test_a_file_without_citations_among_others_is_only_listed(place: Path, gnut: Gnut) -> None:
    write(place, CHANGELOG=PLAIN, good=GOOD)
    said = gnut("check", "CHANGELOG.md", "good.md")
    assert said.code == 0
    assert "CHANGELOG.md: no citations" in said.err


def test_what_is_missing_ends_in_one_line_to_type(place: Path, gnut: Gnut) -> None:
    write(place, web=WEB)
    said = gnut("check", "web.md")
    assert said.code == 1
    assert said.err.splitlines()[-1] == (
        "there is no store, so only local files were read; 2 sources have no snapshot: "
        "run  gnut init && gnut acquire web.md"
    )
    gnut("init")
    assert gnut("check", "web.md").err.splitlines()[-1] == "2 sources have no snapshot: run  gnut acquire web.md"


def test_the_line_to_type_quotes_names_and_repeats_the_folder(place: Path, gnut: Gnut) -> None:
    (place / "my docs").mkdir()
    (place / "my docs" / "a b.md").write_text(WEB)
    gnut("init")
    said = gnut("-C", "my docs", "check", "a b.md")
    assert said.err.splitlines()[-1].endswith("run  gnut -C 'my docs' acquire 'a b.md'")


def test_many_reports_are_not_all_named_in_it(place: Path, gnut: Gnut) -> None:
    write(place, **{f"r{number}": WEB for number in range(9)})
    gnut("init")
    assert gnut("check", ".").err.splitlines()[-1] == "2 sources have no snapshot: run  gnut acquire ."


def shape(place: Path, *ignored: str) -> list[tuple[str, int]]:
    """Return every file with the time of its last change, those left out that git ignores."""
    files = [path for path in place.rglob("*") if path.is_file()]
    return sorted(
        (str(path), path.lstat().st_mtime_ns)
        for path in files
        if path.relative_to(place).parts[:2] not in {(".gnut", name) for name in ignored}
    )


def test_checking_changes_no_file_that_git_sees(place: Path, gnut: Gnut) -> None:
    write(place, good=GOOD, web=WEB)
    gnut("init")
    before = shape(place, "local", "cache", "tmp", "lock")
    gnut("check", "good.md", "web.md", "--output-format", "json")
    assert shape(place, "local", "cache", "tmp", "lock") == before


def test_checking_without_keeping_changes_no_file(place: Path, gnut: Gnut) -> None:
    write(place, good=GOOD, web=WEB)
    gnut("init")
    before = shape(place)
    gnut("check", "good.md", "web.md", "--no-record")
    gnut("ledger", "good.md")
    assert shape(place) == before


@pytest.mark.parametrize("format", ["full", "concise", "json", "jsonl", "github"])
def test_findings_go_to_stdout_and_the_rest_to_stderr(place: Path, gnut: Gnut, format: str) -> None:
    write(place, bad=BAD)
    said = gnut("check", "bad.md", "--output-format", format)
    assert said.code == 1
    assert "excerpt_altered" in said.out or "GN302" in said.out
    assert "under policy" in said.err
    assert "under policy" not in said.out
    assert gnut("check", "bad.md", "--output-format", format, "-q").err == ""


def test_the_json_of_a_real_run_fits_the_schema(place: Path, gnut: Gnut) -> None:
    write(place, bad=BAD, good=GOOD, web=WEB, plain=PLAIN)
    said = gnut("check", ".", "--output-format", "json")
    value = json.loads(said.out)
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).validate(value)
    assert value["exit"] == said.code == 1
    assert [report["path"] for report in value["reports"]] == ["bad.md", "good.md", "plain.md", "web.md"]


def test_full_points_at_the_excerpt_and_shows_the_difference(place: Path, gnut: Gnut) -> None:
    write(place, bad=BAD)
    out = gnut("check", "bad.md", "--output-format", "full").out
    assert (
        '1 | It says "raised $14.2M in Series A" ([a](source.txt)).\n  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n' in out
    )
    assert "[-$14.2M-]" in out
    assert "{+$4.2M+}" in out


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_the_caret_is_right_whatever_begins_and_ends_lines(place: Path, gnut: Gnut, start: bytes, end: bytes) -> None:
    (place / "bad.md").write_bytes(start + "前言。".encode() + end + end + BAD.encode().replace(b"\n", end))
    out = gnut("check", "bad.md", "--output-format", "full").out
    assert "bad.md:3:9:" in out
    assert out.splitlines()[3].index("^") - 4 == BAD.index('"')


def test_colour_is_used_when_asked_for_only(place: Path, gnut: Gnut, monkeypatch: pytest.MonkeyPatch) -> None:
    write(place, bad=BAD)
    full = ("check", "bad.md", "--output-format", "full")
    assert "\x1b[" not in gnut(*full).out
    assert "\x1b[" in gnut(*full, "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in gnut(*full).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in gnut(*full).out
    assert "\x1b[" in gnut(*full, "--color", "always").out
    assert "\x1b[" not in gnut(*full, "--color", "never").out


def test_verbose_shows_what_was_found(place: Path, gnut: Gnut) -> None:
    write(place, good=GOOD)
    assert "OK found: the excerpt stands in the source word for word" in gnut("check", "good.md", "-v").out


def test_a_policy_is_chosen_by_flag_or_configuration_and_said(place: Path, gnut: Gnut) -> None:
    write(place, good=GOOD + "\nCosts were 40 billion.\n")
    assert gnut("check", "good.md").code == 0
    strict = gnut("check", "good.md", "--policy", "strict")
    assert strict.code == 1
    assert "GN402" in strict.out
    (place / "gnut.toml").write_text('policy = "strict"\n')
    assert "under policy strict" in gnut("check", "good.md").err
    assert gnut("check", "good.md", "--policy", "default").code == 0


def test_an_allowance_is_said_and_has_its_own_hash(place: Path, gnut: Gnut) -> None:
    write(place, linked="The company did well ([a](https://example.org/a)).\n", good=GOOD)
    assert gnut("check", "good.md", "linked.md").code == 1
    said = gnut("check", "linked.md", "--allow", "source_unavailable")
    assert said.code == 0
    assert "waived" in said.err
    assert "allowing source_unavailable" in said.err
    plain = gnut("check", "good.md").err.split("sha256 ")[1][:12]
    assert said.err.split("sha256 ")[1][:12] != plain


def test_a_waived_finding_is_shown(place: Path, gnut: Gnut) -> None:
    write(place, bad=BAD.strip() + " <!-- gnut: waive GN302 agreed with the author -->\n")
    said = gnut("check", "bad.md")
    assert said.code == 0
    assert "GN302 waived:" in said.out
    assert "waived" in said.err


def test_reports_of_the_configuration_are_checked_when_none_is_named(place: Path, gnut: Gnut) -> None:
    write(place, good=GOOD, bad=BAD)
    assert gnut("check").code == 2
    (place / "gnut.toml").write_text('reports = ["good.md"]\n')
    assert gnut("check").code == 0


def test_excluded_reports_are_skipped_in_folders_only(place: Path, gnut: Gnut) -> None:
    write(place, good=GOOD, bad=BAD)
    (place / "gnut.toml").write_text('exclude = ["bad.md"]\n')
    assert gnut("check", ".").code == 0
    assert gnut("check", "bad.md").code == 1


def test_a_bibliography_beside_the_report_is_read(place: Path, gnut: Gnut) -> None:
    (place / "refs.bib").write_text("@misc{fleet, url = {https://example.org/fleet}}\n")
    write(place, keyed='It says "raised $4.2M in Series A" [@fleet].\n')
    out = gnut("check", "keyed.md", "--output-format", "json").out
    assert "https://example.org/fleet" in out
    assert "broken_citation" not in out


def test_hostile_words_of_a_report_reach_no_terminal(place: Path, gnut: Gnut) -> None:
    write(place, bad='It says "raised \x1b[2J\x9b31m\u202e $14.2M in Series A" ([a](source.txt)).\n\n::error::x\n')
    for format in ("full", "concise", "json", "jsonl", "github"):
        out = gnut("check", "bad.md", "--output-format", format).out
        assert not set("\x1b\x9b\u202e") & set(out)


def test_a_file_named_like_an_option_is_a_file(place: Path, gnut: Gnut) -> None:
    (place / "--policy=strict.md").write_text(GOOD)
    assert gnut("check", "--", "--policy=strict.md").code == 0


def test_a_reader_that_goes_away_does_not_change_the_verdict(place: Path) -> None:
    import subprocess
    import sys

    write(place, bad=BAD * 50)
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        said = subprocess.run(
            [sys.executable, "-m", "gnut", "check", "bad.md"], stdout=gone, stderr=subprocess.PIPE, text=True
        )
    assert said.returncode == 1
    assert "Traceback" not in said.stderr
    assert "Broken" not in said.stderr


@pytest.mark.parametrize("place_in", ["ascii", "iso-8859-1", "utf-8"])
def test_names_are_utf_8_in_any_locale(place: Path, gnut: Callable[..., Any], tmp_path: Path, place_in: str) -> None:
    gnut("init")
    (place / "Qüellen").mkdir()
    (place / "Qüellen/ä 港.txt").write_text("From May the gate shuts at nine every evening.\n", encoding="utf-8")
    report = "It says “the gate shuts at nine every evening” [notes](<Qüellen/ä 港.txt>).\n"
    (place / "bericht-ü.md").write_text(report, encoding="utf-8")
    inside = report.replace("Qüellen/", "")
    (place / "Qüellen/auch.md").write_text(inside, encoding="utf-8")
    (place / "Qüellen/nicht.md").write_text(inside.replace("nine", "ten"), encoding="utf-8")
    (place / "gnut.toml").write_text(
        'reports = ["bericht-ü.md", "Qüellen/*.md"]\nexclude = ["Qüellen/nicht.md"]\n', encoding="utf-8"
    )
    environ = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    if place_in != "ascii":
        environ |= {"LC_ALL": f"en_US.{place_in.upper()}", "LOCPATH": str(tmp_path)}
        if shutil.which("localedef") is None:
            pytest.skip("no localedef makes locales here")
        made = ["localedef", "-i", "en_US", "-f", place_in.upper(), str(tmp_path / environ["LC_ALL"])]
        if subprocess.run(made, capture_output=True).returncode > 1:
            pytest.skip("the sources of locales are not installed")
    for words in (["check", "bericht-ü.md"], ["check"], ["log", "bericht-ü.md"], ["show", "bericht-ü.md"]):
        line = [os.fsencode(sys.executable), b"-m", b"gnut", *(word.encode() for word in words)]
        more = [b"--output-format", b"json"] if words != ["check"] else [b"--output-format", b"concise"]
        said = subprocess.run([*line, *more], cwd=place, env=environ, capture_output=True)
        assert said.returncode == 0, said.stderr
        if words[0] == "log":
            assert json.loads(said.stdout.decode(place_in))["reports"][0]["path"] == "bericht-ü.md"
