"""`gnut note`: how reports stood at a commit, as a git note."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from gnut.config.parse import REPORT_BYTES
from gnut.edge import runs, terminal
from gnut.edge.failures import shown, worst
from gnut.edge.git import notes as git_notes
from gnut.edge.git.repository import Place, place
from gnut.edge.git.revisions import changed, commit_of, files_of
from gnut.edge.git.views import Committed
from gnut.edge.paths import SUFFIXES, legible, target, unspelled
from gnut.edge.store import opened
from gnut.edge.versions import is_known, of_version, reports_of
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, Usage
from gnut.formats import escape
from gnut.formats.notes import Stood, merged, without
from gnut.ledger.contract import Bucket, Outcome
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.oid import Oid
from gnut_store.store import DiskStore

NAMED = 5
"""Most reports of one outcome that are named in one line."""


class _At(NamedTuple):
    """The commit that a note is of."""

    here: Place
    commit: str
    tree: Committed
    label: str
    ref: str


def note(
    world: World,
    reports: Sequence[str],
    *,
    commit: str,
    ref: str,
    force: bool,
    remove: bool,
    show: bool,
    quiet: bool,
) -> int:
    """Write, remove or print what gnut says of a commit's reports in a git note.

    Args:
        world: Where paths start from.
        reports: Files of the commit, from the current folder; none for all that have a run of just these bytes.
        commit: Revision of the commit.
        ref: Notes that hold it: `gnut` is `refs/notes/gnut`.
        force: Whether another run of the same report gives way.
        remove: Whether what is said of the reports is taken out; without any, all that gnut said.
        show: Whether the note is printed, and nothing is written.
        quiet: Whether nothing is said of what was done.

    Returns:
        0, or 1 when there is no note to show; 2 when a report could not be noted, the others are.

    Raises:
        Usage: Options or names that do not fit each other.
        InputMissing: No such repository, commit or report; or no run was made of its bytes (code `no_run`).
        NoStore: There is no store whose runs could be noted.
    """
    if show and (remove or force or reports):
        raise Usage("--show prints the whole note", help="give it alone, or with --commit and --ref")
    if remove and force:
        raise Usage("--remove takes out, --force puts in", help="give one of them")
    at = _at(world, commit, ref)
    if show:
        return _show(at)
    paths = {_path(world, at, name): name for name in reports}
    if remove:
        gone = None if not reports else {target(world, at.here.top / os.fsdecode(path)).path for path in paths}
        done = _write(world, at, lambda there: without(there, gone), "removed")
        _say(quiet, f"{at.label}: {'removed' if done else 'there is nothing to remove'} ({at.ref})")
        return 0
    codes: list[int] = []
    found = list(_all(world, at, paths, codes))
    if found:
        done = _write(world, at, lambda there: merged(there, found, force=force), "added")
        _say(quiet, f"{at.label}: {_summed(found, 'noted' if done else 'noted already')} ({at.ref})")
        alone = [one.path for one in found if one.local]
        if alone:
            what = "the run is" if len(alone) == len(found) == 1 else f"{len(alone)} of the runs are"
            _say(quiet, f"{what} on this machine alone: gnut check --record keeps what others are to see")
    elif not codes:
        raise InputMissing(
            f"{at.label}: no run of any of its reports is kept",
            help=f"gnut check {at.label}:REPORT  keeps one",
            code="no_run",
        )
    return worst(codes)


def _at(world: World, revision: str, ref: str) -> _At:
    here = place(world)
    full = git_notes.ref_of(ref)
    commit = commit_of(here, revision)
    tree = files_of(here, commit, revision)
    return _At(here, str(commit.id), tree, tree.label, full)


def _show(at: _At) -> int:
    body = git_notes.noted(at.here, at.ref, at.commit)
    if not body:
        terminal.note(f"{at.label}: there is no note of it ({at.ref})")
        return 1
    for line in body.decode("utf-8", "backslashreplace").removesuffix("\n").split("\n"):
        terminal.out(escape.terminal(line) + "\n")
    return 0


def _path(world: World, at: _At, name: str) -> bytes:
    """Return where a report stands in the commit, from the name of its file; it need not be there any more."""
    whole = Path(os.path.normpath(world.cwd / name))
    if name == "-" or "\0" in name or not whole.is_relative_to(at.here.top):
        raise Usage(f"{legible(name)}: is no file of this repository", help="a note is of files that a commit holds")
    return os.fsencode(whole.relative_to(at.here.top).as_posix())


def _all(world: World, at: _At, paths: Mapping[bytes, str], codes: list[int]) -> Iterator[Stood]:
    """Yield how each report stood that was named, or else each that has a run; say of each other one why not."""
    store = opened(world)
    named = bool(paths)
    if not named:
        paths = {path: os.fsdecode(path) for path in sorted(_logged(world, store, at))}
    for path, name in paths.items():
        try:
            yield _stood(world, store, at, path, name)
        except GnutError as error:
            if named or error.code != "no_run":
                codes.append(shown(error))
            else:
                terminal.note(f"not noted: {error}")
    unknown = [] if named or not paths else _never_checked(at, paths)
    if unknown:
        listed = ", ".join(legible(os.fsdecode(path)) for path in unknown[:NAMED])
        more = f" and {len(unknown) - NAMED:,} more" if len(unknown) > NAMED else ""
        terminal.note(f"not noted, for {at.label} changes them and they were never checked: {listed}{more}")


def _logged(world: World, store: DiskStore, at: _At) -> Iterator[bytes]:
    """Yield where in the commit each report stands that has runs, however many files there are beside them."""
    for logged in reports_of(store):
        for spelled in {logged.encode("utf-8", "surrogateescape"), unspelled(logged)}:
            whole = Path(os.path.normpath(world.root / os.fsdecode(spelled)))
            if b"\0" in spelled or not whole.is_relative_to(at.here.top):
                continue
            path = os.fsencode(whole.relative_to(at.here.top).as_posix())
            entry = at.tree.entry(path)
            if entry is not None and entry.is_file and target(world, whole).path == logged:
                yield path


def _never_checked(at: _At, known: Collection[bytes]) -> list[bytes]:
    """Return what the commit changes, has a report's name, and has no run."""
    there = sorted(changed(at.here, at.commit))
    return [path for path in there if path not in known and os.fsdecode(path).lower().endswith(SUFFIXES)]


def _summed(found: Sequence[Stood], did: str) -> str:
    """Return in one line how reports stood, what failed first and by name."""
    if len(found) == 1:
        return f"{did}: {found[0].path} {found[0].outcome.value}"
    parts = []
    for outcome in (Outcome.FAILED, Outcome.INDETERMINATE, Outcome.WAIVED, Outcome.CLEAR):
        names = [one.path for one in found if one.outcome is outcome]
        more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
        if names:
            listed = "" if outcome is Outcome.CLEAR else f" ({', '.join(names[:NAMED])}{more})"
            parts.append(f"{len(names):,} {outcome.value}{listed}")
    return f"{len(found):,} reports {did}: {', '.join(parts)}"


def _stood(world: World, store: DiskStore, at: _At, path: bytes, name: str) -> Stood:
    """Return how a report stood by the newest run of the very bytes that the commit holds."""
    shown_as = f"{at.tree.prefix}{legible(os.fsdecode(path))}"
    entry = at.tree.entry(path)
    if entry is None or not entry.is_file:
        raise InputMissing(f"{shown_as}: no such file in {at.label}", help="--commit names another commit")
    sha256 = canon.sha256(at.tree.read(entry, REPORT_BYTES, shown_as))
    logged = target(world, at.here.top / os.fsdecode(path)).path
    newest = next(of_version(store, logged, sha256), None)
    if newest is None:
        why = f"differs from {at.label}" if is_known(store, logged) else "was not checked yet"
        raise InputMissing(
            f"{legible(name)}: {why}, so no run is of the bytes there",
            help=f"gnut check {shown_as}",
            code="no_run",
        )
    return _of_run(store, newest.oid)


def _of_run(store: DiskStore, oid: Oid) -> Stood:
    made = runs.load(store, oid)
    ledger = made.ledger.ledger
    counts = {bucket: sum(row.bucket is bucket for row in ledger.rows) for bucket in Bucket}
    return Stood(
        path=made.run.report.path,
        outcome=ledger.outcome,
        found=counts[Bucket.EXCERPT_FOUND],
        unconfirmed=counts[Bucket.CITATION_UNCONFIRMED],
        own=counts[Bucket.OWN_REASONING],
        policy=ledger.policy.key,
        allows=tuple(ledger.policy.allows),
        run=oid,
        manifest_sha256=made.manifest.sha256,
        report_sha256=made.run.report.sha256,
        local=not store.index("team").places(oids.to_bytes(oid)),
    )


def _write(world: World, at: _At, change: Callable[[str], str], did: str) -> bool:
    from gnut_store.carry.repository import signature

    seconds = int(datetime.fromisoformat(world.now()).timestamp())
    return git_notes.write(
        at.here,
        at.ref,
        at.commit,
        lambda there: change(there.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape"),
        who=signature(at.here.repository, seconds, world.environ),
        message=f"Notes {did} by 'gnut note'\n",
    )


def _say(quiet: bool, text: str) -> None:
    if not quiet:
        terminal.note(text)
