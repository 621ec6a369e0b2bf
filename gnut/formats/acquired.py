"""What an acquisition came to, for people: counts, and each failure with what to do about it."""

from __future__ import annotations

from collections.abc import Iterable

from gnut.acquire.contract import Acquisition, Strategy
from gnut.acquire.whys import remedy
from gnut.model import Absence


def table(failures: Iterable[Absence]) -> list[str]:
    """Return failures grouped by kind, the commonest first, each kind with its remedy; lines are unescaped."""
    kinds: dict[str, list[Absence]] = {}
    for failure in failures:
        kinds.setdefault(failure.why, []).append(failure)
    lines = []
    for why, group in sorted(kinds.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        lines.append(f"{why} ({len(group)}): {remedy(why, 'REPORT', 'URL')}")
        lines.extend(f"  {one.uri}  {one.detail}" for one in sorted(group, key=lambda one: one.uri))
    return lines


def counts(done: Iterable[Acquisition], on_record: int, local: int) -> str:
    """Return one line that adds up: every source asked for is in exactly one count.

    Args:
        done: What was asked of a server, or supplied.
        on_record: Sources that had a usable snapshot and were not asked for again.
        local: Sources that are files of the repository.
    """
    captured = unchanged = hollow = failed = 0
    for one in done:
        if one.strategy is not Strategy.LIVE_ARCHIVED:
            failed += 1
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
        (failed, "failed"),
    )
    said = [f"{count} {what}" for count, what in named if count]
    return ", ".join(said) if said else "nothing to acquire"
