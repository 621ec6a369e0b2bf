"""Runs of agents, as commands and servers share them: verified, sealed, and only then told."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.edge.paths import legible
from gnut.edge.sealing import Sealed, place, sealed
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.text.times import instant
from gnut.verify_run.contract import ExecutionPolicy, RunVerdict
from gnut.verify_run.core import verify_run


def run_trace(
    world: World,
    trace: str | Sequence[object],
    policy: ExecutionPolicy,
    *,
    run_id: str,
    system: str,
    system_version: str | None,
    started_at: str | None,
    log: str | None,
    signing_key: str | None,
    keep: bool = True,
) -> Sealed[RunVerdict]:
    """Return the verdict on a trace, after its record is durable; see `verify_run` for what is raised.

    Args:
        world: The store, the clock, the key's variable.
        trace: JSON-RPC messages.
        policy: What the agent may do.
        run_id: Name of the run.
        system: What ran.
        system_version: Of that.
        started_at: When; None for now.
        log: File of JSON Lines; None for the store, if there is one.
        signing_key: Key file; None for the one that the environment names, if any.
        keep: False keeps nothing.

    Raises:
        BadSignature: The key is none.
        Usage: A key is named, and there is nothing to keep a record in; `started_at` is no time.
    """
    if started_at is not None:
        check_start(started_at)
    to, signs = place(world, log, signing_key) if keep else (None, None)
    verdict = verify_run(
        trace,
        policy,
        run_id=run_id,
        system=system,
        system_version=system_version,
        started_at=started_at or world.now(),
    )
    return sealed(verdict, to, signs, prefix="run")


def check_start(said: str) -> None:
    """Refuse the start of a run that is no time.

    Raises:
        Usage: It is no RFC 3339 time with a zone (`bad_time`).
    """
    if instant(said) is None:
        raise Usage(
            f"the start of the run, {legible(said)!r}, is no RFC 3339 time with a zone",
            help="write it as 2026-01-31T12:00:00Z",
            code="bad_time",
        )
