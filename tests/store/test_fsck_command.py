"""`gnut fsck` as a command: what it prints, as lines and as JSON, how it ends, and when it writes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from gnut.commands import fsck, gc, init, store
from gnut.edge import store as edge
from gnut.edge.world import World, world
from gnut.errors import Usage
from gnut_store.guard import ForeignStore
from gnut_store.oid import oid_of
from gnut_store.store import open_store
from tests.hostile_repository import git
from tests.test_schemas import validator


@pytest.fixture
def here(tmp_path: Path) -> World:
    """Return a repository with a store of two packs under one ref."""
    init.init(world(str(tmp_path)), None)
    there = world(str(tmp_path))
    for body in (b"first", b"second"):
        (tmp_path / "page").write_bytes(body)
        store.add(there, ["page"], porcelain=True, tier="team")
        store.ref_add(there, "kept", [oid_of("blob", body)])
    return there


def packs(here: World) -> list[Path]:
    return sorted((here.cwd / ".gnut/packs").iterdir())


def of(body: bytes, here: World) -> Path:
    return next(path for path in packs(here) if body in path.read_bytes())


def spoil(pack: Path) -> None:
    """Change one byte of the object in a pack."""
    body = bytearray(pack.read_bytes())
    body[body.index(b"first")] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(bytes(body))


def read(capsys: pytest.CaptureFixture[str]) -> Any:
    value = json.loads(capsys.readouterr().out)
    validator("gnut-fsck/v1").validate(value)
    return value


def test_a_sound_store_prints_nothing_but_a_note(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert fsck.fsck(here) == 0
    size = sum(path.stat().st_size for path in packs(here))
    assert capsys.readouterr() == ("", f"The store is sound: 4 packs, 2 objects, {size} B read\n")
    assert fsck.fsck(here, output_format="json") == 0
    looked = {"extent": "all", "packs": 4, "objects": 2, "bytes": size}
    assert read(capsys) == {"schema": "gnut-fsck/v1", "exit": 0, "faults": [], "repair": None, "looked": looked}


def test_what_was_not_read_is_not_called_sound(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    for options, extent, words in (
        ({"quick": True}, "names", "as far as --quick reads: 4 packs, 2 objects, "),
        ({"connectivity": True}, "connectivity", "as far as --connectivity reads: 4 packs, 2 objects, "),
    ):
        assert fsck.fsck(here, **options) == 0
        said = capsys.readouterr().err
        assert f"The store is sound {words}" in said
        assert "not" in said.partition("; ")[2]
        fsck.fsck(here, output_format="json", **options)
        assert read(capsys)["looked"]["extent"] == extent


def test_a_damaged_pack_is_told_in_short_lines_and_with_verbose_in_full(
    here: World, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(pack := of(b"first", here))
    capsys.readouterr()
    assert fsck.fsck(here) == 4
    out, err = capsys.readouterr()
    assert out.count("\n") == 3
    assert all(len(line) < 160 for line in out.splitlines())
    assert f"packs/{pack.name}: {oid_of('blob', b'first')[:15]}… " in out
    assert err.splitlines()[-1].startswith("3 faults in 2 files of the store; gnut fsck --repair ")
    assert fsck.fsck(here, verbose=True) == 4
    out = capsys.readouterr().out
    assert f"packs/{pack.name}: {oid_of('blob', b'first')} " in out


def test_of_a_lost_pack_that_git_has_the_way_back_is_said_and_works(
    here: World, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(here.cwd / ".gnut").write() as batch:
        for body in (b"the first of two", b"which stays good"):
            batch.ref("both", batch.add("blob", body))
    git(here.cwd, "init", "-q")
    git(here.cwd, "add", "-A")
    spoil(of(b"the first", here))
    before = set(packs(here))
    capsys.readouterr()
    assert fsck.fsck(here, repair=True) == 4
    _, way, again = capsys.readouterr().err.splitlines()
    assert way.startswith("  git checkout -- .gnut/packs/")
    assert "gnut fsck, then  gnut gc" in again
    assert fsck.fsck(here) == 4
    # Nothing lies in the trash that repair could use: the way is said at once.
    assert capsys.readouterr().err.splitlines()[1:] == [way, "  gnut fsck"]
    git(here.cwd, *way.split()[1:])
    assert fsck.fsck(here) == 0
    assert set(packs(here)) > before
    gc.gc(here)
    assert set(packs(here)) == before
    assert fsck.fsck(here) == 0


def test_of_a_lost_pack_that_git_does_not_have_no_git_checkout_is_promised(
    here: World, capsys: pytest.CaptureFixture[str]
) -> None:
    of(b"first", here).unlink()
    git(here.cwd, "init", "-q")
    git(here.cwd, "add", "-A")
    capsys.readouterr()
    assert fsck.fsck(here) == 4
    said = capsys.readouterr().err
    assert "git checkout" not in said
    assert "from another clone, a backup or an older commit" in said
    git(here.cwd, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one")
    git(here.cwd, "update-ref", "refs/gnut/store", "HEAD")
    for pack in (False, True):
        if pack:
            git(here.cwd, "pack-refs", "--all")
        assert fsck.fsck(here) == 4
        assert "  gnut sync pull\n  gnut fsck\n" in capsys.readouterr().err


def test_what_repair_can_put_back_from_the_trash_is_left_to_it(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    lost = of(b"first", here)
    (here.cwd / ".gnut/trash").mkdir(exist_ok=True)
    lost.rename(here.cwd / ".gnut/trash" / lost.name)
    capsys.readouterr()
    assert fsck.fsck(here) == 4
    assert "gnut fsck --repair" in capsys.readouterr().err.splitlines()[-1]
    assert fsck.fsck(here, repair=True) == 0
    assert "The store is sound now" in capsys.readouterr().err


def test_a_fault_is_one_line_and_one_object(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    (lost := of(b"first", here)).unlink()
    capsys.readouterr()
    assert fsck.fsck(here) == 4
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["GN803", "GN805"]
    assert lines[0].startswith(f"GN803 pack_missing packs/{lost.name}: ")
    assert fsck.fsck(here, output_format="json") == 4
    value = read(capsys)
    assert value["exit"] == 4
    assert [(fault["code"], fault["oid"]) for fault in value["faults"]] == [
        ("GN803", None),
        ("GN805", oid_of("blob", b"first")),
    ]


def test_repair_says_of_every_fault_what_was_done_and_then_what_remains(
    here: World, capsys: pytest.CaptureFixture[str]
) -> None:
    of(b"first", here).unlink()
    (here.cwd / ".gnut/packs/stray").write_bytes(b"")
    capsys.readouterr()
    assert fsck.fsck(here, repair=True, dry_run=True) == 4
    out, err = capsys.readouterr()
    assert "GN809 stray_file packs/stray: " in out
    assert "  would be: moved to the trash\n" in out
    assert "nothing was changed" in err
    assert (here.cwd / ".gnut/packs/stray").exists()
    assert fsck.fsck(here, repair=True) == 4
    out, err = capsys.readouterr()
    done, remains = out.split("\nWhat remains:\n")
    assert "  repaired: moved to the trash\n" in done
    assert done.count("  left: ") == 2
    assert [line.split(" ")[0] for line in remains.splitlines()] == ["GN803", "GN805"]
    assert err.splitlines()[0] == "2 faults in 2 files of the store"


def test_a_repair_that_heals_everything_ends_with_0(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    (here.cwd / ".gnut/packs/stray").write_bytes(b"")
    capsys.readouterr()
    assert fsck.fsck(here, repair=True, output_format="json") == 0
    value = read(capsys)
    assert (value["faults"], value["exit"], value["repair"]["dry_run"]) == ([], 0, False)
    [step] = value["repair"]["steps"]
    assert (step["fault"]["code"], step["done"], step["left"]) == ("GN809", "moved to the trash", False)
    assert fsck.fsck(here, repair=True) == 0
    assert "nothing to repair" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options", [{"dry_run": True}, {"repair": True, "quick": True}, {"repair": True, "connectivity": True}]
)
def test_options_that_say_different_things_are_refused(here: World, options: dict[str, bool]) -> None:
    with pytest.raises(Usage):
        fsck.fsck(here, **options)  # type: ignore[arg-type]


def test_another_users_store_is_checked_with_a_note_and_not_repaired(
    here: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """S15: checking judges every byte itself."""
    stranger = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: stranger)
    capsys.readouterr()
    assert fsck.fsck(here) == 0
    assert f"git config --global --add safe.directory {here.cwd}" in capsys.readouterr().err
    with pytest.raises(ForeignStore):
        fsck.fsck(here, repair=True)
    with pytest.raises(ForeignStore):
        edge.opened(here)


def test_what_a_hostile_name_says_is_not_obeyed_by_the_terminal(
    here: World, capsys: pytest.CaptureFixture[str]
) -> None:
    (here.cwd / ".gnut/packs" / "a\x1b[2J\n::error::b").write_bytes(b"")
    capsys.readouterr()
    for repair in (False, True):
        fsck.fsck(here, repair=repair)
        out = capsys.readouterr().out
        assert "\x1b" not in out
        assert not [line for line in out.splitlines() if line.startswith("::")]


def test_a_report_that_quotes_an_id_passes_through_the_command(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    """S02: the command knows the members of gnut's own objects."""
    from gnut_store import canon

    with open_store(here.cwd / ".gnut").write() as batch:
        batch.add("execution", canon.encode({"excerpt": "b3:" + "9" * 64}))
    assert fsck.fsck(here) == fsck.fsck(here, connectivity=True) == 0
