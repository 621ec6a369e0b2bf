"""What an answer from outside comes to beside what is on record: a snapshot, no news, or a recorded failure."""

from __future__ import annotations

from msgspec.structs import replace

from gnut.acquire.contract import (
    Acquired,
    Acquisition,
    Answer,
    Known,
    Record,
    Snapshot,
    Stored,
    Strategy,
)
from gnut.acquire.core.capture import HOLLOW, kept_bodies, snapshot, source
from gnut.acquire.core.exchanges import exchange, reader_of
from gnut.acquire.core.failures import failure
from gnut.acquire.core.identity import failure_ref, source_ref, timed
from gnut.acquire.core.statuses import said_of, why_of
from gnut.model import Absence, Fetched, Request, Source, Unchanged
from gnut.text.archives import lists_captures
from gnut.text.extracted import Extracted
from gnut_store.oid import oid_of

UNREADABLE = HOLLOW | {"no_text"}
"""Absences that `source` gives for a sound snapshot."""


def settle(
    request: Request, answer: Answer, record: Record, replayed: Acquired, now: str, keep: str = "all"
) -> Acquisition:
    """Return what a live answer comes to: a snapshot, the one there was, or a recorded failure.

    Equal raw bytes add no snapshot, and neither does the same kind of wall as before. Where a usable snapshot is on
    record, nothing takes its place that is less than a page: no failure, no wall, no empty page, no front page to
    which the address leads now, no page of markup with hardly a word; and of a copy that a person brought, no page that
    holds much less. All those are failures then, named, recorded and tried again at the next call.

    Args:
        request: What was asked for.
        answer: What came back, with its text.
        record: The source's snapshots so far.
        replayed: What they serve as.
        now: Time of the fetch.
        keep: One of `contract.KEEPS`.
    """
    if isinstance(answer, Absence):
        return _failed(request, answer, record, now)
    if isinstance(answer, Unchanged):
        return _unchanged(request, answer, record, replayed, now)
    fetched, extracted = answer
    if not fetched.supplied and lists_captures(fetched.final_uri) and extracted.truncation not in ("hollow", "empty"):
        extracted = replace(extracted, truncation="hollow", hollow_kind="soft_404")
    if record.head is not None and _adds_nothing(record.head.snapshot, fetched, extracted, replayed, keep):
        return _same(request, fetched, extracted, record.head, replayed, now, keep)
    made, objects = snapshot(fetched, extracted, record.follows, now, keep)
    got = source(made.oid, made.snapshot, extracted.text, extracted.hidden_text, made.sha256)
    less = _less_than_there_was(made.snapshot, got, record.head, replayed)
    if less is not None:
        return _failed(request, less, record, now)
    if record.head is not None and _is_same_wall(record.head.snapshot, made.snapshot, replayed):
        return Acquisition(request, Strategy.LIVE_ARCHIVED, True, replayed, record.head.oid, (), ())
    copied = record.head is not None and _is_over_copy(made.snapshot, record.head.snapshot)
    beside, refs = exchange(request.uri, fetched, "captured", made, reader_of(made.snapshot.window), now)
    refs = ((source_ref(request.uri), made.oid, "team"), *refs)
    return Acquisition(request, Strategy.LIVE_ARCHIVED, True, got, made.oid, (*objects, *beside), refs, copied)


def _unchanged(request: Request, answer: Unchanged, record: Record, replayed: Acquired, now: str) -> Acquisition:
    """Return the source on record; a failure where there is none that the server can have spoken of."""
    if record.head is None or not isinstance(replayed, Source):
        said = "that nothing has changed, of what was never had"
        why = Absence(request.uri, why_of(304), f"{said_of(304)}: {said}")
        return _failed(request, why, record, now)
    objects, refs = exchange(request.uri, answer, "unchanged", record.head, None, now)
    return Acquisition(request, Strategy.LIVE_ARCHIVED, True, replayed, record.head.oid, objects, refs)


def _same(
    request: Request,
    fetched: Fetched,
    extracted: Extracted,
    known: Known,
    replayed: Acquired,
    now: str,
    keep: str,
) -> Acquisition:
    """Return the snapshot there was; its text is written again where it was lost, or never came with it."""
    objects: tuple[Stored, ...] = ()
    if not (isinstance(replayed, Source) or replayed.why in UNREADABLE):
        objects = kept_bodies(fetched, extracted, keep)
        replayed = source(known.oid, known.snapshot, extracted.text, extracted.hidden_text, known.sha256)
    beside, refs = exchange(request.uri, fetched, "unchanged", known, reader_of(extracted), now)
    return Acquisition(request, Strategy.LIVE_ARCHIVED, True, replayed, known.oid, (*objects, *beside), refs)


def _adds_nothing(known: Snapshot, fetched: Fetched, extracted: Extracted, replayed: Acquired, keep: str) -> bool:
    """Whether the head holds these very bytes and this text, and no more of it is to be kept.

    Bytes that another extractor, or another version of its library, reads otherwise are worth a new snapshot.
    """
    if known.raw_oid != oid_of("blob", fetched.body) or (known.raw is None and keep == "all"):
        return False
    readable = isinstance(replayed, Source) or replayed.why in UNREADABLE
    return _reads_as(known, extracted) or (readable and reader_of(known.window) == reader_of(extracted))


def _reads_as(known: Snapshot, extracted: Extracted) -> bool:
    hidden = None if extracted.hidden_text is None else oid_of("text", extracted.hidden_text.encode())
    read = (oid_of("text", extracted.text.encode()), hidden, extracted.truncation, extracted.hollow_kind)
    return read == (known.text, known.hidden_text, known.window.truncation, known.hollow)


def _is_same_wall(known: Snapshot, made: Snapshot, replayed: Acquired) -> bool:
    """Whether two captures are of the same kind of page that is no evidence, read alike.

    A bot check differs in a number each time, and each capture of it would be one more object for the whole team.
    """
    if isinstance(replayed, Source):
        return False
    walls = made.window.truncation in ("hollow", "empty") and replayed.why in UNREADABLE
    alike = (known.window.truncation, known.hollow) == (made.window.truncation, made.hollow)
    return walls and alike and reader_of(known.window) == reader_of(made.window)


def _less_than_there_was(made: Snapshot, got: Acquired, head: Known | None, replayed: Acquired) -> Absence | None:
    """Return why a capture may not take the place of what is on record; None when it may."""
    less = _less(got, replayed) if isinstance(replayed, Source) else None
    if less is not None or head is None or not _is_over_copy(made, head.snapshot):
        return less
    there = isinstance(replayed, Source) or _is_elsewhere(replayed)
    return _less_than_copy(made, head.snapshot) if there else None


def _is_over_copy(made: Snapshot, known: Snapshot) -> bool:
    """Whether a fetched page would take the place of a copy that a person brought."""
    return known.supplied and not made.supplied


def _less(got: Acquired, replayed: Source) -> Absence | None:
    """Return why a page that came may not take the place of the usable one on record; None when it may.

    A page in which some characters could not be read (`unknown`), or of which a part is missing (`truncated`), is the
    page as it is served now, and its window says what it is good for. A sparse one is mostly something else: what a
    site sends to a program, or before its scripts have run; it takes no place but a sparse one's.
    """
    if isinstance(got, Absence):
        return got
    if got.supplied:  # A person looked at it.
        return None
    if got.truncation == "sparse" and replayed.truncation != "sparse":
        said = "the page served now holds hardly a word in much markup; the snapshot on record stays"
        return Absence(got.uri, "no_text", said)
    if "redirected_home" in got.notes and "redirected_home" not in replayed.notes:
        return Absence(got.uri, "soft_404", "the address leads to a front page now; the snapshot on record stays")
    return None


def _is_elsewhere(replayed: Absence) -> bool:
    """Whether the text of the snapshot in force is kept by another store, sound as far as this one can say."""
    return replayed.why == "not_acquired"


def _less_than_copy(made: Snapshot, copy: Snapshot) -> Absence | None:
    """Return why a fetched page may not take the place of a copy that a person brought; None when it may.

    A copy is brought because the page could not be had: what it serves instead, without a word that tells a wall, is
    often its beginning. So it takes the place if it is had as well as the copy was (`complete`, or the same window)
    and has at least half as many characters. A page saved from a browser may bear more around its text than one sent
    to a program, hence the half.
    """
    whole = made.window.truncation in ("complete", copy.window.truncation)
    if whole and 2 * made.window.captured_characters >= copy.window.captured_characters:
        return None
    return Absence(made.uri, "no_text", "the page served now holds less than the copy that was brought; the copy stays")


def _failed(request: Request, absence: Absence, record: Record, now: str) -> Acquisition:
    made = failure(absence, now)
    refs = ((timed(failure_ref(request.uri), now), oid_of(made.kind, made.body), made.tier),)
    head = None if record.head is None else record.head.oid
    return Acquisition(request, Strategy.LIVE_FAILED, True, absence, head, (made,), refs)
