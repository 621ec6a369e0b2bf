"""Whether a sentence carries a figure that somebody should be able to check."""

from __future__ import annotations

from gnut.text.patterns import lazy
from gnut.text.quantities.coordinates import names_place, word_before

_MONTHS = frozenset(
    """jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september
    october november december januar jänner februar märz mai juni juli oktober dezember janvier février mars avril juin
    juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre
    octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre janeiro
    fevereiro março maio junho julho setembro outubro novembro dezembro januari februari maart juni juli augustus
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря""".split()
)
_NUMBER = lazy(r"\d(?:[\d.,:/–-]*\d)?")
_DATE = lazy(
    r"(?:1[5-9]|20|21)\d\d[-/.]\d{1,2}(?:[-/.]\d{1,2})?|\d{1,2}[./]\d{1,2}[./](?:(?:1[5-9]|20|21)\d\d|\d\d)|\d{1,2}:\d\d(?::\d\d)?"
)
_YEARS = lazy(r"(?:1[5-9]|20|21)\d\d(?:[-–/](?:(?:1[5-9]|20|21)?\d\d))?")
_UNIT = lazy(r"(?i)s?\s?(?:%|percent|per cent|million|billion|trillion|mrd|mio|bn\b|m\b|k\b)")
_WORD_AFTER = lazy(r"(?:st|nd|rd|th|er|º|\.)?[\s\xa0]*+(?:de\s|of\s)?[\s\xa0]*+([^\W\d_]+)")
_ORDINAL = lazy(r"\s*+[(（]?\d{1,3}(?:\.\d{1,3})*[.)）、．]\s+(?=\D)")
_AND = lazy(r"\s*+(?:,|and|und|et|y|e|–|-|to|bis|à)\s*$")
_BYLINE = lazy(
    r"(?i)\W*+(?:by|date|dated|published|updated|last updated|as of|data as of|accessed|author|version|stand|datum|"
    r"fecha|日期|更新|作者|数据截至)\b[^.!?]{0,80}$"
)
_COUNTERS = "年月日号년월일"


def figure(prose: str) -> bool:
    """Whether a sentence holds a figure: not an ordinal, a date or a coordinate (`section 3`) alone.

    Bylines and lines of a data cut-off hold none (groundnut's rule for undeclared numerics); digits
    inside a name (`A2A`, `COVID-19`) are part of the name. Another number in the same sentence counts.
    """
    ordinal = _ORDINAL.match(prose)
    start = ordinal.end() if ordinal else 0
    coordinate = -1
    for number in _NUMBER.finditer(prose, start):
        at, to = number.span()
        if coordinate >= 0 and _AND.match(prose, coordinate, at):
            coordinate = to
            continue
        coordinate = -1
        if _in_name(prose, at):
            continue
        after = prose[to : to + 1]
        if names_place(prose, at):
            coordinate = to
        elif not _is_date(prose, number.group(), to, word_before(prose, at), after):
            return not (_BYLINE.match(prose) and after not in "%$€£¥")
    return False


def _in_name(prose: str, at: int) -> bool:
    """Whether a digit goes on with a word of letters: `H100`, `COVID-19`, but not 约5 or (5."""
    before = prose[at - 1 : at]
    if before == "-" and at > 1:
        before = prose[at - 2]
    return before.isalpha() and before < "\u2e80"


def _is_date(prose: str, number: str, to: int, before: str, after: str) -> bool:
    if after and after in _COUNTERS:
        return True
    if _UNIT.match(prose, to):
        return False
    if _DATE.fullmatch(number) or _YEARS.fullmatch(number):
        return True
    if len(number) > 2:
        return False
    following = _WORD_AFTER.match(prose, to)
    return before in _MONTHS or (following is not None and following.group(1).casefold() in _MONTHS)
