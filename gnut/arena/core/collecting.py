"""Answers to briefs, read back: attacks and rulings, or every fault by file and line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gnut.arena.contract import ArenaPolicy, Attack, Ruling, Task
from gnut.arena.core.brief import PLACEHOLDERS
from gnut.arena.core.identity import same_name
from gnut.arena.core.judging import indexed, joined, order
from gnut.arena.core.listing import decoded, listed
from gnut.arena.core.rows import attack, ruling
from gnut.errors import GnutError
from gnut.text.patterns import lazy

_FENCE = lazy(rb"[ \t]*(?:`{3,}|~{3,})[ \t]*\w{0,10}[ \t\r]*$")


class Who(NamedTuple):
    """Who answered, where the answers themselves do not say; None for what is not known."""

    model: str | None = None
    model_family: str | None = None
    session_id: str | None = None


class Collected(NamedTuple):
    """What the answers come to."""

    attacks: tuple[Attack, ...]
    """In the order of tasks and lenses."""

    rulings: tuple[Ruling, ...]
    """In the same order, then by family and session."""

    unattacked: int
    """Pairs of task and lens without an attack."""

    unruled: int
    """Rulings that attacks still need."""

    faults: tuple[str, ...]
    """What is wrong, each with file and line; with any, nothing of this may be used."""


Files = Sequence[tuple[str, bytes]]
"""(name for messages, bytes) of each file."""


def collect(policy: ArenaPolicy, tasks: Sequence[Task], answers: Files, who: Who, known: Files = ()) -> Collected:
    """Return the attacks and rulings in the files of answers, or everything that is wrong with them.

    An answer is one JSON object a line; blank lines and the fences that models like to put around it are
    passed over, prose is a fault. Of one task and lens there is one attack, and there are no more rulings
    than required, each from a family and a session of its own.

    Args:
        policy: Lenses and required rulings.
        tasks: What was asked about.
        answers: Files of one call, all by the one that `who` names, if it names one.
        who: Fills in names that an answer leaves out or as the brief's placeholders; an answer that gives
            another name is a fault.
        known: Files of attacks and rulings that were collected before, with their own names.
    """
    faults: list[str] = []
    attacks: list[tuple[str, Attack]] = []
    rulings: list[tuple[str, Ruling]] = []
    both = [(row, place, Who()) for row, place in _answers(known, faults)]
    both += [(row, place, who) for row, place in _answers(answers, faults)]
    for row, place, its in both:
        if not isinstance(row, dict) or ("attack" in row) == ("ruling" in row):
            faults.append(f"{place}: is neither an attack nor a ruling")
            continue
        try:
            named = _named(row, its, place, faults)
            if "attack" in row:
                attacks.append((place, attack(named, place)))
            else:
                rulings.append((place, ruling(named, place)))
        except GnutError as error:
            faults.append(str(error))
    return _checked(policy, tasks, attacks, rulings, faults)


def _checked(
    policy: ArenaPolicy,
    tasks: Sequence[Task],
    attacks: list[tuple[str, Attack]],
    rulings: list[tuple[str, Ruling]],
    faults: list[str],
) -> Collected:
    places = {"attacks": [place for place, _ in attacks], "rulings": [place for place, _ in rulings]}
    found = joined(
        policy,
        tasks,
        [one for _, one in attacks],
        [one for _, one in rulings],
        lambda name, at: places[name][at] if name in places else indexed(name, at),
        lambda place, why, _: faults.append(f"{place}: {why}"),
    )
    by_ruling = {id(one): place for place, one in rulings}
    kept: list[Attack] = []
    ruled: list[Ruling] = []
    unruled = 0
    for key in ((task.task_id, lens) for task in tasks for lens in policy.lenses):
        if key in found:
            made, its = found[key]
            _refuse_twins(policy, its, by_ruling, faults)
            kept.append(made)
            ruled += sorted(its, key=order)
            unruled += max(0, policy.required_rulings - len(its)) if made.attack is not None else 0
    unattacked = len(tasks) * len(policy.lenses) - len(kept)
    return Collected(tuple(kept), tuple(ruled), unattacked, unruled, tuple(faults))


def _answers(answers: Files, faults: list[str]) -> Iterator[tuple[Any, str]]:
    """Yield each answer with its place; what is no JSON is a fault."""
    for shown, body in answers:
        try:
            if body.lstrip()[:1] == b"[":
                found = listed(body, shown)
                yield from zip(found.rows, found.places, strict=True)
                continue
        except GnutError as error:
            faults.append(str(error))
            continue
        for number, line in enumerate(body.split(b"\n"), 1):
            place = f"{shown}:{number}"
            if line.strip() and not _FENCE.match(line):
                try:
                    yield decoded(line, place), place
                except GnutError as error:
                    faults.append(str(error))


def _named(row: dict[str, Any], who: Who, place: str, faults: list[str]) -> dict[str, Any]:
    """Return an answer with the names filled in that it leaves out or as placeholders."""
    filled = dict(row)
    for name, placeholder in PLACEHOLDERS.items():
        known = getattr(who, name)
        if filled.get(name) in (None, "", placeholder):
            if known is not None:
                filled[name] = known
            elif filled.get(name) == placeholder:
                faults.append(f"{place}/{name}: is still the brief's placeholder")
        elif known is not None and filled[name] != known:
            faults.append(f"{place}/{name}: says {filled[name]!r}, expected {known!r}")
    return filled


def _refuse_twins(policy: ArenaPolicy, its: list[Ruling], places: dict[int, str], faults: list[str]) -> None:
    told: set[tuple[str, str]] = set()
    for at, one in enumerate(its):
        place = places[id(one)]
        if at >= policy.required_rulings:
            faults.append(f"{place}: the attack needs {policy.required_rulings} rulings and has them")
        for name, value in (("model_family", one.model_family), ("session_id", one.session_id)):
            if (name, same_name(value)) in told:
                faults.append(f"{place}/{name}: {value!r} has ruled on this attack before")
            told.add((name, same_name(value)))
