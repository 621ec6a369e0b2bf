"""Web archives as sources: the newest page of each address in WARC files, for `gnut acquire --from-warc`.

Nothing is fetched, whatever a file names. Each file is read twice: once for what there is, once for the bodies that
are wanted, so that no more than one body is held at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gnut.acquire.contract import EPOCH
from gnut.acquire.core import request as request_of
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.refusal import Refused
from gnut.edge.paths import legible
from gnut.edge.warc.digest import Checked
from gnut.edge.warc.frame import Piece
from gnut.edge.warc.index import Index, Overfull, Way
from gnut.edge.warc.limits import ARCHIVE_LIMITS, ArchiveLimits
from gnut.edge.warc.origin import origin
from gnut.edge.warc.page import Page
from gnut.edge.warc.read import PARTIAL, Broken, Cut, check_extra, pieces
from gnut.edge.warc.read import broken as fault
from gnut.edge.warc.record import Fields, Moment, entry, is_text_alone
from gnut.errors import BadArchive
from gnut.model import Absence, Fetched, Request, Uri
from gnut.text.media_types import essence
from gnut.text.sniff import declared_type


class Taken(NamedTuple):
    """One source out of an archive."""

    request: Request
    answer: Fetched | Absence
    name: str
    """Final address, whose ending tells kinds of text apart."""

    at: str
    """Date of the record, RFC 3339, UTC, whole seconds."""

    checked: Checked
    """Whether the digests that the archive gives are those of its bytes."""


class Told(NamedTuple):
    """Who is told of what is not taken."""

    passed: Callable[[str], None] = lambda kind: None
    """Of each address of a whole archive of which nothing is taken: its media type, or the kind of its failure."""

    over: Callable[[Request], None] = lambda request: None
    """Of each source beyond the number that is taken."""


NOBODY = Told()


def captures(
    paths: Sequence[Path],
    asked: Mapping[Uri, Request] | Iterable[Request] | None,
    *,
    latest: str | None = None,
    most: int | None = None,
    told: Told = NOBODY,
    limits: Limits = LIMITS,
    archive: ArchiveLimits = ARCHIVE_LIMITS,
    cut: Cut = pieces,
) -> Iterator[Taken]:
    """Yield what archives hold of the sources that are asked for, each once, in the order of the files.

    A source that no record is of is not yielded. One whose records give no page is yielded with the reason. A record
    is read once, however many sources it is the page of: they share its bytes.

    Args:
        paths: WARC files, plain or compressed; together they are one archive.
        asked: The sources; None for every address that an archive holds a page of.
        latest: Date after which no record can have been made; None where nobody knows the time.
        most: How many sources are taken at most; None for all.
        told: Who hears of what is not taken.
        limits: Bounds of a page, those of a live one.
        archive: Bounds of a file.
        cut: Reads a file as records.

    Raises:
        MissingExtra: The library that reads archives is not installed.
        InputMissing: A file is not there, or may not be read.
        BadArchive: A file is no WARC, or past a limit: then nothing was yielded. Or it is damaged: then what
            stands before the damage was yielded first.
    """
    check_extra()
    index, damage = _indexed(paths, latest, limits, archive, cut, told if asked is None else NOBODY)
    bodies: defaultdict[int, defaultdict[int, list[tuple[Request, Way]]]] = defaultdict(lambda: defaultdict(list))
    count = 0
    for request in _wanted(index, asked):
        try:
            way = index.way(request.uri)
        except Refused as refusal:
            if asked is None:
                told.passed(index.kind(request.uri) or refusal.why)
            else:
                yield _refused(request, index.refused_at(request.uri), refusal)
            continue
        if asked is None and not _may_be_text(way):
            told.passed(essence(way.entry.media_type) or "without a type")
        elif most is not None and count >= most:
            told.over(request)
        else:
            count += 1
            bodies[way.entry.file][way.entry.number].append((request, way))
    for file in sorted(bodies):
        yield from _taken(paths[file], bodies[file], limits, archive, cut)
    for error in damage:
        raise error


def _refused(request: Request, moment: Moment | None, refusal: Refused) -> Taken:
    absence = Absence(request.uri, refusal.why, refusal.detail)
    return Taken(request, absence, request.uri, moment.at if moment else EPOCH, Checked.NOT_CHECKED)


def _wanted(index: Index, asked: Mapping[Uri, Request] | Iterable[Request] | None) -> list[Request]:
    if asked is None:
        return [request_of(uri, uri) for uri in index]
    listed = asked.values() if isinstance(asked, Mapping) else asked
    return [one for one in listed if one.uri in index]


_PROBES = (b"", b"%PDF-1.7", b"<html>")
"""Starts of bodies, of which one agrees with each type that is read."""


def _may_be_text(way: Way) -> bool:
    """Return whether a page of an archive taken as a whole is one that a text can be read of, by its type."""
    read = (declared_type(way.entry.media_type, probe, way.final) for probe in _PROBES)
    return not all(isinstance(each, str) for each in read)


def _indexed(
    paths: Sequence[Path], latest: str | None, limits: Limits, archive: ArchiveLimits, cut: Cut, told: Told
) -> tuple[Index, list[BadArchive]]:
    """Return what the files hold, and how those that are damaged are."""
    index = Index(limits, archive.index)
    damage: list[BadArchive] = []
    for file, path in enumerate(paths):
        shown = legible(path.name)
        try:
            # One byte more than a head may have, so that a longer one is seen to be.
            for number, (piece, start) in enumerate(cut(path, shown, limits.head + 1, archive)):
                found = entry(piece, start, file, number, archive)
                if found is None:
                    _note(index, piece, start, told)
                    continue
                if latest is not None and found.moment is not None and found.moment.at > latest:
                    found = found._replace(refusal=("bad_response", "the archive's record is of a time to come"))
                index.add(found)
        except Broken as broken:
            if broken.fault not in PARTIAL:
                raise broken.error from None
            damage.append(broken.error)
        except Overfull:
            raise fault("too_much_known", shown, archive).error from None
    return index, damage


def _note(index: Index, piece: Piece, start: bytes, told: Told) -> None:
    """Take in what a record that is no page says of another, or pass it over."""
    said = origin(piece, start)
    if said is not None:
        index.tell(said)
    elif is_text_alone(piece):
        told.passed("conversion")


def _taken(
    path: Path, wanted: Mapping[int, list[tuple[Request, Way]]], limits: Limits, archive: ArchiveLimits, cut: Cut
) -> Iterator[Taken]:
    """Yield the sources that are in one file, reading it up to the last of them."""
    left = len(wanted)
    try:
        for number, (piece, block) in enumerate(cut(path, legible(path.name), archive.block, archive)):
            if number not in wanted:
                continue
            first = wanted[number][0][1].entry
            if Fields(piece).get("warc-record-id") != first.record:
                raise _changed(path)
            page = Page(first, piece, block, limits)
            yield from (_answered(request, way, page) for request, way in wanted[number])
            left -= 1
            if not left:
                return
    except Broken as broken:
        raise broken.error from None
    raise _changed(path)


def _changed(path: Path) -> BadArchive:
    return BadArchive(f"{legible(path.name)}: changed while it was read", help="run it again", code="archive_changed")


def _answered(request: Request, way: Way, page: Page) -> Taken:
    try:
        body, checked = page.read(way.claimed)
    except Refused as refusal:
        absence = Absence(request.uri, refusal.why, refusal.detail)
        return Taken(request, absence, way.final, way.at, Checked.NOT_CHECKED)
    fetched = Fetched(
        *(request.uri, way.final, 200, page.media_type, body, way.hops),
        supplied=True,
        query_dropped=way.query_dropped,
    )
    return Taken(request, fetched, way.final, way.at, checked)
