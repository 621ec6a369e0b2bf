"""A report taken apart: leaves, lists, notes, and the citations of each leaf."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from gnut.ingest.contract import CitationKind, Excerpt, Profile
from gnut.ingest.core import limits
from gnut.ingest.core.asked import asked
from gnut.ingest.core.evidence import bind_body, of_entry
from gnut.ingest.core.kinds import MARKDOWN
from gnut.ingest.core.opened import opened
from gnut.ingest.core.passage import Passage
from gnut.ingest.core.profile import REPORT
from gnut.ingest.core.profile import profile as profile_of
from gnut.ingest.core.resolve import Cited, Habits, Resolver
from gnut.model import Place, Report
from gnut.text.markdown.inline_html import spans
from gnut.text.markdown.leaf import Leaf
from gnut.text.markdown.lists import Entry, Index, source_lists
from gnut.text.markdown.pointers import Aside, Pointer
from gnut.text.markdown.ranges import merged, overlapping
from gnut.text.markdown.scan import scan


class Reading:
    """Everything about a report that its units are made from."""

    def __init__(self, report: Report, profile: Profile, kind: str = MARKDOWN) -> None:
        """Read `report`, which is Markdown or HTML.

        Raises:
            ReportTooLarge: It is over a limit.
            MalformedReport: It is no text, or its front matter asks for something unknown.
        """
        self.body, self.source, self.document, front, self.lines, anomalies = opened(report, profile, kind)
        limits.refuse_many(len(self.document.leaves), limits.MAX_UNITS, "paragraphs and cells")
        said = asked(front, self.source)
        self.policy = said.policy
        self.profile = profile_of(said.profile) if said.profile and profile.key == REPORT else profile
        self.anomalies: list[tuple[str, Place]] = list(anomalies)
        self._excluding = (
            frozenset(self.profile.ignored_classes),
            # Names of attributes are the same in capitals and small letters.
            frozenset(name.lower() for name in self.profile.ignored_attributes),
        )
        self.ignored = self._ignored()
        rendered = self.document.rendered
        self.scans = [scan(leaf, self.source, rendered=rendered) for leaf in self.document.leaves]
        self.lists, self.heads = source_lists(self.document, self.scans)
        self._apparatus = self._find_apparatus()
        self.asides: list[Aside] = [aside for one in self.scans for aside in one.asides]
        self.called: set[str] = set()
        keys = _keys(said.said, report)
        self._resolver = Resolver(report.path, self._habits(keys), self._declared)
        self._notes = {one.name: one for one in reversed(self.document.footnotes)}
        self._note_leaves = self._leaves_of_notes()
        self._of_entries: dict[Entry, tuple[list[Excerpt], str | None]] = {}
        self._sources: dict[str, list[Cited]] = {}
        self._made = 0

    # Apparatus.

    def _ignored(self) -> frozenset[int]:
        """Return the containers whose content is apparatus; one that never closes hides nothing."""
        found = set()
        classes, attributes = self._excluding
        for one in self.document.containers:
            if not classes.isdisjoint(one.classes) or not attributes.isdisjoint(one.attributes):
                if one.end >= 0:
                    found.add(one.number)
                else:
                    self.anomalies.append(("unclosed_container", self.lines.place(one.start, one.start)))
        return frozenset(found)

    def excluded(self, leaf: Leaf) -> bool:
        """Whether a leaf stands in an ignored container."""
        return bool(self.ignored) and not self.ignored.isdisjoint(leaf.containers)

    def _excluded(self, index: int) -> list[tuple[int, int]]:
        """Return the ranges of a leaf that elements inside it exclude, sorted and apart."""
        leaf = self.document.leaves[index]
        if not leaf.codes:
            return []
        classes, attributes = self._excluding
        return merged(
            (one.at, one.to)
            for one in spans(leaf)
            if not attributes.isdisjoint(one.attributes) or not classes.isdisjoint(one.names)
        )

    def _find_apparatus(self) -> dict[int, list[tuple[int, int]]]:
        """Return the ranges of each leaf that are entries of a source list or head one, sorted."""
        found: dict[int, list[tuple[int, int]]] = {}
        for one in self.lists:
            for entry in one.entries:
                if entry.leaf >= 0:
                    found.setdefault(entry.leaf, []).append((entry.at, entry.to))
        for leaf, at, to in self.heads:
            if self.document.leaves[leaf].kind != "heading":
                found.setdefault(leaf, []).append((at, to))
        return {leaf: sorted(ranges) for leaf, ranges in found.items()}

    def windows(self, index: int) -> list[tuple[int, int]]:
        """Return the ranges of a leaf's flat text that hold prose and no apparatus."""
        text = self.document.leaves[index].text
        if index not in self._apparatus:
            return [(0, len(text))] if text and not text.isspace() else []
        windows, at = [], 0
        for start, end in [*self._apparatus.get(index, ()), (len(text), len(text))]:
            if start > at and not text[at:start].isspace():
                windows.append((at, start))
            at = max(at, end)
        return windows

    def inside(self, index: int, at: int) -> bool:
        """Whether flat offset `at` of a leaf is prose and no apparatus."""
        ranges = self._apparatus.get(index)
        if not ranges:
            return True
        found = bisect_right(ranges, (at, len(self.source))) - 1
        return found < 0 or ranges[found][1] <= at

    def _habits(self, keys: dict[str, str | None]) -> Habits:
        index = Index(self.lists)
        ends: set[str] = set()
        bracketed = supers = cites = False
        for number, leaf in enumerate(self.document.leaves):
            for pointer in self.scans[number].pointers:
                if pointer.name is None or not self.inside(number, pointer.at):
                    continue
                bracketed = bracketed or pointer.kind == "key"
                supers = supers or pointer.kind == "super"
                if pointer.kind in ("bracket", "marker"):
                    cites = cites or index.entry(pointer.name, pointer.start) is not None
                    if _ends_sentence(leaf, pointer):
                        ends.add(pointer.name)
        return Habits(index, keys, bracketed or bool(keys), len(ends) >= 3, supers and not cites)

    # Citations.

    def passage(self, index: int) -> Passage:
        """Return a leaf with the citations that stand in its prose, and not in its apparatus."""
        leaf = self.document.leaves[index]
        cited = list(self._cited(index))
        made = Passage(
            leaf,
            self.scans[index],
            cited,
            self.lines,
            self.profile,
            rendered=self.document.rendered,
            excluded=self._excluded(index),
        )
        self.anomalies += made.bad
        return made

    def _cited(self, index: int) -> Iterator[Cited]:
        excluded = self._excluded(index)
        for pointer in self.scans[index].pointers:
            if not self.inside(index, pointer.at):
                continue
            if overlapping(excluded, pointer.at, pointer.at + 1):
                self.asides.append(Aside("excluded", pointer.start, pointer.end, pointer.written))
                continue
            if pointer.kind == "footnote" and pointer.name in self._notes:
                yield from self._called(pointer)
            else:
                for one in self._resolved(pointer):
                    if any(at <= pointer.at < to for at, to in self.scans[index].notes):
                        one.kind = CitationKind.FOOTNOTE
                    yield one

    def _resolved(self, pointer: Pointer) -> Iterator[Cited]:
        found = self._resolver.resolve(pointer, self.lines.place(pointer.start, pointer.end))
        if isinstance(found, Aside):
            self.asides.append(found)
        else:
            yield self._counted(found)

    def _called(self, pointer: Pointer) -> Iterator[Cited]:
        """Yield one citation for each source that the body of a footnote names."""
        name = pointer.name or ""
        self.called.add(name)
        sources = self.sources_of(name)
        if not sources:
            self.asides.append(Aside("remark", pointer.start, pointer.end, pointer.written))
        place = self.lines.place(pointer.start, pointer.end)
        for source in sources:
            yield self._counted(source.called(pointer, CitationKind.FOOTNOTE, place))

    def _counted(self, one: Cited) -> Cited:
        self._made += 1
        limits.refuse_many(self._made, limits.MAX_CITATIONS, "citations")
        return one

    def _declared(self, entry: Entry) -> tuple[list[Excerpt], str | None]:
        """Return what comments in an entry of a source list declare; each is read once."""
        if entry.leaf < 0:
            return [], None
        if entry not in self._of_entries:
            leaf = self.document.leaves[entry.leaf]
            self._of_entries[entry] = of_entry(leaf, entry, self.lines, self.profile)
        return self._of_entries[entry]

    def attribute(self, pointer: Pointer) -> Cited | None:
        """Return the citation of a pointer that stands in no leaf (`<blockquote cite>`)."""
        return next(self._resolved(pointer), None)

    # Footnotes.

    def _leaves_of_notes(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for index, leaf in enumerate(self.document.leaves):
            if leaf.footnote is not None:
                body = self._notes[leaf.footnote]
                if body.start <= leaf.start < body.end:
                    found.setdefault(leaf.footnote, []).append(index)
        return found

    def sources_of(self, name: str) -> list[Cited]:
        """Return the sources in the body of a footnote; a footnote that calls itself has none there.

        A relative link among them is a citation only where an excerpt binds to it: in the body, or at the call.
        """
        if name not in self._sources:
            self._sources[name] = []
            passages = [self.passage(index) for index in self._note_leaves.get(name, ())]
            self._sources[name] = bind_body(passages)
        return self._sources[name]


def _keys(front: Any, report: Report) -> dict[str, str | None]:
    """Return the addresses of citation keys; the readers of bibliographies are loaded only for one."""
    if not front and not report.companions:
        return {}
    from gnut.text import bibliography

    return bibliography.keys(front, report.companions)


def _ends_sentence(leaf: Leaf, pointer: Pointer) -> bool:
    """Whether a mark stands at the end of a sentence, before or behind its stop, alone or among others."""
    after = leaf.text[pointer.to : pointer.to + 60].lstrip(" ,;，；")
    while after.startswith("["):
        inside, closed, rest = after[1:].partition("]")
        if not closed or inside.strip(" ,-–0123456789"):
            break
        after = rest.lstrip(" ,;，；")
    before = leaf.text[max(0, pointer.at - 2) : pointer.at].rstrip()
    return not after or after[0] in ".。!?！？\n\x0b|;)" or before[-1:] in ".。!?！？"
