"""Seek every excerpt in its source, and every number of its sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gnut.acquire.contract import Acquired
from gnut.check.contract import Evidence, Finding, Mark, Number
from gnut.check.core.locators import passage_of
from gnut.check.core.same import same_pages
from gnut.check.core.texts import Texts
from gnut.ingest.contract import Binding, Excerpt, Extraction, Unit
from gnut.model import Absence, Source, Span, Uri
from gnut.text.anchor.contract import Anchor, Level, Outcome, Wanted
from gnut.text.anchor.seek import anchor, short, stands
from gnut.text.fold import FoldedText

if TYPE_CHECKING:
    from gnut.text.quantities.finding import Finding as Compared
    from gnut.text.quantities.quantity import Quantity

ANCHOR_MARKS = ("truncated_before_qualifier", "crosses_block", "zero_width", "bidi", "look_alike", "spaces_ignored")
"""Notes of an anchor that are warnings on the row."""

SOURCE_MARKS = ("archive_copy", "capture_date_differs", "charset_guessed", "redirected_home")
"""Notes of a source that are warnings on the row."""

DOUBTS = (
    *("actual_text_differs", "hidden_until_script", "ocr_layer", "optional_content", "unrendered_css"),
    "unrendered_pdf",
)
"""Notes of a source by which a reader may not see all of its words: found there is a warning, `text_in_doubt`."""

NAMED = 3
"""Most other addresses of a page that a mark names; the rest is counted."""


def check(
    extraction: Extraction,
    acquired: Mapping[Uri, Acquired],
    *,
    own_uri: Uri | None = None,
) -> Evidence:
    """Return what was found of every citation and excerpt of a report.

    Args:
        extraction: The report, read.
        acquired: What became of each cited source; a missing key counts as `not_acquired`.
        own_uri: Identity of the report itself: a citation of it is not sought.

    Returns:
        Findings in the reading order of units, citations and excerpts, numbered.
    """
    seeker = _Seeker(acquired, own_uri)
    found = (finding for index, unit in enumerate(extraction.units) for finding in seeker.findings(index, unit))
    return Evidence(_computed(extraction, tuple(_numbered(extraction, found))))


def _numbered(extraction: Extraction, findings: Iterator[Finding]) -> Iterator[Finding]:
    """Yield the findings with the ids of their claims: as declared, else counted in reading order.

    Ids are those that reading the report gives, whatever the sources hold, so that what names them stays right.
    Which member of a stack holds an excerpt is not known before: where that makes a row less an id is not used,
    where it makes one more that is called after the one before it (`c3.2`).
    """
    ids = tuple(_ids(extraction))
    unit = nth = -1
    for finding in findings:
        unit, nth = finding.unit, nth + 1 if finding.unit == unit else 0
        known = ids[unit]
        more = nth - len(known) + 2
        yield replace(finding, id=known[nth] if nth < len(known) else f"{known[-1]}.{more}")


def _ids(extraction: Extraction) -> Iterator[tuple[str, ...]]:
    """Yield the ids of each unit's claims: one an excerpt, one a citation without any, one without citations."""
    claims = units = 0
    for unit in extraction.units:
        if not unit.citations and unit.provenance == "unclassified":
            units += 1
            made: tuple[str, ...] = (f"u{units}",)
        else:
            held = Counter(binding.targets[0] for binding in unit.bindings)
            count = sum(max(1, held[number]) for number in range(len(unit.citations))) or 1
            made = tuple(f"c{claims + number}" for number in range(1, count + 1))
            claims += count
        yield made if unit.declared_id is None else (unit.declared_id,) * len(made)


def _computed(extraction: Extraction, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the findings with what computing their claims' declared calculations again comes to."""
    declared = {index for index, unit in enumerate(extraction.units) if unit.calculation is not None}
    if not declared:
        return findings
    # Few reports declare any, and the others must not pay for loading an evaluator.
    from gnut.check.core.calculations import calculation
    from gnut.check.core.circles import circular, undecided

    units = extraction.units
    at = {name: index for index, names in enumerate(_ids(extraction)) for name in names}
    claims = {name: units[index] for name, index in at.items()}
    circle = circular(declared, units, at)
    found = {
        index: undecided(units[index]) if index in circle else calculation(units[index], claims) for index in declared
    }
    return tuple(replace(one, calculation=found.get(one.unit)) for one in findings)


def wanted_of(excerpt: Excerpt, within: Span | None) -> Wanted:
    """Return what to seek for an excerpt, inside its locator when there is one."""
    return Wanted(excerpt.text, excerpt.range_end, excerpt.prefix, excerpt.suffix, within)


class _Seeker:
    """The sources of one report, and how long to look."""

    def __init__(self, acquired: Mapping[Uri, Acquired], own_uri: Uri | None) -> None:
        self._acquired = acquired
        self._own_uri = own_uri
        self._texts = Texts(acquired)
        self._same = same_pages(acquired)

    def findings(self, index: int, unit: Unit) -> Iterator[Finding]:
        """Yield one finding for each (citation, excerpt), citation without excerpt, and unit without citation."""
        if not unit.citations:
            yield Finding("", index, None, None, None, None, False, True, None, ())
        targets = tuple(self._target(unit, binding) for binding in unit.bindings)
        for number in range(len(unit.citations)):
            bound: list[int | None] = [at for at, target in enumerate(targets) if target == number]
            for binding in bound or [None]:
                yield self._finding(index, unit, number, binding)

    def _answer(self, uri: Uri | None) -> Acquired | None:
        if uri is None or uri == self._own_uri:
            return None
        return self._acquired.get(uri, Absence(uri, "not_acquired", "no snapshot"))

    def _target(self, unit: Unit, binding: Binding) -> int:
        """Return the member of a stack whose source holds the excerpt: the first that does, else the first member."""
        if len(binding.targets) > 1:
            wanted = wanted_of(binding.excerpt, None)
            for target in binding.targets:
                answer = self._answer(unit.citations[target].uri)
                if isinstance(answer, Source) and stands(self._texts.folded(answer.uri), wanted):
                    return target
        return binding.targets[0]

    def _finding(self, index: int, unit: Unit, number: int, at: int | None) -> Finding:
        citation = unit.citations[number]
        answer = self._answer(citation.uri)
        finding = Finding("", index, number, at, answer, None, False, True, None, ())
        if not isinstance(answer, Source):
            return finding
        beside = (*self._number_marks(unit, answer), *source_marks(answer, self._same.get(answer.uri, ())))
        if at is None:
            return replace(finding, marks=beside)
        excerpt = unit.bindings[at].excerpt
        within = passage_of(citation.locator, answer.text)
        wanted = wanted_of(excerpt, within)
        answered = _as_written(anchor(self._texts.folded(answer.uri), wanted), excerpt)
        found = answered.outcome is Outcome.FOUND
        hidden = not found and _stands_hidden(self._texts.hidden(answer.uri), wanted)
        return replace(
            finding,
            anchor=answered,
            hidden=hidden,
            located=not found or within is None or _inside(answered, within),
            elsewhere=None if found or hidden else self._elsewhere(answer.uri, excerpt),
            marks=(*_anchor_marks(answered, excerpt), *beside, *(doubts_of(answer) if found else ())),
        )

    def _elsewhere(self, uri: Uri, excerpt: Excerpt) -> Uri | None:
        """Return the first other source of the report that holds the excerpt word for word."""
        if short(excerpt.text):  # two words stand on many pages: no evidence of a mix-up
            return None
        # Without blanks and hyphens the words must stand in one run; that costs one search a source.
        needle = FoldedText(excerpt.text).squeezed.text
        wanted = wanted_of(excerpt, None)
        return next((each for each in self._texts.others(uri) if self._texts.holds(each, needle, wanted)), None)

    def _number_marks(self, unit: Unit, source: Source) -> Iterator[Mark]:
        """Yield the figures of a sentence that none of its readable sources holds; nearest in `source`.

        A sentence with several citations may take each figure from another one.
        """
        others = [each for each in map(self._answer, {one.uri for one in unit.citations}) if isinstance(each, Source)]
        for found in self._texts.compared(unit.prose, (source.uri, *(each.uri for each in others if each != source))):
            place = found.place if found.place is not None and found.place.source == 0 else None
            nearest = place.quantity if place is not None and _is_near(found, place.quantity) else None
            yield Mark(
                "number_not_in_source",
                found.quantity.text,
                nearest.text if nearest is not None else None,
                nearest.span if nearest is not None else None,
                _number(found, nearest),
            )


def _is_near(found: Compared, other: Quantity) -> bool:
    """Return whether a figure of a source says something of one that it lacks: it is near, or a name of its kind."""
    return found.distance is not None or (bool(other.names) and other.kind == found.quantity.kind)


def _number(found: Compared, nearest: Quantity | None) -> Number:
    from gnut.text.quantities.show import canonical

    return Number(
        status=found.status,
        value=canonical(found.quantity),
        unit=found.quantity.unit,
        nearest_value=canonical(nearest) if nearest is not None else None,
        nearest_unit=nearest.unit if nearest is not None else None,
        label=found.label,
    )


def _as_written(answered: Anchor, excerpt: Excerpt) -> Anchor:
    """Return the anchor, `normalised` for words that stand in the report only without its markup."""
    if excerpt.flattened and answered.method == "exact":
        return replace(answered, method="normalised", level=Level.REFERENCE_MARKS)
    return answered


def _stands_hidden(hidden: FoldedText | None, wanted: Wanted) -> bool:
    return hidden is not None and stands(hidden, Wanted(wanted.text, wanted.range_end))


def _inside(answered: Anchor, within: Span) -> bool:
    return all(within.start <= part.start and part.end <= within.end for part in answered.parts)


def _anchor_marks(answered: Anchor, excerpt: Excerpt) -> Iterator[Mark]:
    for note in answered.notes:
        if note in ANCHOR_MARKS:
            yield Mark(note, excerpt.text, None, answered.parts[0] if answered.parts else None)
    if answered.outcome is Outcome.FOUND and answered.occurrences == 1 and short(excerpt.text):
        yield Mark("short_excerpt", excerpt.text, None, answered.parts[0])


def source_marks(source: Source, same: tuple[Uri, ...]) -> Iterator[Mark]:
    """Yield what is worth knowing of a source at each of its rows.

    Args:
        source: The source.
        same: Other addresses of the report that lead to its page.
    """
    if source.supplied:
        yield Mark("supplied", source.uri, None, None)
    if source.redirected:
        yield Mark("redirected", source.final_uri, None, None)
    for note in source.notes:
        if note in SOURCE_MARKS:
            yield Mark(note, source.final_uri, None, None)
    if same:
        more = f" and {len(same) - NAMED} more" if len(same) > NAMED else ""
        yield Mark("same_page", ", ".join(same[:NAMED]) + more, None, None)


def doubts_of(source: Source) -> Iterator[Mark]:
    """Yield the mark of what is found in a source whose words a reader may not all see."""
    doubts = [note for note in source.notes if note in DOUBTS]
    if doubts:
        yield Mark("text_in_doubt", " ".join(doubts), None, None)
