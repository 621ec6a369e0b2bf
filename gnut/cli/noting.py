"""Signature of `note`."""

from __future__ import annotations

from typing import Annotated

import typer

from gnut.cli.reports import Quiet
from gnut.cli.shape import Listing

PANEL = "Store"


def note(
    context: typer.Context,
    reports: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[REPORT...]", help="Reports of the commit. Default: all that have a run.", show_default=False
        ),
    ] = None,
    commit: Annotated[str, typer.Option("--commit", metavar="REV", help="Commit that the note is of.")] = "HEAD",
    ref: Annotated[str, typer.Option("--ref", metavar="NAME", help="Notes that take it.")] = "gnut",
    force: Annotated[
        bool, typer.Option("--force", "-f", help="Put this run in the place of another one.", show_default=False)
    ] = False,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take what gnut wrote out of the note.", show_default=False)
    ] = False,
    show: Annotated[bool, typer.Option("--show", help="Print the note. Ends with 1 if there is none.")] = False,
    quiet: Quiet = False,
) -> int | None:
    """Note in git how reports stood at a commit: git log --notes=gnut shows it."""
    from gnut.commands.note import note as run
    from gnut.edge.world import world

    return run(
        world(context.obj), reports or [], commit=commit, ref=ref, force=force, remove=remove, show=show, quiet=quiet
    )


def mount(app: typer.Typer, word: str | None) -> None:
    """Add `note` to `app`."""
    examples = "gnut note\ngnut note report.md --commit HEAD~1\ngnut note --show"
    if word in (None, "note"):
        app.command(cls=Listing, rich_help_panel=PANEL, epilog=examples)(note)
