"""Scales that words multiply: `a quarter of a million`, `anderthalb Millionen`, `meio milhão`, `quattro milioni`."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from gnut.text.patterns import lazy
from gnut.text.quantities.scales import SCALES

_ITALIAN = "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici".split()
_PORTUGUESE = "dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis".split()
_DUTCH = "twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien".split()
_TENS = (
    "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
    "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "twintig dertig veertig vijftig zestig zeventig tachtig negentig",
)
_PARTS = {
    **dict.fromkeys(("half a", "half", "eine halbe", "einer halben", "einen halben", "halbe", "halben"), "0.5"),
    **dict.fromkeys(("un demi", "demi", "medio", "media", "mezzo", "mezza", "meio", "meia", "een half"), "0.5"),
    **dict.fromkeys(("a quarter of a", "one quarter of a", "ein viertel", "un quart de"), "0.25"),
    **dict.fromkeys(("three quarters of a", "three-quarters of a", "drei viertel"), "0.75"),
    **dict.fromkeys(("anderthalb", "eineinhalb", "anderhalf", "anderhalve", "one and a half"), "1.5"),
}
_WORTH = {word: Decimal(at) for words in (_ITALIAN, _PORTUGUESE, _DUTCH) for at, word in enumerate(words, 2)}
_WORTH |= {word: Decimal(10 * at) for words in _TENS for at, word in enumerate(words.split(), 2)}
_WORTH |= {words: Decimal(worth) for words, worth in _PARTS.items()}
"""What multiplies, in lower case. None of them is a figure alone: each is some other word in some language."""

_MULTIPLIER = lazy(rf"(?<![\w'’-])(?:{'|'.join(sorted(_WORTH, key=len, reverse=True))})(?=[ \u00a0-][^\W\d_])")
_SCALES = frozenset(word for word in SCALES if len(word) > 2)
_BEGIN = frozenset(words.replace("-", " ").split()[0] for words in _WORTH) - {"a", "one", "un", "een", "ein"}
_BEGIN |= {"quarter", "quart", "demi", "half", "viertel"}
"""Words without which nothing multiplies."""

HALF_MORE = lazy(r"[ \u00a0](?:and a half|und eine halbe|et demie?|y medi[oa]|e mezz[oa]|e mei[oa]|en een half)(?!\w)")
"""A half more of what stands before: `a million and a half`."""


def multipliers(low: str, words: frozenset[str]) -> Iterator[tuple[int, int, Decimal]]:
    """Yield (start, end, worth) of what may multiply a scale in a text in lower case; nothing without a scale word."""
    if not words.isdisjoint(_BEGIN) and not words.isdisjoint(_SCALES):
        for match in _MULTIPLIER.finditer(low):
            yield match.start(), match.end(), _WORTH[match[0]]
