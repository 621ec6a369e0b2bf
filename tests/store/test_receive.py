"""Packs from outside: what enters a store, what is refused, and what a crash in between leaves."""

from __future__ import annotations

import errno
import itertools
import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gnut_store import carrier, footer, known, quarantine
from gnut_store.carrier import CHUNK, CarrierFailed, Received
from gnut_store.errors import GnutError, ObjectCorrupt, StoreBusy, StoreUnwritable
from gnut_store.fsck import fsck
from gnut_store.links import Link
from gnut_store.oid import Oid, hash_of, oid_of
from gnut_store.pack import MAGIC, PREFIX, RAW, RECORD, Builder
from gnut_store.receive import FAILURES, Interrupted, receive, send
from gnut_store.store import DiskStore, init, open_store
from tests.store.breaking import BreakingFiles, Killed
from tests.store.packs import built, one_record, records_of, sealed
from tests.store.places import Shelf, assert_clean, chunks, empty_store, failing, left_over, packs_of

BODIES = [b"words of one page, and of the next %d" % i * 40 for i in range(4)]


def written(store: DiskStore, *bodies: bytes, ref: str = "kept/pages") -> list[Oid]:
    """Write one pack with a ref, and return the ids."""
    with store.write() as batch:
        ids = [batch.add("blob", body) for body in bodies]
        for oid in ids:
            batch.ref(ref, oid)
    return ids


def filled(folder: Path) -> DiskStore:
    """Return a store with one pack for each of `BODIES`."""
    store = empty_store(folder)
    for body in BODIES:
        written(store, body)
    return store


def blob(body: bytes) -> Oid:
    return oid_of("blob", body)


def taken_from(packs: dict[str, bytes], store: DiskStore) -> Received:
    return receive(store, Shelf(packs))


def prefixed(body: bytes, base: bytes, *, also: bytes | None = None) -> tuple[str, bytes]:
    """Return a pack whose one object needs `base`, which is not in it unless it is `also`."""
    builder = Builder()
    out = [builder.begin()]
    if also is not None:
        out.append(builder.add("blob", hash_of("blob", also), also))
    out.append(builder.add_with_prefix("blob", hash_of("blob", body), body, hash_of("blob", base), base))
    footer, name = builder.finish(())
    return name, b"".join([*out, footer])


# What is taken


def test_what_one_store_wrote_another_reads(tmp_path: Path) -> None:
    there, here = filled(tmp_path / "there"), empty_store(tmp_path / "here")
    received = taken_from(packs_of(there), here)
    assert received == Received(tuple(sorted(packs_of(there))), (), ())
    assert [here.get(blob(body)) for body in BODIES] == BODIES
    assert here.refs("kept/pages") == there.refs("kept/pages")
    assert packs_of(here) == packs_of(there)
    assert_clean(here)


def test_what_is_here_is_not_asked_for_again(tmp_path: Path) -> None:
    there, here = filled(tmp_path / "there"), empty_store(tmp_path / "here")
    shelf = Shelf(packs_of(there))
    receive(here, shelf)
    written(there, b"one more")
    shelf.packs |= packs_of(there)
    shelf.asked.clear()
    received = receive(here, shelf)
    assert len(received.taken) == 1
    assert shelf.asked == list(received.taken)
    assert len(received.held) == len(BODIES)


def test_only_what_is_wanted_is_taken(tmp_path: Path) -> None:
    packs = packs_of(filled(tmp_path / "there"))
    here = empty_store(tmp_path / "here")
    first, *_ = sorted(packs)
    received = receive(here, Shelf(packs), wanted=[first, "0" * 64])
    assert received == Received((first,), (), (("0" * 64, "the shelf does not hold it"),))
    assert packs_of(here).keys() == {first}


def test_progress_is_told_pack_by_pack(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    receive(
        empty_store(tmp_path / "here"),
        Shelf(packs_of(filled(tmp_path / "there"))),
        progress=lambda done, of: told.append((done, of)),
    )
    assert told == [(number, len(BODIES)) for number in range(1, len(BODIES) + 1)]


@pytest.mark.parametrize("length", [1, 31, 32, 33, 4096])
def test_bytes_may_come_in_parts_of_any_length(length: int, tmp_path: Path) -> None:
    name, body = built(("blob", b"some words"))
    here = empty_store(tmp_path)
    assert receive(here, Shelf({name: body}, lambda _: chunks(body, length))).taken == (name,)
    assert_clean(here)


def test_a_pack_of_refs_alone_is_taken(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    (oid,) = written(here, b"words")
    name, body = built(refs=(("other", oid),))
    assert taken_from({name: body}, here).taken == (name,)
    assert here.refs("other") == (oid,)
    assert_clean(here)


def test_the_store_sees_what_it_received_without_being_opened_again(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    assert not here.has(blob(b"words"))
    name, body = built(("blob", b"words"))
    taken_from({name: body}, here)
    assert here.get(blob(b"words")) == b"words"


def test_packs_that_need_each_other_are_taken_together_in_whatever_order_they_come(tmp_path: Path) -> None:
    first = built(("blob", b"base"), refs=(("kept", blob(b"other")),))
    second = built(("blob", b"other"), refs=(("kept", blob(b"base")),))
    here = empty_store(tmp_path)
    assert len(taken_from(dict([first, second]), here).taken) == 2
    assert_clean(here)


# What is held


def test_a_pack_whose_objects_stand_in_other_packs_is_held_and_not_fetched_twice(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    written(here, *BODIES)
    packs = packs_of(filled(tmp_path / "there"))
    shelf = Shelf(packs)
    assert receive(here, shelf) == Received((), tuple(sorted(packs)), ())
    assert len(shelf.asked) == len(packs)
    assert receive(here, shelf) == Received((), tuple(sorted(packs)), ())
    assert len(shelf.asked) == len(packs)
    assert_clean(here)


def test_a_pack_that_was_held_is_fetched_once_what_held_it_is_gone(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    written(here, *BODIES)
    shelf = Shelf(packs_of(filled(tmp_path / "there")))
    receive(here, shelf)
    for path in [*Path(here.folder, "packs").iterdir(), *Path(here.folder, "refs/packs").iterdir()]:
        path.unlink()
    assert len(receive(here, shelf).taken) == len(BODIES)
    assert [here.get(blob(body)) for body in BODIES] == BODIES


def test_a_pack_with_a_ref_that_is_not_here_is_taken_though_its_objects_are(tmp_path: Path) -> None:
    here, there = empty_store(tmp_path / "here"), empty_store(tmp_path / "there")
    (oid,) = written(here, b"words", ref="kept/pages")
    written(there, b"words", ref="other/pages")
    assert len(taken_from(packs_of(there), here).taken) == 1
    assert here.refs("other/pages") == (oid,)
    assert_clean(here)


def test_a_pack_that_was_lost_here_is_taken_again_even_if_its_objects_are_elsewhere(tmp_path: Path) -> None:
    here = filled(tmp_path)
    packs = packs_of(here)
    written(here, *BODIES, b"more", ref="again")
    lost = sorted(packs)[0]
    Path(here.folder, "packs", f"{lost}.gpk").unlink()
    known.add(here.folder, [lost], here.files)
    assert fsck(Path(here.folder)) != ()
    assert taken_from(packs, here).taken == (lost,)
    assert_clean(here)


def test_packs_that_were_merged_here_are_not_fetched_again(tmp_path: Path) -> None:
    from gnut_store.gc import collect

    here = filled(tmp_path)
    shelf = Shelf(packs_of(here))
    collect(here, now=time.time(), base_of={}, keep=frozenset(), prune=False, dry_run=False, everything=True)
    assert not packs_of(here).keys() & shelf.packs.keys()
    assert receive(here, shelf) == Received((), tuple(sorted(shelf.packs)), ())
    assert shelf.asked == []
    assert_clean(here)


def test_an_object_of_this_machine_alone_does_not_make_a_pack_of_the_team_unneeded(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    with here.write("local") as batch:
        batch.add("blob", b"words")
    name, body = built(("blob", b"words"))
    assert taken_from({name: body}, here).taken == (name,)


# What is damaged here


def spoil(store: DiskStore, name: str, body: bytes | None, *, within: str = "packs") -> Path:
    """Give a pack here other bytes; None puts a link to nowhere in its place."""
    path = Path(store.folder, within, f"{name}.gpk")
    path.unlink()
    if body is None:
        path.symlink_to("/nowhere")
    else:
        path.write_bytes(body)
    return path


DAMAGE = {
    "a turned bit": lambda body: damaged(body, len(body) // 2),
    "its last bytes": lambda body: body[:-4] + b"abcd",
    "a cut": lambda body: body[:-70],
    "one byte more": lambda body: body + b"x",
    "nothing left": lambda body: b"",
    "zeros": lambda body: bytes(len(body)),
    "another pack": lambda body: GOOD[1],
    "a link": lambda body: None,
}


@pytest.mark.parametrize("way", DAMAGE)
def test_a_pack_that_is_damaged_here_is_taken_anew(tmp_path: Path, way: str) -> None:
    here = filled(tmp_path)
    packs = packs_of(here)
    hurt = sorted(packs)[1]
    spoil(here, hurt, DAMAGE[way](packs[hurt]))
    assert fsck(Path(here.folder)) != ()
    would = receive(here, Shelf(packs), dry_run=True)
    assert (would.taken, would.healed) == ((hurt,), (hurt,))
    assert fsck(Path(here.folder)) != ()
    received = receive(here, Shelf(packs))
    assert (received.taken, received.healed, received.damaged, received.refused) == ((hurt,), (hurt,), (), ())
    assert packs_of(here) == packs
    assert [here.get(blob(body)) for body in BODIES] == BODIES
    assert_clean(here)
    assert receive(here, Shelf(packs)).held == tuple(sorted(packs))


def test_what_was_read_before_is_read_again_once_its_pack_is_sound(tmp_path: Path) -> None:
    here = filled(tmp_path)
    packs = packs_of(here)
    for name in packs:
        spoil(here, name, damaged(packs[name], len(MAGIC) + RECORD.size + 4))
    here = open_store(Path(here.folder))
    for body in BODIES:
        with pytest.raises(GnutError):
            here.get(blob(body))
    assert receive(here, Shelf(packs)).healed == tuple(sorted(packs))
    assert [here.get(blob(body)) for body in BODIES] == BODIES
    assert_clean(here)


def test_damage_for_which_the_place_has_no_good_bytes_is_named_and_stays(tmp_path: Path) -> None:
    here = filled(tmp_path)
    packs = packs_of(here)
    absent, bad, *_ = sorted(packs)
    for name in (absent, bad):
        spoil(here, name, damaged(packs[name], 60))
    offered = {name: body for name, body in packs.items() if name != absent} | {bad: damaged(packs[bad], 60)}
    received = receive(here, Shelf(offered))
    assert [name for name, _ in received.damaged] == [absent, bad]
    assert [name for name, _ in received.refused] == [bad]
    assert received.healed == ()
    assert not Path(here.folder, "trash").exists()


def test_objects_in_a_damaged_pack_do_not_make_another_pack_unneeded(tmp_path: Path) -> None:
    here, there = empty_store(tmp_path / "here"), filled(tmp_path / "there")
    written(here, *BODIES)
    (one,) = packs_of(here)
    shelf = Shelf(packs_of(there))
    assert len(receive(here, shelf).held) == len(BODIES)
    spoil(here, one, damaged(packs_of(here)[one], 100))
    received = receive(here, shelf)
    assert len(received.taken) == len(BODIES)
    assert [name for name, _ in received.damaged] == [one]
    assert [here.get(blob(body)) for body in BODIES] == BODIES


def test_a_pack_of_this_machine_that_is_damaged_is_taken_anew_into_its_place(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    with here.write("local") as batch:
        batch.ref("kept", batch.add("blob", b"mine" * 100))
    (path,) = Path(here.folder, "local/packs").iterdir()
    good = path.read_bytes()
    spoil(here, path.stem, damaged(good, 50), within="local/packs")
    assert receive(here, Shelf({path.stem: good}), tier="local").healed == (path.stem,)
    assert path.read_bytes() == good
    assert_clean(here)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_pack_that_cannot_be_read_now_is_not_called_damaged(tmp_path: Path) -> None:
    from gnut_store import healing

    here = filled(tmp_path)
    name = sorted(packs_of(here))[0]
    path = Path(here.folder, "packs", f"{name}.gpk")
    path.chmod(0)
    assert healing.damaged(f"{here.folder}/packs", [name], here.files) == {}


def test_a_kill_at_any_step_of_healing_leaves_what_the_next_one_finishes(tmp_path: Path) -> None:
    for step in itertools.count(1):
        here = filled(tmp_path / str(step))
        packs = packs_of(here)
        hurt = sorted(packs)[2]
        spoil(here, hurt, damaged(packs[hurt], 60))
        breaking = open_store(Path(here.folder), files=BreakingFiles(step))
        try:
            receive(breaking, Shelf(packs))
        except Killed:
            receive(open_store(Path(here.folder)), Shelf(packs))
            assert packs_of(here) == packs
            assert_clean(here)
        else:
            break
    assert step > 5


def test_damage_is_said_when_packs_are_handed_on_even_if_the_place_has_them(tmp_path: Path) -> None:
    here = filled(tmp_path)
    packs = packs_of(here)
    shelf = Shelf(packs)
    hurt = sorted(packs)[0]
    spoil(here, hurt, damaged(packs[hurt], 60))
    sent = send(here, shelf)
    assert sent.sent == ()
    assert [name for name, _ in sent.damaged] == [hurt]
    assert sent.held == tuple(sorted(packs.keys() - {hurt}))


# What is refused

GOOD = built(("blob", b"sound"))


def damaged(body: bytes, at: int) -> bytes:
    return body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]


def not_canonical() -> tuple[str, bytes]:
    return built(("receipt", b'{"b": 1, "a": 2}'))


def lying(raw: int) -> tuple[str, bytes]:
    return one_record(b"words", raw, RAW, hash_of("blob", b"words"))


def resealed(change: bytes) -> tuple[str, bytes]:
    """Return a pack that names itself right and holds other bytes than its record's id says."""
    return one_record(change, len(change), RAW, hash_of("blob", b"words"))


HOSTILE = {
    "a damaged record": (resealed(b"wordz"), "hash to"),
    "a length that is too long": (lying(6), "expected 6"),
    "a length that is too short": (lying(4), "expected 4"),
    "JSON in no canonical form": (not_canonical(), "canonical"),
    "JSON that is none": (built(("receipt", b"{")), "should stand here"),
    "text that is not UTF-8": (built(("text", b"\xff")), "UTF-8"),
    "a ref of the store's own": (built(("blob", b"x"), refs=(("packs", blob(b"x")),)), "no ref name"),
    "a ref below the store's own": (built(("blob", b"x"), refs=(("packs/a", blob(b"x")),)), "no ref name"),
    "a ref that climbs": (built(("blob", b"x"), refs=(("../x", blob(b"x")),)), "no ref name"),
    "a ref that is absolute": (built(("blob", b"x"), refs=(("/etc", blob(b"x")),)), "no ref name"),
    "a ref of a device": (built(("blob", b"x"), refs=(("con", blob(b"x")),)), "no ref name"),
    "a ref in upper case": (built(("blob", b"x"), refs=(("Kept", blob(b"x")),)), "no ref name"),
    "a ref of nothing": (built(("blob", b"x"), refs=(("kept", blob(b"y")),)), "neither it nor the store holds"),
    "a prefix base that nobody has": (prefixed(b"many words again", b"many words"), "is in no pack"),
    "a newer version": (sealed(8, b"GNUTPK2\0", bytes(99)), "newer gnut"),
    "no pack at all": (sealed(8, b"PK\x03\x04abcd", bytes(99)), "does not begin like a pack"),
    "no footer": (sealed(8, MAGIC, bytes(99)), "footer"),
    "an unknown codec": (one_record(b"w", 1, 9, hash_of("blob", b"w")), "newer gnut"),
    "a prefix of itself": (one_record(hash_of("blob", b"w") + b"x", 1, PREFIX, hash_of("blob", b"w")), "prefix base"),
    "a base that is too short": (
        records_of((b"w", RAW, b"w"), (hash_of("blob", b"w") + b"x", PREFIX, b"ww")),
        "does not decompress",
    ),
    "a bomb": (one_record(b"w", 1 << 62, RAW, hash_of("blob", b"w")), "unpack to"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_pack_that_fsck_would_complain_of_is_refused_by_name(case: str, tmp_path: Path) -> None:
    (name, body), why = HOSTILE[case]
    here = empty_store(tmp_path)
    received = taken_from(dict([GOOD, (name, body)]), here)
    assert received.taken == (GOOD[0],)
    ((refused, said),) = received.refused
    assert refused == name
    assert why in said
    assert_clean(here)


def test_every_flipped_byte_of_a_pack_is_seen(tmp_path: Path) -> None:
    name, body = built(("blob", b"some words"), ("text", b"more of them"), refs=(("kept", blob(b"some words")),))
    here = empty_store(tmp_path)
    for at in range(len(body)):
        received = taken_from({name: damaged(body, at)}, here)
        assert [refused for refused, _ in received.refused] == [name]
    assert_clean(here)


@pytest.mark.parametrize("cut", [0, 1, 8, 39, 40, 100, -33, -1])
def test_a_place_that_gives_too_little_is_seen(cut: int, tmp_path: Path) -> None:
    name, body = GOOD
    here = empty_store(tmp_path)
    assert taken_from({name: body[:cut]}, here).refused != ()
    assert_clean(here)


def test_a_place_that_gives_the_bytes_of_another_pack_is_seen(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    received = taken_from({"ab" * 32: GOOD[1]}, here)
    assert received.refused == (("ab" * 32, f"its bytes hash to {GOOD[0][:12]}…"),)
    assert_clean(here)


def test_a_place_that_never_ends_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quarantine, "PACK_LIMIT", 3 * CHUNK)
    here = empty_store(tmp_path)
    given = itertools.count()

    def endless(_: str) -> Iterator[bytes]:
        while True:
            next(given)
            yield bytes(CHUNK)

    received = receive(here, Shelf({GOOD[0]: b""}, endless))
    assert received.refused == ((GOOD[0], f"longer than {3 * CHUNK:,} bytes"),)
    assert next(given) == 4
    assert_clean(here)


def test_names_that_are_none_are_never_asked_for(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    shelf = Shelf(dict.fromkeys(["../../etc/passwd", "A" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", "", "packs"], b""))
    assert receive(here, shelf) == Received((), (), ())
    assert shelf.asked == []


def test_a_pack_that_needs_a_refused_one_is_refused_and_one_that_needs_that_one_too(tmp_path: Path) -> None:
    base, middle, top = (b"%s words that are the same" % word for word in (b"one", b"two", b"three"))
    bad = built(("blob", base), ("receipt", b"{ }"))
    second, third = prefixed(middle, base), prefixed(top, middle)
    here = empty_store(tmp_path)
    received = taken_from(dict([bad, second, third, GOOD]), here)
    assert received.taken == (GOOD[0],)
    assert {name for name, _ in received.refused} == {bad[0], second[0], third[0]}
    assert_clean(here)


def test_a_prefix_base_may_stand_in_the_store_or_in_another_pack_that_comes(tmp_path: Path) -> None:
    base, middle, top = (b"%s words that are the same" % word for word in (b"one", b"two", b"three"))
    here = empty_store(tmp_path)
    written(here, base)
    received = taken_from(dict([prefixed(top, middle), prefixed(middle, base)]), here)
    assert len(received.taken) == 2
    assert open_store(Path(here.folder)).get(blob(top)) == top
    assert_clean(here)


def test_a_base_that_only_this_machine_has_is_none(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    with here.write("local") as batch:
        batch.add("blob", b"many words")
    ((_, why),) = taken_from(dict([prefixed(b"many words again", b"many words")]), here).refused
    assert "is in no pack" in why


def chain(length: int) -> list[tuple[str, bytes]]:
    """Return packs of one object each, every one of which needs the one before it."""
    bodies = [b"a page that changes a little, version %d" % i for i in range(length + 1)]
    return [built(("blob", bodies[0]))] + [prefixed(b, a) for a, b in itertools.pairwise(bodies)]


def test_eight_bases_behind_each_other_are_taken_and_nine_are_not_wherever_they_stand(tmp_path: Path) -> None:
    packs = chain(9)
    here = empty_store(tmp_path / "all")
    received = taken_from(dict(packs), here)
    assert [name for name, _ in received.refused] == [packs[9][0]]
    assert_clean(here)
    for split in (1, 5, 9):
        part = empty_store(tmp_path / f"part{split}")
        taken_from(dict(packs[:split]), part)
        received = taken_from(dict(packs[split:]), part)
        assert [name for name, _ in received.refused] == [packs[9][0]]
        assert_clean(part)


def test_bases_in_a_circle_in_many_packs_cost_no_time(tmp_path: Path) -> None:
    hashes = [hash_of("blob", b"%d" % i) for i in range(2)]
    packs = []
    for number in range(40):
        for at in range(2):
            payload = hashes[1 - at] + b"%d" % number
            packs.append(one_record(payload, 1, PREFIX, hashes[at]))
    here = empty_store(tmp_path)
    start = time.process_time()
    assert len(taken_from(dict(packs), here).refused) == 80
    assert time.process_time() - start < 5
    assert_clean(here)


def test_a_footer_that_hides_its_bases_is_refused(tmp_path: Path) -> None:
    from gnut_store import oid as oids
    from gnut_store.pack import ENTRY, FOOTER, FOOTER_MAGIC, RECORD

    here = empty_store(tmp_path)
    written(here, b"many words")
    record = Builder()
    record.begin()
    base, body = b"many words", b"many words more"
    data = record.add_with_prefix("blob", hash_of("blob", body), body, hash_of("blob", base), base)
    entry = record.entries[hash_of("blob", body)]
    for bases in (b"", oids.to_bytes(blob(base)) + b"\xff" * 32):
        footer = FOOTER.pack(FOOTER_MAGIC, 1, 5, len(bases) // 32, 0) + ENTRY.pack(*entry) + b"blob\n" + bases
        name, pack = sealed(len(MAGIC) + len(data), MAGIC + data, footer)
        assert len(data) == RECORD.size + entry.stored
        ((refused, why),) = taken_from({name: pack}, here).refused
        assert refused == name
        assert "prefix bases" in why
    assert_clean(here)


def test_too_many_entries_of_refs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    oid = blob(b"x")
    packs = [built(("blob", b"x"), refs=tuple((f"kept/{i}", oid) for i in range(count))) for count in (2, 3)]
    monkeypatch.setattr(footer, "MOST_REFS", 2)
    received = taken_from(dict(packs), empty_store(tmp_path))
    assert [name for name, _ in received.refused] == [packs[1][0]]


def test_a_hundred_thousand_names_are_no_trouble(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    shelf = Shelf({f"{number:064x}": b"" for number in range(100_000)})
    name, body = GOOD
    shelf.packs[name] = body
    start = time.process_time()
    assert receive(here, shelf, wanted=[name]).taken == (name,)
    assert time.process_time() - start < 2


# Places that fail


def test_a_place_that_cannot_be_asked_changes_nothing(tmp_path: Path) -> None:
    class Gone(Shelf):
        def names(self) -> frozenset[str]:
            raise CarrierFailed("the shelf: nobody answers")

    here = empty_store(tmp_path)
    with pytest.raises(CarrierFailed, match="nobody answers"):
        receive(here, Gone())
    assert_clean(here)


@pytest.mark.parametrize("error", [CarrierFailed("the shelf: it fell over"), OSError(errno.EIO, "it fell over")])
def test_a_pack_that_a_place_fails_to_give_stops_no_other_one(error: Exception, tmp_path: Path) -> None:
    packs = packs_of(filled(tmp_path / "there"))
    bad = sorted(packs)[1]

    def serve(name: str) -> Iterator[bytes]:
        yield packs[name][:10]
        if name == bad:
            raise error
        yield packs[name][10:]

    here = empty_store(tmp_path / "here")
    with pytest.raises(Interrupted, match="the shelf: it fell over; 3 packs were taken") as failure:
        receive(here, Shelf(packs, serve))
    assert set(failure.value.received.taken) == packs.keys() - {bad}
    assert_clean(here)
    assert receive(here, Shelf(packs)).taken == (bad,)


def test_a_place_that_fails_again_and_again_is_asked_for_no_more(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    shelf = Shelf({f"{number:064x}": b"" for number in range(50)}, failing)
    with pytest.raises(Interrupted):
        receive(here, shelf)
    assert len(shelf.asked) == FAILURES
    assert_clean(here)


# Disks that fail, processes that end


def steps(tmp_path: Path, packs: dict[str, bytes]) -> int:
    """Return how many steps it takes to receive packs."""
    files = BreakingFiles()
    receive(open_store(init(tmp_path / "whole"), files=files), Shelf(packs))
    return len(files.taken)


def some_packs(tmp_path: Path) -> dict[str, bytes]:
    """Return packs, one of which names an object of another, and one a base in another."""
    store = empty_store(tmp_path / "source")
    (first,) = written(store, b"words that are long enough to be a base")
    with store.write() as batch:
        batch.ref("later/one", first)
    packs = packs_of(store)
    packs |= dict([prefixed(b"words that are long enough to be a case", b"words that are long enough to be a base")])
    return packs


def test_a_kill_at_every_step_leaves_a_store_that_is_whole(tmp_path: Path) -> None:
    packs = some_packs(tmp_path)
    count = steps(tmp_path, packs)
    assert count > 15
    for at in range(1, count + 1):
        folder = init(tmp_path / f"killed{at}")
        with pytest.raises(Killed):
            receive(open_store(folder, files=BreakingFiles(at)), Shelf(packs))
        assert fsck(folder) == (), f"after step {at}"
        again = open_store(folder)
        received = receive(again, Shelf(packs))
        assert set(received.taken) | set(received.held) == packs.keys()
        assert packs_of(again) == packs
        assert_clean(again)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT])
def test_a_disk_that_fails_at_any_step_leaves_a_store_that_is_whole(code: int, tmp_path: Path) -> None:
    packs = some_packs(tmp_path)
    count = steps(tmp_path, packs)
    refused = 0
    for at in range(1, count + 1):
        folder = init(tmp_path / f"failed{at}")
        files = BreakingFiles(at, lambda: OSError(code, os.strerror(code)))
        try:
            receive(open_store(folder, files=files), Shelf(packs))
        except StoreUnwritable:
            refused += 1
        assert fsck(folder) == (), f"after step {at}"
        again = open_store(folder)
        receive(again, Shelf(packs))
        assert packs_of(again) == packs
        assert_clean(again)
    assert refused > count // 2


def test_what_is_called_taken_was_durable_before(tmp_path: Path) -> None:
    packs = some_packs(tmp_path)
    files = BreakingFiles()
    receive(open_store(init(tmp_path / "here"), files=files), Shelf(packs))
    order = [step for step in files.taken if step in ("sync", "rename", "sync_folder", "mark")]
    first = order.index("rename")
    assert order[:first].count("sync") == len(packs)
    assert order[first - 1] == "sync_folder"
    last = len(order) - 1 - order[::-1].index("rename")
    assert "sync_folder" in order[last:]
    assert order[-1] == "sync_folder"


def test_a_link_in_the_place_of_a_refs_folder_stops_it_before_the_first_step(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    os.symlink(tmp_path, Path(here.folder, "refs", "kept"))
    name, body = built(("blob", b"x"), refs=(("kept/pages", blob(b"x")),))
    with pytest.raises(ObjectCorrupt):
        taken_from({name: body}, here)
    assert packs_of(here) == {}
    assert left_over(here) == []


def test_a_store_that_another_one_holds_alone_is_busy(tmp_path: Path) -> None:
    from gnut_store import lock

    here = empty_store(tmp_path)
    waited: list[float] = []
    busy = DiskStore(here.folder, here.files, waited.append)
    with lock.exclusive(f"{here.folder}/lock", here.files, here.sleep), pytest.raises(StoreBusy):
        receive(busy, Shelf(dict([GOOD])))
    assert sum(waited) >= lock.PATIENCE


def test_the_store_is_held_while_packs_come(tmp_path: Path) -> None:
    from gnut_store import lock

    here = empty_store(tmp_path)
    free: list[bool] = []

    def serve(_: str) -> Iterator[bytes]:
        with lock.shared(f"{here.folder}/lock", here.files, here.sleep) as fd:
            free.append(lock.alone(fd, here.sleep))
        yield GOOD[1]

    receive(here, Shelf(dict([GOOD]), serve))
    assert free == [False]


def test_two_that_receive_the_same_at_once_both_succeed(tmp_path: Path) -> None:
    packs = packs_of(filled(tmp_path / "there"))
    folder = init(tmp_path / "here")
    meet = threading.Barrier(2, timeout=20)
    done: list[Received] = []

    def serve(name: str) -> Iterator[bytes]:
        meet.wait()
        yield packs[name]

    def work() -> None:
        done.append(receive(open_store(folder), Shelf(packs, serve)))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert [one.refused for one in done] == [(), ()]
    assert packs_of(open_store(folder)) == packs
    assert_clean(open_store(folder))


def test_a_writer_beside_it_loses_nothing(tmp_path: Path) -> None:
    packs = packs_of(filled(tmp_path / "there"))
    folder = init(tmp_path / "here")
    ids: list[Oid] = []

    def serve(name: str) -> Iterator[bytes]:
        ids.extend(written(open_store(folder), b"beside %d" % len(ids)))
        yield packs[name]

    receive(open_store(folder), Shelf(packs, serve))
    fresh = open_store(folder)
    assert len([fresh.get(oid) for oid in ids]) == len(BODIES)
    assert len(packs_of(fresh)) == 2 * len(BODIES)
    assert_clean(fresh)


# Handing on


def test_what_is_sent_is_what_the_place_has_not(tmp_path: Path) -> None:
    here, shelf = filled(tmp_path), Shelf()
    names = tuple(sorted(packs_of(here)))
    assert send(here, shelf).sent == names
    assert shelf.packs == packs_of(here)
    written(here, b"one more")
    sent = send(here, shelf)
    assert len(sent.sent) == 1
    assert sent.held == names


def test_what_only_this_machine_keeps_is_not_sent(tmp_path: Path) -> None:
    here, shelf = empty_store(tmp_path), Shelf()
    with here.write("local") as batch:
        batch.add("blob", b"mine")
    assert send(here, shelf).sent == ()


def test_a_damaged_pack_is_named_and_not_sent_and_the_others_are(tmp_path: Path) -> None:
    here, shelf = filled(tmp_path), Shelf()
    packs = packs_of(here)
    bad = sorted(packs)[2]
    path = Path(here.folder, "packs", f"{bad}.gpk")
    path.chmod(0o644)
    path.write_bytes(damaged(packs[bad], 100))
    sent = send(here, shelf)
    assert [name for name, _ in sent.damaged] == [bad]
    assert set(sent.sent) == shelf.packs.keys() == packs.keys() - {bad}


def test_a_link_in_the_place_of_a_pack_is_not_sent(tmp_path: Path) -> None:
    here, shelf = empty_store(tmp_path / "here"), Shelf()
    (tmp_path / "elsewhere").write_bytes(GOOD[1])
    os.symlink(tmp_path / "elsewhere", Path(here.folder, "packs", f"{GOOD[0]}.gpk"))
    sent = send(here, shelf)
    assert (sent.sent, [name for name, _ in sent.damaged]) == ((), [GOOD[0]])
    assert shelf.packs == {}


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_store_that_cannot_be_written_to_can_be_sent(tmp_path: Path) -> None:
    here, shelf = filled(tmp_path), Shelf()
    Path(here.folder, "lock").unlink()
    Path(here.folder).chmod(0o555)
    try:
        assert len(send(here, shelf).sent) == len(BODIES)
    finally:
        Path(here.folder).chmod(0o755)


def test_what_is_sent_can_be_received(tmp_path: Path) -> None:
    shelf = Shelf()
    there = filled(tmp_path / "there")
    send(there, shelf)
    here = empty_store(tmp_path / "here")
    assert set(receive(here, shelf).taken) == set(shelf.packs)
    assert packs_of(here) == packs_of(there)


# What names what does not come

KINDS = {"run": (Link("/body", "blob"),), "page": (Link("/run", "run"),)}


def naming(kind: str, member: str, oid: Oid) -> tuple[bytes, tuple[str, bytes]]:
    """Return a JSON object that names another one, and a pack with it."""
    body = b'{"%s":"%s"}' % (member.encode(), oid.encode())
    return body, built((kind, body), refs=((f"{kind}s", oid_of(kind, body)),))


def referring() -> tuple[tuple[str, bytes], tuple[str, bytes], tuple[str, bytes]]:
    """Return a pack with bytes, one that names them, and one that names that."""
    bottom = built(("blob", b"bytes of a page"))
    body, middle = naming("run", "body", blob(b"bytes of a page"))
    return bottom, middle, naming("page", "run", oid_of("run", body))[1]


def test_a_refused_pack_takes_with_it_what_names_its_objects(tmp_path: Path) -> None:
    bottom, middle, top = referring()
    offered = dict([bottom, middle, top, GOOD]) | {bottom[0]: damaged(bottom[1], 30)}
    here = empty_store(tmp_path)
    received = receive(here, Shelf(offered), links=KINDS)
    assert received.taken == (GOOD[0],)
    assert {name for name, _ in received.refused} == {bottom[0], middle[0], top[0]}
    assert bottom[0][:12] in dict(received.refused)[middle[0]]
    assert fsck(Path(here.folder), links=KINDS) == ()
    assert set(receive(here, Shelf(dict([bottom, middle, top, GOOD])), links=KINDS).taken) == {
        bottom[0],
        middle[0],
        top[0],
    }
    assert_clean(here)


def test_a_place_that_fails_to_give_a_pack_gives_nothing_that_names_its_objects(tmp_path: Path) -> None:
    bottom, middle, _ = referring()
    offered = dict([bottom, middle])
    shelf = Shelf(offered, lambda name: failing(name) if name == bottom[0] else chunks(offered[name]))
    here = empty_store(tmp_path)
    with pytest.raises(Interrupted) as caught:
        receive(here, shelf, links=KINDS)
    assert caught.value.received.taken == ()
    assert_clean(here)


def test_what_another_pack_or_the_store_holds_is_not_missed_with_a_refused_one(tmp_path: Path) -> None:
    bottom, middle, top = referring()
    again = built(("blob", b"bytes of a page"), ("blob", b"more"))
    offered = dict([bottom, middle, top, again]) | {bottom[0]: damaged(bottom[1], 30)}
    here = empty_store(tmp_path)
    assert set(receive(here, Shelf(offered), links=KINDS).taken) == {middle[0], top[0], again[0]}
    assert fsck(Path(here.folder), links=KINDS) == ()


def test_an_object_that_stands_in_two_packs_keeps_both_away(tmp_path: Path) -> None:
    bottom, middle, _ = referring()
    body, _ = naming("run", "body", blob(b"bytes of a page"))
    twin = built(("run", body), ("blob", b"beside"))
    offered = dict([bottom, middle, twin]) | {bottom[0]: damaged(bottom[1], 30)}
    here = empty_store(tmp_path)
    assert receive(here, Shelf(offered), links=KINDS).taken == ()
    assert_clean(here)


def test_words_that_look_like_an_id_keep_nothing_away(tmp_path: Path) -> None:
    bottom, _, _ = referring()
    _, words = naming("run", "title", blob(b"bytes of a page"))
    offered = dict([bottom, words]) | {bottom[0]: damaged(bottom[1], 30)}
    assert receive(empty_store(tmp_path), Shelf(offered), links=KINDS).taken == (words[0],)


def test_what_names_an_object_that_is_nowhere_is_refused_and_what_names_that(tmp_path: Path) -> None:
    _, middle, top = referring()
    here = empty_store(tmp_path)
    received = receive(here, Shelf(dict([middle, top, GOOD])), links=KINDS)
    assert received.taken == (GOOD[0],)
    why = dict(received.refused)
    assert why[middle[0]] == (
        f"{middle_oid()[:15]}… /body needs {blob(b'bytes of a page')[:15]}…, which neither it nor the store holds"
    )
    assert f"(pack {middle[0][:12]}… has it, and is refused)" in why[top[0]]
    assert fsck(Path(here.folder), links=KINDS) == ()


def middle_oid() -> Oid:
    return oid_of("run", naming("run", "body", blob(b"bytes of a page"))[0])


@pytest.mark.parametrize("where", ["in the store", "in the same pack", "in another pack", "in another pack before it"])
def test_what_names_an_object_of_the_wrong_kind_is_refused(tmp_path: Path, where: str) -> None:
    here = empty_store(tmp_path)
    (oid, text) = oid_of("text", b"words"), ("text", b"words")
    body, alone = naming("run", "body", oid)
    packs = [alone]
    if where == "in the store":
        with here.write() as batch:
            batch.add(*text)
    elif where == "in the same pack":
        packs = [built(("run", body), text)]
    else:
        # Some name of them comes before the other's.
        fill = next(
            n for n in range(99) if (built(text, ("blob", b"%d" % n))[0] < alone[0]) == where.endswith("before it")
        )
        packs.append(built(text, ("blob", b"%d" % fill)))
    received = receive(here, Shelf(dict(packs)), links=KINDS)
    assert [name for name, _ in received.refused] == [packs[0][0]]
    assert "is a text, expected a blob" in received.refused[0][1]
    assert fsck(Path(here.folder), links=KINDS) == ()


def test_packs_that_name_objects_of_each_other_are_taken_together(tmp_path: Path) -> None:
    body, _ = naming("run", "body", blob(b"one"))
    other, _ = naming("page", "run", oid_of("run", body))
    packs = dict([built(("run", body), ("blob", b"two")), built(("blob", b"one"), ("page", other))])
    here = empty_store(tmp_path)
    assert receive(here, Shelf(packs), links=KINDS).refused == ()
    assert fsck(Path(here.folder), links=KINDS) == ()


def test_what_this_machine_keeps_for_itself_may_name_what_it_has_not(tmp_path: Path) -> None:
    _, middle, _ = referring()
    here = empty_store(tmp_path)
    assert receive(here, Shelf(dict([middle])), tier="local", links=KINDS).taken == (middle[0],)
    assert fsck(Path(here.folder), links=KINDS) == ()


def test_what_only_this_machine_has_is_missing_to_the_team(tmp_path: Path) -> None:
    _, middle, _ = referring()
    here = empty_store(tmp_path)
    with here.write("local") as batch:
        batch.add("blob", b"bytes of a page")
    assert receive(here, Shelf(dict([middle])), links=KINDS).taken == ()


def test_no_kill_leaves_an_object_that_names_what_is_not_there(tmp_path: Path) -> None:
    packs = dict(referring())
    for step in itertools.count(1):
        folder = init(tmp_path / str(step))
        try:
            receive(open_store(folder, files=BreakingFiles(step)), Shelf(packs), links=KINDS)
        except Killed:
            assert fsck(folder, links=KINDS) == (), f"after step {step}"
        else:
            break
    assert step > 15


# How much is taken at once


@pytest.mark.parametrize("limit", ["STAGED_LIMIT", "UNPACKED_LIMIT", "ROWS_LIMIT"])
def test_what_is_too_much_for_one_call_is_taken_in_the_next_ones(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = packs_of(filled(tmp_path / "there"))
    room = {"STAGED_LIMIT": max(map(len, packs.values())), "UNPACKED_LIMIT": len(BODIES[0]), "ROWS_LIMIT": 2}
    monkeypatch.setattr(quarantine, limit, 2 * room[limit] + 1)
    here = empty_store(tmp_path / "here")
    with pytest.raises(Interrupted, match="more than is taken at once; 2 packs were taken") as caught:
        receive(here, Shelf(packs))
    assert (caught.value.code, caught.value.received.refused) == ("carrier_too_large", ())
    assert_clean(here)
    receive(here, Shelf(packs))
    assert packs_of(here) == packs
    assert_clean(here)


def test_junk_counts_among_what_is_fetched_in_one_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quarantine, "STAGED_LIMIT", 10 * CHUNK)
    shelf = Shelf({f"{number:064x}": bytes(CHUNK) for number in range(100)})
    here = empty_store(tmp_path)
    with pytest.raises(Interrupted):
        receive(here, shelf)
    assert len(shelf.asked) == 11
    assert_clean(here)


def test_a_bad_pack_is_gone_from_the_disk_before_the_next_one_is_fetched(tmp_path: Path) -> None:
    here = empty_store(tmp_path)
    bad = [built(("receipt", b'{"b": %d, "a": 2}' % number)) for number in range(5)]
    left: list[int] = []

    def serve(name: str) -> Iterator[bytes]:
        yield dict(bad)[name]
        left.append(len(left_over(here)))

    assert len(receive(here, Shelf(dict(bad), serve)).refused) == 5
    assert left == [1] * 5


def test_a_pack_whose_objects_name_too_many_others_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quarantine, "NAMED_LIMIT", 20)
    bodies = [b'{"a":[%s]}' % b",".join(b'"%s"' % blob(b"%d" % i).encode() for i in range(count)) for count in (20, 21)]
    packs = [built(("run", body)) for body in bodies]
    here = empty_store(tmp_path)
    received = receive(here, Shelf(dict(packs)))
    assert received.taken == (packs[0][0],)
    assert "name more than 20" in received.refused[0][1]


# What is known not to be needed


def test_a_known_pack_counts_while_what_made_it_so_is_here(tmp_path: Path) -> None:
    here = filled(tmp_path)
    first, second, *_ = sorted(packs_of(here))
    known.add(here.folder, ["a" * 64], here.files, within=[first])
    known.add(here.folder, ["b" * 64], here.files, within=["a" * 64, second])
    known.add(here.folder, ["c" * 64], here.files, within=["d" * 64])
    known.add(here.folder, ["d" * 64], here.files, within=["c" * 64])
    assert known.names(here.folder, here.files) == {"a" * 64, "b" * 64}
    Path(here.folder, "packs", f"{first}.gpk").unlink()
    assert known.names(here.folder, here.files) == frozenset()


def test_what_a_killed_process_left_of_a_known_pack_counts_for_nothing(tmp_path: Path) -> None:
    here = filled(tmp_path)
    first, *_ = sorted(packs_of(here))
    known.add(here.folder, ["a" * 64], here.files, within=[first])
    path = Path(here.folder, known.FOLDER, "a" * 64)
    whole = path.read_bytes()
    path.chmod(0o644)
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        assert known.names(here.folder, here.files) == frozenset()
    path.write_bytes(b"\xff" + whole)
    assert known.names(here.folder, here.files) == frozenset()


def test_a_cache_that_cannot_be_written_or_read_is_no_fault(tmp_path: Path) -> None:
    here = filled(tmp_path)
    Path(here.folder, "cache").write_bytes(b"a file")
    known.add(here.folder, ["a" * 64], here.files)
    assert known.names(here.folder, here.files) == frozenset()


def test_limits_are_what_a_batch_can_write() -> None:
    from gnut_store import batch, pack

    assert carrier.PACK_LIMIT > batch.CUT + pack.OBJECT_LIMIT
    assert quarantine.RAW_LIMIT > carrier.PACK_LIMIT


def test_packs_in_random_order_with_random_damage_leave_only_what_is_sound(tmp_path: Path) -> None:
    noise = random.Random(7)
    packs = chain(6) + [built(("blob", b"%d" % i), refs=(("kept", blob(b"%d" % (i // 2))),)) for i in range(8)]
    for trial in range(12):
        bad = {name for name, _ in packs if noise.random() < 0.2}
        offered = {name: damaged(body, noise.randrange(len(body))) if name in bad else body for name, body in packs}
        here = empty_store(tmp_path / str(trial))
        received = taken_from(offered, here)
        assert not bad & set(received.taken)
        assert_clean(here)
        taken_from(dict(packs), here)
        assert packs_of(here) == dict(packs)


def test_every_refusal_is_one_line(tmp_path: Path) -> None:
    for (name, body), _ in HOSTILE.values():
        for _, why in taken_from({name: body}, empty_store(tmp_path / name[:8])).refused:
            assert "\n" not in why
            assert isinstance(GnutError(why), GnutError)
