"""The store as a state machine: whatever happens in whatever order, it holds what a dictionary holds.

The laws, for a batch of one pack:

- A batch whose block has ended without an error is there, all of it.
- A batch whose block raised leaves nothing.
- A batch that was killed, or failed, at any step is there as a whole or not at all, once the next writer has been.
  Before that, an entry of its refs may be there, but never without the object that it names.
- `gnut_store.fsck` finds nothing wrong after any step; after damage it names the damaged file and no good one.
- Collecting, killed or not, and carrying packs to another store change nothing that can be read.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gnut_store import canon, fsck, gc
from gnut_store.contract import Batch
from gnut_store.errors import BadId, ObjectMissing, StoreBusy, StoreUnwritable
from gnut_store.memory import MemoryStore
from gnut_store.oid import Oid, oid_of
from gnut_store.receive import receive
from gnut_store.store import DiskStore, init, open_store
from tests.store.breaking import BreakingFiles, Killed
from tests.store.places import Shelf, chunks, packs_of

BODIES = (b"", b"x", "naïve \U0001f600\n".encode(), b"\0\xff" * 40, b"words " * 900, random.Random(5).randbytes(50_000))
TIERS = st.sampled_from(["team", "local"])
NAMES = st.sampled_from(["a", "a/b", "a/b/c", "src/" + "0" * 40, "runs", "_x.y-z"])
WORDS = st.integers(0, len(BODIES) - 1).map(lambda number: BODIES[number])
VALUES = st.dictionaries(st.sampled_from(["n", "rows", "text"]), st.integers(0, 9) | st.text(max_size=3), max_size=3)
NOTHING = Oid("b3:" + "5" * 64)


def as_object(kind: str, body: Any) -> tuple[str, bytes]:
    """Return a kind and bytes that it may have."""
    return kind, body if isinstance(body, bytes) else canon.encode(body)


OBJECTS = (
    st.builds(as_object, st.just("blob"), WORDS | st.binary(max_size=12))
    | st.builds(as_object, st.sampled_from(["run", "note"]), VALUES)
    | st.builds(as_object, st.just("text"), st.text(max_size=8).map(lambda text: text.encode()))
)
WRITES = st.lists(st.tuples(OBJECTS, st.none() | NAMES), max_size=5)
ERRORS: list[Callable[[], BaseException]] = [
    Killed,
    *(
        lambda number=number: OSError(number, os.strerror(number))
        for number in (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EMFILE, errno.EDQUOT, errno.EINTR)
    ),
]


class Tier(NamedTuple):
    """What one tier holds."""

    objects: dict[Oid, tuple[str, bytes]]
    refs: set[tuple[str, Oid]]

    def plus(self, writes: list[tuple[tuple[str, bytes], str | None]]) -> Tier:
        """Return what it holds after a batch."""
        ids = [oid_of(*each) for each, _ in writes]
        added = {oid: each for oid, (each, _) in zip(ids, writes, strict=True)}
        named = {(name, oid) for oid, (_, name) in zip(ids, writes, strict=True) if name is not None}
        return Tier(self.objects | added, self.refs | named)


def into(batch: Batch, writes: list[tuple[tuple[str, bytes], str | None]]) -> None:
    """Put everything into a batch."""
    for (kind, body), name in writes:
        oid = batch.add(kind, body)
        assert oid == oid_of(kind, body)
        assert batch.get(oid) == body
        if name is not None:
            batch.ref(name, oid)


def carried(store: Path) -> Shelf:
    """Return a place that gives the packs of a store's team tier in small pieces."""
    packs = packs_of(open_store(store))
    return Shelf(packs, lambda name: chunks(packs[name], 1000))


class Machine(RuleBasedStateMachine):
    """A store on disk, one in memory and two dictionaries."""

    @initialize()
    def make(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="gnut-machine-"))
        self.top = init(self.folder)
        self.readers = [open_store(self.top)]
        self.memory = MemoryStore()
        self.model = {"team": Tier({}, set()), "local": Tier({}, set())}
        self.held: tuple[ExitStack, Batch, str, list[Any]] | None = None
        self.moment = 1_800_000_000.0

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            if self.held is not None:
                self.held[0].close()
            shutil.rmtree(self.folder)

    # What is written.

    @rule(tier=TIERS, writes=WRITES)
    def write(self, tier: str, writes: list[Any]) -> None:
        with self.readers[0].write(tier) as batch:
            into(batch, writes)
        self._now_holds(tier, writes)

    @rule(tier=TIERS, writes=WRITES)
    def write_and_raise(self, tier: str, writes: list[Any]) -> None:
        with suppress(ZeroDivisionError), self.readers[-1].write(tier) as batch:
            into(batch, writes)
            raise ZeroDivisionError

    @precondition(lambda self: self.held is None)
    @rule(tier=TIERS, writes=WRITES, at=st.integers(1, 45), error=st.sampled_from(ERRORS))
    def write_and_break(self, tier: str, writes: list[Any], at: int, error: Callable[[], BaseException]) -> None:
        broken = open_store(self.top, files=BreakingFiles(at, error))
        try:
            with broken.write(tier) as batch:
                into(batch, writes)
        except (Killed, StoreUnwritable):
            self._whole_or_nothing(tier, writes)
        else:
            self._now_holds(tier, writes)

    def _whole_or_nothing(self, tier: str, writes: list[Any]) -> None:
        fresh = open_store(self.top)
        for name in fresh.ref_names():
            assert fresh.missing(fresh.refs(name)) == ()
        assert fsck.fsck(self.top) == ()
        with fresh.write():
            pass
        whole = self.model[tier].plus(writes)
        held = set(open_store(self.top).ids())
        after = {self._ids(self.model), self._ids({**self.model, tier: whole})}
        assert frozenset(held) in after
        named = {(name, oid) for name in fresh.ref_names() for oid in fresh.refs(name)}
        others = set().union(*(self.model[each].refs for each in self.model))
        if named != others or frozenset(held) != self._ids(self.model):
            assert named == others | whole.refs
            assert held >= whole.objects.keys()
            self._now_holds(tier, writes)
        elif whole.objects.keys() - self.model[tier].objects.keys():
            # Objects that only the other tier had may have been written a second time.
            self._settle(tier, writes)

    def _settle(self, tier: str, writes: list[Any]) -> None:
        with open_store(self.top).write(tier) as batch:
            into(batch, writes)
        self._now_holds(tier, writes)

    @precondition(lambda self: self.held is None)
    @rule(tier=TIERS)
    def begin(self, tier: str) -> None:
        stack = ExitStack()
        self.held = (stack, stack.enter_context(open_store(self.top).write(tier)), tier, [])

    @precondition(lambda self: self.held is not None)
    @rule(writes=WRITES)
    def go_on(self, writes: list[Any]) -> None:
        assert self.held is not None
        into(self.held[1], writes)
        self.held[3].extend(writes)

    @precondition(lambda self: self.held is not None)
    @rule()
    def end(self) -> None:
        assert self.held is not None
        stack, _, tier, writes = self.held
        self.held = None
        stack.close()
        self._now_holds(tier, writes)

    def _now_holds(self, tier: str, writes: list[Any]) -> None:
        self.model[tier] = self.model[tier].plus(writes)
        with self.memory.write(tier) as batch:
            into(batch, writes)

    # What is rearranged.

    @rule()
    def reopen(self) -> None:
        # One that has not been asked for long stays, and must find what came since.
        self.readers = [open_store(self.top), *self.readers[:2]]

    @precondition(lambda self: self.held is None)
    @rule()
    def collect(self) -> None:
        self._collect(open_store(self.top))

    @precondition(lambda self: self.held is None)
    @rule(at=st.integers(1, 60), error=st.sampled_from(ERRORS))
    def collect_and_break(self, at: int, error: Callable[[], BaseException]) -> None:
        with suppress(Killed, StoreUnwritable):
            self._collect(open_store(self.top, files=BreakingFiles(at, error)))

    def _collect(self, store: DiskStore) -> None:
        self.moment += 40 * 86_400
        gc.collect(store, now=self.moment, base_of={}, keep=frozenset(), prune=False, dry_run=False, everything=True)

    @precondition(lambda self: self.held is not None)
    @rule()
    def collecting_beside_a_writer_is_refused(self) -> None:
        with pytest.raises(StoreBusy):
            self._collect(open_store(self.top, sleep=lambda _: None))

    @precondition(lambda self: self.held is None)
    @rule(number=st.integers(0, 10_000), way=st.sampled_from(["flip", "cut", "empty", "append", "delete"]))
    def damage_and_put_back(self, number: int, way: str) -> None:
        passing = (self.top / "tmp", self.top / "trash", self.top / "cache")
        files = [path for path in self.top.rglob("*") if path.is_file() and not set(passing) & set(path.parents)]
        path = sorted(files)[number % len(files)]
        body = path.read_bytes()
        other = {
            "flip": bytes([*body[: number % len(body)], body[number % len(body)] ^ 4, *body[number % len(body) + 1 :]])
            if body
            else b"\4",
            "cut": body[:-1],
            "empty": b"",
            "append": body + b"\0",
            "delete": None,
        }[way]
        if other == body:
            return
        mode = path.stat().st_mode
        path.unlink()
        if other is not None:
            path.write_bytes(other)
        named = {fault.path for fault in fsck.fsck(self.top)}
        assert path.relative_to(self.top).as_posix() in named
        assert not [name for name in named if (self.top / name).is_file() and self.top / name != path]
        path.unlink(missing_ok=True)
        path.write_bytes(body)
        path.chmod(mode)

    @precondition(lambda self: self.held is None)
    @rule()
    def carry(self) -> None:
        with tempfile.TemporaryDirectory(prefix="gnut-other-") as other:
            store = open_store(init(Path(other)))
            received = receive(store, carried(self.top))
            assert received.refused == ()
            assert fsck.fsck(Path(other) / ".gnut") == ()
            assert frozenset(store.ids()) >= self.model["team"].objects.keys()
            assert {(name, oid) for name in store.ref_names() for oid in store.refs(name)} == self.model["team"].refs
            assert receive(store, carried(self.top)).taken == ()

    # What is read.

    @rule(number=st.integers(0, 10_000))
    def read(self, number: int) -> None:
        known = sorted(self._ids(self.model))
        for store in (*self.readers, self.memory):
            with pytest.raises(ObjectMissing):
                store.get(NOTHING)
            if known:
                oid = known[number % len(known)]
                kind, body = self._object(oid)
                assert (store.kind(oid), store.get(oid), store.get(oid, kind)) == (kind, body, body)
                assert store.missing([NOTHING, oid]) == (NOTHING,)

    @rule(number=st.integers(0, 10_000), digits=st.integers(8, 64))
    def resolve(self, number: int, digits: int) -> None:
        known = sorted(self._ids(self.model))
        if known:
            oid = known[number % len(known)]
            assert {store.resolve(oid[3 : 3 + digits]) for store in (*self.readers, self.memory)} == {oid}
        for store in (*self.readers, self.memory):
            with pytest.raises(BadId):
                store.resolve(NOTHING[:20])

    @rule(name=NAMES)
    def list_refs(self, name: str) -> None:
        expected = tuple(sorted({oid for tier in self.model.values() for each, oid in tier.refs if each == name}))
        for store in (*self.readers, self.memory):
            assert store.refs(name) == expected
            assert store.ref_names(name) == self.memory.ref_names(name)
            # A part that a killed write left without entries may be among them.
            assert set(store.ref_parts(name)) >= set(self.memory.ref_parts(name))

    @invariant()
    def holds_what_the_dictionary_holds(self) -> None:
        if not hasattr(self, "model"):
            return
        store = self.readers[-1]
        assert frozenset(store.ids()) == frozenset(self.memory.ids()) == self._ids(self.model)
        named = {(name, oid) for name in store.ref_names() for oid in store.refs(name)}
        assert named == set().union(*(tier.refs for tier in self.model.values()))

    @invariant()
    def is_sound(self) -> None:
        if hasattr(self, "top"):
            assert fsck.fsck(self.top) == ()
            assert fsck.fsck(self.top, connectivity=True) == ()

    def _object(self, oid: Oid) -> tuple[str, bytes]:
        return next(tier.objects[oid] for tier in self.model.values() if oid in tier.objects)

    @staticmethod
    def _ids(model: Mapping[str, Tier]) -> frozenset[Oid]:
        return frozenset(oid for tier in model.values() for oid in tier.objects)


def test_a_store_holds_what_a_dictionary_holds_whatever_happens_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # What only a power cut could tell is told in test_faults_power.py.
    monkeypatch.setattr(os, "fsync", lambda fd: None)
    wide = settings().max_examples > settings.get_profile("repeatable").max_examples
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=400 if wide else 40,
            stateful_step_count=40 if wide else 25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
