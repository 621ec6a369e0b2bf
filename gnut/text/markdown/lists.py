"""Source lists: where a report says what its numbers stand for."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.markdown import marks
from gnut.text.markdown.document import Document
from gnut.text.markdown.headings import heads_sources
from gnut.text.markdown.leaf import Leaf
from gnut.text.markdown.pointers import Pointer
from gnut.text.markdown.scan import Scan
from gnut.text.uris import fragment, same_page

_HEAD = re.compile(
    r"\s*(?:[•·–—*+-]\s+)?(?:\[\s*\^?(?P<b>\d{1,4})\s*\]|［\s*(?P<w>\d{1,4})\s*］|〔\s*(?P<v>\d{1,4})\s*〕|【\s*(?P<l>\d{1,4})\s*】"
    r"|(?P<s>[⁰¹²³⁴-⁹]{1,4})(?=\s)|\(\s*(?P<p>\d{1,3})\s*\)(?=\s)|(?P<n>\d{1,4})(?:[.)、．](?=\s|\ufffc|$)|、))\s*[:：.]?\s*"
)
_WRITTEN_NUMBER = re.compile(rb"(\d{1,9})[.)][ \t]*$")
_BULLET = re.compile(r"\s*(?:[•·●▪◦‣–—])\s+")
_LINE = re.compile(r"[^\n\x0b]+")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d[a-z]?(?!\d)")
_TITLE_ENDS = ' \t\xa0:：-–—,，.。|;；([（【<>*_"“”'
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


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


class _Row(NamedTuple):
    leaf: int
    at: int
    to: int
    head: str
    """`bracket | ordered | bullet | plain | heading | head_line | cut`."""

    number: str | None
    body: int
    """Where the text behind the number begins."""

    address: str | None
    clean: bool
    """Whether it is an address with at most a title."""

    level: int
    wide: bool


def source_lists(
    document: Document, scans: list[Scan], source: bytes
) -> tuple[list[SourceList], list[tuple[int, int, int]]]:
    """Return the source lists of a report, and the ranges (leaf, from, to) of flat text that head them.

    A list is every numbered or addressed line under a heading for sources, in any language; or, without
    one, lines that begin with bracketed numbers, at least half with an address; or numbered or bulleted
    lines at the very end that are nothing but addresses with titles. Definitions make one list together.
    A line that carries an excerpt (a marker comment, a text fragment) is a citation and no entry.
    """
    rows = _rows(document, scans, source)
    lists: list[SourceList] = []
    heads: list[tuple[int, int, int]] = []
    index = 0
    while index < len(rows):
        row = rows[index]
        if row.head in ("heading", "head_line") and heads_sources(document.leaves[row.leaf].text[row.at : row.to]):
            end, entries = _section(rows, index, document, scans)
            if entries or row.head == "heading":
                if row.head == "head_line" or entries:
                    heads.append((row.leaf, row.at, row.to))
                if entries:
                    lists.append(_list(entries, document, True))
                index = end
                continue
        if row.head == "bracket":
            end = _bracket_run(rows, index)
            if end > index:
                lists.append(_list(rows[index:end], document, False))
                index = end
                continue
        index += 1
    closing = _closing_run(rows, lists, scans)
    if closing:
        lists.append(_list(closing, document, False))
    if document.definitions:
        lists.append(_definitions(document))
    return sorted(lists, key=lambda one: one.start), heads


def _rows(document: Document, scans: list[Scan], source: bytes) -> list[_Row]:
    rows: list[_Row] = []
    written: dict[int, list[int]] = {}
    for index, leaf in enumerate(document.leaves):
        if leaf.kind == "heading":
            rows.append(_Row(index, 0, len(leaf.text), "heading", None, 0, None, False, leaf.level, False))
            continue
        if leaf.kind != "paragraph" or (leaf.quote and not leaf.item):
            rows.append(_Row(index, 0, len(leaf.text), "cut", None, 0, None, False, 0, False))
            continue
        if leaf.ordinal is not None:
            match = _WRITTEN_NUMBER.search(source[max(0, leaf.start - 16) : leaf.start])
            written.setdefault(leaf.list, []).append(int(match.group(1)) if match else leaf.ordinal)
        pointers = [p for p in scans[index].pointers if p.address and not same_page(p.address)]
        first = 0
        for line in _LINE.finditer(leaf.masked):
            here = first
            while first < len(pointers) and pointers[first].at < line.end():
                first += 1
            rows.append(_row(index, leaf, line, pointers[here:first], scans[index]))
    return _numbered(rows, document)


def _row(index: int, leaf: Leaf, line: re.Match[str], pointers: list[Pointer], scan: Scan) -> _Row:
    at, to = line.span()
    head = _HEAD.match(line.group())
    number: str | None = None
    body, kind, wide = at, "plain", False
    address = next((p.address for p in pointers), None)
    label = (
        pointers[0]
        if pointers and pointers[0].at - at <= 2 and not leaf.masked[at : pointers[0].at].strip(" [")
        else None
    )
    label_numbers = marks.numeric_label(leaf.text[label.at : label.to]) if label else ()
    if label and len(label_numbers) == 1 and label.name is None:
        number, body, kind = label_numbers[0], label.to, "bracket"
    elif head:
        groups = head.groupdict()
        digits = next(value for value in groups.values() if value)
        number = str(int(digits.translate(_SUPER)))
        body = at + head.end()
        kind = "bracket" if any(groups[name] for name in "bwvl") else "ordered"
        wide = bool(groups["l"])
    elif leaf.ordinal is not None and at == 0:
        kind, number = "ordered", str(leaf.ordinal)
    elif (leaf.item and at == 0) or _BULLET.match(line.group()):
        kind = "bullet"
    elif at and leaf.masked[:at].strip() and not address:
        kind = "more"
    elif heads_sources(line.group()):
        kind = "head_line"
    return _Row(index, at, to, kind, number, body, address, _clean(leaf, body, to, pointers, scan), 7, wide)


def _clean(leaf: Leaf, at: int, to: int, pointers: list[Pointer], scan: Scan) -> bool:
    """Whether a line is an address with at most a title before or after it, and carries no excerpt."""
    if not pointers or any(code.kind == "comment" and at <= code.at < to for code in leaf.codes):
        return False
    if any(p.address and fragment(p.address).directives for p in pointers):
        return False
    if any(at <= p.at < to and p.address is None and p.kind != "name" for p in scan.pointers):
        return False
    last = max(pointers, key=lambda p: p.to)
    before = leaf.text[at : pointers[0].at].strip(_TITLE_ENDS)
    after = leaf.text[last.to : to].strip(_TITLE_ENDS + ")]）】")
    sentence = re.search(r"[.!?。！？]\s+\S+\s+\S+\s+\S", before) is not None
    return not after[40:] and not sentence and (not before or not after or len(after) < 25)


def _numbered(rows: list[_Row], document: Document) -> list[_Row]:
    """Return the rows with the numbers that readers see: a renderer counts ordered items itself."""
    # Leaf.ordinal is what a renderer shows; a number the author wrote out of step is shown to nobody.
    return rows


def _section(rows: list[_Row], index: int, document: Document, scans: list[Scan]) -> tuple[int, list[_Row]]:
    """Return where the section of a heading ends, and its entries."""
    head = rows[index]
    entries: list[_Row] = []
    at = index + 1
    while at < len(rows):
        row = rows[at]
        if row.head == "heading" and (head.head == "head_line" or row.level <= head.level):
            break
        if row.head == "head_line" and head.head == "head_line":
            break
        if _is_entry(row, document, scans, entries):
            entries.append(row)
        elif head.head == "head_line" and row.head not in ("heading",):
            break
        at += 1
    return at, entries


def _is_entry(row: _Row, document: Document, scans: list[Scan], entries: list[_Row]) -> bool:
    if row.head in ("heading", "cut", "head_line"):
        return False
    leaf = document.leaves[row.leaf]
    if any(code.kind == "comment" and row.at <= code.at < row.to and "quote" in code.raw for code in leaf.codes):
        return False
    inside = [p for p in scans[row.leaf].pointers if row.body <= p.at < row.to]
    if any(p.address and fragment(p.address).directives for p in inside):
        return row.head == "bracket"
    if row.head in ("bracket", "ordered"):
        return True
    if any(p.address is None and p.kind in ("bracket", "footnote", "marker", "key") for p in inside):
        return False
    if row.head == "bullet":
        return True
    if row.head == "more":
        return bool(entries) and entries[-1].leaf == row.leaf
    line = leaf.text[row.at : row.to]
    return row.address is not None or (
        _YEAR.search(line) is not None and not line.rstrip().endswith(("?", "!")) and len(line) < 600
    )


def _bracket_run(rows: list[_Row], index: int) -> int:
    """Return the end of a run of lines `[n] …` without a heading, or `index` when it is no list."""
    end = index
    numbered: list[_Row] = []
    while end < len(rows):
        row = rows[end]
        if row.head == "bracket":
            numbered.append(row)
        elif not (row.head in ("more", "plain") and row.leaf == rows[end - 1].leaf and row.at > 0 and end > index):
            break
        end += 1
    addressed = sum(row.address is not None for row in numbered)
    last = all(row.head == "heading" or row.head == "cut" for row in rows[end:])
    enough = addressed * 2 >= len(numbered) and addressed
    return end if enough and (len(numbered) > 1 or last) else index


def _closing_run(rows: list[_Row], lists: list[SourceList], scans: list[Scan]) -> list[_Row]:
    """Return the lines at the very end that are nothing but addresses with titles."""
    end = len(rows)
    at = end
    while at and rows[at - 1].head in ("ordered", "bullet") and rows[at - 1].clean:
        at -= 1
    run = rows[at:end]
    if len(run) < 2 or any(one.end for one in lists if one.entries[0].leaf >= run[0].leaf):
        return []
    kinds = {row.head for row in run}
    return run if len(kinds) == 1 else []


def _list(rows: list[_Row], document: Document, headed: bool) -> SourceList:
    entries: list[Entry] = []
    for row in rows:
        leaf = document.leaves[row.leaf]
        start, end = leaf.byte(row.at), leaf.byte_end(row.to)
        if (
            row.head in ("more", "plain")
            and entries
            and entries[-1].leaf == row.leaf
            and not (headed and row.head == "plain")
        ):
            last = entries[-1]
            entries[-1] = last._replace(address=last.address or row.address, end=end, to=row.to)
            continue
        title = leaf.text[row.body : row.to].strip(_TITLE_ENDS)[:300]
        entries.append(Entry(row.number, row.address, title, start, end, row.leaf, row.at, row.to, row.wide))
    return SourceList(tuple(entries), entries[0].start, max(entry.end for entry in entries), headed)


def _definitions(document: Document) -> SourceList:
    entries = tuple(
        Entry(
            str(int(one.name)) if one.name.isdecimal() and one.name.isascii() else None,
            one.address,
            one.title,
            one.start,
            one.end,
            -1,
            0,
            0,
            False,
        )
        for one in document.definitions
    )
    return SourceList(entries, entries[0].start, entries[-1].end, True)


class Index:
    """Which entry a number stands for, by where it is cited."""

    def __init__(self, lists: list[SourceList]) -> None:
        """Read the numbered entries of `lists`, which stand in reading order."""
        self._lists = lists
        self._by_number: dict[str, list[tuple[int, int, Entry]]] = {}
        for one in lists:
            seen: set[str] = set()
            for entry in one.entries:
                if entry.number is not None and entry.number not in seen:
                    seen.add(entry.number)
                    self._by_number.setdefault(entry.number, []).append((one.start, one.end, entry))
        self.numbered = bool(self._by_number)
        self.wide = any(entry.wide for one in lists for entry in one.entries)
        self.largest = max((int(number) for number in self._by_number), default=0)

    def entry(self, number: str, at: int) -> Entry | None:
        """Return the entry for a number cited at byte `at`: of the next list after it, else of the last before."""
        found = self._by_number.get(number)
        if not found:
            return None
        return next((entry for start, _, entry in found if start >= at), found[-1][2])
