"""Markdown into leaves: the one door to the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnut.text.markdown.build import Builder
from gnut.text.markdown.divs import divs, placed
from gnut.text.markdown.document import Container, Definition, Document, Region
from gnut.text.markdown.front import Front, front_matter
from gnut.text.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_REREADS = 8
"""Unclosed fences that are undone one after the other; a further one keeps the rest as code."""

_FENCE = lazy(rb"[ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)*+[ \t>]*+(`{3,}|~{3,})")
_CLOSER = lazy(rb"[ \t>]*(`{3,}|~{3,})[ \t]*$")
_DEFINITION = lazy(rb"(?m)(?:^|(?<=\r))[ \t>]{0,40}(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(\[[^\]\r\n]{1,200}\]:[^\r\n]*)")
_STRAY = lazy("[\udc80-\udcff]")
_NEWLINES = lazy(rb"[^\r\n]")


def read(body: bytes) -> tuple[Document, Front | None]:
    """Return the blocks of a report and its front matter; offsets are those of `body`.

    Bytes that are not UTF-8 are read as U+001A, one for one, so that every offset stays what it is;
    who shows text replaces that sign. An unclosed fence or front matter is named in
    `Document.anomalies`, and what it would swallow is read as if its opening line were blank.
    """
    source = bytearray(decoded(body))
    anomalies: list[tuple[str, int, int]] = []
    regions: list[Region] = []
    front = front_matter(body)
    if isinstance(front, Front):
        source[: front.end] = _NEWLINES.sub(b" ", bytes(source[: front.end]))
        regions.append(Region("front_matter", 0, front.end))
    elif front is not None:
        anomalies.append(("unclosed_front_matter", front, front + 3))
        _blank(source, front, front + 3)
        front = None
    if source.startswith(b"\xef\xbb\xbf"):
        source[:3] = b"\n\n\n"
    accepted: set[int] = set()
    for _ in range(MAX_REREADS):
        opened = _unclosed(source, accepted)
        if opened is None:
            break
        start, end, fence = opened
        anomalies.append(("unclosed_fence", start, end))
        regions.append(Region("fence", start, end))
        if fence < 0:
            _blank(source, start, end)
        else:
            accepted.add(fence)
            _blank(source, start, end)
    fenced: list[Container] = []
    if b":::" in source:
        fenced, lines = divs(bytes(source), _code_blocks(bytes(source)))
        for at, to in lines:
            _blank(source, at, to)
            regions.append(Region("fence", at, to))
    return _document(bytes(source), regions, anomalies, fenced), front


def decoded(body: bytes) -> bytes:
    """Return `body` with each byte that is not UTF-8 replaced by U+001A, lengths kept."""
    # The error handler gives one lone surrogate a byte, so one sign a byte stands for it.
    return _STRAY.sub("\x1a", body.decode("utf-8", "surrogateescape")).encode()


def _blank(source: bytearray, start: int, end: int) -> None:
    source[start:end] = _NEWLINES.sub(b" ", bytes(source[start:end]))


def _options() -> Any:
    from pyromark import Options

    return (
        Options.ENABLE_TABLES
        | Options.ENABLE_FOOTNOTES
        | Options.ENABLE_STRIKETHROUGH
        | Options.ENABLE_TASKLISTS
        | Options.ENABLE_GFM
    )


def events(text: str, known: dict[str, tuple[str, str]] | None = None) -> Iterator[tuple[Any, Any]]:
    """Yield the parser's events with their byte ranges.

    Args:
        text: Markdown.
        known: Definitions from elsewhere, by folded name, for links that `text` does not define.
    """
    import pyromark

    callback = None
    if known:

        def callback(link: Any) -> tuple[str, str] | None:
            return known.get(folded(link["reference"]))

    return pyromark.events_with_range(text, options=_options(), broken_link_callback=callback)


def folded(name: str) -> str:
    """Return the form in which names of definitions are compared."""
    return " ".join(name.split()).casefold()


def defined(text: str) -> tuple[Definition, ...]:
    """Return the link reference definitions of `text`."""
    import pyromark

    found = pyromark.reference_definitions(text, options=_options())
    return tuple(
        Definition(name, one["dest"], one["title"] or "", one["span"]["start"], one["span"]["end"])
        for name, one in found.items()
    )


def _document(
    source: bytes, regions: list[Region], anomalies: list[tuple[str, int, int]], fenced: list[Container]
) -> Document:
    text = source.decode("utf-8")
    definitions = defined(text) if b"]:" in source else ()
    known = {folded(one.name): (one.address, one.title) for one in definitions}
    builder = Builder(source, events, known)
    builder.read(text)
    regions += builder.regions
    regions += [Region("definition", one.start, one.end) for one in definitions]
    if definitions:
        regions += _repeated(source, regions, builder)
    leaves = builder.finished()
    containers = list(builder.context.containers)
    if fenced:
        leaves, numbered = placed(leaves, fenced, len(containers) + 1)
        containers += numbered
    return Document(
        leaves=leaves,
        definitions=definitions,
        footnotes=tuple(builder.context.footnotes),
        regions=tuple(sorted(regions, key=lambda region: (region.start, region.end))),
        comments=tuple(builder.comments),
        quotes=tuple(builder.context.quotes),
        tables=tuple(builder.context.tables),
        containers=tuple(containers),
        anomalies=tuple(sorted(anomalies, key=lambda one: one[1])),
        asides=(),
        rendered=False,
    )


def _repeated(source: bytes, regions: list[Region], builder: Builder) -> list[Region]:
    """Return the definitions of names that are already defined: no parser event tells of them."""
    covered = [(one.start, one.end) for one in regions] + [(leaf.start, leaf.end) for leaf in builder.finished()]
    covered.sort()
    found, index, reach = [], 0, 0
    for match in _DEFINITION.finditer(source):
        while index < len(covered) and covered[index][0] <= match.start(1):
            reach = max(reach, covered[index][1])
            index += 1
        if match.start(1) >= reach:
            found.append(Region("repeated", match.start(1), match.end(1)))
    return found


def _code_blocks(source: bytes) -> list[tuple[int, int]]:
    """Return the ranges of the code blocks of a text, in order."""
    return [
        (place["start"], place["end"])
        for event, place in events(source.decode("utf-8"))
        if type(event) is not str and type(event.get("Start")) is dict and "CodeBlock" in event["Start"]
    ]


def _unclosed(source: bytearray, accepted: set[int]) -> tuple[int, int, int] | None:
    """Return the line to blank for the first fence without an end: (start, end, fence or -1).

    A fence that its list item or quote cut off, with a closing line right behind at another depth,
    keeps its code: there the closing line is blanked, lest it open a new fence.
    """
    if b"```" not in source and b"~~~" not in source:
        return None
    whole = bytes(source)
    for event, place in events(whole.decode("utf-8")):
        if type(event) is str or "Start" not in event:
            continue
        block = event["Start"]
        if type(block) is str or "CodeBlock" not in block or type(block["CodeBlock"]) is str:
            continue
        start, end = place["start"], place["end"]
        opener = _FENCE.match(whole, start)
        if opener is None or start in accepted:
            continue
        mark = opener.group(1)
        lines = whole[start:end].rstrip(b"\r\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        closer = _CLOSER.match(lines[-1]) if len(lines) > 1 else None
        if closer and closer.group(1)[:1] == mark[:1] and len(closer.group(1)) >= len(mark):
            continue
        following = _line_at(whole, end)
        behind = _CLOSER.match(whole[following[0] : following[1]])
        if behind and behind.group(1)[:1] == mark[:1]:
            return following[0], following[1], start
        line_start, line_end = start, _line_at(whole, start)[1]
        return line_start, line_end, -1
    return None


def _line_at(source: bytes, at: int) -> tuple[int, int]:
    """Return the range of the line from `at` to before its end."""
    ends = [end for end in (source.find(b"\n", at), source.find(b"\r", at)) if end >= 0]
    return at, min(ends, default=len(source))
