"""Draw records to be labelled: some of every decision and risk class, in an order that tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnut.errors import MalformedReport
from gnut.measure.contract import Decided
from gnut_store import canon

LEAST = 2
"""Records of each stratum that are drawn, when it has so many."""


def decided(record_id: str, content: dict[str, Any]) -> Decided | None:
    """Return what a record's content says of its decision; None of a record that is no answer's.

    Contents of groundlens keep it under `outcome`.
    """
    outcome = content.get("outcome")
    said = outcome if isinstance(outcome, dict) else content
    decision, risk = said.get("decision"), said.get("risk_class")
    if decision not in ("PASS", "REVIEW", "FAIL"):
        return None
    return Decided(record_id, decision, risk if isinstance(risk, str) else None)


def strata(records: Sequence[Decided]) -> dict[tuple[str, str], list[Decided]]:
    """Return the records of each decision and risk class, sorted by these."""
    found: dict[tuple[str, str], list[Decided]] = {}
    for each in records:
        found.setdefault((each.decision, each.risk_class or ""), []).append(each)
    return dict(sorted(found.items()))


def sample(records: Sequence[Decided], count: int, seed: int) -> tuple[str, ...]:
    """Return ids of records to label, at least two of each stratum, the rest by the strata's sizes.

    The same records, count and seed give the same ids in the same order; the order is that of hashes, so that it
    tells nothing of the decisions.

    Raises:
        MalformedReport: The count is not positive, or there is no record.
    """
    if count < 1:
        raise MalformedReport(f"a sample of {count} records, expected 1 or more", code="bad_sample")
    if not records:
        raise MalformedReport("the log has no records of answers", code="no_records")
    drawn: list[str] = []
    for group in strata(records).values():
        share = -(-count * len(group) // len(records))
        take = min(len(group), max(LEAST, share))
        drawn += sorted((each.record_id for each in group), key=lambda name: _key(seed, name))[:take]
    return tuple(sorted(drawn, key=lambda name: _key(seed + 1, name)))


def _key(seed: int, name: str) -> str:
    return canon.sha256(f"{seed}:{name}".encode())
