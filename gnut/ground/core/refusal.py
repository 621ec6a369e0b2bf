"""GRD-003: are queries that a source cannot support refused?"""

from __future__ import annotations

from collections.abc import Sequence

from gnut.ground.contract import (
    MUST_FIX,
    NOT_VERIFIED,
    PASS,
    REFUSAL,
    Detail,
    Finding,
    KnowledgeSource,
    RefusalEvidence,
    RefusalRun,
)


def assess_refusal(
    sources: Sequence[KnowledgeSource], runs: Sequence[RefusalRun] | Sequence[RefusalEvidence]
) -> Finding:
    """Return finding GRD-003 on the sources that have to refuse; one answer is a failure, however often it was none.

    Args:
        sources: The declared sources.
        runs: As captured or as stored: what is stored of them is all that they are judged by.
    """
    required = frozenset(source.id for source in sources if source.refuse_when_unsupported)
    if not required:
        return Finding(REFUSAL, PASS, Detail("no-refusal-required"))
    judged = [run for run in runs if run.source_id in required]
    answered = tuple(sorted({run.query_id for run in judged if not run.refused}))
    uncovered = tuple(sorted(required.difference(run.source_id for run in judged)))
    if answered:
        detail = Detail(
            "unsupported-query-answered", uncovered_sources=uncovered, unsupported_queries_answered=answered
        )
        return Finding(REFUSAL, MUST_FIX, detail)
    if uncovered:
        return Finding(REFUSAL, NOT_VERIFIED, Detail("refusal-source-uncovered", uncovered))
    return Finding(REFUSAL, PASS, Detail("all-unsupported-refused"))
