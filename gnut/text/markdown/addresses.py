"""Addresses that stand in text without any markup: where each begins and, above all, where it ends."""

from __future__ import annotations

import html
from typing import NamedTuple

from gnut.text.patterns import lazy

_BEGIN = lazy(r"(?i)(?<![\w@])(?:https?://|www\.(?=[\w-]+\.\w))")
_DOI = lazy(r"(?i)(?<![\w./-])(?:doi\s*:\s*)?(?=10\.\d{4,9}/[^\s])")
_NUMBERED = lazy(
    r"(?i)(?<![\w/.])(?:(arxiv)\s?:\s?(\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,20}(?:\.[a-z]{2})?/\d{7})|(pmid)\s?:\s?(\d{4,9}))"
)
_RUN = lazy(
    '[^\\s<>"`|\ufffc\x00-\x1f\x7f\u3000“”„‟«»‹›‘’‚…—–，。；、：！？．（）【】《》「」『』〈〉［］｛｝〔〕〖〗｡､،؛؟۔।॥።։༎]{1,2048}'
)
_ENTITY_TAIL = lazy(r"&[A-Za-z0-9]+;$")
_ESCAPE = lazy(r"\\([!-/:-@\[-`{-~])")
_PAIRS = {")": "(", "]": "[", "}": "{"}
MAX_BYTES = 8192
"""Longest stretch in which the end of an address is sought."""

SCHEMES = {
    "doi": "https://doi.org/{}",
    "arxiv": "https://arxiv.org/abs/{}",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}/",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/{}/",
    "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/{}/",
    "wikidata": "https://www.wikidata.org/wiki/{}",
    "url": "{}",
    "https": "https:{}",
    "http": "http:{}",
}
"""Where an identifier of a registry is found (the resolvers these registries publish)."""


class Address(NamedTuple):
    """A bare address in flat text."""

    at: int
    start: int
    end: int
    """Range in bytes."""

    written: str
    address: str | None
    """None for what only looks like one (`https://` alone)."""


def resolved(scheme: str, name: str) -> str | None:
    """Return the address of an identifier such as `doi` and `10.1000/182`; None for a scheme without addresses."""
    pattern = SCHEMES.get(scheme.casefold())
    return pattern.format(name) if pattern and name else None


def bare(text: str) -> list[tuple[int, str, str]]:
    """Return where addresses and identifiers begin in flat text: (offset, form, address or empty).

    Form is `url`, `doi` or `numbered`; where the first two end only the source bytes say.
    """
    found = [(m.start(), "url", "") for m in _BEGIN.finditer(text)] if "://" in text or "ww." in text.lower() else []
    if "10." in text:
        found += [(at, "doi", "") for at in sorted({m.end() for m in _DOI.finditer(text)})]
    lowered = text.casefold()
    if "arxiv" in lowered or "pmid" in lowered:
        for m in _NUMBERED.finditer(text):
            scheme, name = (m.group(1), m.group(2)) if m.group(1) else (m.group(3), m.group(4))
            found.append((m.start(), "numbered:" + m.group(), resolved(scheme, name) or ""))
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
