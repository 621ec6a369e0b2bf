"""The verifiers that a user writes: rule sets of patterns, closed in their keys and bounded in what they may cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from re import _parser  # type: ignore[attr-defined]
from typing import Any

from msgspec import Struct

from gnut.text import maps
from gnut.text.maps import BadMap
from gnut.verify_answer.contract import CLAIM_KINDS, RESULTS, Claim, Finding
from gnut.verify_answer.core.request import Request
from gnut.verify_answer.core.scope import folded

PREFIX = "gnut.rules."
MAX_PATTERN = 500
"""Characters of a pattern."""

WINDOW = 2_000
OVERLAP = 1_000
"""Code points of a text that are searched at once, and how many of them again with the next: a match of more than
`OVERLAP` is not seen. What a search costs is then linear in the text (docs/verifying-answers.md)."""

MAX_RULES = 500
_CONDITIONS = ("text_matches", "answer_matches", "source_matches", "attribute")
_RULE = ("id", "description", "scope", "when", "unless", "emit")


class Condition(Struct, frozen=True):
    """When a rule holds: every member that is set."""

    text: re.Pattern[str] | None
    answer: re.Pattern[str] | None
    source: re.Pattern[str] | None
    attributes: tuple[tuple[str, str], ...]


class Rule(Struct, frozen=True):
    """One rule."""

    id: str
    description: str
    claim_kind: str | None
    attributes: tuple[tuple[str, str], ...]
    when: Condition | None
    unless: Condition | None
    emit: str


class RuleSet(Struct, frozen=True):
    """Rules under one id and version: a verifier."""

    id: str
    version: str
    rules: tuple[Rule, ...]
    said: dict[str, Any]
    """As given: part of what is hashed."""


def rule_set(value: object) -> RuleSet:
    """Return a rule set from what a file says.

    Raises:
        BadMap: It breaks its contract, or a pattern is no pattern or one that could run for ever.
    """
    said = maps.members(
        value, ("id", "version", "rules", "description"), "rule set", required=("id", "version", "rules")
    )
    listed = said["rules"]
    if not isinstance(listed, list) or len(listed) > MAX_RULES:
        raise BadMap(f"rule set: `rules` is a list of at most {MAX_RULES}")
    rules = tuple(_rule(each, number) for number, each in enumerate(listed, 1))
    return RuleSet(maps.text(said["id"], "id"), maps.text(said["version"], "version"), rules, dict(said))


def _rule(value: object, number: int) -> Rule:
    where = f"rule {number}"
    said = maps.members(value, _RULE, where, required=("id", "emit"))
    scope = maps.members(said.get("scope") or {}, ("claim_kind", "attribute"), f"{where}.scope")
    kind = scope.get("claim_kind")
    return Rule(
        maps.text(said["id"], f"{where}.id"),
        maps.text(said.get("description", ""), f"{where}.description"),
        None if kind is None else maps.variant(kind, CLAIM_KINDS, f"{where}.scope.claim_kind"),
        _attributes(scope.get("attribute"), f"{where}.scope.attribute"),
        _condition(said.get("when"), f"{where}.when"),
        _condition(said.get("unless"), f"{where}.unless"),
        maps.variant(said["emit"], RESULTS, f"{where}.emit"),
    )


def _condition(value: object, where: str) -> Condition | None:
    if value is None:
        return None
    said = maps.members(value, _CONDITIONS, where)
    text, answer, source = (_pattern(said.get(key), f"{where}.{key}") for key in _CONDITIONS[:3])
    return Condition(text, answer, source, _attributes(said.get("attribute"), f"{where}.attribute"))


def _attributes(value: object, where: str) -> tuple[tuple[str, str], ...]:
    if value is None:
        return ()
    if not isinstance(value, dict):
        raise BadMap(f"{where}: expected a map, got {maps.kind(value)}")
    return tuple((folded(key), folded(maps.text(each, where))) for key, each in sorted(value.items()))


def _pattern(value: object, where: str) -> re.Pattern[str] | None:
    if value is None:
        return None
    text = maps.text(value, where)
    if len(text) > MAX_PATTERN:
        raise BadMap(f"{where}: a pattern has at most {MAX_PATTERN} characters")
    try:
        tree = _parser.parse(text)
        compiled = re.compile(text)
    except (re.error, RecursionError, OverflowError) as fault:
        raise BadMap(f"{where}: no regular expression: {fault}") from None
    repeats = _repeats(tree)
    if repeats > 1 or _unbounded(tree) > MAX_UNBOUNDED:
        raise BadMap(
            f"{where}: a repetition inside a repetition, or more than {MAX_UNBOUNDED} unbounded one, could run for ever"
        )
    return compiled


MAX_UNBOUNDED = 1
"""Repetitions without a bound (`*`, `+`) in one pattern: each multiplies what a search may cost by the window's length."""


def _children(item: tuple[Any, Any]) -> Iterator[Any]:
    """Yield the parsed patterns inside one item of a parsed pattern."""
    argument = item[1]
    for part in argument if isinstance(argument, (tuple, list)) else (argument,):
        if isinstance(part, _parser.SubPattern):
            yield part
        elif isinstance(part, list):
            yield from (each for each in part if isinstance(each, _parser.SubPattern))


def _repeats(tree: Any) -> int:
    """Return how deep repetitions stand in one another."""
    deepest = 0
    for item in tree:
        own = 1 if "REPEAT" in str(item[0]) and item[1][1] != 1 else 0
        refers = 2 if "GROUPREF" in str(item[0]) else 0
        deepest = max(deepest, refers, own + max((_repeats(each) for each in _children(item)), default=0))
    return deepest


def _unbounded(tree: Any) -> int:
    total = 0
    for item in tree:
        endless = "REPEAT" in str(item[0]) and int(item[1][1]) > MAX_PATTERN
        total += endless + sum(_unbounded(each) for each in _children(item))
    return total


def rules(sets: Sequence[RuleSet], results: Mapping[str, str | None]) -> Callable[[Request], Iterator[Finding]]:
    """Return the verifier of some rule sets.

    Args:
        sets: The rule sets.
        results: Id of the passage that speaks of each claim, as the figures' verifier found; None for none.
    """

    def verify(request: Request) -> Iterator[Finding]:
        texts = {each.id: each.text for each in request.passages}
        about = {each.id: each.provenance for each in request.passages}
        for one in sets:
            for rule in one.rules:
                for claim in request.claims:
                    source = results.get(claim.id)
                    if _applies(rule, claim, about.get(source or "", {})) and _holds(
                        rule, claim, request, texts, source
                    ):
                        reason = rule.description or f"rule {rule.id} says so"
                        yield Finding(
                            claim.id, f"{PREFIX}{one.id}", one.version, rule.emit, "exact", reason, source, None, None,
                            (f"rule:{rule.id}",),
                        )  # fmt: skip

    return verify


def _applies(rule: Rule, claim: Claim, provenance: Mapping[str, str]) -> bool:
    return (rule.claim_kind in (None, claim.kind)) and _about(rule.attributes, provenance)


def _about(wanted: Sequence[tuple[str, str]], provenance: Mapping[str, str]) -> bool:
    said = {folded(key): folded(value) for key, value in provenance.items()}
    return all(said.get(key) == value for key, value in wanted)


def _holds(rule: Rule, claim: Claim, request: Request, texts: Mapping[str, str], source: str | None) -> bool:
    def met(condition: Condition | None, empty: bool) -> bool:
        if condition is None:
            return empty
        own = texts.get(source or "")
        sought = own if own is not None else "\n".join(texts.values())
        about = next((each.provenance for each in request.passages if each.id == source), {})
        return (
            _found(condition.text, claim.text)
            and _found(condition.answer, request.answer)
            and _found(condition.source, sought)
            and _about(condition.attributes, about)
        )

    return met(rule.when, True) and not met(rule.unless, False)


def _found(pattern: re.Pattern[str] | None, text: str) -> bool:
    if pattern is None:
        return True
    starts = range(0, max(1, len(text) - OVERLAP), WINDOW - OVERLAP)
    return any(pattern.search(text, start, min(len(text), start + WINDOW)) for start in starts)
