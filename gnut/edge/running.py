"""Runs of agents, as commands and servers share them: verify, seal, keep, and only then tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from gnut.edge.answering import place
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.text.times import instant
from gnut.verify_records.contract import Record
from gnut.verify_run.contract import ExecutionPolicy, RunVerdict
from gnut.verify_run.core import verify_run

if TYPE_CHECKING:
    from gnut.edge.records import Sink
    from gnut.verify_records.contract import Signer


class Sealed(NamedTuple):
    """A verdict on a run, and the record it was kept as."""

    verdict: RunVerdict
    record: Record | None
    """None where there is neither a log nor a store."""

    kept: str | None
    """Where it was kept."""


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
) -> Sealed:
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
    if started_at is not None and instant(started_at) is None:
        raise Usage(
            f"--started-at: {legible(started_at)} is no RFC 3339 time with a zone",
            help="write it as 2026-01-31T12:00:00Z",
            code="bad_time",
        )
    to, signs = place(world, log, signing_key) if keep else (None, None)
    verdict = verify_run(
        trace,
        policy,
        run_id=run_id,
        system=system,
        system_version=system_version,
        started_at=started_at or world.now(),
    )
    return kept(verdict, to, signs)


def kept(verdict: RunVerdict, to: Sink | None, signs: Signer | None) -> Sealed:
    """Return a verdict once its record is durable; whatever keeps it from being so is raised instead.

    Raises:
        StoreBusy: Another process holds the log.
        StoreUnwritable: The record could not be made durable.
    """
    if to is None:
        return Sealed(verdict, None, None)
    record = to.append(msgspec.to_builtins(verdict), prefix="run", signer=signs)
    return Sealed(verdict, record, to.name)
