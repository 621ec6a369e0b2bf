"""`gnut ledger`: a report's claims in their three buckets, as a page or as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.edge import terminal
from gnut.edge.checking import Call
from gnut.edge.failures import worst
from gnut.edge.ground import Wishes
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.ledger.contract import CHECK, CheckReport, Ledger, Outcome


def ledger(
    world: World,
    report: str,
    *,
    output_format: str | None,
    policy: str | None,
    allow: Sequence[str],
    profile: str | None,
    color: str,
) -> int:
    """Print the ledger of one report, drawn up from the store and local files.

    Returns:
        0 once it is printed, whatever it says: `gnut check` is the gate.

    Raises:
        Usage: `report` is a folder or a pattern that holds several.
        BadConfig: The configuration, the policy or an allowance is not valid.
    """
    call = Call(world, Wishes(policy, tuple(allow), profile, False, ()))
    found = call.checked([report], ())
    if len(found) > 1:
        raise Usage(f"{report}: holds {len(found)} reports", help="a ledger is of one report: name it")
    for one in found:
        match output_format or ("table" if world.stdout_tty else "markdown"):
            case "json":
                from gnut.formats import json_report

                failed = 1 if one.ledger.outcome in (Outcome.FAILED, Outcome.INDETERMINATE) else 0
                terminal.out(json_report.render(CheckReport(CHECK, worst([*call.codes, failed]), (one.ledger,))))
            case "table":
                terminal.out(_tables(world, one.ledger, color))
            case _:
                from gnut.formats import markdown

                terminal.out(markdown.render(one.ledger))
    return worst(call.codes)


def _tables(world: World, ledger: Ledger, color: str) -> str:
    from gnut.edge.show import table
    from gnut.formats import summary
    from gnut.formats.buckets import HEADS, buckets

    paint = terminal.paint(world, color, on_tty=world.stdout_tty)
    width = terminal.columns(world)
    drawn = [table(title, HEADS, rows, width=width, color=paint.on) for title, rows in buckets(ledger)]
    return "\n".join([*drawn, summary.render(CheckReport(CHECK, 0, (ledger,)), paint=paint, verbose=True)])
