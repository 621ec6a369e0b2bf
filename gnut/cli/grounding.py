"""Signature of the command that judges knowledge sources by captured probes: ground."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnut.cli.reports import AnswerOption
from gnut.cli.shape import AnswerFormat, Front, Listing

if TYPE_CHECKING:
    from typer._click import Context, HelpFormatter

PANEL = "Sources"
BUNDLE = "bundle"
"""Name of the command that takes a bundle, inside the group alone: nobody types it."""

EXAMPLES = (
    "gnut ground evidence.json\n"
    "gnut ground evidence.json --emit --fail-on must-fix\n"
    "gnut ground --verify specs/ground-manifest.json"
)


class FailOn(StrEnum):
    """From which status on a finding ends with 1."""

    MUST_FIX = "must-fix"
    SHOULD_FIX = "should-fix"
    NOT_VERIFIED = "not-verified"


class Bundles(Front):
    """A group that takes a bundle of evidence where no command of it is named."""

    def make_context(self, info_name: str | None, args: list[str], parent: Context | None = None, **extra: Any) -> Any:
        """Return the context of the command named, or of the one that takes a bundle."""
        if args and args[0] in self.commands and args[0] != BUNDLE:
            return super().make_context(info_name, args, parent=parent, **extra)
        return self.commands[BUNDLE].make_context(info_name, args, parent=parent, **extra)


class Bundle(Listing):
    """The command that takes a bundle; its help lists the other commands of the group."""

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the other commands, then the examples."""
        others = [each for each in ground.registered_commands if each.name != BUNDLE]
        if others:
            with formatter.section("Commands"):
                formatter.write_dl([(each.name or "", _first_line(each)) for each in others])
        super().format_epilog(ctx, formatter)


def _first_line(command: Any) -> str:
    return (command.help or command.callback.__doc__ or "").strip().partition("\n")[0]


ground = typer.Typer(cls=Bundles, rich_markup_mode=None, add_completion=False)


@ground.command(BUNDLE, cls=Bundle, epilog=EXAMPLES, hidden=True)
def bundle(
    context: typer.Context,
    evidence: Annotated[
        str | None, typer.Argument(metavar="EVIDENCE|-", help="Evidence bundle: captured probes, JSON.")
    ] = None,
    evidence_file: Annotated[
        str | None,
        typer.Option("--evidence-file", metavar="FILE", help="The same, named from the project's root on."),
    ] = None,
    project_root: Annotated[
        str, typer.Option("--project-root", metavar="DIR", help="Folder that the manifest stays in.")
    ] = ".",
    manifest_path: Annotated[
        str, typer.Option("--manifest-path", metavar="FILE", help="Where the manifest goes, from that folder on.")
    ] = "specs/ground-manifest.json",
    emit: Annotated[bool, typer.Option("--emit", help="Write the manifest.", show_default=False)] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print the manifest instead of three lines.", show_default=False)
    ] = False,
    verify: Annotated[
        str | None,
        typer.Option("--verify", metavar="MANIFEST", help="Check a manifest instead: does it agree, does it count?"),
    ] = None,
    fail_on: Annotated[FailOn, typer.Option("--fail-on", help="End with 1 from this status on.")] = FailOn.NOT_VERIFIED,
    gate: Annotated[
        bool, typer.Option("--gate", help="With --compat: end with 2 on a must-fix.", show_default=False)
    ] = False,
    compat: Annotated[
        bool,
        typer.Option(
            "--compat", help="End as the original does: 1 invalid, 2 gated must-fix, else 0.", show_default=False
        ),
    ] = False,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Decide from captured probes whether knowledge sources are safe to ground answers on; asks nobody anything."""
    from gnut.commands import ground as command
    from gnut.edge.world import world
    from gnut.errors import Usage

    output = "manifest" if json else output_format.value
    if verify is not None:
        if evidence is not None or evidence_file is not None or emit:
            raise Usage("--verify takes a manifest, and no evidence", help="gnut ground --verify FILE")
        return command.verify(world(context.obj), verify, fail_on=fail_on.value, output=output)
    return command.ground(
        world(context.obj),
        evidence,
        evidence_file=evidence_file,
        project_root=project_root,
        manifest_path=manifest_path,
        emit=emit,
        gate=gate,
        fail_on=fail_on.value,
        compat=compat,
        output=output,
    )


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command to `app`."""
    app.add_typer(
        ground,
        name="ground",
        help="Decide from captured probes whether knowledge sources are safe to ground answers on.",
        rich_help_panel=PANEL,
    )
