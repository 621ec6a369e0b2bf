"""The part of an execution that is evidence: all of it but the frozen exclusions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import msgspec

from gnut.account.contract import Execution
from gnut.diff_replay.contract import EXCLUSIONS, PROJECTION
from gnut_store import canon

UNORDERED = {
    "/run/companions": ("path", "sha256"),
    "/run/acquisitions": ("result/source_id", "result/uri"),
    "/run/evidence/accounts": ("claim_id",),
    "/manifest/sources": ("source_id",),
    "/manifest/policies": ("kind", "key"),
    "/manifest/components": ("role", "name"),
    "/manifest/artifacts": ("kind",),
}
"""Lists whose order says nothing, and what they are sorted by; by the first an element is known."""


def projection(execution: Execution) -> dict[str, Any]:
    """Return what of an execution is compared, as JSON with its unordered lists sorted."""
    members: dict[str, Any] = msgspec.to_builtins(execution)
    for path in _paths():
        _drop(members, path)
    for pointer, names in UNORDERED.items():
        steps = pointer.split("/")[1:]
        node = at(members, steps[:-1])
        node[steps[-1]] = sorted(node[steps[-1]], key=partial(_identity, names))
    return {"schema": PROJECTION, "execution": members}


def projection_sha256(projected: dict[str, Any]) -> str:
    """Return the hash of a projection."""
    return canon.sha256(canon.encode(projected))


def at(node: Any, path: Sequence[str]) -> Any:
    """Return what stands at a path of member names."""
    for name in path:
        node = node[name]
    return node


def _identity(names: Sequence[str], element: Any) -> tuple[str, ...]:
    return tuple(str(at(element, name.split("/"))) for name in names)


@cache
def _paths() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(each.path.split("/")[1:]) for each in EXCLUSIONS)


def _drop(node: Any, path: Sequence[str]) -> None:
    name, rest = path[0], path[1:]
    if name == "*":
        for element in node:
            _drop(element, rest)
    elif not rest:
        # `request_sha256` stands beside an execution; everything else is a member of it.
        node.pop(name, None)
    else:
        _drop(node[name], rest)
