"""Words around a figure that say how it is meant: about, over, under; a multiple, basis points, a fall."""

from __future__ import annotations

from enum import Enum

from gnut.model import Span
from gnut.text.patterns import lazy
from gnut.text.quantities.grammar import Figure, readings

REACH = 40
"""Code points to either side of a figure in which such words are looked for."""


class Bound(Enum):
    """How the words before a figure limit it."""

    EXACT = "exact"
    ABOUT = "about"
    OVER = "over"
    UNDER = "under"


def _phrases(text: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in text.split(","))


_BOUNDS = {
    Bound.ABOUT: _phrases(
        """about, around, approximately, approx, roughly, some, circa, ca, c, near, close to, in the region of, of the
        order of, an estimated, estimated, rund, etwa, ungefähr, zirka, gut, environ, près de, à peu près, quelque,
        unos, unas, alrededor de, cerca de, aproximadamente, circa il, quasi il, intorno al, ongeveer, zowat, около,
        примерно, приблизительно, порядка"""
    ),
    Bound.OVER: _phrases(
        """over, above, more than, at least, no less than, not less than, exceeding, exceeds, exceed, exceeded, upwards
        of, in excess of, a minimum of, mehr als, über, mindestens, plus de, au moins, supérieur à, más de, al
        menos, por lo menos, oltre, più di, almeno, mais de, pelo menos, acima de, meer dan, minstens, ruim, более,
        больше, свыше, не менее"""
    ),
    Bound.UNDER: _phrases(
        """under, below, less than, fewer than, at most, no more than, not more than, up to, nearly, almost, just
        under, a maximum of, weniger als, unter, höchstens, bis zu, fast, knapp, beinahe, moins de, au plus,
        presque, jusqu'à, menos de, casi, como máximo, hasta, meno di, quasi, al massimo, quase, até, minder dan,
        bijna, hooguit, менее, меньше, почти, не более, до"""
    ),
}
_BOUND_SIGNS = {
    **dict.fromkeys(("~", "≈", "±", "约", "約", "大约", "大約", "およそ", "약"), Bound.ABOUT),
    **dict.fromkeys((">", "≥", "超过", "超過", "逾", "至少"), Bound.OVER),
    **dict.fromkeys(("<", "≤", "不到", "近", "至多", "最多"), Bound.UNDER),
}
_BOUND_AFTER = lazy(r"\+(?!\s?[\d(])|\s?(?:or more|and more|oder mehr|ou plus|o más|以上|余|多)(?![^\W\d_])")
_OR_SO = lazy(r"\s(?:or so|or thereabouts)\b")

_FALLS = frozenset(
    """fall falls fell fallen falling decline declines declined declining decrease decreases decreased decreasing
    drop drops dropped dropping lower less fewer down loss losses lost lose reduction reduced reduce reduces
    shrank shrink shrunk shrinking cut cuts contracted contraction deficit worse smaller cheaper minus negative
    slump slumped slid plunge plunged sank sinkt sank gesunken fiel fällt gefallen rückgang rückgänge verringert
    verringerte weniger niedriger verlust verluste minderung kleiner baisse baissé baissa diminue diminué
    diminution recul reculé chute perte pertes moins inférieur cayó cae caída bajó baja disminución disminuyó
    descenso reducción pérdida pérdidas menos inferior diminuzione diminuito calo calato perdita scese sceso
    riduzione queda caiu redução perda daling daalde gedaald verlies снизился снизилась снизилось снизились
    снижение падение упал упала упало упали сократился сократилась убыток уменьшение""".split()
)
_RISES = frozenset(
    """rise rises rose risen rising grow grows grew grown growing growth increase increases increased increasing up
    gain gains gained higher more larger greater profit profits climbed climb jumped jump surged surge expanded
    expansion exceeded improved improvement added stieg steigt gestiegen wuchs wächst gewachsen wachstum zunahme
    anstieg mehr höher gewinn hausse augmenté augmentation croissance progressé bénéfice gagné plus creció crece
    crecimiento aumento aumentó subió ganancia crescita aumentato cresciuto crescimento cresceu aumentou groei
    steeg gestegen winst вырос выросла выросло выросли рост увеличение увеличился прибыль""".split()
)
_FALL_SIGNS = ("下降", "减少", "減少", "下跌", "亏损", "虧損", "降低", "低下", "감소", "하락")
_RISE_SIGNS = ("增长", "增長", "增加", "上升", "上涨", "上漲", "提高", "成長", "증가", "상승")

_WORDS = lazy(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[~≈±<>≤≥]")
_MULTIPLE = lazy(
    r"(?<![\d.,])(\d++(?:[.,]\d++)*+)(?:\s?[x×](?![\w×])(?!\s?\d)|[- ]?(?:fold|fach(?:e[nrs]?)?)\b|\s?[倍배])"
)
_BASIS = lazy(r"(?i)\s?(?:bps?\b|basis[ -]points?\b|basispunkte?n?\b|points? de base\b|puntos? básicos?\b|个?個?基点)")


def is_year(figure: Figure) -> bool:
    """Return whether a figure looks like a year: four digits from 1500 to 2199, and nothing else."""
    text = figure.text
    return figure.kind == "plain" and len(text) == 4 and text.isdigit() and 1500 <= int(text) < 2200


def multiples(text: str) -> tuple[Figure, ...]:
    """Return the multiples of a text that are no figures of their own: `3x`, `2.5×`, `3-fold`, `3fach`, `3倍`."""
    found = []
    for match in _MULTIPLE.finditer(text):
        start = match.start()
        if start and (text[start - 1].isalnum() or text[start - 1] in "_.-"):
            continue
        values = readings(match[1])
        if values:
            found.append(Figure(match[0], Span(*match.span()), values, "plain", None))
    return tuple(found)


def in_basis_points(text: str, figure: Figure) -> bool:
    """Return whether the words behind a figure say that it counts hundredths of a percentage point."""
    return figure.kind == "plain" and _BASIS.match(text, figure.span.end) is not None


def bound(text: str, figure: Figure) -> Bound:
    """Return how the words around a figure limit it: `about 33%`, `over 30%`, `4,000+`."""
    if _BOUND_AFTER.match(text, figure.span.end):
        return Bound.OVER
    if _OR_SO.match(text, figure.span.end):
        return Bound.ABOUT
    start = figure.span.start
    before = text[max(0, start - REACH) : start].casefold().rstrip()
    for sign, meaning in _BOUND_SIGNS.items():
        if before.endswith(sign):
            return meaning
    words = _WORDS.findall(before)
    if not words or not before.rstrip(" .'").endswith(words[-1]):
        return Bound.EXACT  # Something else than a word stands between.
    for count in (4, 3, 2, 1):
        phrase = " ".join(words[-count:])
        for meaning, phrases in _BOUNDS.items():
            if phrase in phrases:
                return meaning
    return Bound.EXACT


def falls(text: str, figure: Figure) -> bool:
    """Return whether the nearest word of movement says that the figure is a fall or a loss. A figure behind `fell
    by` is written without its sign. The word right behind (`20% lower`) counts first, then the nearest before."""
    after = text[figure.span.end : figure.span.end + REACH].casefold()
    before = text[: figure.span.start].casefold()
    for sign in (*_FALL_SIGNS, *_RISE_SIGNS):
        if after.lstrip(" 的").startswith(sign):
            return sign in _FALL_SIGNS
    for word in _WORDS.findall(after)[:2]:
        if word in _FALLS or word in _RISES:
            return word in _FALLS
    fall = max((before.rfind(sign) for sign in _FALL_SIGNS), default=-1)
    rise = max((before.rfind(sign) for sign in _RISE_SIGNS), default=-1)
    for match in _WORDS.finditer(before):
        if match[0] in _FALLS:
            fall = max(fall, match.start())
        elif match[0] in _RISES:
            rise = max(rise, match.start())
    return fall > rise
