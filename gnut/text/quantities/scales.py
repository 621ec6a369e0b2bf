"""Words and abbreviations behind a number that multiply it."""

from __future__ import annotations

from msgspec import Struct


class Scale(Struct, frozen=True):
    """A scale word."""

    power: int
    """Of ten."""

    locales: frozenset[str]
    """Where it means this; empty for everywhere."""


def _all(power: int, words: str, locales: str = "") -> dict[str, tuple[Scale, ...]]:
    return {word: (Scale(power, frozenset(locales.split())),) for word in words.split()}


LETTERS = {"k": 3, "K": 3, "m": 6, "M": 6, "MM": 6, "B": 9, "b": 9, "t": 12, "T": 12}
"""Single letters, as written: they need money before them, or have to touch the digits (not `m`, `b`, `t`)."""

_SHORT = "en pt"
_LONG = "es de fr it nl ch"

SCALES: dict[str, tuple[Scale, ...]] = {
    **_all(2, "hundred hundreds", "en"),
    **_all(3, "thousand thousands", "en"),
    **_all(3, "tausend", "de ch"),
    **_all(3, "mille", "fr it ch"),
    **_all(3, "mil", "es pt"),
    **_all(3, "duizend", "nl"),
    **_all(3, "mila", "it ch"),
    **_all(3, "тыс тысяч тысячи 千 천 हज़ार हजार"),
    **_all(4, "万 萬 만"),
    **_all(5, "lakh lakhs lac lacs लाख"),
    **_all(6, "mn mln mio"),
    **_all(6, "million", "en de fr ch"),
    **_all(6, "millions", "en fr ch"),
    **_all(6, "millionen", "de ch"),
    **_all(6, "millón millones", "es"),
    **_all(6, "milhão milhões", "pt"),
    **_all(6, "milione milioni", "it ch"),
    **_all(6, "miljoen", "nl"),
    **_all(6, "млн миллион миллиона миллионов 百万 백만"),
    **_all(7, "crore crores cr करोड़ करोड़"),
    **_all(8, "亿 億 억"),
    **_all(9, "bn bln mrd mia mld अरब"),
    **_all(9, "billion billions", _SHORT),
    **_all(9, "milliarde milliarden", "de fr ch"),
    **_all(9, "milliard milliards", "fr nl ch"),
    **_all(9, "miliardo miliardi", "it ch"),
    **_all(9, "miljard", "nl"),
    **_all(9, "bilhão bilhões bilião", "pt"),
    **_all(9, "млрд миллиард миллиарда миллиардов"),
    **_all(12, "tn trn"),
    **_all(12, "trillion trillions", _SHORT),
    **_all(12, "billón billones", "es"),
    **_all(12, "billionen", "de ch"),
    **_all(12, "bilioni", "it ch"),
    **_all(12, "trilhão trilhões", "pt"),
    **_all(12, "трлн 兆 万亿 조"),
}
"""Words in lower case. `billion` is 10^9 where it is English and 10^12 in the long scale of a known locale."""

_LONG_BILLION = {
    "billion": {"de": 12, "fr": 12, "ch": 12, "nl": 12},
    "billions": {"fr": 12, "ch": 12},
    "trillion": {"de": 18, "fr": 18, "ch": 18, "nl": 18},
}

PAIRS = {
    ("mil", "millones"): 9,
    ("mil", "milhões"): 9,
    ("thousand", "million"): 9,
    ("hundred", "thousand"): 5,
    ("hundred", "million"): 8,
    ("lakh", "crore"): 12,
}
"""Two scale words that are one."""

DOZENS = {"dozen": 12, "dozens": 12, "dutzend": 12, "docena": 12, "docenas": 12, "douzaine": 12, "douzaines": 12}
DOZENS |= {"dozzina": 12, "dozzine": 12, "dúzia": 12, "dúzias": 12, "dozijn": 12, "score": 20, "gross": 144}
"""Words for a number of things; they are no powers of ten."""


def power(word: str, locale: str) -> int | None:
    """Return the power of ten of a scale word in lower case; None when it is none in that locale.

    `und` and `en` read `billion` in the short scale.
    """
    long = _LONG_BILLION.get(word, {}).get(locale)
    if long is not None:
        return long
    for scale in SCALES.get(word, ()):
        if not scale.locales or locale == "und" or locale in scale.locales:
            return scale.power
    return None


_CONTINENTAL = frozenset("es de it pt nl".split())
"""Languages whose full stops group."""


def continental(word: str) -> bool:
    """Return whether a scale word in lower case is of languages only that group with a full stop."""
    known = SCALES.get(word, ())
    return bool(known) and all(each.locales and each.locales <= _CONTINENTAL | {"ch"} for each in known)


def foreign(word: str, locale: str) -> bool:
    """Return whether a word is a scale word of other locales only."""
    return word in SCALES and power(word, locale) is None
