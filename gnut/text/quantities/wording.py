"""Words around a figure that say how it is meant: about, over, under; a year, a duration."""

from __future__ import annotations

from enum import Enum

from gnut.text.patterns import lazy
from gnut.text.quantities.figures import Figure, is_year
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.years import counts_things

REACH = 40
"""Code points to either side of a figure in which such words are looked for."""


class Bound(Enum):
    """How the words before a figure limit it."""

    EXACT = "exact"
    ABOUT = "about"
    OVER = "over"
    UNDER = "under"
    NEARLY = "nearly"
    """Below, and near."""

    BARELY = "barely"
    """Above, and near."""

    UP_TO = "up to"
    """A limit: nearly in a calculation, and in a source the figure itself."""


def _phrases(text: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in text.split(","))


_BOUNDS = {
    Bound.ABOUT: _phrases(
        """about, around, approximately, approx, roughly, some, circa, ca, c, near, close to, in the region of, of the
        order of, an estimated, estimated, rund, etwa, ungefähr, zirka, environ, près de, à peu près, quelque,
        unos, unas, alrededor de, cerca de, aproximadamente, circa il, intorno al, ongeveer, zowat, около,
        примерно, приблизительно, порядка"""
    ),
    Bound.OVER: _phrases(
        """over, above, more than, at least, no less than, not less than, exceeding, exceeds, exceed, exceeded, upwards
        of, in excess of, a minimum of, mehr als, über, mindestens, plus de, au moins, supérieur à, más de, al
        menos, por lo menos, oltre, più di, almeno, mais de, pelo menos, acima de, meer dan, minstens, более,
        больше, свыше, не менее"""
    ),
    Bound.UNDER: _phrases(
        """under, below, less than, fewer than, at most, no more than, not more than, a maximum of, weniger als,
        unter, höchstens, moins de, au plus, menos de, como máximo, meno di, al massimo, minder dan, hooguit, менее,
        меньше, не более"""
    ),
    Bound.NEARLY: _phrases(
        """nearly, almost, just under, just below, slightly less than, slightly under, a little under, a little less
        than, little less than, not quite, close on, approaching, fast, knapp, knapp unter, beinahe, nahezu,
        presque, quasiment, un peu moins de, casi, algo menos de, poco menos de, quasi, quasi
        il, poco meno di, quase, pouco menos de, bijna, net onder, почти, чуть менее, чуть меньше"""
    ),
    Bound.UP_TO: _phrases("up to, bis zu, jusqu'à, hasta, fino a, até, tot, до"),
    Bound.BARELY: _phrases(
        """just over, just above, slightly more than, slightly over, slightly above, a little over, a little more than,
        little more than, a bit over, a bit more than, gut, knapp über, etwas mehr als, un peu plus de, algo más de,
        poco más de, poco più di, pouco mais de, ruim, net boven, iets meer dan, чуть более, чуть больше"""
    ),
}
_BOUND_SIGNS = {
    **dict.fromkeys(("~", "≈", "±", "约", "約", "大约", "大約", "およそ", "약"), Bound.ABOUT),
    **dict.fromkeys((">", "≥", "超过", "超過", "逾", "至少"), Bound.OVER),
    **dict.fromkeys(("<", "≤", "不到", "至多", "最多"), Bound.UNDER),
    **dict.fromkeys(("近", "接近", "将近", "將近"), Bound.NEARLY),
}
_BY_PHRASE = {phrase: meaning for meaning in reversed(_BOUNDS) for phrase in _BOUNDS[meaning]}
_SIGN_ENDS = tuple(_BOUND_SIGNS)
_BOUND_AFTER = lazy(r"\+(?!\s?[\d(])|\s?(?:or more|and more|oder mehr|ou plus|o más|以上)(?![^\W\d_])")
_LITTLE_MORE = lazy(r"\s?[余多](?!少)")
_OR_SO = lazy(r"\s(?:or so|or thereabouts)\b")

_DATED = lazy(
    r"(?i)\b(?:in|since|by|until|till|from|during|before|after|year|fy|to|and|between|january|february|march"
    r"|april|may|june|july|august|september|october|november|december|im|seit|bis|en|depuis|desde)\s?\Z"
)
_TIMES = lazy(
    r"(?i)[\s\xa0-]?(?:(?:second|minute|hour|day|week|month|quarter|year|decade)s?\b|jahre?n?\b|monate?n?\b"
    r"|tagen?\b|wochen?\b|ans\b|années?\b|mois\b|jours\b|años?\b|meses\b|días\b|anni\b|mesi\b|anos\b|лет\b|год|年|个月)"
)
_OVER_TIME = lazy(
    r"(?i)(?:(?<!\w)([^\W\d_]{1,20})\s)?(?:over|within|during|across|throughout|über|binnen|sur|durante|en|su|"
    r"за|в течение)\s(?:the\s|(?:last|past|next)\s){0,2}\Z"
)
_LASTING = frozenset(
    """for after of took takes taken lasted lasts is was are were at than be been in and spans spanned covers
    seit nach von war dauert dauerte depuis après de desde hace""".split()
)
"""Words before `over` that make it a comparison: `for over 10 years`."""

_WORDS = lazy(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[~≈±<>≤≥]")


def is_year_in(text: str, figure: Figure) -> bool:
    """Return whether a figure of a text is a year: it looks like one, and counts no things as `2000 boats` does."""
    if not is_year(figure):
        return False
    if not counts_things(text, figure.span.end):
        return True
    return _DATED.search(text, max(0, figure.span.start - REACH), figure.span.start) is not None


def is_duration(text: str, figure: Figure) -> bool:
    """Return whether a figure says for how long something went on: `rose over 10 years`, not `for over 10 years`."""
    if not (_TIMES.match(text, figure.span.end) or _TIMES.search(figure.text)):
        return False
    found = _OVER_TIME.search(text, max(0, figure.span.start - REACH), figure.span.start)
    return found is not None and (found[1] or "").casefold() not in _LASTING


def bound(text: str, figure: Figure | Quantity) -> Bound:
    """Return how the words around a figure limit it: `about 33%`, `over 30%`, `4,000+`."""
    if _BOUND_AFTER.match(text, figure.span.end):
        return Bound.OVER
    if _LITTLE_MORE.match(text, figure.span.end):
        return Bound.BARELY
    if _OR_SO.match(text, figure.span.end):
        return Bound.ABOUT
    start = figure.span.start
    before = text[max(0, start - REACH) : start].casefold().rstrip()
    if before.endswith(_SIGN_ENDS):
        return next(meaning for sign, meaning in _BOUND_SIGNS.items() if before.endswith(sign))
    words = _WORDS.findall(before)
    if not words or not before.rstrip(" .'").endswith(words[-1]):
        return Bound.EXACT  # Something else than a word stands between.
    for count in (4, 3, 2, 1):
        meaning = _BY_PHRASE.get(" ".join(words[-count:]))
        if meaning is not None:
            return meaning
    return Bound.EXACT
