"""What a call came to, for people: outcomes, buckets, rates with what they are counted over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from gnut.formats.entries import PASSED_OVER, severity
from gnut.formats.escape import one_line, path
from gnut.formats.judged import counted
from gnut.formats.paint import Paint
from gnut.ledger.contract import Bucket, CheckReport, Ledger, Outcome

LISTED = 40
"""Most reports that are listed one by one."""

COLOURS = {
    Outcome.CLEAR: "green",
    Outcome.WAIVED: "cyan",
    Outcome.FAILED: "red",
    Outcome.INDETERMINATE: "yellow",
}


MAIN = ("citation_coverage", "source_accessibility", "excerpts_found")
"""Rates that are said without `-v`."""


def render(checked: CheckReport, *, paint: Paint, verbose: bool = False, shown: Callable[[str], str] = str) -> str:
    """Return one report's ledger in a few lines, or several reports one a line with their totals."""
    if len(checked.reports) == 1:
        return _one(checked.reports[0], paint, verbose, shown)
    rows = [_line(ledger, paint, shown) for ledger in checked.reports]
    if len(rows) > LISTED:
        quiet = (Outcome.CLEAR, Outcome.INDETERMINATE)
        rows = [_line(each, paint, shown) for each in checked.reports if each.outcome not in quiet][:LISTED]
    return "".join(f"{row}\n" for row in [*rows, _total(checked)])


def said_of(ledger: Ledger) -> str:
    """Return an outcome as people say it; a report without citations is not a failure of its own."""
    if ledger.outcome is Outcome.INDETERMINATE and not ledger.population.citations:
        return "no citations"
    return ledger.outcome.value


def explained(ledger: Ledger) -> str:
    """Return the outcome with who lets pass what would have blocked: a comment in the report, or `--allow`."""
    if ledger.outcome is not Outcome.WAIVED:
        return said_of(ledger)
    passed = {one.name for row in ledger.rows for one in row.findings if severity(ledger, row, one) == "allowed"}
    commented = sum(any(one.waived is not None for one in row.findings) for row in ledger.rows)
    said = [f"{commented} row{'' if commented == 1 else 's'} by comment"] if commented else []
    if passed or not commented:
        # `--allow` takes neighbours of a reason along: those that let something pass are named.
        said.append(one_line(f"by --allow {' '.join(sorted(passed or ledger.policy.allows))}"))
    return f"{said_of(ledger)} ({', '.join(said)})"


def _total(checked: CheckReport) -> str:
    counted = Counter(said_of(ledger) for ledger in checked.reports)
    what = ", ".join(f"{count} {said}" for said, count in sorted(counted.items()))
    blocking = sum(row.gates for ledger in checked.reports for row in ledger.rows)
    total = sum(len(ledger.rows) for ledger in checked.reports)
    return f"{len(checked.reports)} reports checked: {what or 'none'}; {blocking} of {total} rows block"


def _line(ledger: Ledger, paint: Paint, shown: Callable[[str], str]) -> str:
    blocking = sum(row.gates for row in ledger.rows)
    word = paint(explained(ledger), COLOURS[ledger.outcome], "bold")
    return f"{path(shown(ledger.path))}: {word}, {blocking} of {len(ledger.rows)} rows block"


def _one(ledger: Ledger, paint: Paint, verbose: bool, shown: Callable[[str], str]) -> str:
    word = paint(explained(ledger), COLOURS[ledger.outcome], "bold")
    lines = [f"{path(shown(ledger.path))}: {word} under policy {policy(ledger)}"]
    for bucket in Bucket:
        mine = [row for row in ledger.rows if row.bucket is bucket]
        reasons = Counter(f"{row.reason}:{row.kind}" if row.kind else row.reason for row in mine if row.reason)
        why = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items(), key=lambda one: -one[1]))
        name = bucket.value.replace("_", " ")
        lines.append(f"  {name:21} {len(mine)} of {len(ledger.rows)} rows{': ' + one_line(why) if why else ''}")
    marked = Counter(mark.name for row in ledger.rows for mark in row.marks)
    if marked:
        lines.append(
            f"  {'marks':21} {one_line(', '.join(f'{count} {name}' for name, count in sorted(marked.items())))}"
        )
    computed = Counter(row.calculation.status for row in ledger.rows if row.calculation is not None)
    if computed:
        said_so = ", ".join(f"{count} {status}" for status, count in sorted(computed.items()))
        lines.append(f"  {'calculations':21} {one_line(said_so)}")
    lines += [f"  {name:21} {counts}" for name, counts in counted(ledger.rows)]
    lines.append(f"  {'read':21} {population(ledger)}")
    passed_over = sum(one.name in PASSED_OVER for one in ledger.anomalies)
    if passed_over:
        lines.append(f"  {'not sought':21} short quotations with no citation right behind them: {passed_over}")
    said = [(name, rate) for name, rate in rates(ledger) if verbose or name in MAIN]
    lines += [f"  {name.replace('_', ' '):21} {rate}" for name, rate in said]
    return "".join(f"{line}\n" for line in lines)


def policy(ledger: Ledger) -> str:
    """Return the policy in force with its allowances and the beginning of its hash."""
    allows = f", allowing {', '.join(ledger.policy.allows)}" if ledger.policy.allows else ""
    return one_line(f"{ledger.policy.key}{allows} (sha256 {ledger.policy.sha256[:12]})")


def population(ledger: Ledger) -> str:
    """Return what was read and what was set aside, with the reasons."""
    counted = ledger.population
    aside = sum(counted.lines.excluded.values())
    why = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(counted.lines.excluded.items()))
    # A rendered artifact is counted in blocks, a structured one in rows.
    unlined = bool(ledger.rows) and all(row.line is None for row in ledger.rows)
    what = "blocks" if unlined else "lines"
    return (
        f"{counted.units} units, {counted.citations} citations, {counted.excerpts} excerpts, "
        f"{counted.sources} sources; {what}: {counted.lines.included} read, {aside} set aside"
        + (f" ({one_line(why)})" if why else "")
    )


def rates(ledger: Ledger) -> list[tuple[str, str]]:
    """Return each rate with numerator, denominator and population; one over nothing is left out."""
    return [
        (name, f"{rate.numerator} of {rate.denominator} {one_line(rate.population)}")
        for name, rate in ledger.rates.items()
        if rate.denominator
    ]
