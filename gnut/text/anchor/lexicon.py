"""Words that turn or weigh a sentence, in the languages of most reports, as `typed` text.

Lists, not grammar: a word that is here is looked at, a word that is not here still is a
word, and any word added, lost or changed is an alteration.
"""

from __future__ import annotations

import re
from functools import cache

from gnut.text.anchor.denials import DENYING_SIGNS, NEGATIONS
from gnut.text.anchor.numerals import NUMBER_WORDS, is_number_word
from gnut.text.words import tokens, words_of


@cache
def _negating_signs() -> re.Pattern[str]:
    return re.compile(DENYING_SIGNS)


@cache
def _turns() -> re.Pattern[str]:
    return re.compile(
        r"(?<!\w)(?:"
        r"den(?:y|ies|ied|ying)|refus\w+|reject\w*|fail(?:s|ed|ing|ure)?|false|falsely|untrue|unlikely|lack(?:s|ed|ing)?"
        r"|doubt\w*|disput\w+|unless|except|allegedly|supposedly"
        r"|abgelehnt|bestreitet|bestritt|verneint\w*|falsch|unwahr|ausser|nié|refusé|rejeté|faux|sauf"
        r"|falso|negó|niega|salvo|отрица\w+|отказа\w+|кроме|ложь"
        r")(?!\w)"
    )


MAGNITUDES = re.compile(
    r"(?:hundred|thousand|million|billion|trillion|quadrillion|dozen|tausend|million\w*|mill?iard\w*|billion\w*"
    r"|mille|millier\w*|millones|millón|millon|milhão|milhões|bilhão|bilhões|milioni|milione|mila"
    r"|tusen|miljon\w*|miljard\w*|miljoen|duizend|tysi[ąę]c\w*|milion\w*"
    r"|тысяч\w*|миллион\w*|миллиард\w*|тыс|млн|млрд|χιλιάδεσ|εκατομμύρι\w*|δισεκατομμύρι\w*|bin|milyon|milyar"
    r"|lakh|crore|ألف|آلاف|مليون|ملايين|مليار|हज़ार|हजार|लाख|करोड़|करोड|अरब"
    r"|k|m|b|mm|bn|mn|tn|mio|mrd|mln|bio|tsd|kt|mt|gt)s?"
)
"""Words and letters that multiply the number before them; letters count only right after a number."""

HAN_MAGNITUDES = frozenset("十百千万萬億亿兆")

UNITS = words_of(
    "percent per cent prozent pourcent pour por ciento cento pp bps percentage points point % ‰ °c °f °k "
    "celsius fahrenheit kelvin kg g mg µg μg ng t tonne tonnes ton tons lb lbs oz pound pounds km m cm mm µm μm "
    "nm mile miles ft feet foot in inch inches yd yards l ml dl cl litre litres liter liters gallon gallons s "
    "ms sec second seconds min minute minutes h hr hour hours day days week weeks month months year years hz "
    "khz mhz ghz w kw mw gw tw wh kwh mwh gwh twh j kj mj gj v kv a ma bit bits byte bytes kb mb gb tb kib mib "
    "gib pa kpa mpa bar psi mol mmol usd eur gbp jpy cny chf euro euros dollar dollars yen yuan pfund jahr "
    "jahre jahren monat monate monaten tag tage tagen stunde stunden woche wochen an ans mois jour jours heure "
    "heures año años mes meses día días hora horas "
)


MONEY = words_of(
    "crown crowns krone kroner krona kronor koruna korun złoty złotych forint franc francs franken mark marks "
    "pound pounds "
    "sterling penny pence cent cents ruble rubles rouble roubles рубль рубля рублей rupee rupees peso pesos real "
    "reais "
    "won renminbi rmb lira liras lire shekel shekels dinar dinars dirham dirhams riyal baht ringgit rand naira "
    "usd eur "
    "gbp jpy cny chf sek nok dkk pln czk huf rub inr krw brl aud cad nzd hkd sgd гривень евро доллар доллара "
    "долларов "
    "dólar dólares yenes libras dollari sterlina sterline euroa kruunua kr zł kč"
)
"""Names of currencies that `UNITS` does not hold."""


def negations(text: str) -> tuple[str, ...]:
    """Return the denying words of `typed` text in order; `don't` counts, glued `isn't` does too."""
    denying = [token.text for token in tokens(text) if token.kind == "word" and is_negation(token.text)]
    signs = () if text.isascii() else _negating_signs().findall(text)
    return (*denying, *signs)


def is_negation(word: str) -> bool:
    """Return whether one word of `typed` text denies."""
    if word in NEGATIONS or word.endswith("n't"):
        return True
    head, mark, _ = word.partition("'")
    return bool(mark) and head == "n"


def turns(text: str) -> str | None:
    """Return the first word of `typed` text that denies or turns what stands before it, or None."""
    if found := negations(text):
        return found[0]
    match = _turns().search(text)
    return match[0] if match else None


__all__ = [
    "HAN_MAGNITUDES",
    "MAGNITUDES",
    "MONEY",
    "NEGATIONS",
    "NUMBER_WORDS",
    "UNITS",
    "is_negation",
    "is_number_word",
    "negations",
    "turns",
]
