"""`gnut verify run`: what an agent did, held against an execution policy."""

from __future__ import annotations

import msgspec

from gnut.edge import terminal
from gnut.edge.files import read, standard_input
from gnut.edge.paths import legible
from gnut.edge.running import Sealed, run_trace
from gnut.edge.world import World
from gnut.errors import MalformedReport
from gnut.formats import escape
from gnut.verify_run.core.policies import execution_policy
from gnut.verify_run.core.traces import MAX_TRACE
from gnut_store import canon

POLICY = 1 << 18
"""Most bytes of a policy."""


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
    json: bool,
) -> int:
    """Print what a policy says of a run, step by step.

    Returns:
        0 ALLOW and no breach; 1 REVIEW, DENY or a breach.

    Raises:
        BadMap: The policy breaks its contract.
        BadTrace: A line of the trace is no message.
        InputMissing: A file cannot be read.
    """
    body = standard_input(limit=MAX_TRACE) if trace == "-" else read(world.cwd / trace, limit=MAX_TRACE)
    rules = execution_policy(_text(read(world.cwd / policy, limit=POLICY), policy))
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
        terminal.out(canon.dumps_line(said) + "\n")
    else:
        terminal.out(_shown(made))
    return 0 if verdict.gate == "ALLOW" and not verdict.breaches else 1


def _text(body: bytes, name: str) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise MalformedReport(f"{legible(name)}: is not UTF-8", help="save it as UTF-8") from None


def _shown(made: Sealed) -> str:
    verdict = made.verdict
    record = made.record.record_id if made.record else "none: not kept"
    lines = [f"{verdict.gate}  policy={escape.terminal(verdict.policy_id)}  record={record}"]
    for step in verdict.steps:
        by = f"rule {step.rule}" if step.rule else "default"
        ran = "ran" if step.executed else "did not run"
        lines.append(f"  {step.id}  {step.effect:<6}  {escape.terminal(step.tool)}  ({escape.terminal(by)}; {ran})")
    lines += [f"breach {each.action_id}: {escape.terminal(each.reason)}" for each in verdict.breaches]
    return "\n".join(lines) + "\n"
