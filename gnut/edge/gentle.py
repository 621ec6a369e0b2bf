"""How gently one call behaves towards servers, and how long it takes at that pace."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gnut.config.parse import Config
from gnut.formats.planned import least_seconds
from gnut.model import Request
from gnut.text.hosts import place

if TYPE_CHECKING:
    from gnut.edge.net.manners import Manners


def polite(config: Config) -> Manners:
    """Return how gnut behaves towards servers, or more gently where the repository asks for it."""
    from gnut.edge.net.manners import Manners

    return Manners(
        host_concurrency=config.host_concurrency,
        host_interval=float(config.host_interval_seconds),
    )


def gentlest(configs: Iterable[Config]) -> Config:
    """Return the pace that suits every repository of a call, which share it; all else is of the first."""
    first, *others = configs
    for one in others:
        first = replace(
            first,
            host_concurrency=min(first.host_concurrency, one.host_concurrency),
            host_interval_seconds=max(first.host_interval_seconds, one.host_interval_seconds),
        )
    return first


def least(requests: Iterable[Request], manners: Manners, allow_net: Iterable[str]) -> float:
    """Return the seconds that asking for all of it takes at least, with the hosts that `allow_net` opens."""
    from gnut.edge.net import allowed

    opened, typed = allowed(tuple(allow_net)), manners.everywhere
    strange: list[Request] = []
    free: list[Request] = []
    for one in requests:
        (free if place(one.written) in opened else strange).append(one)
    interval = manners.host_interval if "host_interval" in typed else 0.0
    return max(
        least_seconds(strange, manners.host_interval, robots=manners.robots),
        least_seconds(free, interval, robots=manners.robots and "robots" in typed),
    )
