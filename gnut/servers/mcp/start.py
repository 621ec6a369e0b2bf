"""`gnut mcp`: the tools of an agent, over standard input and output."""

from __future__ import annotations

from gnut.edge.world import World
from gnut.errors import MissingExtra


def start(world: World, *, log: str | None, signing_key: str | None) -> int:
    """Serve until standard input ends.

    Raises:
        MissingExtra: The extra `mcp` is not installed.
        BadSignature: The key is none: asked before anything is served.
    """
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        raise MissingExtra("the protocol's library is not installed", help="pip install 'gnut[mcp]'")
    if log is not None:
        from gnut.edge.answering import place

        place(world, log, signing_key)
    from gnut.servers.mcp.server import served
    from gnut.servers.mcp.tools import Tools

    served(Tools(world, log, signing_key))
    return 0
