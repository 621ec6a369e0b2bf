"""Small numbers written as words, so that `12` is held by a source that says twelve."""

from __future__ import annotations

import re
from decimal import Decimal

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
).split()
_GERMAN = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn"
    " achtzehn neunzehn zwanzig"
).split()
_FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit"
    " dix-neuf vingt"
).split()
_SPANISH = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete"
    " dieciocho diecinueve veinte"
).split()
_HAN = "零 一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十".split()
_TENS = {
    20: ("twenty", "zwanzig", "vingt", "veinte"),
    30: ("thirty", "dreißig", "trente", "treinta"),
    40: ("forty", "vierzig", "quarante", "cuarenta"),
    50: ("fifty", "fünfzig", "cinquante", "cincuenta"),
    60: ("sixty", "sechzig", "soixante", "sesenta"),
    70: ("seventy", "siebzig", "soixante-dix", "setenta"),
    80: ("eighty", "achtzig", "quatre-vingts", "ochenta"),
    90: ("ninety", "neunzig", "quatre-vingt-dix", "noventa"),
}
_ROUND = {
    100: ("hundred", "hundert", "cent", "cien", "百"),
    1000: ("thousand", "tausend", "mille", "mil", "千"),
    10000: ("ten thousand", "zehntausend", "dix mille", "diez mil", "一万"),
    1000000: ("million", "million", "million", "millón", "百万"),
}
_PARTS = {Decimal("0.5"): ("half", "halb", "halbe", "hälfte", "demi", "moitié", "medio", "mitad", "一半")}


def spellings(value: Decimal) -> tuple[str, ...]:
    """Return how `value` is written in words; empty for values that nobody spells out."""
    if value in _PARTS:
        return _PARTS[value]
    if value != value.to_integral_value() or not 0 <= value <= 1_000_000:
        return ()
    number = int(value)
    if number in _ROUND:
        return _ROUND[number]
    found: list[str] = list(_TENS.get(number, ()))
    if number <= 20:
        found += [words[number] for words in (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _HAN)]
    elif number < 100:
        tens, ones = divmod(number, 10)
        if ones:
            found.append(f"{_TENS[tens * 10][0]}-{_ENGLISH[ones]}")
            found.append(f"{'ein' if ones == 1 else _GERMAN[ones]}und{_TENS[tens * 10][1]}")
    return tuple(found)


def says(text: str, value: Decimal) -> bool:
    """Return whether `text` has `value` written out as a word of its own."""
    for words in spellings(value):
        edge = r"" if words[0] >= "\u2e80" else r"\b"
        if re.search(edge + re.escape(words).replace(r"\-", "[- ]") + edge, text, re.IGNORECASE):
            return True
    return False
