"""Signatures of the commands that show what the store holds, put in and take out: show, log, store."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer

from gnut.cli.reports import AnswerOption, Color, ColorOption
from gnut.cli.shape import AnswerFormat, Front, Listing

PANEL = "Store"


class Tier(StrEnum):
    """Part of the store that takes an object."""

    TEAM = "team"
    LOCAL = "local"


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
        raise typer.BadParameter("name an object, or give --batch", param_hint="ID")
    from gnut.commands.store import cat as run

    return run(world(context.obj), oid)


@store.command("has", cls=Listing, epilog="gnut store has b3:9f3c1e2a b3:77aa0123")
def has(context: typer.Context, oids: Ids) -> int | None:
    """Print the ids that the store does not hold. Ends with 1 if there are any."""
    from gnut.commands.store import has as run
    from gnut.edge.world import world

    return run(world(context.obj), oids)


@store.command(
    "ls",
    cls=Listing,
    epilog="gnut store ls -l --kind snapshot\ngnut store ls --refs src\ngnut store ls b3:9f3c",
)
def ls(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[PREFIX|REF]", help="Beginning of ids, or a ref with all under it. Default: everything."
        ),
    ] = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="List objects of this kind only.")] = None,
    refs: Annotated[bool, typer.Option("--refs", help="List refs instead of objects.", show_default=False)] = False,
    long: Annotated[
        bool,
        typer.Option(
            "--long", "-l", help="Print kind, bytes, stored bytes, tier and pack as well.", show_default=False
        ),
    ] = False,
    tier: Annotated[Tier | None, typer.Option("--tier", help="List one part of the store only.")] = None,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """List objects, or refs, one a line. Ends with 4 if a pack is damaged."""
    from gnut.commands.store_ls import ls as run
    from gnut.edge.world import world

    return run(
        world(context.obj),
        name,
        kind=kind,
        of_refs=refs,
        long=long,
        tier=tier and tier.value,
        output_format=output_format.value,
    )


@store.command("stat", cls=Listing, epilog="gnut store stat\ngnut store stat --output-format json")
def stat(context: typer.Context, output_format: AnswerOption = AnswerFormat.TEXT) -> int | None:
    """Print how many packs and objects there are, and of which size."""
    from gnut.commands.store_ls import stat as run
    from gnut.edge.world import world

    return run(world(context.obj), output_format=output_format.value)


@store.command(
    "export",
    cls=Listing,
    epilog="gnut store export --warc sources.warc.gz\n"
    "gnut store export --warc - report.md > sources.warc\n"
    "gnut store export --to ../archive\n"
    "gnut store export --to for-you report.md",
)
def export(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[URL|REPORT|REF...]",
            help="Addresses, or reports for what they cite; with --to, refs too. Default: everything kept.",
        ),
    ] = None,
    warc: Annotated[
        str | None, typer.Option("--warc", metavar="FILE", help="Write a WARC file; compressed when it ends in .gz.")
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="DIR", help="Write into the store in DIR; an empty DIR gets one.")
    ] = None,
    history: Annotated[
        bool,
        typer.Option("--all", help="With --warc, write every capture, not only those in force.", show_default=False),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.", show_default=False)] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --to, say what would be done.", show_default=False)
    ] = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Write sources into a web archive, or into another store."""
    from gnut.edge.world import world
    from gnut.errors import Usage

    if (warc is None) == (to is None):
        raise Usage("export writes into a web archive or into a store", help="give --warc FILE or --to DIR")
    if warc is not None:
        from gnut.commands.store_export import export as run

        if dry_run or output_format is not AnswerFormat.TEXT:
            raise Usage("--dry-run and --output-format go with --to", help="leave them out")
        return run(world(context.obj), names or [], warc=warc, history=history, force=force)
    from gnut.commands.store_import import export as hand_on

    if history or force:
        raise Usage("--all and --force go with --warc", help="leave them out; a store keeps every capture")
    assert to is not None
    return hand_on(world(context.obj), names or [], to=to, dry_run=dry_run, output_format=output_format.value)


@store.command(
    "import",
    cls=Listing,
    epilog="gnut store import ../other-repository\ngnut store import --dry-run packs/*.gpk",
)
def import_(
    context: typer.Context,
    places: Annotated[
        list[str],
        typer.Argument(metavar="FROM...", help="Stores, folders that hold one, folders of packs, packs."),
    ],
    local: Annotated[
        bool,
        typer.Option("--local", help="Take what a store keeps for its own machine, too.", show_default=False),
    ] = False,
    tier: Annotated[Tier, typer.Option("--tier", help="Which part of the store takes it.")] = Tier.TEAM,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done.", show_default=False)] = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Take packs from elsewhere, every byte of them checked. Ends with 4 if some are refused."""
    from gnut.commands.store_import import import_ as run
    from gnut.edge.world import world

    return run(
        world(context.obj), places, local=local, tier=tier.value, dry_run=dry_run, output_format=output_format.value
    )


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
