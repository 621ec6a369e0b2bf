"""Names of sources, and what it means that one was served from elsewhere."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from gnut.model import Uri
from gnut.text.archives import copy_of, family, in_archive
from gnut.text.patterns import lazy
from gnut.text.uris import source_id, source_uri
from gnut_store.oid import digest

RESOLVERS = frozenset(
    """doi.org dx.doi.org hdl.handle.net n2t.net arks.org purl.org purl.oclc.org purl.archive.org purl.obolibrary.org
    w3id.org identifiers.org nbn-resolving.org nbn-resolving.de urn.fi urn.kb.se urn.nb.no d-nb.info
    lccn.loc.gov""".split()
)
"""Hosts whose only work is to send a persistent identifier to its present home; a redirect from them is no news."""

_RESOLVING = (
    ("api.semanticscholar.org", "/CorpusID:"),
    ("linkinghub.elsevier.com", "/retrieve/"),
    ("ssrn.com", "/abstract="),
    ("zenodo.org", "/doi/"),
)
"""Paths of other hosts that do the same."""

_MOVED = (
    ("ncbi.nlm.nih.gov", "/pmc/articles/", "pmc.ncbi.nlm.nih.gov", "/articles/"),
    ("ncbi.nlm.nih.gov", "/pubmed/", "pubmed.ncbi.nlm.nih.gov", "/"),
    ("ncbi.nlm.nih.gov", "/m/pubmed/", "pubmed.ncbi.nlm.nih.gov", "/"),
    ("export.arxiv.org", "/", "arxiv.org", "/"),
    ("zenodo.org", "/record/", "zenodo.org", "/records/"),
)
"""Registries that moved all their pages at once: (host, path, host now, path now)."""

_ARXIV = lazy(r"/(abs|pdf)/((?:[a-z-]{2,20}(?:\.[A-Z]{2})?/)?[0-9.]{4,12})(v[0-9]{1,3})?(?:\.pdf)?$")

__all__ = [
    "RESOLVERS",
    "Page",
    "archive_copy",
    "archived",
    "capture_date_differs",
    "exchange_ref",
    "failure_ref",
    "page_of",
    "redirected",
    "resolves",
    "source_id",
    "source_ref",
    "timed",
]


def source_ref(uri: Uri) -> str:
    """Return the ref that holds the snapshots of `uri`: `src/` and 40 hex digits of BLAKE3."""
    return "src/" + _hex40(uri)


def failure_ref(uri: Uri) -> str:
    """Return the ref under which the failed fetches of `uri` stand: `fail/` and 40 hex digits of BLAKE3."""
    return "fail/" + _hex40(uri)


def exchange_ref(uri: Uri) -> str:
    """Return the ref under which the exchanges about `uri` stand: `seen/` and 40 hex digits of BLAKE3."""
    return "seen/" + _hex40(uri)


def timed(ref: str, now: str, kind: str = "") -> str:
    """Return the name under `ref` of what happened at `now`: sorted, the latest is the last.

    So the last failure of a thousand is found by its name, and only that one is read. The name is a hint: what
    stands under it says itself when it was.

    Args:
        ref: `failure_ref` or `exchange_ref`.
        now: RFC 3339, UTC, whole seconds.
        kind: Suffix by which names are told apart.
    """
    return f"{ref}/{now.lower().replace('-', '').replace(':', '')}{kind}"


def _hex40(uri: Uri) -> str:
    return digest(uri.encode(), 20)


class Page(NamedTuple):
    """A page, as far as its address tells pages apart."""

    host: str
    port: int | None
    path: str
    version: str | None = None
    """Of a preprint; None in an address that asks for the newest."""


def redirected(asked: str, final: str) -> bool:
    """Whether `final` is another page than the `asked` address.

    http for https, a leading `www.`, a slash at the end, the spelling of escapes and another date of the
    same archived page are the same page, and so are the addresses that a registry moved all together. A resolver
    of persistent identifiers redirects by its nature. Where no version was asked for, any is met.
    """
    start, end = page_of(asked), page_of(final)
    if start is None or resolves(asked):
        return False
    if end is not None and start.version is None:
        end = end._replace(version=None)
    return start != end


def resolves(address: str) -> bool:
    """Whether an address is of a persistent identifier, and its host's work is to send it on."""
    page = _split(address)
    if page is None:
        return False
    return page.host in RESOLVERS or any(page.host == host and page.path.startswith(path) for host, path in _RESOLVING)


def archive_copy(asked: str, final: str) -> bool:
    """Whether a web archive served what was not asked of one."""
    return not in_archive(asked) and in_archive(final)


def capture_date_differs(asked: str, final: str) -> bool:
    """Whether a web archive served a capture of another time than the address asks for.

    An address with only a year or a day is met by any capture within it.
    """
    wish, got = copy_of(asked), copy_of(final)
    return wish is not None and got is not None and not got.time.startswith(wish.time)


def archived(address: str) -> tuple[str, str] | None:
    """Return (timestamp digits, archived address) of a web-archive address; None for any other."""
    kept = copy_of(address)
    return None if kept is None else (kept.time, kept.page)


def page_of(address: str) -> Page | None:
    """Return the page that an address is of; None for an address without a host.

    Of a copy in an archive: the archive's host and the page that it keeps.
    """
    page = _split(address)
    if page is None or not in_archive(address):
        return page
    kept = copy_of(address)
    inner = None if kept is None else _split(kept.page)
    page = page._replace(host=family(page.host))
    return page if inner is None else page._replace(path=f"/web//{inner.host}:{inner.port or ''}{inner.path}")


def _split(address: str) -> Page | None:
    # Two spellings of one identity are one page: what was typed need not be as an identity is written.
    one = source_uri(address, "-") if address[:4].lower() == "http" else address
    address = one if isinstance(one, str) else address
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if host is None:
        return None
    name, path = host.removeprefix("www.").rstrip("."), unquote(parts.path)
    for old, under, new, now in _MOVED:
        if name == old and path.startswith(under):
            name, path = new, now + path.removeprefix(under)
    paper = _ARXIV.match(path) if name == "arxiv.org" else None
    if paper is not None:
        return Page(name, None, f"/{paper[1]}/{paper[2]}", paper[3])
    return Page(name, None if port in (80, 443) else port, path.rstrip("/"))
