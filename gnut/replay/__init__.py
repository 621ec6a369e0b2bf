"""A stored run through the road again, from nothing but the bytes that it was made from: pure."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from gnut.account.contract import Engine, Execution
from gnut.account.core.acquisitions import consistent
from gnut.account.core.manifest import complete
from gnut.errors import BadReceipt
from gnut.replay.again import again
from gnut.replay.recorded import built_in
from gnut.replay.terms import Frozen, require_frozen, require_sound
from gnut.verify_receipt.contract import Bundle, Refusal
from gnut.verify_receipt.core import verify_receipt
from gnut.verify_receipt.core.form import form

__all__ = ["Frozen", "replay", "taken_over", "verified"]


def replay(bundle: Bundle, *, engine: Engine | None = None) -> Execution:
    """Return the run of a bundle, made again under its own terms.

    What a replay cannot look at again is taken over as it is stored: see `taken_over`.

    Args:
        bundle: The run and everything it was made from.
        engine: The engine that replays. With it the account is of this replay, offline and by this engine; without
            it the account repeats the engine, the mode and the strategies of the run.

    Raises:
        BadReceipt: The stored execution, a snapshot or a text is not what it has to be; `code` is one of
            `gnut.verify_receipt.contract.CODES`.
        GnutError: The road refuses the report or its terms.
    """
    stored, refused = form(bundle.execution)
    if stored is None:
        raise BadReceipt(refused[0].message, code=refused[0].code, pointer=refused[0].pointer)
    return again(bundle, stored, engine)


def verified(bundle: Bundle, *, engine: Engine | None = None, frozen: Iterable[Frozen] = ()) -> tuple[Refusal, ...]:
    """Return why the run of a bundle is refused, in order; nothing when it stands.

    Args:
        bundle: The run and everything it was made from.
        engine: The engine that replays, to name it where it is another one and the results differ.
        frozen: Policies and domain packs that are published: none of their names may say anything else.
    """
    return verify_receipt(bundle, partial(_judged, bundle, tuple(frozen)), engine=engine)


def taken_over(bundle: Bundle, stored: Execution) -> tuple[str, ...]:
    """Return in sentences what a replay of a run cannot look at again and takes from the run itself."""
    said = []
    if built_in(stored.run.terms.support) is None:
        said.append("a detector that needs a model is not asked again: its decisions are taken from the run")
    acquired = [one.result for one in stored.run.acquisitions]
    failed = sum(1 for one in acquired if not one.ok and one.source_id not in bundle.snapshots)
    if failed:
        said.append(f"that {failed} of {len(acquired)} sources could not be had is taken from the run")
    if bundle.snapshots:
        said.append("when, as what and by which extractor a source was read from its bytes is taken from its snapshot")
    emitted = stored.run.arena_emission
    if emitted is not None and emitted.input_sha256 != stored.run.report.sha256:
        said.append("the arena tasks are of another artifact and are taken from the run")
    said.append("which engine and domain pack were in force is taken from the run")
    return tuple(said)


def _judged(bundle: Bundle, frozen: tuple[Frozen, ...], stored: Execution) -> Execution:
    """Return the replay of a run whose records do not contradict themselves."""
    require_frozen(stored, frozen)
    require_sound(stored.run.terms, stored.run.report.path)
    for at, one in enumerate(stored.run.acquisitions):
        consistent(one, f"/run/acquisitions/{at}")
    complete(stored.manifest, "/manifest")
    return again(bundle, stored)
