"""Sources that are one page under several addresses."""

from __future__ import annotations

from collections.abc import Mapping

from gnut.acquire.contract import Acquired
from gnut.model import Source, Uri
from gnut.text.landings import Landing, landing

WHOLE = ("complete", "truncated")
"""Windows whose text says which page it is; that of a sparse one may be what a site shows for every page."""


def same_pages(acquired: Mapping[Uri, Acquired]) -> dict[Uri, tuple[Uri, ...]]:
    """Return, of each source that shares its page with others, their addresses in order.

    One page is the same final page and the same text: an address alone is not enough, because no receipt holds the
    query of a final one, and a text alone is not, because two sites may print one agency's report.
    """
    places: dict[Landing, list[Source]] = {}
    for one in acquired.values():
        if not isinstance(one, Source) or one.uri.startswith("file:") or one.truncation not in WHOLE:
            continue
        place = landing(one.final_uri)
        if place is not None:
            places.setdefault(place, []).append(one)
    found: dict[Uri, tuple[Uri, ...]] = {}
    for together in places.values():
        if len(together) > 1:  # Texts are long, and only those that share a page are compared.
            found.update(_alike(together))
    return found


def _alike(together: list[Source]) -> dict[Uri, tuple[Uri, ...]]:
    texts: dict[str, list[Uri]] = {}
    for one in together:
        texts.setdefault(one.text, []).append(one.uri)
    return {
        uri: tuple(sorted(other for other in uris if other != uri))
        for uris in texts.values()
        if len(uris) > 1
        for uri in uris
    }
