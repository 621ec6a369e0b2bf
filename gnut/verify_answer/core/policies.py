"""Policies as people write them: what they extend, what they come to, and everything that is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from gnut.errors import GnutError
from gnut.text import maps, yaml_text
from gnut.text.maps import BadMap
from gnut.text.quantities.finding import NOTES, ROUNDINGS
from gnut.verify_answer.contract import CLAIM_KINDS, DECISIONS, DETERMINISM
from gnut.verify_answer.core.policy import Policy
from gnut.verify_answer.core.taking import Taking

__all__ = ["FIELDS", "Policy", "Problem", "merged", "policy_from", "problems", "read", "remarks", "resolved"]

STRICT = ("REVIEW", "FAIL")
FIELDS = (
    *("id", "version", "extends", "description", "pass_means", "locale", "rounding", "scope", "risk_classes", "judge"),
    *("verifiers", "determinism", "decision", "regulatory_mapping"),
)
_OWN = ("id", "version")
"""What a policy never takes from the one it extends."""

TOLERABLE = (*NOTES, "provenance_missing", "intent_mismatch", "unit_mismatch")
"""Notes of what is unsupported that a policy may tolerate."""

MAX_DEPTH = 4
"""Policies that extend one another, at most."""


class Problem(Struct, frozen=True):
    """What is wrong with a policy."""

    line: int | None
    """Of the text, from 1; None where it is not known."""

    code: str
    message: str
    help: str | None


def resolved(text: str, shipped: Mapping[str, str]) -> Policy:
    """Return the policy that a text says, with what it extends.

    Args:
        text: YAML or JSON.
        shipped: Texts of the shipped policies by name: what `extends` may name.

    Raises:
        BadMap: It breaks its contract; the message names the field.
    """
    return policy_from(merged(read(text), shipped))


def read(text: str) -> dict[str, Any]:
    """Return the map that a policy's text holds, its keys not judged yet.

    Raises:
        BadMap: It is neither a YAML map nor a JSON object.
    """
    value = maps.written(text, "policy")
    if not isinstance(value, dict):
        raise BadMap(f"policy: expected a map, got {maps.kind(value)}")
    return value


def merged(
    said: dict[str, Any], shipped: Mapping[str, str], depth: int = 0, *, faults: list[GnutError] | None = None
) -> dict[str, Any]:
    """Return a policy's map over that of the policy it extends: maps merge by key, all else stands instead.

    Raises:
        BadMap: It has an unknown key, extends what is not shipped, lacks an id or a version of its own, or leaves blank
            what is extended; `faults` takes the last of these, and what is extended stands.
    """
    maps.members(said, FIELDS, "policy")
    parent = said.get("extends")
    if parent is None:
        maps.members(said, FIELDS, "policy", required=_OWN)
        _own(said, "a policy must have its own")
        return dict(said)
    name = maps.text(parent, "extends")
    if name not in shipped or depth >= MAX_DEPTH:
        known = ", ".join(shipped)
        raise BadMap(f"extends: {name!r} is not a shipped policy", help=f"shipped are: {known}", where="extends")
    _own(said, f"a policy that extends {name} must set its own")
    below = merged(read(shipped[name]), shipped, depth + 1)
    return _over(below, {key: value for key, value in said.items() if key != "extends"}, faults)


def _own(said: dict[str, Any], must: str) -> None:
    for key in _OWN:
        if maps.is_blank(said.get(key)):
            raise BadMap(f"policy: {must} {key}", where=key if key in said else "extends")


def _over(
    below: dict[str, Any], above: dict[str, Any], faults: list[GnutError] | None, within: str = ""
) -> dict[str, Any]:
    """Return one map over another; a blank wipes nothing, as it is seldom meant to and seldom seen to."""
    found = dict(below)
    for key, value in above.items():
        held, where = found.get(key), f"{within}{key}"
        if isinstance(held, dict) and isinstance(value, dict):
            found[key] = _over(held, value, faults, f"{where}.")
        elif not isinstance(held, dict) and (maps.is_blank(held) or not maps.is_blank(value)):
            found[key] = value
        else:
            none = ", or write [] for none" if isinstance(held, list) else ""
            help_text = f"leave it out to keep what is extended{none}" if maps.is_blank(value) else None
            said = f"{where}: expected {maps.kind(held)}, got {maps.kind(value)}"
            fault = BadMap(said, help=help_text, where=where)
            if faults is None:
                raise fault
            faults.append(fault)
    return found


def policy_from(said: dict[str, Any], faults: list[GnutError] | None = None) -> Policy:
    """Return the policy that a merged map says.

    Args:
        said: As `merged` returns it.
        faults: Takes every fault, and a default stands for what has one; None raises the first.

    Raises:
        BadMap: A value is of the wrong type or none of those allowed.
    """
    take = Taking(said, faults)
    required, forbidden = take.verifiers("verifiers.required"), take.verifiers("verifiers.forbidden")
    both = sorted(set(required) & set(forbidden))
    take.refuse(f"{both[0]} is required and forbidden" if both else None, "verifiers.required")
    missing = take.word("scope.missing_scope", DECISIONS, "REVIEW")
    never = "a missing scope key can never PASS" if missing == "PASS" else None
    take.refuse(never, "scope.missing_scope")
    return Policy(
        id=take.text("id") or "",
        version=take.text("version") or "",
        description=take.text("description") or "",
        pass_means=take.text("pass_means"),
        locale=take.locale("locale"),
        rounding=take.word("rounding", ROUNDINGS, "within_last_digit") if "rounding" in said else None,
        scope_required=take.texts("scope.required"),
        missing_scope=missing,
        risk_default=take.text("risk_classes.default"),
        mandatory_review=take.texts("risk_classes.mandatory_review"),
        routine=take.texts("risk_classes.routine"),
        judge_required=take.flag("judge.required"),
        judge_contradicted=take.word("judge.contradicted", STRICT, "REVIEW"),
        judge_unsupported=take.word("judge.unsupported", STRICT, "REVIEW"),
        required=required,
        recommended=take.verifiers("verifiers.recommended"),
        optional=take.verifiers("verifiers.optional"),
        fallback=take.verifiers("verifiers.fallback"),
        forbidden=forbidden,
        minimum_to_decide=take.word("determinism.minimum_to_decide", DETERMINISM, "reproducible"),
        any_contradiction_from=take.verifiers("decision.any_contradiction_from"),
        unsupported_from=take.verifiers("decision.unsupported_from"),
        unresolved_claims=take.word("decision.unresolved_claims", DECISIONS, "REVIEW"),
        conflicts=take.word("decision.conflicts", DECISIONS, "REVIEW"),
        tolerate_unresolved_kinds=take.words("decision.tolerate_unresolved_kinds", CLAIM_KINDS),
        tolerate_notes=take.words("decision.tolerate_notes", TOLERABLE),
        regulatory_mapping=take.mapping("regulatory_mapping"),
    )


def problems(text: str, shipped: Mapping[str, str]) -> tuple[Problem, ...]:
    """Return everything that is wrong with a policy's text, in order of its lines."""
    try:
        said = read(text)
    except BadMap as fault:
        return (Problem(fault.line, fault.code, str(fault).removesuffix(f" (line {fault.line})"), fault.help),)
    try:
        places = yaml_text.lines(text)
    except yaml_text.Unreadable:
        places = {}  # JSON that is no YAML, as with tabs.
    faults: list[GnutError] = []
    known = {}
    for key, value in said.items():
        try:
            known.update(maps.members({key: value}, FIELDS, "policy"))
        except BadMap as fault:
            faults.append(fault)
    try:
        whole = merged(known, shipped, faults=faults)
    except BadMap as fault:
        faults.append(fault)
        whole = {key: value for key, value in known.items() if key != "extends"}
    policy_from(whole, faults)
    return tuple(
        sorted(
            {Problem(_line(each, places), each.code, str(each), each.help) for each in faults},
            key=lambda each: (each.line or 0, each.message),
        )
    )


def remarks(policy: Policy) -> tuple[str, ...]:
    """Return what of a policy is allowed and seldom meant, a sentence each."""
    found = []
    loose = [kind for kind in ("statement", "word") if kind not in policy.tolerate_unresolved_kinds]
    if loose and policy.unresolved_claims != "PASS":
        found.append(
            f"every {' and every '.join(loose)} that no verifier speaks of comes to {policy.unresolved_claims}: "
            "list what may stay unchecked under decision.tolerate_unresolved_kinds, or extend a shipped policy"
        )
    if not policy.any_contradiction_from:
        found.append("no contradiction comes to FAIL: list verifiers under decision.any_contradiction_from")
    listed = (*policy.mandatory_review, *policy.routine)
    if listed and policy.risk_default is not None and policy.risk_default not in listed:
        found.append(f"risk_classes.default {policy.risk_default!r} is in none of its lists: it does not go to review")
    twice = sorted(set(policy.mandatory_review) & set(policy.routine))
    if twice:
        found.append(f"the risk class {twice[0]!r} is routine and has mandatory review: it goes to review")
    return tuple(found)


def _line(fault: GnutError, places: Mapping[tuple[str, ...], int]) -> int | None:
    """Return the line of the place that a fault names, or of the nearest that stands in the text; None for none."""
    if not isinstance(fault, BadMap):
        return None
    path = () if fault.where == "policy" else tuple(fault.where.split("."))
    path = path if fault.field is None else (*path, fault.field)
    while path and path not in places:
        path = path[:-1]
    return places.get(path)
