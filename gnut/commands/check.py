"""`gnut check`: reports against the snapshots of the sources that they cite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gnut.edge import terminal
from gnut.edge.checking import Call, Checked
from gnut.edge.failures import say, worst
from gnut.edge.ground import Wishes
from gnut.edge.paths import native
from gnut.edge.settings import settings
from gnut.edge.world import World
from gnut.errors import GnutError, Usage
from gnut.ledger.contract import CHECK, CheckReport, Ledger, Outcome

if TYPE_CHECKING:
    from gnut.account.contract import Engine
    from gnut.config.parse import Config
    from gnut.edge.paths import Target

NAMED = 3
"""Most reports that are named in the line to type; of more, what was typed is repeated."""


def check(
    world: World,
    paths: Sequence[str],
    *,
    output_format: str | None,
    acquire: bool,
    allow_net: Sequence[str],
    policy: str | None,
    allow: Sequence[str],
    profile: str | None,
    allow_empty: bool,
    no_cache: bool,
    color: str,
    quiet: bool,
    verbose: bool,
    record: bool | None = None,
    publication: bool = False,
    support: str | None = None,
    authority: str | None = None,
    arena: bool = False,
    staged: bool = False,
) -> int:
    """Check reports, print what was found, and return the exit code.

    All are checked before it returns, and one that cannot be read does not stop the others. Where there is a
    store, each run is kept: in its local tier, in the team's with `record`, nowhere when that is False.
    `no_cache` is accepted and changes nothing: nothing is cached yet. With `staged` the reports are what git's
    index holds: those under `paths`, or without any those that the next commit adds or changes.

    Raises:
        Usage: Nothing to check was named; `arena`, and no run is to be kept; or `publication` is asked of an
            engine that nobody attests (code `engine_dirty`).
        BadConfig: The configuration, a policy, an allowance or a declaration is not valid.
    """
    if arena and record is False:
        raise Usage("--arena binds tasks into the run, and --no-record keeps none", help="take one of them away")
    engine = _attested() if publication else None
    config = settings(world.root)
    named = tuple(paths) or tuple(map(native, config.reports))
    if not named and not staged:
        raise Usage("no report was named", help="gnut check report.md, a folder, or - for stdin")
    if allow_net and not acquire:
        raise Usage("--allow-net does nothing without --acquire", help="check is offline unless --acquire")
    wishes = Wishes(
        policy=policy,
        allow=tuple(allow),
        profile=profile,
        acquire=acquire,
        allow_net=tuple(allow_net),
        record={None: "local", True: "team", False: None}[record],
        publication=publication,
        support=support,
        authority=authority,
        arena=arena,
        quiet=quiet,
        folder=world.cwd,
    )
    call = Call(world, wishes, engine)
    ledgers = call.of(_staged(world, paths, config)) if staged else call.checked(named, config.exclude)
    if staged and not paths and not ledgers and not call.codes:
        allow_empty = True
        if not quiet:
            terminal.note("no staged report")
    codes = [*call.codes, _verdict([one.ledger for one in ledgers], allow_empty)]
    report = CheckReport(CHECK, worst(codes), tuple(one.ledger for one in ledgers), tuple(one.run for one in ledgers))
    left_out = _left_out(ledgers)
    _print(world, report, ledgers, output_format, color, verbose, left_out)
    if not quiet and ledgers:
        from gnut.formats import summary

        colours = terminal.paint(world, color, on_tty=world.stderr_tty)
        terminal.err(summary.render(report, paint=colours, verbose=verbose, shown=_shown(ledgers)))
    if ledgers and not allow_empty and all(one.ledger.outcome is Outcome.INDETERMINATE for one in ledgers):
        say("nothing was checked: no report cites anything", "--allow-empty lets that pass")
    if not quiet:
        _missing(world, ledgers, [one.target.shown for one in ledgers] if staged else paths, left_out)
    return report.exit


def _staged(world: World, paths: Sequence[str], config: Config) -> Iterator[Target | GnutError]:
    from gnut.edge.staged import staged

    return staged(world, paths, tuple(map(native, config.reports)), config.exclude)


def _attested() -> Engine:
    """Return which gnut runs, or refuse it, before any work, if nobody attests it."""
    from gnut.edge.engine import engine

    found = engine()
    if found.dirty:
        raise Usage(
            f"--publication: this gnut is not publishable: {found.revision[:12]}, with changes or unattested",
            help="install it from a commit: pip install git+https://…@COMMIT, or check in the changes to it",
            code="engine_dirty",
        )
    return found


def _verdict(ledgers: Sequence[Ledger], allow_empty: bool) -> int:
    """Return 1 if a report failed, or if nothing at all was checked; a report without citations is only listed."""
    if any(ledger.outcome is Outcome.FAILED for ledger in ledgers):
        return 1
    nothing = all(ledger.outcome is Outcome.INDETERMINATE for ledger in ledgers)
    return 1 if nothing and not allow_empty else 0


def _print(
    world: World,
    report: CheckReport,
    ledgers: Sequence[Checked],
    wish: str | None,
    color: str,
    verbose: bool,
    left_out: Mapping[str, str],
) -> None:
    shown = _shown(ledgers)
    match wish or ("full" if world.stdout_tty else "concise"):
        case "json":
            from gnut.formats import json_report

            terminal.out(json_report.render(report))
        case "jsonl":
            from gnut.formats import jsonl

            terminal.out(jsonl.render(report))
        case "github":
            from gnut.formats import github

            terminal.out(github.render(report, verbose=verbose))
        case "full":
            from gnut.formats import full

            paint = terminal.paint(world, color, on_tty=world.stdout_tty)
            texts = {one.ledger.path: one.body.decode("utf-8-sig", "replace") for one in ledgers}
            width = terminal.columns(world)
            terminal.out(
                full.render(
                    *(report, texts), paint=paint, columns=width, verbose=verbose, shown=shown, left_out=left_out
                )
            )
        case _:
            from gnut.formats import concise

            terminal.out(concise.render(report, verbose=verbose, shown=shown))


def _shown(ledgers: Sequence[Checked]) -> Callable[[str], str]:
    names = {one.ledger.path: one.target.shown for one in ledgers}
    return lambda path: names.get(path, path)


def _lacking(ledgers: Sequence[Checked], *, failed: bool = False) -> Iterator[tuple[Checked, str, str]]:
    """Yield each report with the identity and the address of each source that it cites and that has no snapshot.

    With `failed`, those as well of which a fetch failed, or gave no evidence: another fetch may give what they lack.
    """
    for one in ledgers:
        for row in one.ledger.rows:
            lacks = row.kind == "not_acquired" or (failed and row.kind is not None)
            if lacks and row.source is not None and not (row.source.uri or "").startswith("file:"):
                yield one, row.source.uri or row.source.written, row.source.written


def _left_out(ledgers: Sequence[Checked]) -> dict[str, str]:
    """Return by source what in a `.gnutignore` keeps it from being fetched."""
    lacking: dict[Path, dict[str, str]] = {}
    for one, uri, written in _lacking(ledgers, failed=True):
        lacking.setdefault(one.target.root, {})[uri] = written
    found: dict[str, str] = {}
    for root, sources in lacking.items():
        if (root / ".gnutignore").exists():
            from gnut.edge.choice import left_out

            found |= left_out(root, sources)
    return found


def _missing(world: World, ledgers: Sequence[Checked], typed: Sequence[str], left_out: Mapping[str, str]) -> None:
    """Say in one line what to type so that the sources without a snapshot get one."""
    lacking: dict[str, set[str]] = {}
    for one, uri, _ in _lacking(ledgers):
        if uri not in left_out:
            lacking.setdefault(one.target.shown, set()).add(uri)
    if left_out:
        count = len(left_out)
        what = "1 source" if count == 1 else f"{count} sources"
        terminal.note(f".gnutignore keeps {what} that could not be had from being fetched")
    if not lacking:
        return
    from gnut.edge.advice import command, could_pull  # quoting for a shell costs as much as reading a small report

    count = len(set().union(*lacking.values()))
    what = "1 source has no snapshot" if count == 1 else f"{count} sources have no snapshot"
    named = list(lacking) if len(lacking) <= NAMED else typed
    if all(one.has_store for one in ledgers):
        first = f"{command(world, 'sync', 'pull')}  for what others have, or  " if could_pull(world) else ""
        terminal.note(f"{what}: run  {first}{command(world, 'acquire', *named)}")
    else:
        todo = f"{command(world, 'init')} && {command(world, 'acquire', *named)}"
        terminal.note(f"there is no store, so only local files were read; {what}: run  {todo}")
