"""`gnut gc`: fewer and smaller packs, and nothing lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise

from gnut.acquire.core.bases import bases
from gnut.acquire.core.piling import DAYS, piled
from gnut.edge import runs, terminal
from gnut.edge.progress import Progress
from gnut.edge.store import opened
from gnut.edge.world import World
from gnut.errors import GnutError
from gnut.formats import collected as pages
from gnut.formats.collected import GC, CollectedTier, CollectedTrash, Collection, DamagedPack
from gnut.formats.faults import line
from gnut.text.patterns import lazy
from gnut_store import gc as collector
from gnut_store.oid import Oid, to_bytes
from gnut_store.store import Store

DAMAGED = 4
BROKEN, MISSING = ("GN802", "pack_damaged"), ("GN803", "pack_missing")

_REPORT = lazy(rb'"report":\{"body":"b3:([0-9a-f]{64})"')
"""Where a run in its canonical form names the report."""


def gc(
    world: World,
    *,
    dry_run: bool = False,
    prune: bool = False,
    rewrite_shared: bool = False,
    empty_trash: bool = False,
    quiet: bool = False,
    output_format: str = "text",
) -> int:
    """Merge packs, empty the trash of what lay there long enough, and say what came of it.

    Args:
        world: Clock and store.
        dry_run: Whether to say what would be done, and to change nothing.
        prune: Whether to drop from the local tier what nothing leads to.
        rewrite_shared: Whether to write packs anew that were handed on already.
        empty_trash: Whether packs go from the trash before their time, whose objects are all in the store.
        quiet: Whether to print damage and errors only.
        output_format: `text | json`.

    Returns:
        0, or 4 when a pack is damaged; it was left alone, and the rest was done.

    Raises:
        NoStore: There is no store.
        StoreBusy: Another process uses it.
        StoreUnwritable: Disk or permission; nothing was lost.
    """
    store = opened(world)
    now = datetime.fromisoformat(world.now())
    before = (now - timedelta(days=DAYS)).strftime("%Y-%m-%dT%H:%M:%SZ")
    with _Told(world, quiet=quiet) as told:
        done = collector.collect(
            store,
            now=now.timestamp(),
            base_of=Hints(store),
            keep=frozenset() if rewrite_shared else _shared(world),
            prune=prune,
            dry_run=dry_run,
            everything=rewrite_shared,
            stale=piled(store.ref_names(), before) if prune else frozenset(),
            empty_trash=empty_trash,
            progress=told.step,
        )
    made = _made(done, dry_run=dry_run)
    if output_format == "json":
        terminal.out(pages.render_json(made))
    elif not quiet:
        terminal.out(pages.render(made))
    return _damage(made, output_format)


def _shared(world: World) -> frozenset[str]:
    """Return the packs that others may have."""
    from gnut_store.carry import shared  # It imports pygit2, which costs several starts.

    return shared(world.root)


class Hints(Mapping[bytes, bytes]):
    """For the hash of later bytes that of earlier ones like them, read from the store when first asked for."""

    def __init__(self, store: Store) -> None:
        """Read nothing yet."""
        self._store = store

    @cached_property
    def _bases(self) -> dict[bytes, bytes]:
        return {**dict(self._runs()), **bases(self._snapshots())}

    def _snapshots(self) -> Iterator[tuple[Oid, bytes]]:
        for name in self._store.ref_names("src"):
            yield from self._read(name)

    def _read(self, name: str) -> Iterator[tuple[Oid, bytes]]:
        try:
            for oid in self._store.refs(name):
                yield oid, self._store.get(oid, "snapshot")
        except GnutError:
            return  # It is a hint; what is damaged is named where it matters.

    def _runs(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield each run of a report with the one before it, and so of the reports: most stands in both."""
        for log in runs.logs(self._store):
            try:
                ids = [entry.oid for entry in runs.history(self._store, log)]
            except GnutError:
                continue
            for later, earlier in pairwise(ids):
                yield to_bytes(later), to_bytes(earlier)
            for body, before in pairwise(filter(None, map(self._report, ids))):
                if body != before:
                    yield body, before

    def _report(self, run: Oid) -> bytes | None:
        """Return the hash of the report's bytes that a run was made of."""
        try:
            found = _REPORT.search(self._store.get(run, runs.KIND))
        except GnutError:
            return None
        return None if found is None else bytes.fromhex(found[1].decode("ascii"))

    def __getitem__(self, hash: bytes) -> bytes:
        """Return the hash of earlier bytes."""
        return self._bases[hash]

    def __iter__(self) -> Iterator[bytes]:
        """Yield the hashes of later bytes."""
        return iter(self._bases)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._bases)


class _Told:
    """Shows how far the writing is, once it is known how much there is to write."""

    def __init__(self, world: World, *, quiet: bool) -> None:
        self._world, self._quiet = world, quiet
        self._bar: Progress | None = None

    def __enter__(self) -> _Told:
        return self

    def step(self, done: int, total: int) -> None:
        """Take in one more object."""
        if self._bar is None:
            self._bar = Progress(self._world, total, "objects", quiet=self._quiet)
            self._bar.__enter__()
        self._bar.step(failed=False)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.clear()


def _made(done: collector.Collected, *, dry_run: bool) -> Collection:
    tiers = tuple(
        CollectedTier(
            tier=one.tier,
            packs_before=one.packs_before,
            packs_after=one.packs_after,
            bytes_before=one.bytes_before,
            bytes_after=one.bytes_after,
            objects=one.objects,
            merged=len(one.merged),
            redundant=len(one.redundant),
            written=one.written,
            shared=one.shared,
            dropped_objects=one.dropped,
            dropped_entries=one.lines,
            damaged=tuple(DamagedPack(name, detail) for name, detail in one.damaged),
        )
        for one in done.tiers
    )
    trash = done.trash
    return Collection(
        schema=GC,
        dry_run=dry_run,
        tiers=tiers,
        trash=CollectedTrash(len(trash.removed), trash.removed_bytes, trash.kept, trash.kept_bytes, trash.future),
        not_pruned=done.pruned,
    )


def _damage(made: Collection, output_format: str) -> int:
    """Print every damaged pack as `gnut fsck` does, and return the exit code."""
    found = False
    for tier in made.tiers:
        for pack in tier.damaged:
            found = True
            if output_format == "text":
                path = f"{'' if tier.tier == 'team' else 'local/'}packs/{pack.pack}.gpk"
                code, kind = MISSING if pack.detail.startswith("is missing") else BROKEN
                terminal.out(line(code, kind, path, pack.detail, whole=False) + "\n")
    if found:
        terminal.note("damaged packs were left alone; gnut fsck names all that is wrong, and says what to do")
    return DAMAGED if found else 0
