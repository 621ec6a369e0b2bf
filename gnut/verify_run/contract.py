"""The trace of an agent's run, and what an execution policy says of it."""

from __future__ import annotations

from msgspec import Struct

GATES = ("ALLOW", "REVIEW", "DENY")
"""From the mildest to the strictest."""

RISKS = ("low", "medium", "high")
OUTCOMES = ("clear", "failed", "indeterminate")

MAX_NAME = 1024
"""Characters of the name of a tool, a server or an operation, and of a pattern; MCP asks for at most 128 of a tool."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of an execution policy; the first that matches a step decides it."""

    id: str
    match: str
    """`tool | action | risk_at_least | any`."""

    effect: str
    """One of `GATES`."""

    name: str | None = None
    """Of `tool`: a name, or a pattern with `*` and `?`."""

    server: str | None = None
    operation: str | None = None
    risk: str | None = None
    description: str | None = None
    """For people; part of what is hashed."""


class ExecutionPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """What an agent may do."""

    id: str
    default: str
    rules: tuple[Rule, ...] = ()
    version: str | None = None
    description: str | None = None


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the agent asked for."""

    id: str
    """`a1`, `a2`, … in the order asked."""

    line: int
    """Line of the trace, from 1."""

    tool: str
    server: str | None
    operation: str | None
    risk: str | None
    arguments_hash: str
    """`sha256:` and the SHA-256 of the canonical form; the arguments themselves are not kept."""

    result_hash: str | None
    """None when no result came."""

    executed: bool
    """Whether a result shows that it ran."""

    approved: bool | None
    """Whether a person approved it; None when the trace shows nobody being asked."""

    effect: str
    rule: str | None
    """Id of the rule that decided; None for the default."""


class Breach(Struct, frozen=True, forbid_unknown_fields=True):
    """A step that ran although it must not have."""

    action_id: str
    rule: str | None
    reason: str


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    """What of a trace a person has to look at: a run with one is at least for REVIEW."""

    line: int
    """Line of the trace, from 1."""

    code: str
    """`ambiguous_answer | risk_changed`."""

    message: str


class RunVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """What was decided of a run; the content of a run record."""

    schema: str
    outcome: str
    """`clear`: steps were judged, the gate is ALLOW and nothing was breached; `failed`: otherwise; `indeterminate`: the
    trace has no step, so that there was nothing to verify."""

    gate: str
    breaches: tuple[Breach, ...]
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    policy_id: str
    policy_hash: str
    run_id: str
    run_hash: str
    """`sha256:` and the SHA-256 of the trace's messages, each in canonical form, joined by line feeds."""

    system: str
    system_version: str | None
    started_at: str
    engine: str
