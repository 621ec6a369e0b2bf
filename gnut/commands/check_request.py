"""`gnut check --request`: one JSON request, answered with the whole run as JSON, for hosts that run no Python."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.edge.world import World


def check_request(
    world: World,
    request: str | None,
    *,
    paths: Sequence[str],
    allow_live: bool,
    allow_net: Sequence[str],
    record: bool | None,
) -> int:
    """Answer a canonical request on stdout and return the exit code."""
    raise NotImplementedError
