"""Where sealed records go: a log of JSON Lines, or the store; nothing is returned before it is durable."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import msgspec

from gnut.edge import files
from gnut.edge.paths import legible
from gnut.edge.record_log import IN_FOLDER, KINDS, LogSink, TornLog, lock, require_kind, require_sound
from gnut.edge.store import opened
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, MalformedReport, Usage
from gnut.verify_records.contract import Record, Signer
from gnut.verify_records.core import Chain, seal
from gnut.verify_records.core.chain import MAX_LINE, record_of
from gnut_store import canon

TIER = "local"
KIND = "record"
PREFIX = {"rec": "rec/answer", "run": "rec/run"}
"""Refs of the chains of the store, each entry under a number of twelve digits."""

_ORDINAL = 12
_ELSEWHERE = "keep the store as it is, for whoever asks who changed it; --log FILE keeps records elsewhere"


class Sink(Protocol):
    """A place that records are appended to."""

    @property
    def name(self) -> str:
        """Where it is, for people."""

    def append(self, content: dict[str, Any], *, prefix: str, signer: Signer | None) -> Record:
        """Seal a content as the next of the chain, make it durable, and only then return it."""


def sink(place: str | None, world: World) -> Sink | None:
    """Return where records go: the log that was named, else the store; None where there is neither."""
    if place is not None:
        if not place.strip():
            raise Usage("--log names nothing", help="name a file or a folder, or leave the option out")
        return LogSink(world.cwd / place, legible(place), world.now)
    return StoreSink(world) if world.store is not None else None


class StoreSink:
    """The chains of the store's local tier: one of answers, one of runs."""

    name = "the store"

    def __init__(self, world: World) -> None:
        """Open nothing yet."""
        self._world = world

    def append(self, content: dict[str, Any], *, prefix: str, signer: Signer | None) -> Record:
        """Append one record as an object of the store, under a lock on its local tier.

        Raises:
            NoStore: There is none.
            StoreBusy: Another process appends.
            StoreUnwritable: It takes nothing in.
            TornLog: The last record of the chain was changed, or is none: nothing is built on it.
            Usage: It is of the other kind.
        """
        store = opened(self._world)
        chain = PREFIX[prefix]
        descriptor = os.open(str(self._world.store), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            lock(descriptor, "the store")
            last = max(store.ref_parts(chain), default=None)
            previous = None if last is None else _head(store, f"{chain}/{last}", prefix)
            ordinal = 1 if last is None else int(last) + 1
            record = seal(content, previous=previous, timestamp=self._world.now(), prefix=prefix, signer=signer)
            with store.write(TIER) as batch:
                oid = batch.add(KIND, canon.encode(msgspec.to_builtins(record)))
                batch.ref(f"{chain}/{ordinal:0{_ORDINAL}}", oid)
        finally:
            os.close(descriptor)
        return record


def _head(store: Any, name: str, prefix: str) -> str:
    line = store.get(store.refs(name)[-1], KIND)
    try:
        record = record_of(line)
    except GnutError as error:
        raise TornLog(f"{StoreSink.name}: its last record, {name}, is none: {error}", help=_ELSEWHERE) from None
    require_sound(record, line, StoreSink.name)
    require_kind(record, prefix, StoreSink.name)
    return record.record_hash


def stored(world: World, prefix: str) -> Iterator[bytes]:
    """Yield the records of a chain of the store in order, as lines."""
    store = opened(world)
    chain = PREFIX[prefix]
    for part in sorted(store.ref_parts(chain)):
        for oid in store.refs(f"{chain}/{part}"):
            yield store.get(oid, KIND)


def lines(path: Path, shown: str) -> Iterator[tuple[int, bytes]]:
    """Yield (number, line) of a log, one line in memory at a time.

    Raises:
        InputMissing: It is not there or no regular file, or a line is longer than a record may be.
    """
    try:
        descriptor = os.open(path, files.FLAGS)
    except OSError as error:
        raise files.refused(shown, error) from None
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            raise InputMissing(f"{shown}: is not a regular file", help="name a log of JSON Lines")
        number = 0
        while line := stream.readline(MAX_LINE + 1):
            number += 1
            if len(line) > MAX_LINE:
                raise InputMissing(f"{shown}: line {number} is longer than {MAX_LINE} bytes")
            yield number, line


def held(world: World, log: str, prefix: str) -> tuple[list[Record], str | None]:
    """Return the records of one chain and the hash of the last, after the log was checked.

    Args:
        world: The folder, and the store.
        log: A file, a folder with the log of the chain, or `store`.
        prefix: The chain: `rec` of answers, `run` of runs.

    Raises:
        InputMissing: It cannot be read.
        NoStore: The store is meant, and there is none.
        Usage: The name is empty.
        MalformedReport: It does not stand, or holds records of the other kind: figures from it are worth nothing.
    """
    from gnut.edge.keys.raw import verifies

    if not log.strip():
        raise Usage("the name of the log is empty", help="name a file, a folder or store")
    path = world.cwd / log
    if log == "store" and not path.exists():
        told: Iterator[tuple[int, bytes]] = enumerate(stored(world, prefix), 1)
    else:
        path = path / IN_FOLDER[prefix] if path.is_dir() else path
        told = lines(path, legible(log))
    chain = Chain(verifies())
    found = [record for number, line in told if (record := chain.take(number, line)) is not None]
    verdict = chain.verdict()
    if not verdict.ok:
        said = f"{legible(log)}: {verdict.faults[0].message}"
        raise MalformedReport(said, code="log_does_not_stand", help="gnut verify records names all faults")
    if found and verdict.kind != KINDS[prefix]:
        said = f"{legible(log)}: is a log of {verdict.kind} records, and what is asked is of those of {KINDS[prefix]}s"
        raise MalformedReport(said, code="mixed_kinds")
    return found, verdict.head
