"""The prose of a Markdown report: sentences of paragraphs, list items and table body cells."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.errors import ReportTooLarge
from gnut.text.markdown.blocks import decoded, read
from gnut.text.markdown.document import Document
from gnut.text.markdown.excerpts import quotations
from gnut.text.markdown.leaf import HIDDEN, Leaf
from gnut.text.markdown.lists import Index, source_lists
from gnut.text.markdown.pointers import Pointer, hide
from gnut.text.markdown.ranges import Range, merged, overlapping, within
from gnut.text.markdown.scan import Scan, scan
from gnut.text.markdown.wording import cleaned
from gnut.text.sentences import sentences

MAX_BRACKETS = 200_000
"""`[` and `]` together: 8 MiB of them cost the parser 530 MiB."""

_MARKS = frozenset("bracket wide super named marker footnote key leftover".split())
_APPARATUS = frozenset({"groundnut-references"})
_EXCLUDED = "data-groundnut-evidence-exclude"
"""Class and attribute of the default artifact profile: what stands in such an element is apparatus."""

_SHORT_LABEL = 60


def markdown(body: bytes) -> Iterator[tuple[str, int]]:
    """Yield each sentence of a report with the number of its section, see `placed`."""
    return ((text, section) for text, section, _ in placed(body))


def placed(body: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield each sentence of a report, the number of its section, and its first byte; every heading begins a section.

    Code, comments, front matter, headings, captions, heads of tables, source lists, bodies of footnotes
    and excluded elements hold no sentence. A paragraph is one text, however its lines are wrapped.

    Raises:
        ReportTooLarge: Over 200,000 brackets.
    """
    brackets = body.count(b"[") + body.count(b"]")
    if brackets > MAX_BRACKETS:
        raise ReportTooLarge(f"report has {brackets} brackets, the limit is {MAX_BRACKETS}", help="split the report")
    source = decoded(body)
    document, _ = read(body)
    scans = [scan(leaf, source) for leaf in document.leaves]
    lists, heads = source_lists(document, scans)
    index = Index(lists)
    apparatus: dict[int, list[Range]] = {}
    for leaf, at, to in [*heads, *((entry.leaf, entry.at, entry.to) for one in lists for entry in one.entries)]:
        apparatus.setdefault(leaf, []).append((at, to))
    ignored = _ignored(document)
    section = 0
    for number, one in enumerate(document.leaves):
        if one.footnote is not None or not ignored.isdisjoint(one.containers):
            continue
        if one.kind == "heading":
            section += 1
        elif one.kind in ("paragraph", "cell"):
            for text, at in _sentences(one, scans[number], apparatus.get(number, []), index):
                yield text, section, one.byte(at)


def _ignored(document: Document) -> frozenset[int]:
    """Return the elements whose content is apparatus; one that never closes hides nothing."""
    return frozenset(
        one.number
        for one in document.containers
        if one.end >= 0 and (_EXCLUDED in one.attributes or not _APPARATUS.isdisjoint(one.classes))
    )


def _sentences(leaf: Leaf, found: Scan, apparatus: list[Range], index: Index) -> Iterator[tuple[str, int]]:
    marks = [one for one in found.pointers if one.kind in _MARKS and _points(one, index)]
    quoted = [(run.at, run.to) for run in quotations(hide(leaf.masked, found.maths))]
    whole = merged(
        [*quoted, *found.maths, *found.notes]
        + [(one.at, one.to) for one in found.pointers]
        + [(link.at, link.to) for link in leaf.links]
        + [(code.at, code.to) for code in leaf.codes]
    )
    trailing = merged([(one.at, one.to) for one in found.pointers if _trails(one, leaf)] + found.notes)
    unseen = merged((code.at, code.to) for code in leaf.codes if code.kind != "code")
    dropped = merged([*unseen, *found.notes, *((one.at, one.to) for one in marks)])
    # What no reader sees must not look like the beginning of a sentence.
    text = hide(leaf.text, unseen).replace(HIDDEN, " ") if unseen else leaf.text
    for at, to in _windows(len(text), sorted(apparatus)):
        for start, end in sentences(text[at:to], within(whole, at, to), within(trailing, at, to)):
            words = cleaned(leaf.text, at + start, at + end, overlapping(dropped, at + start, at + end))
            if words:
                yield words, at + start


def _points(mark: Pointer, index: Index) -> bool:
    """Whether a mark is one: a bracketed number without an entry in a source list may be anything."""
    if mark.kind not in ("bracket", "wide", "super"):
        return True
    return mark.name is not None and index.entry(mark.name, mark.start) is not None


def _trails(one: Pointer, leaf: Leaf) -> bool:
    """Whether a pointer behind a full stop belongs to the sentence before: a mark, an address, a short label."""
    if one.kind in _MARKS or one.kind in ("bare", "autolink"):
        return True
    label = leaf.text[one.at : one.to].rstrip()
    return len(label) <= _SHORT_LABEL and len(label.split()) <= 5 and label[-1:] not in ".!?。！？"


def _windows(length: int, taken: list[Range]) -> Iterator[Range]:
    at = 0
    for start, end in [*taken, (length, length)]:
        if start > at:
            yield at, start
        at = max(at, end)
