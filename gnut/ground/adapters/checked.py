"""Runs of `gnut check` as evidence of GRD-002: what a document cites is among what was acquired for it.

The sets are those of each document. Against all that a store holds, a document that cites a page which it never saw
would pass. That a quotation differs is a finding of the check and no missing id: GRD-002 says that a citation is in the
set, and nothing of what it says.

Three things are kept apart: a citation that leads to what was acquired, one that was shown to lead to nothing, and one
of which nothing can be said. The last is never taken for the second, and never hides it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gnut.ground.contract import CitationRun, Evidence, KnowledgeSource
from gnut.ground.core.baseline import baseline as referred
from gnut.ground.core.shapes import EVIDENCE
from gnut.text.times import oldest

LEADS_NOWHERE = frozenset({"not_found", "gone", "soft_404", "bad_url"})
"""Kinds of a source of which it was shown that it is not there: it was looked for, or its address is none. Of any other
kind nothing can be said: nobody looked (a scheme that is not fetched, credentials in the address), a server refused or
failed, a limit was met."""

UNSEEN = "-unseen"
"""What is put behind the id of the source for documents of which nothing can be said, beside others that can be."""


class Cited(Struct, frozen=True, forbid_unknown_fields=True):
    """One citation of a document."""

    id: str
    """Of the object that it resolves to; a key of its own when it resolves to none."""

    kind: str | None = None
    """Why its source is not there; None when it is, or when there is no source to have."""

    @property
    def checked(self) -> bool:
        """Whether it was seen where it leads."""
        return self.kind is None or self.kind in LEADS_NOWHERE


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """One checked document."""

    citations: tuple[Cited, ...]
    acquired: tuple[str, ...]
    """Ids of the sources that were acquired for it."""

    stamps: tuple[str, ...]
    """When those were, RFC 3339; of a file of the repository none."""

    @property
    def seen(self) -> bool:
        """Whether it was seen where each of its citations leads."""
        return all(one.checked for one in self.citations)

    @property
    def fails(self) -> bool:
        """Whether a citation was shown to lead to nothing that was acquired for it."""
        acquired = frozenset(self.acquired)
        return any(one.checked and one.id not in acquired for one in self.citations)


def from_checks(
    documents: Sequence[Document], *, source_id: str, permission_model: str, refresh_cadence: str, baseline: str | None
) -> tuple[Evidence, int]:
    """Return the bundle of checked documents, and how many of them give no run.

    A document with a citation that could not be checked gives none, and nothing is said to be missing of it. Where
    other documents do, it is declared as a source of its own that no run covers, so that they do not pass for it. A
    citation that was shown to lead nowhere is a failure whatever else is unseen: its document gives a run of the
    citations that were checked.

    Args:
        documents: One a report.
        source_id: Of the source that they are declared as; never one that live retrieval is probed as.
        permission_model: `none`, or `acl` where the repository is access-controlled, which asks for real probes.
        refresh_cadence: How often its snapshots are to be brought up to date.
        baseline: Reference of the retrieval baseline; None for none.

    Raises:
        GroundEvidenceError: An id, the cadence or the baseline is none.
    """
    judged = [each for each in documents if each.seen or each.fails]
    is_part = bool(judged) and not all(each.seen for each in documents)

    def declared(id: str) -> KnowledgeSource:
        return KnowledgeSource(
            id=EVIDENCE.id(id, "source id"),
            type="documents",
            permission_model=permission_model,
            refresh_cadence=EVIDENCE.id(refresh_cadence, "refresh cadence"),
            citation_required=True,
            refuse_when_unsupported=False,
        )

    runs = tuple(
        CitationRun(
            source_id=source_id,
            citations=tuple(dict.fromkeys(one.id for one in each.citations if one.checked)),
            retrieved_ids=tuple(dict.fromkeys(each.acquired)),
            captured_at=oldest(each.stamps),
        )
        for each in judged
    )
    sources = (declared(source_id), *((declared(f"{source_id}{UNSEEN}"),) if is_part else ()))
    bundle = Evidence(sources, citation_runs=runs, retrieval_quality_baseline=referred(baseline, "baseline", EVIDENCE))
    return bundle, len(documents) - len(judged)
