"""Words that turn or weigh a sentence, in the languages of most reports, as `typed` text.

Lists, not grammar: a word that is here is looked at, a word that is not here still is a
word, and any word added, lost or changed is an alteration.
"""

from __future__ import annotations

import re
from functools import cache

from gnut.text.words import tokens, words_of

NEGATIONS = words_of(
    # English
    "not no never none nor neither nobody nothing nowhere without cannot can't don't doesn't didn't isn't "
    "aren't wasn't weren't won't wouldn't couldn't shouldn't hasn't haven't hadn't mustn't needn't ain't hardly "
    "scarcely barely non "
    # German
    "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts nirgends nirgendwo weder ohne kaum "
    # French
    "ne pas jamais aucun aucune rien personne sans nullement ni guère "
    # Spanish, Portuguese, Italian, Catalan
    "nunca jamás ningún ninguna ninguno nada nadie tampoco sin não nem nenhum nenhuma ninguém sem jamais non "
    "nessun nessuna nessuno niente nulla senza "
    # Dutch, Swedish, Danish, Norwegian
    "niet geen nooit niemand niets zonder inte ingen inga inget aldrig utan ikke intet aldri uten uden ikkje "
    # Polish, Czech, Russian, Ukrainian, Bulgarian, Serbian
    "nie nigdy żaden żadna żadne nikt nic bez ani ne nikdy žádný žádná nikdo nic bez не нет ни никогда никто "
    "ничего без нельзя ні ніколи ніхто нічого немає няма нито није нема никада "
    # Greek, Turkish, Finnish, Hungarian, Romanian, Indonesian, Vietnamese
    "δεν μην όχι ποτέ κανείσ καμία χωρίσ değil yok hiç hiçbir asla ei emme ette eivät ilman nem nincs soha sem "
    "nélkül nu niciodată fără niciun tidak bukan tanpa jangan belum không chưa chẳng "
    # Arabic, Persian, Hebrew, Hindi
    "لا لم لن ليس ليست ما غير بدون دون نه نیست نبود هرگز بدون هیچ لیس לא אין בלי ללא מעולם नहीं न मत ना बिना "
    "कभी "
)
"""Words that deny, as they stand alone."""


@cache
def _negating_signs() -> re.Pattern[str]:
    """Return what denies in Chinese, Japanese and Korean, without the compounds in which it does not."""
    return re.compile(
        r"不(?![仅僅断斷同少过過久])|[没沒否勿莫]|未(?![来來])|[無无](?![论論])|非(?![常洲])"
        r"|ません|ない|ず(?=[に、。])|[없않못]|아니|(?<!\w)안(?= )"
    )


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

NUMBER_WORDS = words_of(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety half third quarter twice "
    "double triple first second fourth fifth null eins zwei drei vier fünf sechs sieben acht neun zehn elf "
    "zwölf zwanzig dreissig vierzig fünfzig hälfte drittel viertel deux trois quatre cinq sept huit neuf dix "
    "onze douze vingt trente quarante cinquante soixante moitié tiers quart dos tres cuatro cinco seis siete "
    "ocho nueve diez veinte treinta cuarenta cincuenta mitad tercio dois três quatro sete oito nove dez vinte "
    "metade tre quattro cinque sette otto dieci venti metà два две три четыре пять шесть семь восемь девять "
    "десять половина треть "
)
HAN_NUMBERS = frozenset("〇零一二两三四五六七八九壹贰叁肆伍陆柒捌玖")


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
