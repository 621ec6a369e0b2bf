"""Words of closed classes: one member is never near another, whatever vectors say. Monday is not Friday."""

from __future__ import annotations

from functools import lru_cache

_CLASSES = (
    (
        "monday mon montag lundi lunes lunedì maandag",
        "tuesday tue tues dienstag mardi martes martedì dinsdag",
        "wednesday wed mittwoch mercredi miércoles mercoledì woensdag",
        "thursday thu thurs donnerstag jeudi jueves giovedì donderdag",
        "friday fri freitag vendredi viernes venerdì vrijdag",
        "saturday sat samstag sonnabend samedi sábado sabato zaterdag",
        "sunday sun sonntag dimanche domingo domenica zondag",
    ),
    (
        "january jan januar janvier enero gennaio janeiro januari",
        "february feb februar février febrero febbraio fevereiro februari",
        "march märz mars marzo março maart",
        "april avril abril aprile",
        "may mai mayo maggio maio mei",
        "june juni juin junio giugno junho",
        "july juli juillet julio luglio julho",
        "august août agosto augustus",
        "september septembre septiembre settembre setembro",
        "october oktober octobre octubre ottobre outubro",
        "november novembre noviembre novembro",
        "december dezember décembre diciembre dicembre dezembro",
    ),
    (
        "spring frühling printemps primavera",
        "summer sommer verano estate",
        "autumn fall herbst automne otoño autunno",
        "winter hiver invierno inverno",
    ),
    (
        "north northern nord norte",
        "south southern süd",
        "east eastern ost",
        "west western ouest oeste ovest",
    ),
    (
        "increase increases increased increasing rise rises rose risen "
        "rising grew grow grows growing grown growth higher",
        "decrease decreases decreased decreasing fall falls fell fallen falling "
        "decline declines declined declining drop drops dropped lower shrank shrink",
    ),
    ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    (
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "sixty",
        "seventy",
        "eighty",
    ),
    (
        "day days daily",
        "week weeks weekly",
        "month months monthly",
        "quarter quarters quarterly",
        "year years yearly annual",
    ),
    ("million millions", "billion billions", "trillion trillions", "thousand thousands"),
    ("minimum least", "maximum most", "more", "less fewer"),
    ("before prior", "after following"),
    ("always", "never", "sometimes"),
)
"""Each class with its members, each member with its words in seven languages.

Words that are mostly something else in another of these are left out: French `est`, `sur` and `été`."""

_NEGATIONS = frozenset(
    """not no never none neither nor without cannot isn't aren't wasn't weren't don't doesn't didn't won't wouldn't
    can't couldn't shouldn't hasn't haven't hadn't nobody nothing nicht kein keine keinen keiner nie niemals
    ohne ne pas jamais sans aucun aucune nunca jamás sin ningún ninguna não sem non mai senza niet geen nooit
    zonder не нет без никогда""".split()
)


def members(word: str) -> frozenset[tuple[int, int]]:
    """Return (class, member) of a word for every class that it may be of; all negations are one member."""
    folded = word.casefold().replace("’", "'")
    if folded in _NEGATIONS or folded.endswith("n't"):
        return frozenset({(-1, 0)})
    return _members().get(folded, frozenset())


@lru_cache(maxsize=1)
def _members() -> dict[str, frozenset[tuple[int, int]]]:
    found: dict[str, set[tuple[int, int]]] = {}
    for number, group in enumerate(_CLASSES):
        for member, words in enumerate(group):
            for word in words.split():
                found.setdefault(word, set()).add((number, member))
    return {word: frozenset(places) for word, places in found.items()}
