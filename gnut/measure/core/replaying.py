"""Past traffic under another policy: which decisions change, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from gnut.measure.contract import Change, JudgeUse, Replayed

SCHEMA = "gnut-decision-replay/v1"
Outcome = tuple[str | None, str, tuple[str, ...]]
"""(record id, decision under the new policy, codes of its reasons)."""


def replay(
    outcomes: Iterable[Outcome],
    before: Mapping[str, str],
    *,
    policy_id: str,
    policy_hash: str,
    judge: JudgeUse | None = None,
) -> Replayed:
    """Return what a policy would have decided of past requests, beside what was decided.

    Args:
        outcomes: Of each request, in the order of the traffic.
        before: Earlier decision by record id.
        policy_id: Of the new policy.
        policy_hash: Of that.
        judge: How often a judge's earlier replies served; None when none was asked.
    """
    decisions: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    changes: list[Change] = []
    compared = count = 0
    for count, (record_id, decision, reasons) in enumerate(outcomes, 1):
        decisions[decision] += 1
        earlier = before.get(record_id) if record_id is not None else None
        if earlier is None:
            continue
        compared += 1
        if earlier != decision:
            moves[f"{earlier}→{decision}"] += 1
            changes.append(Change(count, record_id, earlier, decision, tuple(dict.fromkeys(reasons))))
    return Replayed(
        schema=SCHEMA,
        policy_id=policy_id,
        policy_hash=policy_hash,
        requests=count,
        compared=compared,
        changed=len(changes),
        decisions=tuple(sorted(decisions.items())),
        transitions=tuple(sorted(moves.items())),
        changes=tuple(changes),
        judge=judge or JudgeUse(0, 0, 0),
    )
