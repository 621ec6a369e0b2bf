"""`gnut ledger`: a report's claims in their three buckets, as a page or as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.edge import terminal
from gnut.edge.checking import Call
from gnut.edge.failures import worst
from gnut.edge.ground import Wishes
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.ledger.contract import CHECK, CheckReport


def ledger(
    world: World,
    report: str,
    *,
    output_format: str,
    policy: str | None,
    allow: Sequence[str],
    profile: str | None,
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
        if output_format == "json":
            from gnut.formats import json_report

            terminal.out(json_report.render(CheckReport(CHECK, worst(call.codes), (one.ledger,))))
        else:
            from gnut.formats import markdown

            terminal.out(markdown.render(one.ledger))
    return worst(call.codes)
