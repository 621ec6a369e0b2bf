"""`gnut ingest`: what gnut reads in a report, without network or store."""

from __future__ import annotations

from gnut.edge import terminal
from gnut.edge.paths import Target, targets
from gnut.edge.reports import about, report_at
from gnut.edge.settings import settings
from gnut.edge.world import World
from gnut.errors import GnutError, Usage
from gnut.formats.indented import indented


def ingest(world: World, report: str, *, profile: str | None, json: bool) -> int:
    """Print the reading of one report.

    Raises:
        InputMissing: It is not there, or is no file.
        MalformedReport: It breaks a limit or a rule of reading.
    """
    from gnut.ingest.core import ingest as read
    from gnut.ingest.core import profile as profile_of

    found = list(targets(world, [report], ()))
    if len(found) != 1:
        raise Usage(f"{report}: holds {len(found)} reports", help="one report is read at a time: name it")
    target = found[0]
    if isinstance(target, GnutError):
        raise target
    assert isinstance(target, Target)
    config = settings(target.root)
    taken = report_at(target, limit=config.max_report_bytes, noted=terminal.note)
    way = profile_of(profile or config.profile)
    try:
        extraction = read(taken, way)
    except GnutError as error:
        raise about(error, target) from None
    if json:
        terminal.out(indented(extraction))
    else:
        from gnut.formats import reading

        terminal.out(reading.render(extraction, target.shown))
    return 0
