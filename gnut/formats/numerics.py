"""The gate on undeclared figures, for people."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.formats.escape import one_line, path
from gnut.ledger.contract import NUMERICS_WAIVER, NumericsGate, Outcome

SHORT = 160
"""Most characters of a sentence that are printed."""

UNCOUNTED = {
    "bad_artifact_hash": "the report's hash is no SHA-256",
    "bad_ledger_hash": "the ledger's hash is no SHA-256",
    "no_units": "the report holds no sentence to count",
    "rows_miscounted": "the ledger's rows are not those that it counts",
    "bad_row_id": "a row has no id",
    "duplicate_row_id": "two rows of own reasoning share an id",
    "bad_reason": "a row of own reasoning has no reason that is known",
}
VOID = {
    "blank_approver": "names no approver",
    "blank_reason": "gives no reason",
    "artifact_mismatch": "is bound to another report",
    "ledger_mismatch": "is bound to another ledger",
    "missing_unit": "does not name every failing unit",
    "unknown_unit": "names a unit that does not fail",
    "duplicate_unit": "names a unit twice",
    "nothing_to_waive": "waives nothing, since no figure is undeclared",
    "population_indeterminate": "cannot waive what could not be counted",
}


def listed(gate: NumericsGate, shown: str) -> str:
    """Return one line for each undeclared figure.

    Args:
        gate: What the gate found.
        shown: The report's path as the reader can open it (untrusted).
    """
    lines = []
    for one in gate.undeclared:
        text = one.text if len(one.text) <= SHORT else one.text[: SHORT - 2] + " …"
        line = f":{one.line}" if one.line is not None else ""
        lines.append(f"{path(shown)}{line}: GN402 {one_line(one.id)}: {one_line(text)}\n")
    return "".join(lines)


def verdict(gate: NumericsGate, shown: str) -> str:
    """Return what the gate says, and what a waiver is worth, line by line."""
    return "".join(f"{line}\n" for line in _verdict(gate, shown))


def _verdict(gate: NumericsGate, shown: str) -> Iterator[str]:
    counted = gate.population
    yield (
        f"{path(shown)}: {gate.outcome.value}: {counted.numeric} of {counted.units} units of own reasoning carry an"
        f" undeclared figure, {counted.declared} are declared, {counted.narrative} carry none"
    )
    for fault in gate.faults:
        yield f"  not counted ({fault}): {UNCOUNTED[fault]}"
    if gate.waiver is not None:
        if gate.waiver.accepted:
            yield f"  waived by {one_line(gate.waiver.approver)}: {one_line(gate.waiver.reason)}"
        for fault in gate.waiver.faults:
            yield f"  the waiver is void ({fault}): it {VOID[fault]}"
    elif gate.outcome is Outcome.FAILED:
        yield f"  artifact sha256 {gate.artifact_sha256}, ledger sha256 {gate.ledger_sha256}"
        yield (
            "  help: mark each sentence as your own analysis, or cite it; or answer for all of them in a waiver"
            f" ({NUMERICS_WAIVER}): --waiver FILE"
        )
