"""Verify an answer: what it claims, what verifiers find of that, and what the policy decides. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from gnut._version import __version__
from gnut.errors import MalformedReport
from gnut.text.maps import BadMap
from gnut.text.normal import normal
from gnut.text.quantities import locales
from gnut.text.quantities.finding import ROUNDINGS, Terms
from gnut.text.quantities.held import held
from gnut.text.quantities.read import quantities
from gnut.verify_answer.contract import Finding, Passage, Verdict
from gnut.verify_answer.core import decide
from gnut.verify_answer.core.claims import claims
from gnut.verify_answer.core.intent import ID as INTENT
from gnut.verify_answer.core.intent import intent
from gnut.verify_answer.core.judge import PREFIX as JUDGES
from gnut.verify_answer.core.judge import Judge, judged
from gnut.verify_answer.core.numeric import ID as NUMERIC
from gnut.verify_answer.core.numeric import numeric
from gnut.verify_answer.core.policies import Policy
from gnut.verify_answer.core.request import Request
from gnut.verify_answer.core.rules import PREFIX as RULES
from gnut.verify_answer.core.rules import RuleSet, rules
from gnut.verify_answer.core.scope import ID as SCOPE
from gnut.verify_answer.core.scope import scope as in_scope
from gnut_store import canon

SCHEMA = "gnut-answer-record/v1"
MAX_ANSWER = 1 << 20
MAX_SOURCES = 1 << 26
"""Code points of an answer, and of its sources together."""

MAX_FIGURES = 20_000


def verify_answer(
    answer: str,
    passages: Sequence[Passage],
    *,
    policy: Policy,
    question: str | None = None,
    scope: Mapping[str, str] | None = None,
    risk_class: str | None = None,
    terms: Terms | None = None,
    rule_sets: Sequence[RuleSet] = (),
    judge: Judge | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Verdict:
    """Return what a policy decides of an answer, with everything it decided from.

    Args:
        answer: What is to be shown to somebody.
        passages: What it was made from; the question is never one of them.
        policy: Resolved; its locale and rounding win over `terms`.
        question: What was asked, for the verifier of intent.
        scope: What the answer has to be about, by keys of provenance.
        risk_class: One that the policy lists; None for its default.
        terms: Rules of comparing figures.
        rule_sets: The user's own rules.
        judge: A model to ask, where the policy allows one.
        metadata: Part of what is hashed; nothing else.

    Raises:
        BadMap: The policy has no such risk class; a rule is refused; `rounding` is none.
        UnknownLocale: No such locale.
        MalformedReport: Two passages of one id, or too much text.
    """
    risk = policy.risk_class(risk_class)
    rule = _terms(terms or Terms(), policy)
    _check(answer, passages)
    words = _words_count(policy, rule_sets)
    request = _request(answer, passages, question, scope or {}, rule, words=words)
    found, ran, refused = _findings(request, rule_sets, judge, policy)
    kept, excluded = decide.admitted(found, policy)
    by_claim: dict[str, list[Finding]] = {}
    for each in kept:
        by_claim.setdefault(each.claim, []).append(each)
    decisions = tuple(decide.claim_decision(each, by_claim.get(each.id, ()), policy) for each in request.claims)
    whole = decide.request_reasons(policy, scope=request.scope, risk_class=risk, ran=ran)
    decision = decide.worst([*(each.decision for each in decisions), *(each for each, _ in whole)])
    return Verdict(
        schema=SCHEMA,
        decision=decision,
        policy_id=policy.id,
        policy_version=policy.version,
        policy_hash=policy.hash,
        input_hash=input_hash(answer, passages, question, request.scope, rule, rule_sets, metadata),
        locale=rule.locale,
        claims=request.claims,
        findings=tuple(kept),
        decisions=decisions,
        reasons=(*(reason for each in decisions for reason in each.reasons), *(reason for _, reason in whole)),
        excluded_verifiers=tuple(sorted({*excluded, *refused})),
        missing_required=decide.missing_required(policy, ran),
        regulatory_mapping=tuple(each.duty for each in policy.regulatory_mapping if decision in each.triggered_by),
        risk_class=risk,
        pass_means=policy.pass_means,
        warnings=_warnings(request),
        engine=__version__,
    )


def _terms(terms: Terms, policy: Policy) -> Terms:
    if terms.rounding not in ROUNDINGS:
        raise BadMap(f"rounding must be one of {', '.join(ROUNDINGS)}, not {terms.rounding!r}", code="unknown_rounding")
    locale = policy.locale or locales.locale(terms.locale)
    return replace(terms, locale=locale, rounding=policy.rounding or terms.rounding)


def _check(answer: str, passages: Sequence[Passage]) -> None:
    if len(answer) > MAX_ANSWER:
        raise MalformedReport(f"the answer has over {MAX_ANSWER} characters", code="answer_too_large")
    if sum(len(each.text) for each in passages) > MAX_SOURCES:
        raise MalformedReport(f"the sources have over {MAX_SOURCES} characters", code="sources_too_large")
    seen: set[str] = set()
    for each in passages:
        if each.id in seen:
            raise MalformedReport(f"two sources have the id {each.id!r}", code="duplicate_source")
        seen.add(each.id)


def _request(
    answer: str,
    passages: Sequence[Passage],
    question: str | None,
    scope: Mapping[str, str],
    terms: Terms,
    *,
    words: bool,
) -> Request:
    text = normal(answer)
    figures = quantities(text, terms.locale)
    if len(figures) > MAX_FIGURES:
        raise MalformedReport(f"the answer has over {MAX_FIGURES} figures", code="answer_too_large")
    own, numbers = claims(text, figures, words=words)
    read = tuple(replace(each, text=normal(each.text)) for each in passages)
    sources = tuple(held(each.text, terms.locale) for each in read)
    return Request(text, figures, own, numbers, read, sources, question, scope, terms)


def _words_count(policy: Policy, rule_sets: Sequence[RuleSet]) -> bool:
    """Return whether anybody looks at words: a rule, or a policy that does not tolerate those nobody speaks of."""
    kinds = {rule.claim_kind for each in rule_sets for rule in each.rules}
    return not kinds.isdisjoint((None, "word")) or "word" not in policy.tolerate_unresolved_kinds


def _findings(
    request: Request, rule_sets: Sequence[RuleSet], judge: Judge | None, policy: Policy
) -> tuple[list[Finding], list[str], list[str]]:
    """Return the findings of every verifier, the ids of those that ran, and of those that were not let."""
    ran = [NUMERIC, SCOPE, INTENT, *(f"{RULES}{each.id}" for each in rule_sets)]
    found = list(numeric(request))
    where = {each.claim: each.source_id for each in found}
    found += [*in_scope(request), *intent(request), *rules(rule_sets, where)(request)]
    if judge is None:
        return found, ran, []
    name = f"{JUDGES}{judge.id}"
    if decide.listed(name, policy.forbidden):
        return found, ran, [name]
    asked = list(judged(judge, request))
    answered = not asked or any(each.result != "error" for each in asked)
    return [*found, *asked], [*ran, name] if answered else ran, []


def input_hash(
    answer: str,
    passages: Sequence[Passage],
    question: str | None,
    scope: Mapping[str, str],
    terms: Terms,
    rule_sets: Sequence[RuleSet],
    metadata: Mapping[str, Any] | None,
) -> str:
    """Return `sha256:` and the SHA-256 of everything that a verdict is made from but the policy.

    Args:
        answer: As given.
        passages: As given.
        question: As given.
        scope: As given.
        terms: With the policy's locale and rounding, where it has its own.
        rule_sets: As given.
        metadata: As given.
    """
    # User strings are values here, never keys (receipts.md): pairs where a map would have them as keys.
    said = {
        "answer": answer,
        "passages": [[each.id, each.text, sorted(map(list, each.provenance.items()))] for each in passages],
        "question": question,
        "scope": sorted(map(list, scope.items())),
        "terms": msgspec.to_builtins(terms),
        "rules": canon.sha256(canon.dumps_line([each.said for each in rule_sets]).encode()),
        "metadata": canon.sha256(canon.dumps_line(dict(metadata or {})).encode()),
    }
    return f"sha256:{canon.sha256(canon.encode(said))}"


def _warnings(request: Request) -> tuple[str, ...]:
    found = []
    if not request.answer:
        found.append("the answer is empty: it claims nothing, and nothing was checked")
    elif not any(map(str.isalnum, request.answer)):
        found.append("the answer holds no words and no figures: it claims nothing, and nothing was checked")
    if not any(each.text for each in request.passages):
        found.append("no sources: nothing can be supported or contradicted")
    return tuple(found)
