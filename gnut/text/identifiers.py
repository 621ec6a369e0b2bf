"""Persistent identifiers (DOI, arXiv, PubMed): the address of each, and the one that stands for all its spellings."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from gnut.text.patterns import lazy

SCHEMES = {
    "doi": "https://doi.org/{}",
    "arxiv": "https://arxiv.org/abs/{}",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}/",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/{}/",
    "pmcid": "https://pmc.ncbi.nlm.nih.gov/articles/{}/",
    "pmc": "https://pmc.ncbi.nlm.nih.gov/articles/{}/",
    "wikidata": "https://www.wikidata.org/wiki/{}",
    "url": "{}",
    "https": "https:{}",
    "http": "http:{}",
}
"""Where an identifier of a registry is found (the resolvers these registries publish)."""

_PREFIX = {
    "doi": lazy(r"(?i)(?:(?:https?://)?(?:www\.)?(?:dx\.)?doi\.org/|(?:info:|urn:)?doi[:/]\s{0,3})?(?=10\.)"),
    "arxiv": lazy(r"(?i)(?:(?:https?://)?(?:www\.)?arxiv\.org/abs/|arxiv:\s{0,3})?"),
    "pmcid": lazy(r"(?i)(?:pmcid:?\s{0,3})?(?:pmc)?\s{0,3}(?=\d)"),
}
"""What people write before an identifier whose registry is named already."""

_CLASS = lazy(r"\s\[[\w.-]{1,20}\]$")
"""Subject of a preprint, as arXiv shows it behind the number."""

_DOI = lazy(r"/(?:(?i:doi):)?(10\.[0-9.]{4,20}(?:/|%2F).{1,2048})$")
_ARXIV = lazy(
    r"(?i)/(abs|pdf)/(?:arxiv:)?(?:([a-z-]{2,20})(?:\.[a-z]{2})?/([0-9]{7})|([0-9]{4}\.[0-9]{4,5}))(v[0-9]{1,3})?(?:\.pdf)?/?$"
)
_PUBMED = lazy(r"/([0-9]{1,9})/?$")
_OLD_PUBMED = lazy(r"/(?:m/)?pubmed/([0-9]{1,9})/?$")
_PMC = lazy(r"(?i)(?:/pmc)?/articles/(?:pmc)?([0-9]{1,9})/?$")

_DOI_HOSTS = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_ARXIV_HOSTS = frozenset({"arxiv.org", "www.arxiv.org"})
_PUBMED_HOSTS = frozenset({"pubmed.ncbi.nlm.nih.gov", "pubmed.gov", "www.pubmed.gov"})
_NCBI = frozenset({"www.ncbi.nlm.nih.gov", "ncbi.nlm.nih.gov"})


def resolved(scheme: str, name: str) -> str | None:
    """Return the address of an identifier such as `doi` and `10.1000/182`; None for a scheme without addresses."""
    kind, name = scheme.casefold(), name.strip()
    pattern = SCHEMES.get(kind)
    kind = "pmcid" if kind == "pmc" else kind
    prefix = _PREFIX.get(kind)
    if prefix is not None and (match := prefix.match(name)):
        name = name[match.end() :]
        if kind == "pmcid":
            name = f"PMC{name}"
        if kind == "arxiv":
            name = _CLASS.sub("", name)
    return pattern.format(name) if pattern and name else None


def addressed(written: str) -> str | None:
    """Return the address of `doi:10.1000/182`, `arXiv:2101.00001`, `PMID:1`; None for what names no registry."""
    scheme, colon, name = written.strip().partition(":")
    if not colon or scheme.casefold() not in SCHEMES or scheme.casefold() in ("url", "http", "https"):
        return None
    return resolved(scheme, name)


def one_spelling(host: str, page: str) -> str | None:
    """Return the one address of an identifier; None for an address that is of none.

    A registry knows an identifier under several hosts, with and without https, and takes capitals of a DOI for small
    letters (ISO 26324, 2.4) and a class of an old arXiv number for nothing. A version is part of a number.

    Args:
        host: Host of the address, lower case, with a port that is not the scheme's own.
        page: Its path and query, escapes in capitals.
    """
    if host in _DOI_HOSTS:
        match = _DOI.match(page)
        return None if match is None else f"https://doi.org/{_small(match[1])}"
    if host in _ARXIV_HOSTS:
        match = _ARXIV.match(page)
        return None if match is None else _preprint(match)
    if host in _PUBMED_HOSTS:
        match = _PUBMED.match(page)
        return None if match is None else f"https://pubmed.ncbi.nlm.nih.gov/{match[1]}/"
    if host in _NCBI and (match := _OLD_PUBMED.match(page)):
        return f"https://pubmed.ncbi.nlm.nih.gov/{match[1]}/"
    if host == "pmc.ncbi.nlm.nih.gov" or (host in _NCBI and page.startswith("/pmc/")):
        match = _PMC.match(page)
        return None if match is None else f"https://pmc.ncbi.nlm.nih.gov/articles/PMC{match[1]}/"
    return None


def _small(name: str) -> str:
    """Return a DOI in small letters and with no more escapes than an address needs."""
    plain = unquote(name, errors="surrogateescape")
    small = "".join(sign.lower() if sign.isascii() else sign for sign in plain)
    return quote(small, safe="/:;,()@!$&'*+=[]~", errors="surrogateescape")


def _preprint(match: re.Match[str]) -> str:
    form, archive, old, number, version = match.groups()
    name = number if archive is None else f"{archive.lower()}/{old}"
    return f"https://arxiv.org/{form.lower()}/{name}{(version or '').lower()}"
