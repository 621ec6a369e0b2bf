"""What decides: a policy as people write it, what it extends, and the form that is hashed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from gnut.errors import NotCanonical
from gnut.text import maps, yaml_text
from gnut.text.maps import BadMap
from gnut.text.quantities import locales
from gnut.text.quantities.finding import ROUNDINGS
from gnut.verify_answer.contract import CLAIM_KINDS, DECISIONS, DETERMINISM
from gnut_store import canon

STRICT = ("REVIEW", "FAIL")
FIELDS = (
    *("id", "version", "extends", "description", "pass_means", "locale", "rounding", "scope", "risk_classes", "judge"),
    *("verifiers", "determinism", "decision", "regulatory_mapping"),
)
_LISTS = {
    "verifiers": ("required", "recommended", "optional", "fallback", "forbidden"),
    "risk_classes": ("mandatory_review", "routine"),
}
_DECISION = (
    *("any_contradiction_from", "unsupported_from", "unresolved_claims", "conflicts", "tolerate_unresolved_kinds"),
    "tolerate_notes",
)
_MAPPING = ("framework", "article", "control", "requirement", "triggered_by")
MAX_DEPTH = 4
"""Policies that extend one another, at most."""


class Mapped(Struct, frozen=True, forbid_unknown_fields=True):
    """A duty of a regulation that decisions bear on."""

    framework: str
    article: str
    control: str
    requirement: str
    triggered_by: tuple[str, ...]

    @property
    def duty(self) -> dict[str, str]:
        """What a verdict says of it."""
        return {key: getattr(self, key) for key in _MAPPING[:4]}


class Policy(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A policy with every default written out."""

    id: str
    version: str
    description: str
    pass_means: str | None
    locale: str | None
    rounding: str | None
    scope_required: tuple[str, ...]
    missing_scope: str
    risk_default: str | None
    mandatory_review: tuple[str, ...]
    routine: tuple[str, ...]
    judge_required: bool
    judge_contradicted: str
    judge_unsupported: str
    required: tuple[str, ...]
    recommended: tuple[str, ...]
    optional: tuple[str, ...]
    fallback: tuple[str, ...]
    forbidden: tuple[str, ...]
    minimum_to_decide: str
    any_contradiction_from: tuple[str, ...]
    unsupported_from: tuple[str, ...]
    unresolved_claims: str
    conflicts: str
    tolerate_unresolved_kinds: tuple[str, ...]
    tolerate_notes: tuple[str, ...]
    regulatory_mapping: tuple[Mapped, ...]

    @cached_property
    def hash(self) -> str:
        """`sha256:` and the SHA-256 of the canonical form."""
        return f"sha256:{canon.sha256(canon.encode(msgspec.to_builtins(self)))}"

    def risk_class(self, asked: str | None) -> str | None:
        """Return the risk class of a request.

        Raises:
            BadMap: The policy does not list it, or has none at all.
        """
        listed = {*self.mandatory_review, *self.routine, *((self.risk_default,) if self.risk_default else ())}
        if asked is None:
            return self.risk_default
        if not listed:
            raise BadMap(f"policy {self.id} defines no risk_classes", code="unknown_risk_class")
        if asked not in listed:
            known = ", ".join(sorted(listed))
            raise BadMap(
                f"policy {self.id} has no risk class {asked!r}", help=f"it has {known}", code="unknown_risk_class"
            )
        return asked


def resolved(text: str, shipped: Mapping[str, str]) -> Policy:
    """Return the policy that a text says, with what it extends.

    Args:
        text: YAML or JSON.
        shipped: Texts of the shipped policies by name: what `extends` may name.

    Raises:
        BadMap: It breaks its contract; the message names the field.
    """
    return _policy(_merged(read(text), shipped))


def read(text: str) -> dict[str, Any]:
    """Return the map that a policy's text holds, its keys not judged yet.

    Raises:
        BadMap: It is neither a YAML map nor a JSON object.
    """
    try:
        value = canon.decode(text) if text.lstrip().startswith("{") else yaml_text.yaml(text)
    except yaml_text.Unreadable as fault:
        raise BadMap(f"policy is no YAML: {fault}") from None
    except NotCanonical as fault:
        raise BadMap(f"policy is no JSON: {fault}") from None
    if not isinstance(value, dict):
        raise BadMap(f"policy: expected a map, got {maps.kind(value)}")
    return value


def _merged(said: dict[str, Any], shipped: Mapping[str, str], depth: int = 0) -> dict[str, Any]:
    maps.members(said, FIELDS, "policy")
    parent = said.get("extends")
    if parent is None:
        maps.members(said, FIELDS, "policy", required=("id", "version"))
        return said
    name = maps.text(parent, "extends")
    if name not in shipped or depth >= MAX_DEPTH:
        known = ", ".join(shipped)
        raise BadMap(f"extends: {name!r} is not a shipped policy", help=f"shipped are: {known}")
    for key in ("id", "version"):
        if not said.get(key):
            raise BadMap(f"a policy that extends {name} must set its own {key}")
    below = _merged(read(shipped[name]), shipped, depth + 1)
    return _over(below, {key: value for key, value in said.items() if key != "extends"})


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Return two maps as one: maps merge by key, all else of the upper one stands instead."""
    found = dict(below)
    for key, value in above.items():
        held = found.get(key)
        found[key] = _over(held, value) if isinstance(held, dict) and isinstance(value, dict) else value
    return found


def _policy(said: dict[str, Any]) -> Policy:
    scope = _map(said, "scope", ("required", "missing_scope"))
    missing = maps.variant(scope.get("missing_scope", "REVIEW"), DECISIONS, "scope.missing_scope")
    if missing == "PASS":
        raise BadMap("scope.missing_scope: a missing scope key can never PASS")
    risks = _map(said, "risk_classes", ("default", *_LISTS["risk_classes"]))
    judge = _map(said, "judge", ("required", "contradicted", "unsupported"))
    verifiers = _map(said, "verifiers", _LISTS["verifiers"])
    determinism = _map(said, "determinism", ("minimum_to_decide",))
    decision = _map(said, "decision", _DECISION)
    return Policy(
        id=maps.text(said["id"], "id"),
        version=maps.text(said["version"], "version"),
        description=maps.text(said.get("description", ""), "description"),
        pass_means=_optional(said, "pass_means"),
        locale=locales.locale(tag) if (tag := _optional(said, "locale")) else None,
        rounding=maps.variant(said["rounding"], ROUNDINGS, "rounding") if "rounding" in said else None,
        scope_required=maps.texts(scope.get("required"), "scope.required"),
        missing_scope=missing,
        risk_default=_optional(risks, "default"),
        **{name: maps.texts(risks.get(name), f"risk_classes.{name}") for name in _LISTS["risk_classes"]},
        judge_required=maps.flag(judge.get("required", False), "judge.required"),
        judge_contradicted=_strict(judge, "contradicted", "judge"),
        judge_unsupported=_strict(judge, "unsupported", "judge"),
        **{name: maps.texts(verifiers.get(name), f"verifiers.{name}") for name in _LISTS["verifiers"]},
        minimum_to_decide=maps.variant(
            determinism.get("minimum_to_decide", "reproducible"), DETERMINISM, "determinism.minimum_to_decide"
        ),
        any_contradiction_from=maps.texts(decision.get("any_contradiction_from"), "decision.any_contradiction_from"),
        unsupported_from=maps.texts(decision.get("unsupported_from"), "decision.unsupported_from"),
        unresolved_claims=_decision(decision, "unresolved_claims"),
        conflicts=_decision(decision, "conflicts"),
        tolerate_unresolved_kinds=_kinds(decision),
        tolerate_notes=maps.texts(decision.get("tolerate_notes"), "decision.tolerate_notes"),
        regulatory_mapping=_mapping(said.get("regulatory_mapping")),
    )


def _map(said: dict[str, Any], key: str, known: tuple[str, ...]) -> dict[str, Any]:
    value = said.get(key)
    return maps.members({} if value in (None, "") else value, known, key)


def _optional(said: dict[str, Any], key: str) -> str | None:
    value = said.get(key)
    return None if value is None else maps.text(value, key)


def _decision(said: dict[str, Any], key: str) -> str:
    return maps.variant(said.get(key, "REVIEW"), DECISIONS, f"decision.{key}")


def _strict(said: dict[str, Any], key: str, where: str) -> str:
    return maps.variant(said.get(key, "REVIEW"), STRICT, f"{where}.{key}")


def _kinds(said: dict[str, Any]) -> tuple[str, ...]:
    where = "decision.tolerate_unresolved_kinds"
    return tuple(maps.variant(each, CLAIM_KINDS, where) for each in maps.texts(said.get(where.split(".")[1]), where))


def _mapping(value: object) -> tuple[Mapped, ...]:
    if value in (None, ""):
        return ()
    if not isinstance(value, list):
        raise BadMap(f"regulatory_mapping: expected a list, got {maps.kind(value)}")
    found = []
    for number, each in enumerate(value, 1):
        where = f"regulatory_mapping {number}"
        said = maps.members(each, _MAPPING, where, required=_MAPPING)
        triggers = tuple(maps.variant(one, DECISIONS, where) for one in maps.texts(said["triggered_by"], where))
        framework, article, control, requirement = (maps.text(said[key], where) for key in _MAPPING[:4])
        found.append(Mapped(framework, article, control, requirement, triggers))
    return tuple(found)
