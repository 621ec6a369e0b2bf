"""Every unit of a report in exactly one bucket a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from msgspec.structs import replace

from gnut.check.contract import Evidence, Finding, Mark
from gnut.findings import BY_NAME
from gnut.ingest.contract import Binding, Citation, Excerpt, Extraction, Place, Unit, Waiver
from gnut.ledger.contract import (
    OWN,
    AnchorView,
    Anomaly,
    Bucket,
    Ledger,
    Policy,
    Row,
    RowFinding,
    SourceView,
)
from gnut.ledger.core import counts, gate, messages, reasons
from gnut.ledger.core.fingerprints import fingerprint
from gnut.model import Source, Uri
from gnut.text.anchor.contract import Anchor
from gnut.text.credentials import concealed

PASSAGE = 400
"""Most characters of a source that a row repeats."""


def ledger(
    extraction: Extraction,
    evidence: Evidence,
    *,
    path: str,
    own_uri: Uri | None,
    policy: Policy,
    support: tuple[str, ...] = (),
    authority: tuple[str, ...] = (),
) -> Ledger:
    """Return the ledger of a report under a policy.

    Args:
        extraction: The report, read.
        evidence: What became of its citations, in reading order.
        path: The report's path from the repository root, as shown.
        own_uri: The report's own identity, so that self-citation is seen.
        policy: What blocks.
        support: Support status of each finding; empty when none was assessed.
        authority: Authority of each finding's source; empty when nobody was asked.
    """
    facts = _Facts(own_uri, policy, has_lines=extraction.kind == "markdown")
    told = zip_longest(evidence.findings, support, authority)
    judged = tuple(
        (extraction.units[one.unit], facts.row(extraction.units[one.unit], one, status, kind))
        for one, status, kind in told
    )
    rows = tuple(_fingerprinted(row for _, row in judged))
    idle = [("bad_waiver", place) for place in _idle_waivers(judged)] if policy.waivers else []
    anomalies = tuple(
        Anomaly(name, BY_NAME[name].code, gate.blocks(policy, f"finding:{name}"), place.line, place.column)
        for name, place in sorted([*extraction.anomalies, *idle], key=lambda one: one[1].start)
    )
    return Ledger(
        path=path,
        outcome=gate.outcome(rows, policy, anomalies),
        policy=gate.view(policy),
        population=counts.population(extraction, rows),
        rates=counts.rates(rows),
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


class _Facts:
    """What every row of a ledger is judged by."""

    def __init__(self, own_uri: Uri | None, policy: Policy, *, has_lines: bool) -> None:
        self._own_uri = own_uri
        self._policy = policy
        self._has_lines = has_lines

    def row(self, unit: Unit, finding: Finding, support: str | None, authority: str | None) -> Row:
        """Return the row of a finding; its fingerprint is still to come."""
        status = support or "not_assessed"
        if finding.citation is None:
            row, place = self._uncited(unit), unit.place
        else:
            row, place = self._cited(unit, finding, unit.citations[finding.citation])
        said = self._beside(unit, finding, status)
        findings = (*row.findings, *said)
        return replace(
            row,
            id=finding.id,
            line=place.line if self._has_lines else None,
            column=place.column if self._has_lines else None,
            gates=any(each.blocks and each.waived is None for each in findings),
            support=status,
            authority=authority or "unknown_authority",
            calculation=finding.calculation,
            findings=findings,
        )

    def _cited(self, unit: Unit, finding: Finding, citation: Citation) -> tuple[Row, Place]:
        excerpt = _binding(unit, finding).excerpt if finding.binding is not None else None
        reason = reasons.unconfirmed(finding, citation, excerpt, self._own_uri)
        said = [] if reason is None else [(reason, messages.reason_message(reason, finding, citation))]
        source = finding.acquired if isinstance(finding.acquired, Source) else None
        window = source.truncation if source else None
        said += [(mark.name, messages.mark_message(mark, citation.uri, window)) for mark in finding.marks]
        row = _row(
            unit,
            bucket=reasons.bucket_of(reason),
            reason=reason,
            kind=reasons.kind_of(finding) if reason == "source_unavailable" else None,
            findings=self._judged(unit, said, reason),
            source=_source_view(citation, source),
            excerpt=_shown(excerpt),
            anchor=_anchor_view(finding.anchor, source),
            marks=finding.marks,
            elsewhere=finding.elsewhere,
        )
        return row, excerpt.place if excerpt else citation.place

    def _uncited(self, unit: Unit) -> Row:
        reason = reasons.own_reasoning(unit)
        said = [("numeric", "a figure stands without a citation")] if reason == "numeric" else []
        said += [("unsourced_quotation", "no citation of its paragraph is bound to the quotation")] * len(
            unit.unsourced
        )
        return _row(
            unit,
            bucket=Bucket.OWN_REASONING,
            reason=reason,
            kind=None,
            findings=self._judged(unit, said, reason),
            source=None,
            excerpt=None,
            anchor=None,
            marks=(),
            elsewhere=None,
        )

    def _beside(self, unit: Unit, finding: Finding, status: str) -> tuple[RowFinding, ...]:
        """Return what is said of a row beside its bucket, which these move in no case."""
        said = []
        if status == "contradicted":
            said.append(("contradicted", "the detector says that the source contradicts the claim"))
        if finding.calculation is not None and finding.calculation.status != "recomputes":
            said.append((finding.calculation.status, finding.calculation.why or "it does not recompute"))
        said += [(name, messages.CLASSES[name]) for name in reasons.of_class(unit, cited=finding.citation is not None)]
        return self._judged(unit, said, None)

    def _judged(self, unit: Unit, said: list[tuple[str, str]], reason: str | None) -> tuple[RowFinding, ...]:
        """Return findings with what the policy says of each; a policy may refuse waivers."""
        return tuple(self._finding(unit, name, message, name == reason) for name, message in said)

    def _finding(self, unit: Unit, name: str, message: str, is_reason: bool) -> RowFinding:
        rule = BY_NAME[name]
        own = f"own_reasoning:{name}" if name in OWN else name
        clause = own if is_reason else f"{rule.source}:{name}"
        waived = _waiver(unit.waivers, rule.code) if self._policy.waivers else None
        return RowFinding(rule.code, name, gate.blocks(self._policy, clause), message, waived)


def _row(
    unit: Unit,
    *,
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
        line=None,
        column=None,
        bucket=bucket,
        reason=reason,
        kind=kind,
        gates=False,
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
        calculation=None,
        elsewhere=elsewhere,
        findings=findings,
        location=unit.location,
    )


def _binding(unit: Unit, finding: Finding) -> Binding:
    assert finding.binding is not None
    return unit.bindings[finding.binding]


def _waiver(waivers: tuple[Waiver, ...], code: str) -> str | None:
    return next((waiver.reason for waiver in waivers if waiver.code == code), None)


def _shown(excerpt: Excerpt | None) -> str | None:
    if excerpt is None:
        return None
    return excerpt.text if excerpt.range_end is None else f"{excerpt.text} … {excerpt.range_end}"


def _source_view(citation: Citation, source: Source | None) -> SourceView:
    return SourceView(
        uri=citation.uri,
        written=concealed(citation.written),
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


def _fingerprinted(rows: Iterator[Row]) -> Iterator[Row]:
    """Yield the rows with fingerprints; equal ones are told apart by an ordinal."""
    seen: Counter[str] = Counter()
    for row in rows:
        plain = fingerprint(row, 0)
        ordinal = seen[plain]
        seen[plain] += 1
        yield replace(row, fingerprint=plain if ordinal == 0 else fingerprint(row, ordinal))
