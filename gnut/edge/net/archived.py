"""The head of a reply that an archive kept, as the judges of live replies take it."""

from __future__ import annotations

import httpx

Reply = httpx.Response


def reply(status: int, fields: list[tuple[bytes, bytes]]) -> Reply:
    """Return a head without a body; `gnut.edge.net.replies` judges it as if a server had just sent it."""
    return httpx.Response(status, headers=fields)
