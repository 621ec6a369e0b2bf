"""Runs are found by the names that people type, whichever store keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gnut.edge.runs import KIND, Entry, history, log_of, logs, path_of, resolve
from gnut.edge.world import World, world
from gnut.errors import BadId, ObjectMissing
from gnut_store import canon
from gnut_store.memory import MemoryStore
from gnut_store.oid import Oid


def kept(store: MemoryStore, path: str, ordinal: int, word: str, tier: str = "local") -> Oid:
    """Put an object in place of a run."""
    with store.write(tier) as batch:
        oid = batch.add(KIND, canon.encode({"of": word}))
        batch.ref(f"{log_of(path)}/{ordinal:08}", oid)
    return oid


@pytest.fixture
def here(tmp_path: Path) -> World:
    (tmp_path / "repo/.git").mkdir(parents=True)
    (tmp_path / "repo/docs").mkdir()
    return world(str(tmp_path / "repo"))


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def test_the_newest_run_comes_first_and_under_one_number_the_higher_id(store: MemoryStore) -> None:
    made = [kept(store, "r.md", number, word) for number, word in ((1, "a"), (2, "b"), (2, "c"), (10, "d"))]
    twins = sorted(made[1:3], reverse=True)
    expected = [Entry(10, made[3]), *(Entry(2, oid) for oid in twins), Entry(1, made[0])]
    assert list(history(store, log_of("r.md"))) == expected


def test_both_tiers_are_one_log(store: MemoryStore) -> None:
    local, team = kept(store, "r.md", 1, "a"), kept(store, "r.md", 2, "b", "team")
    assert [entry.oid for entry in history(store, log_of("r.md"))] == [team, local]


def test_what_is_no_number_is_no_run(store: MemoryStore) -> None:
    oid = kept(store, "r.md", 1, "a")
    with store.write() as batch:
        for part in ("notes", "1", "000000001"):
            batch.ref(f"{log_of('r.md')}/{part}", batch.add(KIND, canon.encode({"of": part})))
    assert [entry.oid for entry in history(store, log_of("r.md"))] == [oid]


def test_a_log_is_of_one_path(store: MemoryStore) -> None:
    for path in ("r.md", "docs/r.md", "отчёт.md", "-", "a b.md", "r.md/"):
        kept(store, path, 1, path)
    assert len(logs(store)) == 6
    assert all(ref.count("/") == 1 and len(ref) == 44 for ref in logs(store))


def test_a_report_means_its_newest_run_and_a_number_counts_back(here: World, store: MemoryStore) -> None:
    made = [kept(store, "docs/r.md", number, str(number)) for number in (1, 2, 3)]
    assert resolve(here, store, "docs/r.md") == made[2]
    assert resolve(here, store, "./docs/../docs/r.md~1") == made[1]
    assert resolve(here, store, "docs/r.md~0") == made[2]
    assert resolve(here, store, "docs/r.md~2") == made[0]


def test_a_report_is_named_from_the_current_folder(here: World, store: MemoryStore) -> None:
    oid = kept(store, "docs/r.md", 1, "a")
    inside = here._replace(cwd=here.cwd / "docs")
    assert resolve(inside, store, "r.md") == oid
    assert resolve(inside, store, "../docs/r.md") == oid
    # As the log spells it, from wherever one stands.
    assert resolve(inside, store, "docs/r.md") == oid


def test_a_report_that_stands_here_never_means_the_one_of_that_name_at_the_root(
    here: World, store: MemoryStore
) -> None:
    kept(store, "r.md", 1, "a")
    (here.cwd / "docs/r.md").write_text("x")
    inside = here._replace(cwd=here.cwd / "docs")
    for text in ("r.md", "r.md~0", "./r.md"):
        with pytest.raises(BadId) as refusal:
            resolve(inside, store, text)
        assert refusal.value.code == "unknown_run"
    own = kept(store, "docs/r.md", 1, "b")
    assert resolve(inside, store, "r.md") == own


def test_a_report_whose_own_name_ends_like_a_number_is_meant_first(here: World, store: MemoryStore) -> None:
    first, second = (kept(store, "r.md", number, str(number)) for number in (1, 2))
    assert resolve(here, store, "r.md~1") == first
    odd = [kept(store, "r.md~1", number, f"odd {number}") for number in (1, 2)]
    assert resolve(here, store, "r.md~1") == odd[1]
    assert resolve(here, store, "r.md~1~0") == odd[1]
    assert resolve(here, store, "r.md~1~1") == odd[0]
    assert resolve(here, store, "r.md~0") == second
    assert resolve(here, store, "r.md") == second


def test_a_report_that_is_gone_still_has_its_runs(here: World, store: MemoryStore) -> None:
    oid = kept(store, "gone.md", 1, "a")
    assert not (here.cwd / "gone.md").exists()
    assert resolve(here, store, "gone.md") == oid


def test_a_report_that_is_called_like_an_id_or_ends_in_a_number_is_found(here: World, store: MemoryStore) -> None:
    odd = {name: kept(store, name, 1, name) for name in ("0123456789ab", "a~b", "draft~")}
    for name, oid in odd.items():
        assert resolve(here, store, name) == oid


def test_an_id_and_its_beginning_mean_the_run(here: World, store: MemoryStore) -> None:
    oid = kept(store, "r.md", 1, "a")
    for text in (oid, oid[:15], oid[3:11]):
        assert resolve(here, store, text) == oid


@pytest.mark.parametrize("text", ["nothing.md", "r.md~1", "r.md~99999999", "b3:12", "", "~1", "a\0b", "00000000"])
def test_a_name_of_no_run_is_refused(here: World, store: MemoryStore, text: str) -> None:
    kept(store, "r.md", 1, "a")
    with pytest.raises(BadId) as refusal:
        resolve(here, store, text)
    assert refusal.value.code == "unknown_run"


def test_a_beginning_that_several_ids_share_is_refused_with_those_ids(here: World) -> None:
    class Twins(MemoryStore):
        def ids(self):  # type: ignore[no-untyped-def]
            return iter([Oid("b3:" + "ab" * 4 + digit * 56) for digit in "12"])

    with pytest.raises(BadId, match="2 objects"):
        resolve(here, Twins(), "abababab")


def test_an_object_of_another_kind_is_no_run(here: World, store: MemoryStore) -> None:
    with store.write() as batch:
        oid = batch.add("blob", b"x")
    for text in (oid, oid[:15]):
        with pytest.raises(ObjectMissing, match="is a blob, expected a run"):
            resolve(here, store, text)


def test_a_path_outside_of_the_repository_is_logged_as_it_was_typed(here: World) -> None:
    assert path_of(here, "/elsewhere/r.md") == "/elsewhere/r.md"
    assert path_of(here, "-") == "-"
