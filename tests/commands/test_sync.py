"""`gnut sync` as people type it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut.cli import main
from gnut_store.carry import STORE_REF
from gnut_store.store import init, open_store
from tests.commands.conftest import Said
from tests.hostile_repository import git
from tests.store.carrying import clone, commit, honest, hub, packs, put
from tests.store.packs import built

NAME, BODY = built(("blob", b"hello"))
Run = Callable[..., Said]


@pytest.fixture
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = clone(tmp_path / "a", hub(tmp_path / "hub.git"))
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(top: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def one(*arguments: str) -> Said:
        monkeypatch.setattr(sys, "argv", ["gnut", *arguments])
        capfd.readouterr()
        code = main(arguments)
        said = capfd.readouterr()
        assert "Traceback" not in said.out + said.err
        return Said(code, said.out, said.err)

    return one


def test_pushing_says_how_many_went_and_how_many_were_there(run: Run, top: Path) -> None:
    put(top, b"one")
    assert run("sync", "push") == (0, "", "origin: 1 pack handed on, 0 there already\n")
    assert run("sync", "push") == (0, "", "origin: 0 packs handed on, 1 there already\n")


def test_pulling_says_how_many_came(run: Run, top: Path, tmp_path: Path) -> None:
    other = clone(tmp_path / "b", tmp_path / "hub.git")
    put(other, b"two")
    assert run("-C", str(other), "sync", "push").code == 0
    assert run("sync", "pull") == (0, "", "origin: 1 pack taken, 0 here already\n")


def test_the_commit_says_when_and_who(run: Run, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for what in ("NAME", "EMAIL"):
        monkeypatch.delenv(f"GIT_COMMITTER_{what}", raising=False)
    put(top, b"one")
    run("sync", "push")
    assert git(top, "log", "-1", "--format=%cI %s", STORE_REF) == "2026-01-02T03:04:05+00:00 Carry 1 pack\n"
    git(top, "config", "user.name", "Zoë 漢字")
    git(top, "config", "user.email", "zoe@example.test")
    put(top, b"two")
    run("sync", "push")
    assert git(top, "log", "-1", "--format=%an <%ae>", STORE_REF) == "Zoë 漢字 <zoe@example.test>\n"


def test_a_status_ends_with_one_when_the_sides_differ(run: Run, top: Path, tmp_path: Path) -> None:
    put(top, b"one", b"two")
    unknown = run("sync", "status")
    assert unknown.code == 2
    assert "never fetched" in unknown.err
    assert run("sync", "status", "--fetch").code == 1
    run("sync", "push")
    same = run("sync", "status")
    assert (same.code, same.out.splitlines()[-1]) == (0, "here and there: 1 pack")
    assert "as committed 2026-01-02T03:04:05Z; --fetch asks again" in same.err


def test_a_status_as_json_counts_both_sides(run: Run, top: Path, tmp_path: Path) -> None:
    other = clone(tmp_path / "b", tmp_path / "hub.git")
    put(other, b"theirs")
    run("-C", str(other), "sync", "push")
    put(top, b"one", b"two")
    said = run("sync", "status", "--fetch", "--output-format", "json")
    found = json.loads(said.out)
    assert (said.code, found["exit"], found["schema"]) == (1, 1, "gnut-sync/v1")
    assert found["here"]["packs"] == list(packs(top))
    assert (found["here"]["objects"], found["there"]["objects"], found["both"]) == (2, 1, 0)
    assert found["there"]["bytes"] == Path(*packs(other).values()).stat().st_size


def test_a_refused_pack_is_a_finding_and_ends_with_four(run: Run, top: Path, tmp_path: Path) -> None:
    import pygit2

    other, body = built(("blob", b"other"))
    there = pygit2.Repository(str(tmp_path / "hub.git"))
    commit(there, honest(**{NAME: BODY, other: body[:-40] + b"x" * 40}) | {"\x1b[2J": b"x"})
    said = run("sync", "pull")
    assert said.code == 4
    assert said.out.startswith(f"refused packs/{other}.gpk: ")
    assert "1 pack taken, 0 here already, 1 pack refused" in said.err
    assert "\x1b" not in said.out + said.err
    assert set(packs(top)) == {NAME}
    as_json = json.loads(run("sync", "pull", "--output-format", "json").out)
    assert [row["path"] for row in as_json["refused"]] == [f"packs/{other}.gpk"]
    assert (as_json["exit"], as_json["held"]) == (4, 1)
    newcomer = clone(tmp_path / "b", tmp_path / "hub.git")
    pushed = run("-C", str(newcomer), "sync", "push")
    assert (pushed.code, pushed.out.startswith(f"refused packs/{other}.gpk: ")) == (4, True)


def test_git_does_its_part_and_gnut_the_rest(run: Run, top: Path, tmp_path: Path) -> None:
    put(top, b"one")
    said = run("sync", "push", "--no-fetch", "--no-push")
    assert (said.code, said.err.splitlines()[-1]) == (0, f"git can:  git push origin {STORE_REF}:{STORE_REF}")
    git(top, "push", "-q", "origin", f"{STORE_REF}:{STORE_REF}")
    other = clone(tmp_path / "b", tmp_path / "hub.git")
    missing = run("-C", str(other), "sync", "pull", "--no-fetch")
    assert missing.code == 2
    assert f"git fetch origin +{STORE_REF}:refs/gnut/remotes/origin/store" in missing.err
    git(other, "fetch", "-q", "origin", f"+{STORE_REF}:refs/gnut/remotes/origin/store")
    assert run("-C", str(other), "sync", "pull", "--no-fetch").code == 0
    assert packs(other).keys() == packs(top).keys()


@pytest.mark.parametrize("verb", ["push", "pull", "status"])
def test_without_a_store_or_a_repository_there_is_nothing_to_do(run: Run, tmp_path: Path, verb: str) -> None:
    (tmp_path / "empty").mkdir()
    assert run("-C", str(tmp_path / "empty"), "sync", verb).code == 2
    init(tmp_path / "bare")
    said = run("-C", str(tmp_path / "bare"), "sync", verb)
    assert said.code == 2
    assert "git repository" in said.err


def test_a_remote_that_nobody_knows_ends_with_two(run: Run, top: Path) -> None:
    said = run("sync", "push", "orgin")
    assert (said.code, said.err) == (2, "error: orgin: no such remote\nhelp: remotes here: origin\n")


def test_a_folder_takes_packs_as_object_storage_does(run: Run, top: Path, tmp_path: Path) -> None:
    pytest.importorskip("obstore")
    put(top, b"one")
    (tmp_path / "shelf").mkdir()
    shelf = (tmp_path / "shelf").as_uri()
    assert run("sync", "push", shelf).code == 0
    other = clone(tmp_path / "b")
    assert run("-C", str(other), "sync", "pull", shelf).code == 0
    assert packs(other).keys() == packs(top).keys()
    assert not (tmp_path / "shelf/HEAD").exists()
    assert run("sync", "push", shelf, "--no-push").code == 2
    said = run("sync", "status", shelf)
    assert (said.code, said.out.splitlines()[0], said.out.splitlines()[-1]) == (
        0,
        "only here: 0 packs",
        "here and there: 1 pack",
    )
    put(top, b"two")
    as_json = json.loads(run("sync", "status", shelf, "--output-format", "json").out)
    assert (as_json["exit"], len(as_json["here"]["packs"]), as_json["here"]["objects"]) == (1, 1, None)


def test_a_file_address_of_a_repository_is_git(run: Run, top: Path, tmp_path: Path) -> None:
    put(top, b"one")
    assert run("sync", "push", (tmp_path / "hub.git").as_uri()).code == 0
    assert git(tmp_path / "hub.git", "rev-parse", STORE_REF) == git(top, "rev-parse", STORE_REF)


def test_a_missing_extra_says_how_to_get_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    said = run("sync", "push", "s3://bucket/path")
    assert said.code == 2
    assert 'pip install "gnut[s3]"' in said.err


def test_only_sync_loads_gits_library_or_reaches_a_remote(run: Run, top: Path) -> None:
    put(top, b"one")
    for arguments in (("fsck",), ("log",), ("store", "has", "b3:" + "0" * 64)):
        run(*arguments)
    assert git(top.parent / "hub.git", "for-each-ref") == ""
    assert open_store(top / ".gnut").missing(()) == ()


def test_the_example_of_the_page_ends_with_a_report_that_stands(run: Run, top: Path, tmp_path: Path) -> None:
    with (top / ".gnut/.gitignore").open("a") as file:
        file.write("/packs/\n/refs/\n")
    (top / "survey.txt").write_text("The survey counted 1,204 otters in 2025.\n")
    (top / "report.md").write_text('Numbers rose: "counted 1,204 otters" ([survey](https://example.org/survey)).\n')
    assert run("acquire", "--saved", "https://example.org/survey=survey.txt", "report.md").code == 0
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", "Report on otters")
    assert not [name for name in git(top, "ls-files").split() if "/packs/" in name or "/refs/" in name]
    git(top, "push", "-q", "origin", "HEAD:refs/heads/main")
    assert run("sync", "push").code == 0
    git(tmp_path, "clone", "-q", "-b", "main", str(tmp_path / "hub.git"), "copy")
    copy = str(tmp_path / "copy")
    before = run("-C", copy, "check", "report.md")
    assert (before.code, f"run  gnut -C {copy} sync pull  for what others have, or  " in before.err) == (1, True)
    assert run("-C", copy, "sync", "pull").code == 0
    after = run("-C", copy, "check", "report.md")
    assert (after.code, "sync pull" in after.err) == (0, False)
    assert run("-C", copy, "sync", "status").code == 0
    assert git(tmp_path / "copy", "status", "--porcelain") == ""


def test_the_page_names_the_two_lines_that_the_refusals_give() -> None:
    page = (Path(__file__).parents[2] / "docs/sync.md").read_text(encoding="utf-8")
    assert f"git fetch origin +{STORE_REF}:refs/gnut/remotes/origin/store" in page
    assert f"git push origin {STORE_REF}:{STORE_REF}" in page


# Damage here


def spoil(top: Path, name: str) -> None:
    path = Path(packs(top)[name])
    body = path.read_bytes()
    path.unlink()
    path.write_bytes(body[:20] + bytes([body[20] ^ 1]) + body[21:])


def test_damage_here_is_named_by_each_command_and_a_pull_mends_it(run: Run, top: Path) -> None:
    put(top, b"one")
    put(top, b"two")
    assert run("sync", "push").code == 0
    name = sorted(packs(top))[0]
    spoil(top, name)
    pushed = run("sync", "push")
    assert (pushed.code, pushed.out.count("\n")) == (4, 1)
    assert pushed.out.startswith(f"refused packs/{name}.gpk: its bytes hash to ")
    assert "help: gnut sync pull" in pushed.err
    assert "gnut fsck --repair" in pushed.err
    found = run("sync", "status")
    assert found.code == 4
    assert found.out.startswith(f"damaged packs/{name}.gpk: ")
    healed = run("sync", "pull")
    assert healed.code == 0
    assert healed.err.splitlines() == [
        "origin: 1 pack taken, 1 here already",
        "1 damaged pack here replaced; the damaged bytes are in .gnut/trash",
    ]
    assert (run("sync", "push").code, run("sync", "status").code, run("fsck").code) == (0, 0, 0)


def test_damage_that_no_remote_can_mend_is_named_pack_by_pack_and_not_sent(run: Run, top: Path) -> None:
    for body in (b"one", b"two", b"three"):
        put(top, body)
    bad = sorted(packs(top))[:2]
    for name in bad:
        spoil(top, name)
    pushed = run("sync", "push")
    assert pushed.code == 4
    assert [line.split(":")[0] for line in pushed.out.splitlines()] == [f"refused packs/{name}.gpk" for name in bad]
    assert all(line.endswith(" here; it was not sent") for line in pushed.out.splitlines())
    assert "1 pack handed on" in pushed.err
    pulled = run("sync", "pull")
    assert (pulled.code, pulled.out.count("damaged packs/")) == (4, 2)
    assert "gnut fsck --repair" in pulled.err


# What a status says


def test_of_a_side_that_was_never_asked_nothing_is_said(run: Run, top: Path, tmp_path: Path) -> None:
    put(top, b"one")
    said = run("sync", "status")
    assert "only at origin: not known\nhere and there: not known\n" in said.out
    as_json = json.loads(run("sync", "status", "--output-format", "json").out)
    assert (as_json["there"], as_json["both"]) == (None, None)
    empty = hub(tmp_path / "empty.git")
    assert f"to begin:  gnut sync status --fetch {empty}\n" in run("sync", "status", str(empty)).err
    assert f"to begin:  gnut sync push {empty}\n" in run("sync", "status", "--fetch", str(empty)).err


def test_the_same_content_in_other_packs_is_no_difference(run: Run, top: Path, tmp_path: Path) -> None:
    other = clone(tmp_path / "b", tmp_path / "hub.git")
    put(other, b"one", b"two")
    run("-C", str(other), "sync", "push")
    put(top, b"one")
    put(top, b"two")
    said = run("sync", "status", "--fetch")
    assert said.code == 0
    assert said.out.splitlines()[0].startswith("only here: 2 packs, 0 objects, ")
    assert said.out.splitlines()[0].endswith("; the other side has all of it in other packs")
    put(top, b"three")
    said = run("sync", "status")
    assert (said.code, said.out.splitlines()[0].split(", ")[1]) == (1, "1 object")


def test_a_ref_that_one_side_lacks_is_a_difference(run: Run, top: Path, tmp_path: Path) -> None:
    other = clone(tmp_path / "b", tmp_path / "hub.git")
    put(other, b"one")
    run("-C", str(other), "sync", "push")
    put(top, b"one", ref="kept/x")
    said = run("sync", "status", "--fetch")
    assert (said.code, "0 objects" in said.out, "1 entry of refs" in said.out) == (1, True, True)


def test_a_push_says_what_of_others_is_not_here(run: Run, top: Path, tmp_path: Path) -> None:
    other = clone(tmp_path / "b", tmp_path / "hub.git")
    put(other, b"theirs")
    run("-C", str(other), "sync", "push")
    put(top, b"mine")
    assert "1 pack of others was fetched: gnut sync pull takes them in" in run("sync", "push").err
    run("sync", "pull")
    assert "of others" not in run("sync", "push").err


def test_every_answer_as_json_keeps_the_published_form(run: Run, top: Path) -> None:
    import jsonschema

    form = json.loads((Path(__file__).parents[2] / "docs/schemas/gnut-sync-v1.json").read_text())
    put(top, b"one")
    for verb in ("status", "push", "pull", "status"):
        jsonschema.validate(json.loads(run("sync", verb, "--output-format", "json").out), form)


def test_a_folder_without_packs_carries_no_store(run: Run, top: Path, tmp_path: Path) -> None:
    pytest.importorskip("obstore")
    (tmp_path / "bucket").mkdir()
    for place in ("typo", "bucket"):
        said = run("sync", "pull", (tmp_path / place).as_uri())
        assert said.code == 2
        assert "carries no store" in said.err
        assert not (tmp_path / "typo").exists()
    said = run("sync", "pull", "../bucket")
    assert said.code == 2
    assert "git init" not in said.err
    assert "neither a git repository nor" in said.err
