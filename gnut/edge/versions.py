"""Runs of a report's versions: of bytes that git holds, whatever stands in the work tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gnut.config.parse import REPORT_BYTES
from gnut.edge.paths import Target
from gnut.edge.runs import KIND, Entry, history, log_of
from gnut.edge.world import World
from gnut.errors import GnutError, NotCanonical, ObjectCorrupt, ObjectMissing
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.store import Store

PAST = "past"
"""Ref under which runs of other versions than the one in the work tree stand: `past/REPORT/VERSION/ORDINAL`."""


def past_of(path: str, sha256: str) -> str:
    """Return the ref that holds the runs of a version of a report that the work tree does not hold.

    A check of an old commit is no news of the report: its run stays out of the report's log, where the newest is
    what the report's name means.

    Args:
        path: Of the report, from the root of its repository.
        sha256: Of its bytes.
    """
    return f"{PAST}/{oids.digest(path.encode('utf-8', 'surrogateescape'), 20)}/{sha256[:40]}"


def of_version(store: Store, path: str, sha256: str) -> Iterator[Entry]:
    """Yield the runs of a report that were made of these very bytes: those kept for the version, then the log's.

    Args:
        store: Where they are kept.
        path: Of the report, from the root of its repository.
        sha256: Of its bytes. Runs whose own bytes are damaged are passed over: fsck says so.
    """
    from gnut.account.contract import LARGEST

    yield from history(store, past_of(path, sha256))
    for entry in history(store, log_of(path)):
        try:
            value: Any = canon.decode(store.get(entry.oid, KIND), limit=LARGEST)
            made_of = value["run"]["report"]["sha256"]
        except (ObjectMissing, ObjectCorrupt, NotCanonical, KeyError, TypeError):
            continue
        if made_of == sha256:
            yield entry


def version_of(world: World, argument: str) -> tuple[str, str] | None:
    """Return path and SHA-256 of the one report that `REVISION:PATH` names; None where it names none."""
    from gnut.edge.committed import in_git

    found = list(in_git(world, argument, ()) or ())
    if len(found) != 1 or not isinstance(found[0], Target) or found[0].held is None:
        return None
    try:
        return found[0].path, canon.sha256(found[0].held.body(REPORT_BYTES, found[0].shown))
    except GnutError:
        return None
