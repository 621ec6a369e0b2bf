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

_TIME = lazy(
    r"(?i)^\W{0,4}when (?:was|were|is|are|did|does|do|will|has|have|had)\b"
    r"|\b(?:(?:what|which) (?:year|date|day|month|decade)"
    r"|(?:in )?welche[mnrs]? (?:jahr|datum|monat)|(?:en )?qu[eé] (?:año|fecha|mes)|quelle (?:année|date)|quel mois"
    r"|(?:che|quale) (?:anno|data|mese)|(?:que|qual) (?:ano|data|mês)|welk jaar|welke datum|каком году)\b"
    r"|哪一年|哪年|何年|몇 년"
)
_WORDED = lazy(
    r"(?i)\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|tomorrow|now|recently|spring|summer|autumn|winter"
    r"|midnight|noon|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|century|(?:after|before|during|until|since|last|next) (?:\w+ ){0,2}\w+)\b"
)
"""A time said without a figure."""

_PLURAL = lazy(r"\s(?P<thing>[a-z]{2,30}s|people|men|women|children)(?!\w)")
_NOT_THINGS = frozenset(
    "bucks grands hundreds thousands millions billions trillions units points times plus less across always perhaps "
    "besides towards versus this its was has does as is us thus".split()
)
"""Words in -s behind a number that are nothing counted, or are said of money."""

_NAMED = frozenset({"coordinate", "ordinal"})
"""Notes of numbers that name something, such as a version or a place in a row, and count nothing."""

_NOT_UNITS = frozenset({"real", "may", "second"})
"""Words behind `in` that are units elsewhere: in real terms, in May, in second place."""


class Asked(Struct, frozen=True):
    """What a question wants to know."""

    kind: str | None
    """`percent`, `amount`, `count`, `time`; None when only a unit is named."""

    unit: Quantity | None
    """One of what it wants counted or measured."""


def intent(request: Request) -> Iterator[Finding]:
    """Yield whether a figure of the answer is what the question asks for; nothing when it asks for no figure."""
    if not request.question:
        return
    asked = asked_by(request.question)
    # Dates and times are figures too, though they have no number to compare.
    figures = list(zip(request.numeric, request.quantities, strict=True))
    if asked is None or not figures or (asked.kind == "time" and _WORDED.search(request.answer) is not None):
        return
    named = asked.unit.unit if asked.unit is not None else None
    kinds = (f"asked:{asked.kind}",) if asked.kind else ()
    notes = (*kinds, *((f"asked_unit:{named}",) if named else ()))
    for index, one in figures:
        if _answers(request.answer, one, asked):
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
    if unit is not None:
        return Asked(None, unit)
    return Asked("time", None) if _TIME.search(asked) else None


def _unit(words: str) -> Quantity | None:
    """Return one of what words name, when they begin with a unit or a currency."""
    if words.casefold().split(" ")[0] in _NOT_UNITS:
        return None
    sign = currencies.SIGNS.get(words)
    for one in quantities(f"{sign} 1" if sign else f"1 {words}"):
        if one.span.start == 0 and one.kind in ("money", "measure", "percent", "points") and one.unit:
            return one
    return None


def _answers(answer: str, one: Quantity, asked: Asked) -> bool:
    """Return whether a figure where it stands is what is asked for."""
    if asked.kind == "time" or not fits(one, asked):
        return fits(one, asked)
    if one.kind == "year":
        return not _is_dated(answer, one)
    wants_things = asked.kind == "count" and asked.unit is None
    return one.kind != "number" or wants_things or not _is_counted(answer, one)


def fits(one: Quantity, asked: Asked) -> bool:
    """Return whether a figure is of the kind and unit that is asked; a bare number takes the unit of the question."""
    if asked.kind == "time":
        return one.kind in ("year", "date", "time") or (one.kind == "measure" and one.unit in ("s", "month"))
    if not one.values or not _NAMED.isdisjoint(one.notes):
        return False
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


def _is_counted(answer: str, one: Quantity) -> bool:
    """Return whether things are counted by a number, as in `12 people`: that is no sum of money and no length."""
    after = _PLURAL.match(answer, one.span.end)
    return after is not None and after["thing"] not in _NOT_THINGS


def _is_dated(answer: str, one: Quantity) -> bool:
    return _DATED.search(answer, max(0, one.span.start - 12), one.span.start) is not None


_WANTED = {"percent": "a share", "amount": "an amount of money", "count": "a count", "time": "a time"}


def _said(one: Quantity) -> str:
    names = {
        "money": f"an amount in {one.unit}",
        "percent": "a share",
        "points": "a difference of shares",
        "year": "a year",
        "multiple": "a multiple",
        "date": "a date",
        "time": "a time of day",
    }
    return names.get(one.kind, f"in {one.measured_in}" if one.measured_in else "a number")


def _finding(request: Request, index: int, result: str, reason: str, notes: tuple[str, ...]) -> Finding:
    return Finding(request.claims[index].id, ID, VERSION, result, "exact", reason, None, None, None, notes)
