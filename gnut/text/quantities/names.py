"""The names in a clause: what a figure may be said of besides what it counts."""

from __future__ import annotations

from collections.abc import Callable

from gnut.text.patterns import lazy

_CAPITALS = "".join(chr(code) for code in range(0x530) if chr(code).isupper())
_WORD = rf"[{_CAPITALS}][\w&'’-]{{0,40}}"
_NAME = lazy(rf"(?<![\w'’]){_WORD}(?:[ \u00a0](?:(?:of|de|du|del|der|van|von|da|di|la|&)[ \u00a0])?{_WORD}){{0,5}}")
"""Capitalised words that stand together, small words of names between: `Bank of England`."""

_FUNCTION = frozenset(
    """a about according across after again against all almost also although among an and another any are around as at
    back based because before being below between both but by compared despite down due during each either even every
    few finally first following for from further given had has have he her here his how however i if in including
    indeed instead into is it its just last later less like many meanwhile more moreover most much nearly next no nor
    not note notably now of off on once one only or other our out over overall per previously rather
    roughly same second several she similarly since so some still such than that the their them then there therefore
    these they this those through thus to together total two under unlike until up very was we were what when where
    whereas which while who whose why will with within without year yet you your
    am an auf aus bei bis da das dem den der des die dies diese dieser ein eine einem einen einer er es für hat ihr im
    in ist mit nach nur sie sind so über um und vom von vor war waren was wie wir wird zu zum zur
    au aux avec ce ces cette dans depuis des du elle en entre est et il ils la le les leur lors mais nous on ou par pas
    plus pour qui sa selon ses son sont sous sur un une
    al como con cual de del desde el ella ellos era es esta este fue ha la las lo los más no para pero por que se según
    ser sin sobre su sus también un una y ya
    alla anche che chi come con da dal dalla dei del della delle di è e gli ha i il in l la le lo nel nella non o per
    più sono su sul tra un uno
    ao aos às com da das do dos e em foi mais na nas não no nos o os ou para pela pelo que são se sem seu sua um uma
    aan bij dat de door een en er had heeft het hij in is kan maar met naar niet of om onder op over te tot uit van
    voor was werd wordt ze zijn zo""".split()
)
"""Words that begin sentences with a capital and name nothing."""

_CALENDAR = frozenset(
    """january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday januar februar märz mai juni juli
    oktober dezember q1 q2 q3 q4 h1 h2 fy usd eur gbp chf jpy cny inr million billion trillion thousand mio mrd ad bc
    ce bce table figure section chapter page note appendix""".split()
)
_FORMS = frozenset("inc corp ltd llc plc ag gmbh sa se nv bv co group holding holdings company corporation the".split())
"""Words of a name that tell nobody apart."""

Name = frozenset[str]
"""Its words in lower case."""

IsCommon = Callable[[str], bool]


def names(text: str, start: int, end: int, is_common: IsCommon | None = None) -> list[tuple[int, Name]]:
    """Return the names between two places of a text, and where each begins, in order.

    The first word of a sentence is one unless it is a word of grammar, since most sentences begin with what they are
    about. Months, days, currencies and scales are none.

    Args:
        text: Any text.
        start: Where to begin.
        end: Where to end.
        is_common: Whether a word stands in small letters elsewhere: `Operating` begins a sentence and names nothing.
    """
    found = []
    for match in _NAME.finditer(text, start, end):
        words = [_plain(word) for word in match[0].split()]
        name = frozenset(word for word in words if word not in NO_NAME)
        if is_common is not None:
            name = frozenset(word for word in name if not is_common(word))
        if name:
            found.append((match.start(), name))
    return found


def same(one: Name, other: Name) -> bool:
    """Return whether two names may be of one thing: one has all words of the other, `Siemens` and `Siemens Energy`."""
    return one <= other or other <= one


def _plain(word: str) -> str:
    return word.casefold().removesuffix("'s").removesuffix("’s").rstrip("'’-&")


NO_NAME = frozenset({"", *_FUNCTION, *_CALENDAR, *_FORMS})
