"""GRD-002: was everything that answers cite retrieved for them?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gnut.ground.contract import (
    CITATION_GROUNDING,
    MUST_FIX,
    NOT_VERIFIED,
    PASS,
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
    """Return finding GRD-002 on the sources whose answers have to cite.

    A citation has to be among what its own run retrieved. A source is covered by something cited and something
    retrieved, and by no answer that had documents and cites none of them.
    """
    required = [source.id for source in sources if source.citation_required]
    if not required:
        return Finding(CITATION_GROUNDING, PASS, Detail("no-citation-required"))
    answered = by_source(runs)
    judged = {each: answered.get(each, []) for each in required}
    missing = {
        id for runs_ in judged.values() for run in runs_ for id in missing_from(run.citations, run.retrieved_ids)
    }
    uncovered = tuple(sorted(each for each in required if not _covered(judged[each])))
    if missing:
        detail = Detail(
            "citations-outside-retrieval", uncovered_sources=uncovered, missing_from_retrieval=tuple(sorted(missing))
        )
        return Finding(CITATION_GROUNDING, MUST_FIX, detail)
    if uncovered:
        return Finding(CITATION_GROUNDING, NOT_VERIFIED, Detail("citation-source-uncovered", uncovered))
    return Finding(CITATION_GROUNDING, PASS, Detail("citations-grounded"))


def _covered(runs: Sequence[CitationRun]) -> bool:
    cites, retrieves = any(run.citations for run in runs), any(run.retrieved_ids for run in runs)
    return cites and retrieves and all(run.citations or not run.retrieved_ids for run in runs)
