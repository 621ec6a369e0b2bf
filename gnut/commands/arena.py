"""`gnut arena`: tasks out of a report, prompts for them, answers back, and the verdicts. It calls no model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, TypeVar

from gnut.arena.contract import EMISSION, REPORT, SUFFIXES
from gnut.edge import terminal
from gnut.edge.files import read, standard_input
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import MalformedReport, Usage

if TYPE_CHECKING:
    from gnut.arena.contract import ArenaReport, Emission
    from gnut.arena.core.listing import Told

MOST_BRIEFS = 10_000

Made = TypeVar("Made")


def emit(world: World, report: str, *, profile: str | None, out: str | None) -> int:
    """Write the tasks of a report as JSON to stdout; or to the file `out`, and to stdout one line a task for people.

    Raises:
        MalformedReport: The report is no text or of a kind without prose, or the profile is invalid.
        InputMissing: A file is not there.
    """
    made, lines = _emission(world, report, profile)
    _write(world, out, _line(made))
    from gnut.formats.arena import emitted, tasks

    if out is not None:
        terminal.out(tasks(made, lines()))
    terminal.note(f"{legible(report)}: {emitted(made)}")
    return 0


def adjudicate(
    world: World,
    *,
    policy: str,
    tasks: str,
    attacks: Sequence[str],
    rulings: Sequence[str],
    out: str | None,
    json: bool,
) -> int:
    """Print what became of every task, and write the report to the file `out`.

    Returns:
        0 when there are tasks and every one stands, else 1.

    Raises:
        MalformedReport: A policy, task, attack or ruling is invalid; nothing is written.
    """
    from gnut.arena.core import arena
    from gnut.arena.core.rows import attack, ruling

    told = _tasks(world, tasks)
    made = _all(world, attacks, attack)
    ruled = _all(world, rulings, ruling)
    places = {"tasks": told.places, "attacks": made[1], "rulings": ruled[1]}
    report = arena(
        _policy(world, policy),
        told.tasks,
        made[0],
        ruled[0],
        told.emission_sha256,
        where=lambda name, at: places[name][at],
    )
    if out is not None:
        _write(world, out, _line(report))
    return _shown(report, json=json)


def show(world: World, name: str, *, json: bool) -> int:
    """Print an arena report, after computing it again, or the tasks of an emission or a report.

    Returns:
        For an arena report 0 when every task stands, else 1; for tasks 0.

    Raises:
        MalformedReport: The file is none of these, or an arena report whose verdicts do not follow from it.
    """
    if name == "-" or PurePosixPath(name).suffix.lower() in SUFFIXES:
        made, lines = _emission(world, name, None)
        return _told(made, {} if json else lines(), json=json)
    from gnut.arena.core.listing import decoded, emission_of, report_of

    value = decoded(_bytes(world, name), legible(name))
    schema = value.get("schema") if isinstance(value, dict) else None
    if schema == EMISSION:
        return _told(emission_of(value, legible(name)), {}, json=json)
    if schema == REPORT:
        return _shown(report_of(value, legible(name)), json=json)
    raise MalformedReport(
        f"{legible(name)}: holds neither an arena report nor tasks",
        code="unknown_schema",
        help="name a file that gnut arena emit or gnut arena adjudicate -o wrote, or a report",
    )


def brief(world: World, emission: str, *, policy: str, attacks: Sequence[str], out: str) -> int:
    """Write a prompt for each attack that is missing and each attack to be ruled on, and print their names.

    Prompts for attacks that were made since are removed from the folder, unless somebody wrote into them.

    Raises:
        MalformedReport: A policy, task or attack is invalid, or there would be over 10,000 prompts.
    """
    from gnut.arena.core.brief import briefs
    from gnut.arena.core.judging import joined
    from gnut.arena.core.rows import attack
    from gnut.edge.prompts import cleared

    chosen, told = _policy(world, policy), _tasks(world, emission)
    made, places = _all(world, attacks, attack)
    joined(chosen, told.tasks, made, (), lambda name, at: {"tasks": told.places, "attacks": places}[name][at])
    if len(told.tasks) * len(chosen.lenses) > MOST_BRIEFS:
        raise MalformedReport(
            f"{len(told.tasks)} tasks and {len(chosen.lenses)} lenses make over {MOST_BRIEFS:,} prompts",
            code="too_many_briefs",
            help="choose fewer tasks, or a policy with fewer lenses",
        )
    folder = world.cwd / out
    folder.mkdir(parents=True, exist_ok=True)
    written = list(briefs(chosen, told.tasks, made))
    for one in written:
        _write(world, f"{out}/{one.name}", one.body)
    terminal.out("".join(f"{legible(f'{out}/{one.name}')}\n" for one in written))
    terminal.note(f"{_counted(len(written), 'prompt')} for {_counted(len(told.tasks), 'task')}")
    due = {one.name for one in written}
    removed, left = cleared(folder, due, ((one.name, one.body) for one in briefs(chosen, told.tasks, ())))
    if removed:
        terminal.note(f"{_counted(removed, 'prompt')} removed: the attack was made")
    for name in left:
        terminal.note(f"{legible(f'{out}/{name}')}: is not asked for, and stays: it is not as it would be written now")
    return 0


def collect(
    world: World,
    files: Sequence[str],
    *,
    policy: str,
    tasks: str,
    known: Sequence[str],
    who: tuple[str | None, str | None, str | None],
    out: str,
) -> int:
    """Read answers back into `attacks.jsonl` and `rulings.jsonl` of the folder `out`.

    What stands there already and what `known` holds is kept beside them.

    Returns:
        0 when they were written, whatever is still missing.

    Raises:
        MalformedReport: The policy or a task is invalid; or an answer is (`faulty_answers`), after every fault was
            named and with nothing written.
    """
    from gnut.arena.core.collecting import Who
    from gnut.arena.core.collecting import collect as collected

    before = [*_standing(world, out, known), *known]
    answers, kept = ([(legible(name), _bytes(world, name)) for name in names] for names in (files, before))
    found = collected(_policy(world, policy), _tasks(world, tasks).tasks, answers, Who(*who), kept)
    if found.faults:
        for fault in found.faults:
            terminal.note(f"error: {fault}")
        faults = _counted(len(found.faults), "fault")
        raise MalformedReport(f"{faults} in the answers; nothing was written", code="faulty_answers")
    (world.cwd / out).mkdir(parents=True, exist_ok=True)
    for name, rows in (("attacks", found.attacks), ("rulings", found.rulings)):
        _write(world, f"{out}/{name}.jsonl", b"".join(_line(row) for row in rows))
    attacked, ruled = len(found.attacks), len(found.rulings)
    came = f"{found.before} were there, {attacked + ruled - found.before} came"
    terminal.note(
        f"{_counted(attacked, 'attack')}, {_counted(ruled, 'ruling')} "
        f"({came}{f', {found.again} came again' if found.again else ''}); "
        f"still missing: {_counted(found.unattacked, 'attack')}, {_counted(found.unruled, 'ruling')}"
    )
    return 0


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _standing(world: World, out: str, known: Sequence[str]) -> list[str]:
    """Return the files in the folder `out` that were collected before and that `known` does not name."""
    named = {(world.cwd / name).resolve() for name in known if name != "-"}
    kept = (f"{out}/{name}.jsonl" for name in ("attacks", "rulings"))
    return [name for name in kept if (world.cwd / name).exists() and (world.cwd / name).resolve() not in named]


def _emission(world: World, name: str, profile: str | None) -> tuple[Emission, Callable[[], dict[str, int]]]:
    """Return the tasks of a report, and what finds the lines that they stand in."""
    from gnut.arena.core import emit as emitted
    from gnut.arena.core.whereabouts import lines
    from gnut.edge.policies import arena_emission

    kind = "markdown" if name == "-" else SUFFIXES.get(PurePosixPath(name).suffix.lower(), "")
    if not kind:
        raise MalformedReport(
            f"{legible(name)}: no tasks are emitted from such a file",
            code="unsupported_artifact",
            help=f"its name ends in one of {' '.join(SUFFIXES)}",
        )
    chosen = arena_emission(profile or "default", folder=world.cwd)
    body = _bytes(world, name)
    try:
        made = emitted(body, kind, chosen)
    except MalformedReport as error:
        raise MalformedReport(f"{legible(name)}: {error}", code=error.code, help=error.help) from None
    return made, lambda: lines(body, made)


def _policy(world: World, name: str) -> Any:
    from gnut.edge.policies import arena_policy

    return arena_policy(name, folder=world.cwd)


def _tasks(world: World, name: str) -> Told:
    from gnut.arena.core.listing import tasks_of

    return tasks_of(_bytes(world, name), legible(name))


def _all(
    world: World, names: Sequence[str], one: Callable[[Any, str], Made]
) -> tuple[tuple[Made, ...], tuple[str, ...]]:
    """Return the rows of several files, and where each stands."""
    from gnut.arena.core.listing import listed, rows_of

    if list(names).count("-") > 1:
        raise Usage("- stands for standard input, which is read once")
    files = [listed(_bytes(world, name), legible(name)) for name in names]
    return (
        tuple(row for found in files for row in rows_of(found, one)),
        tuple(place for found in files for place in found.places),
    )


def _told(made: Emission, lines: dict[str, int], *, json: bool) -> int:
    from gnut.formats.arena import emitted, tasks

    terminal.out(_json(made) if json else tasks(made, lines))
    terminal.note(emitted(made))
    return 0


def _shown(report: ArenaReport, *, json: bool) -> int:
    from gnut.formats.arena import findings, outcome

    terminal.out(_json(report) if json else findings(report))
    terminal.note(outcome(report))
    return 0 if report.passed else 1


def _json(value: object) -> str:
    import msgspec

    from gnut.formats.indented import indented

    return indented(msgspec.to_builtins(value))


def _line(value: object) -> bytes:
    """Return the canonical form of a value and a line end."""
    from gnut_store import canon

    return canon.encode(value) + b"\n"


def _bytes(world: World, name: str) -> bytes:
    return standard_input() if name == "-" else read(world.cwd / name, shown=legible(name))


def _write(world: World, out: str | None, body: bytes) -> None:
    if out is None:
        terminal.out(body.decode("utf-8"))
        return
    from gnut.edge.outputs import write

    write(world.cwd, out, body)
