"""The network, and nobody else's: judged addresses, bounded exchanges, polite pace."""

from __future__ import annotations

from gnut.edge.net.client import Fetcher
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.manners import MANNERS, Header, Manners
from gnut.edge.net.many import fetch_many
from gnut.edge.net.opened import Allowed, allowed
from gnut.edge.net.tally import HostStats

__all__ = [
    "LIMITS",
    "MANNERS",
    "Allowed",
    "Fetcher",
    "Header",
    "HostStats",
    "Limits",
    "Manners",
    "allowed",
    "fetch_many",
]
