"""The form of a stored execution: one strict, canonical object, every part of the version and the hash it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gnut.account import contract as account
from gnut.account import records
from gnut.authority import contract as authority
from gnut.errors import BadReceipt, NotCanonical
from gnut.ingest import contract as ingest
from gnut.ledger import contract as ledger
from gnut.model import self_hash
from gnut.support import contract as support
from gnut.text.fitted import fitted, step
from gnut.text.patterns import lazy
from gnut.verify_receipt.contract import Refusal
from gnut.verify_receipt.core.refusals import refusal
from gnut_store import canon
from gnut_store.oid import is_oid

SCHEMAS: tuple[tuple[str, str], ...] = (
    ("", account.EXECUTION),
    ("run", account.RUN),
    ("run/terms/standing", ledger.POLICY),
    ("run/terms/support", support.POLICY),
    ("run/terms/authority", authority.POLICY),
    ("run/extraction", ingest.SCHEMA),
    ("run/extraction/claims/*/analytical_provenance", records.PROVENANCE),
    ("run/extraction/claims/*/analytical_provenance/calculation_lineage", ingest.LINEAGE),
    ("run/acquisitions/*", records.ACQUISITION),
    ("run/evidence", records.EVIDENCE),
    ("run/evidence/summary/mechanical", records.METRICS),
    ("run/evidence/summary/mechanical/by_provenance_class/*/citation_coverage", records.ENVELOPE),
    ("run/evidence/summary/mechanical/rates/*", records.ENVELOPE),
    ("run/evidence/accounts/*", records.ACCOUNT),
    ("run/evidence/accounts/*/verification", records.VERIFICATION),
    ("run/evidence/accounts/*/assessment", support.ASSESSMENT),
    ("run/evidence/accounts/*/authority", authority.ASSESSMENT),
    ("ledger", account.LEDGER),
    ("manifest", account.MANIFEST),
)
"""Where an execution says which contract a part keeps, from the outside in; `*` stands for any step."""

SEALED = ("run/evidence", "run/arena_emission/profile", "run/arena_emission", "run", "ledger", "manifest", "")
"""Parts that carry their own hash, those that others cover first."""

_VERSION = lazy(r"(.+/v)([1-9][0-9]{0,5})", re.ASCII)
_HASH = lazy(r"[0-9a-f]{64}")

PROFILE = "groundnut-artifact-profile/v1"
"""Named in the hash of a profile, which does not carry its own schema string."""


def form(body: bytes) -> tuple[account.Execution | None, tuple[Refusal, ...]]:
    """Return the execution that `body` holds, and why it is refused; one or the other.

    The first fault ends the reading, except that every self-hash is looked at.
    """
    try:
        tree = canon.decode(body, limit=account.LARGEST)
        canonical = canon.encode(tree)
    except NotCanonical as error:
        return None, (refusal("not_strict_json", error.pointer),)
    if not isinstance(tree, dict):
        return None, (refusal("wrong_type", ""),)
    if canonical != body:
        return None, (refusal("not_canonical", ""),)
    fault = next(_schema_faults(tree), None)
    if fault is not None:
        return None, (fault,)
    try:
        execution = fitted(tree, account.Execution)
    except BadReceipt as error:
        return None, (refusal(error.code, error.pointer),)
    faults = tuple(_spelling_faults(tree, "")) or tuple(_seal_faults(tree))
    return (None, faults) if faults else (execution, ())


def _schema_faults(tree: dict[str, Any]) -> Iterator[Refusal]:
    for steps, schema in SCHEMAS:
        for pointer, part in _at(tree, steps):
            if isinstance(part, dict) and part.get("schema") != schema:
                yield refusal(_schema_code(part.get("schema"), schema), f"{pointer}/schema")


def _schema_code(found: object, wanted: str) -> str:
    """Return whether a schema string is an older version of the wanted one, or something else."""
    ours, theirs = _VERSION.fullmatch(wanted), _VERSION.fullmatch(found) if isinstance(found, str) else None
    older = ours and theirs and ours[1] == theirs[1] and int(theirs[2]) < int(ours[2])
    return "downgraded_schema" if older else "unknown_schema"


def _at(tree: Any, steps: str) -> Iterator[tuple[str, Any]]:
    """Yield (pointer, part) of every part that stands at `steps`; none where the way ends early."""
    found = [("", tree)]
    for name in steps.split("/") if steps else ():
        inner: list[tuple[str, Any]] = []
        for pointer, node in found:
            if isinstance(node, dict):
                keys = node if name == "*" else (name,) if name in node else ()
                inner.extend((f"{pointer}/{step(key)}", node[key]) for key in keys)
            elif isinstance(node, list) and name == "*":
                inner.extend((f"{pointer}/{at}", each) for at, each in enumerate(node))
        found = inner
    yield from found


def _spelling_faults(node: Any, pointer: str) -> Iterator[Refusal]:
    """Yield what is written as a hash or an id and is none in its one spelling, in any part."""
    if isinstance(node, list):
        for at, each in enumerate(node):
            yield from _spelling_faults(each, f"{pointer}/{at}")
    elif isinstance(node, dict):
        for key, value in node.items():
            place = f"{pointer}/{step(key)}"
            if key == "sha256" or key.endswith("_sha256"):
                if value is not None and not (isinstance(value, str) and _HASH.fullmatch(value)):
                    yield refusal("bad_hash", place)
            elif key in ("snapshot", "body") and isinstance(value, str):
                if not is_oid(value):
                    yield refusal("bad_id", place)
            else:
                yield from _spelling_faults(value, place)


def _seal_faults(tree: dict[str, Any]) -> Iterator[Refusal]:
    profile = tree["run"]["terms"]["profile"]
    if profile["sha256"] != self_hash({"schema": PROFILE, **profile}):
        yield refusal("self_hash", "/run/terms/profile/sha256")
    for steps in SEALED:
        for pointer, part in _at(tree, steps):
            if isinstance(part, dict) and part.get("sha256") != self_hash(part):
                yield refusal("self_hash", f"{pointer}/sha256")
