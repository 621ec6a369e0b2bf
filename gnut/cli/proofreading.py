"""Signatures of the commands that weigh words: proofread, calibrate."""

from __future__ import annotations

from typing import Annotated

import typer

from gnut.cli.reports import AnswerOption
from gnut.cli.shape import AnswerFormat, Listing

PANEL = "Answers"


def proofread(
    context: typer.Context,
    answer: Annotated[str | None, typer.Option("--answer", metavar="FILE|-", help="Proofread this answer.")] = None,
    answer_text: Annotated[str | None, typer.Option("--answer-text", metavar="TEXT", help="Or this text.")] = None,
    source: Annotated[
        list[str] | None, typer.Option("--source", metavar="ID=FILE", help="Hold it against this source; repeatable.")
    ] = None,
    k: Annotated[int, typer.Option("--k", "-k", metavar="N", help="Show the N weakest; 0 chooses by length.")] = 1,
    locale: Annotated[str, typer.Option("--locale", metavar="TAG", help="Read figures as this locale writes.")] = "und",
    encoder: Annotated[
        str,
        typer.Option("--encoder", metavar="NAME", help="Compare words by: stem, exact, words, or model:FOLDER."),
    ] = "stem",
    max_anchors: Annotated[
        int, typer.Option("--max-anchors", metavar="N", help="Refuse an answer of more words and figures.")
    ] = 2048,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Show the words and figures of an answer that its sources support least. No verdict: ends with 0."""
    from gnut.commands.proofread import proofread as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        answer=answer,
        answer_text=answer_text,
        sources=tuple(source or ()),
        k=k,
        locale=locale,
        named=encoder,
        max_anchors=max_anchors,
        json=output_format is AnswerFormat.JSON,
    )


def calibrate(
    context: typer.Context,
    labelled: Annotated[
        str, typer.Argument(metavar="FILE|-", help="Labelled results: score,is_defect as CSV or JSON Lines.")
    ],
    target_recall: Annotated[
        str, typer.Option("--target-recall", metavar="SHARE", help="Share of defects to catch.")
    ] = "0.95",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the bootstrap.")] = 0,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Find where to cut a score so that defects are caught, and what that costs."""
    from gnut.commands.calibrate import calibrate as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        labelled,
        target_recall=target_recall,
        seed=seed,
        json=output_format is AnswerFormat.JSON,
    )


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    examples = {
        "proofread": "gnut proofread --answer answer.md --source policy=policy.pdf -k 4\n"
        "gnut proofread --answer - --source a=a.txt --encoder words",
        "calibrate": "gnut calibrate labelled.csv\ngnut calibrate labelled.jsonl --target-recall 0.9",
    }
    for name, command in (("proofread", proofread), ("calibrate", calibrate)):
        if word in (None, name):
            app.command(name, cls=Listing, rich_help_panel=PANEL, epilog=examples[name])(command)
