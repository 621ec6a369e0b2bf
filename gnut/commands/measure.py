"""`gnut measure`: how many answers that passed were wrong, from a sample that people label."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from gnut.edge import records, tables, terminal
from gnut.edge.files import read
from gnut.edge.keys import raw
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import MalformedReport, Usage
from gnut.formats import escape
from gnut.formats.indented import in_one_line
from gnut.measure.contract import Decided, Label, Measurement
from gnut.measure.core import decided, sample
from gnut.measure.core import measure as run
from gnut.verify_records.core import seal_document

LABELS = 64 << 20
MOST = 10**12
"""Largest minutes and amounts of money."""

WRONG = frozenset("wrong 1 true yes incorrect error".split())
RIGHT = frozenset("correct right 0 false no ok".split())


def measure(
    world: World,
    log: str,
    *,
    sample_of: int | None,
    seed: int,
    labels: str | None,
    review_minutes: str | None,
    cost_per_hour: str | None,
    error_cost: str | None,
    signing_key: str | None,
    json: bool,
) -> int:
    """Print ids of records to label, or what their labels say of all.

    Raises:
        Usage: Neither or both of a sample and labels are asked for.
        InputMissing: A file cannot be read.
        MalformedReport: The log does not stand, or a label is of no record.
    """
    if (sample_of is None) == (labels is None):
        raise Usage("say what to do", help="--sample N draws records to label, --labels FILE measures")
    costs = [review_minutes, cost_per_hour, error_cost]
    if 0 < costs.count(None) < len(costs):
        raise Usage("costs need all three", help="--review-minutes, --cost-per-hour and --error-cost")
    held, head = _log(world, log)
    if sample_of is not None:
        terminal.out("".join(f"{escape.one_line(name)}\n" for name in sample(held, sample_of, seed)))
        return 0
    found = run(
        held,
        _labels(world, labels or ""),
        head=head,
        review_minutes=_number(review_minutes),
        hour=_number(cost_per_hour),
        error=_number(error_cost),
    )
    if json:
        said: dict[str, Any] = msgspec.to_builtins(found)
        document = seal_document(found.schema, said, raw.signer(world, signing_key))
        terminal.out(in_one_line(msgspec.to_builtins(document)))
    else:
        terminal.out(_text(found))
    return 0


def _log(world: World, log: str) -> tuple[list[Decided], str | None]:
    """Return the answers of a log that stands, and its head."""
    held, head = records.held(world, log, "rec")
    found = (decided(each.record_id, each.content) for each in held)
    return [each for each in found if each is not None], head


def _labels(world: World, name: str) -> list[Label]:
    body = read(world.cwd / name, limit=LABELS, shown=legible(name))
    return [
        _label(row, f"{legible(name)}, line {at}")
        for at, row in tables.rows(body, legible(name), ("record_id", "label"))
    ]


def _label(row: dict[str, Any], where: str) -> Label:
    name = row.get("record_id")
    if not isinstance(name, str) or not name:
        raise MalformedReport(f"{where}: expected a record_id", code="bad_row")
    return Label(name, _word(row.get("label"), where), _word(row.get("prediction"), where))


def _word(value: object, where: str) -> bool | None:
    said = "" if value is None else str(value).strip().casefold()
    if not said:
        return None
    if said not in WRONG | RIGHT:
        raise MalformedReport(f"{where}: {said[:40]!r} is neither wrong nor correct", code="bad_label")
    return said in WRONG


def _number(text: str | None) -> Decimal | None:
    if text is None:
        return None
    try:
        found = Decimal(text)
    except InvalidOperation:
        raise Usage(f"{text!r} is no number") from None
    if not found.is_finite() or not 0 <= found <= MOST:
        raise Usage(f"{text!r}: expected a number from 0 to {MOST:,}")
    return found


def _text(found: Measurement) -> str:
    share = found.passed_wrong
    lines = [
        f"wrong among the answers that passed: {share.estimate} ({share.wrong} of {share.labelled} labelled, of "
        f"{share.of} that "
        f"passed), 95 % interval {share.low} to {share.high} ({found.method})",
        f"wrong answers that passed: {found.per_thousand} of 1,000 answers",
    ]
    lines += [
        f"  risk class {escape.terminal(risk or 'none')}: {each.estimate} ({each.wrong} of {each.labelled}), "
        f"{each.low} to {each.high}"
        for risk, each in found.per_risk_class
    ]
    lines += [
        f"  {each.decision} {escape.terminal(each.risk_class or '')}: {each.records} records, {each.labelled} "
        f"labelled, "
        f"{each.wrong} wrong"
        for each in found.strata
    ]
    if found.cost is not None:
        lines.append(f"cost: {found.cost.review} for review, {found.cost.errors} for errors that passed")
    lines += [f"note: {escape.terminal(each)}" for each in found.notes]
    return "\n".join(lines) + "\n"
