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


class Form(StrEnum):
    """Forms of captured results."""

    JSONL = "jsonl"
    CSV = "csv"
    HITS = "hits"
    AZURE_KB = "azure-kb"
    AZURE_DOCS = "azure-docs"
    GRAPH_SEARCH = "graph-search"


class Kind(StrEnum):
    """What a captured result is evidence of."""

    ACL = "acl"
    CITATION = "citation"
    REFUSAL = "refusal"


class Permission(StrEnum):
    """Who may read the documents of a store."""

    NONE = "none"
    ACL = "acl"


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
    pseudonymise: Annotated[
        str | None,
        typer.Option("--pseudonymise", metavar="KEYFILE", help="Keep no principals: names under this key instead."),
    ] = None,
    verify: Annotated[
        str | None,
        typer.Option("--verify", metavar="MANIFEST|ID", help="Check a manifest instead: does it agree, does it count?"),
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
    keep: Annotated[
        bool,
        typer.Option("--keep", help="Keep the manifest in the store, a receipt around it.", show_default=False),
    ] = False,
    digest: Annotated[
        bool,
        typer.Option("--digest/--no-digest", help="Whether that receipt bears the digest of evidence without secrets."),
    ] = True,
    output_format: AnswerOption = AnswerFormat.TEXT,
) -> int | None:
    """Decide from captured probes whether knowledge sources are safe to ground answers on; asks nobody anything."""
    from gnut.commands import ground as command
    from gnut.edge.world import world
    from gnut.errors import Usage

    if json and output_format is not AnswerFormat.TEXT:
        raise Usage("--json prints the manifest, --output-format another answer", help="name one of them")
    output = "manifest" if json else output_format.value
    if verify is not None:
        if evidence is not None or evidence_file is not None or emit:
            raise Usage("--verify takes a manifest, and no evidence", help="gnut ground --verify FILE")
        if keep or not digest or pseudonymise is not None or compat or gate:
            raise Usage("--verify keeps nothing and has the exit codes of gnut", help="gnut ground --verify FILE")
        return command.verify(world(context.obj), verify, fail_on=fail_on.value, output=output)
    if not digest and not keep:
        raise Usage("--no-digest is of the receipt that --keep keeps", help="gnut ground EVIDENCE --keep --no-digest")
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
        keep=keep,
        digest=digest,
        pseudonymise=pseudonymise,
    )


@ground.command(
    "adapt",
    cls=Listing,
    epilog="gnut ground adapt hits guest.json --as acl --source-id handbook --principal guest --not-entitled\n"
    "gnut ground adapt azure-kb answer.json --as citation --source-id handbook --knowledge-source handbook-ks\n"
    "gnut ground adapt jsonl refusals.jsonl --as refusal --source-id handbook --field query=id",
)
def adapt(
    context: typer.Context,
    form: Annotated[Form, typer.Argument(help="Form of the captured result.")],
    files: Annotated[list[str], typer.Argument(metavar="FILE|-...", help="Captured results: pages of one probe.")],
    kind: Annotated[Kind, typer.Option("--as", help="What they are evidence of.")],
    source_id: Annotated[str, typer.Option("--source-id", metavar="ID", help="Source that was asked, as declared.")],
    principal: Annotated[
        str | None, typer.Option("--principal", metavar="NAME", help="As whom it was asked: acl.")
    ] = None,
    entitled: Annotated[
        bool, typer.Option("--entitled", help="That principal is entitled, as you know it.", show_default=False)
    ] = False,
    not_entitled: Annotated[
        bool, typer.Option("--not-entitled", help="That principal is not, as you know it.", show_default=False)
    ] = False,
    allowed: Annotated[
        list[str] | None, typer.Option("--allowed", metavar="ID", help="Allow this document all the same; repeatable.")
    ] = None,
    allowed_file: Annotated[
        str | None, typer.Option("--allowed-file", metavar="FILE", help="Allow those of this file, one a line.")
    ] = None,
    captured_at: Annotated[
        str | None, typer.Option("--captured-at", metavar="TIME", help="When, RFC 3339; by default as the result says.")
    ] = None,
    knowledge_source: Annotated[
        str | None, typer.Option("--knowledge-source", metavar="NAME", help="Name of the source in it: azure-kb.")
    ] = None,
    field: Annotated[
        list[str] | None,
        typer.Option("--field", metavar="NAME=FIELD", help="Where the result has document, query, …; repeatable."),
    ] = None,
    http_status: Annotated[
        int | None, typer.Option("--http-status", metavar="N", help="Status of the answer; 206 is refused.")
    ] = None,
    into: Annotated[str | None, typer.Option("--into", metavar="EVIDENCE", help="Add the runs to this bundle.")] = None,
) -> int | None:
    """Turn a captured result of another system into runs of an evidence bundle."""
    from gnut.commands.ground_adapt import ground_adapt
    from gnut.edge.world import world
    from gnut.errors import Usage

    if entitled and not_entitled:
        raise Usage("--entitled and --not-entitled contradict each other", help="say what you know of the principal")
    return ground_adapt(
        world(context.obj),
        form.value,
        files,
        kind=kind.value,
        source_id=source_id,
        principal=principal,
        entitled=entitled if entitled or not_entitled else None,
        allowed=allowed,
        allowed_file=allowed_file,
        captured_at=captured_at,
        knowledge_source=knowledge_source,
        fields=field or (),
        http_status=http_status,
        into=into,
    )


@ground.command(
    "from-check",
    cls=Listing,
    epilog="gnut ground from-check report.md --baseline evals/2026-01\n"
    "gnut ground from-check report.md --evidence > evidence.json",
)
def from_check(
    context: typer.Context,
    reports: Annotated[list[str], typer.Argument(metavar="REPORT|RUN...", help="Reports that were checked.")],
    source_id: Annotated[
        str, typer.Option("--source-id", metavar="ID", help="Declare the documents as this source.")
    ] = "gnut-store",
    permission_model: Annotated[
        Permission, typer.Option("--permission-model", help="acl where the repository is access-controlled.")
    ] = Permission.NONE,
    refresh_cadence: Annotated[
        str, typer.Option("--refresh-cadence", metavar="CADENCE", help="How old its snapshots may be.")
    ] = "monthly",
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="REF", help="Baseline that retrieval was measured against.")
    ] = None,
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Print the bundle instead of judging it.", show_default=False)
    ] = False,
    record: Annotated[
        bool | None,
        typer.Option("--record/--no-record", help="Keep the manifest for the team, or nowhere; by default here."),
    ] = None,
    fail_on: Annotated[FailOn, typer.Option("--fail-on", help="End with 1 from this status on.")] = FailOn.NOT_VERIFIED,
) -> int | None:
    """Judge the kept runs of reports: is what they cite among what was acquired for them?"""
    from gnut.commands.ground_from_check import ground_from_check
    from gnut.edge.world import world

    return ground_from_check(
        world(context.obj),
        reports,
        source_id=source_id,
        permission_model=permission_model.value,
        refresh_cadence=refresh_cadence,
        baseline=baseline,
        evidence=evidence,
        record=record,
        fail_on=fail_on.value,
    )


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command to `app`."""
    app.add_typer(
        ground,
        name="ground",
        help="Decide from captured probes whether knowledge sources are safe to ground answers on.",
        rich_help_panel=PANEL,
    )
