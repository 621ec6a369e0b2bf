"""Which records of fetches only pile up: old ones that no command reads any more."""

from __future__ import annotations

from collections.abc import Iterable

from gnut.text.patterns import lazy

KEPT = 50
"""Records of one source and kind that stay, however old they are."""

DAYS = 90
"""Days that a record stays at least."""

_NAME = lazy(r"((?:seen|fail)/[0-9a-f]{40})/([0-9]{8}t[0-9]{6}z)(\.[0-9]{3})?")


def piled(names: Iterable[str], before: str) -> frozenset[str]:
    """Return the names of records that may go: older than a time, and not among the newest of their source and kind.

    Kinds are the statuses of exchanges, so that a hundred times "unchanged" does not cost the one answer that brought
    the page, and failures.

    Args:
        names: Refs as `identity.timed` writes them; any others are left out.
        before: RFC 3339, UTC, whole seconds: records of this time and later stay.
    """
    limit = before.lower().replace("-", "").replace(":", "")
    times: dict[tuple[str, str], set[str]] = {}
    for name in names:
        match = _NAME.fullmatch(name)
        if match is not None:
            times.setdefault((match[1], match[3] or ""), set()).add(match[2])
    return frozenset(
        f"{source}/{time}{kind}"
        for (source, kind), found in times.items()
        for time in sorted(found, reverse=True)[KEPT:]
        if time < limit
    )
