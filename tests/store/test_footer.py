"""What a footer may say before anything is built of it: counts, lengths, and how much memory they take."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store import batch, footer, gc_plan
from gnut_store.errors import GnutError, ObjectCorrupt
from gnut_store.files import Files
from gnut_store.footer import ENTRY, FOOTER, FOOTER_MAGIC, MAGIC, RECORD, read_footer, read_outline
from gnut_store.fsck import fsck
from gnut_store.index import Index
from gnut_store.oid import oid_of
from gnut_store.pack import Builder
from tests.store.packs import built, sealed, store_with

OID = oid_of("blob", b"x")


def lying(*, objects: int = 0, bases: int = 0, kinds: bytes = b"", lines: bytes = b"") -> tuple[str, bytes]:
    """Return a pack without records whose footer has lists of these lengths, all of them zeros."""
    head = FOOTER.pack(FOOTER_MAGIC, objects, len(kinds), bases, len(lines))
    return sealed(len(MAGIC), MAGIC, head + bytes(ENTRY.size * objects) + kinds + bytes(32 * bases) + lines)


def reader(body: bytes) -> Callable[[int, int], bytes]:
    return lambda offset, length: body[offset : offset + length]


def lines_of(count: int) -> bytes:
    return b"".join(b"kept/%d %s\n" % (number, OID.encode()) for number in range(count))


LIES = {
    "more objects than there is room for": (lying(objects=50_000), "room for"),
    "bases without objects": (lying(bases=50_000), "prefix bases"),
    "kinds without end": (lying(kinds=b"k\n" * 50_000), "bytes of kinds"),
}


@pytest.mark.parametrize("lie", LIES)
def test_counts_that_cannot_be_are_refused_before_anything_is_read_of_them(lie: str, tmp_path: Path) -> None:
    (name, body), why = LIES[lie]
    asked: list[int] = []

    def read(offset: int, length: int) -> bytes:
        asked.append(length)
        return body[offset : offset + length]

    for how in (read_footer, read_outline):
        with pytest.raises(ObjectCorrupt, match=why):
            how(read, len(body), name)
    assert max(asked) < 100
    store = store_with(tmp_path, (name, body))
    assert [fault.code for fault in fsck(Path(store.folder)) if fault.path.startswith("packs/")] == ["GN802"]
    index = Index(Files(), f"{store.folder}/packs")
    index.refresh()
    assert index.damaged.keys() == {name}


def test_refs_that_are_too_long_together_are_neither_read_nor_written(monkeypatch: pytest.MonkeyPatch) -> None:
    name, body = lying(lines=lines_of(4))
    monkeypatch.setattr(footer, "MOST_REF_BYTES", len(lines_of(4)))
    assert len(read_footer(reader(body), len(body), name).refs) == 4
    monkeypatch.setattr(footer, "MOST_REF_BYTES", len(lines_of(4)) - 1)
    with pytest.raises(ObjectCorrupt, match="bytes of refs"):
        read_footer(reader(body), len(body), name)
    monkeypatch.setattr("gnut_store.pack.MOST_REF_BYTES", len(lines_of(4)) - 1)
    with pytest.raises(GnutError, match="bytes of refs"):
        Builder().finish([(f"kept/{i}", OID) for i in range(4)])


@pytest.mark.parametrize("limit", ["MOST_OBJECTS", "MOST_REFS"])
def test_one_more_than_the_limit_is_refused_and_the_limit_is_not(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    packs = [
        built(*(("blob", b"%d" % i) for i in range(count)), refs=tuple((f"kept/{i}", OID) for i in range(count)))
        for count in (3, 4)
    ]
    monkeypatch.setattr(footer, limit, 3)
    name, body = packs[0]
    assert len(read_footer(reader(body), len(body), name).refs) == 3
    name, body = packs[1]
    with pytest.raises(ObjectCorrupt, match="over 3"):
        read_footer(reader(body), len(body), name)


def test_what_a_reader_would_refuse_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gnut_store.pack.MOST_REFS", 2)
    Builder().finish([("kept/1", OID), ("kept/2", OID)])
    with pytest.raises(GnutError, match="at most"):
        Builder().finish([(f"kept/{i}", OID) for i in range(3)])


def test_no_pack_that_is_cut_at_its_bytes_or_its_objects_holds_more_than_a_reader_takes() -> None:
    assert batch.MOST < footer.MOST_OBJECTS
    assert gc_plan.LIMIT // (RECORD.size + ENTRY.size + 1) < footer.MOST_OBJECTS


def test_a_long_batch_of_tiny_objects_goes_on_in_a_new_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST", 3)
    store = store_with(tmp_path)
    with store.write() as written:
        ids = [written.add("blob", b"%d" % number) for number in range(7)]
    assert len(list(Path(store.folder, "packs").iterdir())) == 3
    assert [store.get(oid) for oid in ids] == [b"%d" % number for number in range(7)]


def test_the_refs_of_a_footer_take_no_more_memory_than_their_bytes_until_they_are_asked_for() -> None:
    lines = lines_of(50_000)
    name, body = lying(lines=lines)
    read = reader(body)
    tracemalloc.start()
    try:
        found = read_footer(read, len(body), name)
        assert tracemalloc.get_traced_memory()[1] < 4 * len(lines)
    finally:
        tracemalloc.stop()
    assert len(found.refs) == 50_000
    assert found.refs == tuple(found.each_ref())


@pytest.mark.parametrize(
    "line",
    [
        b"kept",
        b"kept\n",
        b"\n",
        b"kept b3:\n",
        b"kept " + OID.encode(),
        b"kept " + OID.encode().upper() + b"\n",
        b"kept  " + OID.encode() + b"\n",
        b"kept " + OID.encode() + b" \n",
        b"kept " + OID.encode() + b"\n\n",
        "képt ".encode() + OID.encode() + b"\n",
    ],
)
def test_a_line_that_is_no_entry_is_refused(line: bytes) -> None:
    name, body = lying(lines=line)
    with pytest.raises(ObjectCorrupt):
        read_footer(reader(body), len(body), name)
