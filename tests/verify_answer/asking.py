"""Answers verified the short way, for tests."""

from __future__ import annotations

from typing import Any

from gnut.edge.answering import policy_of
from gnut.text.quantities.finding import Terms
from gnut.verify_answer.contract import Verdict
from gnut.verify_answer.core import verify_answer
from gnut.verify_answer.core.passages import passages
from gnut.verify_answer.core.rules import rule_set


def verified(answer: str, sources: Any = (), *, policy: str | None = None, **more: Any) -> Verdict:
    """Return the verdict on an answer; `sources` as plumbing takes them, `rules` as maps, `locale` beside them."""
    rules = [rule_set(each) for each in more.pop("rules", ())]
    terms = Terms(locale=more.pop("locale", "und"))
    return verify_answer(
        answer, passages(sources), policy=policy_of(policy), rule_sets=rules, **{"terms": terms, **more}
    )


def codes(verdict: Verdict) -> list[str]:
    """Return the reasons' codes, each once."""
    return list(dict.fromkeys(each.code for each in verdict.reasons))


def extending(more: str, base: str = "gnut_default_v1") -> str:
    """Return the text of a policy that extends a shipped one."""
    return f"id: t\nversion: 1.0.0\nextends: {base}\n{more}"
