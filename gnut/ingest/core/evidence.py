"""Excerpts that are declared beside a citation, or in the body of its footnote."""

from __future__ import annotations

from msgspec.structs import replace

from gnut.errors import MalformedReport
from gnut.ingest.contract import Excerpt, Profile
from gnut.ingest.core.passage import Passage
from gnut.ingest.core.resolve import Cited
from gnut.model import Place
from gnut.text.markdown import comments
from gnut.text.markdown.leaf import Leaf
from gnut.text.markdown.lines import Lines
from gnut.text.markdown.lists import Entry

Marked = list[tuple[list[Cited], Excerpt]]
"""(citations that may hold it, excerpt) of each evidence comment."""


def bind_comments(made: Passage) -> tuple[Marked, list[Place]]:
    """Give evidence and question comments to the citations they stand behind.

    Returns:
        The excerpts of evidence comments, and the places of comments that stand behind no citation.

    Raises:
        MalformedReport: Two evidence markers or two questions on one citation, under a profile of labels.
    """
    marked: Marked = []
    orphans: list[Place] = []
    evidence: set[int] = set()
    for said in made.said:
        if said.kind not in ("quote", "locator", "question"):
            continue
        targets = made.before(said.at)
        if not targets:
            orphans.append(said.place)
            continue
        if said.kind == "question":
            if targets[0].question is not None and made.labels:
                raise _twice(made, said.place, "questions", "duplicate_question_marker")
            for one in targets:
                one.question = one.question or said.value
            continue
        if id(targets[0]) in evidence and made.labels:
            raise _twice(made, said.place, "evidence markers", "duplicate_evidence_marker")
        evidence.add(id(targets[0]))
        for one in targets:
            one.marked = True
            if said.kind == "locator":
                one.locator = said.value
        if said.kind == "quote":
            marked.append((targets, Excerpt(said.value, "comment", False, None, None, None, said.place)))
    return marked, orphans


def _twice(made: Passage, place: Place, what: str, code: str) -> MalformedReport:
    return MalformedReport(f"{made.lines.where(place)}: two {what} on one citation", code=code)


def of_entry(leaf: Leaf, entry: Entry, lines: Lines, profile: Profile) -> tuple[list[Excerpt], str | None]:
    """Return the excerpts and the locator that comments in an entry of a source list declare.

    They hold for every mark that points to the entry.
    """
    found: list[Excerpt] = []
    locator: str | None = None
    for code in leaf.codes_between(entry.at, entry.to):
        if code.kind != "comment":
            continue
        for one in comments.said(code.raw, profile.evidence_prefix, profile.question_comment, {}, ()):
            if one.kind == "quote":
                found.append(Excerpt(one.value, "comment", False, None, None, None, lines.place(code.start, code.end)))
            elif one.kind == "locator":
                locator = one.value
    return found, locator


def bind_body(passages: list[Passage]) -> list[Cited]:
    """Return the sources of a footnote body, each with the excerpts that the body gives for it.

    A quotation or block quote in the body belongs to the next source in it, else to the last one before.
    """
    found: list[Cited] = []
    waiting: list[Excerpt] = []
    for made in passages:
        for targets, excerpt in bind_comments(made)[0]:
            targets[0].own.append(excerpt)
        quoted = [(quote.at, replace(quote.excerpt, origin="footnote")) for quote in made.quotes]
        if made.leaf.quote and not made.leaf.alert and not quoted and not made.cited:
            whole = made.excerpt(0, len(made.leaf.text), "footnote")
            quoted = [(0, whole)] if whole.text else []
        if made.cited:
            made.cited[0].own += waiting
            waiting = []
        for at, excerpt in quoted:
            target = next((one for one in made.cited if one.pointer.at >= at), None)
            if target is None and (made.cited or found):
                target = (made.cited or found)[-1]
            if target is None:
                waiting.append(excerpt)
            else:
                target.own.append(excerpt)
        found += made.cited
    return _distinct(found)


def _distinct(found: list[Cited]) -> list[Cited]:
    """Return one citation a source: a body may give title and address as two links."""
    kept: dict[tuple[object, ...], Cited] = {}
    for one in found:
        first = kept.setdefault((one.uri, one.broken, one.locator if one.uri is None else None), one)
        if first is not one:
            first.own += one.own
            first.locator = first.locator or one.locator
    return list(kept.values())
