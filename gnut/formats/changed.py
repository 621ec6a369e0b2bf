"""What a dry run would change, one source after the other: new ones in a line, changed ones with their passages."""

from __future__ import annotations

from gnut.acquire.whys import known
from gnut.formats.acquired import address
from gnut.formats.came import Came
from gnut.formats.changes import PASSAGES, passages
from gnut.formats.escape import one_line, redacted
from gnut.formats.paint import Paint

SHOWN = ("captured", "changed", "reread", "hollow")
"""Outcomes that are shown."""


def render(one: Came, before: str, after: str, paint: Paint, *, verbose: bool = False) -> str:
    """Return what would change of one source, escaped, with a final line feed.

    Args:
        one: What it came to.
        before: Its text on record; empty where there is none.
        after: Its text now.
        paint: Colours.
        verbose: Whether to show every changed passage.
    """
    where = one_line(redacted(address(one)))
    if one.outcome == "captured":
        return f"{paint('new', 'green')}  {where}\n"
    if one.outcome == "reread":
        return f"{paint('same words', 'dim')}  {where}\n"
    if one.outcome == "hollow":
        said = None if one.absence is None else known(one.absence.why, one.absence.detail)
        why = "gives no text" if said is None else said.sentence
        return f"{paint('no evidence', 'yellow')}  {where}: the source {why}\n"
    most = len(before) + len(after) if verbose else PASSAGES
    told = passages(before, after, paint, most) or ["(only blanks differ)"]
    return "".join(f"{line}\n" for line in (f"{paint('changed', 'bold')}  {where}", *(f"  {line}" for line in told)))
