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
    """What is wrong, each with file and line, in the order of both; with any, nothing of this may be used."""

    before: int
    """Attacks and rulings that were collected before."""

    again: int
    """Answers that say what one before them says, in every field; they count once."""


class _Faults:
    """What is wrong with the answers, told in the order in which they are read."""

    def __init__(self) -> None:
        self._ranks: dict[str, int] = {}
        self._told: list[tuple[str, str]] = []

    def reading(self, place: str) -> str:
        """Take the place of the next answer, and return it."""
        self._ranks.setdefault(place, len(self._ranks))
        return place

    def add(self, place: str, what: str) -> None:
        """Tell of a fault of the answer at `place`; `what` begins with the place."""
        self._told.append((place, what))

    def sorted(self) -> tuple[str, ...]:
        """Return the faults by file and line; those of the tasks come first."""
        return tuple(what for _, what in sorted(self._told, key=lambda told: self._ranks.get(told[0], -1)))


Files = Sequence[tuple[str, bytes]]
"""(name for messages, bytes) of each file."""


def collect(policy: ArenaPolicy, tasks: Sequence[Task], answers: Files, who: Who, known: Files = ()) -> Collected:
    """Return the attacks and rulings in the files of answers, or everything that is wrong with them.

    An answer is one JSON object a line; blank lines and the fences that models like to put around it are
    passed over, prose is a fault. Of one task and lens there is one attack, and there are no more rulings
    than required, each from a family and a session of its own that is not the attacker's. The same answer
    given again is one answer.

    Args:
        policy: Lenses and required rulings.
        tasks: What was asked about.
        answers: Files of one call, all by the one that `who` names, if it names one.
        who: Fills in names that an answer leaves out or as the brief's placeholders; an answer that gives
            another name is a fault.
        known: Files of attacks and rulings that were collected before, with their own names.
    """
    faults = _Faults()
    attacks: list[tuple[str, Attack]] = []
    rulings: list[tuple[str, Ruling]] = []
    seen: set[Attack | Ruling] = set()
    before = again = 0
    both = [(row, place, None) for row, place in _answers(known, faults)]
    for row, place, its in [*both, *((row, place, who) for row, place in _answers(answers, faults))]:
        made = _answer(row, place, its or Who(), faults)
        if made is None:
            continue
        if made in seen:
            again += its is not None
            continue
        seen.add(made)
        before += its is None
        if isinstance(made, Attack):
            attacks.append((place, made))
        else:
            rulings.append((place, made))
    found = _checked(policy, tasks, attacks, rulings, faults)
    return found._replace(before=before, again=again)


def _answer(row: Any, place: str, who: Who, faults: _Faults) -> Attack | Ruling | None:
    """Return an answer in its contract; None, and a fault, for what is none."""
    if not isinstance(row, dict) or ("attack" in row) == ("ruling" in row):
        faults.add(place, f"{place}: is neither an attack nor a ruling")
        return None
    named = _named(row, who, place, faults)
    try:
        return attack(named, place) if "attack" in row else ruling(named, place)
    except GnutError as error:
        faults.add(place, str(error))
        return None


def _checked(
    policy: ArenaPolicy,
    tasks: Sequence[Task],
    attacks: list[tuple[str, Attack]],
    rulings: list[tuple[str, Ruling]],
    faults: _Faults,
) -> Collected:
    places = {"attacks": [place for place, _ in attacks], "rulings": [place for place, _ in rulings]}
    found = joined(
        policy,
        tasks,
        [one for _, one in attacks],
        [one for _, one in rulings],
        lambda name, at: places[name][at] if name in places else indexed(name, at),
        lambda place, why, _: faults.add(place, f"{place}: {why}"),
    )
    by_ruling = {id(one): place for place, one in rulings}
    kept: list[Attack] = []
    ruled: list[Ruling] = []
    unruled = 0
    for key in ((task.task_id, lens) for task in tasks for lens in policy.lenses):
        if key in found:
            made, its = found[key]
            _refuse_twins(policy, made, its, by_ruling, faults)
            kept.append(made)
            ruled += sorted(its, key=order)
            unruled += max(0, policy.required_rulings - len(its)) if made.attack is not None else 0
    unattacked = len(tasks) * len(policy.lenses) - len(kept)
    return Collected(tuple(kept), tuple(ruled), unattacked, unruled, faults.sorted(), 0, 0)


def _answers(answers: Files, faults: _Faults) -> Iterator[tuple[Any, str]]:
    """Yield each answer with its place; what is no JSON is a fault."""
    for shown, body in answers:
        try:
            if body.lstrip()[:1] == b"[":
                found = listed(body, shown)
                yield from zip(found.rows, map(faults.reading, found.places), strict=True)
                continue
        except GnutError as error:
            faults.add(faults.reading(shown), str(error))
            continue
        for number, line in enumerate(body.split(b"\n"), 1):
            place = faults.reading(f"{shown}:{number}")
            if line.strip() and not _FENCE.match(line):
                try:
                    yield decoded(line, place), place
                except GnutError as error:
                    faults.add(place, str(error))


def _named(row: dict[str, Any], who: Who, place: str, faults: _Faults) -> dict[str, Any]:
    """Return an answer with the names filled in that it leaves out or as placeholders."""
    filled = dict(row)
    for name, placeholder in PLACEHOLDERS.items():
        known = getattr(who, name)
        if filled.get(name) in (None, "", placeholder):
            if known is not None:
                filled[name] = known
            elif filled.get(name) == placeholder:
                faults.add(place, f"{place}/{name}: is still the brief's placeholder")
        elif known is not None and filled[name] != known:
            faults.add(place, f"{place}/{name}: says {filled[name]!r}, expected {known!r}")
    return filled


def _refuse_twins(
    policy: ArenaPolicy, made: Attack, its: list[Ruling], places: dict[int, str], faults: _Faults
) -> None:
    """Refuse rulings that would not count together, see `gnut.arena.core.judging.consensus`."""
    told: set[tuple[str, str]] = set()
    for at, one in enumerate(its):
        place = places[id(one)]
        if at >= policy.required_rulings:
            faults.add(place, f"{place}: the attack needs {policy.required_rulings} rulings and has them")
        if same_name(one.model_family) == same_name(made.model_family):
            faults.add(place, f"{place}/model_family: {one.model_family!r} made the attack it rules on")
        for name, value in (("model_family", one.model_family), ("session_id", one.session_id)):
            if (name, same_name(value)) in told:
                faults.add(place, f"{place}/{name}: {value!r} has ruled on this attack before")
            told.add((name, same_name(value)))
