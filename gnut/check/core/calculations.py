"""Declared calculations, computed again from their inputs and from the claims that state these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from gnut.check.contract import Calculation
from gnut.check.core.stated import distance, fits, ranges, shown, within_range
from gnut.ingest.contract import Lineage, Unit
from gnut.text.formula.contract import Computed, Marks, Quantity, Refusal, Scale
from gnut.text.formula.evaluate import evaluate
from gnut.text.formula.rounding import decimal
from gnut.text.formula.values import figures_of, quantity, value_figure
from gnut.text.quantities.grammar import Figure
from gnut.text.quantities.lexicon import same_currency
from gnut.text.quantities.spelled import says
from gnut.text.quantities.support import is_coordinate
from gnut.text.quantities.movement import falls
from gnut.text.quantities.wording import is_year

SHOWN = 80
"""Most characters of an untrusted text in a reason."""


def calculation(unit: Unit, claims: Mapping[str, Unit]) -> Calculation | None:
    """Return what computing a unit's declared calculation again comes to; None when it declares none.

    Each input must be a figure of every claim that it refers to, the formula must give what its own equals signs
    say, and the claim must state the result, at the precision in which it states it. Where `1,234` could be read
    in two ways, one reading for the whole lineage that comes out is enough.

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


def _held(unit: Unit, lineage: Lineage, claims: Mapping[str, Unit]) -> _Judgement:
    answers = [_computed(lineage, marks) for marks in Marks]
    computed = [answer for answer in answers if isinstance(answer, Computed)]
    value = decimal(computed[0].result.value) if computed else None
    wrong = next(_contradicted(lineage, claims), None)
    if wrong is not None:
        return _Judgement("does_not_recompute", value, *wrong)
    if not computed:
        return _Judgement("not_recomputable", None, None, next(one.why for one in answers if isinstance(one, Refusal)))
    judged = [_judged(answer, unit, lineage) for answer in computed]
    return next((one for one in judged if one.status == "recomputes"), judged[0])


def _computed(lineage: Lineage, marks: Marks) -> Computed | Refusal:
    inputs: dict[str, Quantity] = {}
    for each in lineage.inputs:
        found = quantity(each.name, each.value, marks)
        if found is None:
            return Refusal(f"input {_cut(each.name)} is {_cut(each.value)}, which is no one figure")
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


def _contradicted(lineage: Lineage, claims: Mapping[str, Unit]) -> Iterator[tuple[str | None, str]]:
    """Yield (figure of the claim, why) for each input that a claim it refers to does not state."""
    for each in lineage.inputs:
        for claim in each.source_claim_ids:
            if claim not in claims:
                yield None, f"input {_cut(each.name)} refers to {_cut(claim)}, which is no claim of the report"
                continue
            figure = value_figure(each.value)
            if figure is not None and not _states(claims[claim], figure):
                nearest = _nearest(claims[claim], figure)
                states = f"states {_cut(nearest)}" if nearest else "states no figure"
                yield nearest, f"input {_cut(each.name)} is {_cut(each.value)}, and claim {_cut(claim)} {states}"


def _texts(unit: Unit) -> Iterator[str]:
    """Yield what a claim says and what it quotes."""
    yield unit.text
    yield from (one.excerpt.text for one in unit.bindings)


def _states(unit: Unit, figure: Figure) -> bool:
    """Return whether a claim states the value of an input: in digits or in words."""
    for text in _texts(unit):
        if any(_equal(figure, other, text) for other in figures_of(text)):
            return True
        if figure.kind == "plain" and any(says(text, value) for value in figure.values):
            return True
    return False


def _equal(one: Figure, other: Figure, text: str) -> bool:
    """Return whether two figures have a value in common: 12 %, 12 and 0.12 do; $12 and €12 do not."""
    if "money" in (one.kind, other.kind) and {"percent", "points", "per_mille"} & {one.kind, other.kind}:
        return False
    if not same_currency(one.currency, other.currency):
        return False
    values = set(other.values)
    if falls(text, other):
        values |= {-value for value in values}
    if one.kind != other.kind and "percent" in (one.kind, other.kind):
        by = Decimal("0.01") if other.kind == "percent" else Decimal(100)
        values |= {value * by for value in values}
    return not values.isdisjoint(one.values)


def _nearest(unit: Unit, figure: Figure) -> str | None:
    wanted = Quantity(Fraction(figure.values[0]), scale=Scale.PERCENT if figure.kind == "percent" else Scale.PLAIN)
    found = [(distance(wanted, one, text), one.text) for text in _texts(unit) for one in figures_of(text)]
    return min(found, key=lambda one: one[0])[1] if found else None


def _judged(answer: Computed, unit: Unit, lineage: Lineage) -> _Judgement:
    """Return what a computed formula says of the claim that declares it."""
    result, value = answer.result, decimal(answer.result.value)
    if not answer.agrees:
        said = f"the formula itself says {_cut(answer.said_as)}" if answer.said_as else "its own sides differ"
        return _Judgement("does_not_recompute", value, answer.said_as, f"the formula gives {value}, and {said}")
    every = [one for one in figures_of(unit.text) if not is_coordinate(unit.text, one)]
    own = _without(every, [figure for each in lineage.inputs if (figure := value_figure(each.value))], unit.text)
    strong = _of_its_unit(result, [one for one in own if not is_year(one)])
    # What restates an input is the result only if nothing else could be.
    for several in (strong, [one for one in own if is_year(one)], [] if strong else every):
        for figure in several:
            if fits(result, figure, unit.text, alone=len(strong) == 1 and figure in strong):
                return _Judgement("recomputes", value, figure.text, None)
    spread = next((ends for ends in ranges(unit.text, own) if within_range(result, *ends)), None)
    if spread is not None:
        return _Judgement("recomputes", value, unit.text[spread[0].span.start : spread[1].span.end], None)
    # Where digits stand, a word such as `one` or 一 is seldom the figure.
    if not strong and result.exact and says(unit.text, Decimal(value)):
        return _Judgement("recomputes", value, value, None)
    if not strong:
        return _Judgement("not_recomputable", value, None, f"the formula gives {value}, and the claim states no result")
    nearest = min(strong, key=lambda one: distance(result, one, unit.text))
    why = f"the formula gives {shown(result, nearest)}, and the claim states {_cut(nearest.text)}"
    return _Judgement("does_not_recompute", value, nearest.text, why)


def _without(figures: list[Figure], inputs: list[Figure], text: str) -> list[Figure]:
    """Return the figures of a claim without those that restate an input, each once."""
    left = list(figures)
    for each in inputs:
        restated = next((one for one in left if _equal(each, one, text)), None)
        if restated is not None:
            left.remove(restated)
    return left


def _of_its_unit(result: Quantity, several: list[Figure]) -> list[Figure]:
    """Return the figures that the result can be: money among money, per cent among percentages, if there are any."""
    if result.currency is not None:
        same = [one for one in several if one.kind == "money"]
    elif result.scale is Scale.PERCENT:
        same = [one for one in several if one.kind in ("percent", "points")]
    else:
        same = []
    return same or several


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 2] + " …"
