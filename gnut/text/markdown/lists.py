"""Source lists: where a report says what its numbers stand for."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from gnut.text.markdown.document import Document
from gnut.text.markdown.headings import heads_sources, is_weak
from gnut.text.markdown.list_rows import TITLE_ENDS, Row, rows
from gnut.text.markdown.scan import Scan
from gnut.text.patterns import lazy

_YEAR = lazy(r"(?<!\d)(?:1[5-9]|20)\d\d[a-z]?(?!\d)")
_LONGEST = 600
"""Characters of the longest line without an address that is still the record of a work."""


_NUMBERED = ("bracket", "wide", "marker", "named", "super")
"""Kinds of marks that a list of sources explains."""


class Entry(NamedTuple):
    """One source of a list."""

    number: str | None
    address: str | None
    title: str
    start: int
    end: int
    leaf: int
    """Index of the leaf it stands in; -1 for a definition."""

    at: int
    to: int
    wide: bool
    """Whether its number is written `【n】`."""


class SourceList(NamedTuple):
    """Entries that stand together."""

    entries: tuple[Entry, ...]
    start: int
    end: int
    headed: bool


Heads = list[tuple[int, int, int]]
"""Ranges (leaf, from, to) of flat text that head a list."""


def source_lists(document: Document, scans: list[Scan]) -> tuple[list[SourceList], Heads]:
    """Return the source lists of a report in reading order, and the lines that head them.

    Under a heading that names sources, in any language, every numbered, bulleted or addressed line is an
    entry, but one that declares an excerpt (a marker comment, a text fragment): that one is a claim. A
    quotation does not make it one: titles of works stand in quotation marks.

    Without such a heading, lines that begin with bracketed numbers are a list when at least half have an
    address; lines `n.` at the very end only when they are nothing but addresses with titles and a mark in
    the text uses one of their numbers, which no other list explains. Lines `-` are never one: they are
    claims, each with its citation. Definitions make one list together. A footnote body is no line of a list.
    """
    lines = rows(document, scans)
    lists: list[SourceList] = []
    heads: Heads = []
    index = 0
    while index < len(lines):
        row = lines[index]
        if row.head in ("heading", "head_line") and heads_sources(document.leaves[row.leaf].text[row.at : row.to]):
            end, entries = _section(lines, index, document)
            if entries:
                heads.append((row.leaf, row.at, row.to))
                lists.append(_list(entries, document, True))
                index = end
                continue
            if row.head == "head_line" and _before_footnotes(lines, index, document):
                heads.append((row.leaf, row.at, row.to))
        if row.head == "bracket":
            end = _bracket_run(lines, index)
            if end > index:
                lists.append(_list(lines[index:end], document, False))
                index = end
                continue
        index += 1
    closing = _closing_run(lines, lists, scans)
    if closing:
        lists.append(_list(closing, document, False))
    if document.definitions:
        lists.append(_definitions(document))
    return sorted(lists, key=lambda one: one.start), heads


def _section(lines: list[Row], index: int, document: Document) -> tuple[int, list[Row]]:
    """Return where the section of a heading ends, and its entries."""
    head = lines[index]
    weak = is_weak(document.leaves[head.leaf].text[head.at : head.to])
    entries: list[Row] = []
    at = index + 1
    while at < len(lines):
        row = lines[at]
        if row.head == "heading" and (head.level > 6 or row.level <= head.level or not _mostly_entries(lines, at + 1)):
            break
        if row.head == "head_line" and head.head == "head_line":
            break
        if _is_entry(row, document, entries):
            entries.append(row)
        elif head.head == "head_line" and row.head != "heading":
            break
        at += 1
    if weak and not _addressed(entries):
        return at, []
    return at, entries


def _before_footnotes(lines: list[Row], index: int, document: Document) -> bool:
    """Whether a line that names sources is the last of its paragraph and the bodies of footnotes follow."""
    leaf = lines[index].leaf
    last = index + 1 == len(lines) or lines[index + 1].leaf != leaf
    return last and leaf + 1 < len(document.leaves) and document.leaves[leaf + 1].footnote is not None


def _mostly_entries(lines: list[Row], index: int) -> bool:
    """Whether a sub-heading goes on with sources, and does not begin another part of the report."""
    under = []
    for row in lines[index:]:
        if row.head == "heading":
            break
        if row.head != "more":
            under.append(row)
    return not under or _addressed(under)


def _addressed(entries: list[Row]) -> bool:
    """Whether at least half of the lines have an address or a bracketed number."""
    return sum(row.address is not None or row.head in ("bracket", "more") for row in entries) * 2 >= len(entries) > 0


def _is_entry(row: Row, document: Document, entries: list[Row]) -> bool:
    if row.head in ("heading", "cut", "head_line"):
        return False
    if row.head == "bracket":
        return True
    if row.excerpt:
        return False
    if row.head == "ordered":
        return True
    if row.head == "more":
        return bool(entries) and entries[-1].leaf == row.leaf
    if row.cites:
        return False
    if row.head == "bullet" or row.address is not None:
        return True
    line = document.leaves[row.leaf].text[row.at : row.to]
    return _YEAR.search(line) is not None and len(line) < _LONGEST and not line.rstrip().endswith(("?", "!"))


def _bracket_run(lines: list[Row], index: int) -> int:
    """Return the end of a run of lines `[n] …` without a heading, or `index` when it is no list."""
    end = index
    numbered: list[Row] = []
    while end < len(lines) and lines[end].head in ("bracket", "more"):
        if lines[end].head == "bracket":
            numbered.append(lines[end])
        elif lines[end].address and numbered[-1].address is None:
            numbered[-1] = numbered[-1]._replace(address=lines[end].address)
        end += 1
    addressed = sum(row.address is not None for row in numbered)
    last = all(row.head in ("heading", "cut") for row in lines[end : end + 50])
    enough = addressed * 2 >= len(numbered) and addressed
    return end if enough and (len(numbered) > 1 or last) else index


def _closing_run(lines: list[Row], lists: list[SourceList], scans: list[Scan]) -> list[Row]:
    """Return the lines `n.` at the very end that say what marks of the text stand for; none when no mark asks."""
    at = len(lines)
    while at and lines[at - 1].clean and lines[at - 1].head == "ordered":
        at -= 1
    run = lines[at:]
    taken = {entry.leaf for one in lists for entry in one.entries}
    if len(run) < 2 or any(row.leaf in taken for row in run):
        return []
    explained = {entry.number for one in lists for entry in one.entries}
    numbers = {row.number for row in run} - explained
    before = (pointer for one in scans[: run[0].leaf] for pointer in one.pointers)
    asked = any(one.kind in _NUMBERED and one.address is None and one.name in numbers for one in before)
    return run if asked else []


def _list(chosen: list[Row], document: Document, headed: bool) -> SourceList:
    entries: list[Entry] = []
    for row in chosen:
        leaf = document.leaves[row.leaf]
        links = leaf.links_between(row.at, row.to)
        end = max([leaf.byte_end(row.to), *(link.end for link in links)])
        if row.head == "more" and entries and entries[-1].leaf == row.leaf:
            last = entries[-1]
            entries[-1] = last._replace(address=last.address or row.address, end=end, to=row.to)
            continue
        start = min([leaf.byte(row.at), *(link.start for link in links if link.at == row.at)])
        title = leaf.text[row.body : row.to].strip(TITLE_ENDS)[:300]
        entries.append(Entry(row.number, row.address, title, start, end, row.leaf, row.at, row.to, row.wide))
    return SourceList(tuple(entries), entries[0].start, max(entry.end for entry in entries), headed)


def _definitions(document: Document) -> SourceList:
    entries = [
        Entry(_as_number(one.name), one.address, one.title, one.start, one.end, -1, 0, 0, False)
        for one in document.definitions
    ]
    return SourceList(tuple(entries), entries[0].start, entries[-1].end, True)


def _as_number(name: str) -> str | None:
    return str(int(name)) if name.isascii() and name.isdecimal() and len(name) <= 4 else None


class Index:
    """Which entry a number stands for, by where it is cited."""

    def __init__(self, lists: list[SourceList]) -> None:
        """Read the numbered entries of `lists`, in reading order; of two with one number the first counts."""
        self._starts: dict[str, list[int]] = {}
        self._entries: dict[str, list[Entry]] = {}
        for one in lists:
            seen: set[str] = set()
            for entry in one.entries:
                if entry.number is not None and entry.number not in seen:
                    seen.add(entry.number)
                    self._starts.setdefault(entry.number, []).append(one.start)
                    self._entries.setdefault(entry.number, []).append(entry)
        self.numbered = bool(self._entries)
        self.wide = any(entry.wide for one in lists for entry in one.entries)
        self.largest = max((int(number) for number in self._entries), default=0)

    def entry(self, number: str, at: int) -> Entry | None:
        """Return the entry for a number cited at byte `at`: of the next list after it, else of the last before."""
        if number not in self._entries:
            return None
        after = bisect_left(self._starts[number], at)
        found = self._entries[number]
        return found[min(after, len(found) - 1)]
