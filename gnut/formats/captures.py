"""The captures of one source: a few lines each for people, the same as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gnut.acquire.core.capture import said_by_addresses
from gnut.acquire.core.history import Capture, History
from gnut.formats.escape import one_line, redacted, terminal
from gnut.formats.indented import indented
from gnut.formats.paint import Paint
from gnut.text.archives import served_at
from gnut_store.oid import Oid, short

CAPTURES = "gnut-captures/v1"

_COLOURS = {"complete": "green", "hollow": "red", "empty": "red"}


class ShownCapture(Struct, frozen=True, forbid_unknown_fields=True):
    """One capture of a source."""

    id: Oid
    in_force: bool
    """Whether a check reads this one."""

    fetched_at: str
    final_uri: str
    hops: tuple[str, ...]
    served_at: str | None
    """When the archive that served it had captured it, as far as its address says; None outside archives."""

    media_type: str | None
    bytes: int | None
    """Of what was served."""

    characters: int
    """Of the visible text."""

    window: str
    hollow: str | None
    supplied: bool
    redirected: bool
    kept: bool
    """Whether the bytes are kept for the team."""

    notes: tuple[str, ...]
    unchanged: int
    """How often it was found unchanged, as far as this store was told."""

    seen_at: str
    """When it was captured or last found unchanged."""

    previous: Oid | None


class ShownRefusal(Struct, frozen=True, forbid_unknown_fields=True):
    """A snapshot that may not be used."""

    id: Oid
    detail: str
    closes: bool
    """Whether the source is closed by it until it is fetched anew."""


class ShownFailure(Struct, frozen=True, forbid_unknown_fields=True):
    """The last failed fetch, if the source was not had since."""

    kind: str
    detail: str
    fetched_at: str


class ShownSource(Struct, frozen=True, forbid_unknown_fields=True):
    """What a store holds of one source."""

    schema: str
    uri: str
    captures: tuple[ShownCapture, ...]
    """The one in force first, then the newest first."""

    refused: tuple[ShownRefusal, ...]
    failure: ShownFailure | None


def shown(history: History) -> ShownSource:
    """Return a history as it is printed."""
    last = history.failure
    return ShownSource(
        schema=CAPTURES,
        uri=history.uri,
        captures=tuple(_shown(one) for one in history.captures),
        refused=tuple(ShownRefusal(oid, absence.detail, closes) for oid, absence, closes in history.refused),
        failure=None if last is None else ShownFailure(last.why, last.detail, last.fetched_at),
    )


def _shown(one: Capture) -> ShownCapture:
    snapshot = one.known.snapshot
    moved, notes = said_by_addresses(snapshot)
    return ShownCapture(
        id=one.known.oid,
        in_force=one.in_force,
        fetched_at=snapshot.fetched_at,
        final_uri=snapshot.final_uri,
        hops=snapshot.hops,
        served_at=served_at(snapshot.final_uri),
        media_type=snapshot.media_type,
        bytes=snapshot.window.original_bytes,
        characters=snapshot.window.captured_characters,
        window=snapshot.window.truncation,
        hollow=snapshot.hollow,
        supplied=snapshot.supplied,
        redirected=moved,
        kept=snapshot.raw is not None,
        notes=notes,
        unchanged=one.unchanged,
        seen_at=one.seen_at,
        previous=snapshot.previous,
    )


def render_json(source: ShownSource) -> str:
    """Return the captures as JSON, indented by two, with a final line feed."""
    return indented(source)


def render(source: ShownSource, *, paint: Paint) -> str:
    """Return the captures of a source for people, the one in force first and marked with a star."""
    return "".join(f"{line}\n" for line in _lines(source, paint))


def _lines(source: ShownSource, paint: Paint) -> Iterator[str]:
    yield paint(terminal(redacted(source.uri)), "bold")
    for one in source.captures:
        yield from _capture(one, paint)
    for refused in source.refused:
        what = "closes the source" if refused.closes else "was followed by a sound one"
        yield f"! {short(refused.id)}  may not be used, and {what}"
        yield f"    {one_line(refused.detail)}"
    if source.failure is not None:
        last = source.failure
        said = one_line(redacted(last.detail))
        yield f"last fetch failed {last.fetched_at}: {paint(terminal(last.kind), 'red')}: {said}"


def _capture(one: ShownCapture, paint: Paint) -> Iterator[str]:
    state = terminal(one.window if one.hollow is None else f"{one.window} {one.hollow}")
    window = paint(state, _COLOURS.get(one.window, "yellow"))
    size = "size unknown" if one.bytes is None else _count(one.bytes, "byte")
    text = _count(one.characters, "character")
    yield f"{'*' if one.in_force else ' '} {short(one.id)}  {one.fetched_at}  {window}, {size}, {text} of text"
    if one.supplied:
        yield "    supplied by hand"
    if one.redirected or one.served_at is not None:
        at = "" if one.served_at is None else f", captured there {one.served_at}"
        yield f"    served from {terminal(one.final_uri)}{at}"
    if one.unchanged:
        times = "once" if one.unchanged == 1 else f"{one.unchanged:,} times"
        yield f"    found unchanged {times}, last {one.seen_at}"
    if one.notes:
        yield f"    noted: {terminal(', '.join(one.notes))}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
