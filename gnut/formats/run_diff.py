"""What changed between two runs, and what a replay gave otherwise, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gnut.diff_replay.contract import (
    Change,
    Equivalence,
    RowRef,
    RunDiff,
    RunRef,
    SourceChange,
    SourceState,
)
from gnut.formats.escape import one_line
from gnut.formats.paint import Paint
from gnut.formats.run_causes import why

COLOURS = {"added": "green", "gone": "red", "changed": "yellow"}
SHOWN = 160
"""Most characters of a sentence or address."""

ALIKE = 5
"""Most changes of one cause that are each told at length."""

BRIEF = 60
"""Most characters of a sentence that shares its line."""

PLACES = 40
"""Most differences of a replay that are listed; JSON has all."""

PARTS = (
    ("/run/report", "the report"),
    ("/run/companions", "bibliographies"),
    ("/run/terms", "terms"),
    ("/run/extraction", "reading"),
    ("/run/acquisitions", "sources"),
    ("/run/evidence", "evidence"),
    ("/run/arena_emission", "arena tasks"),
    ("/ledger", "ledger"),
    ("/manifest/engine", "engine"),
    ("/manifest", "manifest"),
)
"""Beginnings of paths, the longer first, and what stands there."""


def render(found: RunDiff, *, paint: Paint) -> str:
    """Return a paragraph a change: what was said, what is said, of which claim, and why.

    Of many changes of one cause the cause is said once, where the first of them stands, with a line a row.
    """
    sources = {one.source_id: one for one in found.sources}
    lines = [line for group in _grouped(found.changes) for line in _told(group, sources, paint)]
    lines += [f"{paint('added', 'green')}    the report itself: {one_line(name)}" for name in found.anomalies_added]
    lines += [f"{paint('gone', 'red')}     the report itself: {one_line(name)}" for name in found.anomalies_gone]
    return "".join(f"{line}\n" for line in lines)


def summary(found: RunDiff) -> tuple[str, ...]:
    """Return what the changes come to, and which inputs differ, a line each."""
    counts = [f"{sum(one.change == name for one in found.changes)} {name}" for name in COLOURS]
    before, after = found.before, found.after
    outcome = before.outcome if before.outcome == after.outcome else f"{before.outcome} → {after.outcome}"
    path = after.path if before.path == after.path else f"{before.path} → {after.path}"
    reworded = f", {found.reworded} of them reworded" if found.reworded else ""
    first = f"{path}: {outcome}; {', '.join(counts)}, {found.unchanged} as before{reworded}"
    if not found.inputs:
        return first, "both runs were made from the same"
    return first, f"what differs between the runs: {', '.join(_input(name, found) for name in found.inputs)}"


def places(found: Equivalence) -> str:
    """Return a line a difference: where, and the hash of either side."""
    lines = [
        f"{one_line(one.path)}  live {_short(one.left_sha256)}  replay {_short(one.right_sha256)}"
        for one in found.differences[:PLACES]
    ]
    if len(found.differences) > PLACES:
        lines.append(f"… and {len(found.differences) - PLACES} more: --output-format json lists all")
    return "".join(f"{line}\n" for line in lines)


def verdict(found: Equivalence, what: str, claims: int) -> str:
    """Return in one line whether a run and its replays are the same.

    Args:
        found: The comparison.
        what: Name of the live side.
        claims: How many claims it has.
    """
    if found.equivalent:
        return (
            f"{what}: two replays give the same evidence: {found.sources} sources, {claims} claims, "
            f"projection {found.live_projection_sha256}"
        )
    said = []
    if found.differences:
        parts = ", ".join(f"{name} {count}" for name, count in _parts(found).items())
        count = len(found.differences)
        said.append(f"a replay differs in {count} place{'' if count == 1 else 's'} ({parts})")
    if not found.second_replay_identical:
        said.append("the second replay is not the first, byte for byte")
    return f"{what}: {'; '.join(said)}"


def is_other_engine(found: Equivalence) -> bool:
    """Return whether a replay differs in nothing but the program that made it."""
    return bool(found.differences) and set(_parts(found)) == {"engine"}


def _parts(found: Equivalence) -> dict[str, int]:
    counts: dict[str, int] = {}
    for one in found.differences:
        name = next((name for start, name in PARTS if one.path.startswith(start)), "schema")
        counts[name] = counts.get(name, 0) + 1
    return counts


def _short(sha256: str | None) -> str:
    return "nothing" if sha256 is None else sha256[:16]


def _grouped(changes: Sequence[Change]) -> Iterator[list[Change]]:
    """Yield the changes, those of one cause together if they are many; an edited row is told by itself."""
    groups: dict[tuple[object, ...], list[Change]] = {}
    for number, change in enumerate(changes):
        key = (number,) if change.edited else (change.change, why(change), change.sources)
        groups.setdefault(key, []).append(change)
    many = {id(group[0]): group for group in groups.values() if len(group) > ALIKE}
    told = {id(change) for group in many.values() for change in group[1:]}
    for change in changes:
        if id(change) not in told:
            yield many.get(id(change), [change])


def _told(group: list[Change], sources: dict[str, SourceChange], paint: Paint) -> Iterator[str]:
    first = group[0]
    if len(group) == 1:
        yield from _change(first, sources, paint)
        return
    yield f"{paint(first.change, COLOURS[first.change])}{_pad(first)} {len(group)} rows, {why(first)}:"
    for name in first.sources:
        if name in sources:
            yield f"         {_source(sources[name], None)}"
    for change in group:
        row = _row(change)
        yield f"         {_place(row)}: {_standing(change)}  “{_cut(row.text, BRIEF)}”"


def _row(change: Change) -> RowRef:
    row = change.after or change.before
    assert row is not None
    return row


def _place(row: RowRef) -> str:
    return one_line(row.id) if row.line is None else f"{one_line(row.id)} line {row.line}"


def _pad(change: Change) -> str:
    return " " * (8 - len(change.change))


def _change(change: Change, sources: dict[str, SourceChange], paint: Paint) -> Iterator[str]:
    row = _row(change)
    yield f"{paint(change.change, COLOURS[change.change])}{_pad(change)} {_place(row)}: {_standing(change)}"
    yield f"         “{_cut(row.text)}”"
    if row.uri is not None:
        yield f"         {_cut(row.uri)}"
    if change.edited:
        yield f"         the report says otherwise: {', '.join(change.edited)}"
    yield f"         {why(change)}"
    for name in change.sources:
        if name in sources:
            yield f"         {_source(sources[name], row.uri)}"


def _standing(change: Change) -> str:
    if change.before is None or change.after is None:
        row = _row(change)
        return f"{_bucket(row)}, {'blocks' if row.gates else 'passes'}"
    before, after = change.before, change.after
    said = []
    if _bucket(before) != _bucket(after):
        said.append(f"{_bucket(before)} → {_bucket(after)}")
    elif change.fields != ("gates",):
        said.append(_bucket(after))
    if before.gates != after.gates:
        said.append(f"{'blocks' if before.gates else 'passes'} → {'blocks' if after.gates else 'passes'}")
    for name in change.fields:
        if name not in ("bucket", "reason", "kind", "gates"):
            ours, theirs = getattr(before, name), getattr(after, name)
            said.append(f"{name} {_word(ours)} → {_word(theirs)}")
    return ", ".join(said)


def _bucket(row: RowRef) -> str:
    parts = [row.bucket if row.bucket != "citation_unconfirmed" else "", row.reason or "", row.kind or ""]
    return ":".join(part for part in parts if part)


def _word(value: str | None) -> str:
    return "none" if value is None else _cut(value)


def _source(change: SourceChange, own: str | None) -> str:
    named = "" if change.uri == own else f" {_cut(change.uri)}"
    return f"{change.source_id}{named}: {_state(change.before)} → {_state(change.after)}"


def _state(state: SourceState) -> str:
    if state.failure is not None:
        return one_line(state.failure)
    held = "no snapshot" if state.snapshot is None else f"snapshot {state.snapshot[3:11]}"
    return f"{held} (text {_short(state.text_sha256)[:8]}, {state.truncation})"


def _input(name: str, found: RunDiff) -> str:
    before, after = found.before, found.after
    match name:
        case "report":
            return f"report ({_pair([before.report_sha256[:8], after.report_sha256[:8]])})"
        case "profile":
            return f"profile ({_pair([before.profile.key, after.profile.key])})"
        case "policy":
            return f"policy ({_pair([_policy(before), _policy(after)])})"
        case "source":
            return f"{len(found.sources)} source{'' if len(found.sources) == 1 else 's'}"
        case "engine":
            return f"engine ({_pair([_engine(before), _engine(after)])})"
        case _:
            return name


def _policy(run: RunRef) -> str:
    allows = f" allowing {' '.join(run.policy.allows)}" if run.policy.allows else ""
    return f"{run.policy.key}{allows}"


def _engine(run: RunRef) -> str:
    engine = run.engine
    return f"{engine.package} {engine.version} {engine.source_sha256[:8]}"


def _pair(sides: Sequence[str]) -> str:
    ours, theirs = (_cut(side) for side in sides)
    return f"{ours} → {theirs}" if ours != theirs else ours


def _cut(text: str, most: int = SHOWN) -> str:
    shown = one_line(text[: most + 1])
    return shown if len(text) <= most else one_line(text[:most]) + "…"
