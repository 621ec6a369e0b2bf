"""Which character set a page is in, by evidence in a fixed order, and what it says in it.

Byte order mark, then the header's charset, then the page's own declarations in the order they
stand, then strict UTF-8, then a guess that is recorded as one. Only the labels of the Encoding
Standard are honoured: a page cannot ask for `utf-7`, `idna` or another codec of Python's.
"""

from __future__ import annotations

import re

from msgspec import Struct

from gnut.text.labels import LABELS, LOCALES, REPLACEMENT
from gnut.text.patterns import lazy

DECLARED_WITHIN = 4096
"""Bytes from the start in which a page's own declarations are read; browsers read 1,024, archives prepend more."""

MOSTLY = 8
"""Valid UTF-8 sequences per broken one from which a page is UTF-8 with damage rather than something else."""

GUESS_BYTES = 65536
"""Bytes that the statistical guess looks at."""

_COMMENT = lazy(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = lazy(rb"<meta\b[^>]{0,1024}?\bcharset\s*=\s*[\"']?\s*([A-Za-z0-9_.:+-]{1,40})", re.IGNORECASE)
_XML = lazy(rb"\A\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*[\"']\s*([A-Za-z0-9_.:+-]{1,40})", re.IGNORECASE)
_LANG = lazy(rb"<html\b[^>]{0,1024}?\blang\s*=\s*[\"']?\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)", re.IGNORECASE)
_PARAMETER = lazy(r";\s*charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;]+))", re.IGNORECASE)
_HIGH_RUN = lazy(rb"[\x80-\xff]+")

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
    candidates, unknown = _candidates(body, header, declares)
    notes = ("charset_unknown",) if unknown else ()
    for place, (name, came_from) in enumerate(candidates):
        text = _strict(body, name)
        if text is not None:
            overruled = ("charset_overruled",) if place else ()
            return Decoded(text, name, came_from, 0, tuple(sorted(notes + overruled)))
        if name == "utf-8" and _mostly_utf8(body):
            return _lenient(body, name, came_from, notes)
    text = _strict(body, "utf-8")
    if text is not None:
        overruled = ("charset_overruled",) if candidates else ()
        return Decoded(text, "utf-8", "utf8", 0, tuple(sorted(notes + overruled)))
    if candidates:
        return _lenient(body, *candidates[0], notes)
    if unknown:
        return None
    return _lenient(body, _guess(body), "guess", ("charset_guessed",))


def header_label(media_type: str | None) -> str | None:
    """Return the charset parameter of a Content-Type, or None."""
    found = _PARAMETER.search(media_type or "")
    return next((group for group in found.groups() if group is not None), None) if found else None


def _candidates(body: bytes, header: str | None, declares: bool) -> tuple[list[tuple[str, str]], bool]:
    """Return the declared sets in order of authority, without repetition, and whether a label was unknown."""
    labels: list[tuple[str, str]] = []
    label = header_label(header)
    if label is not None:
        labels.append((label, "header"))
    if declares:
        start = _COMMENT.sub(b"", body[:DECLARED_WITHIN])
        for pattern in (_XML, _META):
            labels += [(found.group(1).decode("ascii"), "meta") for found in pattern.finditer(start)]
    candidates: list[tuple[str, str]] = []
    unknown = False
    for label, came_from in labels:
        name = LABELS.get(label.strip().lower())
        if name is None or name in REPLACEMENT:
            unknown = True
            continue
        if came_from == "meta" and name.startswith("utf-16"):
            name = "utf-8"  # A declaration that could be read byte by byte is not in UTF-16.
        if all(name != known for known, _ in candidates):
            candidates.append((name, came_from))
    return candidates, unknown


def _strict(body: bytes, name: str) -> str | None:
    try:
        return body.decode(CODECS.get(name, name))
    except UnicodeDecodeError:
        return None


def _lenient(body: bytes, name: str, came_from: str, notes: tuple[str, ...]) -> Decoded:
    text = body.decode(CODECS.get(name, name), errors="replace")
    written = body.count(b"\xef\xbf\xbd") if name == "utf-8" else 0
    return Decoded(text, name, came_from, max(0, text.count("\ufffd") - written), notes)


def _mostly_utf8(body: bytes) -> bool:
    """Return whether broken sequences are rare among the valid ones."""
    text = body.decode("utf-8", errors="replace")
    broken = text.count("\ufffd") - body.count(b"\xef\xbf\xbd")
    beyond_ascii = len(text) - len(text.encode("ascii", errors="ignore")) - broken
    return beyond_ascii >= MOSTLY * broken


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

CODECS = {
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "gbk": "gb18030",
    "iso-8859-8-i": "iso8859_8",
    "macintosh": "mac_roman",
    "shift_jis": "cp932",
    "utf-16be": "utf_16_be",
    "utf-16le": "utf_16_le",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac_cyrillic",
}
"""Encoding Standard name → Python codec where they differ: the standard's sets are the supersets in use."""
