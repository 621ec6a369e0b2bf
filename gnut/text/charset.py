"""Which character set a page is in, by evidence in a fixed order, and what it says in it.

Byte order mark, then the header's charset, then the page's own declarations in the order they
stand, then strict UTF-8, then a guess that is recorded as one. Only the labels of the Encoding
Standard are honoured: a page cannot ask for `utf-7`, `idna` or another codec of Python's.
"""

from __future__ import annotations

import re

from msgspec import Struct

from gnut.text.declared import DECLARED_WITHIN, declarations
from gnut.text.labels import LABELS, LOCALES, REPLACEMENT
from gnut.text.media_types import charset
from gnut.text.patterns import lazy
from gnut.text.sets import read

MOSTLY = 8
"""Whole sequences per broken one from which a page is in the set it declares, with damage, and not in another.

Only of sets with sequences: any bytes decode in most sets of single bytes, which proves nothing.
"""

GUESS_BYTES = 65536
"""Bytes that the statistical guess looks at."""

_LANG = lazy(rb"<html\b[^>]{0,1024}?\blang\s*=\s*[\"']?\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)", re.IGNORECASE)
_HIGH_RUN = lazy(rb"[\x80-\xff]+")

_PAIRS = frozenset({"utf-8", "gbk", "gb18030", "big5", "euc-jp", "euc-kr", "shift_jis"})

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be"))


class Decoded(Struct, frozen=True, forbid_unknown_fields=True):
    """A text with the evidence for the character set it was read in."""

    text: str
    charset: str
    """Name of the Encoding Standard, lower case."""

    came_from: str
    """`bom | header | meta | utf8 | guess`"""

    replacements: int
    """U+FFFD put for bytes that have no meaning in this set."""

    notes: tuple[str, ...]
    """`charset_guessed`, `charset_unknown` (a declared label is none), `charset_overruled` (the first
    declaration does not decode), sorted."""


def decode(body: bytes, *, header: str | None, declares: bool) -> Decoded | None:
    """Return `body` as text, or None if it declares only character sets that cannot be read.

    A declaration that does not decode strictly gives way to the next one: pages exist that say
    utf-8 first and gb2312 later, and only the second is true.

    Args:
        body: The page, without transfer coding.
        header: Content-Type as sent, or None.
        declares: Whether the format declares its charset inside itself (HTML does, plain text not).
    """
    if body.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        return None  # UTF-32 is no encoding of the web; as UTF-16 it would be half NULs.
    for mark, name in _BOMS:
        if body.startswith(mark):
            return _lenient(body[len(mark) :], name, "bom", ())
    declared = _candidates(body, header, declares)
    if declared is None:
        return None
    candidates, unknown = declared
    notes = ("charset_unknown",) if unknown else ()
    for place, (name, came_from) in enumerate(candidates):
        text = _strict(body, name)
        if text is not None:
            overruled = ("charset_overruled",) if place else ()
            return Decoded(text, name, came_from, 0, tuple(sorted(notes + overruled)))
        if name in _PAIRS:
            damaged = _lenient(body, name, came_from, notes)
            if _mostly(damaged):
                return damaged
    text = _strict(body, "utf-8")
    if text is not None:
        overruled = ("charset_overruled",) if candidates else ()
        return Decoded(text, "utf-8", "utf8", 0, tuple(sorted(notes + overruled)))
    if candidates:
        return _lenient(body, *candidates[0], notes)
    if unknown:
        return None
    return _lenient(body, _guess(body), "guess", ("charset_guessed",))


def _candidates(body: bytes, header: str | None, declares: bool) -> tuple[list[tuple[str, str]], bool] | None:
    """Return the declared sets in order of authority, without repetition, and whether a label was unknown.

    None if the first is one that browsers show nothing of (`replacement`), or no letters (`x-user-defined`).
    """
    label = charset(header)
    labels = [] if label is None else [(label, "header")]
    if declares:
        labels += [(label, "meta") for label in declarations(body)]
    candidates: list[tuple[str, str]] = []
    unknown = False
    for label, came_from in labels:
        name = LABELS.get(label.strip(" \t\n\f\r").lower()) if label.isascii() else None
        if name is None:
            unknown = True
            continue
        if came_from == "meta":
            # A declaration that could be read byte by byte is not in UTF-16.
            name = "utf-8" if name.startswith("utf-16") else "windows-1252" if name == "x-user-defined" else name
        if name in REPLACEMENT:
            if not candidates:
                return None
            continue
        if all(name != known for known, _ in candidates):
            candidates.append((name, came_from))
    return candidates, unknown


def _strict(body: bytes, name: str) -> str | None:
    if name.startswith("utf-16") and b"\0" not in body:
        return None  # Not one letter, blank or line end of ASCII in it: the label is a lie.
    try:
        return read(body, name, strict=True)
    except UnicodeDecodeError:
        return None


def _lenient(body: bytes, name: str, came_from: str, notes: tuple[str, ...]) -> Decoded:
    text = read(body, name, strict=False)
    written = body.count(b"\xef\xbf\xbd") if name == "utf-8" else 0
    return Decoded(text, name, came_from, max(0, text.count("\ufffd") - written), notes)


def _mostly(damaged: Decoded) -> bool:
    """Return whether broken sequences are rare among the letters that took more than one byte."""
    beyond_ascii = len(damaged.text) - len(damaged.text.encode("ascii", errors="ignore")) - damaged.replacements
    return beyond_ascii >= MOSTLY * damaged.replacements


def _guess(body: bytes) -> str:
    """Return the likeliest set of a page that declares none and is not UTF-8.

    The page's language names the set that its readers' machines used; without one, accents that
    stand alone among ASCII letters are windows-1252, which is what browsers take too (measured:
    filings at the SEC declare nothing). Only long runs of high bytes go to the statistical guess.
    """
    language = _LANG.search(body[:DECLARED_WITHIN])
    if language:
        tag = language.group(1).decode("ascii").lower()
        for known in (tag, tag.split("-")[0]):
            name = LOCALES.get(known)
            if name is not None and _strict(body, name) is not None:
                return name
    runs = [len(run) for run in _HIGH_RUN.findall(body)]
    if sum(run for run in runs if run > 2) * 3 < sum(runs):
        return "windows-1252"
    from charset_normalizer import from_bytes

    at = next(_HIGH_RUN.finditer(body)).start()
    best = from_bytes(body[max(0, at - 1024) : at + GUESS_BYTES], cp_isolation=list(_GUESSED)).best()
    return _GUESSED.get(best.encoding, "windows-1252") if best else "windows-1252"


_GUESSED = {
    "big5": "big5",
    "cp1250": "windows-1250",
    "cp1251": "windows-1251",
    "cp1253": "windows-1253",
    "cp1255": "windows-1255",
    "cp1256": "windows-1256",
    "cp866": "ibm866",
    "cp874": "windows-874",
    "cp932": "shift_jis",
    "cp949": "euc-kr",
    "euc_jp": "euc-jp",
    "gb18030": "gb18030",
    "iso8859_5": "iso-8859-5",
    "koi8_r": "koi8-r",
    "koi8_u": "koi8-u",
}
"""Python codec → name of the sets among which the statistical guess chooses: scripts with long runs of high bytes."""
