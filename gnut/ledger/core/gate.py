"""The standing policy: what blocks, what is allowed, and what a report's rows come to."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gnut.errors import BadConfig
from gnut.findings import BY_CODE, BY_NAME, RULES
from gnut.ledger.contract import OWN, POLICY, UNCONFIRMED, Anomaly, Bucket, Outcome, Policy, PolicyView, Row, RowFinding
from gnut.text.fitted import fitted
from gnut_store import canon

IMPLIED = {"no_excerpt": ("locator_only", "too_short")}
"""Allowing the key allows these too."""

CLAUSES = frozenset(
    {
        *UNCONFIRMED,
        *(f"own_reasoning:{reason}" for reason in OWN),
        *(f"{rule.source}:{rule.name}" for rule in RULES if rule.source in ("finding", "mark", "calculation")),
        "mark:*",
        "support:contradicted",
    }
)
"""Everything that a policy can block."""


def parse_policy(body: bytes) -> Policy:
    """Return the policy that `body` states.

    Raises:
        NotCanonical: `body` is not one strict JSON value.
        BadConfig: It breaks `groundnut-standing-policy/v1`: another form, a blank name, or a list that is unsorted,
            names something twice or something that does not exist (`bad_policy`).
    """
    policy = fitted(canon.decode(body), Policy, error=BadConfig, code="bad_policy")
    if policy.schema != POLICY:
        raise BadConfig(f"standing policy has schema {policy.schema!r}, expected {POLICY!r}", code="bad_policy")
    for name in ("key", "version"):
        if not getattr(policy, name).strip():
            raise BadConfig(f"/{name}: a standing policy needs one that is not blank", code="bad_policy")
    _listed("blocks", policy.blocks)
    _listed("allows", policy.allows)
    return policy


def _listed(name: str, clauses: tuple[str, ...]) -> None:
    """Refuse clauses that nothing has, or that are not sorted, each once."""
    for at, clause in enumerate(clauses):
        if clause not in CLAUSES:
            raise BadConfig(f"/{name}/{at}: unknown {clause!r}", help=_nearest(clause), code="bad_policy")
        if at and clause <= clauses[at - 1]:
            raise BadConfig(f"/{name}/{at}: {clause!r} is not in order, each once", code="bad_policy")


def extend(policy: Policy, allow: Iterable[str]) -> Policy:
    """Return `policy` without what `allow` names; its hash is another one.

    Raises:
        BadConfig: A reason that no policy can block.
    """
    allows = set(policy.allows)
    for word in allow:
        reason = _clause(word)
        if reason not in CLAUSES:
            raise BadConfig(f"cannot allow unknown reason {word!r}", help=_nearest(word), code="unknown_reason")
        allows.update((reason, *IMPLIED.get(reason, ())))
    return msgspec.structs.replace(policy, allows=tuple(sorted(allows)))


def _clause(word: str) -> str:
    """Return the clause that a finding's code or bare name stands for; `word` itself when it is none of these."""
    rule = BY_CODE.get(word.upper()) or BY_NAME.get(word)
    if word in CLAUSES or rule is None:
        return word
    if rule.name in UNCONFIRMED:
        return rule.name
    return f"own_reasoning:{rule.name}" if rule.source == "reason" else f"{rule.source}:{rule.name}"


def _nearest(reason: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(reason, CLAUSES, n=1)
    return f"did you mean {close[0]!r}?" if close else f"reasons are: {', '.join(sorted(CLAUSES))}"


def tighten(policy: Policy, asked: Policy) -> Policy:
    """Return the policy a report's front matter asks for, which must block at least as much.

    A waiver comment of the report counts only if both policies honour waivers: a report cannot let itself pass.

    Raises:
        BadConfig: It would let something pass that the policy in force blocks.
    """
    loosened = sorted(_blocked(policy) - _blocked(asked))
    if loosened:
        raise BadConfig(
            f"the report's front matter asks for policy {asked.key!r}, which does not block {loosened[0]!r}",
            help=f"a report can only tighten policy {policy.key!r}",
            code="policy_loosened",
        )
    return msgspec.structs.replace(asked, waivers=policy.waivers and asked.waivers)


def _blocked(policy: Policy) -> set[str]:
    """Return every single clause that fails a report, each mark by its own name."""
    return {clause for clause in CLAUSES if clause != "mark:*" and blocks(policy, clause)}


def blocks(policy: Policy, clause: str) -> bool:
    """Return whether `clause` (`too_short`, `own_reasoning:numeric`, `mark:bidi`) fails a report."""
    return not allowed(policy, clause) and would_block(policy, clause)


def allowed(policy: Policy, clause: str) -> bool:
    """Return whether an allowance takes `clause` out of the policy."""
    return clause in policy.allows or (clause.startswith("mark:") and "mark:*" in policy.allows)


def would_block(policy: Policy, clause: str) -> bool:
    """Return whether `clause` would fail a report if nothing were allowed."""
    return clause in policy.blocks or (clause.startswith("mark:") and "mark:*" in policy.blocks)


def view(policy: Policy) -> PolicyView:
    """Return the policy as the ledger names it, bound by the hash of its canonical form."""
    return PolicyView(policy.key, policy.allows, canon.sha256(canon.encode(policy)))


def outcome(rows: Iterable[Row], policy: Policy, anomalies: Iterable[Anomaly]) -> Outcome:
    """Return what a report's rows come to.

    `indeterminate` when no citation was there to check; `waived` when only waivers or allowances
    keep a row from blocking.
    """
    rows = tuple(rows)
    if any(row.gates for row in rows) or any(anomaly.blocks for anomaly in anomalies):
        return Outcome.FAILED
    if all(row.bucket is Bucket.OWN_REASONING for row in rows):
        return Outcome.INDETERMINATE
    if any(_passed_over(row, policy) for row in rows):
        return Outcome.WAIVED
    return Outcome.CLEAR


def _passed_over(row: Row, policy: Policy) -> bool:
    """Return whether a waiver or an allowance keeps something of the row from blocking."""
    return any(
        would_block(policy, clause_of(finding, row)) and (finding.waived is not None or not finding.blocks)
        for finding in row.findings
    )


def clause_of(finding: RowFinding, row: Row) -> str:
    """Return what a policy calls a finding of a row."""
    if finding.name != row.reason:
        return f"{BY_NAME[finding.name].source}:{finding.name}"
    return f"own_reasoning:{finding.name}" if row.bucket is Bucket.OWN_REASONING else finding.name
