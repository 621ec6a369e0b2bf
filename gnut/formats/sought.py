"""What `gnut quote` says of one quotation and one source."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gnut.check.contract import Mark
from gnut.formats.columns import extract
from gnut.formats.escape import one_line
from gnut.formats.paint import Paint
from gnut.formats.worddiff import marked
from gnut.ledger.core.messages import mark_message
from gnut.text.anchor.contract import Anchor, Outcome

AROUND = 100
"""Most characters of context on each side of a passage."""

SHORT = 400
"""Most characters of a text that are printed."""


class Sought(Struct, frozen=True):
    """A quotation, where it was sought, and what was found."""

    name: str
    """File, id or address, as typed."""

    words: str
    text: str
    """Visible text of the source."""

    truncation: str
    anchor: Anchor
    too_short: bool
    hidden: bool
    """Stands only in text that readers cannot see."""

    marks: tuple[Mark, ...]
    """What is worth knowing of the passage and of the source, as `check` marks it on a row."""

    @property
    def stands(self) -> bool:
        """Return whether the quotation stands in the visible text and is long enough to be evidence."""
        return self.anchor.outcome is Outcome.FOUND and not self.too_short


def render(sought: Sought, *, paint: Paint, columns: int) -> str:
    """Return a verdict in one line, then the passage in its context or what stands there instead."""
    verdict, colour = _verdict(sought)
    lines = [f"{paint(verdict.partition(':')[0], colour, 'bold')}:{verdict.partition(':')[2]}"]
    lines += _context(sought, columns) if sought.anchor.parts else []
    lines += _difference(sought, paint)
    lines += [f"note: {one_line(mark_message(mark))}" for mark in sought.marks]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _verdict(sought: Sought) -> tuple[str, str]:
    anchor, name = sought.anchor, one_line(sought.name)
    if sought.stands:
        level = anchor.level.value.replace("_", " ") if anchor.level else ""
        how = "word for word" if anchor.method == "exact" else f"but for {level}"
        times = "once" if anchor.occurrences == 1 else f"{anchor.occurrences} times"
        return f"found: {how}, {times} in {name}, at {_spans(anchor)}", "green"
    if anchor.outcome is Outcome.FOUND:
        return f"too short: it stands in {name}, and is too short to be evidence", "yellow"
    if sought.hidden:
        return f"hidden: it stands only in text of {name} that readers cannot see", "red"
    if anchor.alterations:
        listed = ", ".join(alteration.kind.replace("_", " ") for alteration in anchor.alterations[:5])
        return f"altered: {name} says otherwise ({listed})", "red"
    if anchor.outcome is Outcome.AMBIGUOUS:
        return f"ambiguous: a passage of {name} is near, and the rules cannot say whether it is the same", "yellow"
    part = "" if sought.truncation == "complete" else f", as far as it was captured ({one_line(sought.truncation)})"
    return f"not found: it does not stand in {name}{part}", "red"


def _spans(anchor: Anchor) -> str:
    return ", ".join(f"{part.start}-{part.end}" for part in anchor.parts)


def _context(sought: Sought, columns: int) -> Iterator[str]:
    """Yield each part of the passage with what stands around it, and a caret line."""
    for part in sought.anchor.parts[:8]:
        low = max(0, part.start - AROUND)
        # Line ends, tabs and pages are one blank each, so that columns still count characters.
        around = sought.text[low : part.end + AROUND].translate({10: " ", 9: " ", 12: " ", 13: " "})
        cut = extract(around, part.start - low, part.end - low, columns - 4)
        yield f"  | {cut.text}"
        yield f"  | {cut.under}"


def _difference(sought: Sought, paint: Paint) -> Iterator[str]:
    anchor = sought.anchor
    if anchor.outcome is not Outcome.FOUND and anchor.parts:
        passage = " … ".join(sought.text[part.start : part.end] for part in anchor.parts)
        left, right = marked(sought.words[:SHORT], passage[:SHORT], paint)
        yield f"  = quoted:  {left}"
        yield f"  = source:  {right}"
    if anchor.outcome is Outcome.NOT_FOUND and not sought.hidden and anchor.longest_run is not None:
        run = sought.text[anchor.longest_run.start : anchor.longest_run.end]
        yield f"  = stands:  {one_line(run[:SHORT])}"
        if anchor.stops_at:
            yield f"  = but not: {one_line(anchor.stops_at)}"
    for note in anchor.notes:
        yield f"  = note:    {one_line(note.replace('_', ' '))}"
