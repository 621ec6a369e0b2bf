"""Signatures of the commands that show what the store holds, put in and take out: show, log, store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from gnut.cli import moving
from gnut.cli.moving import Tier
from gnut.cli.reports import AnswerOption, Color, ColorOption
from gnut.cli.shape import AnswerFormat, Front, Listing

PANEL = "Store"


store = typer.Typer(
    cls=Front,
    rich_markup_mode=None,
    add_completion=False,
    epilog="gnut store add page.html\ngnut store cat b3:9f3c1e2a",
)
ref = typer.Typer(
    cls=Front,
    rich_markup_mode=None,
    add_completion=False,
    epilog="gnut store ref add notes b3:9f3c1e2a\ngnut store ref count notes",
)

Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="Object ids, or prefixes that name one object.")]
RefName = Annotated[str, typer.Argument(metavar="NAME", help="Name of the ref.")]


def show(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID|REPORT|URL|FILE",
            help="Object, report for its newest run, or address for its snapshots; with --check, a file or folder.",
        ),
    ],
    check: Annotated[
        bool,
        typer.Option("--check", help="Judge a receipt file, or the folder of an exported run.", show_default=False),
    ] = False,
    export: Annotated[
        str | None, typer.Option("--export", metavar="DIR", help="Write a run into DIR with all it was made from.")
    ] = None,
    output_format: AnswerOption = AnswerFormat.TEXT,
    color: ColorOption = Color.AUTO,
) -> int | None:
    """Show a run or another object of the store for people."""
    from gnut.commands.show import show as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        name,
        check=check,
        export=export,
        output_format=output_format.value,
        color=color.value,
    )


def log(
    context: typer.Context,
    reports: Annotated[
        list[str] | None,
        typer.Argument(metavar="[REPORT...]", help="Reports whose runs to list. Default: which have runs."),
    ] = None,
    most: Annotated[
        int, typer.Option("-n", metavar="N", min=0, help="List at most N runs of each report; 0 for all.")
    ] = 10,
    output_format: AnswerOption = AnswerFormat.TEXT,
    color: ColorOption = Color.AUTO,
) -> int | None:
    """List the runs of reports that the store keeps, the newest first."""
    from gnut.commands.log import log as run
    from gnut.edge.world import world

    return run(world(context.obj), reports or [], most=most, output_format=output_format.value, color=color.value)


@store.command("add", cls=Listing, epilog="gnut store add page.html\ngnut store add --porcelain a.html b.pdf")
def add(
    context: typer.Context,
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Files to keep.")],
    porcelain: Annotated[
        bool, typer.Option("--porcelain", help="Print ids only, each once it is durable.", show_default=False)
    ] = False,
    tier: Annotated[Tier, typer.Option("--tier", help="Which part of the store takes them.")] = Tier.TEAM,
) -> int | None:
    """Keep files as objects and print their ids."""
    from gnut.commands.store import add as run
    from gnut.edge.world import world

    return run(world(context.obj), paths, porcelain=porcelain, tier=tier.value)


@store.command("cat", cls=Listing, epilog="gnut store cat b3:9f3c1e2a > page.html\ngnut store cat --batch < ids")
def cat(
    context: typer.Context,
    oid: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Object id, or a prefix that names one object.")
    ] = None,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Read ids from stdin; write each with kind and length.", show_default=False),
    ] = False,
    batch_check: Annotated[
        bool, typer.Option("--batch-check", help="The same without the bytes.", show_default=False)
    ] = False,
) -> int | None:
    """Write the bytes of an object to stdout."""
    from gnut.edge.world import world

    if batch or batch_check:
        if oid is not None:
            raise typer.BadParameter("ids come from stdin", param_hint="ID")
        from gnut.commands.store_batch import cat_batch

        return cat_batch(world(context.obj), contents=batch)
    if oid is None:
        from gnut.errors import Usage

        raise Usage("missing argument 'ID'", help="name an object, or give --batch: gnut store cat --help")
    from gnut.commands.store import cat as run

    return run(world(context.obj), oid)


@store.command("has", cls=Listing, epilog="gnut store has b3:9f3c1e2a b3:77aa0123")
def has(context: typer.Context, oids: Ids) -> int | None:
    """Print the ids that the store does not hold. Ends with 1 if there are any."""
    from gnut.commands.store import has as run
    from gnut.edge.world import world

    return run(world(context.obj), oids)


@ref.command("add", cls=Listing, epilog="gnut store ref add notes b3:9f3c1e2a")
def ref_add(
    context: typer.Context,
    name: RefName,
    oids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID...]", help="Objects to add; without any, an entry of its own.", show_default=False),
    ] = None,
) -> int | None:
    """Add objects to a ref; a ref only grows."""
    from gnut.commands.store import ref_add as run
    from gnut.edge.world import world

    return run(world(context.obj), name, oids or [])


@ref.command("count", cls=Listing, epilog="gnut store ref count notes")
def ref_count(context: typer.Context, name: RefName) -> int | None:
    """Print how many objects a ref names."""
    from gnut.commands.store import ref_count as run
    from gnut.edge.world import world

    return run(world(context.obj), name)


moving.mount_on(store)
store.add_typer(ref, name="ref", help="Add to refs, and count them.")

EXAMPLES: dict[Callable[..., int | None], str] = {
    show: "gnut show report.md\ngnut show --export run-for-you report.md\ngnut show --check run-for-you",
    log: "gnut log report.md\ngnut log report.md -n 0 --output-format json",
}


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command called `word` to `app`, or all of them."""
    for command, examples in EXAMPLES.items():
        if word not in (None, command.__name__):
            continue
        app.command(cls=Listing, rich_help_panel=PANEL, epilog=examples)(command)
    if word in (None, "store"):
        app.add_typer(store, name="store", help="Put objects in, and take them out.", rich_help_panel=PANEL)
