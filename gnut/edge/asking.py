"""How one call of `gnut acquire` asks servers, from its command line and the repository's configuration."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gnut.config.parse import Config
from gnut.edge.errand import Errand
from gnut.edge.gentle import gentlest, least, polite
from gnut.edge.live import Means, bounds, means, require_open
from gnut.edge.terms import header, size
from gnut.formats.acquired_json import HostCame
from gnut.model import Request, Uri
from gnut.text.hosts import place

if TYPE_CHECKING:
    from gnut.edge.net.manners import Manners


def require(errand: Errand) -> None:
    """Refuse an option about the network that cannot be meant, before anything else is done.

    Raises:
        Usage: A number out of its range, a limit that would be raised, a value of `--allow-net` or `--header` that is
            none.
    """
    from gnut.edge.net import allowed

    manners(Config(), errand)
    bounds(Config(), errand.timeout, _bytes(errand), errand.max_redirects)
    allowed(errand.allow_net)


def manners(config: Config, errand: Errand) -> Manners:
    """Return how the call behaves towards servers: what is typed goes before the configuration, and for every host.

    Raises:
        Usage: A number out of its range, or a field or a name that no request can bear.
    """
    from gnut.edge.net.fields import checked

    typed = {
        name: value
        for name, value in (
            ("robots", errand.robots),
            ("host_concurrency", errand.host_concurrency),
            ("host_interval", errand.host_interval),
        )
        if value is not None
    }
    named = {} if errand.user_agent is None else {"user_agent": errand.user_agent}
    made = replace(
        polite(config),
        retries=errand.max_retries,
        downgrade=errand.allow_downgrade,
        headers=tuple(map(header, errand.header)),
        everywhere=frozenset(typed),
        **typed,
        **named,
    )
    return checked(made)


def _bytes(errand: Errand) -> int | None:
    return None if errand.max_bytes is None else size(errand.max_bytes)


def means_for(
    configs: Mapping[Path, Config], errand: Errand, standing: Collection[Uri], shown: Callable[[Path], str]
) -> dict[Path, Means]:
    """Return the network as one call is to use it, for each repository within its limits, for all at one pace.

    Args:
        configs: The repositories' choices; the first is that of the one in which the call stands.
        errand: The command line.
        standing: Sources on record that can be searched; no archive is asked for those.
        shown: Names a repository as the reader knows it; empty for the one that the call stands in.

    Raises:
        NetworkNotAllowed: One of the repositories says `offline`.
        Usage: A limit is raised, or a value is none.
    """
    for root, config in configs.items():
        require_open(config, shown(root))
    asked = manners(gentlest(configs.values()), errand)
    way = means(
        next(iter(configs.values())),
        allow_net=errand.allow_net,
        jobs=errand.jobs,
        manners=asked,
        timeout=errand.timeout,
        max_bytes=_bytes(errand),
        max_redirects=errand.max_redirects,
    )
    first = next(iter(configs))
    ways = {root: way if root == first else way.of(config) for root, config in configs.items()}
    if errand.archive is None:
        return ways
    from gnut.edge.archive import with_archive
    from gnut.edge.net import allowed

    withheld = {host for host, _ in allowed(errand.allow_net)} | {one.host for one in asked.headers}
    return {root: replace(one, fetch=with_archive(one.fetch, standing, withheld)) for root, one in ways.items()}


def seconds(configs: Iterable[Config], errand: Errand, requests: Iterable[Request]) -> float:
    """Return the seconds that asking for all of it takes at least."""
    return least(requests, manners(gentlest(configs), errand), errand.allow_net)


def unasked(errand: Errand, requests: Iterable[Request]) -> list[str]:
    """Return the hosts for which a field was typed and of which nothing is asked."""
    asked = {place(one.written)[0] for one in requests}
    return list(dict.fromkeys(one.host for one in map(header, errand.header) if one.host not in asked))


def hosts(way: Means) -> tuple[HostCame, ...]:
    """Return what each host was asked for."""
    return tuple(
        HostCame(
            host=one.host,
            requests=one.requests,
            bytes=one.bytes,
            milliseconds=round(1000 * one.seconds),
            paused_milliseconds=round(1000 * one.paused),
            captured=one.captured,
            unchanged=one.unchanged,
            failed=one.failed,
        )
        for one in way.hosts()
    )
