"""What stands behind a number: a share, a scale, a currency, a unit."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from gnut.text.patterns import lazy
from gnut.text.quantities import currencies, prefixed, scales, shares, units
from gnut.text.quantities.units import Unit

_B = " \u00a0\u2007\u2009\u202f"
_LETTER = r"[^\W\d_]"
_TOKEN = lazy(
    rf"(?P<gap>[{_B}]?)(?P<word>[%％٪‰¢$€£¥￥₹₩₽₺₫฿₪₱₴₸]|[°º℃℉][CF]?|[\u0900-\u097f]+"
    rf"|{_LETTER}+(?:[²³]|[23](?![\w.,]))?(?:/{_LETTER}+[²³]?)?)"
)
_HYPHEN = lazy(rf"[-‑](?P<word>{_LETTER}{{2,14}})(?![\w])")
_PER = lazy(rf"[{_B}]?(?:/|per[{_B}]|a[{_B}]|pro[{_B}]|por[{_B}]|par[{_B}])(?P<word>{_LETTER}+[²³]?)(?!\w)")

_BY_LOCALE = {
    "an": "fr",
    "ore": "it",
    "pie": "es",
    "pies": "es",
    "mes": "es pt",
    "grad": "de",
    "dag": "nl",
    "tag": "de",
}
"""Units that are other words in other languages: they need their own locale."""

_DEGREES = {"celsius": "°C", "centigrade": "°C", "c": "°C", "fahrenheit": "°F", "f": "°F"}
_SQUARES = {
    **dict.fromkeys(("ft", "foot", "feet"), "ft²"),
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), "m²"),
    **dict.fromkeys(("km", "kilometre", "kilometres", "kilometer", "kilometers"), "km²"),
    **dict.fromkeys(("mile", "miles", "mi"), "mi²"),
}
_TWO = {
    **dict.fromkeys(("degree", "degrees", "deg", "grad", "grados", "degrés", "gradi", "graus"), _DEGREES),
    **dict.fromkeys(("square", "sq"), _SQUARES),
}
"""Units of two words: the first, and the second to the symbol of both."""

_HEAT = lazy(r"(?i)\b(?:temperat|kelvin|heat|cool|hot\b|cold\b|boil|melt|freez)")
_HEAT_REACH = 80

_COUNTRY_STARTS = frozenset(country.split()[0] for country, _ in currencies.COUNTRIES)
_HAN = frozenset("千万萬百亿億兆천만억조元円원美欧歐人日年月日个個天周倍")


class Behind(Struct, frozen=True):
    """What was read behind a number."""

    end: int
    """Where it ends; where the digits ended when there is nothing."""

    power: int = 0
    dozens: int = 1
    share: str | None = None
    """`percent | mille | points | basis`"""

    currency: str | None = None
    minor: bool = False
    """Whether it counts hundredths of the currency."""

    unit: Unit | None = None
    symbol: str | None = None
    """As written, for people."""

    continental: bool = False
    """Whether the scale word is of languages that group with a full stop alone: `millones`, `Millionen`."""

    note: str | None = None


def behind(text: str, at: int, locale: str, *, money: bool, heat_from: int) -> Behind:
    """Return what stands behind the digits that end at `at`.

    Args:
        text: What is read.
        at: End of the digits.
        locale: One of `locales.LOCALES`.
        money: Whether a currency stands before the digits.
        heat_from: Where the digits begin: words of heat before it make a `K` a kelvin.
    """
    worth = prefixed.behind(text, at)
    if worth is not None:
        return Behind(worth.end, power=worth.power, currency=worth.currency, symbol=text[at : worth.end].strip())
    token = _TOKEN.match(text, at)
    if token is None:
        return _hyphened(text, at, locale)
    word, gap = token["word"], token["gap"]
    if gap and _idle(word, locale):
        return Behind(at)
    share = shares.share(text, token.start("word"), word)
    if share is not None:
        return Behind(share[1], share=share[0], symbol=word)
    scaled = _scale(text, at, word, gap, locale, money=money)
    if scaled is not None:
        return _scaled(text, scaled, locale, money=money)
    if scales.foreign(word.casefold(), locale):
        return Behind(token.end(), note="scale_word_foreign_to_locale")
    dozens = scales.DOZENS.get(word.casefold())
    if dozens and gap and word.casefold() not in ("score", "gross"):
        return Behind(token.end(), dozens=dozens)
    return _unit_or_money(text, at, locale, money=money, heat_from=heat_from)


@lru_cache(maxsize=1 << 13)
def _idle(word: str, locale: str) -> bool:
    """Return whether a word says nothing of the number before it, whatever stands around: most words do not."""
    low = word.casefold()
    if len(word) < 2 or not word.isalpha() or word[0] in _HAN or shares.begins(low):
        return False
    money = (currencies.CODES, currencies.SIGNS, currencies.WORDS, currencies.MINOR, _COUNTRY_STARTS)
    if any(word in each or low in each for each in money) or f"{word}." in currencies.SIGNS:
        return False
    if word in scales.LETTERS or low in scales.SCALES or low in scales.DOZENS or low in _TWO:
        return False
    return _unit(word, locale) is None


def _hyphened(text: str, at: int, locale: str) -> Behind:
    """Read `30-day`, `100-km`, `$3-million`."""
    found = _HYPHEN.match(text, at)
    if found is None:
        return Behind(at)
    word = found["word"]
    power = scales.power(word.casefold(), locale) if len(word) > 2 else None
    if power is not None:
        return _scaled(text, Behind(found.end(), power=power), locale, money=False)
    unit = _unit(word, locale)
    return Behind(found.end(), unit=unit, symbol=unit.symbol) if unit else Behind(at)


def _scale(text: str, at: int, word: str, gap: str, locale: str, *, money: bool) -> Behind | None:
    """Return the scale that `word` is; letters and Han signs have rules of their own."""
    end = at + len(gap) + len(word)
    if word[0] in _HAN:
        for length in (2, 1):
            power = scales.power(word[:length], locale)
            if power is not None:
                return Behind(at + len(gap) + length, power=power)
        return None
    if word in scales.LETTERS:
        touching = not gap and word not in ("m", "b", "t", "T")
        return Behind(end, power=scales.LETTERS[word]) if money or touching else None
    power = scales.power(word.casefold(), locale)
    if power is None:
        return None
    if text[end : end + 1] == "." and len(word) <= 3 and text[end + 1 : end + 2] != "":
        end += word.casefold() in ("mio", "mrd", "mln", "тыс", "млн") and not text[end + 1 : end + 2].isdigit()
    return Behind(end, power=power, continental=scales.continental(word.casefold()))


def _scaled(text: str, scale: Behind, locale: str, *, money: bool) -> Behind:
    """Read on behind a scale: a second scale word, then a currency or a unit, `de` between."""
    end, power = scale.end, scale.power
    following = shares.NEXT.match(text, end)
    if following is not None:
        pair = (text[:end].rsplit(None, 1)[-1].casefold(), following["word"].casefold()) if end < 40 else None
        pair = pair or (text[max(0, end - 12) : end].split()[-1].casefold(), following["word"].casefold())
        if pair in scales.PAIRS:
            end, power = following.end(), scales.PAIRS[pair]
            following = shares.NEXT.match(text, end)
    if following is not None and following["word"].casefold() in shares.LINKS:
        elided = text[following.end() : following.end() + 1] in ("'", "’")  # `millions d'euros`
        after = _unit_or_money(text, following.end() + elided, locale, money=money, heat_from=end)
    else:
        after = _unit_or_money(text, end, locale, money=money, heat_from=end)
    if after.currency is None and after.unit is None:
        return replace(scale, end=end, power=power)
    return replace(after, power=power, continental=scale.continental)


def _unit_or_money(text: str, at: int, locale: str, *, money: bool, heat_from: int) -> Behind:
    token = _TOKEN.match(text, at)
    if token is None:
        return Behind(at)
    word, gap, end = token["word"], token["gap"], token.end()
    if not money:
        currency = _currency(text, at, word, end)
        if currency is not None:
            return currency
    if word == "K":
        kelvin = gap and _HEAT.search(text, max(0, heat_from - _HEAT_REACH), heat_from)
        return Behind(end, unit=units.unit("kelvin"), symbol="K") if kelvin else Behind(at)
    if money or (len(word) == 1 and not _alone(text, end, gap)):
        return Behind(at)
    unit = _unit(word, locale)
    following = shares.NEXT.match(text, end) if word.casefold() in _TWO else None
    two = units.unit(_TWO[word.casefold()].get(following["word"].casefold(), "")) if following else None
    if two is not None and following is not None:
        unit, end = two, following.end()
    if unit is None:
        return Behind(at)
    return _rated(text, Behind(end, unit=unit, symbol=unit.symbol))


def _alone(text: str, end: int, gap: str) -> bool:
    """Return whether a unit of one letter ends there: `5 A,` and not `5 A new one`, `5 V-shaped`."""
    after = text[end : end + 2]
    if after[:1] in ("-", "'", "’", "&", "_"):
        return False
    return not (gap and text[end - 1].isupper() and after[:1] == " " and after[1:2].isalpha())


def _unit(word: str, locale: str) -> Unit | None:
    own = _BY_LOCALE.get(word.casefold())
    if own is not None and locale not in own.split():
        return None
    if "/" in word:
        whole = units.unit(word)
        over, _, under = word.partition("/")
        first = units.unit(over)
        return whole or (units.rate(first, under) if first else None)
    return units.unit(word)


def _rated(text: str, found: Behind) -> Behind:
    """Read `per` and a second unit behind a first one: `60 miles per hour`."""
    per = _PER.match(text, found.end)
    if per is None or found.unit is None or per[0].strip().startswith("a"):
        return found
    rate = units.unit({"mile/h": "mph"}.get(key := f"{found.unit.symbol}/{_symbol(per['word'])}", key))
    rate = rate or units.rate(found.unit, per["word"])
    return Behind(per.end(), unit=rate, symbol=rate.symbol) if rate else found


def _symbol(word: str) -> str:
    unit = units.unit(word)
    return unit.symbol if unit else word


def per_unit(text: str, at: int) -> tuple[str, int] | None:
    """Return what an amount of money is paid for, and where that ends: `/MWh`, `per share`; None without such."""
    found = _PER.match(text, at) if text[at : at + 1] == "/" or text[at + 1 : at + 2] in ("p", "a") else None
    if found is None:
        return None
    known = units.unit(found["word"])
    if known is None and (found[0].strip().startswith("a") or found["word"] in currencies.CODES):
        return None  # `€5 a bargain`; an exchange rate is no price.
    return (known.symbol if known else found["word"].casefold()), found.end()


def _currency(text: str, at: int, word: str, end: int) -> Behind | None:
    if word in currencies.CODES and _is_code(text, word, end):
        return Behind(end, currency=word, symbol=word)
    sign = currencies.SIGNS.get(f"{word}.") if text[end : end + 1] == "." and word in ("руб",) else None
    sign = sign or currencies.SIGNS.get(word)
    if sign is not None and (len(word) > 1 or not word.isalpha() or word[0] in _HAN):
        if word == "$" and text[end : end + 1].isdigit():
            return None
        return Behind(end, currency=sign, symbol=word)
    low = word.casefold()
    if word[:1] in _HAN and not word.isascii():
        for length in (3, 2, 1):
            known = currencies.WORDS.get(word[:length]) or currencies.SIGNS.get(word[:length])
            if known:
                return Behind(end - len(word) + length, currency=known, symbol=word[:length])
    if low in currencies.MINOR:
        return Behind(end, currency=currencies.MINOR[low], minor=True, symbol=low)
    if low in currencies.WORDS:
        return Behind(end, currency=_of_country(text, end, currencies.WORDS[low]), symbol=low)
    return _named_country(text, at, word, end)


def _of_country(text: str, end: int, known: str) -> str:
    """Read a country behind the word: `francs suisses`, `pounds sterling`."""
    following = shares.NEXT.match(text, end)
    return currencies.COUNTRIES.get((following["word"].casefold(), known), known) if following else known


def _named_country(text: str, at: int, word: str, end: int) -> Behind | None:
    """Read a country before the word: `US dollars`, `Hong Kong dollars`."""
    low, place = word.casefold(), end
    if low not in _COUNTRY_STARTS:
        return None
    for _ in range(2):
        following = shares.NEXT.match(text, place)
        if following is None:
            return None
        known = currencies.WORDS.get(following["word"].casefold())
        if known and (low, known) in currencies.COUNTRIES:
            return Behind(following.end(), currency=currencies.COUNTRIES[low, known], symbol=text[at : following.end()])
        low, place = f"{low} {following['word'].casefold()}", following.end()
    return None


def _is_code(text: str, word: str, end: int) -> bool:
    if word not in currencies.ALSO_WORDS:
        return True
    return not (text[end : end + 1] == " " and text[end + 1 : end + 2].isalpha())
