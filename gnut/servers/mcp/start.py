"""`gnut mcp`: the tools of an agent, over standard input and output."""

from __future__ import annotations

import os
import sys
import threading

from gnut.edge.world import World
from gnut.errors import MissingExtra, Usage

GRACE = 2.0
"""Seconds that calls at work have to end in, once the client has left."""

LOG = "the server's log"
"""What clients are told instead of a path of the machine."""


def start(world: World, *, log: str | None, signing_key: str | None) -> int:
    """Serve until standard input ends.

    Log and key are looked at before anything is served: whoever starts the server can mend them, its clients cannot.

    Raises:
        BadSignature: The key is none.
        InputMissing: The log cannot be opened.
        MissingExtra: The extra `mcp` is not installed.
        TornLog: The log's last line is cut off or no record.
        Usage: A key is named, and no log.
    """
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        raise MissingExtra("the protocol's library is not installed", help="pip install 'gnut[mcp]'")
    to, signs = None, None
    if log is not None:
        from gnut.edge.keys.raw import signer
        from gnut.edge.record_log import LogSink

        LogSink(world.cwd / log, log, world.now).ready()
        to, signs = LogSink(world.cwd / log, LOG, world.now), signer(world, signing_key)
    elif signing_key is not None:
        raise Usage("there is no log to sign for", help="name one with --log FILE")
    from gnut.servers.mcp.server import served
    from gnut.servers.mcp.tools import Tools

    served(Tools(world, to, signs))
    _leave()
    return 0


def _leave() -> None:
    """End the process though calls are still at work: nobody is left to read what they say.

    A record is written by one call of the system, so that none is torn by this.
    """
    waiting = [each for each in threading.enumerate() if each is not threading.current_thread() and not each.daemon]
    for each in waiting:
        each.join(GRACE / len(waiting))
    if any(each.is_alive() for each in waiting):
        sys.stdout.flush()
        os._exit(0)
