"""Digits that name something and count nothing: versions, addresses, telephone numbers, ISBNs, hashes."""

from __future__ import annotations

from gnut.text.patterns import lazy
from gnut.text.quantities.calendar import Named

_DOTTED = lazy(r"\d+(?:\.\d+){2,9}(?:[-+]?(?:rc|beta|alpha|dev|post|[ab])\.?\d*)?(?![\w.]*\d)")
_GROUPED = lazy(r"\d{1,3}(?:\.\d{3})+(?!\.?\d)")
_VERSION_WORD = lazy(r"(?i)(?:\bv(?:ersion|ersión|ersione)?|\brelease|\bpython|\bpatch)[. \u00a0]{0,2}\Z")
_VERSION = lazy(r"\d+(?:\.\d+){1,9}(?:[-+]?(?:rc|beta|alpha|dev|post|[ab])\.?\d*)?")
_PHONE = lazy(
    r"\+\d{1,3}(?:[ ().\u00a0/-]{1,2}\d{1,5}){2,6}(?!\d)|\+\d{8,15}(?!\d)"
    r"|\(\d{3}\)[ \u00a0]?\d{3}[ -]\d{4}(?!\d)|\d{3}-\d{3}-\d{4}(?![\d-])"
)
_ISBN = lazy(r"(?:97[89][- ]?)?\d{1,5}[- ]?\d{1,7}[- ]?\d{1,7}[- ]?[\dX](?![\w-])")
_ISBN_WORD = lazy(r"(?i)\bisbn(?:-1[03])?:?[ \u00a0]{0,2}\Z")
_RATIO = lazy(r"\d{1,5}:\d{1,5}(?![\d:.,]\d|[\d:])")
_HYPHENED = lazy(r"\d+(?:-\d+){2,8}(?:-?[\dX])?(?![\w-])")
_OF_TOKENS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-")
_DOI = lazy(r"10\.\d{4,9}/[^\s\"<>]{1,200}")
_TOKEN = lazy(r"[0-9A-Za-z-]{7,129}")
_TOKEN_BEFORE = lazy(r"(?<![0-9A-Za-z-])[0-9A-Za-z-]{1,128}\Z")
_UUID = lazy(r"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
_HEX = lazy(r"(?i)(?:0x[0-9a-f]+|(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,128})\Z")
_IBAN = lazy(r"[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]{4}){2,7}(?:[ \u00a0]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_CARD = lazy(r"\d{4}(?:[ -]\d{4}){3}(?![ -]?\d)")
_LONGEST = 128
"""Code points of a hash or UUID at most; a longer run is none, and is read piece by piece."""


def _named(start: int, end: int, name: str) -> Named:
    return Named(start, end, "identifier", (name,), "identifier")


def dotted(text: str, start: int) -> Named | None:
    """Return the version or address at `start`: three parts and more with full stops, that are no groups of three."""
    found = _DOTTED.match(text, start)
    if found is None or _GROUPED.fullmatch(text, start, found.end()):
        return None
    return _named(start, found.end(), found[0].lower())


def version(text: str, start: int) -> Named | None:
    """Return the version at `start` when the word before it says that it is one: `version 3.11`, `v2.0`."""
    if not _VERSION_WORD.search(text, max(0, start - 12), start):
        return None
    found = _VERSION.match(text, start)
    return _named(start, found.end(), found[0].lower()) if found else None


def ratio(text: str, start: int) -> Named | None:
    """Return the ratio at `start`: `3:1`; what may be a time of day was read before."""
    found = _RATIO.match(text, start)
    return (
        _named(start, found.end(), found[0])
        if found and text[max(0, start - 1) : start] not in (":", ".", ",")
        else None
    )


def hyphened(text: str, start: int) -> Named | None:
    """Return the telephone number, ISBN or other number in three and more parts that begins at `start`."""
    book = isbn(text, start)
    if book is not None:
        return book
    found = _PHONE.match(text, start)
    if found is not None:
        return _named(start, found.end(), _dialled(found[0]))
    found = _HYPHENED.match(text, start)
    return _named(start, found.end(), found[0].replace("-", "")) if found else None


def isbn(text: str, start: int) -> Named | None:
    """Return the ISBN at `start`, when the word before it says that it is one."""
    if not _ISBN_WORD.search(text, max(0, start - 12), start):
        return None
    found = _ISBN.match(text, start)
    return _named(start, found.end(), found[0].replace("-", "").replace(" ", "")) if found else None


def telephone(text: str, start: int) -> Named | None:
    """Return the telephone number whose digits begin at `start`, behind a plus sign or a bracket."""
    found = _PHONE.match(text, start - 1)
    return _named(start - 1, found.end(), _dialled(found[0])) if found else None


def _dialled(written: str) -> str:
    return ("+" if written.startswith("+") else "") + "".join(char for char in written if char.isdigit())


def doi(text: str, start: int) -> Named | None:
    """Return the DOI at `start`."""
    found = _DOI.match(text, start)
    if found is None:
        return None
    name = found[0].rstrip(".,;:)]}'’”")
    return _named(start, start + len(name), name.lower())


def token(text: str, start: int) -> Named | None:
    """Return the UUID, hash or hexadecimal number that the digits at `start` belong to."""
    first = start
    if start and text[start - 1] in _OF_TOKENS:
        before = _TOKEN_BEFORE.search(text, max(0, start - _LONGEST), start)
        if before is None:
            return None
        first = before.start()
    found = _TOKEN.match(text, first)
    if found is None or found.end() - first > _LONGEST or found[0].endswith("-"):
        return None
    if _UUID.match(found[0]) or _HEX.match(found[0]):
        return _named(first, found.end(), found[0].lower())
    return None


def iban(text: str, start: int) -> Named | None:
    """Return the international bank account number whose check digits begin at `start` (ISO 13616), without blanks."""
    first = start - 2
    if first < 0 or (first and text[first - 1].isalnum()):
        return None
    found = _IBAN.match(text, first)
    if found is None:
        return None
    name = found[0].replace(" ", "").replace("\u00a0", "")
    sums = int("".join(str(int(sign, 36)) for sign in f"{name[4:]}{name[:4]}")) % 97 == 1
    return _named(first, found.end(), name.lower()) if sums else None


def card(text: str, start: int) -> Named | None:
    """Return the number of a payment card at `start`, in groups of four, whose check digit fits (ISO/IEC 7812)."""
    found = _CARD.match(text, start)
    if found is None:
        return None
    digits = [int(sign) for sign in found[0] if sign.isdigit()]
    doubled = [sum(divmod(2 * each, 10)) for each in digits[::2]]
    return (
        _named(start, found.end(), "".join(map(str, digits))) if (sum(doubled) + sum(digits[1::2])) % 10 == 0 else None
    )


def long_digits(text: str, start: int, end: int) -> Named:
    """Return digits that are too many for a figure, as written: they name something, and compare whole."""
    return _named(start, end, text[start:end])
