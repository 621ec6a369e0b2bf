"""Workflow commands that GitHub turns into annotations on a pull request."""

from __future__ import annotations

from gnut.formats.concise import where
from gnut.formats.entries import Entry, entries
from gnut.formats.escape import workflow_data, workflow_property
from gnut.ledger.contract import CheckReport

MOST = 9
"""Annotations of a kind: GitHub shows ten of each a step, and the tenth says how many there are more."""

KINDS = {"error": "error", "warning": "warning", "waived": "notice", "allowed": "notice", "note": "notice"}
"""From severity to command; found rows are not annotated."""


def render(checked: CheckReport, *, verbose: bool = False) -> str:
    """Return one command a finding, errors first, at most nine of a kind and one that counts the rest."""
    found = [entry for entry in entries(checked, verbose=verbose) if entry.severity in KINDS]
    lines = []
    for kind in ("error", "warning", "notice"):
        mine = [entry for entry in found if KINDS[entry.severity] == kind]
        lines += [_command(kind, entry) for entry in mine[:MOST]]
        if len(mine) > MOST:
            lines.append(f"::{kind} title=gnut::… and {len(mine) - MOST} more: run gnut check to see all")
    return "".join(f"{line}\n" for line in lines)


def _command(kind: str, entry: Entry) -> str:
    said = "" if entry.severity in ("error", "warning") else f"{entry.severity}: "
    if entry.line is None and (spot := where(entry)):
        said = f"{spot}: {said}"  # GitHub shows an annotation without a line at the head of the file.
    place = "" if entry.line is None else f"line={entry.line},col={entry.column},"
    return (
        f"::{kind} file={workflow_property(entry.path)},{place}"
        f"title={workflow_property(f'{entry.code} {entry.name}')}::{workflow_data(said + entry.message)}"
    )
