"""A web archive as the place to ask when a site no longer serves its page; only where the user names it."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from msgspec.structs import replace

from gnut.acquire.contract import Fetch
from gnut.acquire.core.identity import archived
from gnut.model import Absence, Fetched, Request, Unchanged, Uri

WAYBACK = "https://web.archive.org/web/2/"
"""Followed by an address, it leads to the latest capture of it."""

LAPSED = frozenset({"not_found", "gone", "dns_error", "unreachable", "timeout", "legal_block", "server_error"})
"""Failures after which a copy that an archive keeps is looked for: the page was there once, or will be again."""


def with_archive(fetch: Fetch, standing: Collection[Uri], opened: Collection[str]) -> Fetch:
    """Return `fetch` followed, where it fails by one of `LAPSED`, by a look into the Wayback Machine.

    What comes is kept under the identity of the source that was asked for, with the note `archive_copy`, and the
    final address says which capture it is. Where there is none, the first failure stands.

    Args:
        fetch: The network.
        standing: Sources with a snapshot that can be searched: an older one of the page itself is worth more.
        opened: Hosts that the user opened for this call. Nobody else is told that they were asked for anything.
    """

    def fetched(request: Request) -> Fetched | Unchanged | Absence:
        answer = fetch(request)
        if not isinstance(answer, Absence) or answer.why not in LAPSED:
            return answer
        if request.uri in standing or not _is_public(request.written, opened):
            return answer
        copy = fetch(replace(request, written=WAYBACK + request.written, known=None))
        if isinstance(copy, Fetched):
            return copy
        return replace(answer, detail=f"{answer.detail}; and the web archive gives no copy of it")

    return fetched


def _is_public(address: str, opened: Collection[str]) -> bool:
    """Return whether an archive may know an address: a name with a dot that the user did not open."""
    if archived(address) is not None:
        return False
    try:
        host = (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return False
    return "." in host and not host.replace(".", "").isdigit() and ":" not in host and host not in opened
