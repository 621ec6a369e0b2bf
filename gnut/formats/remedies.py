"""What helps against failures of one kind, as a command to paste: for the reports, addresses and options met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import quote

from msgspec import Struct

from gnut.acquire.whys import remedy
from gnut.formats.addresses import bare, server
from gnut.formats.came import Came

NAMED = 3
"""Most reports that are named in a line to type."""

REPORT = "REPORT"
NO_NAMES = "no name resolves: is there a network?"
AGAIN = "gnut acquire "


class Again(Struct, frozen=True):
    """How a call was made, for the lines that say what to type after it."""

    options: tuple[str, ...] = ()
    """Options as they were typed that another call needs, too: `--allow-net HOST:PORT`."""

    refresh: bool = False
    """Whether what is on record was asked for again."""

    lowered: Mapping[str, str] = {}
    """What helps, by kind, where the call or the configuration has a lower limit than gnut."""


ONCE = Again()


def advised(why: str, group: Sequence[Came], again: Again = ONCE) -> str:
    """Return what to do about a kind, with the names of what it is about where they are few.

    Args:
        why: Kind.
        group: Sources that failed, or are no evidence, for the same reason.
        again: How the call was made.
    """
    if why in again.lowered:
        return again.lowered[why]
    reports = tuple(dict.fromkeys(name for one in group for name in one.reports))
    uncited = any(not one.reports for one in group)
    # What is said on stderr has no values of a query in it, and a command without them would be another one.
    only = len(group) == 1 and "?" not in group[0].written and bare(group[0].written) == group[0].written
    address = quote(group[0].written) if only else "URL"
    named = " ".join(map(quote, reports)) if len(reports) <= NAMED else REPORT
    told = group[0].absence.detail if group[0].absence is not None else ""
    before = [*again.options, *(["--refresh"] if again.refresh else [])]
    path = " ".join([*map(quote, before), f"--url {address}" if uncited else named])
    said = remedy(why, path, address, told)
    if said is None:
        return "see docs/absences.md"
    if any(one.outcome == "failed" and one.snapshot is not None for one in group):
        said = said.replace(f"{AGAIN}--saved", f"{AGAIN}--refresh --saved")
    return _opened(said.replace("--refresh --refresh", "--refresh"), group)


def _opened(said: str, group: Sequence[Came]) -> str:
    """Put the one server in the place of HOST:PORT; where a redirect led elsewhere, the reader has to look."""
    servers = {server(one.written) for one in group}
    (only,) = servers if len(servers) == 1 else (None,)
    if only is None:
        return said
    host, port = only
    signs = (f"{host} is ", f"an address of {host} is ", f"port {port} is not ")
    if all(one.absence is not None and one.absence.detail.startswith(signs) for one in group):
        return said.replace("HOST:PORT", quote(f"[{host}]:{port}" if ":" in host else f"{host}:{port}"))
    return said


def is_offline(done: Sequence[Came]) -> bool:
    """Return whether no name at all resolved, of two hosts or more: then no spelling is to blame, but the network."""
    asked = [one for one in done if one.outcome in _ASKED and not one.supplied]
    lost = {server(one.written) for one in asked if one.absence is not None and one.absence.why == "dns_error"}
    elsewhere = any(one.absence is None or one.absence.why not in _NEVER_ASKED for one in asked)
    return len({found[0] for found in lost if found is not None}) > 1 and not elsewhere


_ASKED = ("captured", "changed", "reread", "unchanged", "hollow", "hollow_before", "failed")
_NEVER_ASKED = ("dns_error", "bad_url", "blocked_scheme", "blocked_target", "credentials_in_url")
