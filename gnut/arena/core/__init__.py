"""Adversarial review: emit tasks, adjudicate attacks and rulings, write briefs, collect answers."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.arena.contract import ArenaPolicy, ArenaReport, Attack, Ruling, Task
from gnut.arena.core.emission import emit
from gnut.arena.core.judging import Where, indexed, judged
from gnut.arena.core.vocabulary import profile

__all__ = ["arena", "emit", "profile"]


def arena(
    policy: ArenaPolicy,
    tasks: Sequence[Task],
    attacks: Sequence[Attack],
    rulings: Sequence[Ruling],
    emission_sha256: str | None = None,
    where: Where = indexed,
) -> ArenaReport:
    """Return the verdict on every task of a report, after attacks and rulings.

    A task stands only when every lens of the policy was tried and each attack that was made was ruled a miss by
    as many judges as required, no two of one family or one session and none of the attacker's. The order of
    attacks and rulings makes no difference to a byte of the result.

    Args:
        policy: Lenses, and how many rulings an attack needs.
        tasks: In the order in which they are reported.
        attacks: At most one a task and lens.
        rulings: On attacks that are not null.
        emission_sha256: Self-hash of the emission that the tasks came in, if they did.
        where: Names the place of a row in a refusal.

    Raises:
        MalformedReport: `duplicate_task`, `unknown_task`, `unknown_lens`, `duplicate_attack`,
            `ruling_without_attack`, `ruling_on_null_attack`, `self_ruling`.
    """
    return judged(policy, tasks, attacks, rulings, emission_sha256, where)
