"""Collecting: fewer and smaller packs that say the same, and what is never touched."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gnut_store import canon, gc_build, trash
from gnut_store import gc as collector
from gnut_store import oid as oids
from gnut_store.errors import ObjectCorrupt, ObjectMissing, StoreBusy
from gnut_store.fsck import fsck
from gnut_store.gc_plan import LIMIT
from gnut_store.gc_sound import Pack
from gnut_store.oid import Oid, hash_of, oid_of
from gnut_store.pack import PREFIX, PREFIX_DEPTH, RAW
from gnut_store.store import init, open_store
from tests.store.collecting import DAY, NOW, chained, gc, many, packs, put, said, tree, versions, whole, words
from tests.store.packs import built, one_record, sealed


def test_forty_packs_become_one_that_says_the_same(tmp_path: Path) -> None:
    top = many(tmp_path, 40)
    before, old = said(top), packs(top)
    done = gc(top).tiers[0]
    assert (done.packs_before, done.packs_after, done.objects, len(done.merged)) == (40, 1, 40, 40)
    assert packs(top) == set(done.written)
    assert said(top) == before
    assert whole(top)
    assert done.bytes_after == sum(path.stat().st_size for path in (top / "packs").glob("*.gpk")) < done.bytes_before
    assert {path.stem for path in (top / "trash").iterdir()} == old
    assert os.listdir(top / "tmp") == []


@pytest.mark.parametrize("count", [0, 1])
def test_a_store_with_no_pack_or_one_is_left_as_it_is(tmp_path: Path, count: int) -> None:
    top = many(tmp_path, count)
    (top / "lock").touch()
    before = tree(top)
    done = gc(top)
    assert [tier.merged + tier.redundant + tier.written for tier in done.tiers] == [(), ()]
    assert tree(top) == before


def test_the_second_time_there_is_nothing_to_do(tmp_path: Path) -> None:
    top = many(tmp_path, 9)
    gc(top)
    before = tree(top)
    done = gc(top)
    assert all(tier.packs_after == tier.packs_before and not tier.merged for tier in done.tiers)
    # The trash is as old as NOW is late.
    after = tree(top)
    assert {name for name in before if name not in after} == {f"trash/{name}" for name in done.trash.removed}
    assert {name: after[name] for name in after if not name.startswith("trash")} == {
        name: before[name] for name in before if not name.startswith("trash")
    }


def test_three_hundred_packs_become_one(tmp_path: Path) -> None:
    top = many(tmp_path, 300)
    before = said(top)
    assert gc(top).tiers[0].packs_after == 1
    assert said(top) == before
    assert whole(top)


def test_each_tier_is_collected_by_itself(tmp_path: Path) -> None:
    top = many(tmp_path, 3)
    many(tmp_path, 4, "local")
    store = open_store(top)
    shared = put(store, b"of the team", ref="kept")
    with store.write("local") as batch:
        batch.ref("mine", shared[0])
    before = said(top)
    done = gc(top)
    assert [tier.packs_after for tier in done.tiers] == [1, 1]
    assert said(top) == before
    assert whole(top)
    shutil.rmtree(top / "local")
    assert oids.from_bytes(hash_of("blob", b"of the team")) in set(open_store(top).ids())
    assert fsck(top) == ()


def test_a_collection_of_one_tier_leaves_every_file_of_the_other(tmp_path: Path) -> None:
    top = many(tmp_path, 5)
    put(open_store(top), b"mine", ref="mine", tier="local")
    before = tree(top / "local")
    gc(top)
    assert tree(top / "local") == before


kinds = st.sampled_from(["blob", "text"])
writes = st.lists(
    st.tuples(
        st.lists(st.tuples(kinds, st.text(max_size=300), st.sampled_from(["", "a", "a/b", "c"])), max_size=4),
        st.sampled_from(["team", "local"]),
    ),
    max_size=6,
)


@given(writes, st.booleans(), st.booleans(), st.dictionaries(st.integers(0, 20), st.integers(0, 20), max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_whatever_was_written_is_there_after_it(
    tmp_path: Path,
    made: list[tuple[list[tuple[str, str, str]], str]],
    prune: bool,
    everything: bool,
    bases: dict[int, int],
) -> None:
    shutil.rmtree(tmp_path / ".gnut", ignore_errors=True)
    top = init(tmp_path)
    store = open_store(top)
    hashes = []
    for objects, tier in made:
        with store.write(tier) as batch:
            for kind, text, ref in objects:
                oid = batch.add(kind, text.encode())
                hashes.append(oids.to_bytes(oid))
                if ref:
                    batch.ref(ref, oid)
    base_of = {hashes[a]: hashes[b] for a, b in bases.items() if max(a, b) < len(hashes)}
    before = said(top)
    # Nothing is old enough to be dropped.
    gc(top, now=(top / "format").stat().st_mtime + DAY, base_of=base_of, prune=prune, everything=everything)
    assert said(top) == before
    assert whole(top)


def test_later_captures_of_a_page_cost_little(tmp_path: Path) -> None:
    top = init(tmp_path)
    store = open_store(top)
    pages = versions(1, 6, 5000)
    for page in pages:
        put(store, page, ref="src/x")
    before = said(top)
    one = min(path.stat().st_size for path in (top / "packs").glob("*.gpk"))
    gc(top, base_of=chained(pages))
    assert said(top) == before
    assert whole(top)
    (pack,) = (top / "packs").glob("*.gpk")
    assert pack.stat().st_size < one * 1.1
    # The newest is whole: it is the one that people read.
    entries = Pack(f"{top}/packs", pack.stem, store.files).entries
    assert [entries[hash_of("blob", page)].codec == PREFIX for page in pages] == [True] * 5 + [False]


def test_no_more_than_eight_captures_must_be_read_before_one(tmp_path: Path) -> None:
    top = init(tmp_path)
    store = open_store(top)
    pages = versions(2, 30)
    put(store, *pages[:20], ref="src/x")
    put(store, *pages[20:], ref="src/x")
    gc(top, base_of=chained(pages))
    gc(top, base_of=chained(pages), everything=True)
    put(store, words(999), ref="src/y")
    gc(top, base_of=chained(pages), everything=True)
    assert whole(top)
    (name,) = packs(top)
    pack = Pack(f"{top}/packs", name, store.files)
    assert pack.footer.bases == ()
    assert sum(entry.codec != PREFIX for entry in pack.entries.values()) == -(-len(pages) // (PREFIX_DEPTH + 1)) + 1
    assert [open_store(top).get(oid_of("blob", page)) for page in pages] == pages


def test_a_hint_that_is_wrong_costs_no_byte_and_no_object(tmp_path: Path) -> None:
    top = init(tmp_path)
    store = open_store(top)
    bodies = [words(seed) for seed in range(4)]
    for body in bodies:
        put(store, body)
    a, b, c, d = (hash_of("blob", body) for body in bodies)
    before = sum(path.stat().st_size for path in (top / "packs").glob("*.gpk"))
    done = gc(top, base_of={a: b, b: a, c: c, d: bytes(32)}).tiers[0]
    assert whole(top)
    assert done.bytes_after is not None
    assert done.bytes_after <= before
    assert [open_store(top).get(oid_of("blob", body)) for body in bodies] == bodies


@pytest.mark.parametrize("base", [b"", b"1234567", b"12345678"])
def test_a_base_of_a_few_bytes_is_none(tmp_path: Path, base: bytes) -> None:
    top = init(tmp_path)
    store = open_store(top)
    put(store, base, b"first")
    put(store, base + b"x" * 3000)
    gc(top, base_of=chained([base + b"x" * 3000, base]))
    assert whole(top)


def test_a_merged_pack_is_cut_where_hosts_of_git_would_refuse_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc_build, "LIMIT", 10_000)
    top = init(tmp_path)
    store = open_store(top)
    pages = [page for seed in range(12) for page in versions(seed, 2)]
    for page in pages:
        put(store, page, ref="kept")
    before = said(top)
    bases = {hash_of("blob", pages[at + 1]): hash_of("blob", pages[at]) for at in range(0, len(pages), 2)}
    done = gc(top, base_of=bases).tiers[0]
    assert len(done.written) > 2
    assert all(path.stat().st_size < 12_000 for path in (top / "packs").glob("*.gpk"))
    assert said(top) == before
    assert whole(top)
    # Each stands alone: none needs an object of another.
    assert all(Pack(f"{top}/packs", name, store.files).footer.bases == () for name in done.written)
    # An entry is named by the pack that holds its object.
    for name in done.written:
        pack = Pack(f"{top}/packs", name, store.files)
        assert {oids.to_bytes(oid) for _, oid in pack.footer.refs} == set(pack.entries)


def test_long_packs_are_left_alone(tmp_path: Path) -> None:
    top = init(tmp_path)
    store = open_store(top)
    for _ in range(2):
        put(store, os.urandom(LIMIT // 2))
    assert gc(top).tiers[0].merged == ()


def test_what_is_compressed_better_already_is_taken_as_it_is(tmp_path: Path) -> None:
    top = init(tmp_path)
    store = open_store(top)
    # At level 3 these are shorter than at level 9.
    bodies = ["".join(f"{n}\n" for n in range(start, 3000)).encode() for start in range(1, 7)]
    for body in bodies:
        put(store, body)
    before = sum(path.stat().st_size for path in (top / "packs").glob("*.gpk"))
    done = gc(top).tiers[0]
    assert done.bytes_after is not None
    assert done.bytes_after < before
    assert whole(top)


def test_packs_that_were_handed_on_stay_as_they_are(tmp_path: Path) -> None:
    top = many(tmp_path, 12)
    keep = frozenset(sorted(packs(top))[:5])
    done = gc(top, keep=keep).tiers[0]
    assert keep < packs(top)
    assert (done.shared, done.packs_after, len(done.merged)) == (5, 6, 7)
    assert whole(top)
    done = gc(top, keep=keep, everything=True).tiers[0]
    assert (done.packs_after, len(done.merged)) == (1, 6)
    assert whole(top)
    before = packs(top)
    assert gc(top, everything=True).tiers[0].merged == ()
    assert packs(top) == before


def test_packs_of_two_branches_that_both_collected_are_told_from_new_ones(tmp_path: Path) -> None:
    top = many(tmp_path, 6)
    other = tmp_path / "other"
    shutil.copytree(top, other / ".gnut")
    gc(top)
    put(open_store(other / ".gnut"), b"of the other branch", ref="kept")
    gc(other / ".gnut")
    # git unites the folders: the old packs were removed by both.
    for folder in ("packs", "refs"):
        shutil.copytree(other / ".gnut" / folder, top / folder, dirs_exist_ok=True)
    assert len(packs(top)) == 2
    before = said(top)
    done = gc(top).tiers[0]
    assert len(done.redundant) == 1
    assert len(packs(top)) == 1
    assert said(top) == before
    assert whole(top)


def test_objects_that_stand_twice_after_a_killed_collection_go_with_the_next(tmp_path: Path) -> None:
    top = many(tmp_path, 5)
    old = packs(top)
    gc(top)
    for name in old:
        (top / "trash" / f"{name}.gpk").rename(top / "packs" / f"{name}.gpk")
        (top / "refs/packs" / name).touch()
    assert fsck(top) == ()
    done = gc(top).tiers[0]
    assert set(done.redundant) == old
    assert done.merged == ()
    assert whole(top)


def flip(path: Path, at: int) -> None:
    body = bytearray(path.read_bytes())
    body[at] ^= 0x40
    path.chmod(0o644)
    path.write_bytes(bytes(body))


@pytest.mark.parametrize("at", [0, 90, -90, -1], ids=["magic", "object", "footer", "name"])
def test_a_damaged_pack_is_named_and_left_alone_and_the_rest_goes_on(tmp_path: Path, at: int) -> None:
    top = many(tmp_path, 8)
    bad = sorted(packs(top))[3]
    flip(top / "packs" / f"{bad}.gpk", at)
    before = (top / "packs" / f"{bad}.gpk").read_bytes()
    done = gc(top).tiers[0]
    assert [name for name, _ in done.damaged] == [bad]
    assert len(done.merged) == 7
    assert bad not in done.merged
    assert (top / "packs" / f"{bad}.gpk").read_bytes() == before
    assert {fault.path for fault in fsck(top) if fault.code in ("GN802", "GN804")} == {f"packs/{bad}.gpk"}
    assert len(packs(top)) == 2


def test_the_only_good_copy_is_what_the_merged_pack_holds(tmp_path: Path) -> None:
    top = many(tmp_path, 4)
    bad = sorted(packs(top))[0]
    flip(top / "packs" / f"{bad}.gpk", 90)
    body = next(words(number, 60) for number in range(4) if not readable(top, words(number, 60)))
    put(open_store(top), body)  # What cannot be read is written again.
    gc(top)
    assert open_store(top).get(oid_of("blob", body)) == body
    assert bad in packs(top)


def readable(top: Path, body: bytes) -> bool:
    try:
        return open_store(top).get(oid_of("blob", body)) == body
    except ObjectCorrupt:
        return False


def test_a_pack_whose_sums_are_right_and_whose_object_is_not_is_left_alone(tmp_path: Path) -> None:
    top = many(tmp_path, 3)
    name, body = one_record(b"other bytes", 11, RAW, bytes(32))
    (top / "packs" / f"{name}.gpk").write_bytes(body)
    (top / "refs/packs" / name).touch()
    done = gc(top).tiers[0]
    assert [pack for pack, _ in done.damaged] == [name]
    assert len(done.merged) == 3


@pytest.mark.parametrize("ref", ["../../../outside", "packs", "a/../../b", "con", "/etc", "a//b"])
def test_a_footer_that_leads_out_of_the_store_is_damage_and_nothing_is_written_there(tmp_path: Path, ref: str) -> None:
    top = many(tmp_path, 3)
    _, honest = built(("blob", b"x"), refs=(("t", Oid("b3:" + "0" * 64)),))
    name, body = renamed(honest, ref)
    (top / "packs" / f"{name}.gpk").write_bytes(body)
    (top / "refs/packs" / name).touch()
    (top / "tmp" / f"{name}.open").touch()
    around = {path.name for path in tmp_path.iterdir()}
    done = gc(top).tiers[0]
    assert [pack for pack, _ in done.damaged] == [name]
    assert {path.name for path in tmp_path.iterdir()} == around
    assert not (top / "refs" / "con").exists()


def renamed(pack: bytes, ref: str) -> tuple[str, bytes]:
    """Return an honest pack with another word as the name of its one entry."""
    from gnut_store.pack import FOOTER, TRAILER

    start = TRAILER.unpack(pack[-TRAILER.size :])[0]
    footer = pack[start : -TRAILER.size]
    head = list(FOOTER.unpack_from(footer))
    line = f"{ref} b3:{'0' * 64}\n".encode()
    body = footer[FOOTER.size : len(footer) - head[4]] + line
    head[4] = len(line)
    return sealed(start, pack[:start], FOOTER.pack(*head) + body)


def test_what_cannot_be_read_back_removes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = many(tmp_path, 5)
    old, before = packs(top), said(top)
    real = Pack.damage

    def failing(self: Pack, base: object) -> str | None:
        return "the disk gave other bytes" if self.name not in old else real(self, base)  # type: ignore[arg-type]

    monkeypatch.setattr(Pack, "damage", failing)
    with pytest.raises(ObjectCorrupt, match="cannot be read back"):
        gc(top)
    assert old < packs(top)
    assert said(top) == before


def test_a_store_that_is_written_to_is_busy(tmp_path: Path) -> None:
    top = many(tmp_path, 3)
    waited: list[float] = []
    with open_store(top).write() as batch:
        batch.add("blob", b"in the middle")
        with pytest.raises(StoreBusy) as refusal:
            gc(open_store(top, sleep=waited.append))
    assert refusal.value.exit_code == 75
    assert 9 < sum(waited) < 11
    assert len(packs(top)) == 4


def test_a_dry_run_writes_nothing_and_says_what_it_would_do(tmp_path: Path) -> None:
    top = many(tmp_path, 7)
    (top / "lock").unlink()
    (top / "trash").mkdir()
    (top / "trash/old.gpk").write_bytes(b"x")
    before = tree(top)
    done = gc(top, dry_run=True, prune=True)
    assert tree(top) == before
    assert (done.tiers[0].packs_before, done.tiers[0].packs_after, done.tiers[0].bytes_after) == (7, 1, None)
    assert done.trash.removed == ("old.gpk",)


# --- the trash


def test_what_lies_in_the_trash_goes_after_fourteen_days(tmp_path: Path) -> None:
    top = many(tmp_path, 3)
    gc(top)
    moved = max(path.stat().st_ctime for path in (top / "trash").iterdir())
    assert gc(top, now=moved + 14 * DAY - 60).trash.kept == 3
    done = gc(top, now=moved + 14 * DAY + 1).trash
    assert (len(done.removed), done.kept, os.listdir(top / "trash")) == (3, 0, [])


def test_an_old_pack_lies_in_the_trash_from_when_it_was_put_there(tmp_path: Path) -> None:
    top = many(tmp_path, 3)
    for pack in (top / "packs").iterdir():
        os.utime(pack, (1, 1))
    gc(top)
    assert gc(top, now=(top / "format").stat().st_mtime + DAY).trash.kept == 3


def test_what_is_dated_after_now_stays_and_is_said(tmp_path: Path) -> None:
    top = many(tmp_path, 3)
    gc(top)
    name = sorted(os.listdir(top / "trash"))[0]
    os.utime(top / "trash" / name, (NOW + 100 * DAY, NOW + 100 * DAY))
    done = gc(top).trash
    assert (done.future, done.kept, len(done.removed)) == ((name,), 1, 2)


def test_what_is_no_file_is_left_in_the_trash(tmp_path: Path) -> None:
    top = many(tmp_path, 1)
    (top / "trash/folder").mkdir(parents=True)
    (top / "trash/link").symlink_to(tmp_path)
    gc(top)
    assert sorted(os.listdir(top / "trash")) == ["folder", "link"]


def test_emptying_the_trash_leaves_what_the_store_does_not_hold(tmp_path: Path) -> None:
    top = many(tmp_path, 3)
    gc(top)
    (name, body) = built(("blob", b"was dropped"))
    (top / "trash" / f"{name}.gpk").write_bytes(body)
    (top / "trash/whatever").write_bytes(b"quarantined")
    done = gc(top, now=(top / "format").stat().st_mtime, empty_trash=True)
    assert len(done.trash.removed) == 3
    assert sorted(os.listdir(top / "trash")) == sorted([f"{name}.gpk", "whatever"])
    assert trash.DAYS == 14


@pytest.mark.parametrize("days", [0, 15])
@pytest.mark.parametrize("harm", ["damaged", "lost"])
def test_nothing_leaves_the_trash_while_what_holds_it_is_damaged_or_lost(tmp_path: Path, harm: str, days: int) -> None:
    top = many(tmp_path, 3)
    gc(top)
    (name,) = packs(top)
    pack = top / "packs" / f"{name}.gpk"
    body = pack.read_bytes()
    pack.unlink()
    if harm == "damaged":
        pack.write_bytes(body[:80] + bytes([body[80] ^ 1]) + body[81:])
    now = (top / "format").stat().st_mtime + days * DAY
    done = gc(top, now=now, empty_trash=not days)
    assert (done.trash.removed, len(os.listdir(top / "trash"))) == ((), 3)
    assert [one for one, _ in done.tiers[0].damaged] == [name]
    pack.unlink(missing_ok=True)
    pack.write_bytes(body)
    assert len(gc(top, now=now, empty_trash=not days).trash.removed) == 3


def test_what_only_the_local_tier_holds_is_no_reason_to_drop_a_copy_of_the_teams(tmp_path: Path) -> None:
    top = init(tmp_path)
    store = open_store(top)
    put(store, b"in both tiers", tier="local")
    put(store, b"of the team alone", ref="kept")
    (name, body) = built(("blob", b"in both tiers"), ("blob", b"of the team alone"))
    (top / "trash").mkdir(exist_ok=True)
    (top / "trash" / f"{name}.gpk").write_bytes(body)
    assert gc(top, now=(top / "format").stat().st_mtime, empty_trash=True).trash.removed == ()


def test_what_would_be_lost_by_collecting_is_refused_and_nothing_is_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug must not cost a byte: here the new packs are read back as none."""
    top = many(tmp_path, 3)
    before = packs(top)
    monkeypatch.setattr(collector, "read_back", lambda *_: [])
    with pytest.raises(ObjectCorrupt, match="3 objects and 3 entries would be lost"):
        gc(top)
    assert packs(top) >= before
    assert whole(top)


def test_a_pack_that_stands_for_a_younger_one_is_as_young(tmp_path: Path) -> None:
    top = init(tmp_path)
    with open_store(top).write("local") as batch:
        for text in (b"relied on anew", b"and another"):
            batch.add("blob", text)
    (pack,) = (top / "local/packs").iterdir()
    os.utime(pack, (NOW - 15 * DAY, NOW - 15 * DAY))
    (name, body) = built(("blob", b"relied on anew"))
    (younger := top / "local/packs" / f"{name}.gpk").write_bytes(body)
    os.utime(younger, (NOW - DAY, NOW - DAY))
    gc(top)
    assert packs(top, "local") == {pack.stem}
    assert pack.stat().st_mtime == NOW - DAY


# --- what is dropped


def old_local(tmp_path: Path) -> Path:
    """Return a store whose local packs are old: one object that nothing leads to, some that something does."""
    top = init(tmp_path)
    store = open_store(top)
    put(store, b"nothing leads here", tier="local")
    leaf = put(store, b"reached through json", tier="local")[0]
    left = put(store, b"named as one that may be missing", tier="local")[0]
    named = canon.encode({"leaf": leaf, "left_oid": left})
    (node,) = put(store, named, tier="local", kind="note")
    put(store, b"in an entry", ref="mine", tier="local")
    inner = put(store, b"named by the team", tier="local")[0]
    put(store, canon.encode({"deep": [{"er": inner}]}), kind="note")
    with store.write("local") as batch:
        batch.ref("top", node)
    for pack in (top / "local/packs").iterdir():
        os.utime(pack, (NOW - 15 * DAY, NOW - 15 * DAY))
    return top


def test_only_what_nothing_leads_to_is_dropped_and_waits_in_the_trash(tmp_path: Path) -> None:
    top = old_local(tmp_path)
    before = said(top)
    done = gc(top, prune=True, now=NOW)
    gone = oid_of("blob", b"nothing leads here")
    assert done.tiers[1].dropped == 1
    after = said(top)
    assert after["refs"] == before["refs"]
    assert before["objects"].keys() - after["objects"].keys() == {gone}
    assert whole(top)
    waiting = [Pack(f"{top}/trash", path.stem, open_store(top).files) for path in (top / "trash").glob("*.gpk")]
    assert any(hash_of("blob", b"nothing leads here") in pack.entries for pack in waiting)
    with pytest.raises(ObjectMissing):
        open_store(top).get(gone)


def test_nothing_is_dropped_unless_it_is_asked_for(tmp_path: Path) -> None:
    top = old_local(tmp_path)
    before = said(top)
    assert gc(top).tiers[1].dropped == 0
    assert said(top) == before


def test_nothing_is_ever_dropped_from_the_teams_tier(tmp_path: Path) -> None:
    top = init(tmp_path)
    store = open_store(top)
    for number in range(3):
        put(store, words(number))
    for pack in (top / "packs").iterdir():
        os.utime(pack, (1, 1))
    before = said(top)
    gc(top, prune=True, everything=True, stale={"kept"})
    assert said(top) == before


def test_young_packs_keep_all_they_hold(tmp_path: Path) -> None:
    top = old_local(tmp_path)
    for pack in (top / "local/packs").iterdir():
        os.utime(pack, (NOW - 13 * DAY, NOW - 13 * DAY))
    before = said(top)
    gc(top, prune=True)
    assert said(top) == before
    for pack in (top / "local/packs").iterdir():
        # A clock that was wrong: from after now.
        os.utime(pack, (NOW + 900 * DAY, NOW + 900 * DAY))
    gc(top, prune=True)
    assert said(top) == before


def test_merging_makes_nothing_look_younger_or_older(tmp_path: Path) -> None:
    top = many(tmp_path, 3, "local")
    times = [NOW - 90 * DAY, NOW - 80 * DAY, NOW - 70 * DAY]
    for pack, moment in zip(sorted((top / "local/packs").iterdir()), times, strict=True):
        os.utime(pack, (moment, moment))
    gc(top)
    (pack,) = (top / "local/packs").iterdir()
    assert pack.stat().st_mtime == NOW - 70 * DAY


def test_what_was_acknowledged_anew_counts_as_new(tmp_path: Path) -> None:
    top = old_local(tmp_path)
    put(open_store(top), b"nothing leads here", tier="local")
    now = (top / "format").stat().st_mtime + DAY
    before = said(top)
    gc(top, prune=True, now=now)
    assert said(top)["objects"].keys() == before["objects"].keys()


def test_nothing_is_dropped_where_damage_hides_what_is_needed(tmp_path: Path) -> None:
    top = old_local(tmp_path)
    store = open_store(top)
    put(store, words(5), ref="kept")
    team = next(path for path in (top / "packs").glob("*.gpk") if b"kept" in path.read_bytes())
    flip(team, -90)
    done = gc(top, prune=True)
    assert done.tiers[1].dropped == 0
    assert done.pruned is not None
    assert team.stem[:12] in done.pruned
    assert open_store(top).get(oid_of("blob", b"nothing leads here")) == b"nothing leads here"


def test_a_bad_object_hides_what_it_needs_as_well(tmp_path: Path) -> None:
    top = old_local(tmp_path)
    name, body = one_record(b'{"a":1}', 7, RAW, bytes(32), "note")
    (top / "packs" / f"{name}.gpk").write_bytes(body)
    done = gc(top, prune=True)
    assert done.tiers[1].dropped == 0
    assert done.pruned is not None


def test_old_records_that_pile_up_go_with_their_entries(tmp_path: Path) -> None:
    top = init(tmp_path)
    store = open_store(top)
    for number in range(4):
        put(store, words(number, 30), ref=f"seen/{number}", tier="local")
    both = put(store, b"named twice", ref="seen/1", tier="local")[0]
    with store.write("local") as batch:
        batch.ref("mine", both)
    for pack in (top / "local/packs").iterdir():
        os.utime(pack, (NOW - 15 * DAY, NOW - 15 * DAY))
    done = gc(top, prune=True, stale={"seen/0", "seen/1", "other"}).tiers[1]
    assert (done.lines, done.dropped) == (3, 0)
    assert open_store(top).ref_names() == ("mine", "seen/2", "seen/3")
    assert not (top / "local/refs/seen/0").exists()
    assert whole(top)
    # Their objects go with the next collection: no entry ever names what is gone.
    assert gc(top, prune=True).tiers[1].dropped == 2
    assert open_store(top).get(both) == b"named twice"
    assert whole(top)


def test_a_young_pack_holds_on_to_its_records(tmp_path: Path) -> None:
    top = init(tmp_path)
    store = open_store(top)
    (oid,) = put(store, b"x", ref="seen/0", tier="local")
    (pack,) = (top / "local/packs").iterdir()
    os.utime(pack, (NOW - 15 * DAY, NOW - 15 * DAY))
    (top / "local/refs/seen/0" / oid[3:]).unlink()
    put(store, b"x", ref="seen/0", tier="local")  # A young pack names it again.
    os.utime(pack, (NOW - 15 * DAY, NOW - 15 * DAY))
    young = next(path for path in (top / "local/packs").iterdir() if path != pack)
    os.utime(young, (NOW, NOW))
    gc(top, prune=True, stale={"seen/0"})
    assert open_store(top).refs("seen/0") == (oid,)
    assert whole(top)
