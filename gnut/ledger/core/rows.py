"""Every unit of a report in exactly one bucket a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from gnut.check.contract import Evidence, Finding, Mark
from gnut.findings import BY_NAME
from gnut.ingest.contract import Binding, Citation, Excerpt, Extraction, Place, Unit, Waiver
from gnut.ledger.contract import (
    AnchorView,
    Anomaly,
    Bucket,
    Ledger,
    LineView,
    Policy,
    Population,
    Row,
    RowFinding,
    SourceView,
)
from gnut.ledger.core import gate, messages, reasons
from gnut.ledger.core.fingerprints import fingerprint
from gnut.model import Rate, Source, Uri
from gnut.text.anchor.contract import Anchor
from gnut.text.anchor.contract import Outcome as Anchored

PASSAGE = 400
"""Most characters of a source that a row repeats."""


def ledger(extraction: Extraction, evidence: Evidence, *, path: str, own_uri: Uri | None, policy: Policy) -> Ledger:
    """Return the ledger of a report under a policy.

    Args:
        extraction: The report, read.
        evidence: What became of its citations, in reading order.
        path: The report's path from the repository root, as shown.
        own_uri: The report's own identity, so that self-citation is seen.
        policy: What blocks.
    """
    judged = tuple(_rows(extraction, evidence, own_uri, policy))
    rows = tuple(_numbered(row for _, row in judged))
    idle = [("bad_waiver", place) for place in _idle_waivers(judged)] if policy.waivers else []
    anomalies = tuple(
        Anomaly(name, BY_NAME[name].code, gate.blocks(policy, f"finding:{name}"), place.line, place.column)
        for name, place in sorted([*extraction.anomalies, *idle], key=lambda one: one[1].start)
    )
    return Ledger(
        path=path,
        outcome=gate.outcome(rows, policy, anomalies),
        policy=gate.view(policy),
        population=_population(extraction, rows),
        rates=_rates(rows),
        rows=rows,
        anomalies=anomalies,
    )


def _idle_waivers(judged: tuple[tuple[Unit, Row], ...]) -> list[Place]:
    """Return the waivers that accept no finding; while a source is missing nobody can say that of one."""
    idle: dict[Place, bool] = {}
    for unit, row in judged:
        for waiver in unit.waivers:
            used = row.reason == "source_unavailable" or any(each.code == waiver.code for each in row.findings)
            idle[waiver.place] = idle.get(waiver.place, True) and not used
    return [place for place, is_idle in idle.items() if is_idle]


def _rows(
    extraction: Extraction, evidence: Evidence, own_uri: Uri | None, policy: Policy
) -> Iterator[tuple[Unit, Row]]:
    by_unit: dict[int, list[Finding]] = {}
    for finding in evidence.findings:
        by_unit.setdefault(finding.unit, []).append(finding)
    for index, unit in enumerate(extraction.units):
        found = by_unit.get(index, [])
        if not found:
            yield unit, _uncited(unit, policy)
        for finding in found:
            yield unit, _cited(unit, finding, own_uri, policy)


def _cited(unit: Unit, finding: Finding, own_uri: Uri | None, policy: Policy) -> Row:
    citation = unit.citations[finding.citation]
    excerpt = _binding(unit, finding).excerpt if finding.binding is not None else None
    reason = reasons.unconfirmed(finding, citation, excerpt, own_uri)
    bucket = reasons.bucket_of(reason)
    said = [] if reason is None else [_row_finding(unit, reason, messages.reason_message(reason, finding, citation))]
    blocking = [] if reason is None else [gate.blocks(policy, reason)]
    for mark in finding.marks:
        said.append(_row_finding(unit, mark.name, messages.mark_message(mark)))
        blocking.append(gate.blocks(policy, f"mark:{mark.name}"))
    source = finding.acquired if isinstance(finding.acquired, Source) else None
    return _row(
        unit,
        place=excerpt.place if excerpt else citation.place,
        bucket=bucket,
        reason=reason,
        kind=reasons.kind_of(finding) if reason == "source_unavailable" else None,
        findings=_judged(said, blocking, policy),
        source=_source_view(citation, source),
        excerpt=_shown(excerpt),
        anchor=_anchor_view(finding.anchor, source),
        marks=finding.marks,
        elsewhere=finding.elsewhere,
    )


def _uncited(unit: Unit, policy: Policy) -> Row:
    reason = reasons.own_reasoning(unit)
    said, blocking = [], []
    if reason == "numeric":
        said.append(_row_finding(unit, "numeric", "a figure stands without a citation"))
        blocking.append(gate.blocks(policy, "own_reasoning:numeric"))
    for _ in unit.unsourced:
        said.append(_row_finding(unit, "unsourced_quotation", "no citation of its paragraph is bound to the quotation"))
        blocking.append(gate.blocks(policy, "finding:unsourced_quotation"))
    return _row(
        unit,
        place=unit.place,
        bucket=Bucket.OWN_REASONING,
        reason=reason,
        kind=None,
        findings=_judged(said, blocking, policy),
        source=None,
        excerpt=None,
        anchor=None,
        marks=(),
        elsewhere=None,
    )


def _row(
    unit: Unit,
    *,
    place: Place,
    bucket: Bucket,
    reason: str | None,
    kind: str | None,
    findings: tuple[RowFinding, ...],
    source: SourceView | None,
    excerpt: str | None,
    anchor: AnchorView | None,
    marks: tuple[Mark, ...],
    elsewhere: Uri | None,
) -> Row:
    own = next((each for each in findings if each.name == reason), None)
    return Row(
        id="",
        fingerprint="",
        line=place.line,
        column=place.column,
        bucket=bucket,
        reason=reason,
        kind=kind,
        gates=any(each.blocks and each.waived is None for each in findings),
        code=own.code if own else None,
        waived=own.waived if own else None,
        text=unit.text,
        source=source,
        excerpt=excerpt,
        anchor=anchor,
        marks=marks,
        support="not_assessed",
        authority="unknown_authority",
        provenance=unit.provenance,
        elsewhere=elsewhere,
        findings=findings,
    )


def _binding(unit: Unit, finding: Finding) -> Binding:
    assert finding.binding is not None
    return unit.bindings[finding.binding]


def _row_finding(unit: Unit, name: str, message: str) -> RowFinding:
    code = BY_NAME[name].code
    return RowFinding(code, name, False, message, _waiver(unit.waivers, code))


def _waiver(waivers: tuple[Waiver, ...], code: str) -> str | None:
    return next((waiver.reason for waiver in waivers if waiver.code == code), None)


def _judged(said: list[RowFinding], blocking: list[bool], policy: Policy) -> tuple[RowFinding, ...]:
    """Return the findings with what the policy says of each; a policy may refuse waivers."""
    return tuple(
        replace(each, blocks=blocks, waived=each.waived if policy.waivers else None)
        for each, blocks in zip(said, blocking, strict=True)
    )


def _shown(excerpt: Excerpt | None) -> str | None:
    if excerpt is None:
        return None
    return excerpt.text if excerpt.range_end is None else f"{excerpt.text} … {excerpt.range_end}"


def _source_view(citation: Citation, source: Source | None) -> SourceView:
    return SourceView(
        uri=citation.uri,
        written=citation.written,
        final_uri=source.final_uri if source else None,
        snapshot=source.snapshot if source else None,
        window=source.truncation if source else None,
        supplied=source.supplied if source else False,
    )


def _anchor_view(anchor: Anchor | None, source: Source | None) -> AnchorView | None:
    if anchor is None or source is None:
        return None
    run = anchor.longest_run
    return AnchorView(
        outcome=anchor.outcome.value,
        method=anchor.method,
        level=anchor.level.value if anchor.level else None,
        parts=anchor.parts,
        occurrences=anchor.occurrences,
        alterations=anchor.alterations,
        notes=anchor.notes,
        passage=_passage(anchor, source.text),
        longest_run=source.text[run.start : run.end][:PASSAGE] if run else None,
        stops_at=anchor.stops_at,
    )


def _passage(anchor: Anchor, text: str) -> str | None:
    if not anchor.parts:
        return None
    return " … ".join(text[part.start : part.end] for part in anchor.parts)[:PASSAGE]


def _numbered(rows: Iterator[Row]) -> Iterator[Row]:
    """Yield the rows with ids in reading order and fingerprints; equal ones are told apart by an ordinal."""
    claims = units = 0
    seen: Counter[str] = Counter()
    for row in rows:
        cited = row.source is not None or row.provenance != "unclassified"
        claims, units = (claims + 1, units) if cited else (claims, units + 1)
        plain = fingerprint(row, 0)
        ordinal = seen[plain]
        seen[plain] += 1
        yield replace(
            row,
            id=f"c{claims}" if cited else f"u{units}",
            fingerprint=plain if ordinal == 0 else fingerprint(row, ordinal),
        )


def _population(extraction: Extraction, rows: tuple[Row, ...]) -> Population:
    citations = [citation for unit in extraction.units for citation in unit.citations]
    return Population(
        lines=LineView(extraction.lines.included, dict(extraction.lines.excluded)),
        units=len(extraction.units),
        citations=len(citations),
        excerpts=sum(len(unit.bindings) for unit in extraction.units),
        sources=len({citation.uri for citation in citations if citation.uri is not None}),
        rows=len(rows),
    )


def _rates(rows: tuple[Row, ...]) -> dict[str, Rate]:
    """Return the rates people ask for, each with what it is counted over."""
    cited = [row for row in rows if row.source is not None]
    sought = [row for row in cited if row.anchor is not None and row.excerpt is not None]
    found = sum(1 for row in cited if row.bucket is Bucket.EXCERPT_FOUND)
    exact = sum(
        1 for row in sought if row.bucket is Bucket.EXCERPT_FOUND and row.anchor and row.anchor.method == "exact"
    )
    readable = sum(1 for row in cited if row.source and row.source.window is not None)
    anchored = sum(1 for row in sought if row.anchor and row.anchor.outcome == Anchored.FOUND.value)
    return {
        "citation_coverage": Rate(len(cited), len(rows), "rows"),
        "source_accessibility": Rate(readable, len(cited), "cited rows"),
        "excerpts_found": Rate(found, len(cited), "cited rows"),
        "excerpts_anchored": Rate(anchored, len(sought), "rows with an excerpt and a readable source"),
        "excerpts_exact": Rate(exact, len(sought), "rows with an excerpt and a readable source"),
        "excerpts_fuzzy": Rate(0, len(sought), "rows with an excerpt and a readable source"),
    }
