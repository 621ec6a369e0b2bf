"""Execution policies: read from what people write, closed in their keys, and matched against steps."""

from __future__ import annotations

from typing import Any

import msgspec

from gnut.text import maps
from gnut.text.maps import BadMap
from gnut.verify_run.contract import GATES, MAX_NAME, RISKS, ExecutionPolicy, Rule
from gnut_store import canon

MATCHES = {"tool": "name", "action": "operation", "risk_at_least": "risk", "any": None}
"""Kinds of match, and the field that each needs."""

_FIELDS = ("id", "version", "description", "default", "rules")
_RULE = ("id", "match", "effect", "name", "server", "operation", "risk", "description")
MAX_RULES = 1000


def execution_policy(value: object) -> ExecutionPolicy:
    """Return an execution policy from YAML or JSON text, or from a decoded map.

    Raises:
        BadMap: It breaks its contract; the message names the field.
    """
    said = maps.members(
        maps.written(value, "execution policy") if isinstance(value, str) else value,
        _FIELDS,
        "execution policy",
        required=("id", "default"),
    )
    listed = said.get("rules", [])
    if not isinstance(listed, list) or len(listed) > MAX_RULES:
        raise BadMap(f"execution policy: `rules` is a list of at most {MAX_RULES}")
    rules = tuple(_rule(each, number) for number, each in enumerate(listed, 1))
    seen: set[str] = set()
    for rule in rules:
        if rule.id in seen:
            raise BadMap(f"execution policy: two rules have the id {rule.id!r}")
        seen.add(rule.id)
    version, description = said.get("version"), said.get("description")
    return ExecutionPolicy(
        maps.text(said["id"], "id"),
        maps.variant(said["default"], GATES, "default"),
        rules,
        None if version is None else maps.text(version, "version"),
        None if description is None else maps.text(description, "description"),
    )


def _rule(value: object, number: int) -> Rule:
    where = f"rule {number}"
    said = maps.members(value, _RULE, where, required=("id", "match", "effect"))
    match = maps.variant(said["match"], tuple(MATCHES), f"{where}.match")
    needed = MATCHES[match]
    if needed is not None and needed not in said:
        raise BadMap(f"{where}: missing field `{needed}`")
    for key in ("name", "operation", "risk"):
        if key in said and key != needed:
            raise BadMap(f"{where}: a match of `{match}` has no field `{key}`: it would say nothing")
    if "server" in said and match != "tool":
        raise BadMap(f"{where}: a match of `{match}` has no field `server`: it would say nothing")
    risk = said.get("risk")
    return Rule(
        maps.text(said["id"], f"{where}.id"),
        match,
        maps.variant(said["effect"], GATES, f"{where}.effect"),
        _optional(said, "name", where),
        _optional(said, "server", where),
        _optional(said, "operation", where),
        None if risk is None else maps.variant(risk, RISKS, f"{where}.risk"),
        _optional(said, "description", where),
    )


def _optional(said: dict[str, Any], key: str, where: str) -> str | None:
    if key not in said:
        return None
    text = maps.text(said[key], f"{where}.{key}")
    if key != "description" and len(text) > MAX_NAME:
        raise BadMap(f"{where}: `{key}` is over {MAX_NAME} characters")
    return text


def policy_hash(policy: ExecutionPolicy) -> str:
    """Return `sha256:` and the SHA-256 of a policy's canonical form."""
    return f"sha256:{canon.sha256(canon.encode(msgspec.to_builtins(policy)))}"


def decides(
    policy: ExecutionPolicy, *, tool: str, server: str | None, operation: str | None, risk: str
) -> tuple[str, str | None]:
    """Return (effect, id of the rule) of the first rule that matches a step; the default and None of none."""
    for rule in policy.rules:
        if _matches(rule, tool, server, operation, risk):
            return rule.effect, rule.id
    return policy.default, None


def _matches(rule: Rule, tool: str, server: str | None, operation: str | None, risk: str) -> bool:
    if rule.match == "any":
        return True
    if rule.match == "tool":
        return _is_of(rule, server) and fits(tool, rule.name or "")
    if rule.match == "action":
        return operation is not None and fits(operation, rule.operation or "")
    return RISKS.index(risk) >= RISKS.index(rule.risk or RISKS[-1])


def _is_of(rule: Rule, server: str | None) -> bool:
    """Return whether a rule is for a server; where the trace names none, every rule is that forbids or asks."""
    if rule.server is None:
        return True
    return rule.effect != GATES[0] if server is None else fits(server, rule.server)


def fits(name: str, pattern: str) -> bool:
    """Return whether a name is what a pattern says: `*` any characters, `?` one; at most `MAX_NAME` squared steps."""
    at = star = 0
    back = -1
    place = 0
    while place < len(name):
        if at < len(pattern) and pattern[at] == "*":
            back, star, at = at, place, at + 1
        elif at < len(pattern) and pattern[at] in ("?", name[place]):
            at, place = at + 1, place + 1
        elif back >= 0:
            star += 1
            at, place = back + 1, star
        else:
            return False
    return all(each == "*" for each in pattern[at:])
