"""`gnut ledger`: a report's claims in their three buckets, as a page or as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gnut.edge import terminal
from gnut.edge.checking import Call, Checked
from gnut.edge.failures import of_file, worst
from gnut.edge.ground import Wishes
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import GnutError, Usage
from gnut.ledger.contract import CHECK, CheckReport, Ledger, NumericsWaiver, Outcome


def ledger(
    world: World,
    report: str,
    *,
    output_format: str | None,
    policy: str | None,
    allow: Sequence[str],
    profile: str | None,
    color: str,
    numerics: bool = False,
    waiver: str | None = None,
    out: str | None = None,
) -> int:
    """Print the ledger of one report, drawn up from the store and local files; or hold it to its own figures.

    Returns:
        0 once it is printed, whatever it says: `gnut check` is the gate. Of `numerics` 0 if every figure of the
        author's own is declared, or waived by the file `waiver`; 1 if not, or if they cannot be counted.

    Raises:
        Usage: `report` is a folder or a pattern that holds several, or a waiver or `out` without `numerics`.
        BadReceipt: The waiver breaks its contract.
        BadConfig: The configuration, the policy or an allowance is not valid.
    """
    if waiver is not None and not numerics:
        raise Usage("--waiver without --numerics", help="a waiver is of undeclared figures: add --numerics")
    if out is not None and not numerics:
        raise Usage("--out without --numerics", help="a receipt is written of the gate on figures: add --numerics")
    call = Call(world, Wishes(policy, tuple(allow), profile, False, ()))
    found = call.checked([report], ())
    if len(found) > 1:
        raise Usage(f"{report}: holds {len(found)} reports", help="a ledger is of one report: name it")
    for one in found:
        if numerics:
            call.codes.append(_numerics(world, one, waiver, output_format, out))
            continue
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


def _numerics(
    world: World, checked: Checked, waiver: str | None, output_format: str | None, written: str | None
) -> int:
    """Print what the gate on undeclared figures says, as its receipt or for people; return the exit code.

    The receipt is its canonical form and a line feed, so that `gnut show --check` takes what was printed.
    """
    from gnut.formats import numerics as said
    from gnut.ledger.core.numerics import numerics
    from gnut_store import canon

    answered = None if waiver is None else _waiver(world, waiver)
    # From another folder a report is shown by another path; its ledger is the same.
    bound = canon.sha256(canon.encode(replace(checked.ledger, path=checked.target.path)))
    gate = numerics(checked.ledger, canon.sha256(checked.body), bound, answered)
    receipt = canon.encode(gate) + b"\n"
    if written is not None:
        from gnut.edge.outputs import write

        write(world.cwd, written, receipt)
    if output_format == "json":
        from gnut.formats.escape import json_text

        # A terminal gets no sign that it would obey; a file or a pipe gets the bytes that are hashed.
        terminal.out(json_text(receipt.decode()) if world.stdout_tty else receipt.decode())
    else:
        terminal.out(said.listed(gate, checked.target.shown))
        terminal.err(said.verdict(gate, checked.target.shown))
    return 0 if gate.outcome in (Outcome.CLEAR, Outcome.WAIVED) else 1


def _waiver(world: World, name: str) -> NumericsWaiver:
    from gnut.edge.files import read
    from gnut.ledger.core.numerics import parse_waiver

    body = read(world.cwd / name, shown=legible(name))
    try:
        return parse_waiver(body)
    except GnutError as error:
        raise of_file(error, legible(name)) from None


def _tables(world: World, ledger: Ledger, color: str) -> str:
    from gnut.edge.show import table
    from gnut.formats import summary
    from gnut.formats.buckets import HEADS, buckets

    paint = terminal.paint(world, color, on_tty=world.stdout_tty)
    width = terminal.columns(world)
    drawn = [table(title, HEADS, rows, width=width, color=paint.on) for title, rows in buckets(ledger)]
    return "\n".join([*drawn, summary.render(CheckReport(CHECK, 0, (ledger,)), paint=paint, verbose=True)])
