"""Readers beside work that moves packs: an object that is there is given, whoever moves it."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from gnut_store.errors import GnutError
from gnut_store.oid import hash_of, oid_of
from gnut_store.pack import Builder
from gnut_store.store import init, open_store

BODIES = [b"body %d " % number * 40 for number in range(60)]
IDS = [oid_of("blob", body) for body in BODIES]


def put(folder: Path, bodies: list[bytes]) -> Path:
    """Write one pack into its place in one step, as a writer does, and return where it lies."""
    builder = Builder()
    out = [builder.begin(), *(builder.add("blob", hash_of("blob", body), body) for body in bodies)]
    footer, name = builder.finish(())
    draft = folder / "tmp" / name
    draft.write_bytes(b"".join([*out, footer]))
    place = folder / "packs" / f"{name}.gpk"
    draft.rename(place)
    return place


def rearrange(folder: Path, stop: threading.Event) -> int:
    """Pack the same objects in ever other ways until told to stop: the new packs first, then the old ones away."""
    old = [put(folder, BODIES)]
    rounds = 0
    while not stop.is_set():
        cut = 1 + rounds % (len(BODIES) - 2)
        new = [put(folder, BODIES[:cut]), put(folder, BODIES[cut:])]
        for pack in set(old) - set(new):
            pack.unlink()
        old = new
        rounds += 1
    return rounds


@pytest.mark.parametrize("shared", [False, True], ids=["a-store-each", "a-new-store-each-time"])
def test_threads_find_everything_while_packs_move(tmp_path: Path, shared: bool) -> None:
    folder = init(tmp_path)
    put(folder, BODIES)
    stop, failures = threading.Event(), list[str]()

    def read(seed: int) -> None:
        store = open_store(folder)
        for turn in range(150):
            at = (turn * 7 + seed) % len(IDS)
            if shared:
                store = open_store(folder)
            try:
                if store.get(IDS[at]) != BODIES[at] or not store.has(IDS[at]) or store.kind(IDS[at]) != "blob":
                    failures.append(f"{at}: other bytes")
            except (GnutError, OSError) as error:
                failures.append(f"{at}: {error!r}")

    mover = threading.Thread(target=rearrange, args=(folder, stop))
    readers = [threading.Thread(target=read, args=(seed,)) for seed in range(4)]
    mover.start()
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    stop.set()
    mover.join()
    assert failures == []


def test_another_process_finds_everything_while_packs_move(tmp_path: Path) -> None:
    folder = init(tmp_path)
    put(folder, BODIES)
    (tmp_path / "ids").write_text("".join(f"{oid}\n" for oid in IDS * 50))
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from gnut_store.oid import Oid, oid_of
        from gnut_store.store import open_store
        store = open_store(Path(sys.argv[1]))
        for oid in Path(sys.argv[2]).read_text().split():
            assert oid_of("blob", store.get(Oid(oid))) == oid
        """
    )
    stop = threading.Event()
    mover = threading.Thread(target=rearrange, args=(folder, stop))
    mover.start()
    try:
        children = [
            subprocess.Popen(
                [sys.executable, "-c", script, str(folder), str(tmp_path / "ids")],
                stderr=subprocess.PIPE,
                env=os.environ,
            )
            for _ in range(2)
        ]
        said = [child.communicate(timeout=120)[1] for child in children]
    finally:
        stop.set()
        mover.join()
    assert [child.returncode for child in children] == [0, 0], said


def test_an_object_whose_pack_is_gone_for_good_is_missing_not_waited_for(tmp_path: Path) -> None:
    folder = init(tmp_path)
    place = put(folder, BODIES)
    store = open_store(folder)
    assert store.has(IDS[0])
    store.close()
    place.unlink()
    with pytest.raises(GnutError, match="is in no pack"):
        store.get(IDS[0])
