"""Signatures of the commands that work on reports: init, ingest, quote, ledger."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer

from gnut.cli.shape import AnswerFormat, Listing

PANEL = "Reports"


class LedgerFormat(StrEnum):
    """How `ledger` prints a ledger."""

    TABLE = "table"
    MARKDOWN = "markdown"
    JSON = "json"


class Color(StrEnum):
    """When to use colour."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


Policy = Annotated[str | None, typer.Option(metavar="NAME", help="Use this standing policy: default or strict.")]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        metavar="REASON",
        help="Let rows of this reason pass; repeatable. no_excerpt lets locator_only and too_short pass, too.",
    ),
]
Profile = Annotated[str | None, typer.Option(metavar="NAME", help="Read as this profile: report or groundnut-default.")]
AllowNet = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-net",
        metavar="HOST:PORT",
        help="Permit this private or loopback address, asked without pauses or robots.txt; repeatable.",
    ),
]
ColorOption = Annotated[Color, typer.Option("--color", help="Use colour: auto, always or never.", show_default=False)]
AnswerOption = Annotated[AnswerFormat, typer.Option("--output-format", help="How to print.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print findings and errors only.", show_default=False)]


def init(
    context: typer.Context,
    folder: Annotated[
        str | None, typer.Argument(metavar="[DIR]", help="Where to make the store.", show_default=False)
    ] = None,
) -> int | None:
    """Make a store beside the repository's .git."""
    from gnut.commands.init import init as run
    from gnut.edge.world import world

    return run(world(context.obj), folder)


def ingest(
    context: typer.Context,
    report: Annotated[str, typer.Argument(metavar="FILE", help="Report to read, or - for stdin.")],
    profile: Profile = None,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Show what gnut reads in a report: units, citations, excerpts."""
    from gnut.commands.ingest import ingest as run
    from gnut.edge.world import world

    return run(world(context.obj), report, profile=profile, json=output_format is AnswerFormat.JSON)


def quote(
    context: typer.Context,
    source: Annotated[
        str | None,
        typer.Option("--source", metavar="FILE|ID", help="Seek in this file, or in this object of the store."),
    ] = None,
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="Seek in the snapshot of this address.")
    ] = None,
    text: Annotated[str | None, typer.Option("--text", metavar="TEXT", help="Words to seek.")] = None,
    quote_file: Annotated[
        str | None, typer.Option("--quote-file", metavar="FILE", help="Seek the words of this file; - for stdin.")
    ] = None,
    output_format: AnswerOption = AnswerFormat.TEXT,
    color: ColorOption = Color.AUTO,
) -> int | None:
    """Seek one quotation in one source. Ends with 0 if it stands there, 1 if it does not."""
    from gnut.commands.quote import quote as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        source=source,
        url=url,
        text=text,
        quote_file=quote_file,
        json=output_format is AnswerFormat.JSON,
        color=color.value,
    )


def ledger(
    context: typer.Context,
    report: Annotated[str, typer.Argument(metavar="FILE", help="Report to draw up the ledger of, or - for stdin.")],
    output_format: Annotated[
        LedgerFormat | None,
        typer.Option(
            help="How to print the ledger. Default: table on a terminal, markdown elsewhere.",
            show_default=False,
        ),
    ] = None,
    policy: Policy = None,
    allow: Allow = None,
    profile: Profile = None,
    numerics: Annotated[
        bool,
        typer.Option("--numerics", help="Fail on figures that are neither cited nor declared.", show_default=False),
    ] = False,
    waiver: Annotated[
        str | None, typer.Option("--waiver", metavar="FILE", help="With --numerics: who answers for those figures.")
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE", help="With --numerics: write the receipt to FILE.")
    ] = None,
    color: ColorOption = Color.AUTO,
) -> int | None:
    """Print the three-bucket claim ledger of a report. Offline."""
    from gnut.commands.ledger import ledger as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        report,
        output_format=None if output_format is None else output_format.value,
        policy=policy,
        allow=allow or [],
        profile=profile,
        color=color.value,
        numerics=numerics,
        waiver=waiver,
        out=out,
    )


EXAMPLES: dict[Callable[..., int | None], str] = {
    init: "gnut init\ngnut init path/to/repository",
    ingest: "gnut ingest report.md\ngnut ingest report.md --output-format json",
    quote: 'gnut quote --source page.html --text "raised $4.2M in Series A"\n'
    'gnut quote --url https://example.org/a --text "as the page says"',
    ledger: "gnut ledger report.md\ngnut ledger report.md --output-format json\n"
    "gnut ledger report.md --numerics --waiver waiver.json",
}


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    for command, examples in EXAMPLES.items():
        if word not in (None, command.__name__):
            continue
        app.command(cls=Listing, rich_help_panel=PANEL, epilog=examples, no_args_is_help=False)(command)
