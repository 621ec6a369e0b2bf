"""Web archives as sources: the newest page of each address in WARC files, for `gnut acquire --from-warc`.

Nothing is fetched, whatever a file names. Each file is read twice: once for what there is, once for the bodies that
are wanted, so that no more than one body is held at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gnut.acquire.contract import EPOCH
from gnut.acquire.core import request as request_of
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.refusal import Refused
from gnut.edge.paths import legible
from gnut.edge.warc.digest import Checked, both, check
from gnut.edge.warc.frame import Piece
from gnut.edge.warc.http import body, head, unframed, whole
from gnut.edge.warc.index import Index, Way
from gnut.edge.warc.limits import ARCHIVE_LIMITS, ArchiveLimits
from gnut.edge.warc.read import PARTIAL, Broken, Cut, check_extra, pieces
from gnut.edge.warc.record import Fields, entry, resource_type
from gnut.errors import BadArchive
from gnut.model import Absence, Fetched, Request, Uri
from gnut.text.sniff import declared_type


class Taken(NamedTuple):
    """One source out of an archive."""

    request: Request
    answer: Fetched | Absence
    name: str
    """Final address, whose ending tells kinds of text apart."""

    at: str
    """Date of the record, RFC 3339, UTC, whole seconds."""

    hops: tuple[str, ...]
    """Redirect targets before the last, in the form of a final address. Not in `answer`: a copy that somebody brings
    was not redirected (gnut.acquire.core.consistent), the archive says so of the page that was copied."""

    checked: Checked
    """Whether the digests that the archive gives are those of its bytes."""


def captures(
    paths: Sequence[Path],
    asked: Mapping[Uri, Request] | Iterable[Request] | None,
    *,
    latest: str | None = None,
    limits: Limits = LIMITS,
    archive: ArchiveLimits = ARCHIVE_LIMITS,
    cut: Cut = pieces,
) -> Iterator[Taken]:
    """Yield what archives hold of the sources that are asked for, each once, in the order of the files.

    A source that no record is of is not yielded. One whose records give no page is yielded with the reason.

    Args:
        paths: WARC files, plain or compressed; together they are one archive.
        asked: The sources; None for every address that an archive holds a page of.
        latest: Date after which no record can have been made; None where nobody knows the time.
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
    index, damage = _indexed(paths, latest, limits, archive, cut)
    wanted = _wanted(index, asked)
    bodies: defaultdict[int, defaultdict[int, list[tuple[Request, Way]]]] = defaultdict(lambda: defaultdict(list))
    for request in wanted:
        try:
            way = index.way(request.uri)
        except Refused as refusal:
            moment = index.refused_at(request.uri)
            absence = Absence(request.uri, refusal.why, refusal.detail)
            if asked is not None:
                yield Taken(request, absence, request.uri, moment.at if moment else EPOCH, (), Checked.NOT_CHECKED)
            continue
        if asked is not None or _may_be_text(way):
            bodies[way.entry.file][way.entry.number].append((request, way))
    for file in sorted(bodies):
        yield from _taken(paths[file], bodies[file], limits, archive, cut)
    for error in damage:
        raise error


def _wanted(index: Index, asked: Mapping[Uri, Request] | Iterable[Request] | None) -> list[Request]:
    if asked is None:
        return [request_of(uri, uri) for uri in index]
    listed = asked.values() if isinstance(asked, Mapping) else asked
    return [one for one in listed if one.uri in index]


def _may_be_text(way: Way) -> bool:
    """Return whether a page of an archive taken as a whole is one that a text can be read of, by its type."""
    return not isinstance(declared_type(way.entry.media_type, b"", way.final.final_uri), str)


def _indexed(
    paths: Sequence[Path], latest: str | None, limits: Limits, archive: ArchiveLimits, cut: Cut
) -> tuple[Index, list[BadArchive]]:
    """Return what the files hold, and how those that are damaged are."""
    index = Index(limits)
    damage: list[BadArchive] = []
    for file, path in enumerate(paths):
        try:
            # One byte more than a head may have, so that a longer one is seen to be.
            for number, (piece, start) in enumerate(cut(path, legible(path.name), limits.head + 1, archive)):
                found = entry(piece, start, file, number, archive)
                if found is None:
                    continue
                if latest is not None and found.moment is not None and found.moment.at > latest:
                    found = found._replace(refusal=("bad_response", "the archive's record is of a time to come"))
                index.add(found)
        except Broken as broken:
            if broken.fault not in PARTIAL:
                raise broken.error from None
            damage.append(broken.error)
    return index, damage


def _taken(
    path: Path, wanted: Mapping[int, list[tuple[Request, Way]]], limits: Limits, archive: ArchiveLimits, cut: Cut
) -> Iterator[Taken]:
    """Yield the sources that are in one file, reading it up to the last of them."""
    left = len(wanted)
    try:
        for number, (piece, block) in enumerate(cut(path, legible(path.name), archive.block, archive)):
            if number not in wanted:
                continue
            for request, way in wanted[number]:
                if Fields(piece).get("warc-record-id") != way.entry.record:
                    raise _changed(path)
                yield _answered(request, way, piece, block, limits)
            left -= 1
            if not left:
                return
    except Broken as broken:
        raise broken.error from None
    raise _changed(path)


def _changed(path: Path) -> BadArchive:
    return BadArchive(f"{legible(path.name)}: changed while it was read", help="run it again", code="archive_changed")


def _answered(request: Request, way: Way, piece: Piece, block: bytes, limits: Limits) -> Taken:
    final = way.final.final_uri
    try:
        media_type, found, checked = _page(way, piece, block, limits)
    except Refused as refusal:
        absence = Absence(request.uri, refusal.why, refusal.detail)
        return Taken(request, absence, final, way.at, way.hops, Checked.NOT_CHECKED)
    fetched = Fetched(request.uri, final, 200, media_type, found, (), supplied=True)
    return Taken(request, fetched, final, way.at, way.hops, checked)


def _page(way: Way, piece: Piece, block: bytes, limits: Limits) -> tuple[str | None, bytes, Checked]:
    """Return type and bytes of a page, once the digests of its record were held against them.

    Raises:
        Refused: `decode_error` for a digest of other bytes; else as a live page is refused.
    """
    fields = Fields(piece)
    checked = check(fields.get("warc-block-digest"), (block,))
    _require(checked)
    if way.entry.kind == "resource":
        media_type = resource_type(way.entry.media_type)
        found = whole(block, limits)
        forms: tuple[bytes, ...] = (block,)
    else:
        reply = head(block, limits)
        stored = block[reply.end :]
        media_type = way.entry.media_type
        transferred = unframed(reply, stored, limits)
        found = body(reply, transferred, limits)
        forms = (stored, transferred, found)
    for given in (fields.get("warc-payload-digest"), way.claimed):
        checked = both(checked, check(given, forms))
        _require(checked)
    return media_type, found, checked


def _require(checked: Checked) -> None:
    if checked is Checked.FAILED:
        raise Refused("decode_error", "a digest in the archive is not the one of its bytes")
