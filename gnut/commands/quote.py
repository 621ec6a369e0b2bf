"""`gnut quote`: one quotation sought in one source."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from gnut.edge import terminal
from gnut.edge.failures import say
from gnut.edge.files import read, standard_input
from gnut.edge.paths import legible
from gnut.edge.sources import Reader, kept
from gnut.edge.world import World
from gnut.errors import GnutError, InputMissing, MalformedReport, NoStore, ObjectCorrupt, Usage
from gnut.formats.indented import indented
from gnut.formats.sought import Sought, render
from gnut.model import Absence, Fetched, Request, Source, Uri
from gnut.text.anchor.contract import Outcome, Wanted
from gnut.text.credentials import concealed

if TYPE_CHECKING:
    from gnut.check.contract import Mark
    from gnut.text.anchor.contract import Anchor
    from gnut_store.oid import Oid
    from gnut_store.store import Store

SCHEMA = "gnut-quote/v1"

QUOTE = 200_000
"""Most bytes of a quotation."""

SOURCE = 64 * 1024 * 1024
"""Most bytes of a source file."""


def quote(
    world: World,
    *,
    source: str | None,
    url: str | None,
    text: str | None,
    quote_file: str | None,
    json: bool,
    color: str,
) -> int:
    """Seek a quotation and print where it stands, or what stands there instead.

    Returns:
        0 it stands in what a reader sees and is long enough to be evidence, 1 otherwise.

    Raises:
        Usage: The options do not name exactly one source and one quotation.
        InputMissing: A file is not there, or is no text that could be searched.
    """
    if (source is None) == (url is None):
        raise Usage("name one source", help="--source FILE, --source ID, or --url URL")
    words = _words(world, text, quote_file)
    found = _source(world, source, url)
    name = source if source is not None else concealed(url or "")
    if isinstance(found, Absence):
        terminal.out(_absent(name, found, json))
        return 1
    sought = _seek(name, words, found, world)
    if json:
        terminal.out(_json(sought))
    else:
        paint = terminal.paint(world, color, on_tty=world.stdout_tty)
        terminal.out(render(sought, paint=paint, columns=terminal.columns(world)))
    return 0 if sought.stands else 1


def _words(world: World, text: str | None, quote_file: str | None) -> str:
    if (text is None) == (quote_file is None):
        raise Usage("name one quotation", help='--text "words", or --quote-file FILE')
    if quote_file is not None:
        body = standard_input(limit=QUOTE) if quote_file == "-" else read(world.cwd / quote_file, limit=QUOTE)
        try:
            text = body.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise MalformedReport(f"{legible(quote_file)}: is not UTF-8", help="save the quotation as UTF-8") from None
    text = text or ""
    if not text.strip():
        raise MalformedReport("the quotation is empty", help="quote at least a few words")
    if len(text) > QUOTE:
        raise MalformedReport(f"the quotation is longer than {QUOTE:,} characters", help="quote a passage, not a book")
    return text.strip()


def _source(world: World, source: str | None, url: str | None) -> Source | Absence:
    if url is not None:
        return _snapshot_of(world, url)
    assert source is not None
    if not (world.cwd / source).exists() and looks_like_id(source):
        return _object(world, source)
    if ":" in source and not os.path.lexists(world.cwd / source):
        from gnut.edge.held import file_at

        body = file_at(world, source, SOURCE)
    else:
        body = read(world.cwd / source, limit=SOURCE, shown=legible(source))
    return _text_of(Fetched(Uri(f"file:{legible(source)}"), source, 200, None, body, (), supplied=False), source)


def looks_like_id(word: str) -> bool:
    """Return whether `word` is spelled like an object id or the beginning of one."""
    digits = word.removeprefix("b3:")
    return len(digits) >= (1 if digits != word else 7) and all(digit in "0123456789abcdef" for digit in digits)


def _text_of(fetched: Fetched, name: str) -> Source:
    reader = Reader()
    try:
        answer = reader(fetched)
    finally:
        reader.close()
    if isinstance(answer, Absence):
        raise InputMissing(
            f"{legible(name)}: {answer.why}: {answer.detail}", help="a source is HTML, PDF, JSON or text"
        )
    return answer


def _snapshot_of(world: World, url: str) -> Source | Absence:
    from gnut.text.uris import Refused, source_uri

    uri = source_uri(url, "-")
    if isinstance(uri, Refused):
        raise Usage(f"--url {url!r}: {uri.sentence}", help="an http or https address, as the report writes it")
    damage: list[GnutError] = []
    answer = kept(world.store, damage.append)(Request(uri, url))
    if damage:
        raise damage[0]
    return answer


def _object(world: World, name: str) -> Source | Absence:
    """Return an object of the store as a source: a snapshot with its texts, a text, or raw bytes."""
    from gnut.edge.store import open_store

    if world.store is None:
        raise NoStore(f"{name}: no such file, and no store that could hold such an object", help="run  gnut init")
    store = open_store(world.store)
    oid = store.resolve(name)
    kind = store.kind(oid)
    if kind == "snapshot":
        return _snapshot(store, oid, name)
    media = "text/plain; charset=utf-8" if kind == "text" else None
    return _text_of(Fetched(Uri(f"file:{name}"), name, 200, media, store.get(oid), (), supplied=False), name)


def _snapshot(store: Store, oid: Oid, name: str) -> Source | Absence:
    """Return what one snapshot serves as, by the rules of a replay: a hollow page is no source.

    Raises:
        ObjectCorrupt: It, or a text that it names, is not what its hashes say.
    """
    from gnut.acquire.contract import Known, Record
    from gnut.acquire.core import load, stands
    from gnut_store import canon

    body = store.get(oid, "snapshot")
    value = canon.decode(body)
    uri = Uri(str(value.get("uri") if isinstance(value, dict) else None))
    snapshot = load(body, uri)
    damage: list[GnutError] = []
    if isinstance(snapshot, Absence):
        found: Source | Absence = snapshot
    else:
        found = stands(store, uri, Record(Known(oid, snapshot, canon.sha256(body)), oid, None), damage.append)
    if damage:
        raise damage[0]
    if isinstance(found, Absence) and found.why == "snapshot_invalid":
        raise ObjectCorrupt(f"{name}: {found.detail}", help="run  gnut fsck")
    return found


def _seek(name: str, words: str, source: Source, world: World) -> Sought:
    from gnut.text.anchor.seek import anchor, stands, too_short
    from gnut.text.fold import FoldedText

    wanted = Wanted(words)
    answer = anchor(FoldedText(source.text), wanted)
    found = answer.outcome is Outcome.FOUND
    hidden = not found and source.hidden_text is not None and stands(FoldedText(source.hidden_text), wanted)
    return Sought(
        name=legible(name),
        words=words,
        text=source.text,
        truncation=source.truncation,
        anchor=answer,
        too_short=found and too_short(words, answer.occurrences),
        hidden=hidden,
        marks=tuple(_marks(words, answer, source)),
    )


def _marks(words: str, answer: Anchor, source: Source) -> Iterator[Mark]:
    from gnut.check.contract import Mark
    from gnut.check.core import ANCHOR_MARKS, doubts_of, source_marks

    for note in answer.notes:
        if note in ANCHOR_MARKS:
            yield Mark(note, words, None, None)
    yield from source_marks(source, ())
    if answer.outcome is Outcome.FOUND:
        yield from doubts_of(source)


def _absent(name: str, absence: Absence, json: bool) -> str:
    if json:
        answer = {"schema": SCHEMA, "outcome": None, "stands": False, "why": absence.why, "detail": absence.detail}
        return indented(answer)
    if absence.why == "not_acquired":
        say(f"{name}: there is no snapshot of it", f"run  gnut acquire --url {name}")
    else:
        say(f"{name}: {absence.why.replace('_', ' ')}: {absence.detail}")
    return ""


def _json(sought: Sought) -> str:
    answer = msgspec.to_builtins(sought.anchor)
    run = sought.anchor.longest_run
    answer |= {
        "schema": SCHEMA,
        "stands": sought.stands,
        "too_short": sought.too_short,
        "hidden": sought.hidden,
        "marks": [mark.name for mark in sought.marks],
        "window": sought.truncation,
        "passage": [sought.text[part.start : part.end] for part in sought.anchor.parts],
        "longest_run": sought.text[run.start : run.end] if run else None,
    }
    return indented(answer)
