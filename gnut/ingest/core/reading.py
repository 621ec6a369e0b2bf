"""A report taken apart: leaves, lists, notes, and the citations of each leaf."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gnut.errors import MalformedReport, ReportTooLarge
from gnut.ingest.contract import CitationKind, Profile
from gnut.ingest.core.passage import Passage
from gnut.ingest.core.profile import REPORT
from gnut.ingest.core.profile import profile as make_profile
from gnut.ingest.core.resolve import Cited, Habits, Resolver
from gnut.model import Place, Report
from gnut.text import bibliography
from gnut.text.markdown.blocks import decoded, read
from gnut.text.markdown.leaf import Leaf
from gnut.text.markdown.lines import Lines
from gnut.text.markdown.lists import Index, SourceList, source_lists
from gnut.text.markdown.pointers import Aside, Pointer
from gnut.text.markdown.scan import Scan, scan

MAX_BYTES = 4 << 20
MAX_BRACKETS = 200_000
MAX_CITATIONS = 100_000
"""Limits of reading (docs/limits.md): beyond them a report is refused, not read in part."""

_BINARY = bytes(range(9)) + bytes(range(14, 27)) + bytes(range(28, 32))


class Reading:
    """Everything about a report that its units are made from."""

    def __init__(self, report: Report, profile: Profile) -> None:
        """Read `report`.

        Raises:
            ReportTooLarge: It is over a limit.
            MalformedReport: It is no text.
        """
        body = report.body
        _limits(body)
        self.body = body
        self.profile = profile
        self.lines = Lines(body)
        self.source = decoded(body)
        self.anomalies: list[tuple[str, Place]] = []
        _unreadable(body, self.source)
        self.document, self.front = read(body)
        front_text = self.source[self.front.start : self.front.stop].decode() if self.front else ""
        self.front_said = _front(front_text, self.front.form if self.front else "")
        asked = self.front_said.get("gnut") if isinstance(self.front_said, dict) else None
        self.policy: str | None = asked.get("policy") if asked else None
        if asked and "profile" in asked and profile.key == REPORT:
            self.profile = make_profile(asked["profile"])
        if self.source != body:
            at = next(i for i, (a, b) in enumerate(zip(body, self.source, strict=True)) if a != b)
            self.anomalies.append(("invalid_utf8", self.lines.place(at, at + 1)))
        self.anomalies += [(name, self.lines.place(at, to)) for name, at, to in self.document.anomalies]
        self.ignored = self._ignored()
        self.scans = [scan(leaf, self.source) for leaf in self.document.leaves]
        self.lists, self.heads = source_lists(self.document, self.scans, self.source)
        self.apparatus = self._apparatus()
        self.asides: list[Aside] = [aside for one in self.scans for aside in one.asides]
        self.windows = [self._window(index) for index in range(len(self.document.leaves))]
        self.called: set[str] = set()
        self._resolver = Resolver(report.path, self._habits(report))
        self._defined = {one.name: number for number, one in reversed(list(enumerate(self.document.footnotes)))}
        self._bodies: dict[str, list[Cited]] = {}
        self._made = 0

    def _ignored(self) -> frozenset[int]:
        """Return the containers whose content is apparatus; one that never closes hides nothing."""
        found = set()
        for one in self.document.containers:
            named = set(one.classes) & set(self.profile.ignored_classes)
            if named or set(one.attributes) & set(self.profile.ignored_attributes):
                if one.end >= 0:
                    found.add(one.number)
                else:
                    self.anomalies.append(("unclosed_container", self.lines.place(one.start, one.start)))
        return frozenset(found)

    def excluded(self, leaf: Leaf) -> bool:
        """Whether a leaf stands in an ignored container."""
        return bool(self.ignored) and not self.ignored.isdisjoint(leaf.containers)

    def _apparatus(self) -> dict[int, list[tuple[int, int]]]:
        found: dict[int, list[tuple[int, int]]] = {}
        for one in self.lists:
            for entry in one.entries:
                if entry.leaf >= 0:
                    found.setdefault(entry.leaf, []).append((entry.at, entry.to))
        for leaf, at, to in self.heads:
            if self.document.leaves[leaf].kind != "heading":
                found.setdefault(leaf, []).append((at, to))
        return {leaf: sorted(ranges) for leaf, ranges in found.items()}

    def _window(self, index: int) -> list[tuple[int, int]]:
        """Return the ranges of a leaf's flat text that are no apparatus."""
        length = len(self.document.leaves[index].text)
        windows, at = [], 0
        for start, end in self.apparatus.get(index, ()):
            if start > at:
                windows.append((at, start))
            at = max(at, end)
        if at < length:
            windows.append((at, length))
        return windows

    def inside(self, index: int, at: int) -> bool:
        """Whether flat offset `at` of leaf `index` is prose and no apparatus."""
        return all(not start <= at < end for start, end in self.apparatus.get(index, ()))

    def _habits(self, report: Report) -> Habits:
        index = Index(self.lists)
        keys = bibliography.keys(self.front_said, report.companions)
        ends: set[str] = set()
        bracketed = supers = False
        cites = False
        for number, leaf in enumerate(self.document.leaves):
            for pointer in self.scans[number].pointers:
                if not self.inside(number, pointer.at):
                    continue
                bracketed = bracketed or pointer.kind == "key"
                supers = supers or pointer.kind == "super"
                if pointer.kind in ("bracket", "marker"):
                    cites = cites or index.entry(pointer.name or "", pointer.start) is not None
                    if _ends_sentence(leaf, pointer):
                        ends.add(pointer.name or "")
        return Habits(index, keys, bracketed or bool(keys), len(ends) >= 3, supers and not cites)

    # Citations.

    def passage(self, index: int) -> Passage:
        """Return a leaf with the citations that stand in its prose, and not in its apparatus."""
        leaf = self.document.leaves[index]
        cited = [one for one in self._cited(index) if self.inside(index, one.pointer.at)]
        made = Passage(leaf, self.scans[index], cited, self.lines, self.profile)
        self.anomalies += made.bad
        return made

    def _cited(self, index: int) -> Iterator[Cited]:
        leaf = self.document.leaves[index]
        for pointer in self.scans[index].pointers:
            if pointer.kind == "footnote" and pointer.name in self._defined:
                yield from self._called(pointer)
                continue
            if not self.inside(index, pointer.at):
                continue
            yield from self._counted(
                self._resolver.resolve(pointer, leaf, self.lines.place(pointer.start, pointer.end))
            )

    def _called(self, pointer: Pointer) -> Iterator[Cited]:
        """Yield one citation for each source that the body of a footnote names."""
        name = pointer.name or ""
        self.called.add(name)
        sources = self.body_of(name)
        if not sources:
            self.asides.append(Aside("remark", pointer.start, pointer.end, pointer.written))
        place = self.lines.place(pointer.start, pointer.end)
        for source in sources:
            made = Cited(pointer, CitationKind.FOOTNOTE, place)
            made.written, made.uri, made.locator = source.written, source.uri, source.locator
            made.broken, made.unresolvable, made.question = source.broken, source.unresolvable, source.question
            made.own = list(source.own)
            yield from self._counted(made)

    def _counted(self, found: Cited | Aside) -> Iterator[Cited]:
        if isinstance(found, Aside):
            self.asides.append(found)
            return
        self._made += 1
        if self._made > MAX_CITATIONS:
            raise ReportTooLarge(
                f"report has more than {MAX_CITATIONS} citations",
                help="split the report, or shorten ranges such as [1-200]",
            )
        yield found

    def resolve(self, pointer: Pointer, leaf: Leaf) -> Cited | None:
        """Return the citation of a pointer that no leaf holds (`<blockquote cite>`)."""
        found = self._resolver.resolve(pointer, leaf, self.lines.place(pointer.start, pointer.end))
        return next(self._counted(found), None)

    def body_of(self, name: str) -> list[Cited]:
        """Return the sources in the body of a footnote, each with the excerpts that the body gives for it."""
        if name in self._bodies:
            return self._bodies[name]
        self._bodies[name] = []
        body = self.document.footnotes[self._defined[name]]
        found: list[Cited] = []
        pending: list[Any] = []
        for index, leaf in enumerate(self.document.leaves):
            if leaf.footnote != name or not body.start <= leaf.start < body.end:
                continue
            made = self.passage(index)
            bind_body(made, found, pending)
        if found:
            for excerpt in pending:
                found[-1].own.append(excerpt)
        unique: dict[tuple[Any, ...], Cited] = {}
        for one in found:
            if one.optional and not one.own:
                self.asides.append(Aside("navigation", one.pointer.start, one.pointer.end, one.written))
                continue
            kept = unique.setdefault((one.uri, one.broken, one.locator), one)
            if kept is not one:
                kept.own += one.own
        self._bodies[name] = list(unique.values())
        return self._bodies[name]


def bind_body(made: Passage, found: list[Cited], pending: list[Any]) -> None:
    """Bind the quotations of one leaf of a footnote body: to the next source in it, else to the last before."""
    from msgspec.structs import replace

    bind_comments(made)
    leaf = made.leaf
    excerpts = [(quote.at, replace(quote.excerpt, origin="footnote")) for quote in made.quotes]
    if leaf.quote and not made.quotes and not leaf.alert:
        whole = made.excerpt(0, len(leaf.text), "footnote")
        if whole.text:
            excerpts = [(0, whole)]
    for excerpt in pending:
        if made.cited:
            made.cited[0].own.append(excerpt)
    if made.cited:
        pending.clear()
    for at, excerpt in excerpts:
        target = next((one for one in made.cited if one.pointer.at >= at), made.cited[-1] if made.cited else None)
        if target is not None:
            target.own.append(excerpt)
        elif found:
            found[-1].own.append(excerpt)
        else:
            pending.append(excerpt)
    found += made.cited


def bind_comments(made: Passage) -> None:
    """Give what evidence and question comments say to the citations they stand behind.

    Raises:
        MalformedReport: Two evidence markers or two questions on one citation, under a profile of labels.
    """
    from gnut.ingest.contract import Excerpt

    labels = made.labels
    evidence: dict[int, int] = {}
    for said in made.said:
        if said.kind not in ("quote", "locator", "question"):
            continue
        targets = made.before(said.at)
        if not targets:
            made.orphans.append(said.place)
            continue
        key = id(targets[0])
        if said.kind == "question":
            if targets[0].question is not None and labels:
                raise MalformedReport(
                    f"line {said.place.line}: two questions on one citation", code="duplicate_question_marker"
                )
            for one in targets:
                one.question = one.question or said.value
            continue
        evidence[key] = evidence.get(key, 0) + 1
        if evidence[key] > 1 and labels:
            raise MalformedReport(
                f"line {said.place.line}: two evidence markers on one citation", code="duplicate_evidence_marker"
            )
        for one in targets:
            one.marked = True
            if said.kind == "locator":
                one.locator = said.value
        if said.kind == "quote":
            made.marked.append((targets, Excerpt(said.value, "comment", None, None, None, said.place)))


def _ends_sentence(leaf: Leaf, pointer: Pointer) -> bool:
    after = leaf.text[pointer.to : pointer.to + 60].lstrip(" ,;，；")
    while after.startswith("["):
        close = after.find("]")
        if close < 0 or not after[1:close].strip(" ,-–0123456789"):
            after = after[close + 1 :].lstrip(" ,;") if close >= 0 else ""
        else:
            break
    before = leaf.text[max(0, pointer.at - 2) : pointer.at].rstrip()
    return not after or after[0] in ".。!?！？\n\x0b|;)" or before[-1:] in ".。!?！？"


def _limits(body: bytes) -> None:
    if len(body) > MAX_BYTES:
        raise ReportTooLarge(f"report has {len(body)} bytes, the limit is {MAX_BYTES}", help="split the report")
    brackets = body.count(b"[") + body.count(b"]")
    if brackets > MAX_BRACKETS:
        raise ReportTooLarge(f"report has {brackets} brackets, the limit is {MAX_BRACKETS}", help="split the report")


def _unreadable(body: bytes, source: bytes) -> None:
    """Refuse what is no text: mostly bytes that are not UTF-8, or control characters."""
    strays = sum(a != b for a, b in zip(body, source, strict=True)) if source != body else 0
    controls = len(body) - len(body.translate(None, _BINARY))
    if (strays + controls) * 10 > len(body) * 3:
        raise MalformedReport(
            "report is no UTF-8 text", code="unreadable_report", help="convert it to UTF-8 before checking it"
        )


_KNOWN = ("policy", "profile")


def _front(text: str, form: str) -> Any:
    """Return what the front matter says, as far as anybody asks; None when nothing in it is for gnut."""
    if form != "yaml" or not any(word in text for word in ("gnut", "references")):
        return None
    try:
        said = bibliography.yaml(text)
    except bibliography.NotYaml as fault:
        if any(line.startswith("gnut:") for line in text.splitlines()):
            raise MalformedReport(f"front matter cannot be read: {fault}", code="bad_front_matter") from None
        return None
    own = said.get("gnut") if isinstance(said, dict) else None
    if own is None:
        return said
    if not isinstance(own, dict):
        raise MalformedReport("front matter: gnut is no map", code="bad_front_matter")
    for name, value in own.items():
        if name not in _KNOWN:
            raise MalformedReport(f"front matter: gnut has the unknown key {name!r}", code="unknown_field")
        if not isinstance(value, str) or not value.strip():
            raise MalformedReport(f"front matter: gnut.{name} is no text", code="bad_front_matter")
    return said
