"""Where the tasks of an emission stand in their report, for people."""

from __future__ import annotations

from gnut.arena.contract import Emission
from gnut.arena.core.passages import lines as counted
from gnut.text.patterns import lazy

_SENTENCE = lazy(r"sentence (\d{1,9}), section \d{1,9}$")


def lines(body: bytes, emission: Emission) -> dict[str, int]:
    """Return task id → line, from 1, in which the task's sentence begins; empty for what is no Markdown.

    An emission counts sentences, which hold whatever a report is laid out as. People look for lines.

    Args:
        body: The report that the tasks came from.
        emission: Its tasks, as `gnut.arena.core.emit` returned them.
    """
    found = counted(body, emission.kind)
    told: dict[str, int] = {}
    for task in emission.tasks:
        said = _SENTENCE.match(task.location)
        if said is not None and 0 < int(said[1]) <= len(found):
            told[task.task_id] = found[int(said[1]) - 1]
    return told
