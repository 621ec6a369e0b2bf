"""The log of runs: one line a run for people, the same as JSON."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from gnut.formats.escape import one_line, path
from gnut.formats.indented import indented
from gnut.formats.log_changes import Changed, LoggedPolicy
from gnut.formats.paint import Paint
from gnut.formats.summary import COLOURS
from gnut.ledger.contract import Bucket, Outcome
from gnut_store.oid import Oid

LOG = "gnut-log/v1"
SHORT = 12
BRIEF = 8
WIDEST = 118
"""Columns of a line, as long as words alone fit."""

NAMED = 20
"""Most characters of the one source that is named; JSON names all."""


class LoggedEngine(Struct, frozen=True, forbid_unknown_fields=True):
    """Which gnut made a run."""

    version: str
    revision: str
    dirty: bool


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

    files: int
    """Readable sources that are files of the repository, which no capture stands behind."""

    changes: tuple[Changed, ...] | None
    """What the run before it was made from otherwise; None of the first, and where only the newest is looked at."""


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
    counts = f"{found} found, {unconfirmed} unconfirmed, {own} own; "
    head, said = _made(run)
    room = WIDEST - (SHORT + 3) - 13 - 2 * 3 - len(counts)
    # When sources were captured gives way first: a snapshot says it, and nothing else says what changed.
    long = _listed(head, [each for each, _ in said])
    text = f"{_sources(run, dated=True)}{long}"
    if len(text) > room:
        brief = _sources(run, dated=False)
        text = f"{brief}{_fitted(head, said, room - len(brief))}"
    outcome = paint(f"{run.outcome.value:13}", COLOURS[run.outcome])
    return f"{run.id[: SHORT + 3]}  {outcome}  {counts}{text}"


def _sources(run: LoggedRun, *, dated: bool) -> str:
    """Return how many files and captures were read, and how many sources could not be."""
    captured = run.readable - run.files
    files = "1 file" if run.files == 1 else f"{run.files} files"
    parts = [
        files if run.files else "",
        f"{captured} captured{_days(run) if dated else ''}" if captured else "",
        f"{run.sources - run.readable} unavailable" if run.sources > run.readable else "",
    ]
    return one_line(", ".join(part for part in parts if part)) or "no sources"


def _days(run: LoggedRun) -> str:
    if run.captured is None:
        return ""
    first, last = (time[:10] for time in run.captured)
    return f" {first}" if first == last else f" {first} to {last}"


def _made(run: LoggedRun) -> tuple[str, list[tuple[str, str]]]:
    """Return a heading with what is said of a run's inputs: each at length, and in a word where room is short."""
    if run.changes is None:
        rest = [(_input(name, run), "") for name in ("engine", "report")]
        return "", [(_input("policy", run), f"policy {run.policy.key}"), *rest]
    words = [(f"source {_name(one.names)}" if one.names else _input(one.what, run), one.what) for one in run.changes]
    return "changed: ", words


def _input(what: str, run: LoggedRun) -> str:
    match what:
        case "policy":
            allows = f" allowing {' '.join(run.policy.allows)}" if run.policy.allows else ""
            return f"policy {run.policy.key}{allows}"
        case "engine":
            return f"engine {run.engine.version} {run.engine.revision[:BRIEF]}{' dirty' if run.engine.dirty else ''}"
        case "report":
            return f"report {run.report_sha256[:BRIEF]}"
        case _:
            return what


def _name(uris: tuple[str, ...]) -> str:
    """Return the last part of the first source's address, by which people know it, and how many more there are."""
    name = uris[0].removeprefix("file:").rstrip("/").rsplit("/", 1)[-1] or uris[0]
    more = f" +{len(uris) - 1}" if len(uris) > 1 else ""
    return (name if len(name) <= NAMED else name[: NAMED - 1] + "…") + more


def _fitted(head: str, said: list[tuple[str, str]], room: int) -> str:
    """Return as much of what is said as fits, the last cut first: at length, in words, or not at all."""
    parts = [long for long, _ in said]
    for at in reversed(range(len(parts))):
        if len(_listed(head, parts)) <= room:
            break
        parts[at] = said[at][1]
    return _listed(head, parts)


def _listed(head: str, parts: list[str]) -> str:
    kept = one_line(", ".join(filter(None, parts)))
    return f"; {head}{kept}" if kept else ""
