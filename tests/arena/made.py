"""Small policies, tasks, attacks and rulings, each with one thing to change."""

from __future__ import annotations

from typing import Any

from gnut.arena.contract import ArenaPolicy, ArenaReport, Attack, Ruling, Task
from gnut.arena.core import arena
from gnut.arena.core.rows import attack, policy, ruling, task
from gnut.edge.policies import arena_emission

DEFAULT = arena_emission()


def a_policy(**changed: Any) -> dict[str, Any]:
    return {
        "schema": "groundnut-arena-policy/v1",
        "key": "review",
        "version": "1",
        "frozen_at": "2026-02-01T00:00:00Z",
        "lenses": ["premise", "leap"],
        "required_rulings": 2,
    } | changed


def a_task(number: int = 1, **changed: Any) -> dict[str, Any]:
    return {
        "task_id": f"x{number}",
        "assertion": f"Assertion {number}.",
        "context": "",
        "location": f"sentence {number}, section 0",
    } | changed


def an_attack(number: int = 1, lens: str = "premise", **changed: Any) -> dict[str, Any]:
    return {
        "task_id": f"x{number}",
        "lens": lens,
        "attack": "It does not follow.",
        "severity": "material",
        "model": "m",
        "model_family": "fa",
        "session_id": "atk",
    } | changed


def no_attack(number: int = 1, lens: str = "premise") -> dict[str, Any]:
    return an_attack(number, lens, attack=None, severity=None)


def a_ruling(
    family: str, word: str = "misses", number: int = 1, lens: str = "premise", **changed: Any
) -> dict[str, Any]:
    return {
        "task_id": f"x{number}",
        "lens": lens,
        "ruling": word,
        "reason": "because",
        "model": f"m-{family}",
        "model_family": family,
        "session_id": f"s-{family}",
    } | changed


def judged(
    tasks: list[dict[str, Any]],
    attacks: list[dict[str, Any]],
    rulings: list[dict[str, Any]],
    **changed: Any,
) -> ArenaReport:
    return arena(*parsed(tasks, attacks, rulings, **changed))


def parsed(
    tasks: list[dict[str, Any]],
    attacks: list[dict[str, Any]],
    rulings: list[dict[str, Any]],
    **changed: Any,
) -> tuple[ArenaPolicy, tuple[Task, ...], tuple[Attack, ...], tuple[Ruling, ...]]:
    return (
        policy(a_policy(**changed)),
        tuple(task(one, f"tasks[{at}]") for at, one in enumerate(tasks)),
        tuple(attack(one, f"attacks[{at}]") for at, one in enumerate(attacks)),
        tuple(ruling(one, f"rulings[{at}]") for at, one in enumerate(rulings)),
    )


def verdict(report: ArenaReport) -> str:
    return report.findings[0].verdict
