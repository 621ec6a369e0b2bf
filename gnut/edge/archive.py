"""A web archive as the place to ask when a site no longer serves its page; only where the user names it."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from gnut.acquire.contract import Fetch
from gnut.acquire.core.identity import archived
from gnut.model import Absence, Fetched, Request, Unchanged, Uri
from gnut.text.credentials import concealed
from gnut.text.hosts import place

WAYBACK = "https://web.archive.org/web/2/"
"""Followed by an address, it leads to the latest capture of it."""

LAPSED = frozenset({"not_found", "gone", "dns_error", "unreachable", "timeout", "legal_block", "server_error"})
"""Failures after which a copy that an archive keeps is looked for: the page was there once, or will be again."""


SAID = frozenset({"not_found", "gone", "legal_block"})
"""Failures by which the archive says itself that it gives no copy."""

PRIVATE = frozenset("local localhost internal intranet corp lan home private test invalid onion i2p arpa".split())
"""Last labels of names that no public zone has (RFC 6761, 6762, 7686, 9476, and what networks at home and at work
use without any), or that name no site (`arpa`)."""


def with_archive(fetch: Fetch, standing: Collection[Uri], withheld: Collection[str]) -> Fetch:
    """Return `fetch` followed, where it fails by one of `LAPSED`, by a look into the Wayback Machine.

    What comes is kept under the identity of the source that was asked for, with the note `archive_copy`, and the
    final address says which capture it is. Where there is none, the first failure stands.

    Args:
        fetch: The network.
        standing: Sources with a snapshot that can be searched: an older one of the page itself is worth more.
        withheld: Hosts that the user opened for this call, or has a field for. Nobody else is told that they were
            asked for anything.
    """

    def fetched(request: Request) -> Fetched | Unchanged | Absence:
        answer = fetch(request)
        if not isinstance(answer, Absence) or answer.why not in LAPSED:
            return answer
        if request.uri in standing or not is_public(request.written, withheld):
            return answer
        copy = fetch(replace(request, written=WAYBACK + request.written, known=None))
        if isinstance(copy, Fetched):
            return copy
        return replace(answer, detail=f"{answer.detail}; and {_said(copy)}")

    return fetched


def _said(copy: Unchanged | Absence) -> str:
    if isinstance(copy, Absence) and copy.why not in SAID:
        return f"the web archive could not be asked ({copy.why}: {copy.detail})"
    return "the web archive gives no copy of it"


def is_public(address: str, withheld: Collection[str] = ()) -> bool:
    """Return whether an archive may know an address: of a public name, and with nothing in it that opens a door.

    Args:
        address: As it is asked for.
        withheld: Hosts that are nobody else's business.
    """
    if archived(address) is not None or concealed(address) != address:
        return False
    host = place(address)[0]
    labels = host.split(".")
    last = labels[-1]
    # A last label that is a number makes the host an address, in whatever notation.
    if len(labels) < 2 or ":" in host or last in PRIVATE or last.isdigit() or last.startswith("0x"):
        return False
    return host not in withheld
