"""A report taken apart into blocks, whatever kind of artifact it is."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from gnut.errors import MalformedReport, ReportTooLarge
from gnut.ingest.contract import Profile
from gnut.ingest.core import limits
from gnut.ingest.core.kinds import MARKDOWN
from gnut.model import Place, Report
from gnut.text.markdown.blocks import decoded, read
from gnut.text.markdown.document import Document
from gnut.text.markdown.front import Front
from gnut.text.markdown.lines import Lines


class Opened(NamedTuple):
    """The blocks of a report, and the text in which their offsets count."""

    body: bytes
    source: bytes
    """The same as `body`, with U+001A for each byte that is no text."""

    document: Document
    front: Front | None
    lines: Lines
    anomalies: tuple[tuple[str, Place], ...]


class Blocks(Lines):
    """Places of a rendered page, which has no lines that a reader could look up: its blocks are counted."""

    def __init__(self, source: bytes, document: Document) -> None:
        """Count the blocks of `document`, which begin in `source`."""
        super().__init__(source)
        self._blocks = [leaf.start for leaf in document.leaves]

    def where(self, place: Place) -> str:
        """Return `block 3`."""
        return f"block {max(1, bisect_right(self._blocks, place.start))}"


def opened(report: Report, profile: Profile, kind: str) -> Opened:
    """Return the blocks of a Markdown or HTML report.

    Raises:
        ReportTooLarge: It is over a limit.
        MalformedReport: It is no text, or a page that breaks off inside its markup (`malformed_html`).
    """
    limits.refuse_large(report.body)
    return _markdown(report.body) if kind == MARKDOWN else _html(report.body, profile)


def _markdown(body: bytes) -> Opened:
    source = decoded(body)
    limits.refuse_binary(body, source)
    document, front = read(body)
    lines = Lines(body)
    anomalies = tuple((name, lines.place(at, to)) for name, at, to in document.anomalies)
    if source != body:
        at = next(at for at, (one, other) in enumerate(zip(body, source, strict=True)) if one != other)
        anomalies += (("invalid_utf8", lines.place(at, at + 1)),)
    return Opened(body, source, document, front, lines, anomalies)


def _html(body: bytes, profile: Profile) -> Opened:
    from gnut.text.charset import decode
    from gnut.text.html.frames import Marks
    from gnut.text.html.prescan import examined
    from gnut.text.html.rendered import rendered

    told = decode(body, header=None, declares=True)
    damaged = told is None or told.came_from == "guess" or told.replacements > 0
    if damaged:
        limits.refuse_binary(body, decoded(body))
    if told is None:
        raise MalformedReport(
            "the page declares a character set that is not read", code="unreadable_report", help="save it as UTF-8"
        )
    found = examined(told.text)
    if found.why is not None:
        raise ReportTooLarge(f"the page has {found.why}", help="split the report")
    if found.cut is not None:
        raise MalformedReport(
            f"the page ends inside {found.cut}, so that no reader sees its rest",
            code="malformed_html",
            help="close it, or render the page anew",
        )
    marks = Marks(
        frozenset((*profile.declared_classes, *(name for name, _ in profile.class_markers))),
        frozenset(profile.ignored_classes),
        frozenset(name.lower() for name in profile.ignored_attributes),
    )
    document, source = rendered(told.text, marks, limits.MAX_UNITS)
    lines = Blocks(source, document)
    anomalies = (("invalid_utf8", lines.place(0, 0)),) if damaged else ()
    return Opened(source, source, document, None, lines, anomalies)
