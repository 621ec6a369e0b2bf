"""Tasks and verdicts of the arena, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from gnut.arena.contract import ArenaReport, Bout, Emission, Finding
from gnut.findings import BY_NAME
from gnut.formats.escape import one_line

SHOWN = 200
"""Most characters of an assertion, attack or reason that are shown."""


def tasks(emission: Emission, lines: Mapping[str, int] = MappingProxyType({})) -> str:
    """Return one line a task: where it stands, why it was taken, what it asserts.

    Args:
        emission: Whose tasks are shown.
        lines: Task id → line of the report, of the tasks whose line is known.
    """
    rows = []
    for one in emission.tasks:
        line = f"line {lines[one.task_id]}, " if one.task_id in lines else ""
        rows.append(f"{one_line(one.task_id)}: {one.trigger} ({line}{one_line(one.location)}): {cut(one.assertion)}")
    return "".join(f"{row}\n" for row in rows)


def emitted(emission: Emission) -> str:
    """Return how many tasks there are, by trigger, as one line."""
    said = [one.trigger for one in emission.tasks]
    kinds = ", ".join(f"{said.count(one)} {one}" for one in sorted({str(one) for one in said}))
    return f"{len(said)} {'task' if len(said) == 1 else 'tasks'}{': ' + kinds if kinds else ''}"


def findings(report: ArenaReport) -> str:
    """Return what became of each task: one line for one that stands, the lenses that it fails by for another."""
    return "".join(f"{line}\n" for one in report.findings for line in _lines(one, report))


def outcome(report: ArenaReport) -> str:
    """Return how many tasks stand, and what became of the others, as one line."""
    total = len(report.findings)
    if not total:
        return "no tasks: nothing was reviewed"
    counts = [(name, getattr(report.totals, name)) for name in report.totals.__struct_fields__ if name != "stands"]
    rest = ", ".join(f"{count} {name}" for name, count in counts if count)
    density = report.withheld_density
    return (
        f"{report.totals.stands} of {total} tasks stand{'; ' + rest if rest else ''}"
        f" (withheld: {density.numerator} of {density.denominator} {density.population})"
    )


def cut(text: str) -> str:
    """Return untrusted text as one line of at most `SHOWN` characters."""
    shown = one_line(text)
    return shown if len(shown) <= SHOWN else shown[: SHOWN - 1] + "…"


def _lines(found: Finding, report: ArenaReport) -> Iterator[str]:
    if found.verdict == "stands":
        task = found.task
        yield f"{one_line(task.task_id)}: stands ({one_line(task.location)}): {cut(task.assertion)}"
        return
    rule = BY_NAME[found.verdict]
    yield f"{one_line(found.task.task_id)}: {rule.code} {rule.name}: {cut(found.task.assertion)}"
    yield f"  {one_line(found.task.location)}"
    by_lens = {bout.lens: bout for bout in found.bouts}
    for lens in report.policy.lenses if found.bouts else ():
        if lens not in by_lens:
            yield f"  {one_line(lens)}: no attack"
        elif by_lens[lens].consensus not in ("not_required", "misses"):
            yield from _bout(by_lens[lens], report.policy.required_rulings)


def _bout(bout: Bout, required: int) -> Iterator[str]:
    words = ", ".join(f"{one_line(one.model_family)} {one.ruling}" for one in bout.rulings)
    said = f" ({len(bout.rulings)} of {required} rulings{': ' + words if words else ''})"
    yield f"  {one_line(bout.lens)}: {bout.consensus}{said}"
    yield f"    {bout.attack.severity}: {cut(bout.attack.attack or '')}"
    for one in bout.rulings:
        yield f"    {one_line(one.model_family)}: {cut(one.reason)}"
