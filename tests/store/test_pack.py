"""Packs as bytes: what damage, lies and bombs in them lead to."""

from __future__ import annotations

import random
import time
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st

from gnut_store import fsck
from gnut_store import oid as oids
from gnut_store.errors import GnutError, ObjectCorrupt, ObjectMissing, UnsupportedFormat
from gnut_store.oid import Oid, from_bytes, hash_of, oid_of
from gnut_store.pack import (
    ENTRY,
    FOOTER,
    FOOTER_MAGIC,
    MAGIC,
    PREFIX,
    RAW,
    RECORD,
    TRAILER,
    ZSTD,
    Builder,
    Entry,
    read_footer,
    unpack,
)
from gnut_store.store import open_store
from tests.store.packs import built, one_record, sealed, store_with

OBJECTS = [("blob", b"one"), ("text", b"two " * 300), ("note", b'{"a":1}')]


def no_base(_: bytes) -> bytes:
    raise AssertionError("no base was named")


def footer_of(name: str, body: bytes) -> object:
    return read_footer(lambda offset, length: body[offset : offset + length], len(body), name)


def test_zstd_is_used_where_it_saves_a_twentieth(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(5000)
    name, body = built(("blob", b"a" * 5000), ("blob", noise), ("blob", b"ab"))
    footer = read_footer(lambda offset, length: body[offset : offset + length], len(body), name)
    entries = [footer.entry(i) for i in range(3)]
    assert {(entry.raw, entry.codec) for entry in entries} == {(5000, ZSTD), (5000, RAW), (2, RAW)}


@given(st.lists(st.tuples(st.sampled_from(["blob", "page", "x9-z"]), st.binary(max_size=3000)), max_size=8))
def test_any_objects_survive_a_pack(objects: list[tuple[str, bytes]]) -> None:
    name, body = built(*dict.fromkeys(objects))
    footer = read_footer(lambda offset, length: body[offset : offset + length], len(body), name)
    found = set()
    for number in range(len(footer.entries) // ENTRY.size):
        entry = footer.entry(number)
        at = entry.offset + RECORD.size
        found.add((footer.kinds[entry.kind], unpack(entry.codec, body[at : at + entry.stored], entry.raw, no_base)))
    assert found == set(objects)


def test_one_flipped_bit_never_gives_other_bytes_and_is_always_named(tmp_path: Path) -> None:
    name, body = built(*OBJECTS, refs=(("t/1", oid_of("blob", b"one")),))
    store_with(tmp_path, (name, body))
    refs = tmp_path / ".gnut/refs/t/1"
    refs.mkdir(parents=True)
    (refs / oid_of("blob", b"one")[3:]).write_bytes(b"")
    folder = tmp_path / ".gnut"
    path = folder / "packs" / f"{name}.gpk"
    assert fsck.fsck(folder) == ()
    bits = random.Random(2)
    for at in range(len(body)):
        damaged = bytearray(body)
        damaged[at] ^= 1 << bits.randrange(8)
        path.write_bytes(damaged)
        store = open_store(folder)
        for kind, whole in OBJECTS:
            with suppress(ObjectCorrupt, ObjectMissing, UnsupportedFormat):
                assert store.get(oid_of(kind, whole)) == whole
        named = {fault.path for fault in fsck.fsck(folder)}
        assert f"packs/{name}.gpk" in named, f"byte {at}"
        assert named <= {f"packs/{name}.gpk", "refs/t/1"}, f"byte {at}"
        assert {fault.path for fault in fsck.fsck(folder, quick=True)} >= {f"packs/{name}.gpk"}


def test_a_pack_cut_anywhere_or_grown_is_damaged(tmp_path: Path) -> None:
    name, body = built(*OBJECTS)
    for changed in (*(body[:length] for length in range(len(body))), body + b"\0", body + body, body[1:]):
        with pytest.raises(ObjectCorrupt):
            footer_of(name, changed)


def test_what_is_whole_in_a_pack_without_a_footer_is_not_called_lost(tmp_path: Path) -> None:
    name, body = built(*OBJECTS)
    folder = tmp_path / ".gnut"
    store_with(tmp_path, (name, body[:-1]))
    assert [(fault.kind, fault.oid) for fault in fsck.fsck(folder)] == [("pack_damaged", None)]


EMPTY = FOOTER.pack(FOOTER_MAGIC, 0, 0, 0, 0)
HASH = hash_of("blob", b"one")


@pytest.mark.parametrize(
    "footer",
    [
        b"",
        EMPTY[:-1],
        EMPTY + b"\0",
        FOOTER.pack(b"GNUTFT2\0", 0, 0, 0, 0),
        FOOTER.pack(FOOTER_MAGIC, 2**63, 0, 0, 0),
        FOOTER.pack(FOOTER_MAGIC, 2**64 - 1, 0, 0, 0),
        FOOTER.pack(FOOTER_MAGIC, 1, 0, 0, 0),
        FOOTER.pack(FOOTER_MAGIC, 0, 2**32 - 1, 0, 0),
        FOOTER.pack(FOOTER_MAGIC, 0, 0, 2**32 - 1, 0),
        FOOTER.pack(FOOTER_MAGIC, 0, 0, 0, 2**32 - 1),
        FOOTER.pack(FOOTER_MAGIC, 0, 4, 0, 0) + b"blob",
        FOOTER.pack(FOOTER_MAGIC, 0, 5, 0, 0) + b"BLOB\n",
        FOOTER.pack(FOOTER_MAGIC, 0, 1, 0, 0) + b"\n",
        FOOTER.pack(FOOTER_MAGIC, 0, 3, 0, 0) + b"\xc3\xa9\n",
        FOOTER.pack(FOOTER_MAGIC, 0, 0, 0, 4) + b"a b\n",
        FOOTER.pack(FOOTER_MAGIC, 0, 0, 0, 70) + b"a" + b"b3:" + b"0" * 64 + b"\n\n",
    ],
    ids=range(16),
)
def test_a_footer_that_lies_about_its_lengths_is_refused_without_reading_that_far(footer: bytes) -> None:
    name, body = sealed(len(MAGIC), MAGIC, footer)
    tracemalloc.start()
    with pytest.raises(ObjectCorrupt):
        footer_of(name, body)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("start", [0, 7, 2**32, 2**63, 2**64 - 1])
def test_a_footer_that_begins_outside_the_pack_is_refused(start: int) -> None:
    name, body = sealed(start, MAGIC, EMPTY)
    with pytest.raises(ObjectCorrupt):
        footer_of(name, body)


def test_a_pack_of_a_newer_version_is_not_called_damaged(tmp_path: Path) -> None:
    name, body = sealed(8, b"GNUTPK2\0", EMPTY)
    with pytest.raises(UnsupportedFormat):
        footer_of(name, body)


@pytest.mark.parametrize(
    "changes",
    [
        {"offset": 0},
        {"offset": 7},
        {"offset": 9},
        {"offset": 2**40},
        {"offset": 2**64 - 1},
        {"raw": 4},
        {"raw": 2},
        {"raw": 0},
        {"raw": 2**63},
        {"raw": (64 << 20) + 1},
        {"stored": 2},
        {"stored": 4},
        {"stored": 2**32 - 1},
        {"codec": ZSTD},
        {"codec": PREFIX},
        {"codec": 9},
        {"kind": 1},
        {"kind": 255},
        {"flags": 1},
        {"hash": bytes(32)},
    ],
    ids=str,
)
def test_an_entry_that_lies_gives_no_bytes_and_is_named(tmp_path: Path, changes: dict[str, int | bytes]) -> None:
    record = RECORD.pack(b"blob", RAW, 0, 0, 3, 3, HASH) + b"one"
    entry = Entry(HASH, len(MAGIC), 3, 3, RAW, 0, 0)._replace(**changes)  # type: ignore[arg-type]
    footer = FOOTER.pack(FOOTER_MAGIC, 1, 5, 0, 0) + ENTRY.pack(*entry) + b"blob\n"
    name, body = sealed(len(MAGIC) + len(record), MAGIC + record, footer)
    store = store_with(tmp_path, (name, body))
    if "flags" in changes:
        assert store.get(oid_of("blob", b"one")) == b"one"
    else:
        with pytest.raises(GnutError):
            store.get(from_bytes(entry.hash))
    assert {fault.path for fault in fsck.fsck(tmp_path / ".gnut")} == {f"packs/{name}.gpk"}


def test_a_record_that_differs_from_its_footer_is_named(tmp_path: Path) -> None:
    record = RECORD.pack(b"text", RAW, 0, 0, 3, 3, HASH) + b"one"
    footer = FOOTER.pack(FOOTER_MAGIC, 1, 5, 0, 0) + ENTRY.pack(HASH, 8, 3, 3, RAW, 0, 0) + b"blob\n"
    store_with(tmp_path, sealed(len(MAGIC) + len(record), MAGIC + record, footer))
    [fault] = fsck.fsck(tmp_path / ".gnut")
    assert (fault.kind, fault.oid) == ("object_damaged", oid_of("blob", b"one"))


def test_overlapping_gapped_unsorted_and_doubled_records_are_named(tmp_path: Path) -> None:
    def record(body: bytes) -> bytes:
        return RECORD.pack(b"blob", RAW, 0, 0, len(body), len(body), hash_of("blob", body)) + body

    def entry(body: bytes, offset: int) -> bytes:
        return ENTRY.pack(hash_of("blob", body), offset, len(body), len(body), RAW, 0, 0)

    def pack(records: bytes, *entries: bytes) -> tuple[str, bytes]:
        head = FOOTER.pack(FOOTER_MAGIC, len(entries), 5, 0, 0)
        return sealed(len(MAGIC) + len(records), MAGIC + records, head + b"".join(entries) + b"blob\n")

    first, second = sorted([b"one", b"two"], key=lambda body: hash_of("blob", body))
    both = record(first) + record(second)
    after = len(MAGIC) + len(record(first))
    wrong = [
        pack(both, entry(first, 8), entry(first, 8)),
        pack(both, entry(second, after), entry(first, 8)),
        pack(both, entry(first, 8)),
        pack(both + b"gap", entry(first, 8), entry(second, after)),
        pack(b"gap" + both, entry(first, 11), entry(second, after + 3)),
    ]
    for number, (name, body) in enumerate(wrong):
        folder = tmp_path / str(number)
        store_with(folder, (name, body))
        assert [fault.kind for fault in fsck.fsck(folder / ".gnut")][:1] == ["pack_damaged"], number
    good = pack(both, entry(first, 8), entry(second, after))
    store_with(tmp_path / "good", good)
    assert fsck.fsck(tmp_path / "good/.gnut") == ()


def test_a_bomb_is_not_unpacked_beyond_the_length_it_promises(tmp_path: Path) -> None:
    bomb = zstd.compress(bytes(256 << 20))
    tracemalloc.start()
    started = time.process_time()
    for raw in (0, 100, 1 << 20):
        name, body = one_record(bomb, raw, ZSTD, HASH)
        store = store_with(tmp_path / str(raw), (name, body))
        with pytest.raises(ObjectCorrupt, match="does not decompress to"):
            store.get(from_bytes(HASH))
        assert fsck.fsck(tmp_path / str(raw) / ".gnut")
    assert tracemalloc.get_traced_memory()[1] < 32 << 20
    tracemalloc.stop()
    assert time.process_time() - started < 5


def test_a_window_beyond_the_longest_object_is_refused() -> None:
    wide = zstd.ZstdCompressor(
        options={zstd.CompressionParameter.window_log: 27, zstd.CompressionParameter.content_size_flag: 0}
    )
    frame = wide.compress(b"x" * 1000, zstd.ZstdCompressor.FLUSH_BLOCK) + wide.compress(
        b"", zstd.ZstdCompressor.FLUSH_FRAME
    )
    with pytest.raises(ObjectCorrupt, match="does not decompress"):
        unpack(ZSTD, frame, 1000, no_base)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\x28\xb5\x2f\xfd",
        zstd.compress(b"one")[:-1],
        zstd.compress(b"one") + b"\0",
        zstd.compress(b"one") * 2,
        zstd.compress(b"on"),
        zstd.compress(b"ones"),
        b"one",
    ],
    ids=range(8),
)
def test_a_frame_that_is_not_exactly_the_object_is_damage(payload: bytes) -> None:
    with pytest.raises(ObjectCorrupt):
        unpack(ZSTD, payload, 3, no_base)


def prefixed(*steps: tuple[bytes, bytes]) -> tuple[str, bytes]:
    """Return a pack of (body, base) records, each compressed against its base."""
    builder = Builder()
    out = [builder.begin()]
    for body, base in steps:
        out.append(builder.add_with_prefix("blob", hash_of("blob", body), body, hash_of("blob", base), base))
    footer, name = builder.finish(())
    return name, b"".join([*out, footer])


PAGE = random.Random(4).randbytes(6000).hex().encode()
VERSIONS = [PAGE + b"version %d" % i for i in range(12)]


def test_a_later_capture_is_read_through_the_earlier_one(tmp_path: Path) -> None:
    base = built(("blob", VERSIONS[0]))
    delta = prefixed((VERSIONS[1], VERSIONS[0]))
    store = store_with(tmp_path, base, delta)
    assert store.get(oid_of("blob", VERSIONS[1])) == VERSIONS[1]
    assert len(delta[1]) < len(built(("blob", VERSIONS[1]))[1]) / 10
    assert fsck.fsck(tmp_path / ".gnut") == ()


def words(length: int, seed: int) -> bytes:
    """Return that many bytes of text, hardly any of which stands twice."""
    noise = random.Random(seed)
    return b" ".join(noise.randbytes(noise.randrange(1, 6)).hex().encode() for _ in range(length // 6))[:length]


@pytest.mark.parametrize("level", [3, 9])
@pytest.mark.parametrize("size", [100_000, 1 << 20, 5 << 20, 20 << 20])
def test_three_edits_of_a_page_of_any_length_cost_little(size: int, level: int) -> None:
    base = words(size, 5)
    quarter = len(base) // 4
    body = b"new head " + base[:quarter] + b"edited" + base[quarter + 9 : 3 * quarter] + base[3 * quarter + 40 :]
    builder = Builder(level=level)
    record = builder.add_with_prefix("blob", hash_of("blob", body), body, hash_of("blob", base), base)
    assert len(record) < (2000 if size <= 5 << 20 else 6000)
    assert unpack(PREFIX, record[RECORD.size :], len(body), lambda _: base) == body


def test_a_level_is_that_of_the_whole_builder() -> None:
    body = Path(random.__file__).read_bytes()
    sizes = [len(Builder(level=level).add("blob", hash_of("blob", body), body)) for level in (1, 19)]
    assert sizes[0] > sizes[1]


def test_a_copied_record_is_the_same_and_names_its_base() -> None:
    base, body = VERSIONS[:2]
    hash, base_hash = hash_of("blob", body), hash_of("blob", base)
    record = Builder().add_with_prefix("blob", hash, body, base_hash, base)
    builder = Builder()
    head = builder.begin()
    assert builder.copy("blob", hash, len(body), PREFIX, record[RECORD.size :]) == record
    footer, name = builder.finish(())
    whole = head + record + footer
    assert read_footer(lambda offset, length: whole[offset : offset + length], len(whole), name).bases == (base_hash,)


def test_a_later_capture_without_the_earlier_one_is_damage(tmp_path: Path) -> None:
    store = store_with(tmp_path, prefixed((VERSIONS[1], VERSIONS[0])))
    with pytest.raises(GnutError) as refusal:
        store.get(oid_of("blob", VERSIONS[1]))
    assert refusal.value.exit_code == 4
    assert [fault.kind for fault in fsck.fsck(tmp_path / ".gnut")] == ["object_damaged"]


def test_a_wrong_prefix_gives_no_bytes(tmp_path: Path) -> None:
    builder = Builder()
    wrong = VERSIONS[0].replace(b"a", b"b")
    record = builder.add_with_prefix(
        "blob", hash_of("blob", VERSIONS[1]), VERSIONS[1], hash_of("blob", wrong), VERSIONS[0]
    )
    footer, _ = builder.finish(())
    name, body = sealed(len(MAGIC) + len(record), MAGIC + record, footer[: -TRAILER.size])
    store = store_with(tmp_path, (name, body), built(("blob", wrong)))
    with pytest.raises(ObjectCorrupt):
        store.get(oid_of("blob", VERSIONS[1]))


def test_prefixes_behind_each_other_end(tmp_path: Path) -> None:
    chain = [(VERSIONS[i + 1], VERSIONS[i]) for i in range(11)]
    store = store_with(tmp_path, built(("blob", VERSIONS[0])), prefixed(*chain))
    assert store.get(oid_of("blob", VERSIONS[8])) == VERSIONS[8]
    with pytest.raises(ObjectCorrupt, match="more than 8"):
        store.get(oid_of("blob", VERSIONS[9]))
    faults = fsck.fsck(tmp_path / ".gnut")
    assert {fault.oid for fault in faults} == {oid_of("blob", VERSIONS[i]) for i in (9, 10, 11)}


def test_a_record_that_is_its_own_prefix_ends(tmp_path: Path) -> None:
    store = store_with(tmp_path, one_record(HASH + zstd.compress(b"one"), 3, PREFIX, HASH))
    with pytest.raises(ObjectCorrupt):
        store.get(from_bytes(HASH))
    assert fsck.fsck(tmp_path / ".gnut")


def test_a_codec_of_a_newer_version_is_not_called_damage(tmp_path: Path) -> None:
    store = store_with(tmp_path, one_record(b"one", 3, 7, HASH))
    with pytest.raises(UnsupportedFormat):
        store.get(from_bytes(HASH))


def test_any_bytes_in_a_packs_place_are_refused(tmp_path: Path) -> None:
    noise = random.Random(3)
    for size in (0, 1, 8, 50, 83, 84, 200, 5000):
        body = noise.randbytes(size)
        with pytest.raises(GnutError):
            footer_of(oids.digest(body), body)


def test_a_valid_pack_of_another_name_is_refused(tmp_path: Path) -> None:
    _, body = built(*OBJECTS)
    store_with(tmp_path, ("0" * 64, body))
    [fault] = fsck.fsck(tmp_path / ".gnut")
    assert (fault.kind, fault.path) == ("pack_damaged", f"packs/{'0' * 64}.gpk")


def test_an_id_of_one_store_is_the_id_in_every_store() -> None:
    # Written down once: a change of the header would lose every stored object.
    assert oid_of("blob", b"") == "b3:" + oids.digest(b"gnut1 blob 0\0")
    assert oid_of("receipt", b"{}") == Oid("b3:" + oids.digest(b"gnut1 receipt 2\0{}"))


def test_an_entry_whose_flags_no_record_could_hold_is_named(tmp_path: Path) -> None:
    record = RECORD.pack(b"blob", RAW, 0, 0, 3, 3, HASH) + b"one"
    footer = FOOTER.pack(FOOTER_MAGIC, 1, 5, 0, 0) + ENTRY.pack(HASH, len(MAGIC), 3, 3, RAW, 0, 0xFFFF) + b"blob\n"
    name, body = sealed(len(MAGIC) + len(record), MAGIC + record, footer)
    store_with(tmp_path, (name, body))
    assert {fault.path for fault in fsck.fsck(tmp_path / ".gnut")} == {f"packs/{name}.gpk"}


def test_a_base_of_a_few_bytes_is_none() -> None:
    for base in (b"", b"seven b"):
        record = Builder().add_with_prefix("blob", HASH, b"one", hash_of("blob", base), base)
        assert record == Builder().add("blob", HASH, b"one")


def test_copies_of_a_hostile_chain_do_not_multiply(tmp_path: Path) -> None:
    # Nine links, each in forty packs, and the last one damaged: tried anew each time, it would be 40^8 reads.
    chain = [(VERSIONS[i + 1], VERSIONS[i]) for i in range(8)]
    packs = []
    for number in range(40):
        noise = b"%d" % number * 20
        builder = Builder()
        out = [builder.begin(), builder.add("blob", hash_of("blob", noise), noise)]
        for body, base in chain:
            out.append(builder.add_with_prefix("blob", hash_of("blob", body), body, hash_of("blob", base), base))
        footer, name = builder.finish(())
        packs.append((name, b"".join([*out, footer])))
    store = store_with(tmp_path, *packs)
    started = time.process_time()
    with pytest.raises(GnutError):
        store.get(oid_of("blob", VERSIONS[8]))
    assert time.process_time() - started < 5


def test_bases_behind_each_other_are_counted_even_if_some_are_remembered(tmp_path: Path) -> None:
    chain = [(VERSIONS[i + 1], VERSIONS[i]) for i in range(11)]
    store = store_with(tmp_path, built(("blob", VERSIONS[0])), prefixed(*chain))
    for number in range(9):
        assert store.get(oid_of("blob", VERSIONS[number])) == VERSIONS[number]
    for number in (9, 10, 11):
        with pytest.raises(ObjectCorrupt, match="more than 8"):
            store.get(oid_of("blob", VERSIONS[number]))


def test_two_records_that_are_each_others_prefix_end(tmp_path: Path) -> None:
    one, two = (hash_of("blob", body) for body in (b"one", b"two"))
    packs = [one_record(base + zstd.compress(b"xyz"), 3, PREFIX, hash) for hash, base in ((one, two), (two, one))]
    store = store_with(tmp_path, *packs)
    for hash in (one, two):
        with pytest.raises(GnutError):
            store.get(from_bytes(hash))
    assert fsck.fsck(tmp_path / ".gnut")


def test_a_good_copy_is_read_whatever_is_wrong_with_the_others(tmp_path: Path) -> None:
    wrong = [
        one_record(b"one", 3, 7, HASH),
        one_record(b"two", 3, RAW, HASH),
        one_record(b"one", 4, RAW, HASH),
        one_record(bytes(32) + zstd.compress(b"one"), 3, PREFIX, HASH),
        one_record(b"one", 3, RAW, HASH, kind="text"),
    ]
    store = store_with(tmp_path, *wrong, built(("blob", b"one")))
    assert store.get(from_bytes(HASH), "blob") == b"one"
