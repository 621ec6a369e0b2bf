"""How one call of `gnut acquire` asks servers, from its command line and the repository's configuration."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gnut.config.parse import Config
from gnut.edge.errand import Errand
from gnut.edge.live import Means, means, polite
from gnut.edge.terms import header, size
from gnut.formats.acquired_json import HostCame
from gnut.formats.planned import least_seconds
from gnut.model import Request, Uri

if TYPE_CHECKING:
    from gnut.edge.net.manners import Manners


def manners(config: Config, errand: Errand) -> Manners:
    """Return how the call behaves towards servers: what is typed goes before the configuration.

    Raises:
        Usage: A number out of its range, or a field or a name that no request can bear.
    """
    made = replace(
        polite(config),
        robots=errand.robots,
        retries=errand.max_retries,
        downgrade=errand.allow_downgrade,
        headers=tuple(map(header, errand.header)),
    )
    if errand.user_agent is not None:
        made = replace(made, user_agent=errand.user_agent)
    if errand.host_concurrency is not None:
        made = replace(made, host_concurrency=errand.host_concurrency)
    if errand.host_interval is not None:
        made = replace(made, host_interval=errand.host_interval)
    from gnut.edge.net.fields import checked

    return checked(made)


def means_for(config: Config, errand: Errand, standing: Collection[Uri]) -> Means:
    """Return the network as one call is to use it.

    Args:
        config: The repository's choice.
        errand: The command line.
        standing: Sources on record that can be searched; no archive is asked for those.

    Raises:
        NetworkNotAllowed: The configuration says `offline`.
        Usage: A limit is raised, or a value is none.
    """
    way = means(
        config,
        allow_net=errand.allow_net,
        jobs=errand.jobs,
        manners=manners(config, errand),
        timeout=errand.timeout,
        max_bytes=None if errand.max_bytes is None else size(errand.max_bytes),
        max_redirects=errand.max_redirects,
    )
    if errand.archive is None:
        return way
    from gnut.edge.archive import with_archive
    from gnut.edge.net import allowed

    opened = {host for host, _ in allowed(errand.allow_net)}
    return replace(way, fetch=with_archive(way.fetch, standing, opened))


def least(config: Config, errand: Errand, requests: Iterable[Request]) -> float:
    """Return the seconds that asking for all of it takes at least."""
    asked = manners(config, errand)
    return least_seconds(requests, asked.host_interval, robots=asked.robots, opened=errand.allow_net)


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
