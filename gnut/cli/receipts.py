"""Signatures of the commands that compare: diff-replay, render-receipt."""

from __future__ import annotations

from typing import Annotated

import typer

from gnut.cli.reports import AllowNet, Color, ColorOption
from gnut.cli.shape import AnswerFormat, Listing

PANEL = "Reports"

Out = Annotated[str | None, typer.Option("--out", "-o", metavar="FILE", help="Write the receipt to FILE.")]
Format = Annotated[AnswerFormat, typer.Option("--output-format", help="How to print.")]


def render_receipt(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="Report: Markdown, HTML or JSON.")],
    rendered: Annotated[str, typer.Argument(metavar="RENDERED", help="What was rendered from it.")],
    renderer: Annotated[str | None, typer.Option(metavar="NAME", help="Program that rendered.")] = None,
    renderer_version: Annotated[str | None, typer.Option(metavar="V", help="Its version.")] = None,
    renderer_config: Annotated[
        str | None, typer.Option(metavar="FILE", help="Its configuration, a JSON object; bound by hash.")
    ] = None,
    profile: Annotated[
        str | None, typer.Option(metavar="KEY|FILE", help="Read as this profile. Default: the configuration's.")
    ] = None,
    rendered_profile: Annotated[
        str | None, typer.Option(metavar="KEY|FILE", help="Read RENDERED as this profile. Default: as SOURCE.")
    ] = None,
    out: Out = None,
    output_format: Format = AnswerFormat.TEXT,
) -> int | None:
    """Show that a rendering keeps the evidence of its report. Ends with 2 if it does not."""
    from gnut.commands.render_receipt import render_receipt as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        source,
        rendered,
        renderer=renderer,
        version=renderer_version,
        configuration=renderer_config,
        profile=profile,
        rendered_profile=rendered_profile,
        out=out,
        json=output_format is AnswerFormat.JSON,
    )


def diff_replay(
    context: typer.Context,
    named: Annotated[
        list[str],
        typer.Argument(metavar="RUN...", help="A report or run to replay; two runs to compare; or three files."),
    ],
    acquire: Annotated[
        bool, typer.Option("--acquire", help="Check the report now, fetching what is missing.", show_default=False)
    ] = False,
    allow_net: AllowNet = None,
    exit_code: Annotated[
        bool,
        typer.Option(
            "--exit-code", help="End with 1 if the two runs differ in a row or an anomaly.", show_default=False
        ),
    ] = False,
    out: Out = None,
    output_format: Format = AnswerFormat.TEXT,
    color: ColorOption = Color.AUTO,
) -> int | None:
    """Replay a run twice and compare, or show what changed between two runs, and why."""
    from gnut.commands.diff_replay import diff_replay as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        named,
        acquire=acquire,
        allow_net=allow_net or [],
        out=out,
        json=output_format is AnswerFormat.JSON,
        exit_code=exit_code,
        color=color.value,
    )


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    if word in (None, "diff-replay"):
        examples = (
            "gnut diff-replay report.md\ngnut diff-replay report.md~1 report.md --exit-code\n"
            "gnut diff-replay live.json replay.json again.json"
        )
        app.command("diff-replay", cls=Listing, rich_help_panel=PANEL, epilog=examples)(diff_replay)
    if word in (None, "render-receipt"):
        examples = "gnut render-receipt report.md report.html --renderer pandoc --renderer-version 3.2"
        app.command("render-receipt", cls=Listing, rich_help_panel=PANEL, epilog=examples)(render_receipt)
