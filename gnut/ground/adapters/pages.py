"""Pages of search results: OpenSearch and Elasticsearch, documents of Azure AI Search, Microsoft Graph search.

All of a probe has to be there. A page that says there is more is refused: a forbidden document on the next page would
not be seen. So is one that says nothing at all, which would pass for a principal who was given nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnut.ground.adapters.contract import ACL, AZURE_DOCS, GRAPH_SEARCH, HITS, Adapted, Probe
from gnut.ground.adapters.taking import Partial, Taking
from gnut.ground.core.shapes import EVIDENCE

MORE = "page to the end, and name every page"
_UNTOLD = "the result does not say how many there are: a document on another page is not seen"
_BESIDE = "aggregations and suggestions are not read: they may tell of documents that are not among the hits"
_ELSEWHERE = ("skipped", "partial", "failed", "running")
"""States of clusters that did not answer in full (cross-cluster search of Elasticsearch)."""


def from_hits(pages: Sequence[object], probe: Probe) -> Adapted:
    """Return the run of pages of `_search`: the documents that one principal was given.

    Args:
        pages: Answers of OpenSearch or Elasticsearch, in order.
        probe: `fields` may map `document` to `_index/_id`, where several indices are asked.

    Raises:
        Partial: A shard or a cluster failed, time ran out, it was ended early, or there are more hits than these.
        GroundEvidenceError: A page has a wrong shape, a hit holds other documents, or the probe is not of access.
    """
    taking = Taking(probe)
    taking.require_kind(HITS, ACL)
    taking.require_mapped("document")
    indexed = _one_of(probe, ("_id", "_index/_id")) == "_index/_id"
    documents: list[str] = []
    total: int | None = None
    for at, page in enumerate(pages):
        path = f"pages[{at}]"
        given = taking.answer(page, path, ("timed_out", "terminated_early", "_shards", "_clusters", "hits", "took"))
        _require_whole(given, path)
        if not given.keys().isdisjoint(("aggregations", "suggest")):
            taking.remarks.append(_BESIDE)
        hits = taking.fields(given.get("hits"), f"{path}.hits", ("total", "hits"))
        total = _total(hits.get("total"), f"{path}.hits.total", total)
        for index, hit in enumerate(taking.items(hits.get("hits"), f"{path}.hits.hits")):
            where = f"{path}.hits.hits[{index}]"
            found = taking.fields(hit, where, ("_id", "_index"))
            if found.get("inner_hits"):
                help = "ask for the documents themselves"
                raise EVIDENCE.refuse("holds documents of its own, which are not read", f"{where}.inner_hits", help)
            name = taking.id(found.get("_id"), f"{where}._id")
            documents.append(f"{taking.id(found.get('_index'), f'{where}._index')}/{name}" if indexed else name)
    _require_all(taking, documents, total)
    return taking.acl(documents)


def from_azure_docs(pages: Sequence[object], probe: Probe) -> Adapted:
    """Return the run of pages of a documents query of Azure AI Search.

    Args:
        pages: Its answers, in order.
        probe: `fields` maps `document` to the key field of the index.

    Raises:
        Partial: The last page has a link to another one, or counts more; a part of the index was left out.
        GroundEvidenceError: A page has a wrong shape, the key field is not named, or the probe is not of access.
    """
    taking = Taking(probe)
    taking.require_kind(AZURE_DOCS, ACL)
    taking.require_mapped("document")
    key = probe.fields.get("document")
    if key is None:
        raise EVIDENCE.refuse("the key field of an index has a name of its own", "document", "--field document=NAME")
    documents: list[str] = []
    total: int | None = None
    for at, page in enumerate(pages):
        path = f"pages[{at}]"
        links = ("@odata.nextLink", "@search.nextPageParameters")
        given = taking.answer(page, path, ("@odata.count", "@search.coverage", "value", *links))
        coverage = given.get("@search.coverage")
        if coverage is not None and EVIDENCE.number(coverage, f"{path}.@search.coverage") < 100:
            raise Partial("covers a part of the index", path=f"{path}.@search.coverage", help="ask again")
        if at == len(pages) - 1 and any(given.get(link) for link in links):
            raise Partial("says that there is another page", path=path, help=MORE)
        total = _total(given.get("@odata.count"), f"{path}.@odata.count", total)
        for index, row in enumerate(taking.items(given.get("value"), f"{path}.value")):
            where = f"{path}.value[{index}]"
            found = taking.fields(row, where, (key,))
            if key not in found:
                raise EVIDENCE.refuse("has no such key field", where, "--field document=NAME names the key")
            documents.append(taking.id(found[key], where))
    _require_all(taking, documents, total)
    return taking.acl(documents)


def from_graph_search(pages: Sequence[object], probe: Probe) -> Adapted:
    """Return the run of pages of a query of Microsoft Graph search.

    Raises:
        Partial: The last page says that more results are available, or counts more; a page answers nothing.
        GroundEvidenceError: A page has a wrong shape, or the probe is not of access.
    """
    taking = Taking(probe)
    taking.require_kind(GRAPH_SEARCH, ACL)
    taking.require_mapped()
    documents: dict[tuple[int, int], list[str]] = {}
    totals: dict[tuple[int, int], int | None] = {}
    for at, page in enumerate(pages):
        given = taking.answer(page, f"pages[{at}]", ("value",))
        for index, answer in enumerate(_some(taking, given.get("value"), f"pages[{at}].value")):
            path = f"pages[{at}].value[{index}].hitsContainers"
            answered = taking.fields(answer, f"pages[{at}].value[{index}]", ("hitsContainers",))
            for nth, container in enumerate(_some(taking, answered.get("hitsContainers"), path)):
                query = (index, nth)
                found, total = _contained(taking, container, f"{path}[{nth}]", last=at == len(pages) - 1)
                documents.setdefault(query, []).extend(found)
                totals[query] = max((each for each in (totals.get(query), total) if each is not None), default=None)
    for query, found in documents.items():
        _require_all(taking, found, totals[query])
    # Two queries may both find a document; one that finds it twice is a page that was named twice.
    return taking.acl(list(dict.fromkeys(each for found in documents.values() for each in found)))


def _some(taking: Taking, value: object, path: str) -> list[Any]:
    """Return a list of answers that has one: an answer without hits has a container that says so."""
    found = taking.items(value, path)
    if not found:
        raise Partial("answers nothing, not even that there is nothing", path=path, help="capture the whole answer")
    return found


def _contained(taking: Taking, value: object, path: str, *, last: bool) -> tuple[list[str], int | None]:
    """Return the ids of the hits of a container, and how many it says there are."""
    given = taking.fields(value, path, ("hits", "total", "moreResultsAvailable"))
    more = given.get("moreResultsAvailable")
    if last and (more is None or EVIDENCE.flag(more, f"{path}.moreResultsAvailable")):
        said = "says that more results are available" if more else "does not say whether there are more results"
        raise Partial(said, path=path, help=MORE)
    found = []
    for at, hit in enumerate(taking.items(given.get("hits", []), f"{path}.hits")):
        one = taking.fields(hit, f"{path}.hits[{at}]", ("hitId",))
        found.append(taking.id(one.get("hitId"), f"{path}.hits[{at}].hitId"))
    return found, _total(given.get("total"), f"{path}.total", None)


def _require_whole(given: dict[str, Any], path: str) -> None:
    if given.get("timed_out") is not False:
        said = "ran out of time" if given.get("timed_out") else "does not say whether it ran out of time"
        raise Partial(said, path=f"{path}.timed_out", help="ask again, and capture the whole answer")
    shards = EVIDENCE.fields(given.get("_shards"), f"{path}._shards")
    if EVIDENCE.number(shards.get("failed"), f"{path}._shards.failed"):
        raise Partial("has failed shards: what they hold is not in it", path=f"{path}._shards.failed")
    if given.get("terminated_early"):
        raise Partial("ended early", path=f"{path}.terminated_early", help="ask without terminate_after")
    for name in ("_shards", "_clusters"):
        parts = EVIDENCE.fields(given.get(name, {}), f"{path}.{name}")
        if "total" in parts and "successful" in parts and parts["successful"] != parts["total"]:
            raise Partial("was not answered by all of them", path=f"{path}.{name}.successful", help="ask again")
    for state in _ELSEWHERE:
        count = EVIDENCE.optional(given.get("_clusters", {}).get(state), f"{path}._clusters.{state}", EVIDENCE.number)
        if count:
            raise Partial("did not come from every cluster", path=f"{path}._clusters.{state}", help="ask again")


def _total(value: object, path: str, known: int | None) -> int | None:
    """Return how many there are in all; a lower bound is no count."""
    if isinstance(value, dict):
        if value.get("relation", "eq") != "eq":
            raise Partial("is a lower bound of how many there are", path=path, help="ask with track_total_hits")
        value = value.get("value")
    if value is None:
        return known
    said = EVIDENCE.number(value, path)
    if not isinstance(said, int):
        raise EVIDENCE.refuse("is no whole number", path)
    return max(said, known or 0)


def _require_all(taking: Taking, documents: Sequence[str], total: int | None) -> None:
    """Refuse fewer documents than there are in all, and one that stands twice in the answer to one query."""
    taking.require_distinct(documents)
    if total is None:
        taking.remarks.append(_UNTOLD)
    elif len(documents) < total:
        raise Partial(f"holds {len(documents)} of {total}", path="pages", help=MORE)


def _one_of(probe: Probe, names: tuple[str, ...]) -> str:
    name = probe.fields.get("document", names[0])
    if name not in names:
        raise EVIDENCE.refuse(f"is {' or '.join(names)} here", "document", "ids of hits have no other name")
    return name
