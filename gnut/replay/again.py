"""A stored run through the road again."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from gnut.account.contract import Engine, Execution
from gnut.account.records import Acquisition
from gnut.acquire.contract import Mode
from gnut.model import Report
from gnut.replay.recorded import detect_of
from gnut.replay.stored import Stored
from gnut.run import Judges, run, written
from gnut.verify_receipt.contract import Bundle


def again(bundle: Bundle, stored: Execution, engine: Engine | None = None) -> Execution:
    """Return a run made anew from its bundle, under its own terms and domain.

    Args:
        bundle: What it was made from.
        stored: The run, its form judged.
        engine: The engine that replays, for an account of this replay; None for one that repeats the run's engine,
            mode and strategies.

    Raises:
        BadReceipt: A snapshot, a text or the emission is not what it has to be.
        GnutError: The road refuses the report or its terms.
    """
    made_from, terms = stored.run, stored.run.terms
    report = Report(made_from.report.path, bundle.report, tuple(sorted(bundle.companions.items())))
    judges = Judges(terms.support, detect_of(stored), terms.authority, dict(terms.declarations))
    made = run(
        report,
        profile=terms.profile,
        sources=Stored(bundle, made_from.acquisitions),
        policy=terms.standing,
        policies={},
        judges=judges,
    )
    return written(
        report,
        made,
        profile=terms.profile,
        judges=judges,
        engine=engine or stored.manifest.engine,
        domain=stored.manifest.domain,
        mode=Mode.REPLAY_ONLY.value if engine else _mode(made_from.acquisitions),
        strategies={}
        if engine
        else {one.result.uri: (one.strategy, one.live_attempted) for one in made_from.acquisitions},
        emission=_emission(bundle, stored),
    )[0]


def _emission(bundle: Bundle, stored: Execution) -> dict[str, Any] | None:
    """Return the arena tasks of the report, emitted again; those of another artifact as they are stored."""
    told = stored.run.arena_emission
    if told is None:
        return None
    emitted = told
    if told.input_sha256 == stored.run.report.sha256:
        from gnut.arena.core import emit

        emitted = emit(bundle.report, told.kind, told.profile)
    given: dict[str, Any] = to_builtins(emitted)
    return given


def _mode(acquisitions: tuple[Acquisition, ...]) -> str:
    return next((one.mode for one in acquisitions), Mode.REPLAY_ONLY.value)
