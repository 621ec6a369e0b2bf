"""`gnut verify run`: what an agent did, held against an execution policy."""

from __future__ import annotations

import msgspec

from gnut.edge import terminal
from gnut.edge.answering import failed, text_at
from gnut.edge.files import read, standard_input
from gnut.edge.paths import legible
from gnut.edge.running import run_trace
from gnut.edge.sealing import Sealed
from gnut.edge.world import World
from gnut.errors import GnutError, MalformedReport
from gnut.formats import escape
from gnut.formats.indented import in_one_line
from gnut.verify_run.contract import RunVerdict
from gnut.verify_run.core.policies import execution_policy
from gnut.verify_run.core.traces import MAX_TRACE

SHOWN = 20
"""Findings that are printed; JSON has more."""


def verify_run(
    world: World,
    trace: str,
    *,
    policy: str,
    run_id: str | None,
    system: str | None,
    system_version: str | None,
    started_at: str | None,
    log: str | None,
    signing_key: str | None,
    allow_empty: bool,
    json: bool,
) -> int:
    """Print what a policy says of a run, step by step.

    Returns:
        0 ALLOW and no breach; 1 REVIEW, DENY, a breach, or no step at all without `allow_empty`.

    Raises:
        BadMap: The policy breaks its contract.
        BadTrace: A line of the trace is no message.
        InputMissing: A file cannot be read.
    """
    shown = legible(trace)
    body = standard_input(limit=MAX_TRACE) if trace == "-" else read(world.cwd / trace, limit=MAX_TRACE, shown=shown)
    written = text_at(world, policy)
    try:
        rules = execution_policy(written)
    except GnutError as fault:
        raise failed(fault, policy) from None
    made = run_trace(
        world,
        _text(body, trace),
        rules,
        run_id=run_id or legible(trace),
        system=system or "unnamed",
        system_version=system_version,
        started_at=started_at,
        log=log,
        signing_key=signing_key,
    )
    verdict = made.verdict
    if json:
        said = msgspec.to_builtins(verdict) | {"record": msgspec.to_builtins(made.record), "kept": made.kept}
        terminal.out(in_one_line(said))
    else:
        terminal.out(_shown(made))
    if verdict.outcome == "indeterminate" and not allow_empty:
        terminal.note("the trace has no step: there was nothing to verify; --allow-empty lets such a run pass")
    return 0 if verdict.outcome == "clear" or (verdict.outcome == "indeterminate" and allow_empty) else 1


def _text(body: bytes, name: str) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise MalformedReport(f"{legible(name)}: is not UTF-8", help="save it as UTF-8") from None


def _shown(made: Sealed[RunVerdict]) -> str:
    verdict = made.verdict
    record = made.record.record_id if made.record else "none: not kept"
    said = "INDETERMINATE" if verdict.outcome == "indeterminate" else verdict.gate
    lines = [f"{said}  policy={escape.terminal(verdict.policy_id)}  record={record}"]
    for step in verdict.steps:
        by = f"rule {step.rule}" if step.rule else "default"
        ran = "ran" if step.executed else "did not run"
        lines.append(f"  {step.id}  {step.effect:<6}  {escape.terminal(step.tool)}  ({escape.terminal(by)}; {ran})")
    lines += [f"breach {each.action_id}: {escape.terminal(each.reason)}" for each in verdict.breaches]
    lines += [f"line {each.line}: {each.code}: {escape.terminal(each.message)}" for each in verdict.findings[:SHOWN]]
    if len(verdict.findings) > SHOWN:
        lines.append(f"… and {len(verdict.findings) - SHOWN} more")
    return "\n".join(lines) + "\n"
