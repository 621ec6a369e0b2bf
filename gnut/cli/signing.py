"""Signature of the command that signs: sign."""

from __future__ import annotations

from typing import Annotated

import typer

from gnut.cli.reports import AnswerOption, Color, ColorOption
from gnut.cli.shape import AnswerFormat, Listing

PANEL = "Store"


def sign(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="RUN|REPORT", help="Run, report for its newest run; with --verify, or a folder.")
    ],
    key: Annotated[
        str | None, typer.Option("--key", metavar="FILE", help="SSH key to sign with. Default: git's user.signingKey.")
    ] = None,
    dsse: Annotated[
        bool, typer.Option("--dsse", help="Make a DSSE envelope, not an SSH signature.", show_default=False)
    ] = False,
    commit: Annotated[
        str | None, typer.Option("--commit", metavar="REV", help="Name the commit that holds the report, too.")
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", "-o", metavar="FILE", help="Write the signature to FILE, too.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Judge: ends with 1 unless one is good and none bad.", show_default=False)
    ] = False,
    signer: Annotated[
        str | None, typer.Option("--signer", metavar="NAME", help="With --verify: who has to have signed.")
    ] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="TIME", help="With --verify: when keys have to be valid. Default: as signed."),
    ] = None,
    allowed_signers: Annotated[
        str | None,
        typer.Option("--allowed-signers", metavar="FILE|REV:PATH", help="Whose keys are whose. Default: git's list."),
    ] = None,
    revocation: Annotated[
        str | None, typer.Option("--revocation", metavar="FILE|REV:PATH", help="Revoked keys. Default: git's list.")
    ] = None,
    output_format: AnswerOption = AnswerFormat.TEXT,
    color: ColorOption = Color.AUTO,
) -> int | None:
    """Sign a run with an SSH key, or judge its signatures."""
    from gnut.edge.world import world
    from gnut.errors import Usage

    making = {"--key": key, "--dsse": dsse, "--commit": commit, "--out": out}
    judging = {"--signer": signer, "--at": at, "--allowed-signers": allowed_signers, "--revocation": revocation}
    idle = [option for option, value in (making if verify else judging).items() if value]
    if idle:
        raise Usage(f"{idle[0]} says nothing {'with' if verify else 'without'} --verify", help="leave it out")
    if not verify:
        from gnut.commands.sign import sign as run

        return run(world(context.obj), name, key=key, dsse=dsse, commit=commit, out=out)
    from gnut.commands.sign_verify import verify as judge

    return judge(
        world(context.obj),
        name,
        signer=signer,
        at=at,
        allowed_signers=allowed_signers,
        revocation=revocation,
        output_format=output_format.value,
        color=color.value,
    )


def mount(app: typer.Typer, word: str | None) -> None:
    """Add the command to `app`."""
    examples = (
        "gnut sign report.md\ngnut sign --verify report.md --signer ana@example.org\n"
        "gnut sign --verify receipt --allowed-signers HEAD:.allowed_signers"
    )
    app.command("sign", cls=Listing, rich_help_panel=PANEL, epilog=examples)(sign)
