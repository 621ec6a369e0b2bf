"""Numbers that are spelled out, in the languages that sources are most often written in.

A number word counts as a whole: `twenty-one` is 21 and never 1. Words that are something else in another language,
such as `once` or `sept`, count only in a text that has another number word of their own language.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from msgspec import Struct

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.han import han_numbers, han_value

LONGEST = 100
"""Most characters of a value that is read as a number word."""

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
).split()
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_GERMAN = (
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn"
    " siebzehn achtzehn neunzehn"
).split()
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept"
    " dix-huit dix-neuf"
).split()
_FRENCH_TENS = "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix".split()
_SPANISH = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis"
    " diecisiete dieciocho diecinueve"
).split()
_SPANISH_TENS = "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_LARGE = {
    "german": {"hundert": 100, "tausend": 1000, "zehntausend": 10_000, "million": 1_000_000},
    "french": {"cent": 100, "mille": 1000, "dix mille": 10_000},
    "spanish": {"cien": 100, "mil": 1000, "diez mil": 10_000, "millón": 1_000_000},
}
_HALVES = {
    "english": ("half",),
    "german": ("halb", "halbe", "hälfte"),
    "french": ("demi", "moitié"),
    "spanish": ("medio", "mitad"),
}
_AMBIGUOUS = frozenset(
    "once sept elf seize quince cent dos dix un uno neuf onze mil mille tres demi medio null acht halbe".split()
)
"""Words that are something else in another language, or belong to two: `once`, `Sept.`, `seize`, `dos`."""

_WORD = lazy(r"[^\W\d_]+")
_SCALE_WORDS = frozenset({"hundred", "thousand", "million", "hundert", "tausend", "cent", "mille", "mil", "millón"})
_AND = frozenset({"and", "et", "y", "und"})
_ENGLISH_WORDS = frozenset({*_ENGLISH, *_ENGLISH_TENS, *_SCALES})
_DIGIT_BEFORE = lazy(r"[\d.,][\s\xa0]?\Z")


class Spelled(Struct, frozen=True):
    """A number that a text spells out."""

    value: Decimal
    span: Span
    sure: bool
    """False for what is seldom a quantity: `one`, `zero`, `half`."""


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, Decimal]]:
    """Return the spellings of each language but English, in lower case, with a blank for every hyphen."""
    tables: dict[str, dict[str, Decimal]] = {}
    for language, ones, tens in (
        ("german", _GERMAN, _GERMAN_TENS),
        ("french", _FRENCH, _FRENCH_TENS),
        ("spanish", _SPANISH, _SPANISH_TENS),
    ):
        table = {word: Decimal(number) for number, word in enumerate(ones)}
        table |= {word: Decimal(number) for number, word in zip(range(20, 100, 10), tens, strict=True)}
        table |= {word: Decimal(number) for word, number in _LARGE[language].items()}
        table |= dict.fromkeys(_HALVES[language], Decimal("0.5"))
        tables[language] = {word.replace("-", " "): value for word, value in table.items()}
    for ten, word in zip(range(20, 100, 10), _GERMAN_TENS, strict=True):
        for one in range(1, 10):
            tables["german"][f"{'ein' if one == 1 else _GERMAN[one]}und{word}"] = Decimal(ten + one)
    return tables


@lru_cache(maxsize=1)
def _vocabulary() -> dict[str, frozenset[str]]:
    words = {name: frozenset(word for key in table for word in key.split()) for name, table in _tables().items()}
    return {"english": _ENGLISH_WORDS | {"half"}, **words}


def whole_number(text: str) -> Decimal | None:
    """Return the number that the whole of a text spells; None for part of one, for two, and for `once` alone."""
    if len(text) > LONGEST:
        return None
    words = text.strip(" .").casefold().replace("-", " ").split()
    if not words:
        return None
    english = _english(words)
    if english is not None:
        return english
    spelled = " ".join(words)
    values = {table[spelled] for table in _tables().values() if spelled in table and spelled not in _AMBIGUOUS}
    return values.pop() if len(values) == 1 else han_value(spelled)


def words_of(low: str) -> frozenset[str]:
    """Return the words of a text in lower case, hyphened ones in parts."""
    pieces = set(low.split())
    mixed = [piece for piece in pieces if not piece.isalpha()]
    return frozenset(pieces.difference(mixed).union(*map(_WORD.findall, mixed)))


def numbers(text: str) -> tuple[Spelled, ...]:
    """Return the numbers that a text spells out, in order; none inside a compound such as `ten-year`."""
    low = text.casefold()
    return numbers_of(text, low, words_of(low))


def numbers_of(text: str, low: str, told_words: frozenset[str]) -> tuple[Spelled, ...]:
    """Return the same of a text whose lower case and whose words are known."""
    found: dict[tuple[int, int], Spelled] = {}
    for language, vocabulary in _vocabulary().items():
        own = vocabulary & told_words
        if not own or (own <= _SCALE_WORDS and not any(_scales_nothing(low, word) for word in own)):
            continue  # `4.2 million` has no number word of its own.
        runs = list(_runs(text, language))
        told = {"".join(word for word, _, _ in run) for run in runs}
        known = language == "english" or any(word not in _AMBIGUOUS | _ENGLISH_WORDS for word in told)
        for run in runs if known else ():
            span = Span(run[0][1], run[-1][2])
            value = _value([word for word, _, _ in run], language)
            if value is not None and not _inside(text, span):
                found.setdefault((span.start, span.end), Spelled(value, span, value not in (0, 1, Decimal("0.5"))))
    for value, span in han_numbers(text):
        found.setdefault((span.start, span.end), Spelled(value, span, value != 1))
    return tuple(found[at] for at in sorted(found))


def says(text: str, value: Decimal) -> bool:
    """Return whether `text` has `value` written out as a number of its own."""
    return any(one.value == value for one in numbers(text))


def _scales_nothing(low: str, word: str) -> bool:
    """Return whether a scale word stands somewhere without digits before it: `a hundred`, `mille`."""
    at = low.find(word)
    while at >= 0:
        before, after = low[max(0, at - 2) : at], low[at + len(word) : at + len(word) + 1]
        inside = before[-1:].isalnum() or before[-1:] in ("_", ".", ",") or after.isalnum() or after == "_"
        scaled = before[1:].isspace() and (before[:1].isdigit() or before[:1] in (".", ","))
        if not inside and not scaled:
            return True
        at = low.find(word, at + len(word))
    return False


def _runs(text: str, language: str) -> Iterator[list[tuple[str, int, int]]]:
    """Yield the longest runs of number words of a language: (word in lower case, start, end) each."""
    vocabulary = _vocabulary()[language]
    run: list[tuple[str, int, int]] = []
    joint: tuple[str, int, int] | None = None
    for match in _WORD.finditer(text):
        word, start, end = match[0].casefold(), match.start(), match.end()
        close = bool(run) and text[(joint or run[-1])[2] : start] in (" ", "-", "\xa0", "‑")
        if word in vocabulary:
            if not close and run:
                yield run
                run = []
            run += [joint, (word, start, end)] if joint and run else [(word, start, end)]
        elif close and joint is None and word in _AND and _goes_on(run[-1][0], language):
            joint = (word, start, end)
            continue
        elif run:
            yield run
            run = []
        joint = None
    if run:
        yield run


def _goes_on(word: str, language: str) -> bool:
    """Return whether a number may go on behind `word` and an `and`: `hundred and one`, `vingt et un`."""
    return word in _SCALES if language == "english" else _tables()[language].get(word, Decimal(0)) >= 20


def _value(words: list[str], language: str) -> Decimal | None:
    return _english(words) if language == "english" else _tables()[language].get(" ".join(words))


def _inside(text: str, span: Span) -> bool:
    """Return whether number words are part of something longer: `ten-year`, `one's`, `4.2 million`."""
    before, after = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 2]
    if before and (before in "-‑–'’_" or before.isalnum()):
        return True
    if after[:1] in ("-", "‑", "–", "'", "’", "_") and after[1:].isalnum():
        return True
    return after[:1].isalnum() or _DIGIT_BEFORE.search(text, max(0, span.start - 2), span.start) is not None


def _english(words: list[str]) -> Decimal | None:
    """Return the number that English words spell: what spells the same again, `hundred` as `one hundred`."""
    if words == ["half"]:
        return Decimal("0.5")
    plain = [word for word in words if word != "and"]
    if plain[:1] == ["a"] and plain[1:2] and plain[1] in _SCALES:
        plain[0] = "one"
    if not plain or len(plain) > 24 or not all(word in _ENGLISH_WORDS for word in plain):
        return None
    if plain[0] in _SCALES:
        plain = ["one", *plain]
    total = part = 0
    for word in plain:
        if word in _ENGLISH:
            part += _ENGLISH.index(word)
        elif word in _SCALES:
            part *= _SCALES[word]
            if word != "hundred":
                total, part = total + part, 0
        else:
            part += 20 + 10 * _ENGLISH_TENS.index(word)
    return Decimal(total + part) if _spelling(total + part) == plain else None


def _spelling(number: int) -> list[str]:
    """Return the English words of a number under a thousand million."""
    if number >= 1_000_000_000:
        return []
    for word, worth in (("million", 1_000_000), ("thousand", 1_000), ("hundred", 100)):
        if number >= worth:
            rest = _spelling(number % worth) if number % worth else []
            return [*_spelling(number // worth), word, *rest]
    if number < 20:
        return [_ENGLISH[number]]
    tens, ones = divmod(number, 10)
    return [_ENGLISH_TENS[tens - 2], *([_ENGLISH[ones]] if ones else [])]
