"""Addresses that stand in text without any markup: where each begins and, above all, where it ends."""

from __future__ import annotations

import html
from typing import NamedTuple

from gnut.text.identifiers import SCHEMES, resolved
from gnut.text.patterns import lazy

__all__ = ["SCHEMES", "Address", "bare", "extent", "has_host", "resolved"]

_BEGIN = lazy(r"(?i)(?<![\w@])(?:https?://|www\.(?=[\w-]+\.\w))")
_DOI = lazy(
    r"(?i)(?<![\w./-])(?:(?:info:|urn:)?doi\s{0,3}[:：/]\s{0,3}|(?:https?://)?(?:www\.)?(?:dx\.)?doi\.org/)?"
    r"(?=10\.\d{4,9}(?:\.\d{1,5})*/[^\s])"
)
_NUMBERED = lazy(
    r"(?i)(?<![\w/.])(?:"
    r"arxiv\s{0,2}[:：]\s{0,2}(?P<arxiv>\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,20}(?:\.[a-z]{2})?/\d{7}(?:v\d{1,2})?)"
    r"|(?:pubmed\s{1,2})?(?:pmid|pubmed\s{0,2}id)s?\s{0,2}[:：#]?\s{0,2}(?P<pmid>\d{4,9})"
    r"|pmcid\s{0,2}[:：#]?\s{0,2}(?:pmc)?\s?(?P<pmcid>\d{3,9})"
    r"|PMC(?P<pmc>\d{6,9})"
    r")(?!\w|\.\d)"
)
_RUN = lazy(
    '[^\\s<>"`|\ufffc\x00-\x1f\x7f\u3000“”„‟«»‹›‘’‚…—–，。；、：！？．（）【】《》「」『』〈〉［］｛｝〔〕〖〗｡､،؛؟۔।॥።։༎]{1,2048}'
)
_ENTITY_TAIL = lazy(r"&[A-Za-z0-9]+;$")
_ESCAPE = lazy(r"\\([!-/:-@\[-`{-~])")
_PAIRS = {")": "(", "]": "[", "}": "{"}
MAX_BYTES = 8192
"""Longest stretch in which the end of an address is sought."""


class Address(NamedTuple):
    """A bare address in flat text."""

    at: int
    start: int
    end: int
    """Range in bytes."""

    written: str
    address: str | None
    """None for what only looks like one (`https://` alone)."""


def bare(text: str) -> list[tuple[int, str, str]]:
    """Return where addresses and identifiers begin in flat text: (offset, form, address or empty).

    Form is `url`, `doi` or `numbered`; where the first two end only the source bytes say.
    """
    found = [(m.start(), "url", "") for m in _BEGIN.finditer(text)] if "://" in text or "ww." in text.lower() else []
    if "10." in text:
        found += [(at, "doi", "") for at in sorted({m.end() for m in _DOI.finditer(text)})]
    lowered = text.casefold()
    if any(word in lowered for word in ("arxiv", "pmid", "pubmed", "pmc")):
        for m in _NUMBERED.finditer(text):
            scheme = m.lastgroup or ""
            found.append((m.start(), "numbered:" + m.group(), resolved(scheme, m[scheme]) or ""))
    return sorted(found)


def extent(source: bytes, start: int, limit: int) -> tuple[str, int]:
    """Return the address that begins at byte `start`, as a reader sees it, and the byte after it.

    Read from the bytes and not from flat text, in which Markdown may have eaten `*`, `_` or `~`. It ends
    before a blank, a quotation mark or the punctuation of any script; then stops, unbalanced brackets,
    emphasis marks and entities at its end are taken off, as GFM does for its own autolinks.
    """
    raw = source[start : min(limit, start + MAX_BYTES)].decode("utf-8", "ignore")
    match = _RUN.match(raw)
    if match is None:
        return "", start
    text = match.group()
    cut = text.find("](")
    if cut >= 0:
        text = text[:cut]
    text = _trimmed(text)
    end = start + len(text.encode())
    return html.unescape(_ESCAPE.sub(r"\1", text)), end


def _trimmed(text: str) -> str:
    open_counts = {mark: text.count(mark) for mark in "([{)]}"}
    while text:
        last = text[-1]
        if last in ".,;:!?'*_~\\&":
            text = text[:-1]
            if last == ";":
                entity = _ENTITY_TAIL.search(text + ";")
                if entity:
                    text = text[: entity.start()]
        elif last in _PAIRS and open_counts[last] > open_counts[_PAIRS[last]]:
            open_counts[last] -= 1
            text = text[:-1]
        else:
            break
    return text


def has_host(address: str) -> bool:
    """Whether a bare address names a host."""
    rest = address.partition("://")[2] if "://" in address else address
    return any(character.isalnum() for character in rest.partition("/")[0])
