"""Runs by the source that they probed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from gnut.ground.contract import AclEvidence, CitationEvidence, Run

_Kind = TypeVar("_Kind", bound=Run | AclEvidence | CitationEvidence)


def by_source(runs: Iterable[_Kind]) -> dict[str, list[_Kind]]:
    """Return the runs of each source, in their order, as captured or as stored; one without runs is not in it."""
    grouped: dict[str, list[_Kind]] = {}
    for run in runs:
        grouped.setdefault(run.source_id, []).append(run)
    return grouped
