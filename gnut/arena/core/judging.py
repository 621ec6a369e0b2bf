"""From attacks and rulings to verdicts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gnut.arena.contract import (
    REPORT,
    ArenaPolicy,
    ArenaReport,
    Attack,
    Bout,
    Finding,
    Inputs,
    Ruling,
    Task,
    Totals,
)
from gnut.arena.core.identity import same_name
from gnut.arena.core.rows import refuse
from gnut.model import Rate, sealed
from gnut_store import canon

Key = tuple[str, str]
"""Task and lens."""

Where = Callable[[str, int], str]
"""Names the place of a row: `attacks[3]`, `attacks.jsonl:4`."""

Fault = Callable[[str, str, str], None]
"""Told the place of a row, what is wrong with it, and the code."""

Wrong = tuple[str, str]
"""What is wrong with a row, and its code."""


def indexed(name: str, at: int) -> str:
    """Return the place of a row in a list that came from nowhere."""
    return f"{name}[{at}]"


def judged(
    policy: ArenaPolicy,
    tasks: Sequence[Task],
    attacks: Sequence[Attack],
    rulings: Sequence[Ruling],
    emission_sha256: str | None,
    where: Where,
) -> ArenaReport:
    """Return what became of every task, sealed; the order of attacks and rulings makes no difference.

    `where` names the place of a row in a refusal, from the name of its list and its index.

    Raises:
        MalformedReport: `duplicate_task`, `unknown_task`, `unknown_lens`, `duplicate_attack`,
            `ruling_without_attack`, `ruling_on_null_attack`, `self_ruling`.
    """
    by_key = joined(policy, tasks, attacks, rulings, where)
    findings = tuple(_finding(policy, task, by_key) for task in tasks)
    said = [finding.verdict for finding in findings]
    return sealed(
        ArenaReport(
            schema=REPORT,
            policy=policy,
            policy_sha256=_hash(policy),
            inputs=_inputs(tasks, findings, emission_sha256),
            passed=bool(tasks) and all(verdict == "stands" for verdict in said),
            withheld_density=Rate(said.count("withheld"), len(said), "tasks"),
            totals=Totals(**{name: said.count(name) for name in Totals.__struct_fields__}),
            findings=findings,
            sha256="",
        )
    )


def joined(
    policy: ArenaPolicy,
    tasks: Sequence[Task],
    attacks: Sequence[Attack],
    rulings: Sequence[Ruling],
    where: Where,
    fault: Fault = refuse,
) -> dict[Key, tuple[Attack, list[Ruling]]]:
    """Return each attack with its rulings, by task and lens; what fits to nothing goes to `fault`.

    Args:
        policy: Whose lenses are known.
        tasks: Whose ids are known.
        attacks: At most one a task and lens.
        rulings: On attacks that are not null.
        where: Names the place of a row.
        fault: Told place, reason and code; the default raises, and the row is left out if it returns.
    """
    known: set[str] = set()
    for at, task in enumerate(tasks):
        if task.task_id in known:
            fault(where("tasks", at), f"task {task.task_id!r} is given twice", "duplicate_task")
        known.add(task.task_id)
    found: dict[Key, tuple[Attack, list[Ruling]]] = {}
    for at, attack in enumerate(attacks):
        wrong = _unknown(policy, known, attack)
        if wrong is None and (attack.task_id, attack.lens) in found:
            wrong = f"task {attack.task_id!r}, lens {attack.lens!r} is attacked twice", "duplicate_attack"
        if wrong is not None:
            fault(where("attacks", at), *wrong)
        else:
            found[attack.task_id, attack.lens] = (attack, [])
    for at, ruling in enumerate(rulings):
        wrong = _unknown(policy, known, ruling) or _unfit(found.get((ruling.task_id, ruling.lens)), ruling)
        if wrong is not None:
            fault(where("rulings", at), *wrong)
        else:
            found[ruling.task_id, ruling.lens][1].append(ruling)
    return found


def consensus(attack: Attack, rulings: Sequence[Ruling], required: int) -> str:
    """Return what the rulings on one attack come to.

    Rulings count only together: exactly as many as required, no two from one family or one session, and none
    from the family that attacked: a family does not confirm itself, whichever session it speaks from.
    """
    if attack.attack is None:
        return "not_required"
    families = {same_name(ruling.model_family) for ruling in rulings}
    sessions = {same_name(ruling.session_id) for ruling in rulings}
    if not len(rulings) == len(families) == len(sessions) == required or same_name(attack.model_family) in families:
        return "incomplete"
    words = {ruling.ruling for ruling in rulings}
    return words.pop() if len(words) == 1 else "disagrees"


def verdict(policy: ArenaPolicy, agreed: dict[str, str]) -> str:
    """Return the verdict on a task; the first that applies.

    Args:
        policy: In force.
        agreed: Lens → consensus, of each lens that was attacked.
    """
    said = set(agreed.values())
    if not agreed:
        return "unattacked"
    if "incomplete" in said or any(lens not in agreed for lens in policy.lenses):
        return "unruled"
    for word, found in (("lands", "flagged"), ("glances", "contested"), ("disagrees", "withheld")):
        if word in said:
            return found
    return "stands"


def _unknown(policy: ArenaPolicy, tasks: set[str], row: Attack | Ruling) -> Wrong | None:
    if row.task_id not in tasks:
        return f"there is no task {row.task_id!r}", "unknown_task"
    if row.lens not in policy.lenses:
        return f"the policy has no lens {row.lens!r}", "unknown_lens"
    return None


def _unfit(found: tuple[Attack, list[Ruling]] | None, ruling: Ruling) -> Wrong | None:
    about = f"on {ruling.task_id!r} through {ruling.lens!r}"
    if found is None:
        return f"there is no attack {about}", "ruling_without_attack"
    if found[0].attack is None:
        return f"the attack {about} is null", "ruling_on_null_attack"
    if same_name(ruling.session_id) == same_name(found[0].session_id):
        return f"session {ruling.session_id!r} made the attack it rules on", "self_ruling"
    return None


def _finding(policy: ArenaPolicy, task: Task, by_key: dict[Key, tuple[Attack, list[Ruling]]]) -> Finding:
    bouts = []
    for lens in policy.lenses:
        if (task.task_id, lens) in by_key:
            attack, rulings = by_key[task.task_id, lens]
            agreed = consensus(attack, rulings, policy.required_rulings)
            bouts.append(Bout(lens, agreed, attack, tuple(sorted(rulings, key=order))))
    return Finding(task, verdict(policy, {bout.lens: bout.consensus for bout in bouts}), tuple(bouts))


def order(ruling: Ruling) -> tuple[str, str, bytes]:
    """Return what the rulings on one attack are sorted by."""
    return same_name(ruling.model_family), same_name(ruling.session_id), canon.encode(ruling)


def _inputs(tasks: Sequence[Task], findings: Sequence[Finding], emission_sha256: str | None) -> Inputs:
    bouts = [bout for finding in findings for bout in finding.bouts]
    return Inputs(
        tasks_sha256=_hash(tasks),
        attacks_sha256=_hash([bout.attack for bout in bouts]),
        rulings_sha256=_hash([ruling for bout in bouts for ruling in bout.rulings]),
        emission_sha256=emission_sha256,
    )


def _hash(value: object) -> str:
    return canon.sha256(canon.encode(value))
