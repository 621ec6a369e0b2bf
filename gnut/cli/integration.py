"""Signatures of the commands that fit gnut into other tools: hook, rule, plumbing."""

from __future__ import annotations

from typing import Annotated

import typer

from gnut.cli.shape import AnswerFormat, Front, Listing

PANEL = "Integration"


hook = typer.Typer(cls=Front, rich_markup_mode=None, add_completion=False, epilog="gnut hook install\ngnut hook status")


@hook.command("install", cls=Listing, epilog="gnut hook install")
def install(context: typer.Context) -> int | None:
    """Make git check the reports of each commit, as the commit will hold them."""
    from gnut.commands.hook import install as run
    from gnut.edge.world import world

    return run(world(context.obj))


@hook.command("uninstall", cls=Listing, epilog="gnut hook uninstall")
def uninstall(context: typer.Context) -> int | None:
    """Remove the hook that gnut installed, and no other."""
    from gnut.commands.hook import uninstall as run
    from gnut.edge.world import world

    return run(world(context.obj))


@hook.command("status", cls=Listing, epilog="gnut hook status")
def status(context: typer.Context) -> int | None:
    """Say which hook git runs. Ends with 1 if gnut's is not installed."""
    from gnut.commands.hook import status as run
    from gnut.edge.world import world

    return run(world(context.obj))


def rule(
    code: Annotated[
        str | None,
        typer.Argument(metavar="[CODE]", help="Code or name of a finding, such as GN302.", show_default=False),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print every page.", show_default=False)] = False,
    output_format: Annotated[AnswerFormat, typer.Option("--output-format", help="How to print.")] = AnswerFormat.TEXT,
) -> int | None:
    """Explain a finding: what it means, why it matters, what to do."""
    from gnut.commands.rule import rule as run

    return run(code, everything=everything, output_format=output_format.value)


def plumbing(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Which function to call for each request.")],
) -> int | None:
    """Answer JSON requests, one a line, on stdout."""
    from gnut.commands.plumbing import plumbing as run
    from gnut.edge.world import world

    return run(world(context.obj), name)


def mcp(
    context: typer.Context,
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="Append sealed records to this log. Default: keep none.")
    ] = None,
    signing_key: Annotated[
        str | None,
        typer.Option("--signing-key", metavar="FILE", help="Sign them. Default: $GNUT_SIGNING_KEY names a file."),
    ] = None,
) -> int | None:
    """Serve gnut's tools to agents over the Model Context Protocol."""
    from gnut.edge.world import world
    from gnut.servers.mcp.start import start

    return start(world(context.obj), log=log, signing_key=signing_key)


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    if word in (None, "hook"):
        app.add_typer(hook, name="hook", help="Check reports before each git commit.", rich_help_panel=PANEL)
    if word in (None, "rule"):
        examples = "gnut rule GN302\ngnut rule excerpt_altered\ngnut rule --all"
        app.command(cls=Listing, rich_help_panel=PANEL, epilog=examples)(rule)
    if word in (None, "mcp"):
        examples = "gnut -C ~/research mcp\ngnut mcp --log answers.jsonl"
        app.command(cls=Listing, rich_help_panel=PANEL, epilog=examples)(mcp)
    if word in (None, "plumbing"):
        app.command(cls=Listing, hidden=True, epilog="gnut plumbing anchor < requests.jsonl")(plumbing)
