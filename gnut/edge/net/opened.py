"""Hosts that the user opened for one call."""

from __future__ import annotations

from gnut.edge.net.addresses import parse
from gnut.edge.net.refusal import Refused, plain
from gnut.errors import Usage

Allowed = frozenset[tuple[str, int]]
"""Hosts and ports that the user opened for this call, whatever their addresses."""


def allowed(specs: tuple[str, ...]) -> Allowed:
    """Return the hosts and ports that `--allow-net HOST:PORT` names.

    Raises:
        Usage: A value that is no host with a port.
    """
    found = set()
    for spec in specs:
        try:
            target = parse(f"http://{spec}/")
        except Refused as refusal:
            raise Usage(f"--allow-net {plain(spec)}: {refusal.detail}", help="Give HOST:PORT.") from None
        if not target.explicit or target.path != "/" or target.query:
            raise Usage(f"--allow-net {plain(spec)}: a port is missing", help="Give HOST:PORT.")
        found.add((target.host, target.port))
    return frozenset(found)
