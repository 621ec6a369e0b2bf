"""What an operator says of a captured result, and the run that it becomes."""

from __future__ import annotations

from msgspec import Struct

from gnut.ground.contract import AclRun, CitationRun, RefusalRun

ACL, CITATION, REFUSAL = RUNS = ("acl", "citation", "refusal")
"""What a result is evidence of."""

JSONL, CSV, HITS, AZURE_KB, AZURE_DOCS, GRAPH_SEARCH = FORMS = (
    *("jsonl", "csv", "hits"),
    *("azure-kb", "azure-docs", "graph-search"),
)
"""Forms of captured results: JSON Lines, CSV, OpenSearch and Elasticsearch, knowledge bases and documents of Azure AI
Search, Microsoft Graph search."""

ROWS = {
    "document": "id",
    "citations": "citations",
    "retrieved": "retrieved_ids",
    "query": "query_id",
    "refused": "refused",
    "captured_at": "captured_at",
    "subqueries": "subqueries",
    "tokens": "tokens",
}
"""Fields of rows where nothing else is said; a principal is compared only where its field is named."""


class Probe(Struct, frozen=True, forbid_unknown_fields=True):
    """What the operator recorded of a probe. None of it is ever taken from a result, nor guessed from a name."""

    kind: str
    """One of `RUNS`."""

    source_id: str
    """Of the knowledge source that was asked, as the bundle declares it."""

    principal: str | None = None
    """As whom it was asked; needed of `acl`."""

    entitled: bool | None = None
    """Whether that principal is entitled; None when nobody recorded it, and then the run proves nothing either way."""

    allowed: tuple[str, ...] | None = None
    """Ids that an unentitled principal may be given all the same; None allows nothing."""

    captured_at: str | None = None
    """When, RFC 3339; None for the time that the result bears, if it bears one."""

    knowledge_source: str | None = None
    """Name of the source in the result of a knowledge base; None for `source_id`."""

    fields: dict[str, str] = {}
    """One of `ROWS`, or `principal` → name of the field of the result that holds it."""


class Adapted(Struct, frozen=True, forbid_unknown_fields=True):
    """What a result came to."""

    runs: tuple[AclRun | CitationRun | RefusalRun, ...]
    dropped: dict[str, int]
    """What was left behind → how often: `fields` (values of a result that no run has a place for), `texts`,
    `references of other sources`, `activities of other sources`, `citations of other sources`."""

    remarks: tuple[str, ...] = ()
    """What a reader of the run should know: sentences of this program, without a value of the result."""
