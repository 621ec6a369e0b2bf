"""The plan of a call for people, before the first packet: how much, of whom, how long, and what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gnut.formats.acquired import LISTED, address, left_by, listing
from gnut.formats.addresses import bare
from gnut.formats.came import Came
from gnut.formats.escape import terminal
from gnut.formats.lasting import lasting
from gnut.model import Request
from gnut.text.hosts import place


def totals(
    requests: Sequence[Request], passed: Sequence[Came], *, least: float, local: int, verbose: bool = False
) -> list[str]:
    """Return the totals of a plan, unescaped.

    Args:
        requests: What would be asked for.
        passed: Sources of which no server would be asked.
        least: Seconds that it takes at least, at the pace of the call.
        local: Sources that are files of the repository.
        verbose: Whether to list all that is left out.
    """
    hosts = Counter(host_of(one) for one in requests)
    lines = []
    if requests:
        sources = "1 source" if len(requests) == 1 else f"{len(requests)} sources"
        servers = "1 host" if len(hosts) == 1 else f"{len(hosts)} hosts"
        lines.append(f"to fetch: {sources} from {servers}, in {lasting(least)} at least")
        busiest, number = hosts.most_common(1)[0]
        if len(hosts) > 1:
            lines.append(f"busiest host: {busiest} ({number})")
    on_record = sum(one.outcome == "on_record" for one in passed)
    standing = ((on_record, "on record"), (local, "read from the repository when checked"))
    said = ", ".join(f"{count} {what}" for count, what in standing if count)
    lines.append(f"nothing was fetched; {said or 'none on record'}")
    lines.extend(_left(passed, verbose))
    return lines


def _left(passed: Iterable[Came], verbose: bool) -> list[str]:
    by: dict[str, list[Came]] = {}
    for one in passed:
        if one.outcome in ("left_out", "over_limit"):
            by.setdefault(one.left_by or "--limit", []).append(one)
        elif one.outcome == "closed":
            by.setdefault("a snapshot that fails its own checks", []).append(one)
    lines: list[str] = []
    for why, group in by.items():
        most = len(group) if verbose else LISTED
        lines.extend(listing(f"{left_by(why, len(group))}:", map(address, group), most))
    return lines


def line(one: Request) -> str:
    """Return an address as it would be asked for, escaped, with a line feed; a password in it is left out."""
    return f"{terminal(bare(one.written))}\n"


def announced(requests: Sequence[Request]) -> str:
    """Return what a call with many sources says before it fetches."""
    hosts = {host_of(one) for one in requests}
    return f"fetching {len(requests)} sources from {len(hosts)} {'host' if len(hosts) == 1 else 'hosts'}"


def least_seconds(requests: Iterable[Request], interval: float, *, robots: bool) -> float:
    """Return the seconds that asking takes at least.

    Args:
        requests: What is asked for.
        interval: Seconds between two requests to one host.
        robots: Whether each host is asked for its robots.txt first.
    """
    servers = Counter(place(one.written) for one in requests)
    asked: Counter[str] = Counter()
    for (host, _), number in servers.items():
        # The pace is one for a host, and each of its ports has a robots.txt of its own.
        asked[host] += number + robots
    return max((number - 1 for number in asked.values()), default=0) * interval


def host_of(request: Request) -> str:
    """Return the host that a request goes to."""
    return place(request.written)[0]
