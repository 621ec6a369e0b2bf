"""The arena's contracts as plumbing requests: translation, no rules."""

from __future__ import annotations

from typing import Any

import msgspec

from gnut.arena.contract import ArenaReport, EmissionProfile
from gnut.arena.core import arena, emit, profile
from gnut.arena.core.rows import attack, policy, read_all, ruling, task
from gnut.errors import GnutError, MalformedReport

FORMATS = {
    "md": "markdown",
    "markdown": "markdown",
    "html": "rendered_html",
    "htm": "rendered_html",
    "txt": "plain_text",
}
EMIT_FIELDS = ("artifact", "format", "profile")
ADJUDICATE_FIELDS = ("policy", "tasks", "attacks", "rulings")


def emit_case(given: dict[str, Any], default: EmissionProfile) -> dict[str, Any]:
    """Return the emission of an artifact that a request holds, as JSON.

    Args:
        given: `artifact`, `format` (`md | html | txt`) and `profile` (null for `default`).
        default: The shipped profile.

    Raises:
        MalformedReport: `unsupported_artifact`, `invalid_profile`, `malformed_request`, `unknown_field`.
    """
    _known(given, EMIT_FIELDS)
    artifact, written = given.get("artifact"), given.get("format", "md")
    if not isinstance(artifact, str) or not isinstance(written, str):
        raise MalformedReport("`artifact` and `format` are strings", code="malformed_request")
    chosen = given.get("profile")
    made = emit(
        artifact.encode("utf-8", "surrogatepass"),
        FORMATS.get(written, written),
        default if chosen is None else profile(chosen, default),
    )
    answer: dict[str, Any] = msgspec.to_builtins(made)
    return answer


def adjudicate_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return the arena report of a request with what a caller of a program gets: exit code, verdicts, consensus.

    Input that is refused is an answer too: exit code 2, no report, and why.
    """
    try:
        _known(given, ADJUDICATE_FIELDS)
        report = arena(
            policy(given.get("policy")),
            read_all(_rows(given, "tasks"), task, "tasks"),
            read_all(_rows(given, "attacks"), attack, "attacks"),
            read_all(_rows(given, "rulings"), ruling, "rulings"),
        )
    except GnutError as error:
        said = {"code": error.code, "message": str(error)}
        return {"exit_code": error.exit_code, "report_written": False, "error": said}
    return {
        "exit_code": 0 if report.passed else 1,
        "report_written": True,
        "passed": report.passed,
        "verdicts": {finding.task.task_id: finding.verdict for finding in report.findings},
        "consensus": {
            finding.task.task_id: {bout.lens: bout.consensus for bout in finding.bouts} for finding in report.findings
        },
        "withheld_density": _envelope(report),
        "report": msgspec.to_builtins(report),
    }


def _envelope(report: ArenaReport) -> list[Any]:
    """Return numerator, denominator and their quotient, which is null over nothing."""
    density = report.withheld_density
    if not density.denominator:
        return [density.numerator, 0, None]
    millionths = (2_000_000 * density.numerator + density.denominator) // (2 * density.denominator)
    return [density.numerator, density.denominator, f"{millionths // 1_000_000}.{millionths % 1_000_000:06d}"]


def _rows(given: dict[str, Any], name: str) -> list[Any]:
    rows = given.get(name, [])
    if not isinstance(rows, list):
        raise MalformedReport(f"`{name}` is a list", code="malformed_request")
    return rows


def _known(given: dict[str, Any], fields: tuple[str, ...]) -> None:
    for name in given:
        if name not in fields:
            raise MalformedReport(f"request has unknown field {name!r}", code="unknown_field")
