"""Runs of a report's versions: of bytes that git holds, whatever stands in the work tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gnut.config.parse import REPORT_BYTES
from gnut.edge.paths import Target
from gnut.edge.runs import KIND, LOG, Entry, history, log_of, logs
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
    yield from history(store, past_of(path, sha256))
    for entry in history(store, log_of(path)):
        made_of = _report(store, entry)
        if made_of is not None and made_of.get("sha256") == sha256:
            yield entry


def is_known(store: Store, path: str) -> bool:
    """Say whether any version of a report has a run."""
    log = log_of(path)
    return bool(store.ref_parts(log) or store.ref_parts(log.replace(LOG, PAST, 1)))


def reports_of(store: Store) -> Iterator[str]:
    """Yield the paths of all reports that have runs, each once; each says its own.

    Args:
        store: Where they are kept. Of a log, one run that can be read is enough.
    """
    versions = (f"{PAST}/{part}" for part in store.ref_parts(PAST))
    past = (f"{report}/{part}" for report in versions for part in store.ref_parts(report))
    known: set[str] = set()
    for log in (*logs(store), *past):
        told = (_report(store, entry) for entry in history(store, log))
        path = next((report["path"] for report in told if report and isinstance(report.get("path"), str)), None)
        if path is not None and path not in known:
            known.add(path)
            yield path


def _report(store: Store, entry: Entry) -> dict[str, Any] | None:
    """Return what a run says of its report; None when its bytes are damaged."""
    from gnut.account.contract import LARGEST

    try:
        value: Any = canon.decode(store.get(entry.oid, KIND), limit=LARGEST)
        report = value["run"]["report"]
    except (ObjectMissing, ObjectCorrupt, NotCanonical, KeyError, TypeError):
        return None
    return report if isinstance(report, dict) else None


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
