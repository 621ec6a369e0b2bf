"""What an acquisition came to, for people: counts, and each failure with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable

from gnut.acquire.contract import Acquisition
from gnut.acquire.core import failed
from gnut.acquire.whys import KNOWN, remedy
from gnut.model import Absence


def table(failures: Iterable[Absence]) -> list[str]:
    """Return failures grouped by kind, the commonest first, each kind with its remedy; lines are unescaped."""
    lines = []
    for why, group in _by_kind(failures):
        lines.append(f"{why} ({len(group)}): {remedy(why, 'REPORT', 'URL')}")
        lines.extend(f"  {one.uri}  {one.detail}" for one in group)
    return lines


def without_evidence(captured: Iterable[Absence]) -> list[str]:
    """Return notes on pages that were captured and can serve as no evidence, by what they are; unescaped."""
    lines = []
    for why, group in _by_kind(captured):
        lines.append(f"captured, but no evidence ({len(group)}): the source {KNOWN[why].sentence}")
        lines.extend(f"  {one.uri}" for one in group)
        lines.append(f"  {remedy(why, 'REPORT', 'URL')}")
    return lines


def _by_kind(absences: Iterable[Absence]) -> list[tuple[str, list[Absence]]]:
    kinds: dict[str, list[Absence]] = {}
    for absence in sorted(absences, key=lambda one: one.uri):
        kinds.setdefault(absence.why, []).append(absence)
    return sorted(kinds.items(), key=lambda entry: (-len(entry[1]), entry[0]))


def counts(done: Iterable[Acquisition], on_record: int, local: int) -> str:
    """Return one line that adds up: every source asked for is in exactly one count.

    Args:
        done: What was asked of a server, or supplied.
        on_record: Sources that had a usable snapshot and were not asked for again.
        local: Sources that are files of the repository.
    """
    captured = unchanged = hollow = failures = 0
    for one in done:
        if failed(one):
            failures += 1
        elif isinstance(one.acquired, Absence):
            hollow += 1
        elif one.objects:
            captured += 1
        else:
            unchanged += 1
    named = (
        (captured, "captured"),
        (unchanged, "unchanged"),
        (hollow, "captured without evidence in them"),
        (on_record, "already on record"),
        (local, "read from the repository when checked"),
        (failures, "failed"),
    )
    said = [f"{count} {what}" for count, what in named if count]
    return ", ".join(said) if said else "nothing to acquire"
