"""`gnut log`: the runs of reports, the newest first."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from gnut.account.contract import LARGEST
from gnut.edge import runs, terminal
from gnut.edge.failures import shown, worst
from gnut.edge.paths import legible
from gnut.edge.store import opened
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, ObjectCorrupt, ObjectMissing
from gnut.formats import log as pages
from gnut.formats.log import LOG, Log, LoggedEngine, LoggedReport, LoggedRun
from gnut.formats.log_changes import Acquired, Brief, changes
from gnut.ledger.contract import Bucket
from gnut_store import canon
from gnut_store.oid import Oid
from gnut_store.store import Store


def log(world: World, reports: Sequence[str], *, most: int, output_format: str, color: str) -> int:
    """Print the runs of reports, or, without any, the reports that have runs.

    Args:
        world: Where paths start from.
        reports: Reports as they are reached from the current folder; they need not exist any more.
        most: Most runs that are listed of each; 0 for all.
        output_format: `text | json`.
        color: When to colour.

    Returns:
        0, or the worst of what could not be listed; a report without runs is 2.

    Raises:
        NoStore: There is no store.
    """
    store = opened(world)
    codes: list[int] = []
    listed: list[LoggedReport] = []
    # A log is found by its report's path; without a path, it says itself of which report it is.
    typed = {runs.log_of(runs.path_of(world, name)): name for name in reports}
    named = {ref: legible(name) for ref, name in typed.items()}
    for ref, name in named.items() if reports else ((ref, ref) for ref in runs.logs(store)):
        try:
            entries = list(runs.history(store, ref)) or list(_of_version(world, store, typed.get(ref)))
            if not entries:
                raise InputMissing(f"{name}: no run of it is kept", help="gnut check keeps one")
            made = _report(store, entries, (most or len(entries)) if reports else None, name, codes)
            if made is not None:
                listed.append(made)
        except GnutError as error:
            codes.append(shown(error))
    whole = Log(LOG, tuple(sorted(listed, key=lambda one: one.path)) if not reports else tuple(listed))
    paint = terminal.paint(world, color, on_tty=world.stdout_tty)
    if output_format == "json":
        terminal.out(pages.render_json(whole))
    else:
        terminal.out((pages.render if reports else pages.render_reports)(whole, paint=paint))
    if not listed and not codes:
        terminal.note("no run is kept yet: gnut check keeps one of each report")
    return worst(codes)


def _of_version(world: World, store: Store, name: str | None) -> Iterator[runs.Entry]:
    """Yield the runs of a version that git holds, where a name is `REVISION:PATH`."""
    if name is not None and ":" in name and not os.path.lexists(world.cwd / name):
        from gnut.edge.versions import of_version, version_of

        held = version_of(world, name)
        if held is not None:
            yield from of_version(store, *held)


def _report(
    store: Store, entries: Sequence[runs.Entry], most: int | None, name: str, codes: list[int]
) -> LoggedReport | None:
    """Return the newest runs of a report that can be read, and say of each of the others why it cannot.

    Args:
        store: Where they are kept.
        entries: All of them, the newest first.
        most: Most that are listed, each held against the one before it; None for the newest alone.
        name: What the report is called in messages.
        codes: Takes the exit codes of what is said.

    Returns:
        None when none can be read.
    """
    found: list[tuple[runs.Entry, Brief]] = []
    unread, wanted = 0, most or 1
    for entry in entries:
        if len(found) == (wanted if most is None else wanted + 1):
            break
        try:
            found.append((entry, _brief(store, entry.oid)))
        except GnutError as error:
            unread += 1
            if len(found) == wanted:
                continue  # It is not listed; what it differs in is read off the one before it.
            told = GnutError(f"{name}: run {entry.ordinal}: {error}", help=error.help, code=error.code)
            told.exit_code = error.exit_code
            codes.append(shown(told))
    if not found:
        return None
    before = [brief for _, brief in found[1:]] if most is not None else []
    listed = [
        _logged(store, entry, brief, before[at] if at < len(before) else None)
        for at, (entry, brief) in enumerate(found[:wanted])
    ]
    return LoggedReport(found[0][1].run.report.path, len(entries) - unread, tuple(listed))


def _logged(store: Store, entry: runs.Entry, brief: Brief, before: Brief | None) -> LoggedRun:
    acquired, rows = brief.run.acquisitions, brief.ledger.ledger.rows
    times = sorted(_times(store, acquired))
    return LoggedRun(
        id=entry.oid,
        ordinal=entry.ordinal,
        outcome=brief.ledger.ledger.outcome,
        buckets={bucket.value: sum(row.bucket is bucket for row in rows) for bucket in Bucket},
        policy=brief.ledger.ledger.policy,
        engine=LoggedEngine(brief.manifest.engine.version, brief.manifest.engine.revision, brief.manifest.engine.dirty),
        mode=acquired[0].mode if acquired else None,
        report_sha256=brief.run.report.sha256,
        sources=len(acquired),
        readable=sum(one.ok for one in acquired),
        captured=(times[0], times[-1]) if times else None,
        files=sum(one.ok and one.strategy == "local_file" for one in acquired),
        changes=None if before is None else changes(before, brief),
    )


def _times(store: Store, acquired: Sequence[Acquired]) -> Iterator[str]:
    """Yield when each fetched source was captured; a file of the repository has no such time."""
    for one in acquired:
        if one.snapshot is None or one.strategy == "local_file":
            continue
        try:
            value: Any = canon.decode(store.get(one.snapshot, "snapshot"))
        except (ObjectMissing, ObjectCorrupt):
            continue  # gnut fsck says so; the log lists what there is.
        if isinstance(value, dict) and isinstance(value.get("fetched_at"), str):
            yield value["fetched_at"]


def _brief(store: Store, oid: Oid) -> Brief:
    """Return what the log shows of a run.

    Its hashes are not computed again, which takes five times as long: `gnut show` does that.

    Raises:
        ObjectCorrupt: It is no run, though it is kept as one.
    """
    try:
        return msgspec.convert(canon.decode(store.get(oid, runs.KIND), limit=LARGEST), Brief)
    except msgspec.ValidationError as error:
        raise ObjectCorrupt(f"{oid[:15]}… is no run: {error}", help="Run gnut show on it.") from None
