"""The command line: mounts the commands, each imported when it runs, and turns errors into exit codes.

Exit codes (docs/exit-codes.md): 0 stands, 1 does not, 2 could not be done, 3 a bug in gnut, 4 stored
bytes do not match their id, 75 the store is busy, 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from gnut.cli.shape import Front
from gnut.door import guarded


def _version(asked: bool) -> None:
    if asked:
        from gnut._version import __version__

        sys.stdout.write(f"gnut {__version__}\n")
        raise typer.Exit


def _front(
    context: typer.Context,
    folder: Annotated[str | None, typer.Option("-C", metavar="DIR", help="Run as if started in DIR.")] = None,
    version: Annotated[
        bool, typer.Option("-V", "--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> int | None:
    """Check whether the citations of a report hold."""
    context.obj = folder
    if context.invoked_subcommand is None:
        # A hook that lost its command must not pass: nothing was checked.
        sys.stderr.write(context.get_help() + "\n")
        return 2
    return None


def front() -> typer.Typer:
    """Return the application without commands."""
    app = typer.Typer(
        name="gnut",
        cls=Front,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="gnut init\ngnut acquire report.md\ngnut check report.md",
    )
    app.callback()(_front)
    return app


PLACES = {
    "init": "reports",
    "ingest": "reports",
    "acquire": "acquire",
    "check": "checks",
    "quote": "reports",
    "ledger": "reports",
    "arena": "review",
    "diff-replay": "receipts",
    "render-receipt": "receipts",
    "verify": "verifying",
    "policy": "verifying",
    "proofread": "proofreading",
    "calibrate": "proofreading",
    "measure": "measuring",
    "replay": "measuring",
    "ground": "grounding",
    "show": "storage",
    "log": "storage",
    "note": "noting",
    "fsck": "upkeep",
    "sign": "signing",
    "gc": "upkeep",
    "store": "storage",
    "sync": "carrying",
    "hook": "integration",
    "rule": "integration",
    "mcp": "integration",
    "plumbing": "integration",
}
"""Module of `gnut.cli` that holds each command's signature."""


def wanted(arguments: Sequence[str]) -> str | None:
    """Return the command that `arguments` begin with; None for help, mistakes and other options."""
    rest = iter(arguments)
    for argument in rest:
        if argument == "-C":
            next(rest, None)
        elif not argument.startswith("-C"):
            return argument if argument in PLACES else None
    return None


def mounted(word: str | None = None) -> typer.Typer:
    """Return the application with the command `word`, or with all of them.

    Reading a signature costs typer a millisecond, so only the command that runs is mounted.
    """
    from importlib import import_module

    app = front()
    for place in dict.fromkeys(PLACES.values() if word is None else [PLACES[word]]):
        import_module(f"gnut.cli.{place}").mount(app, word)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; nothing escapes but the end of the process."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    return guarded(lambda: _run(given), lambda error: _failed(error, given))


def _run(arguments: list[str]) -> int:
    command = typer.main.get_command(mounted(wanted(arguments)))
    result = command.main(args=arguments, prog_name="gnut", standalone_mode=False)
    return result if isinstance(result, int) else 0


def _failed(error: Exception, given: Sequence[str]) -> int:
    from gnut.edge.failures import UNUSABLE, say, shown

    if hasattr(error, "format_message"):
        from gnut.cli.usage import of_usage

        say(*of_usage(error, wanted(given)))
        return UNUSABLE
    return shown(error)
