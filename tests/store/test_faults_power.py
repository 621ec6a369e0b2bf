"""Power cuts: after any step, whatever part of the unsynced is found, nothing acknowledged is lost."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store import fsck, gc, repair
from gnut_store.oid import Oid, oid_of
from gnut_store.receive import receive
from gnut_store.store import init, open_store
from tests.store.breaking import Killed
from tests.store.places import Shelf, packs_of
from tests.store.power import Chance, Disk, watched

pytestmark = pytest.mark.usefixtures("quick_disk")

OLD = [b"old %d" % i for i in range(3)]
NEW = [b"new %d" % i * 700 for i in range(3)]
FRESH = "fresh/deeply/named"


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what the model does by itself."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


def filled(folder: Path) -> Path:
    """Return a store that acknowledged `OLD`."""
    folder.mkdir()
    store = init(folder)
    with open_store(store).write() as batch:
        for body in OLD:
            batch.ref("kept", batch.add("blob", body))
    return store


def add(store: Path) -> None:
    with open_store(store).write() as batch:
        for body in NEW:
            batch.ref(FRESH, batch.add("blob", body))


def add_locally(store: Path) -> None:
    with open_store(store).write("local") as batch:
        for body in NEW:
            batch.ref(FRESH, batch.add("blob", body))


def name_again(store: Path) -> None:
    with open_store(store).write() as batch:
        batch.ref(FRESH, oid_of("blob", OLD[0]))


def chances(seed: int) -> list[Chance]:
    """Nothing of what was not synced is found; all of it; some of it, in several ways."""
    noise = random.Random(seed)
    return [lambda: False, lambda: True, *[lambda odds=odds: noise.random() < odds for odds in (0.25, 0.5, 0.75)]]


def assert_whole(store: Path, bodies: list[bytes]) -> None:
    assert fsck.fsck(store) == ()
    fresh = open_store(store)
    assert [fresh.get(oid_of("blob", body)) for body in bodies] == bodies
    assert set(fresh.refs("kept")) == {oid_of("blob", body) for body in OLD}


def acknowledged(store: Path) -> set[Oid]:
    """Return what stands under the new name."""
    return set(open_store(store).refs(FRESH))


ALL_NEW = {oid_of("blob", body) for body in NEW}
WRITES: dict[Callable[[Path], None], set[Oid]] = {
    add: ALL_NEW,
    add_locally: ALL_NEW,
    name_again: {oid_of("blob", OLD[0])},
}


@pytest.mark.parametrize("write", WRITES)
def test_what_was_acknowledged_before_outlives_a_cut_at_any_step_of_a_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]
) -> None:
    store = filled(tmp_path / "disk")
    for each in cuts(tmp_path, monkeypatch, lambda: write(store)):
        assert_whole(each, OLD)
        write(each)
        assert_whole(each, OLD)
        assert acknowledged(each) == WRITES[write]
        shutil.rmtree(each.parent)


@pytest.mark.parametrize("write", WRITES)
def test_what_is_acknowledged_outlives_a_cut_right_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]
) -> None:
    store = filled(tmp_path / "disk")
    with watched(tmp_path / "disk", monkeypatch) as disk:
        write(store)
        found = [disk.after_a_cut(tmp_path / str(i), chance) / ".gnut" for i, chance in enumerate(chances(1))]
    for each in found:
        assert_whole(each, OLD)
        assert acknowledged(each) == WRITES[write]


def steps_of(folder: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]) -> int:
    store = filled(folder)
    with watched(folder, monkeypatch) as disk:
        write(store)
    return disk.steps


@pytest.mark.parametrize("write", WRITES)
def test_what_a_killed_writer_left_undurable_is_made_so_before_another_relies_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]
) -> None:
    for at in range(1, steps_of(tmp_path / "count", monkeypatch, write) + 1):
        store = filled(tmp_path / f"{at}")
        with watched(tmp_path / f"{at}", monkeypatch) as disk:
            disk.before = dies_at(at)
            with pytest.raises(Killed):
                write(store)
            disk.before = None
            write(store)
            each = disk.after_a_cut(tmp_path / f"{at}-cut", lambda: False) / ".gnut"
        assert_whole(each, OLD)
        assert acknowledged(each) == WRITES[write], f"killed before step {at}"


@pytest.mark.parametrize("write", WRITES)
def test_what_a_slower_writer_has_not_made_durable_is_made_so_before_another_relies_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path], None]
) -> None:
    for at in range(1, steps_of(tmp_path / "count", monkeypatch, write) + 1):
        store = filled(tmp_path / f"{at}")
        with watched(tmp_path / f"{at}", monkeypatch) as disk:
            disk.before = overtaken_at(at, disk, store, write, tmp_path / f"{at}-cut")
            write(store)
        each = tmp_path / f"{at}-cut/.gnut"
        assert_whole(each, OLD)
        assert acknowledged(each) == WRITES[write], f"overtaken before step {at}"
        assert_whole(store, OLD)


def dies_at(at: int) -> Callable[[int], None]:
    def die(step: int) -> None:
        # NOTE: a killed process takes no further step, not even to clean up after itself.
        if step >= at:
            raise Killed

    return die


def overtaken_at(
    at: int, disk: Disk, store: Path, write: Callable[[Path], None], target: Path
) -> Callable[[int], None]:
    def overtake(step: int) -> None:
        if step == at:
            disk.before = None
            write(store)
            disk.after_a_cut(target, lambda: False)

    return overtake


def in_packs(folder: Path) -> Path:
    """Return a store that holds every object of `OLD` in a pack of its own, and one twice."""
    folder.mkdir()
    store = init(folder)
    for tier in ("team", "team", "local"):
        for body in OLD:
            with open_store(store).write(tier) as batch:
                batch.ref("kept" if tier == "team" else "mine/only", batch.add("blob", body))
    return store


def collect(store: Path) -> None:
    gc.collect(
        open_store(store),
        now=1_900_000_000.0,
        base_of={},
        keep=frozenset(),
        prune=True,
        dry_run=False,
        everything=True,
        stale=frozenset({"mine/only"}),
    )


def test_collecting_loses_nothing_to_a_cut_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = in_packs(tmp_path / "disk")
    for each in cuts(tmp_path, monkeypatch, lambda: collect(store)):
        assert_whole(each, OLD)
        collect(each)
        assert_whole(each, OLD)
        shutil.rmtree(each.parent)
    assert_whole(store, OLD)
    assert len(list((store / "packs").iterdir())) == 1


def test_taking_packs_in_loses_nothing_to_a_cut_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = filled(tmp_path / "disk")
    other = filled(tmp_path / "other")
    add(other)
    carrier = Shelf(packs_of(open_store(other)))
    for each in cuts(tmp_path, monkeypatch, lambda: receive(open_store(store), carrier)):
        assert_whole(each, OLD)
        receive(open_store(each), carrier)
        assert_whole(each, [*OLD, *NEW])
        assert acknowledged(each) == ALL_NEW
        shutil.rmtree(each.parent)


def damaged(folder: Path) -> Path:
    """Return a store of which a pack that holds `NEW` has one damaged record."""
    store = filled(folder)
    before = set((store / "packs").iterdir())
    with open_store(store).write() as batch:
        for body in NEW:
            batch.add("blob", body)
    [pack] = set((store / "packs").iterdir()) - before
    body = bytearray(pack.read_bytes())
    body[80] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(body)
    return store


def test_repairing_loses_nothing_to_a_cut_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = damaged(tmp_path / "disk")
    good = [*OLD, *NEW[1:]]
    assert {fault.kind for fault in fsck.fsck(store)} >= {"object_damaged"}
    for each in cuts(tmp_path, monkeypatch, lambda: repair.repair(store)):
        fresh = open_store(each)
        assert [fresh.get(oid_of("blob", body)) for body in good] == good
        repair.repair(each)
        assert_mended(each, good)
        shutil.rmtree(each.parent)
    assert_mended(store, good)


def assert_mended(store: Path, good: list[bytes]) -> None:
    # What is lost for good stays visible: its pack was promised.
    assert {fault.kind for fault in fsck.fsck(store)} == {"pack_missing"}
    fresh = open_store(store)
    assert [fresh.get(oid_of("blob", body)) for body in good] == good
    assert set(fresh.refs("kept")) == {oid_of("blob", body) for body in OLD}


def cuts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[], object]) -> list[Path]:
    """Return the stores that may be found after a cut at any step of some work, and right after its end."""
    found: list[Path] = []
    with watched(tmp_path / "disk", monkeypatch) as disk:

        def cut(step: int) -> None:
            for number, chance in enumerate(chances(step)[:4]):
                found.append(disk.after_a_cut(tmp_path / f"{step}-{number}", chance) / ".gnut")

        disk.before = cut
        work()
        disk.before = None
        cut(disk.steps + 1)
    assert len(found) > 40
    return found


def test_a_store_that_init_has_made_outlives_a_cut_and_one_cut_short_can_be_completed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "disk"
    root.mkdir()
    found: list[Path] = []
    with watched(root, monkeypatch) as disk:

        def cut(step: int) -> None:
            for number, chance in enumerate(chances(step)):
                found.append(disk.after_a_cut(tmp_path / f"{step}-{number}", chance))

        disk.before = cut
        init(root)
        done = [disk.after_a_cut(tmp_path / f"done-{i}", chance) for i, chance in enumerate(chances(0))]
    for each in found:
        assert fsck.fsck(init(each)) == ()
        shutil.rmtree(each)
    for each in done:
        assert fsck.fsck(each / ".gnut") == ()
