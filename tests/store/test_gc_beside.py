"""Collecting beside writers, readers and checks, each a process of its own: nothing acknowledged is ever missed."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

from gnut_store.fsck import fsck
from gnut_store.oid import Oid
from gnut_store.store import init, open_store
from tests.store.collecting import gc, many, packs, put, words

WRITERS, READERS, WRITES = 8, 2, 12

WRITER = """
    import sys, time
    from pathlib import Path
    from gnut_store.store import open_store

    top, seed, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    store = open_store(top)
    for number in range(count):
        with store.write("team" if number % 3 else "local") as batch:
            bodies = [b"%d of %d " % (number, seed) * 50, b"shared %d " % number * 50]
            ids = [batch.add("blob", body) for body in bodies]
            for oid in ids:
                batch.ref(f"w/{seed}", oid)
        for oid in ids:
            print(oid, flush=True)
        time.sleep(0.03)
"""

READER = """
    import sys
    from pathlib import Path
    from gnut_store.store import open_store

    top, ids = Path(sys.argv[1]), sys.argv[2].split(",")
    kept, rounds = open_store(top), 0
    while not (top.parent / "over").exists():
        for store in (kept, open_store(top)):
            for oid in ids:
                store.get(oid)
            assert store.missing(ids) == ()
            assert len(store.refs("kept")) == len(ids)
        rounds += 1
    print(rounds)
"""

CHECKER = """
    import sys
    from pathlib import Path
    from gnut_store.fsck import fsck

    top, rounds = Path(sys.argv[1]), 0
    while not (top.parent / "over").exists():
        faults = fsck(top, quick=rounds % 3 == 1, connectivity=rounds % 3 == 2)
        assert faults == (), faults
        rounds += 1
    print(rounds)
"""

COLLECTOR = """
    import sys, time
    from pathlib import Path
    from gnut_store.errors import StoreBusy
    from gnut_store.gc import collect
    from gnut_store.store import open_store

    top, done = Path(sys.argv[1]), 0
    while not (top.parent / "over").exists():
        try:
            made = collect(open_store(top), now=time.time(), base_of={}, keep=frozenset(), prune=True, dry_run=False,
                           everything=False)
            done += any(tier.merged for tier in made.tiers)
        except StoreBusy:
            pass
    print(done)
"""


def started(program: str, *arguments: object) -> subprocess.Popen[str]:
    line = [sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return out


def test_beside_eight_writers_and_two_readers_nothing_is_missed(tmp_path: Path) -> None:
    top = many(tmp_path, 12)
    ids = sorted(open_store(top).ids())
    beside = [started(READER, top, ",".join(ids)) for _ in range(READERS)]
    collector = started(COLLECTOR, top)
    writers = [started(WRITER, top, seed, WRITES) for seed in range(WRITERS)]
    acknowledged = {Oid(line) for writer in writers for line in ended(writer).split()}
    (tmp_path / "over").touch()
    assert int(ended(collector)) > 0
    assert all(int(ended(reader)) > 0 for reader in beside)
    assert open_store(top).missing(acknowledged) == ()
    assert [len(open_store(top).refs(f"w/{seed}")) for seed in range(WRITERS)] == [2 * WRITES] * WRITERS
    assert fsck(top) == ()


def test_a_check_beside_it_names_nothing(tmp_path: Path) -> None:
    top = many(tmp_path, 6)
    checker = started(CHECKER, top)
    for number in range(40):
        put(open_store(top), words(number, 40), words(1000 + number, 40), ref="kept")
        put(open_store(top), words(number, 41), ref="mine", tier="local")
        gc(top)
    (tmp_path / "over").touch()
    assert int(ended(checker)) > 2


def test_a_reader_with_old_listings_finds_what_was_merged_twice_since(tmp_path: Path) -> None:
    top = many(tmp_path, 70)
    reader = open_store(top)
    ids = sorted(reader.ids())
    read = {oid: reader.get(oid) for oid in ids[:5]}
    reader.close()
    for number in range(2):
        gc(top)
        put(open_store(top), b"between %d" % number * 500)
        for trashed in (top / "trash").iterdir():
            trashed.unlink()
    assert {oid: reader.get(oid) for oid in ids[:5]} == read
    assert reader.missing(ids) == ()
    assert all(reader.get(oid) for oid in ids)
    assert reader.kind(ids[-1]) == "blob"


def test_an_object_that_was_dropped_between_two_writes_is_written_again(tmp_path: Path) -> None:
    import os

    top = init(tmp_path)
    (oid,) = put(open_store(top), b"comes and goes", tier="local")
    (pack,) = (top / "local/packs").iterdir()
    writer = open_store(top)
    assert writer.has(oid)
    os.utime(pack, (1, 1))
    gc(top, prune=True)
    assert packs(top, "local") == set()
    # The writer's listing is older than the collection.
    assert put(writer, b"comes and goes", tier="local") == [oid]
    assert open_store(top).get(oid) == b"comes and goes"
