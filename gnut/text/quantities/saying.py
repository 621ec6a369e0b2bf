"""Whether words say how a figure came about: as a total, a difference, a ratio or a rise."""

from __future__ import annotations

from typing import NamedTuple

from gnut.text.patterns import lazy
from gnut.text.quantities.clauses import clause
from gnut.text.quantities.movement import falls, rises
from gnut.text.quantities.quantity import Quantity

DISTINCTIVE = 3
"""Significant digits, zeros at the end aside, from which a sum or a difference is no chance: eight figures have 28 of
each, which make half of all numbers of two digits."""

_RATIO = lazy(
    r"(?i)\b(?:ratio|times|fold|per|average|mean|avg|each|factor|multiple|quotient|apiece|verhältnis|durchschnitt|pro|mal"
    r"|moyenne|rapport|par|fois|promedio|media|veces|razón|rapporto|volte|média|vezes|gemiddeld|keer|maal)\b|[比倍均每]"
)
_AVERAGE = lazy(r"(?i)\b(?:average|mean|avg|durchschnitt|mittel|moyenne|promedio|media|média|gemiddelde?)\b|平均")
_TOTAL = lazy(
    r"(?i)\b(?:totals?|totall?ed|totall?ing|sums?|together|combined|altogether|overall|in all|all told|plus|both"
    r"|add(?:s|ed)?"
    r"|cumulative|aggregate|gesamt\w*|zusammen|insgesamt|summe|beide|ensemble|somme|suma|sumados|juntos|somma"
    r"|insieme|soma|juntas|samen|totaal|totale|всего|итого|вместе)\b|[共总計计합]"
)
_DIFFERENCE = lazy(
    r"(?i)\b(?:differences?|differ(?:s|ed)?|gap|more|less|fewer|higher|lower|above|below|remain(?:s|ing|ed|der)?|rest|left|other"
    r"|others|net|short|exceed(?:s|ed)?|by|rose|fell|grew|increased?|decreased?|declined?|dropped|gained?|lost|added|cut"
    r"|saved?|margin|ahead|behind|minus|without|excluding|unterschied|differenz|mehr|weniger|rest|übrigen?|différence|écart"
    r"|reste|diferencia|resto|más|menos|differenza|più|meno|diferença|mais|verschil|meer|minder|разница|больше|меньше)\b"
    r"|[差余剩多少]"
)


class Saying(NamedTuple):
    """What the words of a figure's clause allow it to have been computed by."""

    total: bool = True
    difference: bool = True
    ratio: bool = True
    worded: bool = False
    """Whether a word says that it is a total or a difference."""

    average: bool = False
    rise: bool = False
    """Whether it is said to be a rise, so that no fall can be what was computed."""

    fall: bool = False


def saying(text: str, one: Quantity) -> Saying:
    """Return what the clause of a figure says of how it came about.

    A sum or a difference of `DISTINCTIVE` digits needs no word: an answer often leaves it out.
    """
    first, last = clause(text, one.span.start, one.span.end)
    digits = one.values[0].normalize().as_tuple().digits if one.values else ()
    distinct = len(digits) >= DISTINCTIVE
    total = _TOTAL.search(text, first, last) is not None
    difference = _DIFFERENCE.search(text, first, last) is not None
    return Saying(
        total=distinct or total,
        difference=distinct or difference,
        worded=total or difference,
        ratio=one.kind == "multiple" or _RATIO.search(text, first, last) is not None,
        average=_AVERAGE.search(text, first, last) is not None,
        rise=rises(text, one),
        fall=falls(text, one),
    )
