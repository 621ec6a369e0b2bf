"""Which sources a report asks for."""

from __future__ import annotations

from gnut.ingest.contract import Extraction
from gnut.model import Request, Uri


def wanted(extraction: Extraction) -> tuple[Request, ...]:
    """Return one request per distinct source that the report cites, in reading order.

    A citation that points to nothing, or to a record without an address, asks for none; an entry of a
    source list that nobody cites stands in `noted` and is never fetched. Of several spellings of one
    identity the first one written is the one asked for.
    """
    asked: dict[Uri, Request] = {}
    for unit in extraction.units:
        for citation in unit.citations:
            if citation.uri is None or citation.broken is not None or citation.unresolvable:
                continue
            if citation.uri not in asked:
                asked[citation.uri] = request(citation.uri, citation.written)
    return tuple(asked.values())


def request(uri: Uri, written: str) -> Request:
    """Return the request for a source: its address as written, or its identity where that is no whole address.

    `www.example.org` and `//example.org` leave the scheme to the reader; a local path leaves the folder.
    """
    address = written.strip().partition("#")[0]
    whole = "://" in address.partition("?")[0]
    return Request(uri, address if whole else str(uri))
