"""The store's commands, as plain functions: what they print, where, and how they end."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from gnut.account.contract import LARGEST
from gnut.commands import fsck, init, show, store
from gnut.edge.world import World, world
from gnut.errors import BadId, BadName, GnutError, InputMissing, NoStore, NotCanonical, ObjectCorrupt, ObjectMissing
from gnut_store import canon
from gnut_store.oid import oid_of
from gnut_store.pack import OBJECT_LIMIT
from gnut_store.store import open_store

ABSENT = "b3:" + "0" * 64


@pytest.fixture
def here(tmp_path: Path) -> World:
    init.init(world(str(tmp_path)), None)
    return world(str(tmp_path))


def put(here: World, **files: bytes) -> None:
    for name, body in files.items():
        (here.cwd / name).write_bytes(body)


def test_init_makes_a_store_that_git_commits_only_the_teams_part_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert init.init(world(str(tmp_path)), "deep/er") == 0
    out = capsys.readouterr()
    assert out.out == ""
    assert "deep/er/.gnut" in out.err
    folder = tmp_path / "deep/er/.gnut"
    assert {"format", "config", ".gitignore", ".gitattributes", "packs", "refs"} <= set(os.listdir(folder))
    assert {"/local/", "/cache/", "/tmp/", "/trash/", "/lock"} <= set((folder / ".gitignore").read_text().split())
    assert (folder / ".gitattributes").read_text() == "*.gpk binary -diff -merge -text\n* -text\n"
    assert init.init(world(str(tmp_path)), "deep/er") == 0


def test_added_files_print_one_id_a_line(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    put(here, a=b"1", b=b"2")
    assert store.add(here, ["a", "b", "a"], porcelain=True, tier="team") == 0
    assert capsys.readouterr().out.split("\n") == [oid_of("blob", body) for body in (b"1", b"2", b"1")] + [""]


def test_a_folder_stands_for_its_files_and_links_in_it_for_nothing(
    here: World, capsys: pytest.CaptureFixture[str]
) -> None:
    (here.cwd / "in/deep").mkdir(parents=True)
    put(here, secret=b"outside")
    (here.cwd / "in/deep/x").write_bytes(b"x")
    (here.cwd / "in/a").write_bytes(b"a")
    (here.cwd / "in/link").symlink_to(here.cwd / "secret")
    os.mkfifo(here.cwd / "in/pipe")
    assert store.add(here, ["in"], porcelain=True, tier="local") == 0
    assert capsys.readouterr().out.split() == [oid_of("blob", b"a"), oid_of("blob", b"x")]
    assert list((here.cwd / ".gnut/packs").iterdir()) == []


def test_a_folder_stands_for_nothing_of_git_gnut_or_secret(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (".git/config", ".gnut/local/x", ".env", ".netrc", "sub/.env.local", "sub/page.html"):
        path = here.cwd / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("token")
    capsys.readouterr()
    store.add(here, ["."], porcelain=True, tier="team")
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_path_that_cannot_be_read_stores_nothing(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    put(here, a=b"1")
    os.mkfifo(here.cwd / "pipe")
    for bad in ("none", "pipe", "a\0b", "/dev/null"):
        with pytest.raises(InputMissing):
            store.add(here, ["a", bad], porcelain=True, tier="team")
    assert capsys.readouterr().out == ""
    assert list(open_store(here.cwd / ".gnut").ids()) == []


def test_a_name_that_a_terminal_would_obey_is_shown_harmless(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    put(here, **{"\x1b[31mred": b"1"})
    store.add(here, ["\x1b[31mred"], porcelain=False, tier="team")
    assert "\x1b" not in capsys.readouterr().out


class Stream:
    """A stdout with the bytes underneath, as a process has it."""

    def __init__(self) -> None:
        self.buffer = io.BytesIO()

    def flush(self) -> None:
        return None


def test_cat_writes_the_bytes_alone(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    put(here, a=bytes(range(256)))
    store.add(here, ["a"], porcelain=True, tier="team")
    for spelling in (oid_of("blob", bytes(range(256))), oid_of("blob", bytes(range(256)))[:12]):
        stream = Stream()
        monkeypatch.setattr(sys, "stdout", stream)
        assert store.cat(here, spelling) == 0
        assert stream.buffer.getvalue() == bytes(range(256))


def test_cat_refuses_what_is_not_there_and_what_is_damaged(here: World) -> None:
    with pytest.raises(ObjectMissing):
        store.cat(here, ABSENT)
    for spelling in ("00000000", "sha256:" + "0" * 64, ""):
        with pytest.raises(BadId):
            store.cat(here, spelling)
    put(here, a=b"abc")
    store.add(here, ["a"], porcelain=True, tier="team")
    [pack] = (here.cwd / ".gnut/packs").iterdir()
    pack.chmod(0o644)
    pack.write_bytes(pack.read_bytes().replace(b"abc", b"abd"))
    with pytest.raises(ObjectCorrupt):
        store.cat(here, oid_of("blob", b"abc"))


def test_has_prints_what_is_missing(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    put(here, a=b"1")
    store.add(here, ["a"], porcelain=True, tier="team")
    there = oid_of("blob", b"1")
    capsys.readouterr()
    assert store.has(here, [there, there[:14]]) == 0
    assert capsys.readouterr().out == ""
    assert store.has(here, [ABSENT, there, "b3:00000000"]) == 1
    assert capsys.readouterr().out == f"{ABSENT}\nb3:00000000\n"
    with pytest.raises(BadId):
        store.has(here, [ABSENT[:-1] + "G"])


def test_entries_are_added_and_counted_under_their_name(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    put(here, a=b"1")
    store.add(here, ["a"], porcelain=True, tier="team")
    oid = oid_of("blob", b"1")
    capsys.readouterr()
    assert store.ref_add(here, "t/1", [oid]) == 0
    assert store.ref_add(here, "t/1", [oid[:14]]) == 0
    assert capsys.readouterr().out == f"{oid}\n" * 2
    for _ in range(3):
        store.ref_add(here, "t/2", [])
    capsys.readouterr()
    assert store.ref_count(here, "t") == 0
    assert store.ref_count(here, "t/2") == 0
    assert store.ref_count(here, "none") == 0
    assert capsys.readouterr().out == "4\n3\n0\n"
    with pytest.raises(BadName):
        store.ref_add(here, "../x", [oid])
    with pytest.raises(ObjectMissing):
        store.ref_add(here, "t", [ABSENT])


def test_fsck_ends_with_4_and_names_the_file(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    put(here, a=b"1")
    store.add(here, ["a"], porcelain=True, tier="team")
    assert fsck.fsck(here, quick=False, connectivity=False) == 0
    [pack] = (here.cwd / ".gnut/packs").iterdir()
    pack.unlink()
    capsys.readouterr()
    assert fsck.fsck(here, quick=True, connectivity=False) == 4
    out = capsys.readouterr()
    assert out.out.startswith(f"GN803 pack_missing packs/{pack.name}: ")
    assert "1 fault in 1 file" in out.err


def test_a_store_can_be_checked_from_inside_and_as_a_bare_copy(here: World, tmp_path: Path) -> None:
    put(here, a=b"1")
    store.add(here, ["a"], porcelain=True, tier="team")
    bare = tmp_path / "copy"
    (tmp_path / ".gnut").rename(bare)
    assert fsck.fsck(world(str(bare)), quick=False, connectivity=False) == 0
    (bare / "format").unlink()
    assert fsck.fsck(world(str(bare)), quick=False, connectivity=False) == 4


def test_without_a_store_every_command_says_so(tmp_path: Path) -> None:
    nowhere = world(str(tmp_path))._replace(store=None)
    for run in (
        lambda: fsck.fsck(nowhere, quick=False, connectivity=False),
        lambda: store.has(nowhere, [ABSENT]),
        lambda: show.show(nowhere, ABSENT),
    ):
        with pytest.raises(NoStore):
            run()


def test_show_prints_untrusted_text_so_that_no_terminal_obeys_it(
    here: World, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = "\x1b[2Jclear \u202eright to left\u200b\x07\x9b\n::add-mask::x\n"
    with open_store(here.cwd / ".gnut").write() as batch:
        ids = [
            batch.add("text", hostile.encode()),
            batch.add("blob", hostile.encode()),
            batch.add("note", canon.encode({"words": hostile})),
            batch.add("blob", b"\xff\x1b[31m"),
        ]
        batch.ref("hostile", ids[0])
    for name in (*ids, ids[0][:12], "hostile"):
        capsys.readouterr()
        assert show.show(here, name) == 0
        out = capsys.readouterr().out
        assert ids[0][:12] in out or name != "hostile"
        assert not set(out) & set("\x1b\u202e\u200b\x07\x9b"), name


def test_show_prints_json_readably(here: World, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(here.cwd / ".gnut").write() as batch:
        oid = batch.add("note", canon.encode({"b": [1, None], "a": "é"}))
    show.show(here, oid)
    assert capsys.readouterr().out == f'note {oid}, 23 bytes\n\n{{\n  "a": "é",\n  "b": [\n    1,\n    null\n  ]\n}}\n'


def hashed(value: dict[str, object]) -> bytes:
    return canon.encode({**value, "sha256": canon.sha256(canon.encode(value))})


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"a":1}', "no schema, no self-hash"),
        (b'{"a":1}\n', "canonical"),
        (hashed({"schema": "groundnut-x/v1", "n": 1}), "groundnut-x/v1, self-hash holds (unsigned)"),
        (
            canon.encode({"schema": "groundnut-s/v1", "text": "é", "sha256": canon.sha256("é".encode())}),
            "hash of its text holds",
        ),
    ],
)
def test_a_strict_receipt_passes_the_check(
    here: World, body: bytes, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put(here, receipt=body)
    assert show.show(here, "receipt", check=True) == 0
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        (b'{"schema":"x","schema":"y"}', "/schema"),
        (b'{"a":[NaN]}', "/a/0"),
        (b'{"a":"\\u0000"}', "/a"),
        (b'{"__proto__":{}}', "/__proto__"),
        (b'{"b":1,"a":2}', ""),
        (b'{ "a" : 1 }', ""),
        (b"[]", ""),
        (b'"x"', ""),
        ('{"é":1}'.encode(), ""),
        (b'{"schema":1}', "/schema"),
        (hashed({"n": 1}).replace(b'"n":1', b'"n":2'), "/sha256"),
        (b'{"a":1}\n\n', ""),
        (b'{"a":1}\r\n', ""),
        (b"", ""),
        (b'{"a":"' + b"x" * canon.MAX_BYTES + b'"}', ""),
        (b"[" * 100_000, "/0" * 64),
    ],
    ids=range(16),
)
def test_a_malformed_receipt_is_refused_with_the_pointer(here: World, body: bytes, pointer: str) -> None:
    put(here, receipt=body)
    with pytest.raises(NotCanonical) as refusal:
        show.show(here, "receipt", check=True)
    assert refusal.value.pointer == pointer
    assert refusal.value.exit_code == 2


def test_a_receipt_that_cannot_be_read_is_missing_input(here: World) -> None:
    for name in ("none", ".", "a\0"):
        with pytest.raises(InputMissing):
            show.show(here, name, check=True)


def test_a_full_stdout_is_an_error_and_what_was_acknowledged_is_stored(
    here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    put(here, a=b"1")
    monkeypatch.setattr(sys, "stdout", Full())
    with pytest.raises(Exception, match="No space left on device") as refusal:
        store.add(here, ["a"], porcelain=True, tier="team")
    assert getattr(refusal.value, "exit_code", None) == 2
    assert open_store(here.cwd / ".gnut").has(oid_of("blob", b"1"))


def test_init_goes_to_the_top_of_the_repository_not_to_a_store_further_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    init.init(world(str(tmp_path)), None)
    (tmp_path / "repo/.git").mkdir(parents=True)
    (tmp_path / "repo/deep").mkdir()
    init.init(world(str(tmp_path / "repo/deep")), None)
    assert (tmp_path / "repo/.gnut/format").exists()


def test_a_pipe_is_no_receipt_and_is_not_waited_for(here: World) -> None:
    os.mkfifo(here.cwd / "pipe")
    with pytest.raises(InputMissing, match="not a regular file"):
        show.show(here, "pipe", check=True)


def test_a_receipt_on_closed_standard_input_is_refused(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputMissing, match="standard input is closed"):
        show.show(here, "-", check=True)


def test_a_file_beyond_any_object_or_receipt_is_refused(here: World) -> None:
    for name, size in (("receipt", LARGEST + 2), ("object", OBJECT_LIMIT + 1)):
        with open(here.cwd / name, "wb") as file:
            file.truncate(size)
    with pytest.raises(GnutError, match="receipt: is larger than") as caught:
        show.show(here, "receipt", check=True)
    assert caught.value.exit_code == 2
    with pytest.raises(GnutError, match="object: is larger than") as caught:
        store.add(here, ["object"], porcelain=True, tier="team")
    assert caught.value.exit_code == 2


def test_people_can_add_lines_to_what_git_reads_of_a_store_and_to_nothing_else(tmp_path: Path) -> None:
    from gnut_store.store import init

    folder = init(tmp_path)
    modes = {name: (folder / name).stat().st_mode & 0o777 for name in (".gitignore", ".gitattributes", "format")}
    assert modes[".gitignore"] & 0o200
    assert modes[".gitattributes"] & 0o200
    assert modes["format"] == 0o444
