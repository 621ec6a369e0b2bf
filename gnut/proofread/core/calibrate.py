"""Where a floor has to be cut so that defects are caught, and what that costs: on labelled results of your own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING, Decimal

from msgspec import Struct

from gnut.errors import MalformedReport
from gnut_store import canon

MIN_LABELLED = 200
ROUNDS = 1000
"""Rounds of the bootstrap."""

_SIX = Decimal("0.000001")


class Calibration(Struct, frozen=True):
    """A cut, and how it does on the labelled results."""

    threshold: str
    """A defect is flagged at or below it; six decimals at most."""

    target_recall: str
    caught: int
    """Defects at or below the threshold."""

    flagged: int
    """Good ones at or below it."""

    n: int
    n_positive: int
    """Defects."""

    recall: str
    fpr: str
    fpr_ci95: tuple[str, str]
    """Percentiles 2.5 and 97.5 of the bootstrap, both classes drawn anew in each round."""

    seed: int


def calibrate(
    labelled: Sequence[tuple[Decimal, bool]],
    *,
    target_recall: Decimal = Decimal("0.95"),
    seed: int = 0,
    min_labelled: int = MIN_LABELLED,
) -> Calibration:
    """Return the lowest cut that catches the asked share of defects, with its cost.

    Args:
        labelled: (score, whether it is a defect); lower scores are worse.
        target_recall: Above 0, up to 1; the share caught is never below it.
        seed: Of the bootstrap.
        min_labelled: Fewer are refused.

    Raises:
        MalformedReport: Too few, one kind only, a target outside (0, 1], or a score that is no number.
    """
    if not 0 < target_recall <= 1:
        raise MalformedReport(
            f"target_recall is {target_recall}, expected above 0 and up to 1", code="bad_target_recall"
        )
    if len(labelled) < min_labelled:
        raise MalformedReport(
            f"{len(labelled)} labelled results, at least {min_labelled} are needed", code="too_few_labelled"
        )
    if any(not score.is_finite() for score, _ in labelled):
        raise MalformedReport("a score is not a finite number", code="bad_score")
    bad = sorted(score for score, defect in labelled if defect)
    good = sorted(score for score, defect in labelled if not defect)
    if not bad or not good:
        raise MalformedReport("both defects and good results are needed", code="one_kind_only")
    cut = _cut(bad, target_recall)
    caught, flagged = _at_most(bad, cut), _at_most(good, cut)
    low, high = _interval(bad, good, target_recall, seed)
    return Calibration(
        threshold=format(cut, "f"),
        target_recall=format(target_recall, "f"),
        caught=caught,
        flagged=flagged,
        n=len(labelled),
        n_positive=len(bad),
        recall=_share(caught, len(bad)),
        fpr=_share(flagged, len(good)),
        fpr_ci95=(low, high),
        seed=seed,
    )


def _cut(bad: Sequence[Decimal], target: Decimal) -> Decimal:
    """Return the score of the defect that has to be caught last: the ceiling, so that the target is reached."""
    needed = int((target * len(bad)).to_integral_value(ROUND_CEILING))
    return bad[max(1, needed) - 1]


def _at_most(scores: Sequence[Decimal], cut: Decimal) -> int:
    from bisect import bisect_right

    return bisect_right(scores, cut)


def _share(part: int, whole: int) -> str:
    return format((Decimal(part) / whole).quantize(_SIX), "f")


def _interval(bad: Sequence[Decimal], good: Sequence[Decimal], target: Decimal, seed: int) -> tuple[str, str]:
    draws = _draws(seed)
    costs = []
    for _ in range(ROUNDS):
        again = sorted(bad[next(draws) % len(bad)] for _ in bad)
        cut = _cut(again, target)
        flagged = sum(good[next(draws) % len(good)] <= cut for _ in good)
        costs.append(Decimal(flagged) / len(good))
    costs.sort()
    low, high = costs[int(ROUNDS * 0.025)], costs[int(ROUNDS * 0.975) - 1]
    return format(low.quantize(_SIX), "f"), format(high.quantize(_SIX), "f")


def _draws(seed: int) -> Iterator[int]:
    """Yield numbers from a counter that is hashed: the same everywhere for one seed, and no state to share."""
    counter = 0
    while True:
        block = canon.digest("sha512", f"{seed}:{counter}".encode())
        counter += 1
        for at in range(0, 64, 7):
            if at + 7 <= 64:
                yield int.from_bytes(block[at : at + 7], "big")
