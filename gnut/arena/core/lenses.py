"""What each lens asks of an attacker."""

from __future__ import annotations

LENSES = {
    "premise": "Name the statement that the assertion needs and that its context does not establish, or contradicts.",
    "leap": "Take every premise as given, and show where the conclusion goes further than they carry it.",
    "evidence": "Show that what the context offers as evidence is too thin, too old or about another thing.",
    "alternative": "Give another explanation of the same facts that the context does not rule out.",
    "scope": "Name the time, place, group or condition that the assertion covers and its context does not.",
}
"""Lens of the shipped policy → its one instruction."""


def instruction(lens: str) -> str:
    """Return what an attacker is to look for through a lens; a policy's own lens is told by its name alone."""
    return LENSES.get(lens, "Look for the weakness that the name of this lens stands for.")
