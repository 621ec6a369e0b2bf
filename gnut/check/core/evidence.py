"""Seek every excerpt in its source, and every number of its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from gnut.acquire.contract import Acquired
from gnut.check.contract import Evidence, Finding, Mark
from gnut.check.core.locators import passage_of
from gnut.check.core.texts import Texts
from gnut.ingest.contract import Binding, Citation, Excerpt, Extraction, Unit
from gnut.model import Absence, Source, Span, Uri
from gnut.text.anchor.contract import Anchor, Outcome, Wanted
from gnut.text.anchor.seek import anchor, short, stands
from gnut.text.fold import FoldedText
from gnut.text.quantities.support import Holdings, asserted

ANCHOR_MARKS = ("truncated_before_qualifier", "crosses_block", "zero_width", "bidi", "look_alike")
"""Notes of an anchor that are warnings on the row."""

SOURCE_MARKS = ("capture_date_differs", "charset_guessed")
"""Notes of a source that are warnings on the row."""


def check(
    extraction: Extraction,
    acquired: Mapping[Uri, Acquired],
    *,
    own_uri: Uri | None = None,
    clock: Callable[[], float] | None = None,
) -> Evidence:
    """Return what was found of every citation and excerpt of a report.

    Args:
        extraction: The report, read.
        acquired: What became of each cited source; a missing key counts as `not_acquired`.
        own_uri: Identity of the report itself: a citation of it is not sought.
        clock: Monotonic seconds, so that the search for a nearest passage can give up; None searches to the end.

    Returns:
        Findings in the reading order of units, citations and excerpts.
    """
    texts = Texts(acquired)
    findings: list[Finding] = []
    for index, unit in enumerate(extraction.units):
        targets = tuple(_target(unit, binding, acquired, texts, own_uri) for binding in unit.bindings)
        for number, citation in enumerate(unit.citations):
            bound: list[int | None] = [at for at, target in enumerate(targets) if target == number]
            for binding in bound or [None]:
                findings.append(_finding(index, unit, number, citation, binding, acquired, texts, own_uri, clock))
    return Evidence(tuple(findings))


def wanted_of(excerpt: Excerpt, within: Span | None) -> Wanted:
    """Return what to seek for an excerpt, inside its locator when there is one."""
    return Wanted(excerpt.text, excerpt.range_end, excerpt.prefix, excerpt.suffix, within)


def _target(unit: Unit, binding: Binding, acquired: Mapping[Uri, Acquired], texts: Texts, own_uri: Uri | None) -> int:
    """Return the member of a stack whose source holds the excerpt: the first that does, else the first member."""
    if len(binding.targets) > 1:
        wanted = wanted_of(binding.excerpt, None)
        for target in binding.targets:
            uri = unit.citations[target].uri
            if uri is None or uri == own_uri or not isinstance(acquired.get(uri), Source):
                continue
            if stands(texts.folded(uri), wanted):
                return target
    return binding.targets[0]


def _finding(
    index: int,
    unit: Unit,
    number: int,
    citation: Citation,
    at: int | None,
    acquired: Mapping[Uri, Acquired],
    texts: Texts,
    own_uri: Uri | None,
    clock: Callable[[], float] | None,
) -> Finding:
    uri = citation.uri
    answer = None if uri is None or uri == own_uri else acquired.get(uri, Absence(uri, "not_acquired", "no snapshot"))
    finding = Finding(index, number, at, answer, None, False, True, None, ())
    if uri is None or not isinstance(answer, Source):
        return finding
    if at is None:
        return replace(finding, marks=tuple(_source_marks(answer)))
    excerpt = unit.bindings[at].excerpt
    within = passage_of(citation.locator, answer.text)
    wanted = wanted_of(excerpt, within)
    answered = anchor(texts.folded(uri), wanted, clock=clock)
    found = answered.outcome is Outcome.FOUND
    hidden = not found and _stands_hidden(texts.hidden(uri), wanted)
    return replace(
        finding,
        anchor=answered,
        hidden=hidden,
        located=not found or within is None or _inside(answered, within),
        elsewhere=None if found or hidden else _elsewhere(uri, excerpt, texts),
        marks=(*_anchor_marks(answered, excerpt), *_number_marks(unit, texts.holdings(uri)), *_source_marks(answer)),
    )


def _stands_hidden(hidden: FoldedText | None, wanted: Wanted) -> bool:
    return hidden is not None and stands(hidden, Wanted(wanted.text, wanted.range_end))


def _inside(answered: Anchor, within: Span) -> bool:
    return all(within.start <= part.start and part.end <= within.end for part in answered.parts)


def _elsewhere(uri: Uri, excerpt: Excerpt, texts: Texts) -> Uri | None:
    """Return the first other source of the report that holds the excerpt word for word."""
    if short(excerpt.text):  # two words stand on many pages: no evidence of a mix-up
        return None
    # Without blanks and hyphens the words must stand in one run; that costs one search a source.
    needle = FoldedText(excerpt.text).squeezed.text
    wanted = wanted_of(excerpt, None)
    return next((each for each in texts.others(uri) if texts.holds(each, needle, wanted)), None)


def _anchor_marks(answered: Anchor, excerpt: Excerpt) -> Iterator[Mark]:
    for note in answered.notes:
        if note in ANCHOR_MARKS:
            yield Mark(note, excerpt.text, None, answered.parts[0] if answered.parts else None)
    if answered.outcome is Outcome.FOUND and answered.occurrences == 1 and short(excerpt.text):
        yield Mark("short_excerpt", excerpt.text, None, answered.parts[0])


def _number_marks(unit: Unit, holdings: Holdings) -> Iterator[Mark]:
    seen = set()
    for figure in asserted(unit.prose):
        support = holdings.support(figure)
        if not support.held and figure.text not in seen:
            seen.add(figure.text)
            yield Mark("number_not_in_source", figure.text, support.nearest, support.at)


def _source_marks(source: Source) -> Iterator[Mark]:
    if source.supplied:
        yield Mark("supplied", source.uri, None, None)
    if source.redirected:
        yield Mark("redirected", source.final_uri, None, None)
    for note in source.notes:
        if note in SOURCE_MARKS:
            yield Mark(note, source.final_uri, None, None)
