"""The network, and nobody else's: judged addresses, bounded exchanges, polite pace."""

from __future__ import annotations

from gnut.edge.net.client import Allowed, Fetcher, allowed
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.many import fetch_many

__all__ = ["LIMITS", "Allowed", "Fetcher", "Limits", "allowed", "fetch_many"]
