"""Verify a run: every step of its trace under an execution policy, and what ran although it must not have. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

from gnut._version import __version__
from gnut.verify_run.contract import GATES, Breach, ExecutionPolicy, RunVerdict, Step
from gnut.verify_run.core.policies import decides, policy_hash
from gnut.verify_run.core.steps import Asked, Run
from gnut.verify_run.core.traces import BadTrace, messages
from gnut_store import canon

SCHEMA = "gnut-run-record/v1"
UNKNOWN_RISK = "high"
"""Of a tool that nobody described: a rule on risk must not be escaped by saying nothing."""


def verify_run(
    trace: str | Sequence[object],
    policy: ExecutionPolicy,
    *,
    run_id: str,
    system: str,
    system_version: str | None = None,
    started_at: str,
) -> RunVerdict:
    """Return what a policy says of a run.

    Args:
        trace: JSON-RPC messages: JSON Lines, one JSON list, or decoded.
        policy: What the agent may do; the first rule that matches decides a step, the strictest step the run.
        run_id: Name of the run.
        system: What ran.
        system_version: Of that; None when it is not known.
        started_at: When, as the caller says.

    Raises:
        BadTrace: A line is no JSON-RPC message, a call has no name, an answer answers nothing, or there is no message.
    """
    read = list(messages(trace))
    if not read:
        raise BadTrace("the trace holds no message")
    decided = lru_cache(maxsize=1 << 12)(partial(decides, policy))
    run = Run()
    steps = tuple(_step(number, each, decided) for number, each in enumerate(run.read(read), 1))
    breaches = tuple(breach for each in steps if (breach := _breach(each)) is not None)
    # What was not understood may be anything, so it is never simply allowed.
    gates = [*(each.effect for each in steps), *("REVIEW" for _ in run.findings[:1])]
    gate = max(gates, key=GATES.index, default=GATES[0])
    hashed = "\n".join(canon.sorted_line(each.body).decode() for each in read)
    return RunVerdict(
        schema=SCHEMA,
        outcome="failed" if gate != GATES[0] or breaches else "clear" if steps else "indeterminate",
        gate=gate,
        breaches=breaches,
        steps=steps,
        findings=tuple(run.findings),
        policy_id=policy.id,
        policy_hash=policy_hash(policy),
        run_id=run_id,
        run_hash=f"sha256:{canon.sha256(hashed.encode())}",
        system=system,
        system_version=system_version,
        started_at=started_at,
        engine=__version__,
    )


def _step(number: int, asked: Asked, decided: Callable[..., tuple[str, str | None]]) -> Step:
    effect, rule = decided(
        tool=asked.tool, server=asked.server, operation=asked.operation, risk=asked.risk or UNKNOWN_RISK
    )
    return Step(
        id=f"a{number}",
        line=asked.line,
        tool=asked.tool,
        server=asked.server,
        operation=asked.operation,
        risk=asked.risk,
        arguments_hash=asked.arguments_hash,
        result_hash=asked.result_hash,
        executed=asked.executed,
        approved=asked.approval,
        effect=effect,
        rule=rule,
    )


def _breach(step: Step) -> Breach | None:
    """Return the breach of a step that ran under DENY, or under REVIEW although a person who was asked did not approve.

    A trace in which nobody is asked cannot tell what a person said elsewhere: that is what the gate REVIEW is for.
    """
    if not step.executed or step.effect == "ALLOW" or (step.effect == "REVIEW" and step.approved is not False):
        return None
    by = f"rule {step.rule}" if step.rule else "the default"
    if step.effect == "DENY":
        return Breach(step.id, step.rule, f"{step.tool} ran although {by} denies it")
    return Breach(step.id, step.rule, f"{step.tool} ran without the approval that {by} asks for")
