"""GRD-002: was everything that answers cite retrieved for them?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gnut.ground.contract import (
    CITATION_GROUNDING,
    MUST_FIX,
    NOT_VERIFIED,
    PASS,
    CitationEvidence,
    CitationRun,
    Detail,
    Finding,
    KnowledgeSource,
)
from gnut.ground.core.grouping import by_source


def missing_from(citations: Iterable[str], retrieved: Iterable[str]) -> tuple[str, ...]:
    """Return what is cited and was not retrieved, sorted, without repeats; ids are compared exactly."""
    return tuple(sorted(frozenset(citations).difference(retrieved)))


def assess_citations(sources: Sequence[KnowledgeSource], runs: Sequence[CitationRun]) -> Finding:
    """Return finding GRD-002 on the sources whose answers have to cite; see `judged`."""
    return judged(sources, [stored(run) for run in runs])


def stored(run: CitationRun) -> CitationEvidence:
    """Return what of an answer is stored, which is all that it is judged by."""
    missing = missing_from(run.citations, run.retrieved_ids)
    return CitationEvidence(run.source_id, len(run.citations), len(run.retrieved_ids), missing)


def judged(sources: Sequence[KnowledgeSource], answers: Sequence[CitationEvidence]) -> Finding:
    """Return finding GRD-002 on what is stored of answers.

    A citation has to be among what its own run retrieved. A source is covered by something cited and something
    retrieved, and by no answer that had documents and cites none of them.
    """
    required = [source.id for source in sources if source.citation_required]
    if not required:
        return Finding(CITATION_GROUNDING, PASS, Detail("no-citation-required"))
    grouped = by_source(answers)
    missing = {id for each in required for answer in grouped.get(each, ()) for id in answer.missing_from_retrieval}
    uncovered = tuple(sorted(each for each in required if not _covered(grouped.get(each, ()))))
    if missing:
        detail = Detail(
            "citations-outside-retrieval", uncovered_sources=uncovered, missing_from_retrieval=tuple(sorted(missing))
        )
        return Finding(CITATION_GROUNDING, MUST_FIX, detail)
    if uncovered:
        return Finding(CITATION_GROUNDING, NOT_VERIFIED, Detail("citation-source-uncovered", uncovered))
    return Finding(CITATION_GROUNDING, PASS, Detail("citations-grounded"))


def _covered(answers: Sequence[CitationEvidence]) -> bool:
    cites, retrieves = any(each.citation_count for each in answers), any(each.retrieved_count for each in answers)
    return cites and retrieves and all(each.citation_count or not each.retrieved_count for each in answers)
