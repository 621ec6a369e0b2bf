"""How many answers that passed were wrong: the observed share, with an interval beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal

from gnut.errors import MalformedReport
from gnut.measure.contract import Cost, Decided, Interval, Label, Measurement, Stratum
from gnut.measure.core.sampling import strata

SCHEMA = "gnut-measurement/v1"
Z = Decimal("1.959963984540054")
"""Of the normal distribution, for 95 %."""

_EXACT = Context(prec=40)
_SIX = Decimal("0.000001")
WIDE = Decimal("0.05")
"""Half the width of an interval from which it is said to be wide."""

PASSED = "PASS"


def measure(
    records: Sequence[Decided],
    labels: Sequence[Label],
    *,
    head: str | None = None,
    review_minutes: Decimal | None = None,
    hour: Decimal | None = None,
    error: Decimal | None = None,
) -> Measurement:
    """Return the share of wrong answers among those that passed.

    Args:
        records: Every record of the log.
        labels: Of some of them.
        head: record_hash of the log's last record.
        review_minutes: A person's time for one answer in review; None leaves costs out.
        hour: What an hour of it costs.
        error: What one wrong answer that passed costs.

    Raises:
        MalformedReport: A label of an unknown record, two of one record, or no label of a record that passed.
    """
    by_id = {each.record_id: each for each in records}
    known = _known(by_id, labels)
    passed = [each for each in records if each.decision == PASSED]
    if not any(known[each.record_id].wrong is not None for each in passed if each.record_id in known):
        raise MalformedReport("no record that passed is labelled", code="no_labels")
    groups = strata(records)
    powered = all(each.record_id in known and known[each.record_id].prediction is not None for each in passed)
    whole = _powered(passed, known) if powered else _weighted(passed, known)
    share = Decimal(whole.estimate) * len(passed) / len(records)
    return Measurement(
        schema=SCHEMA,
        passed_wrong=whole,
        per_thousand=format((share * 1000).quantize(Decimal("0.001")), "f"),
        method="prediction_powered" if powered else "agresti_coull",
        per_risk_class=_by_risk(passed, known, _powered if powered else _weighted),
        strata=tuple(
            Stratum(decision, risk or None, len(group), *_counts(group, known))
            for (decision, risk), group in groups.items()
        ),
        records=len(records),
        cost=_cost(records, whole, review_minutes, hour, error),
        notes=_notes(whole, groups, known),
        head=head,
    )


def _known(by_id: Mapping[str, Decided], labels: Sequence[Label]) -> dict[str, Label]:
    found: dict[str, Label] = {}
    for each in labels:
        if each.record_id not in by_id:
            raise MalformedReport(
                f"a label of the record {each.record_id!r}, which the log has not", code="unknown_record"
            )
        if each.record_id in found:
            raise MalformedReport(f"two labels of the record {each.record_id!r}", code="label_twice")
        found[each.record_id] = each
    return found


def _counts(group: Sequence[Decided], known: Mapping[str, Label]) -> tuple[int, int]:
    """Return how many of a group are labelled, and how many of those wrong."""
    said = [known[each.record_id].wrong for each in group if each.record_id in known]
    return sum(each is not None for each in said), sum(bool(each) for each in said)


def _agresti_coull(wrong: int, labelled: int) -> tuple[Decimal, Decimal]:
    """Return centre and variance of the adjusted share (Agresti and Coull, 1998): z²/2 added to both outcomes."""
    n = labelled + Z * Z
    centre = (wrong + Z * Z / 2) / n
    return centre, centre * (1 - centre) / n


def _weighted(passed: Sequence[Decided], known: Mapping[str, Label]) -> Interval:
    """Return the share over strata of risk class, each weighted by how much of what passed it is."""
    labelled = wrong = 0
    estimate = centre = variance = weight = Decimal(0)
    for group in strata(passed).values():
        own, bad = _counts(group, known)
        if not own:
            continue
        part = Decimal(len(group)) / len(passed)
        middle, spread = _agresti_coull(bad, own)
        estimate += part * bad / own
        centre += part * middle
        variance += part * part * spread
        weight += part
        labelled, wrong = labelled + own, wrong + bad
    half = Z * _EXACT.sqrt(variance) / weight
    return _interval(estimate / weight, centre / weight - half, centre / weight + half, labelled, wrong, len(passed))


def _powered(passed: Sequence[Decided], known: Mapping[str, Label]) -> Interval:
    """Return the share by predictions of all and their errors on the labelled (Angelopoulos and others, 2023).

    In each risk class for itself and weighted like the other way, since the sample is drawn so.
    """
    labelled = wrong = 0
    estimate = variance = weight = Decimal(0)
    for group in strata(passed).values():
        said = [known[each.record_id] for each in group]
        guesses = [Decimal(bool(each.prediction)) for each in said]
        errors = [Decimal(bool(each.wrong)) - Decimal(bool(each.prediction)) for each in said if each.wrong is not None]
        if not errors:
            continue
        part = Decimal(len(group)) / len(passed)
        estimate += part * (_mean(guesses) + _mean(errors))
        variance += part * part * (_variance(guesses) / len(guesses) + _spread(errors) / len(errors))
        weight += part
        labelled, wrong = labelled + len(errors), wrong + sum(bool(each.wrong) for each in said)
    half = Z * _EXACT.sqrt(variance) / weight
    share = estimate / weight
    return _interval(share, share - half, share + half, labelled, wrong, len(passed))


def _mean(values: Sequence[Decimal]) -> Decimal:
    return sum(values, Decimal(0)) / len(values)


def _spread(errors: Sequence[Decimal]) -> Decimal:
    """Return the variance of errors of predictions, never under that of the adjusted share of those that are wrong.

    Two labels that agree with their predictions are no proof that all do.
    """
    centre, _ = _agresti_coull(sum(bool(each) for each in errors), len(errors))
    return max(_variance(errors), centre * (1 - centre))


def _variance(values: Sequence[Decimal]) -> Decimal:
    if len(values) < 2:
        return Decimal(0)
    mean = sum(values, Decimal(0)) / len(values)
    return sum(((each - mean) ** 2 for each in values), Decimal(0)) / (len(values) - 1)


def _interval(estimate: Decimal, low: Decimal, high: Decimal, labelled: int, wrong: int, of: int) -> Interval:
    def shown(share: Decimal) -> str:
        return format(min(Decimal(1), max(Decimal(0), share)).quantize(_SIX), "f")

    return Interval(shown(estimate), shown(low), shown(high), labelled, wrong, of)


def _by_risk(
    passed: Sequence[Decided],
    known: Mapping[str, Label],
    share: Callable[[Sequence[Decided], Mapping[str, Label]], Interval],
) -> tuple[tuple[str | None, Interval], ...]:
    found = []
    for (_, risk), group in strata(passed).items():
        labelled, _ = _counts(group, known)
        if labelled:
            found.append((risk or None, share(group, known)))
    return tuple(found)


def _cost(
    records: Sequence[Decided], whole: Interval, minutes: Decimal | None, hour: Decimal | None, error: Decimal | None
) -> Cost | None:
    if minutes is None or hour is None or error is None:
        return None
    reviewed = sum(each.decision == "REVIEW" for each in records)
    passed = sum(each.decision == PASSED for each in records)
    cents = Decimal("0.01")
    return Cost(
        format((reviewed * minutes / 60 * hour).quantize(cents), "f"),
        format((Decimal(whole.estimate) * passed * error).quantize(cents), "f"),
    )


def _notes(
    whole: Interval, groups: Mapping[tuple[str, str], Sequence[Decided]], known: Mapping[str, Label]
) -> tuple[str, ...]:
    found = []
    half = (Decimal(whole.high) - Decimal(whole.low)) / 2
    if half > WIDE:
        found.append(f"the interval is wide: ±{half * 100:.1f} points; label more records that passed")
    for (decision, risk), group in groups.items():
        if not _counts(group, known)[0]:
            found.append(f"no record of {decision}{f', risk class {risk},' if risk else ''} is labelled")
    return tuple(found)
