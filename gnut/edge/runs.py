"""Runs in the store: written once, logged under their report, found by the names that people type."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gnut.errors import BadId, InputMissing, ObjectMissing
from gnut.model import Report, Source
from gnut_store import oid as oids
from gnut_store.batch import check_body
from gnut_store.oid import Oid
from gnut_store.store import Store

if TYPE_CHECKING:
    from gnut.account.contract import Execution
    from gnut.edge.world import World
    from gnut.verify_receipt.contract import Bundle

KIND = "execution"
LOG = "run"
"""Ref under which every report has its log: `run/REPORT/ORDINAL`."""

CUT = 32 << 20
"""Bytes of runs after which what waits is written, so that a call over many reports stays small."""

_BACK = re.compile(r"(.+)~([0-9]{1,8})\Z", re.DOTALL)
_ORDINAL = re.compile(r"[0-9]{8}\Z")


class Entry(NamedTuple):
    """One line of a report's log."""

    ordinal: int
    oid: Oid


def log_of(path: str) -> str:
    """Return the ref that holds the log of the report at `path`, which counts from the root of its repository."""
    return f"{LOG}/{oids.digest(path.encode('utf-8', 'surrogateescape'), 20)}"


def history(store: Store, log: str) -> Iterator[Entry]:
    """Yield the runs of a log, the newest first; of several under one ordinal the higher id is the newer.

    Args:
        store: Where the log stands.
        log: `log_of` its report, or the log of a version of it.
    """
    for part in reversed(store.ref_parts(log)):
        if _ORDINAL.match(part):
            yield from (Entry(int(part), oid) for oid in reversed(store.refs(f"{log}/{part}")))


def logs(store: Store) -> tuple[str, ...]:
    """Return the logs of all reports that have runs, sorted by their refs."""
    return tuple(f"{LOG}/{part}" for part in store.ref_parts(LOG))


class Keeper:
    """Takes runs in and writes them together: one pack for all the reports of a call."""

    def __init__(self, store: Store, tier: str) -> None:
        """Keep runs for one tier of `store`."""
        self._store = store
        self._tier = tier
        self._objects: list[tuple[str, bytes]] = []
        self._refs: list[tuple[str, Oid]] = []
        self._size = 0

    def add(
        self,
        body: bytes,
        report: Report,
        sources: Iterable[Source],
        snapshots: Mapping[Oid, bytes],
        log: str | None = None,
    ) -> Oid:
        """Take in one run with all that a replay of it needs, and return its id.

        A run that is the newest of its report already is not written again. One that stands under the last
        number beside the newest, as two checks at once leave it, is written under a number of its own: what was
        checked last is what the report's name means.

        Args:
            body: The run in its canonical form.
            report: What it was made of.
            sources: Its readable sources.
            snapshots: Bytes of those snapshots that no store holds yet: of files in the repository.
            log: Ref that is to name it; by default the log of its report.

        Raises:
            GnutError: A part of it is nothing that a store takes, as one over the limit; nothing of it is taken in.
            ObjectCorrupt: The log of its report is damaged.
        """
        oid = oids.oid_of(KIND, body)
        log = log or log_of(report.path)
        newest = next(history(self._store, log), None)
        same = newest is not None and newest.oid == oid
        if same and self._tier == "local" and self._store.has(oid):
            return oid
        ordinal = 1 if newest is None else newest.ordinal + (not same)
        parts = [*_parts(report, sources, snapshots), (KIND, body)]
        for kind, part in parts:
            check_body(kind, part)  # Here it costs this run; in the batch it would cost all that wait with it.
        self._objects.extend(parts)
        self._refs.append((f"{log}/{ordinal:08}", oid))
        self._size += sum(len(part) for _, part in parts)
        return oid

    @property
    def is_full(self) -> bool:
        """Whether what waits is enough to be written."""
        return self._size > CUT

    def flush(self) -> None:
        """Make everything that was taken in durable, the objects before the log that names them.

        Raises:
            StoreUnwritable: Disk or permission; nothing of it is kept.
            StoreBusy: Another process holds the store alone.
        """
        objects, entries, self._objects, self._refs, self._size = self._objects, self._refs, [], [], 0
        if not entries:
            return
        with self._store.write(self._tier) as batch:
            for kind, body in objects:
                batch.add(kind, body)
            for name, oid in entries:
                batch.ref(name, oid)


def _parts(report: Report, sources: Iterable[Source], snapshots: Mapping[Oid, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield kind and bytes of everything that a run is made from and no store holds yet."""
    yield "blob", report.body
    for _, companion in report.companions:
        yield "blob", companion
    for source in sources:
        if source.snapshot is not None and source.snapshot in snapshots:
            yield "text", source.text.encode()
            if source.hidden_text is not None:
                yield "text", source.hidden_text.encode()
            yield "snapshot", snapshots[source.snapshot]


def resolve(world: World, store: Store, text: str) -> Oid:
    """Return the run that a person means.

    Args:
        world: Where a path starts from.
        store: Where the runs are.
        text: An id or the beginning of one; a report for its newest run; a report and `~2` for the second before;
            `HEAD~3:report.md` for the newest run of what git holds there.
            A report whose own name ends so is meant before another one's earlier run. A path that is not there is
            also taken as the log spells it, from the root of the repository.

    Raises:
        BadId: No run has that name, or several have.
        ObjectMissing: The id is of another kind of object.
    """
    if oids.is_oid(text):
        return _run(store, Oid(text))
    readings = [(text, 0)]
    if match := _BACK.match(text):
        readings.append((match[1], int(match[2])))
    for name, back in readings:
        for entries in _entries(world, store, name):
            found = list(zip(entries, range(back + 1), strict=False))
            if len(found) > back:
                return found[back][0].oid
            if found:
                raise BadId(f"{text}: there are only {len(found)} runs of this report", code="unknown_run")
    try:
        return _run(store, store.resolve(text))
    except BadId as error:
        if oids.is_prefix(text) and error.code != "unknown_id":
            raise  # Several have it.
        raise BadId(
            f"{text}: no run has this name",
            help="Name a report that was checked, or the id of a run: gnut log lists them.",
            code="unknown_run",
        ) from None


def _entries(world: World, store: Store, name: str) -> Iterator[Iterator[Entry]]:
    """Yield the runs that a name may mean, the likelier reading first."""
    for path in _paths(world, name):
        yield history(store, log_of(path))
    if ":" in name and not os.path.lexists(world.cwd / name):
        from gnut.edge.versions import of_version, version_of

        held = version_of(world, name)
        if held is not None:
            yield of_version(store, *held)


def _paths(world: World, name: str) -> Iterator[str]:
    """Yield the paths by which the report that was typed may be logged; one that stands there means itself alone."""
    from gnut.edge.paths import legible

    path, typed = path_of(world, name), legible(name)
    yield path
    if path != typed and not os.path.lexists(world.cwd / name):
        yield typed


def path_of(world: World, name: str) -> str:
    """Return the path by which a report is logged, from its name in the current folder; it need not exist any more."""
    from pathlib import Path

    from gnut.edge.paths import legible

    if name == "-":
        return name
    path = Path(os.path.normpath(world.cwd / name))
    return legible(path.relative_to(world.root).as_posix()) if path.is_relative_to(world.root) else legible(name)


def _run(store: Store, oid: Oid) -> Oid:
    kind = store.kind(oid)
    if kind != KIND:
        raise ObjectMissing(f"{oids.short(oid)}… is a {kind}, expected a run", help="gnut log lists the runs.")
    return oid


def load(store: Store, oid: Oid) -> Execution:
    """Return a stored run, after its hashes and the ties between its parts were checked.

    Raises:
        ObjectMissing: The store does not hold it, or it is another kind of object.
        ObjectCorrupt: Its stored bytes are damaged.
        BadReceipt: It is none, or contradicts itself.
    """
    from gnut.account.core import parse_execution

    return parse_execution(store.get(oid, KIND))


def bundle(store: Store, oid: Oid) -> Bundle:
    """Return a stored run with everything that a replay of it needs.

    Raises:
        ObjectMissing: The run, or something that it was made from, is not in the store.
        InputMissing: A text is kept in another store (`keep = "hash"`).
        ObjectCorrupt: Stored bytes are damaged.
        BadReceipt: The run is none, or contradicts itself.
    """
    from gnut.acquire.core import load as snapshot_of
    from gnut.model import Absence
    from gnut.verify_receipt.contract import Bundle

    made = load(store, oid).run
    snapshots: dict[str, bytes] = {}
    texts: dict[str, bytes] = {}
    hidden: dict[str, bytes] = {}
    for acquisition in made.acquisitions:
        if acquisition.snapshot is None:
            continue
        source_id = acquisition.result.source_id
        body = snapshots[source_id] = store.get(acquisition.snapshot, "snapshot")
        snapshot = snapshot_of(body, acquisition.result.uri)
        if isinstance(snapshot, Absence):
            continue  # Whoever verifies the bundle says so.
        # A file of the repository has no raw bytes in any store, and its text in this one.
        hashes_only = snapshot.raw is None and acquisition.strategy != "local_file"
        if hashes_only and not store.has(snapshot.text):
            raise InputMissing(
                f"the text of {snapshot.uri} is kept in another store",
                help="export the run there: this repository keeps hashes only (the key `keep`)",
            )
        texts[snapshot.window.text_sha256] = store.get(snapshot.text, "text")
        if snapshot.hidden_text is not None:
            hidden[source_id] = store.get(snapshot.hidden_text, "text")
    return Bundle(
        execution=store.get(oid, KIND),
        report=store.get(made.report.body, "blob"),
        companions={companion.path: store.get(companion.body, "blob") for companion in made.companions},
        snapshots=snapshots,
        texts=texts,
        hidden=hidden,
    )
