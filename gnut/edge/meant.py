"""What a name means to whoever signs or judges: a run, and how the report as it stands compares with it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from gnut.account.contract import Execution, Run
from gnut.account.core import parse_execution
from gnut.config.parse import REPORT_BYTES
from gnut.edge import runs
from gnut.edge.paths import Target, legible, native, target
from gnut.edge.reports import report_at
from gnut.edge.versions import of_version
from gnut.edge.world import World
from gnut.errors import BadId, BadReceipt, NotCanonical, ObjectCorrupt, ObjectMissing
from gnut.formats import escape
from gnut.model import Report
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.oid import Oid
from gnut_store.store import Store


class Meant(NamedTuple):
    """A run, and the report by whose name it was found."""

    oid: Oid
    body: bytes
    """The stored run."""

    made: Execution
    standing: str
    """One of `gnut.sign.contract.STANDINGS`."""

    other: str | None = None
    """What differs, escaped: the report, or a bibliography beside it."""

    newest: Oid | None = None
    """The report's newest run, where that is another one."""

    @property
    def said(self) -> str | None:
        """Return in words how the report stands, where that is not the plain case."""
        if self.standing == "differs":
            return f"{self.other}: not the file that was checked: this run says nothing of it as it stands"
        if self.standing == "earlier" and self.newest is not None:
            return (
                f"the report as it stands is the one of run {oids.short(self.oid)}…, which is meant here, "
                f"and not the newest, {oids.short(self.newest)}…"
            )
        return "the report itself is not here: the run is taken alone" if self.standing == "gone" else None


def meant(world: World, store: Store, name: str) -> Meant:
    """Return the run that a name means; of a report that stands, the newest run of the very bytes that stand.

    An id, the beginning of one and `report.md~2` mean a run whatever stands. Where no run is of the bytes that
    stand, it is the report's newest one, and the report `differs`.

    Args:
        world: Where a path starts from.
        store: Where the runs are.
        name: As for `gnut.edge.runs.resolve`.

    Raises:
        BadId: No run has that name.
        InputMissing: The report stands, and cannot be read.
        ReportTooLarge: It, or what lies in its place, is over the limit.
        MalformedReport: A pointer of git LFS stands in its place.
        ObjectCorrupt: The run's stored bytes are damaged.
    """
    held = _in_git(world, name)
    oid = _resolved(world, store, name, held)
    body, made = _read(store, oid)
    if held is None and not _is_report(world, store, name):
        return Meant(oid, body, made, "unnamed")
    there = held or _on_disk(world, name, made.run.report.path)
    if there is None:
        return Meant(oid, body, made, "gone")
    report = report_at(there, limit=REPORT_BYTES, noted=lambda _: None)
    other = differing(made.run, report)
    if other is None:
        return Meant(oid, body, made, "same")
    path = made.run.report.path
    for entry in of_version(store, path, canon.sha256(report.body)):
        try:
            one = _read(store, entry.oid)
        except (ObjectMissing, ObjectCorrupt, NotCanonical, BadReceipt):
            continue  # fsck says so; another run may be of the same bytes.
        missed = differing(one[1].run, report)
        if missed is None:
            newest = next(runs.history(store, runs.log_of(path)), None)
            return Meant(entry.oid, *one, "earlier", None, newest.oid if newest else None)
        other = missed
    return Meant(oid, body, made, "differs", escape.path(other))


def checking(world: World, name: str) -> str:
    """Return the line that checks a report as it stands."""
    shown = legible(name)
    return f"gnut check {'-- ' if shown.startswith('-') else ''}{quote(shown)}"


def recording(world: World, this: Meant, name: str) -> str | None:
    """Return the line that keeps a run for the team; None where the report is not here to be checked."""
    if this.standing == "unnamed":
        there = _on_disk(world, "-", this.made.run.report.path)
        name = there.shown if there is not None else "-"
    if name == "-" or this.standing == "gone":
        return None
    return checking(world, name).replace("gnut check", "gnut check --record", 1)


def differing(made: Run, report: Report) -> str | None:
    """Return the path of the first file that is not the one that a run read; None when all are."""
    if canon.sha256(report.body) != made.report.sha256:
        return report.path
    read = {one.path: one.sha256 for one in made.companions}
    there = {path: canon.sha256(body) for path, body in report.companions}
    return next((path for path in sorted({*read, *there}) if read.get(path) != there.get(path)), None)


def differing_bodies(made: Run, report: bytes, companions: Sequence[tuple[str, bytes]]) -> str | None:
    """Return the same of the bytes of an exported run."""
    return differing(made, Report(made.report.path, report, tuple(companions)))


def _read(store: Store, oid: Oid) -> tuple[bytes, Execution]:
    body = store.get(oid, runs.KIND)
    return body, parse_execution(body)


def _resolved(world: World, store: Store, name: str, held: Target | None) -> Oid:
    try:
        return runs.resolve(world, store, name)
    except BadId as error:
        newest = next(runs.history(store, runs.log_of(held.path)), None) if held is not None else None
        if error.code != "unknown_run" or newest is None:
            raise
        return newest.oid


def _is_report(world: World, store: Store, name: str) -> bool:
    """Say whether a name that means a run is that of a report, and not an id or `report.md~2`."""
    return not oids.is_oid(name) and any(any(runs.history(store, log)) for log in _logs(world, name))


def _logs(world: World, name: str) -> Iterator[str]:
    names = (runs.path_of(world, name), *(() if os.path.lexists(world.cwd / name) else (legible(name),)))
    return (runs.log_of(path) for path in names)


def _in_git(world: World, name: str) -> Target | None:
    """Return the one report that `REV:PATH` names; None where it names none, or a file on disk is called so."""
    if ":" not in name or oids.is_oid(name) or "\0" in name or os.path.lexists(world.cwd / name):
        return None
    from gnut.edge.committed import in_git

    found = list(in_git(world, name, ()) or ())
    return found[0] if len(found) == 1 and isinstance(found[0], Target) else None


def _on_disk(world: World, name: str, path: str) -> Target | None:
    """Return where the report stands: as it is typed, or from the root of the repository, as its log spells it."""
    typed = () if name == "-" else (world.cwd / name,)
    for file in chain(typed, () if path == "-" else _from_root(world, path)):
        if os.path.lexists(file):
            return target(world, Path(file))
    return None


def _from_root(world: World, path: str) -> Iterator[Path]:
    try:
        yield world.root / native(path)
    except UnicodeEncodeError:
        return
