"""How each cited source was acquired, and the rules that such a record cannot break."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gnut.account.core.claims import Sources
from gnut.account.core.identities import need_hash
from gnut.account.records import ACQUISITION, STRATEGIES, Acquisition, Result, SourceRef
from gnut.acquire.contract import TRUNCATIONS, WHYS, Acquired, Mode
from gnut.errors import BadReceipt
from gnut.model import Absence, Bound, Source, Uri
from gnut_store import canon

HELD = ("snapshot", "live_archived")
"""Strategies that end with a snapshot in force."""

UNREADABLE = ("challenge", "login", "soft_404", "payment_required", "rate_limited", "access_denied", "no_text")
"""Failures that a snapshot in force can have: it was captured, and what was served is no evidence."""


def acquisitions(
    acquired: Mapping[Uri, Acquired], sources: Sources, mode: str, strategies: Mapping[Uri, tuple[str, bool]]
) -> tuple[Acquisition, ...]:
    """Return one record a source, sorted by source id, then identity.

    Args:
        acquired: What became of each source.
        sources: Their names.
        mode: Value of `Mode`.
        strategies: (one of `STRATEGIES`, whether a fetch was tried) of each source that was not just replayed.

    Raises:
        BadReceipt: Mode or strategy is unknown, or a record contradicts itself (see `consistent`).
    """
    made = []
    for uri, answer in acquired.items():
        strategy, live = strategies.get(uri) or (_replayed(answer), False)
        made.append(_acquisition(sources[uri], answer, mode, strategy, live))
    made.sort(key=lambda one: (one.result.source_id, one.result.uri))
    for at, one in enumerate(made):
        consistent(one, f"/acquisitions/{at}")
    return tuple(made)


def _replayed(answer: Acquired) -> str:
    """Return the strategy of a source that was taken from where it stands."""
    if answer.uri.startswith("file:"):
        return "local_file"
    if isinstance(answer, Source):
        return "inline" if answer.snapshot is None else "snapshot"
    if answer.why == "snapshot_invalid":
        return "snapshot_invalid"
    return "snapshot_missing" if answer.snapshot is None else "snapshot"


def _acquisition(ref: SourceRef, answer: Acquired, mode: str, strategy: str, live: bool) -> Acquisition:
    return Acquisition(
        schema=ACQUISITION,
        mode=mode,
        strategy=strategy,
        live_attempted=live,
        snapshot=answer.snapshot,
        snapshot_sha256=answer.snapshot_sha256 if isinstance(answer, Absence) else bound_of(answer).snapshot,
        result=_failed(ref, answer) if isinstance(answer, Absence) else _had(ref, answer),
    )


def bound_of(source: Source) -> Bound:
    """Return the digests of a source, those it came with or, for a text without a snapshot, its own."""
    return source.bound or Bound(canon.sha256(source.text.encode()), None, None)


def _had(ref: SourceRef, source: Source) -> Result:
    bound = bound_of(source)
    return Result(
        ok=True,
        source_id=ref.source_id,
        uri=source.uri,
        final_uri=source.final_uri,
        source_sha256=bound.text,
        characters=len(source.text),
        truncation=source.truncation,
        window_sha256=bound.window,
        supplied=source.supplied,
        redirected=source.redirected,
        notes=tuple(sorted(set(source.notes))),
        failure=None,
        detail=None,
    )


def _failed(ref: SourceRef, absence: Absence) -> Result:
    return Result(
        ok=False,
        source_id=ref.source_id,
        uri=absence.uri,
        final_uri=None,
        source_sha256=None,
        characters=None,
        truncation=None,
        window_sha256=None,
        supplied=False,
        redirected=False,
        notes=(),
        failure=absence.why,
        detail=absence.detail,
    )


def consistent(one: Acquisition, pointer: str) -> None:
    """Refuse a record that contradicts itself.

    Had is only what a snapshot in force, a local file or an inline text gave; it names its final address and
    its hashes. A fetch was tried where the strategy says so, and only in a mode that may fetch. A snapshot in
    force gives no source only where it is a wall, an empty page or a text that another store keeps.

    Args:
        one: The record.
        pointer: Where it stands, for the message.

    Raises:
        BadReceipt: `unknown_mode`, `unknown_strategy`, `unknown_failure`, `final_uri_required`, `invalid_hash`
            or `acquisition_inconsistent`.
    """
    _word(one.mode, [mode.value for mode in Mode], "unknown_mode", f"{pointer}/mode")
    _word(one.strategy, STRATEGIES, "unknown_strategy", f"{pointer}/strategy")
    fetched = one.strategy in ("live_archived", "live_failed")
    _holds(one.live_attempted is fetched, "a fetch is tried by the live strategies alone", f"{pointer}/live_attempted")
    _holds(not fetched or one.mode != Mode.REPLAY_ONLY.value, "a replay fetches nothing", f"{pointer}/strategy")
    local = one.strategy != "local_file" or one.result.uri.startswith("file:")
    _holds(local, "only a file of the repository is local", f"{pointer}/strategy")
    _holds((one.snapshot is None) is (one.snapshot_sha256 is None), "a snapshot has its hash", f"{pointer}/snapshot")
    if one.snapshot_sha256 is not None:
        need_hash(one.snapshot_sha256, f"{pointer}/snapshot_sha256")
    if one.result.ok:
        _had_consistent(one, pointer)
    else:
        _failed_consistent(one, pointer)


def _had_consistent(one: Acquisition, pointer: str) -> None:
    result = one.result
    _holds(one.strategy in (*HELD, "local_file", "inline"), "this strategy gives no source", f"{pointer}/strategy")
    if result.final_uri is None or not result.final_uri.strip():
        raise BadReceipt(
            "a source that was had names its final address",
            code="final_uri_required",
            pointer=f"{pointer}/result/final_uri",
        )
    need_hash(result.source_sha256, f"{pointer}/result/source_sha256")
    if one.strategy in HELD:
        need_hash(one.snapshot_sha256, f"{pointer}/snapshot_sha256")
        need_hash(result.window_sha256, f"{pointer}/result/window_sha256")
    readable = result.truncation in TRUNCATIONS and result.truncation not in ("hollow", "empty")
    _holds(readable, "no source is had from such a window", f"{pointer}/result/truncation")
    counted = result.characters is not None and result.characters >= 0
    _holds(counted, "a source that was had has a length", f"{pointer}/result/characters")
    _holds(result.failure is None and result.detail is None, "what was had did not fail", f"{pointer}/result/failure")


def _failed_consistent(one: Acquisition, pointer: str) -> None:
    result = one.result
    _word(result.failure, WHYS, "unknown_failure", f"{pointer}/result/failure")
    told = (result.final_uri, result.source_sha256, result.characters, result.truncation, result.window_sha256)
    _holds(all(each is None for each in told), "what failed has no text to speak of", f"{pointer}/result")
    plain = not (result.supplied or result.redirected or result.notes)
    _holds(plain, "what failed was neither supplied nor redirected", f"{pointer}/result")
    invalid = (one.strategy == "snapshot_invalid") is (result.failure == "snapshot_invalid")
    _holds(invalid, "a refused snapshot is its own strategy", f"{pointer}/strategy")
    wall = one.strategy not in HELD or result.failure in (*UNREADABLE, "not_acquired")
    _holds(wall, "a snapshot in force does not fail so", f"{pointer}/result/failure")


def _word(word: str | None, known: Collection[str], code: str, pointer: str) -> None:
    if word not in known:
        raise BadReceipt(f"{word!r} is outside the closed list", code=code, pointer=pointer)


def _holds(fact: bool, sentence: str, pointer: str) -> None:
    if not fact:
        raise BadReceipt(sentence, code="acquisition_inconsistent", pointer=pointer)
