"""Signatures of the commands that weigh decisions: measure, replay."""

from __future__ import annotations

from typing import Annotated

import typer

from gnut.cli.reports import AnswerOption
from gnut.cli.shape import AnswerFormat, Listing

PANEL = "Answers"
KeyOption = Annotated[
    str | None,
    typer.Option("--signing-key", metavar="FILE", help="Sign the JSON document. Default: $GNUT_SIGNING_KEY."),
]


def measure(
    context: typer.Context,
    log: Annotated[str, typer.Argument(metavar="LOG|store", help="Log of records of answers, or the store's.")],
    sample: Annotated[
        int | None, typer.Option("--sample", metavar="N", help="Print ids of about N records to label.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the sample.")] = 0,
    labels: Annotated[
        str | None, typer.Option("--labels", metavar="FILE", help="Measure by these labels, CSV or JSON Lines.")
    ] = None,
    review_minutes: Annotated[
        str | None, typer.Option("--review-minutes", metavar="N", help="Minutes of review an answer takes.")
    ] = None,
    cost_per_hour: Annotated[
        str | None, typer.Option("--cost-per-hour", metavar="N", help="What an hour of review costs.")
    ] = None,
    error_cost: Annotated[
        str | None, typer.Option("--error-cost", metavar="N", help="What a wrong answer that passed costs.")
    ] = None,
    signing_key: KeyOption = None,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Estimate how many answers that passed were wrong, from a sample that people label."""
    from gnut.commands.measure import measure as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        log,
        sample_of=sample,
        seed=seed,
        labels=labels,
        review_minutes=review_minutes,
        cost_per_hour=cost_per_hour,
        error_cost=error_cost,
        signing_key=signing_key,
        json=output_format is AnswerFormat.JSON,
    )


def replay(
    context: typer.Context,
    traffic: Annotated[str, typer.Argument(metavar="FILE", help="Past requests, JSON Lines.")],
    policy: Annotated[str, typer.Option("--policy", metavar="FILE|NAME", help="Decide under this policy.")],
    log: Annotated[
        str | None, typer.Option("--log", metavar="LOG", help="Compare with the decisions of this log.")
    ] = None,
    signing_key: KeyOption = None,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Show what another policy would have decided of past answers; nothing is kept."""
    from gnut.commands.replay import replay as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        traffic,
        policy=policy,
        log=log,
        signing_key=signing_key,
        json=output_format is AnswerFormat.JSON,
    )


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    examples = {
        "measure": "gnut measure answers.jsonl --sample 200\ngnut measure answers.jsonl --labels labelled.csv",
        "replay": "gnut replay traffic.jsonl --policy stricter.yaml --log answers.jsonl",
    }
    for name, command in (("measure", measure), ("replay", replay)):
        if word in (None, name):
            app.command(name, cls=Listing, rich_help_panel=PANEL, epilog=examples[name])(command)
