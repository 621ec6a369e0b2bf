"""A ledger as the flat list of findings that people and machines read line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from gnut.findings import BY_NAME
from gnut.ledger.contract import Bucket, CheckReport, Ledger, Row, RowFinding, SourceView
from gnut_store.oid import Oid

SHOWN = ("error", "warning", "waived")
"""Severities that are printed without `-v`."""


PASSED_OVER = frozenset({"short_quotation"})
"""Defects that are as likely none: notes, unless the policy blocks them; the summary counts them."""

NOTES = frozenset({"supplied", "redirected", "charset_guessed", "calculation_without_lineage", "cited_analysis"})
"""Marks that every row of a source shares, and what is worth knowing of a class: notes, unless the policy blocks
them."""

OF_A_SOURCE = frozenset(
    {
        *("supplied", "redirected", "redirected_home", "archive_copy", "same_page"),
        *("capture_date_differs", "charset_guessed", "text_in_doubt"),
    }
)
"""Marks that say something of a source and nothing of a row: told once a source, with how many rows share it."""


MOVED = frozenset({"redirected", "redirected_home", "archive_copy", "capture_date_differs"})
"""Marks of a source whose text came from another address than the one cited: whoever looks at a row sees both."""


class Entry(Struct, frozen=True):
    """One finding, or one found row, ready to be printed."""

    path: str
    line: int | None
    """None in a structured or a rendered artifact, which have no lines to look up."""

    column: int | None
    location: str | None
    """`claims[0]`, `block 3`; None where `line` says it, or nothing does."""

    severity: str
    """`error` blocks under the policy; `warning` does not; `waived` by a comment in the report; `allowed` by
    `--allow`; `note` is worth knowing; `found` is a row whose excerpt stands."""

    code: str | None
    """None for a found row."""

    name: str
    message: str
    """Untrusted: the writer escapes it for its medium."""

    row: Row | None
    """None for a defect of the report's own structure."""


def entries(checked: CheckReport, *, verbose: bool = False) -> Iterator[Entry]:
    """Yield the findings of every report, by report, line and column.

    Args:
        checked: The reports, in the order in which they are printed.
        verbose: Also yield what is allowed, notes and found rows, and at every row what its source shares.
    """
    for ledger in checked.reports:
        found = [*_anomalies(ledger), *(entry for row in ledger.rows for entry in _row(ledger, row))]
        shown = [entry for entry in found if verbose or entry.severity in SHOWN]
        # Without lines the order of the rows is that of reading.
        ordered = sorted(shown, key=lambda entry: (entry.line or 0, entry.column or 0))
        yield from ordered if verbose else _once(ordered)


def _once(found: list[Entry]) -> Iterator[Entry]:
    """Yield the findings, those of a source at its first row alone."""
    shared = Counter(key for entry in found if (key := _shared(entry)) is not None)
    told: set[tuple[str, str, str]] = set()
    for entry in found:
        key = _shared(entry)
        if key is None or shared[key] == 1:
            yield entry
        elif key not in told:
            told.add(key)
            rows = "1 more row" if shared[key] == 2 else f"{shared[key] - 1} more rows"
            yield replace(entry, message=f"{entry.message} (so for {rows} of this source: -v shows each)")


def _shared(entry: Entry) -> tuple[str, str, str] | None:
    """Return what makes a finding the same at every row of its source; None for any other."""
    if entry.name not in OF_A_SOURCE or entry.row is None or entry.row.source is None or entry.row.source.uri is None:
        return None
    return entry.name, entry.severity, entry.row.source.uri


def _anomalies(ledger: Ledger) -> Iterator[Entry]:
    for anomaly in ledger.anomalies:
        title = BY_NAME[anomaly.name].title
        message = title[:1].lower() + title[1:]
        severity = "error" if anomaly.blocks else "note" if anomaly.name in PASSED_OVER else "warning"
        place = (anomaly.line, anomaly.column, None)
        yield Entry(ledger.path, *place, severity, anomaly.code, anomaly.name, message, None)


def _row(ledger: Ledger, row: Row) -> Iterator[Entry]:
    if row.bucket is Bucket.EXCERPT_FOUND:
        place = (row.line, row.column, row.location)
        yield Entry(ledger.path, *place, "found", None, "excerpt_found", _found(row), row)
    for finding in row.findings:
        yield Entry(
            ledger.path,
            row.line,
            row.column,
            row.location,
            severity(ledger, row, finding),
            finding.code,
            finding.name,
            finding.message,
            row,
        )


def severity(ledger: Ledger, row: Row, finding: RowFinding) -> str:
    """Return how much a finding weighs under the policy in force."""
    if finding.waived is not None:
        return "waived"
    if finding.blocks:
        return "error"
    if finding.name == row.reason:
        clause = f"own_reasoning:{finding.name}" if row.bucket is Bucket.OWN_REASONING else finding.name
        if clause in ledger.policy.allows:
            return "allowed"
        return "note" if row.bucket is Bucket.OWN_REASONING else "warning"
    source = BY_NAME[finding.name].source
    listed = {f"{source}:{finding.name}", f"{source}:*"}
    if listed & {*ledger.policy.allows}:
        return "allowed"
    return "note" if finding.name in NOTES else "warning"


def _found(row: Row) -> str:
    anchor = row.anchor
    if anchor is None:
        return "the excerpt stands in the source"
    how = "word for word" if anchor.method == "exact" else f"but for {(anchor.level or 'form').replace('_', ' ')}"
    times = f", {anchor.occurrences} times" if anchor.occurrences > 1 else ""
    return f"the excerpt stands in the source {how}{times}"


def snapshot_of(source: SourceView) -> Oid | None:
    """Return the snapshot that a person is told of: none of a file of the repository, which is read as it stands."""
    return None if (source.uri or "").startswith("file:") else source.snapshot
