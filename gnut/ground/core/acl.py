"""GRD-001: does each access-controlled source keep its documents from whom it must?"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gnut.ground.contract import (
    ACL_ENFORCEMENT,
    MUST_FIX,
    NOT_VERIFIED,
    PASS,
    PROTECTED,
    UNPROVEN_MODELS,
    WORST_FIRST,
    AclEvidence,
    AclRun,
    Detail,
    Finding,
    KnowledgeSource,
)
from gnut.ground.core.grouping import by_source
from gnut.ground.core.shapes import folded


class _Judged(Struct, frozen=True):
    """What the probes of one source prove."""

    source: str
    status: str
    reason: str
    leaked: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    """Declared principals that nobody probed."""

    uncovered: bool = False
    gap: bool = False
    """Whether something was left unproven, beside a leak or not."""


def assess_acl(sources: Sequence[KnowledgeSource], runs: Sequence[AclRun]) -> Finding:
    """Return finding GRD-001.

    A document that an unentitled principal was given is a leak, whatever else is missing; only then it counts whether
    the probes cover the source. Of several sources the worst decides, the first of equals.
    """
    probed = by_source(runs)
    judged = [
        _judged(source, probed.get(source.id, ()))
        for source in sources
        if source.permission_model == PROTECTED or source.permission_model in UNPROVEN_MODELS
    ]
    if not judged:
        return Finding(ACL_ENFORCEMENT, PASS, Detail("no-acl-protected-sources"))
    worst = min(judged, key=lambda each: WORST_FIRST.index(each.status))
    failed, several = worst.status == MUST_FIX, len(judged) > 1
    return Finding(
        ACL_ENFORCEMENT,
        worst.status,
        Detail(
            worst.reason,
            uncovered_sources=tuple(sorted(each.source for each in judged if each.uncovered)),
            leaked_document_ids=tuple(sorted(frozenset().union(*(each.leaked for each in judged)))),
            missing_principals=worst.missing,
            worst_source=worst.source if several else None,
            coverage_complete=False if failed and any(each.gap for each in judged) else None,
            by_source={each.source: each.status for each in judged} if several else {},
        ),
    )


def _judged(source: KnowledgeSource, runs: Sequence[AclRun]) -> _Judged:
    if source.permission_model in UNPROVEN_MODELS:
        return _Judged(source.id, NOT_VERIFIED, "permission-model-unproven", uncovered=True, gap=True)
    if not runs:
        return _Judged(source.id, NOT_VERIFIED, "acl-source-uncovered", uncovered=True, gap=True)
    leaked = frozenset(
        document
        for run in runs
        if run.expected_entitled is False
        for document in frozenset(run.document_ids).difference(run.allowed_document_ids or ())
    )
    missing = unprobed(source, runs)
    gap = _gap(runs) or ("declared-principal-uncovered" if missing else None)
    told = missing if gap == "declared-principal-uncovered" else ()
    if leaked:
        return _Judged(source.id, MUST_FIX, "unauthorized-documents", leaked, told, gap=gap is not None)
    if gap is not None:
        return _Judged(source.id, NOT_VERIFIED, gap, missing=told, gap=True)
    return _Judged(source.id, PASS, "acl-enforced")


def unprobed(source: KnowledgeSource, runs: Sequence[AclRun] | Sequence[AclEvidence]) -> tuple[str, ...]:
    """Return the declared principals that nobody probed, sorted; two spellings of one name are one principal."""
    probed = {folded(run.principal) for run in runs}
    return tuple(sorted({each for each in source.acl_probe_principals or () if folded(each) not in probed}))


def _gap(runs: Sequence[AclRun]) -> str | None:
    """Return the first reason why probes prove nothing; None when there is none.

    Two spellings of one name are one principal. An entitled principal who was given nothing proves no access control:
    an index that is empty keeps everything from everybody.
    """
    if any(run.expected_entitled is None for run in runs):
        return "ambiguous-entitlement"
    if len({folded(run.principal) for run in runs}) < 2:
        return "insufficient-principals"
    entitled = {folded(run.principal) for run in runs if run.expected_entitled}
    unentitled = {folded(run.principal) for run in runs if not run.expected_entitled}
    if entitled & unentitled:
        return "ambiguous-entitlement"
    if not unentitled or not any(run.document_ids for run in runs if run.expected_entitled):
        return "missing-entitled-or-unentitled-probe"
    return None
