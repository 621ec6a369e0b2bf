"""Why a row says something else, for people: one cause, one a column, or those that it may be."""

from __future__ import annotations

from gnut.diff_replay.contract import CAUSES, SEVERAL, UNKNOWN, Change

_READ = frozenset(("report", "profile", "engine"))
_ANCHORED = _READ | {"source"}
_REACH = {
    "bucket": _ANCHORED,
    "reason": _ANCHORED,
    "kind": _ANCHORED,
    "waived": _READ | {"policy"},
    "support": _ANCHORED | {"support"},
    "authority": _READ | {"authority"},
    "provenance": _READ,
    "calculation": _READ,
}
"""Which inputs can move a column at all; a change lists those that do differ and reach its row."""

_CONTRADICTED = "contradicted"
"""The one support that a policy may block, and so the one that moves a gate."""


def why(change: Change) -> str:
    """Return in a clause why a row changed."""
    if change.cause == UNKNOWN:
        return "why is unknown: nothing that differs between the runs reaches this row"
    if change.cause != SEVERAL:
        return f"because of the {change.causes[0]}"
    columns = _columns(change)
    if columns is None:
        return f"because of one of these, or several: {', '.join('the ' + name for name in change.causes)}"
    return "because of " + ", ".join(f"the {name} ({', '.join(fields)})" for name, fields in columns.items())


def _columns(change: Change) -> dict[str, list[str]] | None:
    """Return the columns by the cause that each of them has alone; None where one may have several or has none."""
    found: dict[str, list[str]] = {}
    for field in change.fields:
        reach = _gate(change) if field == "gates" else _REACH.get(field, frozenset(CAUSES))
        met = [name for name in change.causes if name in reach]
        if len(met) != 1:
            return None
        found.setdefault(met[0], []).append("gate" if field == "gates" else field)
    # A cause that no column claims was found by a way that this table does not know.
    return {name: found[name] for name in change.causes} if set(found) == set(change.causes) else None


def _gate(change: Change) -> frozenset[str]:
    """Return what can move a gate: the policy, and whatever moves a column, a mark or a finding that it looks at."""
    reach = _ANCHORED | {"policy"}
    sides = [side.support for side in (change.before, change.after) if side is not None]
    return reach | {"support"} if _CONTRADICTED in sides else reach
