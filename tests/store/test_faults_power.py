"""Power cuts: after any step, whatever part of the unsynced is found, nothing acknowledged is lost."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store import fsck
from gnut_store.oid import Oid, oid_of
from gnut_store.store import init, open_store
from tests.store.breaking import Killed
from tests.store.power import Chance, Disk, watched

OLD = [b"old %d" % i for i in range(3)]
NEW = [b"new %d" % i * 700 for i in range(3)]
FRESH = "fresh/deeply/named"


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
    found: list[Path] = []

    with watched(tmp_path / "disk", monkeypatch) as disk:

        def cut(step: int) -> None:
            for number, chance in enumerate(chances(step)):
                found.append(disk.after_a_cut(tmp_path / f"{step}-{number}", chance) / ".gnut")

        disk.before = cut
        write(store)
    assert len(found) > 50
    for each in found:
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
