"""Judge a stored run: its form, what it is bound to, and whether a replay confirms it."""

from __future__ import annotations

from collections.abc import Callable

from gnut.account.contract import Engine, Execution
from gnut.errors import GnutError
from gnut.verify_receipt.contract import CODES, Bundle, Refusal
from gnut.verify_receipt.core.binding import binding
from gnut.verify_receipt.core.form import form
from gnut.verify_receipt.core.meaning import meaning
from gnut.verify_receipt.core.refusals import refusal

Replay = Callable[[Execution], Execution]
"""Makes a run again from the bytes that it stands on."""


ALIASES = {"invalid_hash": "bad_hash"}
"""What other rooms call a refusal, and what it is called here."""


def verify_receipt(bundle: Bundle, replay: Replay, *, engine: Engine | None = None) -> tuple[Refusal, ...]:
    """Return why a run is refused, in order; nothing when it stands.

    Form comes first, then what belongs together, then what a replay confirms; each is asked only of what
    passed the one before.

    Args:
        bundle: The run and everything it was made from.
        replay: The road, made ready to run again over the bundle.
        engine: The engine that replays, to say so where it is another one and the results differ.
    """
    stored, refused = form(bundle.execution)
    if stored is None:
        return refused
    refused = tuple(binding(bundle, stored))
    if refused:
        return refused
    try:
        replayed = replay(stored)
    except GnutError as error:
        code = ALIASES.get(error.code, error.code)
        code = code if code in CODES else "not_replayable"
        return _by_engine((refusal(code, getattr(error, "pointer", "")),), stored, engine)
    return _by_engine(tuple(meaning(stored, replayed)), stored, engine)


def _by_engine(refused: tuple[Refusal, ...], stored: Execution, engine: Engine | None) -> tuple[Refusal, ...]:
    """Return refusals, headed by the engine's where another one than the run's made the replay."""
    another = engine is not None and engine.source_sha256 != stored.manifest.engine.source_sha256
    return (refusal("other_engine", "/manifest/engine"), *refused) if refused and another else refused
