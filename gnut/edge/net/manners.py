"""How one call behaves towards servers; what the user may say on the command line, and no configuration."""

from __future__ import annotations

from msgspec import Struct

from gnut._version import __version__

TOKEN = "gnut"
"""Product token that a robots.txt may name."""

USER_AGENT = f"{TOKEN}/{__version__} (citation checker)"


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """A field that the user sends to one origin; it may be a secret."""

    host: str
    """ASCII, lower case. The field goes to this host alone, never along a redirect to another."""

    name: str
    value: str
    scheme: str = "https"
    """`http` only where the user wrote it: the address that is asked was written by somebody else."""

    port: int = 443

    @property
    def origin(self) -> tuple[str, str, int]:
        """Scheme, host and port."""
        return self.scheme, self.host, self.port


class Manners(Struct, frozen=True, forbid_unknown_fields=True):
    """Politeness, patience and what is said of oneself."""

    robots: bool = True
    """Whether robots.txt is asked first."""

    host_concurrency: int = 2
    """Connections to one host at a time."""

    host_interval: float = 1.0
    """Seconds between two requests to one host."""

    everywhere: frozenset[str] = frozenset()
    """Those of `robots`, `host_concurrency` and `host_interval` that hold for hosts opened for the call as well.

    What the user typed is meant for them, too; gnut's own politeness is for servers of others.
    """

    retries: int = 0
    """Further tries of what may pass by itself (`gnut.edge.net.retry.PASSING`)."""

    downgrade: bool = False
    """Whether a redirect may lead from https to http; it is recorded."""

    user_agent: str = USER_AGENT
    headers: tuple[Header, ...] = ()


MANNERS = Manners()
