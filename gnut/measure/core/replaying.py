"""Past traffic under another policy: which decisions change, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gnut.measure.contract import Change, JudgeUse, Replayed

SCHEMA = "gnut-decision-replay/v1"


class Outcome(NamedTuple):
    """What another policy decides of one request."""

    record_id: str | None
    decision: str
    reasons: tuple[str, ...]
    """Codes."""

    input_hash: str


class Earlier(NamedTuple):
    """What was decided of a request."""

    decision: str
    input_hash: str | None
    """None where the record does not say it as gnut does."""


def replay(
    outcomes: Iterable[Outcome],
    before: Mapping[str, Earlier],
    *,
    policy_id: str,
    policy_hash: str,
    judge: JudgeUse | None = None,
) -> Replayed:
    """Return what a policy would have decided of past requests, beside what was decided.

    Args:
        outcomes: Of each request, in the order of the traffic.
        before: Earlier decision by record id. A request whose input is not that of the record is not compared.
        policy_id: Of the new policy.
        policy_hash: Of that.
        judge: How often a judge's earlier replies served; None when none was asked.
    """
    decisions: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    changes: list[Change] = []
    compared = count = other = 0
    for count, (record_id, decision, reasons, input_hash) in enumerate(outcomes, 1):
        decisions[decision] += 1
        earlier = before.get(record_id) if record_id is not None else None
        if earlier is None:
            continue
        if earlier.input_hash not in (None, input_hash):
            other += 1
            continue
        compared += 1
        if earlier.decision != decision:
            moves[f"{earlier.decision}→{decision}"] += 1
            changes.append(Change(count, record_id, earlier.decision, decision, tuple(dict.fromkeys(reasons))))
    return Replayed(
        schema=SCHEMA,
        policy_id=policy_id,
        policy_hash=policy_hash,
        requests=count,
        compared=compared,
        other_inputs=other,
        changed=len(changes),
        decisions=tuple(sorted(decisions.items())),
        transitions=tuple(sorted(moves.items())),
        changes=tuple(changes),
        judge=judge or JudgeUse(0, 0, 0),
    )
