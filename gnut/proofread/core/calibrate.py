"""Where a floor has to be cut so that defects are caught, and what that costs: on labelled results of your own."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal
from math import isqrt

from msgspec import Struct

from gnut.errors import MalformedReport
from gnut_store import canon

MIN_LABELLED = 200
ROUNDS = 1000
"""Rounds of the bootstrap."""

PLACES = 400
"""Most digits before the point of a score, and behind it: binary floating point needs 324."""

_SIX = Decimal("0.000001")
_WIDTH = 7
"""Bytes of a number that is drawn."""

_USED = 63
"""Bytes of a SHA-512 that numbers are made of: nine of them."""


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
        MalformedReport: Too few, one kind only, a target outside (0, 1], or a score that is no number within `PLACES`.
    """
    if not _within(target_recall) or not 0 < target_recall <= 1:
        raise MalformedReport(
            f"target_recall is {target_recall}, expected above 0 and up to 1", code="bad_target_recall"
        )
    if len(labelled) < min_labelled:
        raise MalformedReport(
            f"{len(labelled)} labelled results, at least {min_labelled} are needed", code="too_few_labelled"
        )
    if not all(_within(score) for score, _ in labelled):
        told = f"a score is not a finite number, or has over {PLACES} digits before or behind the point"
        raise MalformedReport(told, code="bad_score")
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


def _within(number: Decimal) -> bool:
    """Say whether a number is one that can be written out: `1e300000000` is short, and its digits are not."""
    exponent = number.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -PLACES and number.adjusted() < PLACES


def _cut(bad: Sequence[Decimal], target: Decimal) -> Decimal:
    """Return the score of the defect that has to be caught last."""
    return bad[_needed(len(bad), target) - 1]


def _needed(defects: int, target: Decimal) -> int:
    """Return how many defects have to be caught: the ceiling, so that the target is reached; at least one."""
    return max(1, int((target * defects).to_integral_value(ROUND_CEILING)))


def _at_most(scores: Sequence[Decimal], cut: Decimal) -> int:
    from bisect import bisect_right

    return bisect_right(scores, cut)


def _share(part: int, whole: int) -> str:
    return format((Decimal(part) / whole).quantize(_SIX), "f")


def _interval(bad: Sequence[Decimal], good: Sequence[Decimal], target: Decimal, seed: int) -> tuple[str, str]:
    """Return the percentiles of what a cut costs when both classes are drawn anew.

    Both are sorted, so that a round needs the places of what it draws and none of the scores: the place of its cut is
    the `needed`-th of the places drawn, and a good one is flagged when its place is before all that lie over the cut.
    """
    draws = Draws(seed)
    needed = _needed(len(bad), target)
    flagged_at = [_at_most(good, score) for score in bad]
    costs = []
    for _ in range(ROUNDS):
        limit = flagged_at[_nth(draws.take(len(bad), len(bad)), needed)]
        costs.append(sum([place < limit for place in draws.take(len(good), len(good))]))
    costs.sort()
    low, high = costs[int(ROUNDS * 0.025)], costs[int(ROUNDS * 0.975) - 1]
    return _share(low, len(good)), _share(high, len(good))


def _nth(places: Sequence[int], rank: int) -> int:
    """Return the `rank`-th smallest of places drawn from as many; only those near it are sorted, mostly."""
    near = max(0, rank - 8 * isqrt(len(places)) - 1)
    above = sorted([place for place in places if place >= near])
    below = len(places) - len(above)
    return above[rank - below - 1] if below < rank else sorted(places)[rank - 1]


class Draws:
    """Numbers from a counter that is hashed: the same everywhere for one seed.

    Number n is bytes 7m to 7m+7, big-endian, of the SHA-512 of `SEED:COUNTER`, with COUNTER n // 9 and m n % 9.
    """

    def __init__(self, seed: int) -> None:
        """Start with number 0."""
        self._seed, self._counter, self._left = seed, 0, b""

    def take(self, count: int, below: int) -> list[int]:
        """Return the next `count` numbers, each modulo `below`."""
        blocks = -(-(count * _WIDTH - len(self._left)) // _USED)
        upto = self._counter + max(0, blocks)
        hashed = [
            canon.digest("sha512", b"%d:%d" % (self._seed, number))[:_USED] for number in range(self._counter, upto)
        ]
        said = b"".join((self._left, *hashed))
        self._counter, self._left = upto, said[count * _WIDTH :]
        # Numbers of seven bytes, read all at once as numbers of eight.
        wide = bytearray(8 * count)
        for at in range(_WIDTH):
            wide[at + 1 :: 8] = said[at : count * _WIDTH : _WIDTH]
        return [number % below for number in struct.unpack(f">{count}Q", wide)]
