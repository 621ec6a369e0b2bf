"""What a person should know about evidence that no finding says."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.ground.contract import Evidence
from gnut.ground.core.cadences import window
from gnut.ground.core.freshness import ALLOWANCE
from gnut.text.times import HOUR, instant

APART = HOUR
"""Seconds by which the time of evidence and the clock may differ before it is said."""

SEVERAL = 20
"""Most remarks of one kind."""


def remarks(evidence: Evidence, *, generated_at: str, now: str) -> tuple[str, ...]:
    """Return remarks, each a line that names the place.

    That one run has no time is no finding as long as another of its source has one, and who gives old evidence also
    gives the time that it is judged by; both are said here.

    Args:
        evidence: As read.
        generated_at: Time that the evidence is judged by.
        now: What the clock says.
    """
    told = list(_of_times(evidence, generated_at))
    said = told[:SEVERAL]
    if len(told) > SEVERAL:
        said.append(f"{len(told) - SEVERAL:,} more runs have no time that counts")
    for at, source in enumerate(evidence.sources):
        if window(source.refresh_cadence) is None:
            said.append(f"sources[{at}].refresh_cadence: not understood, so that nothing is said of its age")
    at_, clock = instant(generated_at), instant(now)
    if at_ is not None and clock is not None and (clock.after(at_, APART) or at_.after(clock, APART)):
        said.append(f"generated_at: {generated_at} is over an hour from the clock, {now}: ages are counted from it")
    return tuple(said)


def _of_times(evidence: Evidence, generated_at: str) -> Iterator[str]:
    at = instant(generated_at)
    for name in ("acl_runs", "citation_runs", "refusal_runs"):
        for number, run in enumerate(getattr(evidence, name)):
            point = instant(run.captured_at)
            if point is None:
                yield f"{name}[{number}].captured_at: no RFC 3339 time with a zone, not counted"
            elif at is not None and point.after(at, ALLOWANCE):
                yield f"{name}[{number}].captured_at: later than generated_at"
