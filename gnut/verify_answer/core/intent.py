"""The verifier of intent: whether the answer has a figure of the kind and unit that the question asks for."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gnut.text.patterns import lazy
from gnut.text.quantities import currencies
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.read import quantities
from gnut.verify_answer.contract import Finding
from gnut.verify_answer.core.request import Request

ID = "gnut.intent"
VERSION = "1"
MAX_QUESTION = 20_000
"""Code points of a question that are read."""

_PERCENT = lazy(
    r"(?i)\b(?:percent(?:age)?s?|per ?cent|(?:what|which) (?:share|proportion|fraction)|prozent(?:satz)?"
    r"|welche[rn]? anteil|porcentaje|por ?ciento|qué proporción|pourcentage|pour ?cent"
    r"|quelle (?:part|proportion)|percentuale"
    r"|percento|per cento|percentual|percentagem|porcentagem|por cento|percentage|procent|процент\w*|какая доля)\b|[%٪]"
    r"|百分|パーセント|割合|퍼센트|비율"
)
_AMOUNT = lazy(
    r"(?i)\b(?:how much (?:money|(?:does|did|do|will|would) (?:\w+ ){1,4}cost)"
    r"|what (?:was|is|were|are|will be) (?:the|its|their) (?:\w+ ){0,2}(?:price|cost|salary|amount of money)"
    r"|wie teuer|(?:was|wie ?viel) kostete?n?|wie hoch (?:ist|war) der preis|cu[aá]nto (?:cuesta|cost[oó]|vale|dinero)"
    r"|combien (?:coûte\w*|a coûté|d['’]argent)|quanto (?:costa|è costat[oa]|custa|custou|dinheiro)|hoeveel kost(?:te)?"
    r"|сколько (?:стоит|стоил[аио]?|денег))\b|多少钱|多少錢|いくら|얼마"
)
_COUNT = lazy(
    r"(?i)\b(?:how many|what number of|wie ?viele|cu[aá]nt[oa]s|combien (?:de |d['’])|quanti|quante|quant[oa]s|hoeveel"
    r"|сколько)\b ?(?P<thing>[^\W\d_]+(?: [^\W\d_]+)?)?|(?:多少|几个|幾個|いくつ|何人|몇)(?P<wide>[^\W\d_]{1,4})?"
)
_COUNT_ELIDED = lazy(r"(?i)\b(?:combien d['’]|wie ?viel |how much in )(?P<thing>[^\W\d_]+(?: [^\W\d_]+)?)")
_IN = lazy(r"(?i)\b(?:in|en|em|in the)\s(?P<thing>[^\W\d_]+(?: [^\W\d_]+)?|[€£¥$₹])(?!\w)")
_DATED = lazy(
    r"(?i)(?:\b(?:in|since|from|of|by|until|during|before|after|year|fy|im|seit|jahr|bis|en|desde"
    r"|año|depuis|nel|dal|em|w|в|с)|年)\s?$"
)
"""What stands before a number that is a year, and no count."""

_NOT_UNITS = frozenset({"real", "may", "second"})
"""Words behind `in` that are units elsewhere: in real terms, in May, in second place."""


class Asked(Struct, frozen=True):
    """What a question wants to know."""

    kind: str | None
    """`percent`, `amount`, `count`; None when only a unit is named."""

    unit: Quantity | None
    """One of what it wants counted or measured."""


def intent(request: Request) -> Iterator[Finding]:
    """Yield whether a figure of the answer is what the question asks for; nothing when it asks for no figure."""
    if not request.question:
        return
    asked = asked_by(request.question)
    figures = [(index, one) for index, one in zip(request.numeric, request.quantities, strict=True) if one.values]
    if asked is None or not figures:
        return
    named = asked.unit.unit if asked.unit is not None else None
    kinds = (f"asked:{asked.kind}",) if asked.kind else ()
    notes = (*kinds, *((f"asked_unit:{named}",) if named else ()))
    for index, one in figures:
        if fits(one, asked) and not (one.kind == "year" and _is_dated(request.answer, one)):
            yield _finding(request, index, "supported", "the answer has a figure of the kind that was asked", notes)
            return
    index, one = figures[0]
    wrong = "unit_mismatch" if asked.unit is not None and one.kind == asked.unit.kind else "intent_mismatch"
    reason = f"the question asks for {named or _WANTED[asked.kind or 'count']}; the answer's {one.text} is {_said(one)}"
    yield _finding(request, index, "unsupported", reason, (wrong, *notes))


def asked_by(question: str) -> Asked | None:
    """Return what figure a question asks for; None when it asks for none that can be told."""
    asked = question[:MAX_QUESTION]
    if _PERCENT.search(asked):
        return Asked("percent", None)
    counted = _COUNT.search(asked)
    if counted is None or _AMOUNT.search(asked):
        counted = None
        elided = _COUNT_ELIDED.search(asked)
        unit = _unit(elided["thing"]) if elided is not None else None
    else:
        unit = _unit(counted["thing"] or counted["wide"] or "")
    if unit is None and counted is None:
        unit = next((found for each in _IN.finditer(asked) if (found := _unit(each["thing"])) is not None), None)
    if unit is not None and unit.kind in ("percent", "points"):
        return Asked("percent", None)
    if counted is not None:
        return Asked("count", unit)
    if _AMOUNT.search(asked):
        return Asked("amount", unit)
    return Asked(None, unit) if unit is not None else None


def _unit(words: str) -> Quantity | None:
    """Return one of what words name, when they begin with a unit or a currency."""
    if words.casefold().split(" ")[0] in _NOT_UNITS:
        return None
    sign = currencies.SIGNS.get(words)
    for one in quantities(f"{sign} 1" if sign else f"1 {words}"):
        if one.span.start == 0 and one.kind in ("money", "measure", "percent", "points") and one.unit:
            return one
    return None


def fits(one: Quantity, asked: Asked) -> bool:
    """Return whether a figure is of the kind and unit that is asked; a bare number takes the unit of the question."""
    if asked.kind == "percent":
        return one.kind in ("percent", "points")
    if asked.unit is not None:
        if one.kind == "number":
            return True
        if asked.unit.kind == "money":
            is_pound = asked.unit.unit == "GBP" and one.measured_in == "lb"
            return is_pound or (one.kind == "money" and currencies.same(one.unit, asked.unit.unit))
        return one.kind == "measure" and one.unit == asked.unit.unit
    if asked.kind == "amount":
        return one.kind in ("money", "number")
    return one.kind in ("number", "multiple", "year")


def _is_dated(answer: str, one: Quantity) -> bool:
    return _DATED.search(answer, max(0, one.span.start - 12), one.span.start) is not None


_WANTED = {"percent": "a share", "amount": "an amount of money", "count": "a count"}


def _said(one: Quantity) -> str:
    names = {
        "money": f"an amount in {one.unit}",
        "percent": "a share",
        "points": "a difference of shares",
        "year": "a year",
        "multiple": "a multiple",
    }
    return names.get(one.kind, f"in {one.measured_in}" if one.measured_in else "a number")


def _finding(request: Request, index: int, result: str, reason: str, notes: tuple[str, ...]) -> Finding:
    return Finding(request.claims[index].id, ID, VERSION, result, "exact", reason, None, None, None, notes)
