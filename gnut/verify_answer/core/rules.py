"""The verifiers that a user writes: rule sets of patterns, closed in their keys, linear in what they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from gnut.text import maps
from gnut.text.linear import BadPattern, Linear
from gnut.text.maps import BadMap
from gnut.verify_answer.contract import CLAIM_KINDS, RESULTS, Claim, Finding
from gnut.verify_answer.core.request import Request
from gnut.verify_answer.core.scope import folded

PREFIX = "gnut.rules."
MAX_RULES = 500
_CONDITIONS = ("text_matches", "answer_matches", "source_matches", "attribute")
_RULE = ("id", "description", "scope", "when", "unless", "emit")


class Condition(Struct, frozen=True):
    """When a rule holds: every member that is set."""

    text: Linear | None
    answer: Linear | None
    source: Linear | None
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
    scope = maps.members(said.get("scope", {}), ("claim_kind", "attribute"), f"{where}.scope")
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


def _pattern(value: object, where: str) -> Linear | None:
    if value is None:
        return None
    try:
        return Linear(maps.text(value, where))
    except BadPattern as fault:
        raise BadMap(f"{where}: {fault}", code=fault.code) from None


def rules(sets: Sequence[RuleSet], results: Mapping[str, str | None]) -> Callable[[Request], Iterator[Finding]]:
    """Return the verifier of some rule sets.

    Args:
        sets: The rule sets.
        results: Id of the passage that speaks of each claim, as the figures' verifier found; None for none.
    """

    def verify(request: Request) -> Iterator[Finding]:
        sources = _Sources(request)
        about = {each.id: each.provenance for each in request.passages}
        for one in sets:
            for rule in one.rules:
                for claim in request.claims:
                    source = results.get(claim.id)
                    if _applies(rule, claim, about.get(source or "", {})) and _holds(
                        rule, claim, request, sources, source
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


class _Sources:
    """The sources of a request, each sought through once for every pattern: claims are many, texts are long."""

    def __init__(self, request: Request) -> None:
        self._texts = {each.id: each.text for each in request.passages}
        self._whole = "\n".join(self._texts.values())
        self._found: dict[tuple[int, str | None], bool] = {}

    def hold(self, pattern: Linear | None, source: str | None) -> bool:
        """Return whether a pattern is in a source, or in all of them together for a claim without one."""
        if pattern is None:
            return True
        name = source if source in self._texts else None
        key = (id(pattern), name)
        if key not in self._found:
            self._found[key] = pattern.search(self._whole if name is None else self._texts[name])
        return self._found[key]


def _holds(rule: Rule, claim: Claim, request: Request, sources: _Sources, source: str | None) -> bool:
    def met(condition: Condition | None, empty: bool) -> bool:
        if condition is None:
            return empty
        about = next((each.provenance for each in request.passages if each.id == source), {})
        return (
            _found(condition.text, claim.text)
            and _found(condition.answer, request.answer)
            and sources.hold(condition.source, source)
            and _about(condition.attributes, about)
        )

    return met(rule.when, True) and not met(rule.unless, False)


def _found(pattern: Linear | None, text: str) -> bool:
    return pattern is None or pattern.search(text)
