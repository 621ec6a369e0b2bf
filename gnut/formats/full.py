"""Findings for people: the report's line with a caret, the excerpt, the passage and what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from gnut.formats import escape
from gnut.formats.advice import advice, why_left
from gnut.formats.columns import ENDS, Extract, extent, extract
from gnut.formats.concise import place
from gnut.formats.entries import MOVED, Entry, entries, snapshot_of
from gnut.formats.escape import one_line
from gnut.formats.judged import said as judged
from gnut.formats.paint import WEIGHTS, Paint
from gnut.formats.worddiff import marked
from gnut.ledger.contract import AnchorView, CheckReport, SourceView

SHORT = 300
"""Most characters of an excerpt or a passage that are printed."""

ALIKE = 3
"""Most rows of a report that each say that their source has no snapshot."""

LINES = 20
"""Most line numbers that are listed."""


def render(
    checked: CheckReport,
    texts: Mapping[str, str],
    *,
    paint: Paint,
    columns: int = 100,
    verbose: bool = False,
    shown: Callable[[str], str] = str,
    left_out: Mapping[str, str] | None = None,
) -> str:
    """Return every finding as a block of lines, blocks parted by an empty line.

    Args:
        checked: What was checked.
        texts: Each report's text, by its path.
        paint: Whether to colour.
        columns: Width of the page.
        verbose: Also print what is allowed, notes and found rows.
        shown: From a report's path to the one that the reader can open.
        left_out: By source, what keeps `gnut acquire` from fetching it: `.gnutignore:3`.
    """
    left_out = left_out or {}
    lines = {path: ENDS.split(text) for path, text in texts.items()}
    blocks = []
    for group in _told(list(_by_row(entries(checked, verbose=verbose))), verbose, left_out):
        if isinstance(group, _Rest):
            blocks.append(_rest(group, paint, shown))
        else:
            blocks.append(_block(group, lines.get(group[0].path, []), paint, columns, shown, verbose, left_out))
    return "".join(f"{block}\n\n" for block in blocks)


class _Rest(NamedTuple):
    """Rows of a report that say no more than the first of their kind did."""

    path: str
    entries: list[Entry]


def _told(groups: list[list[Entry]], verbose: bool, left_out: Mapping[str, str]) -> Iterator[list[Entry] | _Rest]:
    """Yield the groups; before anything was acquired, one row a report speaks for all that wait for it."""
    waiting: dict[str, list[Entry]] = {}
    for group in groups:
        row = group[0].row
        waits = row is not None and row.kind == "not_acquired" and why_left(row, left_out) is None
        if waits and group[0].severity == "error" and not verbose:
            waiting.setdefault(group[0].path, []).append(group[0])
    many = {path: found for path, found in waiting.items() if len(found) > ALIKE}
    told = {id(entry) for found in many.values() for entry in found[1:]}
    for group in groups:
        if id(group[0]) in told:
            continue
        yield group
        found = many.get(group[0].path, [])
        if found and group[0] is found[0]:
            yield _Rest(group[0].path, found[1:])


def _rest(rest: _Rest, paint: Paint, shown: Callable[[str], str]) -> str:
    sources = {entry.row.source.uri for entry in rest.entries if entry.row and entry.row.source}
    numbers = list(dict.fromkeys(_whereabouts(entry) for entry in rest.entries))
    listed = ", ".join(numbers[:LINES]) + (f" and {len(numbers) - LINES} more" if len(numbers) > LINES else "")
    on = "on lines" if rest.entries[0].line is not None else "at"
    count = f"{len(rest.entries)} more rows {on} {listed} cite {len(sources)} sources without a snapshot"
    return f"{paint(escape.path(shown(rest.path)), 'bold')}: {_said(rest.entries[0], paint)} {count} (-v shows each)"


def _whereabouts(entry: Entry) -> str:
    return str(entry.line) if entry.line is not None else one_line(entry.location or "?")


def _by_row(found: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Yield the findings of one row together, where the first of them stands, the heaviest first."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for number, entry in enumerate(found):
        groups.setdefault((entry.path, entry.row.id if entry.row else f"#{number}"), []).append(entry)
    for group in groups.values():
        yield sorted(group, key=lambda entry: list(WEIGHTS).index(entry.severity))


def _block(
    group: list[Entry],
    lines: list[str],
    paint: Paint,
    columns: int,
    shown: Callable[[str], str],
    verbose: bool,
    left_out: Mapping[str, str],
) -> str:
    entry = group[0]
    body = [f"{paint(place(entry, shown), 'bold')}: {_said(entry, paint)} {one_line(entry.message)}"]
    number = str(entry.line or "")
    margin = " " * max(1, len(number))
    bar = paint("|", "blue")
    if entry.line is not None and 0 < entry.line <= len(lines):
        cut = _cut(entry, lines[entry.line - 1], columns - len(number) - 3)
        body += [
            f"{margin} {bar}",
            f"{paint(number, 'blue')} {bar} {cut.text}",
            f"{margin} {bar} {paint(cut.under, WEIGHTS[entry.severity])}",
        ]
    elif entry.row is not None and entry.line is None:
        body.append(f"{margin} {bar} {extract(entry.row.text, 0, 0, columns - 4).text}")
    equals = paint("=", "blue")
    body += [f"{margin} {equals} {line}" for line in _notes(entry, paint)]
    if verbose and entry.row is not None:
        body += [f"{margin} {equals} {f'{name}:':8} {word}" for name, word in judged(entry.row)]
    for each in group:
        if each is not entry:
            body.append(f"{margin} {equals} {_said(each, paint)} {one_line(each.message)}")
        body += [f"{margin} {equals} {line}" for line in _todo(each, paint, shown, left_out)]
    return "\n".join(line.rstrip() for line in body)


def _said(entry: Entry, paint: Paint) -> str:
    """Return the severity with the code, which also say without colour what weighs."""
    text = f"{entry.severity}[{entry.code}]" if entry.code else entry.severity
    return paint(text, WEIGHTS[entry.severity], "bold")


def _cut(entry: Entry, line: str, columns: int) -> Extract:
    start = (entry.column or 1) - 1
    row = entry.row
    end = len(line) if row is not None and row.source is None else extent(line, start, row.excerpt if row else None)
    return extract(line, start, max(end, start + 1), columns)


def _notes(entry: Entry, paint: Paint) -> Iterator[str]:
    row = entry.row
    if row is None:
        return
    if row.source is not None:
        yield f"source:  {_source(row.source, moved=any(mark.name in MOVED for mark in row.marks))}"
    if row.excerpt is not None and row.anchor is not None:
        yield from _passage(row.excerpt, row.anchor, paint)
    if row.elsewhere is not None:
        yield f"instead: {one_line(row.elsewhere)}"
    if row.calculation is not None:
        yield f"formula: {one_line(_short(row.calculation.formula))}"
        yield f"gives:   {one_line(row.calculation.computed or 'nothing that can be computed')}"
        yield f"stated:  {one_line(_short(row.calculation.stated or 'no figure'))}"


def _todo(entry: Entry, paint: Paint, shown: Callable[[str], str], left_out: Mapping[str, str]) -> Iterator[str]:
    if entry.severity == "waived" and entry.row is not None:
        reasons = [each.waived for each in entry.row.findings if each.code == entry.code and each.waived]
        yield f"waived:  {one_line(reasons[0] if reasons else '')}"
    todo = advice(entry, shown(entry.path), left_out) if entry.severity in ("error", "warning") else None
    if todo is not None:
        # Two blanks set off what is to be typed, so blanks are not folded here.
        said = "  ".join(one_line(part) for part in todo.split("  "))
        yield f"{paint('help:', 'bold')}    {said}"


def _source(source: SourceView, *, moved: bool) -> str:
    where = one_line(source.uri or source.written)
    if moved and source.final_uri:
        where += f" → {one_line(source.final_uri)}"
    snapshot = snapshot_of(source)
    facts = [
        f"snapshot {snapshot[:15]}" if snapshot else "",
        source.window if source.window not in (None, "complete") else "",
        "supplied by the user" if source.supplied else "",
    ]
    said = ", ".join(one_line(fact) for fact in facts if fact)
    return f"{where} ({said})" if said else where


def _passage(quoted: str, anchor: AnchorView, paint: Paint) -> Iterator[str]:
    """Yield the excerpt and what stands in the source: the same, the nearest, or as far as it goes."""
    excerpt = _short(quoted)
    if anchor.passage is not None and anchor.outcome != "found":
        left, right = marked(excerpt, _short(anchor.passage), paint)
        yield f"excerpt: {left}"
        yield f"nearest: {right}"
    elif anchor.passage is not None:
        yield f"passage: {one_line(_short(anchor.passage))}"
    else:
        yield f"excerpt: {one_line(excerpt)}"
    if anchor.outcome == "not_found" and anchor.longest_run:
        yield f"stands:  {one_line(_short(anchor.longest_run))}"
        if anchor.stops_at:
            yield f"but not: {one_line(_short(anchor.stops_at))}"


def _short(text: str) -> str:
    return text if len(text) <= SHORT else text[: SHORT - 2] + " …"
