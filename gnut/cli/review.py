"""Signatures of the commands of adversarial review: arena."""

from __future__ import annotations

from typing import Annotated

import typer

from gnut.cli.shape import AnswerFormat, Front, Listing

PANEL = "Review"

arena = typer.Typer(
    cls=Front,
    rich_markup_mode=None,
    add_completion=False,
    epilog=(
        "gnut arena emit report.md -o tasks.json\n"
        "gnut arena brief tasks.json -o prompts\n"
        "gnut arena collect answers/*.jsonl --tasks tasks.json -o review"
    ),
)

Policy = Annotated[str, typer.Option("--policy", metavar="FILE", help="Arena policy: a file, or default.")]
Tasks = Annotated[str, typer.Option("--tasks", metavar="FILE", help="Emission, or tasks as JSON or JSON Lines.")]
Attacks = Annotated[
    list[str] | None,
    typer.Option(
        "--attacks", metavar="FILE", help="Attacks as JSON or JSON Lines; may be repeated.", show_default=False
    ),
]
Rulings = Annotated[
    list[str] | None,
    typer.Option(
        "--rulings", metavar="FILE", help="Rulings as JSON or JSON Lines; may be repeated.", show_default=False
    ),
]
Format = Annotated[AnswerFormat, typer.Option("--output-format", help="How to print.")]


@arena.command("emit", cls=Listing, epilog="gnut arena emit report.md -o tasks.json")
def emit(
    context: typer.Context,
    report: Annotated[str, typer.Argument(metavar="REPORT", help="Markdown, HTML or text; - for standard input.")],
    profile: Annotated[
        str | None,
        typer.Option("--profile", metavar="FILE", help="Emission profile, instead of default.", show_default=False),
    ] = None,
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="FILE", help="Write to FILE.", show_default=False)
    ] = None,
) -> int | None:
    """Write the assertions that a report infers, derives or bases on an absence, as tasks."""
    from gnut.commands.arena import emit as run
    from gnut.edge.world import world

    return run(world(context.obj), report, profile=profile, out=out)


@arena.command(
    "brief",
    cls=Listing,
    epilog="gnut arena brief tasks.json -o prompts\ngnut arena brief tasks.json --attacks attacks.jsonl -o prompts",
)
def brief(
    context: typer.Context,
    emission: Annotated[str, typer.Argument(metavar="EMISSION", help="Emission, or tasks as JSON or JSON Lines.")],
    out: Annotated[str, typer.Option("-o", "--out", metavar="DIR", help="Folder of the prompts.")],
    policy: Policy = "default",
    attacks: Attacks = None,
) -> int | None:
    """Write a prompt for each attack that is missing, and for each attack to be ruled on."""
    from gnut.commands.arena import brief as run
    from gnut.edge.world import world

    return run(world(context.obj), emission, policy=policy, attacks=attacks or [], out=out)


@arena.command("collect", cls=Listing, epilog="gnut arena collect answers/*.jsonl --tasks tasks.json -o review")
def collect(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Answers to prompts, one JSON object a line.")],
    tasks: Tasks,
    out: Annotated[str, typer.Option("-o", "--out", metavar="DIR", help="Folder of attacks.jsonl and rulings.jsonl.")],
    policy: Policy = "default",
    attacks: Attacks = None,
    rulings: Rulings = None,
    model: Annotated[
        str | None, typer.Option("--model", help="Who answered, where answers do not say.", show_default=False)
    ] = None,
    family: Annotated[
        str | None, typer.Option("--family", help="Family of models, where answers do not say.", show_default=False)
    ] = None,
    session: Annotated[
        str | None, typer.Option("--session", help="Conversation, where answers do not say.", show_default=False)
    ] = None,
) -> int | None:
    """Read answers back, beside attacks and rulings at hand. Ends with 2 after naming every fault."""
    from gnut.commands.arena import collect as run
    from gnut.edge.world import world

    known = [*(attacks or []), *(rulings or [])]
    return run(
        world(context.obj), files, policy=policy, tasks=tasks, known=known, who=(model, family, session), out=out
    )


@arena.command(
    "adjudicate",
    cls=Listing,
    epilog="gnut arena adjudicate --tasks tasks.json --attacks attacks.jsonl --rulings rulings.jsonl -o verdicts.json",
)
def adjudicate(
    context: typer.Context,
    tasks: Tasks,
    policy: Policy = "default",
    attacks: Attacks = None,
    rulings: Rulings = None,
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="FILE", help="Write the report to FILE.", show_default=False)
    ] = None,
    output_format: Format = AnswerFormat.TEXT,
) -> int | None:
    """Say what becomes of every task. Ends with 0 only if there are tasks and all stand."""
    from gnut.commands.arena import adjudicate as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        policy=policy,
        tasks=tasks,
        attacks=attacks or [],
        rulings=rulings or [],
        out=out,
        json=output_format is AnswerFormat.JSON,
    )


@arena.command("show", cls=Listing, epilog="gnut arena show verdicts.json\ngnut arena show report.md")
def show(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="FILE", help="Arena report, emission, or a report.")],
    output_format: Format = AnswerFormat.TEXT,
) -> int | None:
    """Show verdicts, after computing them again, or the tasks of a report."""
    from gnut.commands.arena import show as run
    from gnut.edge.world import world

    return run(world(context.obj), name, json=output_format is AnswerFormat.JSON)


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    if word in (None, "arena"):
        app.add_typer(arena, name="arena", help="Attack a report's conclusions, and judge.", rich_help_panel=PANEL)
