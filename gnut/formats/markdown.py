"""A ledger as Markdown, for a pull request or a file beside the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gnut.formats.entries import MOVED, snapshot_of
from gnut.formats.escape import markdown, markdown_code
from gnut.formats.judged import counted as judged
from gnut.formats.judged import said
from gnut.formats.paint import Paint
from gnut.formats.summary import explained, population, rates, said_of
from gnut.formats.worddiff import marked
from gnut.ledger.contract import Anomaly, Bucket, Ledger, Row

CELL = 200
"""Most characters of a text in a cell."""

TITLES = {
    Bucket.EXCERPT_FOUND: "Excerpt found",
    Bucket.CITATION_UNCONFIRMED: "Citation unconfirmed",
    Bucket.OWN_REASONING: "Own reasoning",
}
MEANS = {
    Bucket.EXCERPT_FOUND: "The quoted words stand in the captured source. Presence is not support.",
    Bucket.CITATION_UNCONFIRMED: "Something is cited, and it could not be confirmed, for the reason given.",
    Bucket.OWN_REASONING: "Nothing is cited.",
}


def render(ledger: Ledger) -> str:
    """Return the ledger as a page with one table a bucket. Every text of the report or a source is inert."""
    lines = [
        f"# Claim ledger of {markdown_code(ledger.path)}",
        "",
        f"Outcome **{said_of(ledger)}**{_by(ledger)} under policy {markdown_code(ledger.policy.key)}"
        f"{_allows(ledger)}, sha256 {markdown_code(ledger.policy.sha256)}.",
        "",
        *_counts(ledger),
    ]
    for bucket in Bucket:
        lines += ["", *_bucket(bucket, [row for row in ledger.rows if row.bucket is bucket])]
    if ledger.anomalies:
        lines += ["", "## Defects of the report's structure", ""]
        lines += [f"- {_line(each)}{each.code} {markdown_code(each.name)}" for each in ledger.anomalies]
    return "\n".join(lines) + "\n"


def _by(ledger: Ledger) -> str:
    why = explained(ledger).removeprefix(said_of(ledger))
    return f" {markdown(why)}" if why else ""


def _allows(ledger: Ledger) -> str:
    names = ", ".join(markdown_code(name) for name in ledger.policy.allows)
    return f", allowing {names}" if names else ""


def _counts(ledger: Ledger) -> Iterator[str]:
    yield "| | count | of |"
    yield "|---|---:|---|"
    counted = Counter(row.bucket for row in ledger.rows)
    for bucket in Bucket:
        yield f"| {TITLES[bucket]} | {counted[bucket]} | {len(ledger.rows)} rows |"
    blocking = sum(row.gates for row in ledger.rows)
    yield f"| Blocks | {blocking} | {len(ledger.rows)} rows |"
    for name, rate in rates(ledger):
        numerator, rest = rate.split(" of ", 1)
        yield f"| {name.replace('_', ' ').capitalize()} | {numerator} | {markdown(rest)} |"
    yield ""
    for name, counts in judged(ledger.rows):
        yield f"{name.capitalize()}: {markdown(counts)}."
        yield ""
    yield f"Read: {markdown(population(ledger))}."


def _bucket(bucket: Bucket, rows: list[Row]) -> Iterator[str]:
    yield f"## {TITLES[bucket]} ({len(rows)})"
    yield ""
    yield MEANS[bucket]
    if not rows:
        return
    yield ""
    cited = bucket is not Bucket.OWN_REASONING
    yield "| row | line | statement | source | what was seen |" if cited else "| row | line | statement | kind |"
    yield "|---|---:|---|---|---|" if cited else "|---|---:|---|---|"
    for row in rows:
        cells = [row.id, _where(row), markdown(_short(row.text))]
        if cited:
            cells.append(_source(row))
        yield f"| {' | '.join([*cells, '<br>'.join(_seen(row))])} |"


def _where(row: Row) -> str:
    """Return the line of a row, or its location in an artifact without lines."""
    return str(row.line) if row.line is not None else markdown(row.location or "")


def _line(anomaly: Anomaly) -> str:
    return f"line {anomaly.line}: " if anomaly.line is not None else ""


def _source(row: Row) -> str:
    if row.source is None:
        return ""
    snapshot = snapshot_of(row.source)
    told = f"<br>{markdown_code(snapshot[:15])}" if snapshot else ""
    moved = row.source.final_uri if any(mark.name in MOVED for mark in row.marks) else None
    served = f"<br>→ {markdown_code(_short(moved))}" if moved else ""
    return markdown_code(_short(row.source.uri or row.source.written)) + served + told


def _seen(row: Row) -> Iterator[str]:
    """Yield what a row says, line by line."""
    if row.reason is not None:
        kind = f" ({markdown(row.kind)})" if row.kind else ""
        code = f"{row.code} " if row.code else ""
        yield f"{'**blocks** ' if row.gates else ''}{code}{markdown_code(row.reason)}{kind}"
    elif row.anchor is not None:
        times = f", {row.anchor.occurrences} times" if row.anchor.occurrences > 1 else ""
        yield f"{row.anchor.method or 'found'}, level {markdown_code(row.anchor.level or '')}{times}"
    if row.excerpt is not None:
        passage = row.anchor.passage if row.anchor and row.anchor.outcome != "found" else None
        if passage is None:
            yield f"excerpt: {markdown_code(_short(row.excerpt))}"
        else:
            left, right = marked(_short(row.excerpt), _short(passage), Paint(on=False))
            yield f"excerpt: {markdown_code(left)}"
            yield f"nearest: {markdown_code(right)}"
    if row.calculation is not None:
        computed, stated = row.calculation.computed, row.calculation.stated
        figures = f", gives {markdown_code(computed)}" if computed is not None else ""
        figures += f", stated {markdown_code(_short(stated))}" if stated is not None else ""
        yield f"{markdown_code(row.calculation.status)}: {markdown_code(_short(row.calculation.formula))}{figures}"
    yield from (f"{name}: {markdown_code(word)}" for name, word in said(row))
    for finding in row.findings:
        if finding.waived is not None:
            yield f"waived {finding.code}: {markdown(finding.waived)}"
        elif finding.name != row.reason:
            yield f"{finding.code} {markdown(finding.message)}"


def _short(text: str) -> str:
    return text if len(text) <= CELL else text[: CELL - 2] + " …"
