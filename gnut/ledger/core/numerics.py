"""The gate on undeclared figures: an author owns the arithmetic that no source is cited for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gnut.errors import BadReceipt
from gnut.ledger.contract import (
    NUMERICS,
    NUMERICS_WAIVER,
    OWN,
    UNCOUNTED,
    VOID,
    Bucket,
    Ledger,
    NumericsGate,
    NumericsWaiver,
    Outcome,
    OwnReasoning,
    Row,
    Undeclared,
    Waived,
)
from gnut.model import is_hash, sealed
from gnut.text.fitted import fitted
from gnut.text.members import pointer
from gnut_store import canon


def numerics(
    ledger: Ledger, artifact_sha256: str, ledger_sha256: str, waiver: NumericsWaiver | None = None
) -> NumericsGate:
    """Return whether every figure of the author's own is declared as such.

    Each `own_reasoning:numeric` row fails, whether the standing policy blocks it or not, and whether a comment in
    the report waives it: only a waiver bound to these hashes and these units counts here.

    Args:
        ledger: The report's ledger.
        artifact_sha256: Of the report's bytes.
        ledger_sha256: Of the ledger, as the caller binds it.
        waiver: Who answers for the figures that are left; None when nobody does.

    Returns:
        `clear`, `failed`, `waived`, or `indeterminate` when there is nothing to count or it cannot be counted:
        that is never clear, and no waiver changes it.
    """
    own = [row for row in ledger.rows if row.bucket is Bucket.OWN_REASONING]
    undeclared = tuple(
        Undeclared(row.id, row.fingerprint, row.line, row.text) for row in own if row.reason == "numeric"
    )
    found = set(_uncounted(ledger, own, artifact_sha256, ledger_sha256))
    faults = tuple(fault for fault in UNCOUNTED if fault in found)
    judged = None if waiver is None else _judged(waiver, artifact_sha256, ledger_sha256, undeclared, bool(faults))
    return sealed(
        NumericsGate(
            schema=NUMERICS,
            outcome=_outcome(faults, undeclared, judged),
            artifact_sha256=artifact_sha256,
            ledger_sha256=ledger_sha256,
            population=_population(own),
            undeclared=undeclared,
            faults=faults,
            waiver=judged,
            sha256="",
        )
    )


def parse_waiver(body: bytes) -> NumericsWaiver:
    """Return the waiver that `body` states; whether it is worth anything is for `numerics` to say.

    Raises:
        NotCanonical: `body` is not one strict JSON value.
        BadReceipt: It breaks `groundnut-numerics-waiver/v1` (codes `unsupported_schema`, `malformed_waiver`).
    """
    said = canon.decode(body)
    schema = said.get("schema") if isinstance(said, dict) else None
    if not isinstance(said, dict) or schema != NUMERICS_WAIVER:
        raise BadReceipt(
            f"a waiver has schema {schema!r}, expected {NUMERICS_WAIVER!r}",
            code="unsupported_schema",
            pointer="/schema",
        )
    known = NumericsWaiver.__struct_fields__
    for name in said:
        if name not in known:
            raise BadReceipt(
                f"no member of a waiver, which has {', '.join(known)}",
                code="malformed_waiver",
                pointer=pointer("", name),
            )
    waiver = fitted(said, NumericsWaiver, code="malformed_waiver")
    for name in ("artifact_sha256", "ledger_sha256"):
        if not is_hash(getattr(waiver, name)):
            raise BadReceipt("not 64 hex digits in lower case", code="malformed_waiver", pointer=pointer("", name))
    return waiver


def _outcome(faults: tuple[str, ...], undeclared: tuple[Undeclared, ...], waiver: Waived | None) -> Outcome:
    if faults:
        return Outcome.INDETERMINATE
    if not undeclared:
        return Outcome.CLEAR
    return Outcome.WAIVED if waiver is not None and waiver.accepted else Outcome.FAILED


def _uncounted(ledger: Ledger, own: list[Row], artifact_sha256: str, ledger_sha256: str) -> Iterator[str]:
    """Yield why the population is none."""
    if not is_hash(artifact_sha256):
        yield "bad_artifact_hash"
    if not is_hash(ledger_sha256):
        yield "bad_ledger_hash"
    if not ledger.rows or ledger.population.units == 0:
        yield "no_units"
    if ledger.population.rows != len(ledger.rows) or ledger.population.units > len(ledger.rows):
        yield "rows_miscounted"
    if any(not row.id.strip() for row in ledger.rows):
        yield "bad_row_id"
    # A unit with several citations has several rows, and they may share a declared id; one that cites nothing has one.
    counted = Counter(row.id for row in ledger.rows)
    if any(counted[row.id] > 1 for row in own):
        yield "duplicate_row_id"
    if any(row.reason not in OWN for row in own):
        yield "bad_reason"


def _judged(
    waiver: NumericsWaiver,
    artifact_sha256: str,
    ledger_sha256: str,
    undeclared: tuple[Undeclared, ...],
    uncounted: bool,
) -> Waived:
    failing, named = {one.id for one in undeclared}, set(waiver.unit_ids)
    said = {
        "blank_approver": not waiver.approver.strip(),
        "blank_reason": not waiver.reason.strip(),
        "artifact_mismatch": waiver.artifact_sha256 != artifact_sha256,
        "ledger_mismatch": waiver.ledger_sha256 != ledger_sha256,
        "missing_unit": not failing <= named,
        "unknown_unit": not named <= failing,
        "duplicate_unit": len(named) != len(waiver.unit_ids),
        "nothing_to_waive": not failing,
        "population_indeterminate": uncounted,
    }
    faults = tuple(fault for fault in VOID if said[fault])
    return Waived(waiver.approver, waiver.reason, canon.sha256(canon.encode(waiver)), not faults, faults)


def _population(own: list[Row]) -> OwnReasoning:
    counted = Counter(row.reason for row in own)
    return OwnReasoning(len(own), counted["declared"], counted["numeric"], counted["narrative"])
