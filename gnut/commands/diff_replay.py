"""`gnut diff-replay`: a run against its replays, or what changed between two runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gnut.account.contract import LARGEST
from gnut.edge import terminal
from gnut.edge.files import read
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import BadId, BadReceipt, GnutError, Usage
from gnut_store import canon

if TYPE_CHECKING:
    from gnut.account.contract import Execution
    from gnut.diff_replay.contract import Equivalence
    from gnut_store.oid import Oid
    from gnut_store.store import Store

FORMS = "gnut diff-replay REPORT, RUN RUN, or LIVE.json REPLAY.json REPLAY.json"


def diff_replay(
    world: World,
    named: Sequence[str],
    *,
    acquire: bool,
    allow_net: Sequence[str],
    out: str | None,
    json: bool,
    exit_code: bool,
    color: str,
) -> int:
    """Compare one run with two replays of it, two runs with each other, or three files.

    Args:
        world: Where the call starts from.
        named: One report or run, two of them, or three files that hold executions.
        acquire: Check the one report now, fetching what is missing, instead of taking its newest run.
        allow_net: Private addresses that this may reach.
        out: File that takes the receipt of a replay.
        json: Whether to print JSON.
        exit_code: Whether runs that differ in a row or a defect of structure end with 1.
        color: `auto | always | never`.

    Returns:
        For a replay 0 when it is equivalent, 1 when it differs; for two runs 0, or 1 with `exit_code` when a row
        or a defect of the report's structure differs.

    Raises:
        Usage: The names and the options do not fit each other.
        GnutError: No such run; or a receipt is malformed or lacks a snapshot (exit code 2).
    """
    if allow_net and not acquire:
        raise Usage("--allow-net does nothing without --acquire", help="a replay is offline")
    if acquire and len(named) != 1:
        raise Usage("--acquire makes the live run of one report", help=FORMS)
    if exit_code and len(named) != 2:
        raise Usage("--exit-code is of two runs", help="a replay that differs ends with 1 anyway")
    if out is not None and len(named) == 2:
        raise Usage("two runs that are compared give no receipt", help="use --output-format json")
    match list(named):
        case [name]:
            return _replayed(world, name, acquire, allow_net, out, json)
        case [before, after]:
            return _between(world, before, after, json, exit_code, color)
        case [live, first, second]:
            return _files(world, live, first, second, out, json)
    raise Usage(f"{len(named)} names were given", help=FORMS)


def _replayed(world: World, name: str, acquire: bool, allow_net: Sequence[str], out: str | None, json: bool) -> int:
    """Hold a stored run against two replays that are made now, from the store alone."""
    from gnut.diff_replay.core import diff_replay as compared
    from gnut.edge.engine import engine
    from gnut.edge.runs import bundle, load, resolve
    from gnut.edge.store import opened
    from gnut.replay import replay

    store = opened(world)
    oid = _made(world, name, allow_net) if acquire else resolve(world, store, name)
    if not isinstance(oid, str):
        return oid
    live = load(store, oid)
    _require_snapshots(world, store, live)
    own = engine(Path(store.folder) / "cache")
    try:
        first, second = (replay(bundle(store, oid), engine=own) for _ in range(2))
    except BadReceipt as error:
        if error.code == "snapshot_invalid":
            raise _lacking(world, str(error), live) from None
        raise
    result = compared(live, first, first=canon.encode(first), second=canon.encode(second))
    return _told(world, result, legible(name), len(live.run.extraction.claims), out, json)


def _made(world: World, name: str, allow_net: Sequence[str]) -> Oid | int:
    """Check a report now, fetching what its store lacks; return its run, or the exit code when there is none."""
    from gnut.edge.checking import Call
    from gnut.edge.failures import worst
    from gnut.edge.ground import Wishes

    wishes = Wishes(policy=None, allow=(), profile=None, acquire=True, allow_net=tuple(allow_net), record="local")
    call = Call(world, wishes)
    checked = call.checked([name], ())
    if len(checked) > 1:
        raise Usage(f"{legible(name)}: holds {len(checked)} reports", help="name one")
    run = checked[0].run if checked else None
    if run is None:
        return worst([*call.codes, 2])
    return run


def _require_snapshots(world: World, store: Store, live: Execution) -> None:
    """Refuse a run whose sources cannot be had again; whatever else a store has lost is damage, and said as such."""
    made_from = live.run.acquisitions
    unkept = sum(one.result.failure == "not_acquired" for one in made_from)
    if unkept:
        raise _lacking(world, f"{unkept} of the {len(made_from)} sources of this run had no snapshot", live)
    gone = sum(one.snapshot is not None and not store.has(one.snapshot) for one in made_from)
    if gone:
        had = f"the snapshots of {gone} of the {len(made_from)} sources of this run are in the store no longer"
        raise _lacking(world, had, live)


def _lacking(world: World, what: str, live: Execution) -> GnutError:
    from gnut.edge.advice import command, from_here

    path = from_here(world, live.run.report.path)
    todo = f"{command(world, 'acquire', path)} && {command(world, 'check', path)}"
    return GnutError(
        f"{what}: there is nothing to replay it from",
        help=f"take the snapshots, then make a run of them: {todo}",
        code="snapshot_missing",
    )


def _between(world: World, before: str, after: str, json: bool, exit_code: bool, color: str) -> int:
    """Say what changed between two runs."""
    from gnut.diff_replay.core import run_diff

    store = _store(world)
    found = run_diff(_run(world, store, before), _run(world, store, after))
    from gnut.formats import run_diff as shown

    if json:
        from gnut.formats.indented import indented

        terminal.out(indented(found))
    else:
        terminal.out(shown.render(found, paint=terminal.paint(world, color, on_tty=world.stdout_tty)))
    for line in shown.summary(found):
        terminal.note(line)
    differs = bool(found.changes or found.anomalies_added or found.anomalies_gone)
    return 1 if exit_code and differs else 0


def _store(world: World) -> Store | None:
    from gnut.edge.store import opened

    return None if world.store is None else opened(world)


def _run(world: World, store: Store | None, name: str) -> Execution:
    """Return the run that a person names: one of the store's, or one in a file."""
    from gnut.edge.runs import load, resolve

    if store is not None:
        try:
            return load(store, resolve(world, store, name))
        except BadId:
            if not (world.cwd / name).is_file():
                raise
    return _parsed(_body(world, name), name)


def _files(world: World, live: str, first: str, second: str, out: str | None, json: bool) -> int:
    """Hold the execution of one file against those of two others."""
    from gnut.diff_replay.core import diff_replay as compared

    ours = _parsed(_body(world, live), live)
    replay, again = _body(world, first), _body(world, second)
    result = compared(ours, _parsed(replay, first), first=replay, second=again)
    return _told(world, result, legible(live), len(ours.run.extraction.claims), out, json)


def _body(world: World, name: str) -> bytes:
    return read(world.cwd / name, limit=LARGEST, shown=legible(name))


def _parsed(body: bytes, name: str) -> Execution:
    """Return the execution of a file; a response of the process boundary holds one, and its own hash beside it."""
    from gnut.account.core import parse_execution
    from gnut.account.request import RESPONSE

    try:
        value = canon.decode(body, limit=LARGEST)
        if isinstance(value, dict) and value.get("schema") == RESPONSE and "execution" in value:
            body = canon.encode(value["execution"])
        return parse_execution(body)
    except GnutError as error:
        told = GnutError(f"{legible(name)}: {error}", help=error.help, code=error.code)
        raise told from None


def _told(world: World, result: Equivalence, what: str, claims: int, out: str | None, json: bool) -> int:
    from gnut.formats import run_diff as shown

    if out is not None:
        from gnut.edge.outputs import write

        write(world.cwd, out, canon.encode(result) + b"\n")
    if json:
        from gnut.formats.indented import indented

        terminal.out(indented(result))
    else:
        terminal.out(shown.places(result))
    terminal.note(shown.verdict(result, what, claims))
    if shown.is_other_engine(result):
        terminal.note("nothing but the engine differs: another gnut made the run than replays it")
    return 0 if result.equivalent else 1
