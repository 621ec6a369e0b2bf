"""What probes took: their number, the subqueries and the tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Context, Decimal

from gnut.ground.contract import Number, Run, Telemetry
from gnut.ground.core.shapes import EVIDENCE, MOST, whole

_EXACT = Context(prec=400)


def summed(runs: Sequence[Run]) -> Telemetry:
    """Return the sums over runs of all kinds; what a run does not say adds nothing.

    Raises:
        GroundEvidenceError: A sum is over 2^53 - 1.
    """
    return Telemetry(
        len(runs), total((run.subqueries for run in runs), "subqueries"), total((run.tokens for run in runs), "tokens")
    )


def total(numbers: Iterable[Number | None], name: str) -> Number:
    """Return the exact sum of numbers, None among them counting nothing.

    Raises:
        GroundEvidenceError: The sum is over 2^53 - 1.
    """
    count, rest = 0, Decimal(0)
    for number in numbers:
        if isinstance(number, Decimal):
            rest = _EXACT.add(rest, number)
        elif number is not None:
            count += number
    said = whole(_EXACT.add(rest, count))
    if said > MOST:
        raise EVIDENCE.refuse(f"the sum of `{name}` is over {MOST:,}", name)
    return said
