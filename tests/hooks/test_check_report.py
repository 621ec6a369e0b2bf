"""The hook as a runner calls it: options and file names in, an exit code out, nothing else touched."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer
import yaml

from gnut import door
from gnut.cli import mounted
from gnut.commands.hook import LINE
from gnut.edge.paths import SUFFIXES
from gnut_hooks.check_report import FETCHING, FLAGS, OTHER, VALUED, main
from gnut_hooks.fsck_store import main as fsck

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
GOOD = '# Light\n\nIt burns: "lit for the first time on 4 March 1871" ([log](log.txt)).\n'
BAD = GOOD.replace("1871", "1817")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a git repository with one source, and stand in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "log.txt").write_text("The lamp was lit for the first time on 4 March 1871.\n", encoding="utf-8")
    (tmp_path / "good.md").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.md").write_text(BAD, encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n- 1.2.0: the lamp is dimmed by day.\n", encoding="utf-8")
    subprocess.run("git init -q && git add -A && git commit -q -m Reports", shell=True, check=True)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file outside .git with its bytes."""
    files = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_good_report_passes(repository: Path) -> None:
    assert main(["--allow-empty", "good.md"]) == 0


def test_a_bad_report_fails(repository: Path) -> None:
    assert main(["--allow-empty", "good.md", "bad.md"]) == 1


def test_a_file_that_cites_nothing_passes_where_that_is_expected(repository: Path) -> None:
    assert main(["--allow-empty", "CHANGELOG.md"]) == 0
    assert main(["CHANGELOG.md"]) == 1


def test_a_file_that_is_not_there_is_no_verdict(repository: Path) -> None:
    assert main(["--allow-empty", "good.md", "gone.md"]) == 2


def test_a_bad_report_is_not_hidden_by_one_that_could_not_be_read(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--allow-empty", "gone.md", "bad.md"]) == 2
    assert "GN302" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        *([], ["--allow-empty"], ["--"], ["--allow-empty", "--"]),
        *(["--support", "exact"], ["--support=exact", "--policy", "strict"], ["--publication"], ["--arena", "-q"]),
        *(["--authority", "declared.json", "--publication"], ["--no-record", "--support", "none", "--"]),
        *(["--policy", "strict"], ["--policy=strict"], ["-q", "--allow", "no_excerpt", "--"], ["-qv"]),
    ],
    ids=" ".join,
)
def test_no_file_is_nothing_to_check(arguments: list[str], repository: Path) -> None:
    assert main(arguments) == 0


def test_an_option_that_is_none_is_a_mistake_though_no_file_is_named(repository: Path) -> None:
    assert main(["--polcy", "strict"]) == 2
    assert main(["--support"]) == 2
    assert main(["--support", "--publication"]) == 2
    assert main(["--publication", "--output-format", "xml"]) == 2


def test_terms_of_a_run_reach_the_check(repository: Path) -> None:
    assert main(["--support", "exact", "--allow-empty", "good.md"]) == 0
    assert main(["--support", "exact", "--", "bad.md"]) == 1
    assert main(["--support", "no-such-policy", "good.md"]) == 2


def test_staged_reports_are_checked_without_a_file_name(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--staged", "--allow-empty"]) == 0
    assert "no staged report" in capsys.readouterr().err
    (repository / "good.md").write_text(BAD, encoding="utf-8")
    assert main(["--staged", "--allow-empty"]) == 0
    subprocess.run(["git", "add", "good.md"], check=True)
    assert main(["--staged", "--allow-empty"]) == 1
    (repository / "good.md").unlink()
    assert main(["--staged", "--allow-empty", "--policy", "strict", "-q"]) == 1


@pytest.mark.parametrize("option", OTHER)
@pytest.mark.parametrize("value", ["", "=request.json"])
def test_an_option_that_is_not_for_a_hook_is_refused_with_what_to_do(
    option: str, value: str, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(repository)
    assert main([option + value, "good.md"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"error: {option} ")
    assert "\nhelp: " in said.err
    assert contents(repository) == before


def test_every_option_of_check_is_read_refused_or_left_to_gnut() -> None:
    check = typer.main.get_command(mounted("check")).commands["check"]  # type: ignore[attr-defined]
    known = {*door.VALUES, *door.FLAGS, *FETCHING, *OTHER, *VALUED, *FLAGS, "--help"}
    named = {name for one in check.params for name in (*one.opts, *one.secondary_opts) if name.startswith("-")}
    assert named - known == set()


def test_what_hooks_run_is_read_at_the_door_without_typer(repository: Path) -> None:
    words = shlex.split(LINE)
    assert words[0] == "gnut-check-report"
    action = (ROOT / "hooks/github/action.yml").read_text(encoding="utf-8")
    assert 'gnut" check --output-format "$FORMAT" ${more[@]+"${more[@]}"} -- "${paths[@]}"' in action
    subprocess.run(["git", "rm", "-q", "--cached", "good.md"], check=True)
    subprocess.run(["git", "add", "-A"], check=True)
    for line in (words[1:], ["--staged", "good.md"], ["--output-format", "github", "--allow-empty", "--", "good.md"]):
        code = f"import sys\nfrom gnut_hooks.check_report import main\nmain({line})\nsys.exit('typer' in sys.modules)"
        assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_a_file_whose_name_looks_like_an_option_is_a_file(repository: Path) -> None:
    (repository / "--acquire.md").write_text(BAD, encoding="utf-8")
    assert main(["--allow-empty", "--", "--acquire.md"]) == 1


@pytest.mark.parametrize("option", FETCHING)
@pytest.mark.parametrize("value", ["", "=127.0.0.1:80"])
def test_an_option_that_reaches_the_network_is_refused(
    option: str, value: str, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([option + value, "good.md"]) == 2
    assert option in capsys.readouterr().err


def test_the_hook_writes_nothing(repository: Path) -> None:
    before = contents(repository)
    main(["--allow-empty", "good.md", "bad.md", "CHANGELOG.md"])
    assert contents(repository) == before


def test_a_store_that_git_tracks_stays_as_it_was(repository: Path) -> None:
    from gnut.cli import main as gnut

    assert gnut(["init", "."]) == 0
    subprocess.run("git add -A && git commit -q -m Store", shell=True, check=True)
    main(["--allow-empty", "good.md", "bad.md"])
    changed = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
    assert changed == ""


def test_many_files_are_one_process(repository: Path) -> None:
    names = [f"notes/{number:04}.md" for number in range(1000)]
    (repository / "notes").mkdir()
    for name in names:
        (repository / name).write_text("# Note\n\nNothing is cited here.\n", encoding="utf-8")
    assert main(["--allow-empty", "good.md", *names]) == 0


def test_the_store_hook_answers_as_fsck_does(repository: Path) -> None:
    from gnut.cli import main as gnut

    gnut(["init", "."])
    assert fsck([]) == 0


def test_every_entry_of_the_manifest_is_a_script_that_gets_installed() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert {shlex.split(hook["entry"])[0] for hook in MANIFEST} <= set(scripts)


def test_the_manifest_is_valid() -> None:
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")]
    assert subprocess.run(command, capture_output=True).returncode == 0


def test_the_check_hook_is_one_process_offline_and_passes_empty_files() -> None:
    check = next(hook for hook in MANIFEST if hook["id"] == "gnut-check")
    assert check["require_serial"] is True
    assert check["types_or"] == ["markdown", "quarto", "mdx"]
    assert check["args"] == ["--allow-empty"]
    assert not set(FETCHING) & set(check["args"])


def test_the_github_action_pastes_no_input_into_a_script() -> None:
    action = yaml.safe_load((ROOT / "hooks/github/action.yml").read_text(encoding="utf-8"))
    scripts = [step["run"] for step in action["runs"]["steps"]]
    assert scripts != []
    assert [script for script in scripts if "${{" in script] == []


def test_the_gitlab_template_checks_offline() -> None:
    job = yaml.safe_load((ROOT / "hooks/gitlab/gnut.gitlab-ci.yml").read_text(encoding="utf-8"))["gnut-check"]
    assert any(line.startswith("gnut check ") for line in job["script"])
    assert not any(option in line for option in FETCHING for line in job["script"])


def test_every_ending_of_a_report_starts_the_job_and_the_hook() -> None:
    job = yaml.safe_load((ROOT / "hooks/gitlab/gnut.gitlab-ci.yml").read_text(encoding="utf-8"))["gnut-check"]
    assert {*(f"**/*{suffix}" for suffix in SUFFIXES), ".gnut/**/*"} == set(job["rules"][0]["changes"])
    assert "--staged" in LINE
