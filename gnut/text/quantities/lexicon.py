"""Words and signs around the digits of a figure."""

from __future__ import annotations

SCALES: dict[str, int] = {
    "k": 3,
    "thousand": 3,
    "tausend": 3,
    "mil": 3,
    "mille": 3,
    "тыс": 3,
    "千": 3,
    "万": 4,
    "萬": 4,
    "만": 4,
    "lakh": 5,
    "lac": 5,
    "m": 6,
    "mm": 6,
    "mn": 6,
    "mln": 6,
    "mio": 6,
    "million": 6,
    "millions": 6,
    "millionen": 6,
    "millón": 6,
    "millones": 6,
    "milhão": 6,
    "milhões": 6,
    "milione": 6,
    "milioni": 6,
    "miljoen": 6,
    "млн": 6,
    "百万": 6,
    "crore": 7,
    "亿": 8,
    "億": 8,
    "억": 8,
    "b": 9,
    "bn": 9,
    "mrd": 9,
    "md": 9,
    "billion": 9,
    "billions": 9,
    "milliarde": 9,
    "milliarden": 9,
    "milliard": 9,
    "milliards": 9,
    "miliardo": 9,
    "miliardi": 9,
    "miljard": 9,
    "млрд": 9,
    "t": 12,
    "tn": 12,
    "trn": 12,
    "trillion": 12,
    "trillions": 12,
    "billionen": 12,
    "兆": 12,
    "万亿": 12,
}
"""Scale words and abbreviations, as powers of ten; short scale where languages differ in spelling only."""

AFTER_CURRENCY_ONLY = frozenset({"b", "t", "md"})
"""`5 t` is five tonnes unless money stands before it; `4.2m` is read as million only when glued or money."""

PERCENT = frozenset({"%", "％", "percent", "per cent", "pct", "prozent", "pour cent", "por ciento", "процентов", "٪"})

POINTS = frozenset(
    {"percentage points", "percentage point", "prozentpunkte", "prozentpunkt", "pp", "个百分点", "個百分點"}
)
"""Percentage points are no percentages: 5 % to 7 % is 2 points and 40 %."""

CURRENCIES = {
    "us$": "USD",
    "a$": "AUD",
    "c$": "CAD",
    "nz$": "NZD",
    "hk$": "HKD",
    "s$": "SGD",
    "r$": "BRL",
    "€": "EUR",
    "£": "GBP",
    "₹": "INR",
    "₩": "KRW",
    "₽": "RUB",
    "₺": "TRY",
    "₫": "VND",
    "฿": "THB",
    "rmb": "CNY",
}
"""Signs of a currency to its ISO 4217 code; a code stands for itself, `$` and `¥` for several."""

SEVERAL = {"$": frozenset({"USD", "AUD", "CAD", "NZD", "HKD", "SGD"}), "¥": frozenset({"JPY", "CNY"})}

FRACTIONS = {
    "½": "0.5",
    "¼": "0.25",
    "¾": "0.75",
    "⅕": "0.2",
    "⅖": "0.4",
    "⅗": "0.6",
    "⅘": "0.8",
    "⅛": "0.125",
    "⅜": "0.375",
    "⅝": "0.625",
    "⅞": "0.875",
}
"""Fractions with a finite decimal; thirds and sixths have none and are not read."""

MINUS = frozenset({"minus", "negative", "moins", "menos", "meno", "минус", "负", "負"})
"""Words before the digits that make them negative."""


def same_currency(one: str | None, other: str | None) -> bool:
    """Return whether two currencies may be one: equal, not said, or a sign that several share."""
    if one is None or other is None or one == other:
        return True
    return one in SEVERAL.get(other, ()) or other in SEVERAL.get(one, ())
