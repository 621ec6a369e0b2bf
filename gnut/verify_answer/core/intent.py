"""The verifier of intent: whether the answer's figure is of the kind and unit that the question asks."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.text.patterns import lazy
from gnut.text.quantities import currencies
from gnut.text.quantities.quantity import Quantity
from gnut.verify_answer.contract import Finding
from gnut.verify_answer.core.request import Request

ID = "gnut.intent"
VERSION = "1"

_PERCENT = lazy(
    r"(?i)\b(?:percent(?:age)?|per cent|what share|what proportion|which share|prozent(?:satz)?|welcher anteil|porcentaje"
    r"|por ciento|pourcentage|pour cent|percentuale|percentagem|percentage)\b|%"
)
_COUNT = lazy(
    r"(?i)\b(?:how many|what number of|wie viele|wieviele|cuánt[oa]s|combien d[e'’]|quant[ie]|quant[oa]s|hoeveel)\b"
)
_COUNTED_UNIT = lazy(
    r"(?i)\b(?:how many|wie viele|cuánt[oa]s|combien d[e'’]|quanti|quante|quantos)\s*(?P<word>[^\W\d_]+)"
)
_AMOUNT = lazy(
    r"(?i)\b(?:how much (?:money|did|does|was|is|were)|what (?:was|is|were|are) the (?:price|cost|fee|amount|revenue|salary)"
    r"|wie teuer|was kostet|cuánto cuesta|combien coûte)\b"
)
_MONEY_IN = lazy(r"(?i)\b(?:in|en|em)\s(?P<word>[^\W\d_]{3,12}|[€£¥$₹])(?=\W|$)")


def intent(request: Request) -> Iterator[Finding]:
    """Yield whether a figure of the answer is what the question asks for; nothing when it asks for no figure."""
    question = request.question or ""
    figures = [(index, one) for index, one in zip(request.numeric, request.quantities, strict=True) if one.values]
    asked, unit = _asked(question)
    if not figures or (asked is None and unit is None):
        return
    fitting = [index for index, one in figures if _fits(one, asked, unit, question)]
    notes = tuple(note for note in (f"asked:{asked}" if asked else "", f"asked_unit:{unit}" if unit else "") if note)
    if fitting:
        yield _finding(request, fitting[0], "supported", "the answer has the figure that was asked", notes)
        return
    index, one = figures[0]
    wrong = "unit_mismatch" if unit and (asked is None or _fits(one, asked, None, question)) else "intent_mismatch"
    wanted = unit or asked
    reason = f"the question asks for {wanted}; the answer's {one.text} is {_said(one)}"
    yield _finding(request, index, "unsupported", reason, (wrong, *notes))


def _asked(question: str) -> tuple[str | None, str | None]:
    money = [found["word"] for found in _MONEY_IN.finditer(question)]
    units = [code for word in money if (code := _currency(word))]
    if _PERCENT.search(question):
        return "percent", None
    if units:
        return None, units[0]
    if _COUNT.search(question):
        return "count", None
    return ("amount", None) if _AMOUNT.search(question) else (None, None)


def _currency(word: str) -> str | None:
    known = currencies.WORDS.get(word.casefold()) or currencies.SIGNS.get(word)
    return known or (word if word in currencies.CODES else None)


def _fits(one: Quantity, asked: str | None, unit: str | None, question: str) -> bool:
    if unit is not None:
        return one.kind == "money" and currencies.same(one.unit, unit)
    if asked == "percent":
        return one.kind in ("percent", "points")
    if asked == "amount":
        return one.kind not in ("percent", "points", "year", "multiple")
    word = _COUNTED_UNIT.search(question)
    money = word is not None and _currency(word["word"]) is not None
    return one.kind in ("number", "measure", "multiple") or (money and one.kind == "money")


def _said(one: Quantity) -> str:
    names = {
        "money": f"an amount in {one.unit}",
        "percent": "a share",
        "points": "a difference of shares",
        "year": "a year",
    }
    return names.get(one.kind, f"in {one.unit}" if one.unit else "a number")


def _finding(request: Request, index: int, result: str, reason: str, notes: tuple[str, ...]) -> Finding:
    return Finding(request.claims[index].id, ID, VERSION, result, "exact", reason, None, None, None, notes)
