"""`gnut ingest`: what gnut reads in a report, without network or store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnut.edge import terminal
from gnut.edge.paths import Target, targets
from gnut.edge.reports import about, report_at
from gnut.edge.settings import settings
from gnut.edge.world import World
from gnut.errors import GnutError, Usage
from gnut.formats.indented import indented

if TYPE_CHECKING:
    from gnut.ingest.contract import Extraction


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
        terminal.out(indented(_with_claims(extraction)))
    else:
        from gnut.formats import reading

        terminal.out(reading.render(extraction, target.shown))
    return 0


def _with_claims(extraction: Extraction) -> dict[str, object]:
    """Return the reading, and with it the ids that calculations, declarations and the ledger know claims by.

    `claims` has one object for each: `id`, the index of its `unit`, and of its `citation` and `binding` in it or null.
    """
    import msgspec

    from gnut.ingest.core.numbering import claims

    named = ("id", "unit", "citation", "binding")
    listed = [dict(zip(named, claim, strict=True)) for claim in claims(extraction)]
    return {**msgspec.structs.asdict(extraction), "claims": listed}
