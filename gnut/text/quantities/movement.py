"""Whether a figure is a fall, a loss or an end of a movement, by the words that it is the object of."""

from __future__ import annotations

from gnut.text.patterns import lazy
from gnut.text.quantities.figures import Figure
from gnut.text.quantities.quantity import Quantity

REACH = 64
"""Code points to either side of a figure in which such words are looked for."""

_VERBS = frozenset(
    """fall falls fell fallen falling decline declines declined declining decrease decreases decreased decreasing
    drop drops dropped dropping down losses lost lose loses reduced reduce reduces shrank shrink shrunk
    shrinking cut cuts contracted slump slumped slid plunge plunged sank sinkt gesunken fiel fällt gefallen
    verringert verringerte baissé baissa diminue diminué reculé cayó cae bajó baja disminuyó diminuito calato sceso
    caiu daalde gedaald снизился снизилась снизилось снизились упал упала упало упали сократился сократилась""".split()
)
_NOUNS = frozenset(
    """fall decline decrease drop loss losses reduction cut contraction deficit shortfall slump plunge rückgang
    rückgänge verlust verluste minderung baisse diminution recul chute perte pertes caída disminución descenso
    reducción pérdida pérdidas diminuzione calo perdita riduzione queda redução perda daling verlies снижение падение
    убыток уменьшение""".split()
)
_LESS = frozenset(
    """lower less fewer down smaller worse cheaper below decline decrease drop fall loss reduction cut contraction
    niedriger weniger kleiner rückgang verlust inférieur inférieure menos meno menor lager minder ниже меньше""".split()
)
"""Words right behind a figure: `20% lower`, `a 20% decline`."""

_MORE = frozenset(
    """more higher up above larger greater better increase rise growth gain improvement mehr höher größer zuwachs
    anstieg plus más mayor aumento crecimiento più maggiore crescita mais maior meer hoger больше выше рост""".split()
)
"""The same of more."""

_GAINS = frozenset(
    """profit profits income earnings surplus gain gains gewinn überschuss bénéfice excédent beneficio utile lucro
    winst""".split()
)
_MOVING = frozenset({"number", "percent", "points", "money", "measure"})
_OF = frozenset("of von de d di was were is totalled totaled reached war betrug était fue".split())

_COMPARING = frozenset("lower fewer down smaller worse cheaper niedriger inférieur inférieure lager ниже".split())
"""Those that say so behind a number without a unit, too: `5 lower`; `5 losses` are five."""

_BETWEEN_UNIT = frozenset(
    """operating net annual yearly further sharp steep gross overall points point year on punkte prozent price
    real""".split()
)
_RISES = frozenset(
    """rise rises rose risen rising grow grows grew grown growing growth increase increases increased increasing up
    gain gains gained climbed climb climbs jumped jump surged surge expanded expansion improved improvement went moved
    changed stieg steigt gestiegen wuchs wächst gewachsen wachstum zunahme anstieg hausse augmenté augmentation
    croissance progressé passé creció crece crecimiento aumento aumentó subió pasó crescita aumentato cresciuto
    crescimento cresceu aumentou groei steeg gestegen вырос выросла выросло выросли рост увеличение
    увеличился""".split()
)
_FROM = frozenset("from von vom aus de du da dal desde od с от со van".split())

MOVEMENT = _VERBS | _NOUNS | _RISES
"""Words of rising and falling in lower case."""

_BOUNDING = frozenset(
    """about around approximately roughly some nearly almost over under more less than at least most up just only
    sharply slightly steadily further another a an the by of was were is are came to amounted totalled totaled stood
    reached um rund etwa fast knapp mehr als weniger war betrug von de du des presque environ près plus moins était
    un una en del casi unos más que fue di del quasi circa на почти около более составил составило met bijna ongeveer
    rapidly some clearly markedly total recorded""".split()
)
"""What may stand between a word of movement and its figure."""

_TARGET = frozenset("to auf bis à au a al до tot at".split())
"""Behind a verb the figure is where the movement ended: `fell to 5%` is no fall of 5 %."""

_AMOUNTED = frozenset("came amounted".split())
_FALL_SIGNS = ("下降", "减少", "減少", "下跌", "亏损", "虧損", "降低", "低下", "감소", "하락")
_RISE_SIGNS = ("增长", "增長", "增加", "上升", "上涨", "上漲", "提高", "成長", "증가", "상승", "升", "涨", "降")
_FILLED = "了的约約近超过為为是 幅度达達가을를"
_TOKENS = lazy(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[^\s\w]|\d+")
_AFTER = lazy(r"[\s\xa0]?([^\W\d_]+)(?:[\s\xa0-]([^\W\d_]+))?")
_PERIOD = lazy(
    r"(?:[,\s]+(?:in|for|during|im|en|nel|em|в)\s(?:the\s)?(?:full\s|fiscal\s|last\s)?"
    r"(?:\d{4}|year|quarter|period|month|half|vorjahr|(?:(?:geschäfts)?jahr|quartal|année|año|anno|ano)(?:\s\d{4})?))"
    r"(?=[\s,]|\Z)"
)
"""When something moved, between the word of movement and the figure."""


def falls(text: str, figure: Figure | Quantity) -> bool:
    """Return whether a figure is written without its sign, as what something fell by or lost.

    It is the object of a word of falling in its own clause (`fell by 20%`, `a loss of 5`, `the loss was $5m`), or
    such a word stands right behind it (`20% lower`). What only stands earlier in the sentence says nothing:
    `despite a cut in staff, profit was 5`; nor does the end of a movement: `fell to 5`.
    """
    if figure.kind in ("year", "multiple") or any(value < 0 for value in figure.values[:1]):
        return False
    after = text[figure.span.end : figure.span.end + REACH].casefold()
    if any(after.lstrip(" 的").startswith(sign) for sign in _FALL_SIGNS):
        return True
    return _compared(after, figure.kind) or _object(text, figure)


def _compared(after: str, kind: str) -> bool:
    found = _AFTER.match(after)
    if found is None:
        return False
    words = _LESS if kind in ("percent", "points", "money") else _COMPARING
    first, second = found[1], found[2] or ""
    return first in words or (first in _BETWEEN_UNIT and second in words)


def _object(text: str, figure: Figure | Quantity) -> bool:
    """Return whether the nearest word in front that is no filling is one of falling, with the figure as its object."""
    before = text[max(0, figure.span.start - REACH) : figure.span.start].casefold()
    if before.rstrip(_FILLED).endswith(_FALL_SIGNS) and not before.rstrip().endswith(("至", "到")):
        return True
    tokens = _TOKENS.findall(_PERIOD.sub(" ", before))
    behind: list[str] = []
    for token in reversed(tokens):
        if token == "," and behind and behind[-1] in ("by", "um", "de"):
            continue
        if token in _VERBS or token in _NOUNS:
            return _takes(token, behind[::-1])
        if token not in _BOUNDING and token not in _TARGET and token not in "~≈±<>≤≥(":
            return False
        behind.append(token)
    return False


def _takes(word: str, behind: list[str]) -> bool:
    """Return whether the words behind a word of falling make the figure its amount and not its end."""
    for at, token in enumerate(behind):
        amounted = at > 0 and behind[at - 1] in _AMOUNTED
        up = at > 0 and behind[at - 1] == "up"
        least = at + 1 < len(behind) and behind[at + 1] in ("least", "most")
        if token in _TARGET and not (amounted or up or least):
            return False
    if any(token in ("was", "were", "is", "are", "war", "était", "fue", *_AMOUNTED) for token in behind):
        return word in _NOUNS
    return "(" not in behind


def rises(text: str, figure: Figure | Quantity) -> bool:
    """Return whether a figure is said to be what something rose by: `grew by 20%`, `20% more`, `a 20% increase`."""
    after = _AFTER.match(text[figure.span.end : figure.span.end + REACH].casefold())
    if after is not None and (after[1] in _MORE or (after[1] in _BETWEEN_UNIT and after[2] in _MORE)):
        return True
    before = text[max(0, figure.span.start - REACH) : figure.span.start].casefold()
    for token in reversed(_TOKENS.findall(_PERIOD.sub(" ", before))):
        if token in _VERBS or token in _NOUNS:
            return False
        if token in _RISES:
            return True
        if token not in _BOUNDING and token not in _TARGET:
            return False
    return False


def direction(text: str, one: Quantity) -> int:
    """Return 1 where the words say a rise or a gain, -1 where they say a fall or a loss, 0 where they say neither.

    A figure with a minus sign has 0: signs are compared as values.
    """
    if one.kind not in _MOVING or any(value < 0 for value in one.values[:1]):
        return 0
    if one.text[:1] == "+":
        return 1
    return -1 if falls(text, one) else 1 if rises(text, one) or _gains(text, one) else 0


def _gains(text: str, one: Quantity) -> bool:
    """Return whether a figure is an amount earned: `a profit of $5 million`, the opposite of a loss."""
    before = text[max(0, one.span.start - REACH) : one.span.start].casefold()
    tokens = _TOKENS.findall(before)
    return len(tokens) > 1 and tokens[-1] in _OF and tokens[-2] in _GAINS and "loss" not in tokens[-4:]


def moves(text: str, at: int) -> bool:
    """Return whether a word of movement or `from` stands right before `at`: `from 5 to 60` is no range."""
    before = text[max(0, at - REACH) : at].casefold()
    if before.rstrip().endswith(("从", "從", "由", "自", *_FALL_SIGNS, *_RISE_SIGNS)):
        return True
    words = _TOKENS.findall(before)
    last = words[-1] if words else ""
    return last in _FROM or last in _RISES or last in _VERBS or last in _NOUNS
