"""The three modes of acquiring, over a store and, where the mode allows it, a live resolver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from gnut.acquire.contract import Acquisition, Live, Mode, Reads, Strategy
from gnut.acquire.core.exchanges import validators
from gnut.acquire.core.replay import fetchable, on_record, stands
from gnut.acquire.core.settle import settle
from gnut.errors import NetworkNotAllowed, Usage
from gnut.model import Absence, Request


def mode_of(word: str) -> Mode:
    """Return the mode that `word` names.

    Raises:
        Usage: `word` is outside the closed list; code `unknown_mode`.
    """
    try:
        return Mode(word)
    except ValueError:
        known = ", ".join(mode.value for mode in Mode)
        raise Usage(f"unknown mode {word!r}", help=f"Use one of {known}.", code="unknown_mode") from None


def acquire(
    requests: Iterable[Request],
    mode: Mode,
    store: Reads,
    live: Live | None,
    now: Callable[[], str],
    keep: str = "all",
) -> Iterator[Acquisition]:
    """Yield every request, acquired or named absent, in order. Writes nothing: the objects are the caller's.

    `replay_only` never calls `live`, even when it is given; `snapshot_preferred` calls it where the store
    has no usable snapshot; `refresh` always. A snapshot that may not be used is closed to the first two.

    Raises:
        NetworkNotAllowed: The mode may fetch and there is no `live`.
    """
    if mode is not Mode.REPLAY_ONLY and live is None:
        raise NetworkNotAllowed(f"mode {mode.value} needs a way to fetch, and there is none")
    return (_one(request, mode, store, live, now, keep) for request in requests)


def failed(one: Acquisition) -> bool:
    """Whether an acquisition is a named failure, for which `acquire` ends with 1.

    What was captured, or is on record, is none, whatever it holds: a sign-in page or an empty shell was had as
    it is served. It is no evidence, which is said beside it and by `check` of every claim that cites it.
    """
    return one.strategy not in (Strategy.LIVE_ARCHIVED, Strategy.SNAPSHOT)


def _one(
    request: Request, mode: Mode, store: Reads, live: Live | None, now: Callable[[], str], keep: str
) -> Acquisition:
    record = on_record(store, request.uri)
    replayed = stands(store, request.uri, record)
    wants = mode is Mode.REFRESH or (mode is Mode.SNAPSHOT_PREFERRED and fetchable(replayed))
    if wants and live is not None:
        known = validators(store, request.uri, record)
        return settle(request, live(replace(request, known=known)), record, replayed, now(), keep)
    if isinstance(replayed, Absence) and replayed.why == "snapshot_invalid":
        strategy = Strategy.SNAPSHOT_INVALID
    else:
        strategy = Strategy.SNAPSHOT_MISSING if record.head is None else Strategy.SNAPSHOT
    return Acquisition(request, strategy, False, replayed, record.follows, (), ())
