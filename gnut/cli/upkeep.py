"""Signatures of the commands that look after the store: fsck, gc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from gnut.cli.reports import AnswerOption
from gnut.cli.shape import AnswerFormat, Listing

PANEL = "Store"


def fsck(
    context: typer.Context,
    quick: Annotated[
        bool, typer.Option("--quick", help="Check names and footers, not every byte.", show_default=False)
    ] = False,
    connectivity: Annotated[
        bool,
        typer.Option("--connectivity", help="Check that what objects name is there.", show_default=False),
    ] = False,
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Keep what is good; the rest to the trash.", show_default=False),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what --repair would do, only.", show_default=False)
    ] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Give names, ids and details in full.", show_default=False)
    ] = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Check every byte of the store. Ends with 4 if something is damaged."""
    from gnut.commands.fsck import fsck as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        quick=quick,
        connectivity=connectivity,
        repair=repair,
        dry_run=dry_run,
        verbose=verbose,
        output_format=output_format.value,
    )


def gc(
    context: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be done; change nothing.", show_default=False)
    ] = False,
    prune: Annotated[
        bool,
        typer.Option(
            "--prune",
            help="Drop from the local tier what nothing leads to, once it is 14 days old.",
            show_default=False,
        ),
    ] = False,
    rewrite_shared: Annotated[
        bool,
        typer.Option(
            "--rewrite-shared",
            help="Write packs anew that were handed on; others fetch them again.",
            show_default=False,
        ),
    ] = False,
    empty_trash: Annotated[
        bool,
        typer.Option(
            "--empty-trash",
            help="Remove from the trash at once what the store holds; the rest after 14 days.",
            show_default=False,
        ),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print damage and errors only.", show_default=False)
    ] = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Merge packs into fewer and smaller ones; nothing is lost."""
    from gnut.commands.gc import gc as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        dry_run=dry_run,
        prune=prune,
        rewrite_shared=rewrite_shared,
        empty_trash=empty_trash,
        quiet=quiet,
        output_format=output_format.value,
    )


EXAMPLES: dict[Callable[..., int | None], str] = {
    fsck: "gnut fsck\ngnut fsck --quick\ngnut fsck --repair --dry-run",
    gc: "gnut gc\ngnut gc --dry-run\ngnut gc --prune",
}


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    for command, examples in EXAMPLES.items():
        if word in (None, command.__name__):
            app.command(cls=Listing, rich_help_panel=PANEL, epilog=examples)(command)
