"""How a report stood, as lines of a git note: each line stands for itself, so that notes can be merged by lines.

A note is its lines, sorted, each once: what `git notes merge --strategy=cat_sort_uniq` makes of two of them is what
would have been written here. Lines of others are kept above.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

from gnut.errors import Usage
from gnut.formats.escape import terminal
from gnut.ledger.contract import Outcome
from gnut.text.patterns import lazy
from gnut_store.oid import Oid

SHORT = 15
"""Characters of an id by which the lines of one run name each other: `b3:` and twelve digits."""

_NAME = r'("(?:[^"\\\n]|\\.){1,16384}"|[^\s"\\]{1,16384})'
_OUTCOMES = "|".join(outcome.value for outcome in Outcome)
_STOOD = lazy(rf"gnut: {_NAME} (?:{_OUTCOMES}) · [^\n]{{1,2000}} · run (b3:[0-9a-f]{{12}})")
_RUN = lazy(rf"run (b3:[0-9a-f]{{12}})[0-9a-f]{{52}} of {_NAME}: gnut show b3:[0-9a-f]{{12}}")
_SHORT = r"(b3:[0-9a-f]{12})"
_LOCAL = "is kept on one machine alone: gnut check --record keeps it for others"
_TIED = lazy(rf"(?:manifest|report) sha256:[0-9a-f]{{64}} of run {_SHORT}|run {_SHORT} {_LOCAL}")


class Stood(Struct, frozen=True, forbid_unknown_fields=True):
    """How a report stood at a commit."""

    path: str
    """From the root of its repository."""

    outcome: Outcome
    found: int
    unconfirmed: int
    own: int
    policy: str
    allows: tuple[str, ...]
    """What the policy was extended by."""

    run: Oid
    manifest_sha256: str
    report_sha256: str
    local: bool = False
    """Whether the run is in the store's local tier alone, which goes nowhere."""


class _Read(Struct):
    """A note, taken apart."""

    foreign: list[str]
    ours: dict[str, set[str]]
    """Lines by the run that they are of."""

    runs: dict[str, set[str]]
    """Runs by the name of their report."""


def lines(stood: Stood) -> tuple[str, ...]:
    """Return the lines that say how one report stood."""
    run, name = stood.run[:SHORT], named(stood.path)
    allows = f" allowing {' '.join(stood.allows)}" if stood.allows else ""
    found = "1 citation found" if stood.found == 1 else f"{stood.found} citations found"
    counts = f"{found}, {stood.unconfirmed} unconfirmed, {stood.own} own reasoning"
    policy = terminal(f"policy {stood.policy}{allows}")
    return (
        f"gnut: {name} {stood.outcome.value} · {counts} · {policy} · run {run}",
        f"manifest sha256:{stood.manifest_sha256} of run {run}",
        f"report sha256:{stood.report_sha256} of run {run}",
        f"run {stood.run} of {name}: gnut show {run}",
        *((f"run {run} {_LOCAL}",) if stood.local else ()),
    )


def named(path: str) -> str:
    """Return a path as a line of a note holds it: two paths never look alike, and none can pass for another line."""
    shown = terminal(path.replace("\\", "\\\\").replace('"', '\\"'))
    return f'"{shown}"' if re.search(r'[\s"\\]', shown) or not shown else shown


def merged(note: str, stood: Iterable[Stood], *, force: bool) -> str:
    """Return a note with what is said of some reports put in.

    Args:
        note: What is there; empty for nothing.
        stood: How each report stood.
        force: Whether another run of the same report gives way.

    Raises:
        Usage: It holds another run of one of the reports, and `force` is not set (code `note_differs`).
    """
    read = _read(note)
    for one in stood:
        name, run = named(one.path), one.run[:SHORT]
        others = read.runs.get(name, set()) - {run}
        if others and not force:
            raise Usage(
                f"{terminal(one.path)}: the note holds another run of it, {min(others)}",
                help="-f puts this one in its place",
                code="note_differs",
            )
        for other in others:
            read.ours.pop(other, None)
        read.runs[name] = {run}
        read.ours[run] = set(lines(one))
    return _written(read)


def without(note: str, paths: Collection[str] | None) -> str:
    """Return a note without what is said of some reports, or of any; empty when nothing else is in it.

    Args:
        note: What is there.
        paths: Of the reports; None for all of them.
    """
    read = _read(note)
    names = read.runs.keys() if paths is None else {named(path) for path in paths}
    for run in [run for name in names for run in read.runs.get(name, ())]:
        read.ours.pop(run, None)
    return _written(read)


def holds(note: str, path: str) -> bool:
    """Say whether a note speaks of a report."""
    return named(path) in _read(note).runs


def _read(note: str) -> _Read:
    read = _Read([], {}, {})
    rest = []
    for line in note.split("\n"):
        owned = _owned(line)
        if owned is None:
            rest.append(line)
            continue
        name, run = owned
        read.runs.setdefault(name, set()).add(run)
        read.ours.setdefault(run, set()).add(line)
    for line in rest:
        # A digest whose run nobody names says nothing to us, and may be somebody's.
        tied = _TIED.fullmatch(line)
        if tied and (run := tied[1] or tied[2]) in read.ours:
            read.ours[run].add(line)
        else:
            read.foreign.append(line)
    return read


def _owned(line: str) -> tuple[str, str] | None:
    """Return name and run of a line that holds both; None for any other."""
    if stood := _STOOD.fullmatch(line):
        return stood[1], stood[2]
    if run := _RUN.fullmatch(line):
        return run[2], run[1]
    return None


def _written(read: _Read) -> str:
    foreign = "\n".join(read.foreign).strip("\n")
    ours = "".join(f"{line}\n" for line in _sorted(read.ours.values()))
    between = "\n\n" if foreign and ours else "\n" if foreign else ""
    return f"{foreign}{between}{ours}"


def _sorted(groups: Iterable[set[str]]) -> Iterator[str]:
    yield from sorted({line for group in groups for line in group}, key=lambda line: line.encode("utf-8", "replace"))
