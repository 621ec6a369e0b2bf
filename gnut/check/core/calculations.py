"""Declared calculations, computed again from their inputs and from the claims that state these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gnut.check.contract import Calculation
from gnut.check.core.inputs import contradiction, cut, restating, shows
from gnut.check.core.stated import distance, fits, ranges, shown, within_range
from gnut.ingest.contract import Lineage, Unit
from gnut.text.formula.contract import Computed, Marks, Quantity, Refusal, Scale
from gnut.text.formula.evaluate import evaluate
from gnut.text.formula.marks import marks_of, marks_of_formula, narrowed
from gnut.text.formula.rounding import decimal
from gnut.text.formula.values import quantity, value_figure
from gnut.text.quantities.figures import Figure, figures, is_year
from gnut.text.quantities.movement import moves
from gnut.text.quantities.spelled import numbers
from gnut.text.quantities.wording import is_duration, is_year_in


def calculation(unit: Unit, claims: Mapping[str, Unit]) -> Calculation | None:
    """Return what computing a unit's declared calculation again comes to; None when it declares none.

    Each input must be a figure of every claim that it refers to, the formula must give what its own equals signs
    say, and the claim must state the result, at the precision in which it states it. `1,234` is read as the other
    figures of the claim, the lineage and the claims that it refers to are written; where nothing shows how, as in
    English, and what would be right only the other way cannot be judged.

    Args:
        unit: The claim.
        claims: Every claim of the report by its id.
    """
    lineage = unit.calculation
    if lineage is None:
        return None
    judgement = _held(unit, lineage, claims)
    return Calculation(judgement.status, lineage.formula, judgement.computed, judgement.stated, judgement.why)


class _Judgement(NamedTuple):
    """A calculation without its formula."""

    status: str
    computed: str | None
    stated: str | None
    why: str | None


class _Convention(NamedTuple):
    """How grouping and decimal marks are read; None where nothing shows it."""

    lineage: Marks | None
    claim: Marks | None


def _held(unit: Unit, lineage: Lineage, claims: Mapping[str, Unit]) -> _Judgement:
    known = _convention(unit, lineage, claims)
    tried = [(known.lineage or marks, known.claim or marks) for marks in (Marks if None in known else [Marks.POINT])]
    answers = [_computed(lineage, mine) for mine, _ in tried]
    first = next((one for one in answers if isinstance(one, Computed)), None)
    value = decimal(first.result.value) if first else None
    wrong = contradiction(lineage, claims, known.lineage)
    if wrong is not None:
        return _Judgement("not_recomputable" if wrong.unsure else "does_not_recompute", value, wrong.nearest, wrong.why)
    if first is None:
        return _Judgement("not_recomputable", None, None, next(one.why for one in answers if isinstance(one, Refusal)))
    judged = [
        _judged(answer, unit, lineage, theirs, sure=index == 0)
        for index, (answer, (_, theirs)) in enumerate(zip(answers, tried, strict=True))
        if isinstance(answer, Computed)
    ]
    if judged[0].status != "recomputes" and judged[-1].status == "recomputes":
        why = f"{cut(judged[-1].stated or '')} is the result only if its marks are read in the other way"
        return _Judgement("not_recomputable", judged[-1].computed, judged[-1].stated, why)
    return judged[0]


def _convention(unit: Unit, lineage: Lineage, claims: Mapping[str, Unit]) -> _Convention:
    own = marks_of((unit.text,))
    given = marks_of(each.value for each in lineage.inputs) or marks_of_formula(lineage.formula)
    if own is None and given is None:
        named = {claim for each in lineage.inputs for claim in each.source_claim_ids}
        own = shows(claims[claim] for claim in sorted(named) if claim in claims)
    return _Convention(given or own, own or given)


def _computed(lineage: Lineage, marks: Marks) -> Computed | Refusal:
    inputs: dict[str, Quantity] = {}
    for each in lineage.inputs:
        found = quantity(each.name, each.value, marks)
        if found is None:
            return Refusal(f"input {cut(each.name)} is {cut(each.value)}, which is no one figure")
        inputs[each.name] = found
    answer = evaluate(lineage.formula, inputs, marks)
    if isinstance(answer, Refusal):
        return Refusal(f"the formula cannot be computed: {answer.why}")
    if not answer.result.named and not all(_written(one, answer) for one in inputs.values()):
        return Refusal("the formula uses neither the names nor the values of its inputs")
    return answer


def _written(quantity: Quantity, answer: Computed) -> bool:
    """Return whether a formula of numbers alone holds the value of an input."""
    return quantity.value in answer.numbers or (quantity.percentage and quantity.value * 100 in answer.numbers)


def _judged(answer: Computed, unit: Unit, lineage: Lineage, marks: Marks, *, sure: bool) -> _Judgement:
    """Return what a computed formula says of the claim that declares it, read by a convention of marks."""
    result, value = answer.result, decimal(answer.result.value)
    if not answer.agrees:
        said = f"the formula itself says {cut(answer.said_as)}" if answer.said_as else "its own sides differ"
        gives = shown(result, None)
        return _Judgement("does_not_recompute", value, answer.said_as, f"the formula gives {gives}, and {said}")
    found = _Figures(unit.text, lineage, marks)
    strong = _of_its_unit(result, found.strong(result))
    for figure in found.candidates(result, strong):
        if fits(result, figure, unit.text, alone=sure and strong == [figure]):
            return _Judgement("recomputes", value, figure.text, None)
    spread = found.spread()
    if spread is not None and within_range(result, *spread):
        return _Judgement("recomputes", value, unit.text[spread[0].span.start : spread[1].span.end], None)
    if strong:
        nearest = min(strong, key=lambda one: distance(result, one, unit.text))
        why = f"the formula gives {shown(result, nearest)}, and the claim states {cut(nearest.text)}"
        return _Judgement("does_not_recompute", value, nearest.text, why)
    spelled = found.spelled()
    # Where digits stand, a word such as `two` is seldom the figure.
    if spelled is not None and result.exact and spelled[0] == result.value:
        return _Judgement("recomputes", value, spelled[1], None)
    return _Judgement("not_recomputable", value, None, f"the formula gives {value}, and the claim states no result")


class _Figures:
    """The figures of a claim, sorted by what they can be: the result, a year, or an input said again."""

    def __init__(self, text: str, lineage: Lineage, marks: Marks) -> None:
        """Read the claim; neither a coordinate nor a duration is kept."""
        self._text, self._lineage = text, lineage
        self._given = [one for each in lineage.inputs if (one := value_figure(each.value)) is not None]
        self.every = [
            narrowed(one, marks) for one in figures(text) if not one.coordinate and not is_duration(text, one)
        ]
        said_again = restating(self._given, self.every, text, marks)
        own = [one for index, one in enumerate(self.every) if index not in said_again]
        self._years = [one for one in own if is_year_in(text, one)]
        self._own = [one for one in own if not is_year_in(text, one)]

    def strong(self, result: Quantity) -> list[Figure]:
        """Return the figures that state a result unless nothing does; `17 boats` does not where `boats` is an input."""
        if result.operations == 0:
            return self._own
        names = {each.name.casefold() for each in self._lineage.inputs if len(each.name) > 2}
        left = [one for one in self._own if not self._counts(one, names)]
        return left or self._own

    def _counts(self, figure: Figure, names: set[str]) -> bool:
        after = self._text[figure.span.end :][:80].casefold().lstrip(" \xa0")
        return figure.kind == "number" and any(
            after.startswith(name) and not after[len(name) : len(name) + 1].isalnum() for name in names
        )

    def candidates(self, result: Quantity, strong: list[Figure]) -> list[Figure]:
        """Return the figures that may be the result.

        A year is one only of a formula of years. An input said again is one only of a formula that picks an input,
        or where the claim has no other figure at all.
        """
        if strong:
            return strong
        years = self._years if any(is_year(one) for one in self._given) else []
        picks = result.picked or result.operations == 0
        return [*years, *(self.every if picks or (len(self.every) == 1 and not self._years) else ())]

    def spread(self) -> tuple[Figure, Figure] | None:
        """Return the ends of a range that is all that the claim states, and no movement: `from 5 to 60` is one."""
        if len(self._own) != 2:
            return None
        return next((ends for ends in ranges(self._text, self._own) if not moves(self._text, ends[0].span.start)), None)

    def spelled(self) -> tuple[int, str] | None:
        """Return the one number that the claim spells out and no input is; None when there are several."""
        left = [one for one in numbers(self._text) if one.sure]
        for figure in self._given:
            again = next((one for one in left if one.value == figure.values[0]), None)
            if again is not None:
                left.remove(again)
        if len(left) != 1:
            return None
        return int(left[0].value), self._text[left[0].span.start : left[0].span.end]


def _of_its_unit(result: Quantity, several: list[Figure]) -> list[Figure]:
    """Return the figures that the result can be: money among money, per cent among percentages, if there are any."""
    if result.currency is not None:
        same = [one for one in several if one.kind == "money"]
    elif result.scale is Scale.PERCENT:
        same = [one for one in several if one.kind in ("percent", "points")]
    else:
        same = []
    return same or several
