"""Signatures of the commands that decide under a policy: verify, policy."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gnut.cli.reports import AllowNet, AnswerOption
from gnut.cli.shape import AnswerFormat, Front, Listing

PANEL = "Answers"


class Rounding(StrEnum):
    """How a computed figure is brought to the digits written."""

    WITHIN_LAST_DIGIT = "within_last_digit"
    HALF_UP = "half_up"
    HALF_EVEN = "half_even"


PolicyOption = Annotated[
    str | None,
    typer.Option("--policy", metavar="FILE|NAME", help="Decide under this policy. Default: gnut_default_v1."),
]
LogOption = Annotated[
    str | None,
    typer.Option("--log", metavar="FILE|DIR", help="Append the record to this log. Default: the store, if any."),
]
KeyOption = Annotated[
    str | None,
    typer.Option("--signing-key", metavar="FILE", help="Sign the record. Default: $GNUT_SIGNING_KEY names a file."),
]

verify = typer.Typer(
    cls=Front,
    rich_markup_mode=None,
    add_completion=False,
    epilog="gnut verify answer --answer answer.md --source a=a.txt\ngnut verify run trace.jsonl --policy tools.yaml\n"
    "gnut verify records answers.jsonl",
)
policy = typer.Typer(
    cls=Front, rich_markup_mode=None, add_completion=False, epilog="gnut policy lint mine.yaml\ngnut policy show"
)

ANSWER_EXAMPLES = (
    "gnut verify answer --answer answer.md --source report=report.txt\n"
    'gnut verify answer --answer - --source a=a.txt --question "How many?" --policy mine.yaml --log answers.jsonl'
)


@verify.command("answer", cls=Listing, epilog=ANSWER_EXAMPLES)
def answer(
    context: typer.Context,
    answer: Annotated[str, typer.Option("--answer", metavar="FILE|-", help="Verify this answer.")],
    source: Annotated[
        list[str] | None, typer.Option("--source", metavar="ID=FILE", help="Hold it against this source; repeatable.")
    ] = None,
    question: Annotated[
        str | None, typer.Option("--question", metavar="TEXT", help="What was asked; never a source.")
    ] = None,
    policy: PolicyOption = None,
    rules: Annotated[
        list[str] | None, typer.Option("--rules", metavar="FILE", help="Apply this rule set, too; repeatable.")
    ] = None,
    locale: Annotated[str, typer.Option("--locale", metavar="TAG", help="Read figures as this locale writes.")] = "und",
    scope: Annotated[
        list[str] | None,
        typer.Option("--scope", metavar="KEY=VALUE", help="What the answer has to be about; repeatable."),
    ] = None,
    provenance: Annotated[
        list[str] | None,
        typer.Option("--provenance", metavar="ID:KEY=VALUE", help="What a source is about; repeatable."),
    ] = None,
    risk_class: Annotated[
        str | None, typer.Option("--risk-class", metavar="NAME", help="Risk class that the policy lists.")
    ] = None,
    rounding: Annotated[
        Rounding, typer.Option("--rounding", help="How computed figures are rounded.")
    ] = Rounding.WITHIN_LAST_DIGIT,
    derive: Annotated[
        bool, typer.Option("--derive/--no-derive", help="Compute figures that no source has from those they have.")
    ] = True,
    units: Annotated[bool, typer.Option("--units/--no-units", help="Compare units, scales and kinds, too.")] = True,
    declared_precision: Annotated[
        bool,
        typer.Option("--declared-precision", help="Compare figures at the digits written.", show_default=False),
    ] = False,
    percent_as_fraction: Annotated[
        bool, typer.Option("--percent-as-fraction", help="Let 25 % equal 0.25.", show_default=False)
    ] = False,
    judge: Annotated[
        str | None,
        typer.Option("--judge", metavar="URL", help="Ask a model behind this OpenAI-compatible address, too."),
    ] = None,
    judge_model: Annotated[
        str | None,
        typer.Option("--judge-model", metavar="NAME", help="Model to ask. Its key: $GNUT_JUDGE_KEY."),
    ] = None,
    allow_net: AllowNet = None,
    log: LogOption = None,
    signing_key: KeyOption = None,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Decide whether an answer may be shown: PASS, REVIEW or FAIL. Ends with 0 for PASS alone."""
    from gnut.commands.verify_answer import verify_answer as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        answer=answer,
        sources=tuple(source or ()),
        question=question,
        policy=policy,
        rules=tuple(rules or ()),
        locale=locale,
        scope=tuple(scope or ()),
        provenance=tuple(provenance or ()),
        risk_class=risk_class,
        rounding=rounding.value,
        derive=derive,
        units=units,
        declared_precision=declared_precision,
        percent_as_fraction=percent_as_fraction,
        judge=judge,
        judge_model=judge_model,
        allow_net=tuple(allow_net or ()),
        log=log,
        signing_key=signing_key,
        json=output_format is AnswerFormat.JSON,
    )


@verify.command("run", cls=Listing, epilog="gnut verify run trace.jsonl --policy tools.yaml --log runs.jsonl")
def run(
    context: typer.Context,
    trace: Annotated[str, typer.Argument(metavar="FILE|-", help="Trace of an agent: JSON-RPC messages, one a line.")],
    policy: Annotated[str, typer.Option("--policy", metavar="FILE", help="Decide under this execution policy.")],
    run_id: Annotated[str | None, typer.Option("--run-id", metavar="ID", help="Name of the run.")] = None,
    system: Annotated[str | None, typer.Option("--system", metavar="NAME", help="System that ran.")] = None,
    system_version: Annotated[
        str | None, typer.Option("--system-version", metavar="VERSION", help="Version of the system.")
    ] = None,
    started_at: Annotated[
        str | None, typer.Option("--started-at", metavar="TIME", help="When the run started, RFC 3339.")
    ] = None,
    log: LogOption = None,
    signing_key: KeyOption = None,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Let a trace without a step pass.", show_default=False)
    ] = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Decide what an agent did: ALLOW, REVIEW or DENY. Ends with 0 for ALLOW of some step without a breach alone."""
    from gnut.commands.verify_run import verify_run
    from gnut.edge.world import world

    return verify_run(
        world(context.obj),
        trace,
        policy=policy,
        run_id=run_id,
        system=system,
        system_version=system_version,
        started_at=started_at,
        log=log,
        signing_key=signing_key,
        allow_empty=allow_empty,
        json=output_format is AnswerFormat.JSON,
    )


@verify.command("records", cls=Listing, epilog="gnut verify records answers.jsonl --trusted-key team.pub")
def records(
    context: typer.Context,
    log: Annotated[
        str, typer.Argument(metavar="FILE|DIR|store|-", help="Log of records of answers or of runs; store: its own.")
    ],
    trusted_key: Annotated[
        list[str] | None,
        typer.Option("--trusted-key", metavar="FILE|HEX", help="Accept signatures of this key alone; repeatable."),
    ] = None,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Let logs without a record pass.", show_default=False)
    ] = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Check hashes, links and signatures of a log of records. Ends with 1 if one does not hold, or there is none."""
    from gnut.commands.verify_records import verify_records
    from gnut.edge.world import world

    return verify_records(
        world(context.obj),
        log,
        trusted=tuple(trusted_key or ()),
        allow_empty=allow_empty,
        json=output_format is AnswerFormat.JSON,
    )


@policy.command("lint", cls=Listing, epilog="gnut policy lint mine.yaml")
def lint(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Policies of answers, YAML or JSON.")],
) -> int | None:
    """Print every problem of a policy with its line. Ends with 1 if there is one."""
    from gnut.commands.policy import lint as run
    from gnut.edge.world import world

    return run(world(context.obj), tuple(files))


@policy.command("show", cls=Listing, epilog="gnut policy show\ngnut policy show mine.yaml --resolved")
def show(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="[FILE|NAME]", help="Policy to show.", show_default=False)
    ] = "gnut_default_v1",
    resolved: Annotated[
        bool, typer.Option("--resolved", help="With what it extends and every default.", show_default=False)
    ] = False,
) -> int | None:
    """Print a policy, and the hash that records name it by."""
    from gnut.commands.policy import show as run
    from gnut.edge.world import world

    return run(world(context.obj), name, resolved=resolved)


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    if word in (None, "verify"):
        app.add_typer(
            verify, name="verify", help="Decide on an answer, a run or a log of records.", rich_help_panel=PANEL
        )
    if word in (None, "policy"):
        app.add_typer(policy, name="policy", help="Check and show the policies of answers.", rich_help_panel=PANEL)
