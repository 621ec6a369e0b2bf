"""Signatures of the commands that list what the store holds, and move packs between stores."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer

from gnut.cli.reports import AnswerOption
from gnut.cli.shape import AnswerFormat, Listing


class Tier(StrEnum):
    """Part of the store that takes an object."""

    TEAM = "team"
    LOCAL = "local"


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


def stat(context: typer.Context, output_format: AnswerOption = AnswerFormat.TEXT) -> int | None:
    """Print how many packs and objects there are, and of which size."""
    from gnut.commands.store_ls import stat as run
    from gnut.edge.world import world

    return run(world(context.obj), output_format=output_format.value)


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


COMMANDS: dict[str, tuple[Callable[..., int | None], str]] = {
    "ls": (
        ls,
        "gnut store ls -l --kind snapshot\ngnut store ls --refs src\ngnut store ls b3:9f3c",
    ),
    "stat": (
        stat,
        "gnut store stat\ngnut store stat --output-format json",
    ),
    "export": (
        export,
        "gnut store export --warc sources.warc.gz\n"
        "gnut store export --warc - report.md > sources.warc\n"
        "gnut store export --to ../archive\n"
        "gnut store export --to for-you report.md",
    ),
    "import": (
        import_,
        "gnut store import ../other-repository\ngnut store import --dry-run packs/*.gpk",
    ),
}
"""Name under `gnut store` → (command, examples)."""


def mount_on(store: typer.Typer) -> None:
    """Add the commands to `gnut store`."""
    for name, (command, examples) in COMMANDS.items():
        store.command(name, cls=Listing, epilog=examples)(command)
