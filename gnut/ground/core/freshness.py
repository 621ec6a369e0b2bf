"""GRD-004: was every source probed, lately enough, and is there a baseline of retrieval quality?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gnut.ground.contract import (
    FRESHNESS,
    NOT_VERIFIED,
    PASS,
    SHOULD_FIX,
    Detail,
    Finding,
    KnowledgeSource,
    Run,
)
from gnut.ground.core.cadences import window
from gnut.ground.core.grouping import by_source
from gnut.text.times import MINUTE, Instant, instant

ALLOWANCE = 5 * MINUTE
"""Seconds by which the clock of a probe may be ahead of the one that evidence was put together by."""


def assess_freshness_coverage(
    sources: Sequence[KnowledgeSource], runs: Sequence[Run], *, at: Instant, baseline: str | None
) -> Finding:
    """Return finding GRD-004: an age is a reason to probe again, and never a failure.

    Args:
        sources: The declared sources, with controls or without.
        runs: Of all kinds.
        at: When the evidence was put together.
        baseline: Reference to the baseline; None when there is none.
    """
    probed = by_source(runs)
    ages = {source.id: _age(source, probed.get(source.id, ()), at) for source in sources}
    of = {state: tuple(sorted(id for id, age in ages.items() if age == state)) for state in set(ages.values())}
    return finding(sources, of, baseline)


def finding(sources: Sequence[KnowledgeSource], of: Mapping[str, tuple[str, ...]], baseline: str | None) -> Finding:
    """Return finding GRD-004 on the states of sources.

    Args:
        sources: The declared sources.
        of: State, `uncovered`, `unverifiable`, `stale` or `fresh` → ids of the sources in it, sorted.
        baseline: Reference to the baseline; None when there is none.
    """
    if not sources:
        return Finding(FRESHNESS, PASS, Detail("no-knowledge-sources"))
    status, reason = _decided([state for state, ids in of.items() if ids], baseline)
    detail = Detail(
        reason,
        uncovered_sources=of.get("uncovered", ()),
        stale_sources=of.get("stale", ()),
        unverifiable_freshness_sources=of.get("unverifiable", ()),
    )
    return Finding(FRESHNESS, status, detail)


def _decided(states: Collection[str], baseline: str | None) -> tuple[str, str]:
    if baseline is None:
        return NOT_VERIFIED, "retrieval-quality-baseline-missing"
    if "uncovered" in states:
        return NOT_VERIFIED, "sources-uncovered"
    if "unverifiable" in states:
        return NOT_VERIFIED, "freshness-unverifiable"
    if "stale" in states:
        return SHOULD_FIX, "stale-evidence"
    return PASS, "fresh-and-covered"


def _age(source: KnowledgeSource, runs: Sequence[Run], at: Instant) -> str:
    """Return `uncovered`, `unverifiable`, `stale` or `fresh`.

    One valid time is enough, and the oldest counts. A time that is yet to come, or a cadence that is not understood,
    says nothing of an age.
    """
    if not runs:
        return "uncovered"
    points = [point for run in runs if (point := instant(run.captured_at)) is not None]
    allowed = window(source.refresh_cadence)
    if not points or allowed is None or max(points).after(at, ALLOWANCE):
        return "unverifiable"
    return "stale" if at.after(min(points), allowed) else "fresh"
