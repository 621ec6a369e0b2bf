"""Read the quantities of a text: exact values, units, dates, times and identifiers, in order.

One pass of the regular-expression engine finds digits; sign and currency are then read backwards, and what scales or
measures them forwards, so that text without digits costs next to nothing and every step is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from gnut.text.patterns import lazy
from gnut.text.quantities import calendar, identifiers, locales, prefixed
from gnut.text.quantities.before import Before, before
from gnut.text.quantities.behind import Behind, behind, per_unit
from gnut.text.quantities.columns import columns
from gnut.text.quantities.compounds import compounded
from gnut.text.quantities.digits import cut
from gnut.text.quantities.drafts import Draft, finished
from gnut.text.quantities.heads import heads
from gnut.text.quantities.numerals import EXACT, MAX_DIGITS, numeral
from gnut.text.quantities.powers import powers
from gnut.text.quantities.quantity import Quantity
from gnut.text.quantities.ranges import ranged
from gnut.text.quantities.wordy import wordy
from gnut.text.quantities.years import counts_things

_B = locales.SPACES
# Each begins with the digit that all of it begins with: the engine then skips all else without trying it.
_DIGITS = lazy(
    rf"\d(?:\d{{0,2}}(?:[{_B}]\d{{3}}(?!\d)){{1,8}}(?:[.,٫]\d+)?|\d{{0,2}}(?:['’]\d{{3}}(?!\d)){{1,8}}(?:[.,]\d+)?"
    r"|\d*(?:[.,٫٬]\d+)*)"
)
_UNSPACED = lazy(
    rf"\d(?:\d{{0,2}}[{_B}]0\d\d(?!\d)(?:[{_B}]\d{{3}}(?!\d)){{0,7}}"
    r"|\d{0,2}(?:['’]\d{3}(?!\d)){1,8}(?:[.,]\d+)?|\d*(?:[.,٫٬]\d+)*)"
)
"""The same where blanks stand between numbers, but for groups that begin with a zero, which are no number."""

_SPACED = lazy(rf"\d[{_B}]\d{{3}}(?!\d)")
_COMMA_GROUPS = lazy(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])")
_COMMA_DECIMALS = lazy(r"\d,(?:\d{1,2}|\d{4,20})(?!\d)")
_YEAR = lazy(r"1[5-9]\d\d|2[01]\d\d")
_WORD = lazy(rf"(?:st|nd|rd|th|er|º|ª|\.)?[{_B}]?(?:(?:de|di|of)[{_B}])?(?P<word>[^\W\d_]+)")


def quantities(text: str, locale: str = "und", *, doubtful: bool = False) -> tuple[Quantity, ...]:
    """Return what `text` says of how much, when and which, in order, without overlaps.

    Args:
        text: Any text; it need not be normalised.
        locale: A language tag; `und` keeps both readings of what may be either.
        doubtful: Whether what is seldom a figure is read too: `one`, `half`, a digit in brackets. A source may
            hold a figure so; an answer that says `one of them` claims none.

    Raises:
        UnknownLocale: No such locale.
    """
    tongue = locales.locale(locale)
    drafts = list(_drafts(text, tongue, doubtful=doubtful))
    drafts = ranged(text, drafts)
    scaled = heads(text, columns(text, drafts, _READERS[locales.language(tongue)]))
    found = [finished(text, draft) for draft in scaled]
    return compounded(text, wordy(text, found, doubtful=doubtful))


def _reader(locale: str) -> Callable[[str], list[Draft]]:
    return lambda text: list(_drafts(text, locale, doubtful=True))


_READERS = {locale: _reader(locale) for locale in locales.LOCALES}


def _drafts(text: str, locale: str, *, doubtful: bool) -> Iterator[Draft]:
    at, taken = 0, 0
    search = (_UNSPACED if locale in _POINTED and _groups_by_commas(text) else _DIGITS).search
    divides = locale not in _POINTED
    while (match := search(text, at)) is not None:
        for start, end in cut(text, *match.span(), divides=divides):
            if start < at:
                continue
            draft = _draft(text, start, end, locale, doubtful=doubtful)
            if draft is not None and draft.start < taken:
                draft = draft.bare(taken)
            if draft is not None:
                yield draft
                taken = draft.end
            at = max(draft.end, end) if draft is not None else end
        at = max(at, match.end())


def _draft(text: str, start: int, end: int, locale: str, *, doubtful: bool) -> Draft | None:
    if end - start > MAX_DIGITS:
        return Draft.of_name(identifiers.long_digits(text, start, end))
    return _named(text, start, end, locale) or _figure(text, start, end, locale, doubtful=doubtful)


_POINTED = frozenset({"und", "en", "en-us", "en-gb"})


def _groups_by_commas(text: str) -> bool:
    """Return whether a text groups by commas, so that blanks between digits part numbers: `1,250 900 800`."""
    if _SPACED.search(text) is None:
        return False  # Nothing that blanks could part.
    return _COMMA_GROUPS.search(text) is not None and _COMMA_DECIMALS.search(text) is None


def _named(text: str, start: int, end: int, locale: str) -> Draft | None:
    """Return the date, time or identifier that the digits belong to; None when they are a number."""
    after, previous = text[end : end + 2], text[max(0, start - 1) : start]
    found = None
    body = text[start:end]
    if previous in ("Q", "H") and end - start == 1:
        found = calendar.quarter(text, start)
    elif previous in ("+", "("):
        found = identifiers.telephone(text, start)
    elif end - start in (10, 13):
        found = identifiers.isbn(text, start)
    if found is None and previous.isupper():
        found = identifiers.iban(text, start)
    if found is None and end - start == 4 and after[:1] in (" ", "-"):
        found = identifiers.card(text, start)
    if found is None and (
        body.count(".") > 1 or after[:1] in ("-", "/", ".", ":", "h", "年", "月", "日") or "." in body
    ):
        found = _marked(text, start, body, after, locale)
    if found is None and (after[:1].isalpha() or previous.isalpha() or after[:1] == "-" or previous == "-"):
        found = _stuck(text, start, end, body)
    if found is None and body.isdigit() and end - start <= 4:
        following = _WORD.match(text, end)
        found = calendar.worded(text, start, end, following["word"] if following else "")
        if found is None and following is not None and following["word"][:1] in "apAP":
            found = calendar.clock(text, start) if following["word"][1:2] in ("m", "M", "") else None
    return Draft.of_name(found) if found is not None else None


def _marked(text: str, start: int, body: str, after: str, locale: str) -> calendar.Named | None:
    if body.startswith("10.") and after[:1] == "/":
        return identifiers.doi(text, start)
    found = identifiers.version(text, start) if "." in body else None
    found = found or calendar.numbered(text, start, locale)
    if found is None and (after[:1] == ":" or after[:1] == "h"):
        found = calendar.clock(text, start) or (identifiers.ratio(text, start) if body.isdigit() else None)
    if found is None and body.count(".") > 1:
        found = identifiers.dotted(text, start)
    if found is None and after[:1] == "-" and after[1:2].isdigit():
        found = identifiers.hyphened(text, start)
    return found


def _stuck(text: str, start: int, end: int, body: str) -> calendar.Named | None:
    found = calendar.decade(text, start) if end - start == 4 else None
    return found or identifiers.token(text, start)


def _figure(text: str, start: int, end: int, locale: str, *, doubtful: bool) -> Draft | None:
    body, first = text[start:end], start
    if start and text[start - 1] == "." and not text[max(0, start - 2) : start - 1].isalnum():
        body, first = f".{body}", start - 1  # `.89` is not `89`.
    ahead: Before = before(text, first)
    power = powers(text, end)
    worth = prefixed.before(text, first)
    if worth is not None:
        ahead = Before(worth.start, worth.currency)
    speech = locales.language(locale)
    suffix: Behind = behind(text, power.end, speech, money=ahead.currency is not None, heat_from=first)
    if worth is not None and not suffix.power:
        # Those who write so group by full stops: `TEUR 1.500`.
        suffix = replace(suffix, power=worth.power, continental=worth.currency == "EUR")
    read = numeral(body, speech, whole=suffix.power > 0, continental=suffix.continental)
    if not read.values:
        return None
    code = ahead.in_code or _in_code(text, power.end, suffix)
    if _counts_nothing(text, first, end, body, ahead, suffix, code=code, doubtful=doubtful):
        return None
    values = read.values
    if power.exponent or power.added:
        values = tuple(EXACT.add(EXACT.scaleb(value, power.exponent), power.added) for value in values)
    if power.raised is not None:
        values = tuple(EXACT.power(value, power.raised) for value in values)
    priced = (ahead.currency or suffix.currency) and suffix.unit is None and suffix.share is None
    paid = per_unit(text, suffix.end) if priced else None
    draft = Draft(
        start=ahead.start,
        end=paid[1] if paid else suffix.end,
        first=first,
        values=values,
        places=read.places - power.exponent,
        digits=read.digits,
        before=ahead,
        behind=suffix,
        notes=read.notes,
        in_code=code,
        year=_reads_as_year(text, body, power.end, ahead, suffix),
        per=paid[0] if paid else None,
    )
    return draft.signed(text)


def _in_code(text: str, end: int, suffix: Behind) -> bool:
    """Return whether the digits begin a longer code: `10-K`, `3D`; not `30-day`, `21st`, `12k`."""
    if suffix.end > end:
        return False
    after = text[end : end + 3]
    if after[:1] == "-":
        return after[1:2].isupper()
    return (
        after[:1].isalpha()
        and after[:2] not in ("st", "nd", "rd", "th", "er", "e ", "º", "ª")
        and not ("\u2e80" <= after[:1] <= "\ud7ff")
    )


def _counts_nothing(
    text: str, start: int, end: int, body: str, ahead: Before, suffix: Behind, *, code: bool, doubtful: bool
) -> bool:
    """Return whether the digits number a list item, mark a citation, or are one digit of a code."""
    if ahead.currency or suffix.end > end:
        return False
    if len(body) == 1 and code:
        return True
    previous, after = text[max(0, start - 1) : start], text[end : end + 1]
    if previous == "[" and after in "],;-–" and body.isdigit() and len(body) <= 3:
        return True
    if len(body) == 1 and previous == "(" and after == ")" and not doubtful:
        return True
    if not (
        body.isdigit() and len(body) <= 3 and after in (".", ")") and text[end + 1 : end + 2] in (" ", "\t", "\u00a0")
    ):
        return False
    line = text.rfind("\n", max(0, start - _INDENT), start)
    return (line >= 0 or start <= _INDENT) and not text[max(line + 1, start - _INDENT, 0) : start].strip(" \t(")


_INDENT = 4
"""Most blanks before the number of a list item."""


def _reads_as_year(text: str, body: str, end: int, ahead: Before, suffix: Behind) -> bool:
    if len(body) != 4 or ahead.currency or suffix.end > end or not _YEAR.fullmatch(body):
        return False
    return not counts_things(text, end) or ahead.dated
