"""Damage of every file, in every way: all of it named, and nothing else."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store import canon, fsck, refs
from gnut_store.files import Files
from gnut_store.links import references
from gnut_store.oid import Oid, oid_of
from gnut_store.pack import RAW, Builder
from gnut_store.store import DiskStore, init, open_store
from tests.store.packs import one_record, store_with

NOISE = random.Random(7)

Mutate = Callable[[bytes], bytes | None]


def flip(body: bytes) -> bytes:
    at = NOISE.randrange(len(body))
    return body[:at] + bytes([body[at] ^ (1 << NOISE.randrange(8))]) + body[at + 1 :]


WAYS: dict[str, Mutate] = {
    "flip first": lambda body: bytes([body[0] ^ 1]) + body[1:] if body else None,
    "flip last": lambda body: body[:-1] + bytes([body[-1] ^ 128]) if body else None,
    "flip": lambda body: flip(body) if body else None,
    "cut one": lambda body: body[:-1] if body else None,
    "cut half": lambda body: body[: len(body) // 2] if body else None,
    "empty": lambda body: b"" if body else None,
    "append": lambda body: body + b"\0",
    "merge marks": lambda body: b"<<<<<<< ours\n" + body + b"=======\n>>>>>>> theirs\n",
    "delete": lambda body: None,
}


def store_of_everything(folder: Path) -> Path:
    """Return a store with both tiers, refs, several packs, and objects that name others."""
    top = init(folder)
    store = open_store(top)
    with store.write() as batch:
        text = batch.add("text", b"words " * 500)
        snapshot = batch.add("snapshot", canon.encode({"raw": None, "raw_oid": "b3:" + "0" * 64, "text": text}))
        batch.ref("src/" + "0" * 40, snapshot)
    with store.write() as batch:
        batch.add("blob", NOISE.randbytes(4000))
    with store.write("local") as batch:
        batch.ref("runs", batch.add("run", canon.encode({"rows": [{"snapshot": snapshot}]})))
    with store.write() as batch:
        batch.ref("again", snapshot)
    return top


def test_a_sound_store_has_no_faults(tmp_path: Path) -> None:
    top = store_of_everything(tmp_path)
    assert fsck.fsck(top) == fsck.fsck(top, quick=True) == fsck.fsck(top, connectivity=True) == ()


@pytest.mark.parametrize("way", WAYS)
def test_every_damage_of_every_file_is_named_and_no_other_file_is(tmp_path: Path, way: str) -> None:
    top = store_of_everything(tmp_path)
    files = sorted(path for path in top.rglob("*") if path.is_file())
    assert len(files) >= 16
    for path in files:
        body = path.read_bytes()
        damaged = WAYS[way](body)
        if damaged is None and way != "delete":
            continue
        path.chmod(0o644)
        if damaged is None:
            path.unlink()
        else:
            path.write_bytes(damaged)
        name = path.relative_to(top).as_posix()
        found = fsck.fsck(top)
        assert name in {fault.path for fault in found}, (way, name)
        # A ref that promises what stood in a lost pack is named too: it is how the loss is understood.
        others = {fault.path for fault in found if fault.kind != "object_missing"} - {name}
        assert others == set(), (way, name, found)
        quick = {fault.path for fault in fsck.fsck(top, quick=True)}
        assert name in quick, (way, name)
        path.write_bytes(body)
    assert fsck.fsck(top) == ()


def test_every_file_in_every_other_files_place_is_named(tmp_path: Path) -> None:
    top = store_of_everything(tmp_path)
    files = sorted(path for path in top.rglob("*") if path.is_file())
    bodies = {path: path.read_bytes() for path in files}
    for path in files:
        path.chmod(0o644)
        for other in files:
            if bodies[other] == bodies[path]:
                continue
            path.write_bytes(bodies[other])
            assert path.relative_to(top).as_posix() in {fault.path for fault in fsck.fsck(top)}
        path.write_bytes(bodies[path])


def test_a_lost_pack_says_what_was_lost_and_who_wanted_it(tmp_path: Path) -> None:
    top = store_of_everything(tmp_path)
    snapshot = open_store(top).refs("again")[0]
    [pack] = [path for path in (top / "packs").iterdir() if b"snapshot" in path.read_bytes()]
    pack.unlink()
    found = {(fault.kind, fault.path, fault.oid) for fault in fsck.fsck(top)}
    assert found == {
        ("pack_missing", f"packs/{pack.name}", None),
        ("object_missing", "refs/again", snapshot),
        ("object_missing", "refs/src/" + "0" * 40, snapshot),
    }
    followed = [fault for fault in fsck.fsck(top, connectivity=True) if "/rows/0/snapshot" in fault.detail]
    assert [(fault.kind, fault.oid) for fault in followed] == [("object_missing", snapshot)]


def test_a_reference_inside_an_object_is_followed_and_one_to_bytes_left_out_is_not(tmp_path: Path) -> None:
    absent = "b3:" + "1" * 64
    value = {"a/b": [{"text": absent}], "raw_oid": absent, "words": absent + "x", "deep_oid": {"x": absent}}
    assert list(references(value)) == [("/deep_oid/x", absent), ("/a~1b/0/text", absent)]
    top = init(tmp_path)
    with open_store(top).write() as batch:
        oid = batch.add("run", canon.encode(value))
    assert fsck.fsck(top, quick=True) == ()
    for found in (fsck.fsck(top), fsck.fsck(top, connectivity=True)):
        assert {(fault.kind, fault.oid) for fault in found} == {("object_missing", absent)}
        assert all(oid in fault.detail for fault in found)


@pytest.mark.parametrize("body", [b'{"a": 1}', b'{"a":1,"a":1}', b'{"a":1.5}', b"x", b'{"b":1,"a":2}', b"\xff"])
def test_a_stored_object_that_is_not_canonical_is_damaged(tmp_path: Path, body: bytes) -> None:
    from gnut_store.oid import hash_of

    store_with(tmp_path, one_record(body, len(body), RAW, hash_of("run", body), "run"))
    [fault] = fsck.fsck(tmp_path / ".gnut")
    assert (fault.kind, fault.oid) == ("not_canonical", oid_of("run", body))
    assert fsck.fsck(tmp_path / ".gnut", quick=True) == ()


def test_a_stored_text_that_is_not_utf8_is_damaged(tmp_path: Path) -> None:
    from gnut_store.oid import hash_of

    store_with(tmp_path, one_record(b"\xff", 1, RAW, hash_of("text", b"\xff"), "text"))
    assert [fault.kind for fault in fsck.fsck(tmp_path / ".gnut")] == ["not_canonical"]


@pytest.mark.parametrize(
    "name", ["packs/x.gpk", "packs/note.txt", "refs/x", "refs/a/x", "refs/a/" + "A" * 64, "refs/A/" + "0" * 64]
)
def test_a_stray_file_is_named(tmp_path: Path, name: str) -> None:
    top = store_of_everything(tmp_path)
    (top / name).parent.mkdir(parents=True, exist_ok=True)
    (top / name).write_bytes(b"")
    assert name in {fault.path for fault in fsck.fsck(top)}


def test_an_entry_made_by_hand_is_told_from_one_that_was_written(tmp_path: Path) -> None:
    top = store_of_everything(tmp_path)
    oid = open_store(top).refs("again")[0]
    (top / "refs/mine").mkdir()
    (top / "refs/mine" / oid[3:]).write_bytes(b"")
    [fault] = fsck.fsck(top)
    assert (fault.kind, fault.path) == ("stray_file", f"refs/mine/{oid[3:]}")


def test_what_a_file_manager_leaves_behind_is_nothing_of_ours(tmp_path: Path) -> None:
    top = store_of_everything(tmp_path)
    for folder in ("packs", "refs", "refs/again", "."):
        (top / folder / ".DS_Store").write_bytes(b"x")
    assert fsck.fsck(top) == ()
    assert open_store(top).ref_names() != ()


def test_a_writer_that_has_not_come_to_its_refs_yet_is_not_damage(tmp_path: Path) -> None:
    top = store_of_everything(tmp_path)
    store = open_store(top)

    class Slow(Files):
        """Looks at the store after every step of a writer, as somebody else would."""

        def _look(self) -> None:
            assert fsck.fsck(top) == ()

        def rename(self, source: str, target: str) -> None:
            super().rename(source, target)
            self._look()

        def mark(self, path: str) -> bool:
            made = super().mark(path)
            self._look()
            return made

        def unlink(self, path: str) -> None:
            super().unlink(path)
            self._look()

    with open_store(top, files=Slow()).write() as batch:
        for i in range(3):
            batch.ref(f"slow/{i}", batch.add("blob", b"%d" % i))
    assert len(store.ref_names("slow")) == 3


def test_faults_have_numbers_that_stay() -> None:
    assert sorted(fsck.KINDS.values()) == [f"GN8{i:02}" for i in range(1, 11)]


def test_faults_are_sorted_and_the_same_twice(tmp_path: Path) -> None:
    top = store_of_everything(tmp_path)
    for path in top.rglob("*"):
        if path.is_file():
            path.chmod(0o644)
            path.write_bytes(path.read_bytes() + b"x")
    first = fsck.fsck(top)
    assert first == fsck.fsck(top)
    assert [fault.path for fault in first] == sorted(fault.path for fault in first)


def test_an_unreadable_pack_is_named_and_the_rest_is_still_checked(tmp_path: Path) -> None:
    top = store_of_everything(tmp_path)
    packs = sorted((top / "packs").iterdir())

    class Refusing(Files):
        def read_at(self, fd: int, length: int, offset: int) -> bytes:
            if os.fstat(fd).st_ino == packs[0].stat().st_ino:
                raise OSError(5, "Input/output error")
            return super().read_at(fd, length, offset)

    (top / "config").chmod(0o644)
    (top / "config").write_bytes(b"")
    found = {fault.path for fault in fsck.fsck(top, files=Refusing()) if fault.kind != "object_missing"}
    assert found == {f"packs/{packs[0].name}", "config"}


def test_names_kept_for_the_store_itself_are_no_refs(tmp_path: Path) -> None:
    store: DiskStore = open_store(store_of_everything(tmp_path))
    assert not [name for name in store.ref_names() if name.split("/")[0] == refs.PACKS]


def test_more_kinds_than_a_footer_can_number_are_refused() -> None:
    builder = Builder()
    builder.begin()
    for i in range(256):
        builder.add(f"k{i}", i.to_bytes(32, "big"), b"x")
    with pytest.raises(Exception, match="256 kinds"):
        builder.add("k256", bytes([1]) * 32, b"x")


def test_an_oid_is_checked_before_it_becomes_a_path() -> None:
    assert refs.entry_of("../" + "0" * 61) is None
    assert refs.entry_of(Oid("b3:" + "0" * 64)) is None
    assert refs.entry_of("0" * 64 + "\n") is None
