"""One suite over every store: what callers may rely on, on disk and in memory."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.errors import BadId, BadName, GnutError, NotCanonical, ObjectCorrupt, ObjectMissing
from gnut_store.memory import MemoryStore
from gnut_store.oid import Oid, oid_of
from gnut_store.store import Store, init, open_store
from tests.strategies import values

Make = Callable[[], Store]
ABSENT = Oid("b3:" + "0" * 64)


@pytest.fixture(params=["memory", "disk"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return MemoryStore() if request.param == "memory" else open_store(init(tmp_path))


def test_what_was_added_is_read_back_with_its_kind(store: Store) -> None:
    objects = [("blob", b""), ("blob", bytes(range(256)) * 400), ("text", "é\n".encode() * 5000), ("run", b'{"a":1}')]
    with store.write() as batch:
        ids = [batch.add(kind, body) for kind, body in objects]
    assert ids == [oid_of(kind, body) for kind, body in objects]
    assert [store.get(oid) for oid in ids] == [body for _, body in objects]
    assert [store.kind(oid) for oid in ids] == [kind for kind, _ in objects]


def test_the_kind_is_part_of_the_id(store: Store) -> None:
    with store.write() as batch:
        ids = {batch.add(kind, b'{"a":1}') for kind in ("blob", "text", "run", "ledger")}
    assert len(ids) == 4
    assert {store.kind(oid) for oid in ids} == {"blob", "text", "run", "ledger"}


def test_an_object_of_another_kind_than_asked_for_is_missing(store: Store) -> None:
    with store.write() as batch:
        oid = batch.add("blob", b"{}")
        assert batch.get(oid, "blob") == b"{}"
        with pytest.raises(ObjectMissing, match="is a blob, expected a receipt"):
            batch.get(oid, "receipt")
    with pytest.raises(ObjectMissing, match="is a blob, expected a receipt"):
        store.get(oid, "receipt")


def test_nothing_is_visible_before_the_block_ends(store: Store) -> None:
    with store.write() as batch:
        oid = batch.add("blob", b"x")
        batch.ref("a/b", oid)
        assert batch.get(oid) == b"x"
        assert not store.has(oid)
        assert store.refs("a/b") == ()
    assert store.has(oid)
    assert store.refs("a/b") == (oid,)


def test_a_block_that_raises_leaves_nothing(store: Store) -> None:
    def work() -> None:
        with store.write() as batch:
            batch.ref("a", batch.add("blob", b"x"))
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        work()
    assert list(store.ids()) == []
    assert store.ref_names() == ()


def test_an_absent_object_is_missing(store: Store) -> None:
    assert not store.has(ABSENT)
    for read in (store.get, store.kind):
        with pytest.raises(ObjectMissing):
            read(ABSENT)


@pytest.mark.parametrize(
    "spelling",
    [
        "",
        "b3:",
        "0" * 64,
        "B3:" + "0" * 64,
        "b3:" + "A" * 64,
        "b3:" + "0" * 63,
        "b3:" + "0" * 65,
        "sha256:" + "0" * 64,
        "b3:" + "0" * 64 + "\n",
        " b3:" + "0" * 64,
        "b3:" + "٤" * 64,
        "blob:" + "0" * 64,
        "b3-" + "0" * 64,
    ],
)
def test_an_id_has_one_spelling(store: Store, spelling: str) -> None:
    for read in (store.get, store.kind, store.has):
        with pytest.raises(BadId):
            read(Oid(spelling))


def test_missing_keeps_the_order_of_what_was_asked_for(store: Store) -> None:
    with store.write() as batch:
        there = batch.add("blob", b"x")
    other = Oid("b3:" + "1" * 64)
    assert store.missing([other, there, ABSENT, other]) == (other, ABSENT, other)


def test_an_object_that_is_there_is_not_written_again(store: Store) -> None:
    for _ in range(2):
        with store.write() as batch:
            assert batch.add("blob", b"x") == batch.add("blob", b"x") == oid_of("blob", b"x")
    assert list(store.ids()) == [oid_of("blob", b"x")]


def test_a_prefix_names_one_object(store: Store) -> None:
    with store.write() as batch:
        ids = [batch.add("blob", b"%d" % i) for i in range(50)]
    for oid in ids:
        assert store.resolve(oid) == store.resolve(oid[:11]) == store.resolve(oid[3:11]) == oid


@pytest.mark.parametrize("prefix", ["", "b3:", "b3:1234567", "1234567", "b3:ABCDEF01", "b3:0000000g", "x" * 90, "-"])
def test_a_prefix_is_eight_digits_or_more(store: Store, prefix: str) -> None:
    with pytest.raises(BadId):
        store.resolve(prefix)


def alike() -> tuple[bytes, bytes]:
    """Return two blobs whose ids begin with the same eight digits: one pair among 77,000 is likely to."""
    seen: dict[str, bytes] = {}
    for number in range(1_000_000):
        body = b"%d" % number
        other = seen.setdefault(oid_of("blob", body)[:11], body)
        if other != body:
            return other, body
    raise AssertionError("no two blobs are alike")


def test_a_prefix_of_nothing_and_one_of_several_are_refused(store: Store) -> None:
    with pytest.raises(BadId, match="no object's id begins"):
        store.resolve("00000000")
    with store.write() as batch:
        one, other = (batch.add("blob", body) for body in alike())
    with pytest.raises(BadId, match="2 objects' ids begin"):
        store.resolve(one[:11])
    assert store.resolve(one[:20]) == one
    assert store.resolve(other) == other


def test_refs_are_sets_that_only_grow(store: Store) -> None:
    for bodies in ([b"1"], [b"2", b"3"], [b"1", b"3"]):
        with store.write() as batch:
            for body in bodies:
                batch.ref("reports/a", batch.add("blob", body))
    assert store.refs("reports/a") == tuple(sorted(oid_of("blob", body) for body in (b"1", b"2", b"3")))


def test_the_order_of_entries_does_not_matter(store: Store) -> None:
    for i, order in enumerate(permutations((b"1", b"2", b"3"))):
        with store.write() as batch:
            for body in order:
                batch.ref(f"t/{i}", batch.add("blob", body))
    assert len({store.refs(name) for name in store.ref_names("t")}) == 1


def test_names_are_listed_at_and_under_a_prefix(store: Store) -> None:
    with store.write() as batch:
        oid = batch.add("blob", b"x")
        for name in ("a", "a/b", "a/b/c", "ab", "z"):
            batch.ref(name, oid)
    assert store.ref_names() == ("a", "a/b", "a/b/c", "ab", "z")
    assert store.ref_names("a") == ("a", "a/b", "a/b/c")
    assert store.ref_names("a/b") == ("a/b", "a/b/c")
    assert store.ref_names("b") == ()


def test_the_parts_of_a_ref_are_those_right_under_it(store: Store) -> None:
    with store.write("local") as local:
        local.ref("run/b/2", local.add("blob", b"x"))
    with store.write() as batch:
        oid = batch.add("blob", b"x")
        for name in ("run", "run/a/1", "run/b", "run/b/1/deep", "run/b/1", "runs/c"):
            batch.ref(name, oid)
    assert store.ref_parts("run") == ("a", "b")
    assert store.ref_parts("run/b") == ("1", "2")
    assert store.ref_parts("run/none") == ()
    with pytest.raises(BadName):
        store.ref_parts("../up")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/",
        "a/",
        "/a",
        "a//b",
        ".",
        "..",
        "a/../b",
        ".a",
        "-a",
        "a.",
        "A",
        "é",
        "a b",
        "a\\b",
        "a\n",
        "con",
        "a/nul.txt",
        "com1",
        "packs",
        "packs/x",
        "x" * 65,
        "/".join(["abc"] * 51),
        "0" * 64,
        "a/" + "f" * 64,
        "a:b",
        "a*",
        "a\0",
    ],
)
def test_a_name_that_some_file_system_would_change_is_refused(store: Store, name: str) -> None:
    with store.write() as batch:
        oid = batch.add("blob", b"x")
        with pytest.raises(BadName):
            batch.ref(name, oid)
    with pytest.raises(BadName):
        store.refs(name)


@pytest.mark.parametrize("name", ["a", "src/" + "0" * 40, "a.b-c_d", "0", "conx", "_x", "packs-of-ours", "x" * 64])
def test_a_plain_name_is_taken(store: Store, name: str) -> None:
    with store.write() as batch:
        batch.ref(name, batch.add("blob", b"x"))
    assert store.ref_names() == (name,)


def test_a_ref_names_only_what_is_there(store: Store) -> None:
    with store.write() as batch, pytest.raises(ObjectMissing):
        batch.ref("a", ABSENT)
    assert store.ref_names() == ()


def test_both_tiers_are_read_as_one(store: Store) -> None:
    with store.write("team") as batch:
        batch.ref("r", batch.add("blob", b"ours"))
    with store.write("local") as batch:
        batch.ref("r", batch.add("blob", b"mine"))
        batch.ref("r", oid_of("blob", b"ours"))
    assert {store.get(oid) for oid in store.refs("r")} == {b"ours", b"mine"}
    assert len(list(store.ids())) == 2


def test_what_only_one_machine_has_is_nothing_a_ref_of_the_team_can_name(store: Store) -> None:
    with store.write("local") as batch:
        mine = batch.add("blob", b"mine")
    with store.write("team") as batch, pytest.raises(ObjectMissing):
        batch.ref("r", mine)
    with store.write("team") as batch:
        batch.ref("r", batch.add("blob", b"mine"))
    assert store.refs("r") == (mine,)


@pytest.mark.parametrize(
    ("kind", "body", "error"),
    [
        ("Run", b"{}", BadId),
        ("", b"", BadId),
        ("a" * 17, b"", BadId),
        ("1a", b"", BadId),
        ("a\n", b"", BadId),
        ("text", b"\xff", NotCanonical),
        ("text", b"\xed\xa0\x80", NotCanonical),
        ("run", b'{"a": 1}', NotCanonical),
        ("run", b'{"a":1}\n', NotCanonical),
        ("run", b'{"b":1,"a":2}', NotCanonical),
        ("run", b'{"a":1.5}', NotCanonical),
        ("run", b'{"a":1,"a":1}', NotCanonical),
        ("run", b"", NotCanonical),
        ("run", '{"é":1}'.encode(), NotCanonical),
    ],
)
def test_an_object_that_fsck_would_call_damaged_is_not_taken(
    store: Store, kind: str, body: bytes, error: type[GnutError]
) -> None:
    with store.write() as batch, pytest.raises(error):
        batch.add(kind, body)
    assert list(store.ids()) == []


def test_an_object_over_the_limit_is_not_taken(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gnut_store.batch.OBJECT_LIMIT", 100)
    with store.write() as batch:
        batch.add("blob", b"x" * 100)
        with pytest.raises(GnutError) as refusal:
            batch.add("blob", b"x" * 101)
    assert refusal.value.code == "object_too_large"
    assert len(list(store.ids())) == 1


def test_the_same_id_with_other_bytes_stops_the_write(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    if isinstance(store, MemoryStore):
        pytest.skip("the twin in memory keeps the newest bytes and finds the damage on reading")
    with store.write() as batch:
        batch.add("blob", b"first")
    broken = oids.hash_of("blob", b"first")
    monkeypatch.setattr(oids, "hash_of", lambda kind, body: broken)
    with pytest.raises(ObjectCorrupt, match="other bytes are stored under this id"), store.write() as batch:
        batch.add("blob", b"second")
    broken = bytes(32)
    with store.write() as batch:
        batch.add("blob", b"pending")
        with pytest.raises(ObjectCorrupt, match="other bytes"):
            batch.add("blob", b"other")


@given(st.lists(st.tuples(st.sampled_from(["blob", "note"]), st.binary(max_size=40)), max_size=6), values())
def test_any_bytes_and_any_value_come_back(objects: list[tuple[str, bytes]], value: Any) -> None:
    store = MemoryStore()
    with store.write() as batch:
        ids = [batch.add("blob", body) for _, body in objects]
        note = batch.add("note", canon.encode(value))
    assert [store.get(oid) for oid in ids] == [body for _, body in objects]
    assert canon.decode(store.get(note, "note")) == value


def test_a_tampered_object_is_refused_in_memory() -> None:
    store = MemoryStore()
    with store.write() as batch:
        oid = batch.add("blob", b"old words")
    store.tamper(oid, b"new words")
    with pytest.raises(ObjectCorrupt):
        store.get(oid)
    with store.write() as batch:
        batch.add("blob", b"old words")
    assert store.get(oid) == b"old words"
