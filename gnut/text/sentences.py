"""Where sentences end, in any script, without a dictionary of the language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gnut.text.patterns import lazy

HARD = "\x0b"
"""Stands in flat text for a line break that the author forced (two blanks, `\\`, `<br>`)."""

_STOP = lazy(r"[.!?…‽؟۔।॥።։᙮。！？｡．‼⁇⁈⁉]+|\x0b|\n(?=\s*[•·●▪◦‣])")
_WIDE = frozenset("。！？｡．।॥።")
"""Stops after which no blank is written."""

_CLOSERS = "\"'”’“»«›‹」』)]）】》〉｣*_"
_OPENERS = "\"'“‘„‚«»‹›「『（(【《〈[¿¡*_–—-"
_GOES_ON = ",;:，；：、"
_GAP = " \t\r\n\xa0\u3000"

_ALWAYS = frozenset(
    """dr mr mrs ms mx messrs prof rev hon gen capt lt sgt st ste mme mlle sra srta dra hr dhr mevr sig dott avv vs cf
    vgl viz resp ca approx bzw bijv np tj ggf evtl inkl exkl sog hrsg geb ул им гл св""".split()
)
"""Abbreviations that stand before what they belong to, so that they never end a sentence."""

_BEFORE_NUMBER = frozenset(
    """no nos nr nº núm num fig figs abb tab art arts abs sec sect ch chap kap cap eq eqs ref refs vol vols bd pp p pg
    pág pag s ss n l fr sfr rs rp стр рис с т ст гл""".split()
)
"""Words that are abbreviations only before a number or a letter: `No. 7`, but `He said no.`"""

_DOTTED = frozenset("i.e e.g z.b d.h u.a s.o s.u o.ä o.a d.w.z p.ex p.ej т.е т.д т.п a.k.a n.b".split())

_TITLES = frozenset(
    """adm amb brig brigadegen cdr cmdr cmdt col comm cpl cpt det dipl fr gebr gov hptm ing insp lic ltc mag maj
    oberst olt
    pres pvt rep sec sen supt vizeadm""".split()
)
"""Abbreviations only with a capital and before a name: `Lt. Col. Brown`, but `a sales rep. The firm`."""

_SOFT = frozenset(
    """al etc usw ecc inc ltd co corp plc jr sr bros cie pty pte sdn bhd gmbh mio mrd млн млрд тыс dept univ est min max
    approx ed eds u.s u.k u.n e.u d.c u.s.a ph.d a.m p.m b.c a.d s.a s.a.s s.l s.r.l s.p.a s.a.r.l n.v b.v a.s l.l.c l.p
    p.l.c e.v k.k""".split()
)
"""May end a sentence; they do when the next word is one that opens sentences."""

_STARTERS = frozenset(
    """the this that these those it its he his she her they their we our i my you your in on at a an as for but and or
    however when while there since after before if to from by with under over according moreover although though because
    despite during until once now then thus therefore hence meanwhile yet so instead nevertheless nonetheless
    furthermore
    additionally finally today yesterday what who why how where which some many most such each both between within
    without
    der die das dem den des ein eine einer es er sie wir ihr ihre sein seine im in am bei dieser diese dieses wer
    was wie
    nach seit mit auf aus für vor zudem auch doch aber und oder jedoch dann man le la les un une il elle ils elles nous
    ce cette ces dans pour avec sur mais et donc depuis selon après avant el los las una ella ellos su sus este esta en
    para con por pero y según desde o os as um uma на по но и а мы он она оно они это этот эта эти в во с как""".split()
)
_SHORT_MONTHS = frozenset(
    """jan feb apr jun jul aug sep sept oct nov dec jän febr mär mrz okt dez janv févr avr juil août déc ene abr dic
    fev mrt янв фев февр апр июн июл авг сен сент окт ноя нояб дек""".split()
)
_CAPITAL = frozenset("mar mon tue tues wed thu thur thurs fri sat sun".split())
"""March and days of the week, abbreviations only with a capital or behind a day: `He sat. 3 stood.`"""
_DATED = frozenset("ago set out mag gen giu lug ott mai led úno dub kvě čvc srp zář říj lis pros".split())
"""Short months that are other words too: only behind a day."""

_UNIT = r"(?:lbs?|oz|ft|in|yds?|mi|qts?|pts?|gal|hrs?|mins?|secs?|std|sek|st)"
_MEASURE = lazy(rf"\d\s?{_UNIT}$", re.IGNORECASE)
_MEASURE_NEXT = lazy(rf"\s*+\d[\d.,/]{{0,8}}\s?{_UNIT}(?!\w)", re.IGNORECASE)
_DAY = lazy(r"(?<!\d)\d{1,2}\.?\s$")
_NUMBER = lazy(r"\s*+[(\[]?\d")
_MONTHS = frozenset(
    """januar jänner februar märz april mai juni juli august september oktober november dezember january february march
    may june july october december ledna února března dubna května června července srpna září října listopadu prosince
    januari februari mars maj augusti""".split()
)
_WORD_BEFORE = lazy(r"(?<!\w)[^\W\d_](?:[\w.]*\w)?$|(?<![\w.,])\d+$")
_CHAIN = lazy(r"(?<!\w)[^\W\d_]\.\s?[^\W\d_]{1,2}$")
_SHORT_NEXT = lazy(r"\s*+[^\W\d_]{1,3}\.")
_NUMBER_NEXT = lazy(r"\s*+[\dIVXA-Z](?![a-z])")
_NEXT_WORD = lazy(r"[^\W\d_]+")
_BLANKS = lazy(r"\s*")
_LEAD = 64
"""Most blanks and opening marks before the number of an item."""


def sentences(
    text: str,
    whole: Sequence[tuple[int, int]] = (),
    trailing: Sequence[tuple[int, int]] = (),
) -> tuple[tuple[int, int], ...]:
    """Return the half-open ranges of the sentences of one block, in order, without outer blanks.

    A range ends after the closing marks that follow a stop, and after the citations in `trailing`
    that stand behind it (`text. [3]`, `。[2]`), unless the sentence goes on in lower case.

    Args:
        text: Plain text of one paragraph, list item or cell.
        whole: Ranges that no sentence end may cut: quotations, labels, addresses; sorted, apart.
        trailing: Ranges of citations, sorted, apart.
    """
    ends = _ends(text, whole, trailing)
    return tuple(_trimmed(text, ends))


def _trimmed(text: str, ends: Iterable[int]) -> Iterable[tuple[int, int]]:
    start = 0
    for end in (*ends, len(text)):
        words = text[start:end].rstrip()
        kept = words.lstrip()
        if kept:
            at = start + len(words) - len(kept)
            yield at, at + len(kept)
        start = end


def _ends(text: str, whole: Sequence[tuple[int, int]], trailing: Sequence[tuple[int, int]]) -> Iterable[int]:
    inside = 0
    next_citation = 0
    done = 0
    for stop in _STOP.finditer(text):
        at = stop.end()
        if at <= done:
            continue
        while inside < len(whole) and whole[inside][1] <= stop.start():
            inside += 1
        if inside < len(whole) and whole[inside][0] <= stop.start():
            closing = whole[inside][1]
            if text[at:closing].strip(_CLOSERS + _GAP):
                continue
            at = closing
        if stop.group() in (HARD, "\n"):
            if _breaks(text, at):
                done = at
                yield at
            continue
        while inside < len(whole) and whole[inside][0] < at:
            inside += 1
        # A mark that opens a quotation closes nothing, though it stands right behind the stop.
        limit = whole[inside][0] if inside < len(whole) else len(text)
        while at < limit and text[at] in _CLOSERS:
            at += 1
        wide = stop.group()[-1] in _WIDE
        while next_citation < len(trailing) and trailing[next_citation][1] <= at:
            next_citation += 1
        glued = next_citation < len(trailing) and trailing[next_citation][0] == at
        if not wide and not glued and at < len(text) and not text[at].isspace() and not _is_wide(text[at]):
            continue
        if not _ends_here(text, stop.start(), stop.end()):
            continue
        after, next_citation = _absorb(text, at, trailing, next_citation)
        if not _opens(text, after, wide):
            if after == at or not _opens(text, at, wide):
                continue
            after = at
        if stop.group() == "." and _abbreviated(text, stop.start(), after):
            continue
        done = after
        yield after


def _breaks(text: str, at: int) -> bool:
    """Whether a forced line break ends a sentence: the next line begins like one."""
    rest = text[at : at + 40].lstrip()
    return bool(rest) and not rest[0].islower()


def _is_wide(character: str) -> bool:
    return character >= "\u2e80"


def _ends_here(text: str, start: int, end: int) -> bool:
    """Whether the stop is one: not the dots of `(...)`, not a decimal point, not a bare ellipsis."""
    if start and end < len(text) and text[start - 1] in "([" and text[end] in ")]":
        return False
    if text[start:end] == "．" and end < len(text) and text[end].isdigit():
        return False
    return not (end - start > 1 and text[start:end].strip("…") == "" and end < len(text) and not text[end].isspace())


def _absorb(text: str, at: int, trailing: Sequence[tuple[int, int]], index: int) -> tuple[int, int]:
    """Return the offset after the citations behind a stop, with their brackets, and the next index."""
    here = at
    while index < len(trailing):
        start, end = trailing[index]
        between = text[here:start]
        if len(between) > 12 or between.strip(_GAP + ",;，；、([（&–-"):
            break
        closing = end
        while closing < len(text) and text[closing] in ")]）】":
            closing += 1
        here = closing
        index += 1
    if here > at and here < len(text) and text[here] in ".。":
        here += 1
    return here, index


def _opens(text: str, at: int, wide: bool) -> bool:
    """Whether a sentence may begin at `at`: anything may after a wide stop, lower case not after others."""
    if wide:
        return True
    match = _BLANKS.match(text, at)
    after = match.end() if match else at
    while after < len(text) and text[after] in _OPENERS:
        after += 1
    return after >= len(text) or not (text[after].islower() or text[after] in _GOES_ON)


def _abbreviated(text: str, dot: int, after: int) -> bool:
    """Whether the dot belongs to an abbreviation, an initial, an ordinal or a list number."""
    before = _WORD_BEFORE.search(text, max(0, dot - 24), dot)
    if before is None:
        return False
    word = before.group().casefold()
    following = _NEXT_WORD.search(text, after, after + 40)
    next_word = following.group().casefold() if following else ""
    rest = _BLANKS.match(text, after)
    if rest is None or rest.end() == len(text):
        return False
    if word.isdigit():
        # Few signs can stand before the number of an item; a longer text is not copied for each of its stops.
        first = before.start() <= _LEAD and not text[: before.start()].strip(_GAP + _OPENERS)
        alone = first or text[before.start() - 1] in "\n\x0b"
        return alone or (len(word) <= 2 and (next_word in _MONTHS or _short_month(text, following)))
    if _counts(text, before, dot):
        return True
    if word in _SOFT:
        return _NUMBER.match(text, dot + 1) is not None or next_word not in _STARTERS
    if word in _ALWAYS or word in _DOTTED or _CHAIN.search(text, max(0, dot - 8), dot):
        return True
    if word in _TITLES and before.group()[0].isupper() and _NUMBER.match(text, dot + 1) is None:
        return next_word not in _STARTERS
    if word in _BEFORE_NUMBER:
        return _NUMBER_NEXT.match(text, dot + 1) is not None or _SHORT_NEXT.match(text, dot + 1) is not None
    if len(word) > 1:
        return False
    # `z. B.`, `p. ej.`, `J. Smith`; not `vitamin c.` or `it was I.`
    return before.group() not in "I" and (before.group().isupper() or _SHORT_NEXT.match(text, dot + 1) is not None)


def _short_month(text: str, following: re.Match[str] | None) -> bool:
    """Whether a short month with its dot follows: `5. Jan. 2024`."""
    if following is None or text[following.end() : following.end() + 1] != ".":
        return False
    word = following.group().casefold()
    return word in _SHORT_MONTHS or word in _DATED or word == "mar"


def _counts(text: str, before: re.Match[str], dot: int) -> bool:
    """Whether the word before the dot is a short month, day or measure, and its number follows."""
    word = before.group().casefold()
    if _MEASURE.search(text, max(0, dot - 8), dot):
        return _MEASURE_NEXT.match(text, dot + 1) is not None
    if word not in _SHORT_MONTHS and word not in _CAPITAL and word not in _DATED:
        return False
    if _NUMBER.match(text, dot + 1) is None:
        return False
    dated = _DAY.search(text, max(0, before.start() - 5), before.start()) is not None
    return dated or (word not in _DATED and (word in _SHORT_MONTHS or before.group()[0].isupper()))
