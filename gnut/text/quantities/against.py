"""Hold the quantities of an answer against its sources: supported, contradicted, or not said."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property

from gnut.text.quantities.clauses import noun
from gnut.text.quantities.compare import DISTINCTIVE, bounded, comparable, equal, loosely, within
from gnut.text.quantities.computing import computed
from gnut.text.quantities.conventions import Convention, convention, narrowed, readings
from gnut.text.quantities.finding import NOTES, Finding, Place, Terms
from gnut.text.quantities.held import Held, keys
from gnut.text.quantities.labelled import PLACES, mislabelled
from gnut.text.quantities.movement import direction, falls
from gnut.text.quantities.nearest import distance, nearest
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.show import canonical
from gnut.text.quantities.wording import Bound, bound

_SIDES = {Bound.OVER: 1, Bound.BARELY: 1, Bound.UNDER: -1, Bound.NEARLY: -1, Bound.UP_TO: -1}
"""On which side of a figure a value lies that it bounds."""

_CARRIED = ("numeral_ambiguous", "scale_from_header", "spelled", "digits_of_other_script")
"""Notes of reading that a finding repeats."""


def against(
    answer: str, quantities: Sequence[Quantity], sources: Sequence[Held], terms: Terms | None = None
) -> tuple[Finding, ...]:
    """Return what the sources hold of each quantity of an answer, in order.

    Args:
        answer: The text that the quantities were read from.
        quantities: Of that text, in order.
        sources: Sources, each read with the same locale.
        terms: Rules of comparing; None for the default ones.
    """
    rules = terms or Terms()
    held = [_Seeker(answer, quantities, sources, rules).finding(one) for one in quantities]
    return computed(answer, held, sources, rules)


class _Seeker:
    """One answer, held against its sources."""

    def __init__(self, answer: str, quantities: Sequence[Quantity], sources: Sequence[Held], terms: Terms) -> None:
        self._answer, self._quantities, self._sources, self._terms = answer, quantities, sources, terms

    def finding(self, one: Quantity) -> Finding:
        """Return what the sources hold of one quantity, nothing computed."""
        if not self._terms.units:
            return self._bare(one)
        found = self._places(one)
        places = [each for each in found if self._reads_so(one, each)]
        if places:
            return self._labelled(one, places)
        if found:
            other = found[0].quantity.text
            reason = f"{one.text} is there only if its mark means something else on one side: {other}"
            return _finding(one, "unsupported", found[0], reason, "numeral_ambiguous")
        return self._allowed(one) or self._pieces(one) or self._missing(one)

    def _reads_so(self, one: Quantity, place: Place) -> bool:
        """Return whether a figure and one of a source are equal as each is read where it stands."""
        other, held = place.quantity, self._sources[place.source]
        if not {"numeral_ambiguous"} & {*one.notes, *other.notes} or not one.values or held.locale != "und":
            return True
        if one.text == other.text:
            return True
        return not readings(one, self._convention(held)).isdisjoint(readings(other, held.convention))

    def _convention(self, held: Held) -> Convention:
        """Return the convention of the answer, in the language of a source where it has no words of its own."""
        own = self._own
        return own if own.words else Convention(own.figures, held.convention.words)

    @cached_property
    def _own(self) -> Convention:
        return convention(self._answer, self._quantities)

    def _pieces(self, one: Quantity) -> Finding | None:
        """Return support of digits with blanks between that may be several numbers: cells of a row, `316 630 18`."""
        parts = [part for part in one.text.replace("\u00a0", " ").split(" ") if part.isdecimal()]
        if one.kind != "number" or len(parts) < 2 or "".join(parts) != "".join(one.text.split()):
            return None
        for index, source in enumerate(self._sources):
            at = [source.by_bare.get(Decimal(part), [None])[0] for part in parts]
            if all(each is not None for each in at) and at[0] is not None:
                place = Place(index, source.quantities[at[0]])
                return _finding(
                    one, "supported", place, f"{one.text} stands there as {len(parts)} numbers", "numeral_ambiguous"
                )
        return None

    def _labelled(self, one: Quantity, places: list[Place]) -> Finding:
        side = _SIDES.get(bound(self._answer, one), 0)
        within_bound = [each for each in places if not side or self._side(each) != -side]
        if not within_bound:
            reason = f"{one.text} is a bound of the other side there"
            return _finding(one, "contradicted", places[0], reason, "bound_differs")
        places = within_bound
        way = direction(self._answer, one)
        agreeing = [each for each in places if way != -self._direction(each)] if way else places
        if not agreeing:
            reason = f"{one.text} is said of the opposite there: a fall for a rise, a loss for a profit"
            return _finding(one, "contradicted", places[0], reason, "direction_differs")
        places = agreeing
        if self._terms.labels:
            wrong = mislabelled(self._answer, self._quantities, one, places, self._sources)
            if wrong is not None:
                place, label = wrong
                reason = f"{one.text} is said of {label} there, not of what the answer says"
                return _finding(one, "contradicted", place, reason, "label_mismatch", label=label)
        return _finding(one, "supported", places[0], f"{one.text} = {places[0].quantity.text}")

    def _side(self, place: Place) -> int:
        return _SIDES.get(bound(self._sources[place.source].text, place.quantity), 0)

    def _direction(self, place: Place) -> int:
        return direction(self._sources[place.source].text, place.quantity)

    def _places(self, one: Quantity) -> list[Place]:
        """Return every place of the sources where the quantity stands, as written or in other words."""
        found: list[Place] = []
        for index, source in enumerate(self._sources):
            standing = source.standing(one)
            if standing is not None:
                found += [Place(index, each) for each in standing if _counts_alike(one, each)]
        if found:
            return found
        for index, source in enumerate(self._sources):
            at = sorted({place for value in one.values for place in source.by_value.get(value, ())[: PLACES + 1]})
            at += [] if one.values else self._named(one, source)
            if one.kind == "year":
                at += self._named(one, source)
            held = (source.quantities[place] for place in at)
            found += [Place(index, each) for each in held if _counts_alike(one, each) and _same(one, each)]
        return found

    def _named(self, one: Quantity, source: Held) -> list[int]:
        names = one.names or tuple(f"{value:f}" for value in one.values)
        kind = "date" if one.kind == "year" else one.kind
        found = {at for name in names for key in keys(kind, name) for at in source.by_name.get(key, ())[: PLACES + 1]}
        return sorted(at for at in found if equal(one, source.quantities[at]))

    def _allowed(self, one: Quantity) -> Finding | None:
        """Return support under an allowance: a unit on one side, a sign in words, a bound, a declared precision."""
        limit = bound(self._answer, one)
        fell = bool(one.values) and falls(self._answer, one)
        for index, source in enumerate(self._sources):
            for at in self._candidates(one, source):
                other = source.quantities[at]
                read = narrowed(one, self._convention(source)) if "numeral_ambiguous" in one.notes else one
                note = self._note(read, other, source, limit, fell=fell)
                if note is not None:
                    return _finding(one, "supported", Place(index, other), f"{one.text} = {other.text} ({note})", note)
        return None

    def _note(self, one: Quantity, other: Quantity, source: Held, limit: Bound, *, fell: bool) -> str | None:
        note = loosely(one, other, self._terms)
        if note == "unit_or_scale_on_one_side" and self._counts_otherwise(one, other):
            return None
        if note is not None or not one.values or not other.values:
            return note
        if not comparable(one, other) or (one.unit != other.unit and one.kind != "money"):
            return None
        if not {-value for value in one.values}.isdisjoint(other.values) and (fell or falls(source.text, other)):
            return "sign_in_words"
        if limit is not Bound.EXACT and bounded(one, other.values[0], limit):
            # `over 2,080` and `over 2,000` are two claims.
            alike = limit is not Bound.ABOUT and bound(source.text, other) is limit
            return None if alike else "matches_at_declared_precision"
        if (
            "spelled" in (*one.notes, *other.notes)
            and one.kind == "percent"
            and (within(one, other.values[0]) or within(other, one.values[0]))
        ):
            return "matches_at_declared_precision"  # A third is 33.3 %.
        return None

    def _counts_otherwise(self, one: Quantity, other: Quantity) -> bool:
        """Return whether a figure counts things where the other is an amount or in thousands: `500 models`, `$500`."""
        another = other.kind in ("money", "measure") or other.scale != one.scale
        return another and one.unit is None and noun(self._answer, one) is not None

    def _candidates(self, one: Quantity, source: Held) -> list[int]:
        """Return the quantities of a source that may agree under an allowance: of the same digits, or the nearest."""
        found = {at for value in one.bare for at in (*source.by_bare.get(value, ()), *source.by_value.get(value, ()))}
        for value in one.values:
            found.update(source.by_bare.get(value, ()))
            found.update(source.by_value.get(-value, ()))
            if self._terms.percent_as_fraction:
                found.update(source.by_value.get(value / 100, ()))
                found.update(source.by_value.get(value * 100, ()))
            for key in _keys(one, source):
                found.update(source.around(key, value))
        return sorted(found)

    def _missing(self, one: Quantity) -> Finding:
        same = self._scaled(one)
        if same is not None:
            reason = f"{one.text} is there only if a scale is meant that stands on one side: {same.quantity.text}"
            return _finding(one, "unsupported", same, reason, "unit_or_scale_on_one_side_unconfirmed")
        place = nearest(one, self._sources)
        if place is None:
            return self._nothing_like(one)
        gap = distance(one, place.quantity)
        if not comparable(one, place.quantity):
            reason = f"{one.text} has no source value of its kind; near is {place.quantity.text}"
            return _finding(one, "unsupported", place, reason, "dimension_mismatch", gap=gap)
        unit = f" {place.quantity.unit}" if place.quantity.unit else ""
        reason = f"{one.text} not in sources; nearest {canonical(place.quantity)}{unit}"
        return _finding(one, "contradicted", place, f"{reason} (relative distance {gap})" if gap else reason, gap=gap)

    def _scaled(self, one: Quantity) -> Place | None:
        """Return a figure of the same digits that the head of its table scales, or the answer's own does."""
        if one.kind not in ("number", "money") or one.digits < DISTINCTIVE:
            return None
        for index, source in enumerate(self._sources):
            for at in (at for value in one.bare for at in source.by_bare.get(value, ())):
                other = source.quantities[at]
                headed = "scale_from_header" in (*one.notes, *other.notes) and one.scale != other.scale
                if headed and other.kind in ("number", "money") and "coordinate" not in other.notes:
                    return Place(index, other)
        return None

    def _nothing_like(self, one: Quantity) -> Finding:
        if one.kind == "year":
            reason = f"{one.text} reads as a year and appears in no source"
            return _finding(one, "unsupported", self._any(), reason, "year_not_in_sources")
        shown = self._any(one)
        if shown is None:
            return _finding(one, "unsupported", None, f"{one.text}: no figure in any source")
        return _finding(one, "unsupported", shown, f"{one.text} has no source value of its kind", "dimension_mismatch")

    def _any(self, one: Quantity | None = None) -> Place | None:
        """Return some figure of the sources to show: one of the same digits, else the first."""
        first = None
        for index, source in enumerate(self._sources):
            for value in one.bare if one is not None else ():
                for at in source.by_bare.get(value, ())[:1]:
                    return Place(index, source.quantities[at])
            if first is None and source.quantities:
                first = Place(index, source.quantities[0])
        return first

    def _bare(self, one: Quantity) -> Finding:
        """Compare as numbers only: any reading of the digits against any reading of any digits."""
        for index, source in enumerate(self._sources):
            for value in one.bare:
                for at in source.by_bare.get(value, ()):
                    return _finding(one, "supported", Place(index, source.quantities[at]), f"{one.text} is there")
            for at in self._named(one, source) if one.names else ():
                return _finding(one, "supported", Place(index, source.quantities[at]), f"{one.text} is there")
        place = nearest(one, self._sources, bare=True)
        status = "unsupported" if place is None else "contradicted"
        return _finding(one, status, place, f"{one.text} not in sources")


def _counts_alike(one: Quantity, other: Quantity) -> bool:
    """Return whether a figure of a source is no place, code or rank where the answer counts: `12 staff`, `page 12`."""
    # `FY2023` is a year.
    wrong = {"coordinate"} if one.kind == "year" else {"coordinate", "in_code", "ordinal"}
    return not (wrong & {*other.notes}) - {*one.notes}


def _same(one: Quantity, other: Quantity) -> bool:
    return comparable(one, other) and equal(one, other)


def _keys(one: Quantity, source: Held) -> list[str]:
    if one.kind == "money":
        return [key for key in source.by_dimension if key.startswith("money ")]
    return [f"{one.dimension} {one.unit}" if one.kind == "measure" else one.dimension]


def _finding(
    one: Quantity,
    status: str,
    place: Place | None,
    reason: str,
    *notes: str,
    label: str | None = None,
    gap: str | None = None,
) -> Finding:
    carried = [note for note in _CARRIED if note in one.notes or (place is not None and note in place.quantity.notes)]
    kept = tuple(note for note in NOTES if note in (*notes, *carried))
    return Finding(one, status, place, gap, None, (), label, reason, kept)
