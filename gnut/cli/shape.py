"""How `gnut --help` looks: commands by what they are for, examples as typed, no markup."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter


class AnswerFormat(StrEnum):
    """How a command prints an answer of its own."""

    TEXT = "text"
    JSON = "json"


class Listing(TyperCommand):
    """A command whose epilog is a list of examples, one a line, never wrapped."""

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the examples as they are typed."""
        write_examples(self.epilog, formatter)


ORDER = (
    *("init", "ingest", "acquire", "check", "quote", "ledger", "diff-replay", "render-receipt"),
    "arena",
    *("proofread", "verify", "calibrate", "policy", "measure", "replay"),
    "ground",
    *("show", "log", "note", "fsck", "gc", "sign", "store", "sync", "hook", "rule", "mcp"),
)
"""Commands as the front page lists them; a new one joins here, or comes last."""


class Front(TyperGroup):
    """A group that lists its commands under the panels they belong to."""

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write one section a panel, in the order of `ORDER`."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for name in sorted(self.commands, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER)):
            command = self.commands[name]
            if not command.hidden:
                panel = getattr(command, "rich_help_panel", None) or "Commands"
                panels.setdefault(panel, []).append((name, command.get_short_help_str(200)))
        for panel, rows in panels.items():
            with formatter.section(panel):
                formatter.write_dl(rows)

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the examples as they are typed."""
        write_examples(self.epilog, formatter)

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        """Return the command that `args` names, or refuse with the likeliest one."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            from gnut.cli.usage import unknown_command

            raise unknown_command(ctx.command_path, args, tuple(self.commands), is_root=ctx.parent is None)
        return super().resolve_command(ctx, args)


def write_examples(text: str | None, formatter: HelpFormatter) -> None:
    """Write `text`, one example a line, under the word Examples."""
    if not text:
        return
    with formatter.section("Examples"):
        for line in text.strip().splitlines():
            formatter.write(f"{'':{formatter.current_indent}}{line.strip()}\n")
