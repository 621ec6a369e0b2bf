"""Dates and times of day, as names: `2023-05-12`, `2023-05`, `2023-Q1`, `12:30`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gnut.text.patterns import lazy

_MONTH_WORDS = (
    "january jan januar jänner jän janvier janv enero ene gennaio gen janeiro januari января январь 1月",
    "february feb februar février févr fév febrero febbraio fevereiro fev februari февраля февраль",
    "march mar märz mrz mars marzo março maart mrt марта март",
    "april apr avril avr abril abr aprile апреля апрель",
    "may mai mayo maggio maio mei мая май",
    "june jun juni juin junio giugno giu junho июня июнь",
    "july jul juli juillet juil julio luglio lug julho июля июль",
    "august aug août agosto ago augustus августа август",
    "september sep sept septembre septiembre settembre setembro set сентября сентябрь",
    "october oct oktober okt octobre octubre ottobre ott outubro out октября октябрь",
    "november nov novembre noviembre novembro ноября ноябрь",
    "december dec dezember dez décembre déc diciembre dic dicembre dezembro декабря декабрь",
)
MONTHS = {word: number for number, words in enumerate(_MONTH_WORDS, 1) for word in words.split()}
"""Names and abbreviations in lower case to the number of the month."""

_ALSO_WORDS = frozenset("may mar set out gen ago lug dic".split())
"""Names that are other words too: they count with a capital letter, or between a day and a year."""

_WORD = r"(?P<{0}>[^\W\d_]{{3,10}})\.?"
_DAY_FIRST = lazy(
    r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|er|º|ª|\.)?[ \u00a0](?:of |de |di )?"
    + _WORD.format("month")
    + r"(?:,?[ \u00a0](?:de |del |of )?(?P<year>\d{4})(?!\d))?"
)
_MONTH_FIRST = lazy(r"(?P<month>[^\W\d_]{3,10})\.?[ \u00a0]\Z")
_DAY_YEAR = lazy(r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?:,[ \u00a0]?|[ \u00a0])(?P<year>[12]\d{3})(?!\d)")
_DAY = lazy(r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?![\d.,:/-]\d|\d|[ \u00a0]?%)")
_YEAR = lazy(r"(?P<year>[12]\d{3})(?![\d.,]\d|\d)")
_ISO = lazy(r"(?P<year>[12]\d{3})(?P<mark>[-/.])(?P<month>\d{1,2})(?P=mark)(?P<day>\d{1,2})(?!\d|[-/.]\d)")
_ISO_MONTH = lazy(r"(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])(?![\d-])")
_NUMBERS = lazy(r"(?P<one>\d{1,2})(?P<mark>[-/.])(?P<two>\d{1,2})(?P=mark)(?P<year>[12]\d{3}|\d\d)(?!\d|[-/.]\d)")
_HAN = lazy(r"(?P<year>[12]\d{3})年(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?")
_HAN_DAY = lazy(r"(?P<month>\d{1,2})月(?P<day>\d{1,2})日|(?P<only>\d{1,2})日")
_TIME = lazy(
    r"(?P<hour>[012]?\d)(?::(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?|h(?P<min>[0-5]\d))(?![\d:])"
    r"(?:[ \u00a0]?(?P<half>[ap])\.?m\b\.?)?(?:[ \u00a0]?(?P<zone>UTC|GMT|Z|CET|CEST|EST|EDT|PST|PDT|BST)\b)?"
)
_HALF_DAY = lazy(r"(?P<hour>1[0-2]|0?[1-9])[ \u00a0]?(?P<half>[apAP])\.?[mM]\b\.?")
_QUARTER = lazy(r"(?P<part>[QH][1-4])[ \u00a0-]?(?:FY[ \u00a0]?|of )?(?P<year>[12]\d{3}|['’]?\d\d)(?!\d)")
_YEAR_QUARTER = lazy(r"(?P<year>[12]\d{3})[ \u00a0-]?(?P<part>[QH][1-4])(?!\w)")
_PART = lazy(r"(?:Q[1-4]|H[12])(?![\w.'’-])")
_ORDINALS = (
    "first 1st erste erstes ersten premier 1er primer primero primo primeiro eerste",
    "second 2nd zweite zweites zweiten deuxième 2e segundo secondo tweede",
    "third 3rd dritte drittes dritten troisième 3e tercer tercero terzo terceiro derde",
    "fourth 4th vierte viertes vierten quatrième 4e cuarto quarto vierde",
)
_ORDINAL = {word: number for number, words in enumerate(_ORDINALS, 1) for word in words.split()}
PART_WORDS = {"quarter": "Q", "quartal": "Q", "quartals": "Q", "trimestre": "Q", "kwartaal": "Q", "half": "H"}
PART_WORDS |= {"halbjahr": "H", "semestre": "H"}
_NTH = lazy(r"(?<!\w)(?P<nth>[^\W_]{3,10})[ \u00a0-]\Z")
_OF_YEAR = lazy(
    r"(?i)(?:(?:,|[ \u00a0](?:of|de|del|di|du|von|van|do))?[ \u00a0](?:fiscal |FY ?|(?:the )?(?:fiscal )?year )?"
    r"(?P<year>[12]\d{3})(?!\d))?(?!\w)"
)
_NTH_REACH = 12
_DECADE = lazy(r"(?P<year>1[5-9]\d0|20\d0)(?:['’]?s|er)(?!\w)")


class Named(Struct, frozen=True):
    """A date, a time or an identifier in a text."""

    start: int
    end: int
    kind: str
    names: tuple[str, ...]
    unit: str
    notes: tuple[str, ...] = ()


def month(word: str, *, sure: bool = False) -> int | None:
    """Return the number of the month that a word names; a word that is another one too only with a capital."""
    folded = word.casefold()
    if folded in _ALSO_WORDS and not sure and not word[:1].isupper():
        return None
    return MONTHS.get(folded)


def _date(year: int | None, number: int | None, day: int | None) -> str | None:
    if (number is not None and not 1 <= number <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    parts = [
        f"{year:04d}" if year is not None else "-",
        f"{number:02d}" if number else "-" if day and not year else None,
    ]
    if day is not None:
        parts.append(f"{day:02d}")
    return "-".join(part for part in parts if part)


def _full(short: str) -> int:
    digits = short.lstrip("'’")
    if len(digits) == 4:
        return int(digits)
    return int(digits) + (1900 if int(digits) >= 70 else 2000)


def worded(text: str, start: int, end: int, following: str) -> Named | None:
    """Return the date that digits are part of beside the name of a month.

    Args:
        text: What is read.
        start: Where the digits begin.
        end: Where they end.
        following: The word behind them, empty when there is none.
    """
    if following and following.casefold() in MONTHS:
        found = _DAY_FIRST.match(text, start)
        number = found and month(found["month"], sure=bool(found["year"]))
        name = found and number and _date(int(found["year"]) if found["year"] else None, number, int(found["day"]))
        if found and name:
            return Named(start, found.end(), "date", (name,), "date")
    before = _MONTH_FIRST.search(text, max(0, start - 12), start)
    number = before and month(before["month"])
    if not before or not number:
        return None
    return _after_month(text, start, end, before.start(), number)


def _after_month(text: str, start: int, end: int, first: int, number: int) -> Named | None:
    for pattern in (_DAY_YEAR, _YEAR, _DAY):
        found = pattern.match(text, start)
        if found is None or (found.end() < end and pattern is not _DAY_YEAR):
            continue
        said = found.groupdict()
        day, year = said.get("day"), said.get("year")
        name = _date(int(year) if year else None, number, int(day) if day else None)
        if name is not None and not text[max(0, first - 1) : first].isalnum():
            return Named(first, found.end(), "date", (name,), "date")
    return None


def numbered(text: str, start: int, locale: str) -> Named | None:
    """Return the date that begins at `start` with digits only: ISO, day, month and year in any order, `2023年5月`."""
    found = _ISO.match(text, start) or _HAN.match(text, start)
    if found is not None:
        name = _date(int(found["year"]), int(found["month"]), int(found["day"]) if found["day"] else None)
        return Named(start, found.end(), "date", (name,), "date") if name else None
    found = _HAN_DAY.match(text, start)
    if found is not None:
        said = _date(None, int(found["month"] or 0) or None, int(found["day"] or found["only"]))
        return Named(start, found.end(), "date", (said,), "date") if said else None
    found = _NUMBERS.match(text, start)
    if found is None:
        return _year_month(text, start)
    one, two, year = int(found["one"]), int(found["two"]), _full(found["year"])
    if len(found["year"]) == 2 and (found["mark"] == "-" or len(found["one"]) + len(found["two"]) < 4):
        return None  # `3.11.2` and `12-34-56` are no dates.
    american, other = _date(year, one, two), _date(year, two, one)
    orders = {"und": (american, other), "en": (american, other), "en-us": (american,)}.get(locale, (other,))
    usual = [name for name in orders if name]
    names = usual or [name for name in (american, other) if name]  # `30/11/2025` has one order, whatever the country.
    if not names:
        return None
    notes = ("date_order_ambiguous",) if len(set(names)) > 1 or not usual else ()
    return Named(start, found.end(), "date", tuple(dict.fromkeys(names)), "date", notes)


def _year_month(text: str, start: int) -> Named | None:
    found = _ISO_MONTH.match(text, start)
    if found is not None:
        return Named(start, found.end(), "date", (f"{found['year']}-{found['month']}",), "date")
    found = _YEAR_QUARTER.match(text, start)
    if found is not None:
        return Named(start, found.end(), "date", (f"{found['year']}-{found['part']}",), "date")
    return None


def quarter(text: str, start: int) -> Named | None:
    """Return the quarter or half year whose letter stands before the digit at `start`: `Q1 2024`, `H2 FY2023`."""
    if text[max(0, start - 2) : start - 1].isalnum():
        return None
    found = _QUARTER.match(text, start - 1)
    if found is None:
        alone = _PART.match(text, start - 1)
        return Named(start - 1, alone.end(), "date", (f"--{alone[0]}",), "date") if alone else None
    return Named(start - 1, found.end(), "date", (f"{_full(found['year'])}-{found['part']}",), "date")


def worded_parts(text: str, words: frozenset[str]) -> list[Named]:
    """Return the quarters and halves of years that a text has in words: `the third quarter`, `erstes Halbjahr 2023`.

    A half counts with its year only, since matches have halves too.

    Args:
        text: What is read.
        words: Its words in lower case.
    """
    found = []
    for word in sorted(words & PART_WORDS.keys()):
        for start in places(text, word):
            nth = _NTH.search(text, max(0, start - _NTH_REACH), start)
            number = _ORDINAL.get(nth["nth"].casefold()) if nth else None
            after = _OF_YEAR.match(text, start + len(word))
            if nth is None or number is None or after is None:
                continue
            part, year = PART_WORDS[word], after["year"]
            if part == "H" and (number > 2 or (year is None and word == "half")):
                continue
            found.append(Named(nth.start(), after.end(), "date", (f"{year or '-'}-{part}{number}",), "date"))
    return found


def places(text: str, word: str) -> Iterator[int]:
    """Yield where a word in lower case stands in a text, in any case, of whole words and inside of others."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    at = low.find(word)
    while at >= 0:
        yield at
        at = low.find(word, at + len(word))


def decade(text: str, start: int) -> Named | None:
    """Return the decade at `start`: `1990s`, `1990er`."""
    found = _DECADE.match(text, start)
    return None if found is None else Named(start, found.end(), "date", (f"{found['year']}s",), "decade")


def clock(text: str, start: int) -> Named | None:
    """Return the time of day at `start`: `12:30`, `9:05:10 am`, `3 pm`, `12h30`."""
    found = _TIME.match(text, start) or _HALF_DAY.match(text, start)
    if found is None or (text[found.end() : found.end() + 1] == "m" and "h" in found[0]):
        return None  # `1h20m` is how long.
    said = found.groupdict()
    hour, minute = int(said["hour"]), int(said.get("minute") or said.get("min") or 0)
    half = (said.get("half") or "").lower()
    if hour > 24 or (half and not 1 <= hour <= 12):
        return None
    hour = hour % 12 + (12 if half == "p" else 0) if half else hour
    name = f"{hour:02d}:{minute:02d}" + (f":{said['second']}" if said.get("second") else "")
    zone = said.get("zone")
    return Named(start, found.end(), "time", (f"{name} {zone}" if zone else name,), "time")
