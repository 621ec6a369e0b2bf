"""Signature of `acquire`: many options, each in one line, grouped by what they are about."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from gnut.cli.reports import PANEL, Color
from gnut.cli.shape import AnswerFormat, Listing

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter

CHOOSE = "What to take"
ANEW = "What to fetch again"
INSTEAD = "Copies from elsewhere"
MANNER = "How to ask servers"
LIMITS = "Limits, lower than gnut's own"
SAID = "What is printed"
PANELS = (CHOOSE, ANEW, INSTEAD, MANNER, LIMITS, SAID)


class RobotsChoice(StrEnum):
    """What to do about robots.txt."""

    OBEY = "obey"
    IGNORE = "ignore"


class ArchiveChoice(StrEnum):
    """Where to look for what its own site no longer serves."""

    WAYBACK = "wayback"


class Grouped(Listing):
    """A command whose options are listed in groups."""

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the arguments, then one section a group."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for one in self.get_params(ctx):
            record = one.get_help_record(ctx)
            if record is not None:
                # What a number may be is said when it is not; defaults are part of the sentences.
                record = record[0], record[1].partition("  [")[0]
                kind = "Arguments" if one.param_type_name == "argument" else getattr(one, "rich_help_panel", None)
                groups.setdefault(kind or "Options", []).append(record)
        for name in ("Arguments", *PANELS, "Options"):
            if name in groups:
                with formatter.section(name):
                    formatter.write_dl(groups[name])

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the command line; `--robots` without a word behind it, as it once was, means `obey`."""
        words = [choice.value for choice in RobotsChoice]
        read = [
            "--robots=obey" if word == "--robots" and (args[at + 1 : at + 2] or [""])[0] not in words else word
            for at, word in enumerate(args)
        ]
        return super().parse_args(ctx, read)


def _many(metavar: str, help: str, panel: str) -> typer.models.OptionInfo:
    """Return a repeatable option."""
    return typer.Option(metavar=metavar, help=f"{help}; repeatable.", rich_help_panel=panel)  # type: ignore[no-any-return]


def _flag(name: str, help: str, panel: str) -> typer.models.OptionInfo:
    """Return an option without a value."""
    return typer.Option(name, help=help, show_default=False, rich_help_panel=panel)  # type: ignore[no-any-return]


def acquire(
    context: typer.Context,
    reports: Annotated[
        list[str] | None,
        typer.Argument(metavar="[REPORT...]", help="Reports whose sources to take.", show_default=False),
    ] = None,
    url: Annotated[list[str] | None, _many("URL", "Take this address", CHOOSE)] = None,
    files_from: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Take the addresses in FILE, one a line; - for stdin.", rich_help_panel=CHOOSE
        ),
    ] = None,
    include: Annotated[
        list[str] | None, _many("REGEX", "Take what matches, whatever leaves it out; alone, nothing else", CHOOSE)
    ] = None,
    exclude: Annotated[list[str] | None, _many("REGEX", "Leave out addresses that match", CHOOSE)] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Ask servers for N sources at most. Default: max_sources of gnut.toml, else 2000.",
            rich_help_panel=CHOOSE,
        ),
    ] = None,
    offline: Annotated[
        bool, _flag("--offline", "Fetch nothing and list what is missing, as with GNUT_OFFLINE=1.", CHOOSE)
    ] = False,
    dump: Annotated[bool, _flag("--dump", "Print what would be fetched, and stop.", CHOOSE)] = False,
    refresh: Annotated[bool, _flag("--refresh", "Fetch anew what has a snapshot.", ANEW)] = False,
    max_age: Annotated[
        str | None,
        typer.Option(metavar="AGE", help="Fetch anew what was not seen for AGE: 12h, 30d, 2w.", rich_help_panel=ANEW),
    ] = None,
    dry_run: Annotated[
        bool, _flag("--dry-run", "Fetch, keep nothing, and show what would change as a word diff.", ANEW)
    ] = False,
    saved: Annotated[list[str] | None, _many("URL=FILE", "Take FILE as the user's copy of URL", INSTEAD)] = None,
    from_warc: Annotated[list[str] | None, _many("FILE", "Take copies from this web archive", INSTEAD)] = None,
    archive: Annotated[
        ArchiveChoice | None,
        typer.Option(
            metavar="wayback", help="Ask the Wayback Machine for what its site fails to serve.", rich_help_panel=INSTEAD
        ),
    ] = None,
    remap: Annotated[
        list[str] | None, _many("'REGEX ADDRESS'", "Fetch what matches from ADDRESS; $1 is a group", INSTEAD)
    ] = None,
    allow_net: Annotated[
        list[str] | None,
        _many(
            "HOST:PORT",
            "Permit this private or loopback address, asked without pauses or robots.txt unless those are typed",
            MANNER,
        ),
    ] = None,
    allow_downgrade: Annotated[
        bool, _flag("--allow-downgrade", "Follow redirects from https to http.", MANNER)
    ] = False,
    robots: Annotated[
        RobotsChoice | None,
        typer.Option(
            metavar="obey|ignore", help="Ask robots.txt first, or do not. Default: obey.", rich_help_panel=MANNER
        ),
    ] = None,
    no_robots: Annotated[bool, typer.Option("--no-robots", hidden=True)] = False,
    header: Annotated[
        list[str] | None,
        _many(
            "'HOST NAME: VALUE'",
            "Send this field to HOST, by https alone unless it is http://HOST; it is never kept",
            MANNER,
        ),
    ] = None,
    user_agent: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Name oneself to servers by TEXT.", rich_help_panel=MANNER)
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            *("--jobs", "-j", "--max-concurrency"),
            metavar="N",
            min=1,
            max=64,
            help="Fetch N sources at once. Default: 16.",
            rich_help_panel=MANNER,
        ),
    ] = None,
    host_concurrency: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=64, help="Ask one host for N at once. Default: 2.", rich_help_panel=MANNER
        ),
    ] = None,
    host_interval: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            min=0,
            max=3600,
            help="Pause between requests to a host. Default: 1.",
            rich_help_panel=MANNER,
        ),
    ] = None,
    max_retries: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=10, help="Try N times more what may pass by itself.", rich_help_panel=MANNER
        ),
    ] = 0,
    timeout: Annotated[
        str | None,
        typer.Option(
            metavar="SECONDS",
            help="Give one source so long: 10, 2.5, 20s. Most, and default unless gnut.toml says less: 30.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    max_bytes: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="Take no larger source: a number, 500k, 4M. Most and default: of a PDF 32M as sent and 64M decoded, "
            "of a page 8M and 16M; gnut.toml may say less.",
            rich_help_panel=LIMITS,
        ),
    ] = None,
    max_redirects: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Follow N redirects at most. Default: 5.", rich_help_panel=LIMITS),
    ] = None,
    output_format: Annotated[
        AnswerFormat, typer.Option(help="Print the account for people, or for programs.", rich_help_panel=SAID)
    ] = AnswerFormat.TEXT,
    host_stats: Annotated[bool, _flag("--host-stats", "Print what each host was asked for.", SAID)] = False,
    no_progress: Annotated[bool, _flag("--no-progress", "Draw no progress bar.", SAID)] = False,
    color: Annotated[
        Color, typer.Option("--color", help="Use colour: auto, always or never.", rich_help_panel=SAID)
    ] = Color.AUTO,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print errors only.", show_default=False, rich_help_panel=SAID)
    ] = False,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="List everything.", show_default=False, rich_help_panel=SAID),
    ] = False,
) -> int | None:
    """Take snapshots of the sources that reports cite. The only command that fetches by itself."""
    from gnut.commands.acquire import acquire as run
    from gnut.edge.errand import Errand
    from gnut.edge.terms import span
    from gnut.edge.world import world

    errand = Errand(
        reports=tuple(reports or ()),
        url=tuple(url or ()),
        files_from=files_from,
        saved=tuple(saved or ()),
        from_warc=tuple(from_warc or ()),
        refresh=refresh,
        max_age=max_age,
        offline=offline,
        dry_run=dry_run,
        dump=dump,
        include=tuple(include or ()),
        exclude=tuple(exclude or ()),
        remap=tuple(remap or ()),
        limit=limit,
        archive=None if archive is None else archive.value,
        allow_net=tuple(allow_net or ()),
        allow_downgrade=allow_downgrade,
        robots=False if no_robots else None if robots is None else robots is RobotsChoice.OBEY,
        header=tuple(header or ()),
        user_agent=user_agent,
        timeout=None if timeout is None else span(timeout),
        max_bytes=max_bytes,
        max_redirects=max_redirects,
        max_retries=max_retries,
        jobs=jobs,
        host_concurrency=host_concurrency,
        host_interval=host_interval,
        host_stats=host_stats,
        progress=not no_progress,
        json=output_format is AnswerFormat.JSON,
        color=color.value,
        quiet=quiet,
        verbose=verbose,
    )
    return run(world(context.obj), errand)


EXAMPLES = (
    "gnut acquire report.md\ngnut acquire report.md --refresh --dry-run\n"
    "gnut acquire --saved https://example.org/paper=paper.pdf"
)


def mount(app: typer.Typer, word: str | None) -> None:
    """Add `acquire` to `app`."""
    if word in (None, "acquire"):
        app.command(cls=Grouped, rich_help_panel=PANEL, epilog=EXAMPLES, no_args_is_help=False)(acquire)
