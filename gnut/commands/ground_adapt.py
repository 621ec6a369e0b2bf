"""`gnut ground adapt`: a captured result of another system as runs of an evidence bundle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from gnut.edge import outputs, terminal
from gnut.edge.files import utf8
from gnut.edge.grounding import alone, body_at, decoded, evidence_at, evidence_of
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.formats.grounded import evidence_text
from gnut.ground.adapters.azure_kb import from_azure_kb
from gnut.ground.adapters.contract import (
    ACL,
    AZURE_DOCS,
    AZURE_KB,
    CITATION,
    CSV,
    GRAPH_SEARCH,
    HITS,
    JSONL,
    REFUSAL,
    Adapted,
    Probe,
)
from gnut.ground.adapters.pages import from_azure_docs, from_graph_search, from_hits
from gnut.ground.adapters.rows import csv_rows, from_rows
from gnut.ground.contract import AclRun, CitationRun, Evidence, GroundEvidenceError, RefusalRun

LISTS = {ACL: "acl_runs", CITATION: "citation_runs", REFUSAL: "refusal_runs"}
CAPTURE = "capture it as UTF-8"
WHOLE = 200
"""HTTP status of an answer that is all of it; 206 is one that some source did not come to."""


def ground_adapt(
    world: World,
    form: str,
    files: Sequence[str],
    *,
    kind: str,
    source_id: str,
    principal: str | None,
    entitled: bool | None,
    allowed: Sequence[str] | None,
    allowed_file: str | None,
    captured_at: str | None,
    knowledge_source: str | None,
    fields: Sequence[str],
    http_status: int | None,
    into: str | None,
) -> int:
    """Print the runs that captured results come to, or add them to a bundle; say what was left behind.

    Args:
        world: The folder.
        form: One of `adapters.contract.FORMS`.
        files: Captured results, pages of one probe in their order; `-` is standard input.
        kind: What they are evidence of: `acl`, `citation` or `refusal`.
        source_id: Of the knowledge source, as the bundle declares it.
        principal: As whom it was asked.
        entitled: Whether that principal is entitled; None when nobody recorded it.
        allowed: Ids that an unentitled principal may have all the same; None for none given.
        allowed_file: File of more of them, one a line.
        captured_at: When; None for the time in the result.
        knowledge_source: Its name in the result of a knowledge base.
        fields: `NAME=FIELD` each: where the result has what.
        http_status: Status of the answer, where it was recorded.
        into: Bundle that the runs are added to.

    Returns:
        0.

    Raises:
        Usage: A flag is not of this kind, or a field has no name.
        Partial: The result says that it is not all of it.
        GroundEvidenceError: The result or the bundle has a wrong shape; the source is not declared in the bundle.
    """
    if http_status not in (None, WHOLE):
        told = f"{http_status} is a partial answer, or none, and no evidence"
        raise GroundEvidenceError(told, path="http status", help="ask again until all sources answer")
    if into == "-":
        raise Usage("--into takes a file", help="without it the runs are printed")
    if knowledge_source is not None and form != AZURE_KB:
        raise Usage(f"--knowledge-source is of {AZURE_KB}, not of {form}")
    if kind != ACL and (principal is not None or entitled is not None or allowed or allowed_file is not None):
        raise Usage(f"--principal, --entitled and --allowed are of probes of access, not of {kind}")
    if kind == ACL and principal is None:
        raise Usage("a probe of access was made as somebody", help="--principal NAME")
    if entitled and (allowed or allowed_file is not None):
        raise Usage("--allowed is of a principal who is not entitled", help="one who is may be given everything")
    lists = [*(allowed or ()), *(_lines(world, allowed_file) if allowed_file is not None else ())]
    probe = Probe(
        kind=kind,
        source_id=source_id,
        principal=principal,
        entitled=entitled,
        allowed=tuple(lists) if allowed or allowed_file is not None else None,
        captured_at=captured_at,
        knowledge_source=knowledge_source,
        fields=_fields(fields),
    )
    adapted = _adapted(form, [body_at(world.cwd, name) for name in files], probe)
    if into is None:
        terminal.out(evidence_text(_grown(Evidence(()), LISTS[kind], adapted.runs), only=LISTS[kind]))
    else:
        _add(world, into, LISTS[kind], adapted)
    _tell(adapted, into)
    return 0


def _add(world: World, into: str, name: str, adapted: Adapted) -> None:
    """Add runs to a bundle, which is read and written under the rules of one."""
    with alone(world.cwd / into):
        bundle = evidence_at(world.cwd, into)
        declared = {source.id for source in bundle.sources}
        if any(run.source_id not in declared for run in adapted.runs):
            raise GroundEvidenceError("is no source of the bundle", path="source id", help="declare it in `sources`")
        body = evidence_text(_grown(bundle, name, adapted.runs)).encode("utf-8")
        evidence_of(body)  # What is written is a bundle, or nothing is.
        outputs.write(world.cwd, into, body)


def _grown(bundle: Evidence, name: str, runs: tuple[AclRun | CitationRun | RefusalRun, ...]) -> Evidence:
    return replace(bundle, **{name: (*getattr(bundle, name), *runs)})


def _tell(adapted: Adapted, into: str | None) -> None:
    dropped = ", ".join(_counted(what, count) for what, count in adapted.dropped.items())
    where = f"added to {into}" if into is not None else "read"
    runs = len(adapted.runs)
    terminal.note(f"{where}: {runs} {'run' if runs == 1 else 'runs'}; left behind: {dropped or 'nothing'}")
    for remark in adapted.remarks:
        terminal.note(f"note: {remark}")


def _counted(what: str, count: int) -> str:
    first, *rest = what.split(" ", 1)
    one = {"activities": "activity"}.get(first, first.removesuffix("s"))
    return " ".join([str(count), one if count == 1 else first, *rest])


def _fields(said: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in said:
        name, mark, field = each.partition("=")
        if not mark or not field or name in found:
            raise Usage(f"--field takes NAME=FIELD, each name once, not {each!r}")
        found[name] = field
    return found


def _lines(world: World, name: str) -> list[str]:
    text = utf8(body_at(world.cwd, name), legible(name), remedy=CAPTURE)
    return [line for each in text.split("\n") if (line := each.removesuffix("\r"))]


def _adapted(form: str, bodies: Sequence[bytes], probe: Probe) -> Adapted:
    if form in _ROWS:
        return _ROWS[form](bodies, probe)
    return _PAGES[form]([decoded(body, GroundEvidenceError) for body in bodies], probe)


def _jsonl(bodies: Sequence[bytes], probe: Probe) -> Adapted:
    rows = []
    for body in bodies:
        for number, line in enumerate(body.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
            if line.strip():
                try:
                    rows.append(decoded(line, GroundEvidenceError))
                except GroundEvidenceError as error:
                    raise GroundEvidenceError(str(error), path=f"line {number}") from None
    return from_rows(rows, probe)


def _csv(bodies: Sequence[bytes], probe: Probe) -> Adapted:
    texts = (utf8(body, "a capture", remedy=CAPTURE) for body in bodies)
    return from_rows([row for text in texts for row in csv_rows(text, probe)], probe)


_ROWS: dict[str, Callable[[Sequence[bytes], Probe], Adapted]] = {JSONL: _jsonl, CSV: _csv}
_PAGES: dict[str, Callable[[Sequence[object], Probe], Adapted]] = {
    HITS: from_hits,
    AZURE_DOCS: from_azure_docs,
    AZURE_KB: from_azure_kb,
    GRAPH_SEARCH: from_graph_search,
}
"""Form → what takes its JSON values, one a file."""
