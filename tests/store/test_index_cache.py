"""The table of a large tier and its cache: it may cost time, and never gives or hides an object."""

from __future__ import annotations

import os
import random
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store import fsck, index, table
from gnut_store import oid as oids
from gnut_store.files import Files
from gnut_store.oid import Oid, hash_of, oid_of
from gnut_store.store import DiskStore, init, open_store
from gnut_store.table import FANOUT, HEAD, MAGIC, PACK, ROW

BODIES = [b"object %d" % number for number in range(300)]


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "LARGE", 99)


def add(folder: Path, bodies: list[bytes]) -> list[Oid]:
    with open_store(folder).write() as batch:
        return [batch.add("blob", body) for body in bodies]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a store of 300 objects in 3 packs, with its cache."""
    made = init(tmp_path)
    for start in (0, 100, 200):
        add(made, BODIES[start : start + 100])
    everything(open_store(made))
    assert cache(made).exists()
    return made


def cache(folder: Path) -> Path:
    return folder / "cache" / "index" / "team"


def everything(store: DiskStore) -> None:
    """Fail unless every object is given, and none that is not there."""
    assert [store.get(oid_of("blob", body)) for body in BODIES] == BODIES
    absent = oid_of("blob", b"absent")
    assert store.missing([absent, oid_of("blob", BODIES[7])]) == (absent,)
    assert sorted(store.ids()) == sorted(oid_of("blob", body) for body in BODIES)
    one = oid_of("blob", BODIES[42])
    assert store.resolve(one[:14]) == one
    assert store.describe(one) == ("blob", len(BODIES[42]))


def footers_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that takes the name of every pack whose whole footer is read from now on."""
    from gnut_store import pack_file

    read: list[str] = []
    whole = pack_file.read_footer

    def counted(how: Callable[[int, int], bytes], size: int, name: str) -> object:
        read.append(name)
        return whole(how, size, name)

    monkeypatch.setattr(pack_file, "read_footer", counted)
    return read


def test_a_cached_table_spares_the_footers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = footers_read(monkeypatch)
    everything(open_store(folder))
    assert read == []


def test_packs_that_came_later_stand_beside_the_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache(folder).read_bytes()
    later = add(folder, [b"later"])
    read = footers_read(monkeypatch)
    store = open_store(folder)
    assert store.get(later[0]) == b"later"
    assert store.get(oid_of("blob", BODIES[0])) == BODIES[0]
    assert len(read) == 1
    assert cache(folder).read_bytes() == before


def test_many_packs_that_came_later_go_into_the_next_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache(folder).stat().st_size
    more = [b"more %d" % number for number in range(150)]
    ids = add(folder, more)
    assert open_store(folder).missing(ids) == ()
    assert cache(folder).stat().st_size > before
    read = footers_read(monkeypatch)
    assert [open_store(folder).get(oid) for oid in ids] == more
    assert read == []


def test_packs_that_were_moved_into_another_one_are_found_there(folder: Path) -> None:
    reader = open_store(folder)
    assert reader.get(oid_of("blob", BODIES[0])) == BODIES[0]
    other = init(folder.parent / "other")
    add(other, BODIES)
    for old in (folder / "packs").iterdir():
        old.unlink()
    [pack] = (other / "packs").iterdir()
    shutil.copy(pack, folder / "packs" / pack.name)
    everything(reader)
    everything(open_store(folder))


def test_the_cache_is_this_users_alone(folder: Path) -> None:
    mode = stat.S_IMODE(cache(folder).stat().st_mode)
    assert mode == 0o600
    assert os.listdir(folder / "tmp") == []


def test_a_cache_that_others_may_write_to_is_not_believed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache(folder).chmod(0o666)
    read = footers_read(monkeypatch)
    everything(open_store(folder))
    assert len(read) == 3


def test_fsck_neither_reads_nor_names_the_cache(folder: Path) -> None:
    assert fsck.fsck(folder) == ()
    cache(folder).write_bytes(b"anything")
    assert fsck.fsck(folder) == ()


def test_a_store_that_cannot_be_written_to_is_read_without_a_cache(folder: Path) -> None:
    shutil.rmtree(folder / "cache")
    everything(open_store(folder, files=Unwritable()))
    assert not cache(folder).exists()
    assert os.listdir(folder / "tmp") == []


class Unwritable(Files):
    """A file system mounted read-only."""

    def create(self, path: str, mode: int = 0o444) -> int:
        """Refuse."""
        raise OSError(30, "Read-only file system")


def forged(folder: Path, change: Callable[[bytearray], None]) -> bytes:
    """Return the cache with a change, and the hash that goes with it."""
    body = bytearray(cache(folder).read_bytes()[:-32])
    change(body)
    return bytes(body) + bytes.fromhex(oids.digest(bytes(body)))


def rows_at(body: bytes) -> int:
    _, _, packs = HEAD.unpack_from(body)
    return HEAD.size + packs * PACK.size + FANOUT.size


def test_a_cache_with_any_bit_flipped_or_cut_anywhere_is_not_believed(folder: Path) -> None:
    whole = cache(folder).read_bytes()
    chance = random.Random(7)
    for _ in range(60):
        at = chance.randrange(len(whole))
        flipped = bytearray(whole)
        flipped[at] ^= 1 << chance.randrange(8)
        for body in (bytes(flipped), whole[:at], whole + whole[:at], b""):
            cache(folder).unlink(missing_ok=True)
            cache(folder).write_bytes(body)
            cache(folder).chmod(0o600)
            assert body == whole or not loaded(folder), at
    everything(open_store(folder))


def loaded(folder: Path) -> bool:
    sizes = {path.stem: path.stat().st_size for path in (folder / "packs").iterdir()}
    found = table.load(str(folder), "team", sizes, Files())
    if found is not None:
        found.close()
    return found is not None


def other_places(body: bytearray) -> None:
    """Give every row the pack and the entry of its neighbour."""
    start = rows_at(body)
    rows = list(ROW.iter_unpack(bytes(body[start:])))
    for number, (hash, _, _) in enumerate(rows):
        _, pack, entry = rows[number - 1]
        ROW.pack_into(body, start + number * ROW.size, hash, pack, entry)


def far_places(body: bytearray) -> None:
    start = rows_at(body)
    for number, (hash, _, _) in enumerate(list(ROW.iter_unpack(bytes(body[start:])))):
        ROW.pack_into(body, start + number * ROW.size, hash, 2**32 - 1, 2**32 - 1)


def far_entries(body: bytearray) -> None:
    start = rows_at(body)
    for number, (hash, pack, _) in enumerate(list(ROW.iter_unpack(bytes(body[start:])))):
        ROW.pack_into(body, start + number * ROW.size, hash, pack, 2**31)


@pytest.mark.parametrize("change", [other_places, far_places, far_entries])
def test_a_forged_cache_that_points_elsewhere_gives_no_other_bytes(
    folder: Path, change: Callable[[bytearray], None]
) -> None:
    body = forged(folder, change)
    cache(folder).write_bytes(body)
    everything(open_store(folder))
    # It was made anew.
    assert cache(folder).read_bytes() != body


@pytest.mark.parametrize(
    ("rows", "packs"), [(2**60, 3), (2**64 - 1, 3), (300, 2**32 - 1), (0, 0), (301, 3), (299, 3), (300, 2)]
)
def test_counts_that_lie_are_not_followed(folder: Path, rows: int, packs: int) -> None:
    cache(folder).write_bytes(forged(folder, lambda body: HEAD.pack_into(body, 0, MAGIC, rows, packs)))
    assert not loaded(folder)
    everything(open_store(folder))


def test_a_fanout_that_lies_is_not_followed(folder: Path) -> None:
    def change(body: bytearray) -> None:
        FANOUT.pack_into(body, rows_at(body) - FANOUT.size, *([2**60] * 256), 300)

    cache(folder).write_bytes(forged(folder, change))
    assert not loaded(folder)


def test_a_cache_of_another_size_of_a_pack_is_not_believed(folder: Path) -> None:
    def change(body: bytearray) -> None:
        name, size = PACK.unpack_from(body, HEAD.size)
        PACK.pack_into(body, HEAD.size, name, size + 1)

    cache(folder).write_bytes(forged(folder, change))
    assert not loaded(folder)
    everything(open_store(folder))


@pytest.mark.parametrize("place", ["cache/index/team", "cache/index", "cache"])
@pytest.mark.parametrize("stranger", ["link", "fifo", "folder", "file"])
def test_a_stranger_in_the_place_of_the_cache_is_neither_followed_nor_waited_for(
    folder: Path, tmp_path: Path, place: str, stranger: str
) -> None:
    kept = tmp_path / "kept"
    path = folder / place
    path.rename(kept)
    if stranger == "link":
        path.symlink_to(kept)
    elif stranger == "fifo":
        os.mkfifo(path)
    elif stranger == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"")
    before = sorted(each.read_bytes() for each in kept.rglob("*") if each.is_file())
    everything(open_store(folder))
    assert sorted(each.read_bytes() for each in kept.rglob("*") if each.is_file()) == before


def test_a_cache_that_is_cut_while_it_is_open_hides_nothing(folder: Path) -> None:
    store = open_store(folder)
    assert store.has(oid_of("blob", BODIES[0]))
    with cache(folder).open("r+b") as file:
        file.truncate(HEAD.size)
    everything(store)


def test_a_pack_damaged_behind_the_cache_is_called_damaged_not_missing(folder: Path) -> None:
    from gnut_store.errors import ObjectCorrupt

    for pack in (folder / "packs").iterdir():
        size = pack.stat().st_size
        pack.chmod(0o644)
        pack.write_bytes(bytes(size))
    with pytest.raises(ObjectCorrupt):
        open_store(folder).get(oid_of("blob", BODIES[0]))


def test_every_copy_of_an_object_is_in_the_table(tmp_path: Path) -> None:
    folder, other = init(tmp_path / "a"), init(tmp_path / "b")
    add(folder, BODIES[:150])
    add(other, BODIES[100:])
    for pack in (other / "packs").iterdir():
        shutil.copy(pack, folder / "packs" / pack.name)
    store = open_store(folder)
    everything(store)
    assert [len(store.index("team").places(hash_of("blob", BODIES[n]))) for n in (0, 120, 299)] == [1, 2, 1]
    [old, _] = (folder / "packs").iterdir()
    old.unlink()
    assert store.get(oid_of("blob", BODIES[120])) == BODIES[120]


def test_a_table_finds_every_hash_however_they_are_spread() -> None:
    chance = random.Random(9)
    crowded = [b"\x07" * 20 + chance.randbytes(12) for _ in range(1500)]
    even = [chance.randbytes(32) for _ in range(3000)]
    alike = [even[0]] * 130
    hashes = sorted([*crowded, *even, *alike, bytes(32), b"\xff" * 32])
    entries = b"".join(hash + bytes(24) for hash in hashes)
    made, _ = table.build([table.Listed("a", 1)], [(0, entries)])
    for hash in {*hashes}:
        assert len(made.find(hash)) == hashes.count(hash)
    for _ in range(2000):
        assert made.find(chance.randbytes(32)) == []
    low, high = b"\x07" * 20 + bytes(12), b"\x07" * 20 + b"\xff" * 12
    assert list(made.between(low, high)) == sorted(crowded)
    assert list(made.hashes()) == hashes
