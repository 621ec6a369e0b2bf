"""What is no unit: every line and every look-alike counted under a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gnut.ingest.contract import Lines, Noted, Unit
from gnut.ingest.core.reading import Reading
from gnut.text.patterns import lazy

_REGIONS = {
    "front_matter": "front_matter",
    "code": "code",
    "rule": "rule",
    "html": "html",
    "comment": "comment",
    "definition": "source_list",
    "repeated": "source_list",
    "fence": "fence",
    "hidden": "hidden",
}
_LOOK_ALIKE = lazy(rb"\[\s*\^?[\d@][^\]\r\n]{0,80}\]|\[\^[^\]\s]{1,80}\]|\]\(|(?i:https?://)")
_SHOWN = 80
"""Bytes of what is set aside that are repeated."""

_KINDS = {"heading": "heading", "head_cell": "table_head", "caption": "caption"}


def noted(reading: Reading, units: Iterable[Unit]) -> tuple[Noted, ...]:
    """Return everything that looks like a citation and is none, in reading order."""
    lines = reading.lines
    found = [Noted(one.reason, one.written, lines.place(one.start, one.end)) for one in reading.asides]
    used = {(citation.uri, citation.written) for unit in units for citation in unit.citations}
    addresses = {written for _, written in used}
    for source_list in reading.lists:
        for entry in source_list.entries:
            cited = entry.address is not None and entry.address in addresses
            reason = "list_entry" if cited else "list_note"
            found.append(Noted(reason, entry.address or entry.title, lines.place(entry.start, entry.end)))
    seen: set[str] = set()
    for body in reading.document.footnotes:
        first = body.name not in seen
        seen.add(body.name)
        reason = "footnote_body" if first and body.name in reading.called else "list_note"
        found.append(Noted(reason, f"[^{body.name}]", lines.place(body.start, body.end)))
    for region in reading.document.regions:
        if region.kind == "repeated":
            written = reading.body[region.start : region.end].decode("utf-8", "replace")
            found.append(Noted("list_note", written, lines.place(region.start, region.end)))
    found += _hidden(reading)
    if reading.document.rendered:
        found += _in_apparatus(reading)
    for one in reading.document.containers:
        if one.number in reading.ignored:
            written = " ".join(one.classes or one.attributes)
            found.append(Noted("excluded", written, lines.place(one.start, one.end)))
    told = list(set(found))
    # Two hidden links are two, though they may lead to one address and have no place of their own.
    told += [Noted(one.reason, one.written, lines.place(one.start, one.end)) for one in reading.document.asides]
    return tuple(sorted(told, key=lambda one: (one.place.start, one.place.end, one.reason, one.written)))


def _in_apparatus(reading: Reading) -> Iterator[Noted]:
    """Yield the links of a rendered page that stand in a source list or the body of a note."""
    for index, leaf in enumerate(reading.document.leaves):
        for pointer in reading.scans[index].pointers:
            reason = "footnote_body" if leaf.footnote is not None else "list_entry"
            if leaf.footnote is not None or not reading.inside(index, pointer.at):
                yield Noted(reason, pointer.written, reading.lines.place(pointer.start, pointer.end))


def _hidden(reading: Reading) -> list[Noted]:
    """Return what looks like a citation inside code, comments and front matter."""
    ranges = [
        (one.kind, one.start, one.end)
        for one in reading.document.regions
        if one.kind in ("code", "comment", "front_matter")
    ]
    ranges += [
        (code.kind, code.start, code.end)
        for leaf in reading.document.leaves
        for code in leaf.codes
        if code.kind in ("code", "comment", "html")
    ]
    found = []
    for kind, start, end in ranges:
        match = _LOOK_ALIKE.search(reading.body, start, end)
        if match:
            written = reading.body[match.start() : min(end, match.start() + _SHOWN)].decode("utf-8", "replace")
            found.append(Noted(kind, written, reading.lines.place(start, end)))
    return found


def count_lines(reading: Reading, units: Iterable[Unit]) -> Lines:
    """Return every physical line of the report once: read, or set aside under a reason."""
    lines = reading.lines
    body = reading.body
    why: list[str] = [""] * lines.count
    ends = [*lines.starts[1:], len(body)]
    for number in range(lines.count):
        if not body[lines.starts[number] : ends[number]].strip(b" \t\r\n>\xef\xbb\xbf\x0c"):
            why[number] = "blank"

    def mark(start: int, end: int, reason: str, over: bool = False) -> None:
        if end <= start:
            return
        for number in range(lines.line(start), lines.line(end - 1) + 1):
            if not why[number] or over:
                why[number] = reason

    document = reading.document
    starts = frozenset(lines.starts)
    for leaf in document.leaves:
        if leaf.kind in _KINDS and not reading.excluded(leaf):
            mark(leaf.start, leaf.end, _KINDS[leaf.kind])
    for region in document.regions:
        if region.kind == "front_matter":
            mark(region.start, region.end, "front_matter", over=True)
        elif region.kind in ("code", "fence"):
            mark(region.start, region.end, region.kind, over=True)
    for source_list in reading.lists:
        for entry in source_list.entries:
            mark(entry.start, entry.end, "source_list", over=True)
    for leaf_index, at, to in reading.heads:
        leaf = document.leaves[leaf_index]
        mark(leaf.byte(at), leaf.byte_end(to), "heading", over=True)
    for footnote in document.footnotes:
        _mark_written(why, lines, footnote.start, footnote.end, "footnote")
    reach = -1
    for one in document.containers:
        # One inside another is marked already; an element inside a line of a rendered page is no line of its own.
        inner = one.end <= reach or (document.rendered and one.start not in starts)
        if one.number in reading.ignored and not inner:
            reach = one.end
            _mark_written(why, lines, one.start, one.end, "ignored_container")
    for unit in units:
        for number in range(unit.place.line - 1, lines.line(max(unit.place.start, unit.place.end - 1)) + 1):
            if why[number] in ("", "html", "comment", "heading", "table_head", "caption"):
                why[number] = "included"
    for region in document.regions:
        if region.kind in _REGIONS:
            mark(region.start, region.end, _REGIONS[region.kind])
    for start, end in document.tables:
        mark(start, end, "table_delimiter")
    counts = Counter(reason or "markup" for reason in why)
    included = counts.pop("included", 0)
    return Lines(included, tuple(sorted(counts.items())))


def _mark_written(why: list[str], lines: object, start: int, end: int, reason: str) -> None:
    from gnut.text.markdown.lines import Lines as Offsets

    assert isinstance(lines, Offsets)
    for number in range(lines.line(start), lines.line(max(start, end - 1)) + 1):
        if why[number] not in ("blank", "code", "front_matter"):
            why[number] = reason
