"""Receipts from untrusted bytes: strict JSON, a known schema, closed fields, true hashes, parts of one run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from gnut.account.contract import EXECUTION, LARGEST, LEDGER, MANIFEST, RUN, ClaimLedger, Execution, Manifest, Run
from gnut.account.core import bindings, facts
from gnut.account.core.acquisitions import consistent
from gnut.account.core.counted import counted
from gnut.account.core.metrics import envelope
from gnut.account.records import (
    ACCOUNT,
    ACQUISITION,
    ENVELOPE,
    EVIDENCE,
    METRICS,
    VERIFICATION,
    Account,
    Acquisition,
    Envelope,
    EvidenceReport,
    ExtractionReceipt,
    Metrics,
    Verification,
)
from gnut.errors import BadReceipt
from gnut.ingest.contract import SCHEMA as EXTRACTION
from gnut.text.fitted import fitted
from gnut_store import canon

Receipt = TypeVar("Receipt", bound=Struct)


def parse(body: bytes) -> Struct:
    """Return the receipt that `body` holds, whichever of this room it is.

    Raises:
        NotCanonical: It is not one strict JSON value.
        BadReceipt: Its schema is unknown (`unknown_schema`), or as `parse_execution` says.
    """
    tree = canon.decode(body, limit=LARGEST)
    schema = tree.get("schema") if isinstance(tree, dict) else None
    if not isinstance(schema, str) or schema not in FORMS:
        raise BadReceipt(f"{schema!r} is no schema of a receipt", code="unknown_schema", pointer="/schema")
    return _read(tree, FORMS[schema])


def parse_execution(body: bytes) -> Execution:
    """Return the execution that `body` holds.

    Its hashes are computed again, and its parts are held against each other: whether they say what the sources
    say is for a replay to find out.

    Raises:
        NotCanonical: It is not one strict JSON value.
        BadReceipt: `unknown_schema`, `unknown_field`, `missing_field`, `wrong_type`, `self_hash_mismatch`, or a code
            of the rule that its parts break (`gnut.account.core.bindings`).
    """
    return _read(canon.decode(body, limit=LARGEST), Execution)


def parse_run(body: bytes) -> Run:
    """Return the run that `body` holds; raises as `parse_execution` does."""
    return _read(canon.decode(body, limit=LARGEST), Run)


def parse_ledger(body: bytes) -> ClaimLedger:
    """Return the claim ledger that `body` holds; raises as `parse_execution` does."""
    return _read(canon.decode(body, limit=LARGEST), ClaimLedger)


def parse_manifest(body: bytes) -> Manifest:
    """Return the manifest that `body` holds; raises as `parse_execution` does."""
    return _read(canon.decode(body, limit=LARGEST), Manifest)


def parse_acquisition(body: bytes) -> Acquisition:
    """Return the acquisition that `body` holds; raises as `parse_execution` does."""
    return _read(canon.decode(body, limit=LARGEST), Acquisition)


def _read(tree: Any, form: type[Receipt]) -> Receipt:
    schema = tree.get("schema") if isinstance(tree, dict) else None
    if schema != SCHEMAS[form]:
        raise BadReceipt(f"{schema!r} is not {SCHEMAS[form]!r}", code="unknown_schema", pointer="/schema")
    made = fitted(tree, form)
    CHECKS[form](made)
    return made


def _envelope(one: Envelope) -> None:
    envelope(one.name, one.class_, one.numerator, one.denominator, one.population)


CHECKS: dict[type[Struct], Callable[[Any], object]] = {
    Execution: bindings.execution_holds,
    Run: bindings.run_holds,
    ClaimLedger: bindings.ledger_holds,
    Manifest: bindings.manifest_holds,
    EvidenceReport: bindings.evidence_holds,
    ExtractionReceipt: facts.extraction_holds,
    Acquisition: lambda one: consistent(one, ""),
    Account: facts.account_holds,
    Verification: facts.verification_holds,
    Metrics: counted,
    Envelope: _envelope,
}
SCHEMAS: dict[type[Struct], str] = {
    Execution: EXECUTION,
    Run: RUN,
    ClaimLedger: LEDGER,
    Manifest: MANIFEST,
    EvidenceReport: EVIDENCE,
    ExtractionReceipt: EXTRACTION,
    Acquisition: ACQUISITION,
    Account: ACCOUNT,
    Verification: VERIFICATION,
    Metrics: METRICS,
    Envelope: ENVELOPE,
}
FORMS = {schema: form for form, schema in SCHEMAS.items()}
