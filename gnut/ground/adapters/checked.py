"""Runs of `gnut check` as evidence of GRD-002: what a document cites is among what was acquired for it.

The sets are those of each document. Against all that a store holds, a document that cites a page which it never saw
would pass. That a quotation differs is a finding of the check and no missing id: GRD-002 says that a citation is in the
set, and nothing of what it says.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gnut.ground.contract import CitationRun, Evidence, KnowledgeSource
from gnut.ground.core.times import oldest

UNCHECKED = frozenset(
    {"not_acquired", "snapshot_invalid", "dns_error", "unreachable", "timeout", "rate_limited", "server_error"}
    | {"parser_crashed", "too_complex"}
)
"""Why nothing can be said of a citation: nobody looked, or nobody could. A page that is gone was looked for."""


class Cited(Struct, frozen=True, forbid_unknown_fields=True):
    """One citation of a document."""

    id: str
    """Of the object that it resolves to; a key of its own when it resolves to none."""

    kind: str | None = None
    """Why its source is not there; None when it is, or when there is no source to have."""


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """One checked document."""

    citations: tuple[Cited, ...]
    acquired: tuple[str, ...]
    """Ids of the sources that were acquired for it."""

    stamps: tuple[str, ...]
    """When those were, RFC 3339; of a file of the repository none."""


def from_checks(
    documents: Sequence[Document], *, source_id: str, permission_model: str, refresh_cadence: str, baseline: str | None
) -> tuple[Evidence, int]:
    """Return the bundle of checked documents, and how many of them are no evidence.

    A document with a citation that could not be checked gives no run: its source is then not verified, and nothing is
    said to be missing.

    Args:
        documents: One a report.
        source_id: Of the source that they are declared as; never one that live retrieval is probed as.
        permission_model: `none`, or `acl` where the repository is access-controlled, which asks for real probes.
        refresh_cadence: How often its snapshots are to be brought up to date.
        baseline: Reference of the retrieval baseline; None for none.
    """
    whole = [each for each in documents if UNCHECKED.isdisjoint(one.kind for one in each.citations)]
    source = KnowledgeSource(
        id=source_id,
        type="documents",
        permission_model=permission_model,
        refresh_cadence=refresh_cadence,
        citation_required=True,
        refuse_when_unsupported=False,
    )
    runs = tuple(
        CitationRun(
            source_id=source_id,
            citations=tuple(dict.fromkeys(one.id for one in each.citations)),
            retrieved_ids=tuple(dict.fromkeys(each.acquired)),
            captured_at=oldest(each.stamps),
        )
        for each in whole
    )
    bundle = Evidence((source,), citation_runs=runs, retrieval_quality_baseline=baseline)
    return bundle, len(documents) - len(whole)
