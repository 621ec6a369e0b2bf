"""Signatures of the commands that carry the store to others: sync."""

from __future__ import annotations

from typing import Annotated

import typer

from gnut.cli.reports import AnswerOption
from gnut.cli.shape import AnswerFormat, Front, Listing

PANEL = "Store"

sync = typer.Typer(
    cls=Front,
    rich_markup_mode=None,
    add_completion=False,
    epilog="gnut sync push\ngnut sync pull\ngnut sync status --fetch",
)

Remote = Annotated[
    str | None,
    typer.Argument(
        metavar="[REMOTE]",
        help="A git remote, an address, a path, or object storage. Default: the branch's remote, else origin.",
        show_default=False,
    ),
]
NoFetch = Annotated[bool, typer.Option("--no-fetch", help="Take what git has fetched already.", show_default=False)]


@sync.command("push", cls=Listing, epilog="gnut sync push\ngnut sync push origin --no-push")
def push(
    context: typer.Context,
    remote: Remote = None,
    no_fetch: NoFetch = False,
    no_push: Annotated[
        bool, typer.Option("--no-push", help="Leave the push itself to git.", show_default=False)
    ] = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Give a remote what it lacks of the team's part of the store, never by force."""
    from gnut.commands.sync import push as run
    from gnut.edge.world import world

    return run(world(context.obj), remote, fetch=not no_fetch, hand_on=not no_push, output_format=output_format.value)


@sync.command("pull", cls=Listing, epilog="gnut sync pull\ngnut sync pull s3://bucket/store")
def pull(
    context: typer.Context,
    remote: Remote = None,
    no_fetch: NoFetch = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Take what a remote has, every byte checked first. Ends with 4 if something was refused."""
    from gnut.commands.sync import pull as run
    from gnut.edge.world import world

    return run(world(context.obj), remote, fetch=not no_fetch, output_format=output_format.value)


@sync.command("status", cls=Listing, epilog="gnut sync status\ngnut sync status --fetch")
def status(
    context: typer.Context,
    remote: Remote = None,
    fetch: Annotated[
        bool, typer.Option("--fetch", help="Ask the remote first; otherwise nothing is sent.", show_default=False)
    ] = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Show what only one side has. Ends with 1 if there is anything, with 2 if nothing was fetched yet."""
    from gnut.commands.sync import status as run
    from gnut.edge.world import world

    return run(world(context.obj), remote, fetch=fetch, output_format=output_format.value)


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    if word in (None, "sync"):
        app.add_typer(sync, name="sync", help="Carry the team's part of the store to others.", rich_help_panel=PANEL)
