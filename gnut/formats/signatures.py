"""What is said of the signatures of a run: a line each for people, the same as JSON."""

from __future__ import annotations

from gnut.formats.escape import one_line
from gnut.formats.indented import indented
from gnut.formats.paint import Paint
from gnut.sign.contract import COMMITS, REASONS, Judged, Result, Verdict
from gnut_store import oid as oids

COLOURS = {"good": "green", "unsigned": "yellow"}
SOURCES = {"argument": "as asked", "statement": "as the signer says", "clock": "now"}
SHORT = 12
"""Digits of a hash that are shown."""

LONGEST = 200
"""Most characters of principals, or of what calls itself a key, that are printed."""


def render(verdict: Verdict, name: str, *, paint: Paint) -> str:
    """Return the verdict, and a line for each signature, with everything untrusted escaped.

    Args:
        verdict: What was found.
        name: The run as the user named it, escaped.
        paint: Whether to colour.
    """
    head = f"{name}: {_coloured(verdict.outcome, paint)}, run {oids.short(verdict.run)}"
    count = len(verdict.signatures)
    lines = [f"{head}, {count} signature{'' if count == 1 else 's'}" if count else head]
    report = verdict.report
    if report.standing == "differs":
        lines.append(f"  {paint(REASONS['report_differs'], 'red')} [report_differs]")
    policy = f"policy {one_line(verdict.result.policy.key)}"
    lines.append(f"  the run: {came(verdict.result)}; {policy}; report sha256 {report.sha256[:SHORT]}")
    lines += [f"  {_line(each, paint)}" for each in verdict.signatures]
    return "\n".join(lines) + "\n"


def came(result: Result) -> str:
    """Return in words what a run came to."""
    counts = result.buckets
    found, unconfirmed, own = counts.excerpt_found, counts.citation_unconfirmed, counts.own_reasoning
    return one_line(f"{result.outcome}, {found} found, {unconfirmed} unconfirmed, {own} own")


def _coloured(outcome: str, paint: Paint) -> str:
    return paint(outcome, COLOURS.get(outcome, "red"))


def _line(one: Judged, paint: Paint) -> str:
    parts = [_coloured(one.outcome, paint), one_line(one.key[:LONGEST]) or "no key"]
    if one.principals is not None:
        # Every control and every blank of a name is shown: a name may not pass for the rest of the line.
        who = one.principals if len(one.principals) <= LONGEST else one.principals[:LONGEST] + "…"
        parts.append(f"“{one_line(who)}” (line {one.line})")
    if one.at is not None:
        parts.append(f"at {one.at}, {SOURCES[one.at_from or 'clock']}")
    if one.commit is not None:
        state = COMMITS[one.commit_state or "unchecked"]
        parts.append(f"commit {one_line(one.commit[:SHORT])} ({state})")
    parts.append(f"{one.format} {oids.short(one.signature)}")
    if not one.counts:
        parts.append("not counted: not of the signer who is asked for")
    said = "  ".join(parts)
    if one.reason is None:
        return said
    place = f" at {one_line(one.pointer)}" if one.pointer else ""
    if one.bound is not None:
        place = f": valid {'from' if one.outcome == 'not_yet_valid' else 'until'} {one.bound}"
    return f"{said}  {REASONS[one.reason]}{place} [{one.reason}]"


def render_json(verdict: Verdict) -> str:
    """Return the verdict as JSON."""
    return indented(verdict)
