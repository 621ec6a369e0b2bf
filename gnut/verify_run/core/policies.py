"""Execution policies: read from what people write, closed in their keys, and matched against steps."""

from __future__ import annotations

from functools import lru_cache
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
    """Return (effect, id of the rule) of the first rule that matches a step; the default and None of none.

    Where the server is not known, a rule of some server may be meant or not. What it denies or sends to review stands
    unless a later rule is stricter; what it allows is not allowed by it.
    """
    possible: list[tuple[str, str | None]] = []
    for rule in policy.rules:
        if not _matches(rule, tool, server, operation, risk):
            continue
        if rule.server is not None and server is None:
            if rule.effect != GATES[0]:
                possible.append((rule.effect, rule.id))
            continue
        possible.append((rule.effect, rule.id))
        break
    else:
        possible.append((policy.default, None))
    return max(possible, key=lambda each: GATES.index(each[0]))


def _matches(rule: Rule, tool: str, server: str | None, operation: str | None, risk: str) -> bool:
    """Return whether a rule matches; a server that is not known may be any."""
    if rule.match == "any":
        return True
    if rule.match == "tool":
        own = rule.server is None or server is None or fits(server, rule.server)
        return own and fits(tool, rule.name or "")
    if rule.match == "action":
        return operation is not None and fits(operation, rule.operation or "")
    return RISKS.index(risk) >= RISKS.index(rule.risk or RISKS[-1])


def fits(name: str, pattern: str) -> bool:
    """Return whether a name is what a pattern says: `*` any characters, `?` one; in time linear in the name.

    All places of the pattern that the name may have come to are the bits of one number.
    """
    stars, any_one, ones = _places(pattern)
    at = 1 | (stars & 1) << 1
    for char in name:
        at = (at & (any_one | ones.get(char, 0))) << 1 | (at & stars)
        at |= (at & stars) << 1
        if not at:
            return False
    return bool(at >> (any_one | stars | sum(ones.values())).bit_length())


@lru_cache(maxsize=MAX_RULES)
def _places(pattern: str) -> tuple[int, int, dict[str, int]]:
    """Return the places of stars, of question marks and of each other character, as bits; stars stand alone."""
    stars = any_one = at = 0
    ones: dict[str, int] = {}
    last = ""
    for char in pattern:
        if char == "*" == last:
            continue
        bit = 1 << at
        if char == "*":
            stars |= bit
        elif char == "?":
            any_one |= bit
        else:
            ones[char] = ones.get(char, 0) | bit
        at, last = at + 1, char
    return stars, any_one, ones
