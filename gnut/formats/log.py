"""The log of runs: one line a run for people, the same as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from gnut.formats.escape import one_line, path
from gnut.formats.indented import indented
from gnut.formats.paint import Paint
from gnut.formats.summary import COLOURS
from gnut.ledger.contract import Bucket, Outcome
from gnut_store.oid import Oid

LOG = "gnut-log/v1"
SHORT = 12


class LoggedEngine(Struct, frozen=True, forbid_unknown_fields=True):
    """Which gnut made a run."""

    version: str
    revision: str
    dirty: bool


class LoggedPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """Standing policy of a run."""

    key: str
    allows: tuple[str, ...]
    sha256: str


class LoggedRun(Struct, frozen=True, forbid_unknown_fields=True):
    """One run of a report."""

    id: Oid
    ordinal: int
    """Place in the log, from 1; two branches that were merged may each have one of a number."""

    outcome: Outcome
    buckets: dict[str, int]
    """Rows of each bucket."""

    policy: LoggedPolicy
    engine: LoggedEngine
    mode: str | None
    """How sources might be acquired; None for a report without any."""

    report_sha256: str
    sources: int
    readable: int
    captured: tuple[str, str] | None
    """Earliest and latest time at which a fetched source was captured; None when none was fetched."""


class LoggedReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A report and its runs, the newest first."""

    path: str
    total: int
    """Runs that are kept, listed or not."""

    runs: tuple[LoggedRun, ...]


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of `gnut log`."""

    schema: str
    reports: tuple[LoggedReport, ...]


def render_json(log: Log) -> str:
    """Return the log as JSON, indented by two, with a final line feed."""
    return indented(log)


def render(log: Log, *, paint: Paint) -> str:
    """Return each report with its runs, the newest first, one line a run."""
    lines: list[str] = []
    for report in log.reports:
        lines.append(paint(path(report.path) if report.path != "-" else "- (standard input)", "bold"))
        lines.extend(f"  {_line(run, paint)}" for run in report.runs)
        hidden = report.total - len(report.runs)
        lines += [f"  … and {hidden} earlier"] if hidden else []
    return "".join(f"{line}\n" for line in lines)


def render_reports(log: Log, *, paint: Paint) -> str:
    """Return one line a report: how many runs it has, and what the newest came to."""
    return "".join(f"{line}\n" for line in _reports(log.reports, paint))


def _reports(reports: Iterable[LoggedReport], paint: Paint) -> Iterable[str]:
    for report in reports:
        name = path(report.path) if report.path != "-" else "- (standard input)"
        count = "1 run" if report.total == 1 else f"{report.total} runs"
        yield f"{name}: {count}, newest {_line(report.runs[0], paint)}"


def _line(run: LoggedRun, paint: Paint) -> str:
    found, unconfirmed, own = (run.buckets.get(bucket.value, 0) for bucket in Bucket)
    allows = f", allowing {', '.join(run.policy.allows)}" if run.policy.allows else ""
    dirty = ", dirty" if run.engine.dirty else ""
    said = [
        f"{found} found, {unconfirmed} unconfirmed, {own} own",
        f"policy {run.policy.key}{allows} {run.policy.sha256[:SHORT]}",
        f"gnut {run.engine.version} ({run.engine.revision[:SHORT]}{dirty})",
        f"report {run.report_sha256[:SHORT]}",
        f"{run.readable} of {run.sources} sources{_captured(run)}",
    ]
    outcome = paint(f"{run.outcome.value:13}", COLOURS[run.outcome])
    return f"{run.id[: SHORT + 3]}  {outcome}  {one_line('; '.join(said))}"


def _captured(run: LoggedRun) -> str:
    if run.captured is None:
        return ""
    first, last = run.captured
    return f" captured {first}" if first == last else f" captured {first} to {last}"
