"""Where two projections part, by path and hashes alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from gnut.diff_replay.contract import Difference
from gnut.diff_replay.core.projection import UNORDERED, at
from gnut.text.patterns import lazy
from gnut_store import canon

_PLAIN = lazy(r"[a-z][a-z0-9_]{0,63}")
"""Names that contracts give to members, kinds and roles."""

_COUNTED = lazy(r"[cu][0-9]{1,9}|(?:url|file):[0-9a-f]{16}")
"""Ids that gnut gives to claims and sources."""

_MISSING = object()


def differences(live: dict[str, Any], replay: dict[str, Any]) -> tuple[Difference, ...]:
    """Return every place where two projections part, sorted by path; nothing in it is text of theirs."""
    found = _walk("", live["execution"], replay["execution"])
    return tuple(sorted(found, key=lambda one: one.path))


def _walk(path: str, left: Any, right: Any) -> Iterator[Difference]:
    # Equal to Python are 1 and true, to JSON they are not; what only looks different is walked through.
    if left == right and repr(left) == repr(right):
        return
    if isinstance(left, dict) and isinstance(right, dict):
        for name in {**left, **right}:
            yield from _walk(f"{path}/{_segment(name)}", left.get(name, _MISSING), right.get(name, _MISSING))
    elif isinstance(left, list | tuple) and isinstance(right, list | tuple):
        ours, theirs = _elements(path, left), _elements(path, right)
        for key in {**ours, **theirs}:
            yield from _walk(f"{path}/{key}", ours.get(key, _MISSING), theirs.get(key, _MISSING))
    else:
        yield Difference(path, _hash(left), _hash(right))


def _elements(path: str, elements: Sequence[Any]) -> dict[str, Any]:
    """Return the elements of a list by what each is known by: its place, or, where order says nothing, its identity."""
    names = UNORDERED.get(path)
    if names is None:
        return {str(index): element for index, element in enumerate(elements)}
    met: Counter[str] = Counter()
    found = {}
    for element in elements:
        own = str(at(element, names[0].split("/")))
        segment = own if _COUNTED.fullmatch(own) else _hashed(own) if names == ("claim_id",) else _segment(own)
        met[segment] += 1
        found[segment if met[segment] == 1 else f"{segment}+{met[segment]}"] = element
    return found


def _segment(name: str) -> str:
    """Return a name for a path: as it is when a contract may have chosen it, else hashed."""
    return name if _PLAIN.fullmatch(name) else _hashed(name)


def _hashed(name: str) -> str:
    """Return what stands for a name that may be words of a report."""
    return f"sha256:{canon.sha256(name.encode('utf-8', 'surrogatepass'))[:16]}"


def _hash(value: Any) -> str | None:
    return None if value is _MISSING else canon.sha256(canon.encode(value))
