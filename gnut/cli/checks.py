"""Signature of `check`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from gnut.cli.reports import PANEL, Allow, AllowNet, Color, ColorOption, Policy, Profile, Quiet
from gnut.cli.shape import Listing


class CheckFormat(StrEnum):
    """How `check` prints findings."""

    FULL = "full"
    CONCISE = "concise"
    JSON = "json"
    JSONL = "jsonl"
    GITHUB = "github"


Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH...]",
        help="Reports, folders, globs, REV:PATH as in git, or - for stdin. Default: `reports` of the configuration.",
        show_default=False,
    ),
]


def check(
    context: typer.Context,
    paths: Paths = None,
    output_format: Annotated[
        CheckFormat | None,
        typer.Option(help="How to print findings. Default: full on a terminal, concise elsewhere.", show_default=False),
    ] = None,
    staged: Annotated[
        bool,
        typer.Option("--staged", help="Check what git would commit: all staged reports, or PATHs.", show_default=False),
    ] = False,
    acquire: Annotated[
        bool, typer.Option("--acquire", help="Fetch sources that have no snapshot first.", show_default=False)
    ] = False,
    allow_net: AllowNet = None,
    policy: Policy = None,
    allow: Allow = None,
    profile: Profile = None,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Pass when no report cites anything.", show_default=False)
    ] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Compute everything anew.", show_default=False)] = False,
    color: ColorOption = Color.AUTO,
    quiet: Quiet = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show rows whose excerpt was found, too.", show_default=False)
    ] = False,
    record: Annotated[
        bool | None,
        typer.Option(
            "--record/--no-record",
            help="Keep the run in the team's tier, or nowhere. Default: in the local tier.",
            show_default=False,
        ),
    ] = None,
    publication: Annotated[
        bool,
        typer.Option("--publication", help="Refuse waivers, and an engine that is not attested.", show_default=False),
    ] = False,
    support: Annotated[
        str | None, typer.Option(metavar="KEY|FILE", help="Assess support under this policy: none or exact.")
    ] = None,
    authority: Annotated[
        str | None, typer.Option(metavar="FILE", help="Read declarations of authority by claim id from FILE.")
    ] = None,
    arena: Annotated[
        bool, typer.Option("--arena", help="Bind the tasks for an arena into the run.", show_default=False)
    ] = False,
    request: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Answer a JSON request with the whole run as JSON; - for stdin."),
    ] = None,
    allow_live: Annotated[
        bool, typer.Option("--allow-live", help="Let a request fetch what it asks to fetch.", show_default=False)
    ] = False,
) -> int | None:
    """Check reports against the snapshots of the sources they cite. Offline unless --acquire."""
    from gnut.commands.check import check as run
    from gnut.edge.world import world

    if request is not None or allow_live:
        from gnut.commands.check_request import check_request

        if request is not None:
            _require_no_other(context, allow_live)
        return check_request(
            world(context.obj),
            request,
            paths=paths or [],
            allow_live=allow_live,
            allow_net=allow_net or [],
            record=record,
        )
    return run(
        world(context.obj),
        paths or [],
        output_format=None if output_format is None else output_format.value,
        acquire=acquire,
        allow_net=allow_net or [],
        policy=policy,
        allow=allow or [],
        profile=profile,
        allow_empty=allow_empty,
        no_cache=no_cache,
        color=color.value,
        quiet=quiet,
        verbose=verbose,
        record=record,
        publication=publication,
        support=support,
        authority=authority,
        arena=arena,
        staged=staged,
    )


BESIDE_A_REQUEST = frozenset({"paths", "request", "allow_live", "allow_net", "record"})
"""What a line with `--request` may hold; of paths, the command says itself that they are one thing too many."""


def _require_no_other(context: typer.Context, allow_live: bool) -> None:
    """Refuse what a request would pass over: all its other terms stand in the request itself.

    Raises:
        Usage: An option was typed that does not count.
    """
    from gnut.errors import Usage

    for one in context.command.params:
        source = context.get_parameter_source(one.name or "")
        typed = source is not None and source.name == "COMMANDLINE"
        if typed and one.name not in BESIDE_A_REQUEST:
            raise Usage(
                f"{one.opts[0]} does nothing beside --request", help="the request says it, in a field of its own"
            )
        if typed and one.name == "allow_net" and not allow_live:
            raise Usage(
                "--allow-net does nothing without --allow-live", help="a request fetches only with --allow-live"
            )


def mount(app: typer.Typer, word: str | None) -> None:
    """Add `check` to `app`."""
    examples = (
        "gnut check report.md --acquire --policy strict\n"
        "gnut check docs/ --output-format github\n"
        "gnut check HEAD~1:report.md"
    )
    if word in (None, "check"):
        app.command(cls=Listing, rich_help_panel=PANEL, epilog=examples, no_args_is_help=False)(check)
