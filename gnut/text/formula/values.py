"""The values of inputs, as a lineage writes them, as quantities."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from gnut.model import Span
from gnut.text.formula.contract import MAX_VALUE, Marks, Quantity, Scale
from gnut.text.patterns import lazy
from gnut.text.quantities.figures import Figure, figures, is_year
from gnut.text.quantities.spelled import whole_number

_GLUED = lazy(r"[\s(]{0,4}([-−+]?[\d.,'’]{0,40}\d)[^\W\d_]{1,12}[)\s]{0,4}")
_CODES = "USD|EUR|GBP|JPY|CNY|RMB|CHF|INR|AUD|CAD|NZD|HKD|SGD|BRL|KRW|RUB|TRY|VND|THB|SEK|NOK|DKK|PLN|CZK|HUF|MXN|ZAR"
_RATE = lazy(
    r"(?i)(?:\b(?:(?:exchange|fx|forex|conversion|currency)[ _-]rate|rate[ _]of[ _]exchange|wechselkurs|umrechnungskurs"
    r"|devisenkurs|taux[ _]de[ _]change|tipo[ _]de[ _]cambio|tasso[ _]di[ _]cambio|taxa[ _]de[ _]câmbio|wisselkoers"
    r"|(?:обменный|валютный)[ _]курс|курс[ _](?:обмена|валюты))|汇率|匯率|為替レート|환율)"
    rf"(?!\w)(?!\s+(?!(?:in|at|of|on|to|per|from|for|{_CODES})\b)[^\W\d_])"
)
"""A name that says it is a rate of exchange; an `exchange fee` and an `exchange rate loss` are none."""

_PAIR = lazy(rf"(?<!\w)(?:(?:{_CODES})|[$€£¥])\s?(?:/|per|pro|zu|to|in)\s?(?:(?:{_CODES})(?!\w)|[$€£¥])")
"""Two known currencies, one in the other."""

_SHARES = ("percent", "points")


def value_figure(text: str) -> Figure | None:
    """Return the one figure that a value states, or None when it states none or several."""
    if len(text) > MAX_VALUE:
        return None
    found = figures(text)
    if len(found) > 1:
        found = tuple(one for one in found if not is_year(one))
    if not found:
        glued = _GLUED.fullmatch(text)
        found = figures(glued[1]) if glued else ()
    if not found and (spelled := whole_number(text)) is not None:
        return Figure(text.strip(), Span(0, len(text)), (spelled,), "number", None)
    return found[0] if len(found) == 1 else None


def quantity(name: str, text: str, marks: Marks) -> Quantity | None:
    """Return the value of an input as a quantity.

    Args:
        name: Name of the input, which may say that it is a rate of exchange.
        text: Value as written, `$4.2 million`, `12 %`, `(5)`, `3x`, `twelve`.
        marks: How to read `1,234`.

    Returns:
        None when the value states no figure, or several.
    """
    figure = value_figure(text)
    if figure is None:
        return None
    share = figure.kind in _SHARES
    return Quantity(
        Fraction(_read(figure, text, marks)) / (100 if share else 1),
        scale=Scale.RATIO if share else Scale.PLAIN,
        currency=figure.currency,
        named=True,
        percentage=share,
        rate=_RATE.search(name) is not None or _PAIR.search(f"{name} {text}") is not None,
    )


def _read(figure: Figure, text: str, marks: Marks) -> Decimal:
    """Return the value meant by the marks; a whole value in brackets is a loss, as accountants write it."""
    plain = [one for one in figure.values if (one < 0) == (figure.values[0] < 0)]
    chosen = plain[1] if len(plain) > 1 and marks is Marks.COMMA else plain[0]
    return -abs(chosen) if text.strip().startswith("(") and text.strip().endswith(")") else chosen
