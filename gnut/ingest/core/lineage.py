"""How a figure was computed, as its author declares it: groundnut's calculation lineage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from gnut.errors import MalformedReport
from gnut.ingest.contract import LINEAGE, Lineage, LineageInput
from gnut.text.formula.contract import MAX_INPUTS, MAX_REFERENCES, MAX_VALUE
from gnut.text.patterns import lazy
from gnut_store import canon

_MEMBERS = ("schema", "formula", "inputs", "note")
_INPUT_MEMBERS = ("name", "value", "source_claim_ids")
_FROM = lazy(r"\A(.*?)(?:\A|\s)from\s+([^\s,]+(?:\s*,\s*[^\s,]+)*+)\s*\Z")
"""`5 from c2, c3` in the short form."""


def lineage_of(given: object, at: str) -> Lineage:
    """Return a lineage from its decoded JSON; what its references name is not looked up yet.

    Args:
        given: `{formula, inputs: [{name, value, source_claim_ids?}], note?}`.
        at: Where it stands: a line, or the JSON pointer in a structured artifact.

    Raises:
        MalformedReport: It breaks the contract (`lineage_incomplete`, `lineage_duplicate_input`,
            `lineage_blank_reference`, `lineage_duplicate_reference`, `lineage_too_large`, `wrong_type`,
            `unknown_field`, `unsupported_schema`).
    """
    members = _members(given, _MEMBERS, at)
    if members.get("schema", LINEAGE) != LINEAGE:
        raise MalformedReport(f"{at}/schema: expected {LINEAGE}", code="unsupported_schema")
    formula = _required(members, "formula", at)
    inputs = members.get("inputs")
    if inputs is not None and not isinstance(inputs, list):
        raise MalformedReport(f"{at}/inputs: expected an array", code="wrong_type")
    if not inputs:
        raise MalformedReport(f"{at}/inputs: a calculation names at least one input", code="lineage_incomplete")
    if len(inputs) > MAX_INPUTS:
        raise _too_large(f"{at}/inputs", len(inputs), MAX_INPUTS, "inputs")
    note = members.get("note")
    if note is not None and not isinstance(note, str):
        raise MalformedReport(f"{at}/note: expected text", code="wrong_type")
    return _made(formula, [_input(one, f"{at}/inputs/{index}") for index, one in enumerate(inputs)], note, at)


def lineage_of_pairs(pairs: Iterable[tuple[str, str]], at: str) -> Lineage:
    """Return the lineage of a short form: `calc` is the formula, `note` a note, every other name an input.

    A value may name the claims that state it: `5 from c2, c3`.

    Args:
        pairs: (name, value) as written, in order.
        at: Where the comment stands.

    Raises:
        MalformedReport: As `lineage_of`.
    """
    formula = note = None
    inputs = []
    for name, value in pairs:
        if name == "calc":
            formula = value
        elif name == "note":
            note = value
        else:
            stated = _FROM.fullmatch(value)
            given: dict[str, object] = {"name": name, "value": value}
            if stated:
                named = [one.strip() for one in stated.group(2).split(",")]
                given = {"name": name, "value": stated.group(1), "source_claim_ids": named}
            inputs.append(_input(given, f"{at}: {name}"))
            if len(inputs) > MAX_INPUTS:
                raise _too_large(at, len(inputs), MAX_INPUTS, "inputs")
    if formula is None or not formula.strip():
        raise MalformedReport(f"{at}: the calculation has no formula", code="lineage_incomplete")
    if not inputs:
        raise MalformedReport(f"{at}: a calculation names at least one input", code="lineage_incomplete")
    return _made(formula, inputs, note, at)


def check_references(lineage: Lineage, own: Iterable[str], known: Mapping[str, object], at: str) -> None:
    """Refuse a lineage that refers to no claim of the artifact, or to its own.

    Args:
        lineage: The lineage.
        own: Ids of the claim that declares it.
        known: Ids of all claims of the artifact, as keys.
        at: Where it stands.

    Raises:
        MalformedReport: With the code `lineage_unknown_claim` or `lineage_self_reference`.
    """
    mine = frozenset(own)
    for one in lineage.inputs:
        for name in one.source_claim_ids:
            if name in mine:
                raise MalformedReport(
                    f"{at}: input {one.name!r} refers to the claim that it belongs to", code="lineage_self_reference"
                )
            if name not in known:
                raise MalformedReport(
                    f"{at}: input {one.name!r} refers to claim {name!r}, which the report does not have",
                    code="lineage_unknown_claim",
                    help="gnut ingest prints the ids of the claims",
                )


def _made(formula: str, inputs: list[LineageInput], note: str | None, at: str) -> Lineage:
    twice = [name for name, count in Counter(one.name for one in inputs).items() if count > 1]
    if twice:
        raise MalformedReport(f"{at}: input {min(twice)!r} is given twice", code="lineage_duplicate_input")
    return Lineage(
        schema=LINEAGE,
        formula=formula,
        formula_sha256=canon.sha256(formula.encode()),
        inputs=tuple(sorted(inputs, key=lambda one: one.name)),
        note=note.strip() or None if note is not None else None,
    )


def _input(given: object, at: str) -> LineageInput:
    members = _members(given, _INPUT_MEMBERS, at)
    name, value = _required(members, "name", at).strip(), _required(members, "value", at).strip()
    named = members.get("source_claim_ids")
    if named is not None and not isinstance(named, list):
        raise MalformedReport(f"{at}/source_claim_ids: expected an array", code="wrong_type")
    if len(value) > MAX_VALUE:
        raise _too_large(f"{at}/value", len(value), MAX_VALUE, "characters")
    if named is not None and len(named) > MAX_REFERENCES:
        raise _too_large(f"{at}/source_claim_ids", len(named), MAX_REFERENCES, "claims")
    references: list[str] = []
    for index, reference in enumerate(named or ()):
        if not isinstance(reference, str) or not reference.strip():
            raise MalformedReport(
                f"{at}/source_claim_ids/{index}: expected the id of a claim", code="lineage_blank_reference"
            )
        references.append(reference.strip())
    if len(set(references)) != len(references):
        raise MalformedReport(f"{at}/source_claim_ids: a claim is named twice", code="lineage_duplicate_reference")
    return LineageInput(name, value, tuple(sorted(references)))


def _too_large(at: str, has: int, most: int, what: str) -> MalformedReport:
    return MalformedReport(f"{at}: has {has} {what}, and {most} are the most", code="lineage_too_large")


def _members(given: object, known: tuple[str, ...], at: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise MalformedReport(f"{at}: expected an object", code="wrong_type")
    for name in given:
        if name not in known:
            raise MalformedReport(
                f"{at}: unknown member {name!r}", code="unknown_field", help=f"members are: {', '.join(known)}"
            )
    return given


def _required(members: dict[str, Any], name: str, at: str) -> str:
    value = members.get(name)
    if not isinstance(value, str) or not value.strip():
        raise MalformedReport(f"{at}/{name}: expected text that is not blank", code="lineage_incomplete")
    return value
