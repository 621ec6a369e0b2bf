"""`gnut sign`: have a key vouch for a run, or judge the signatures of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnut.edge.world import World

if TYPE_CHECKING:
    from gnut.account.contract import ArtifactRef
    from gnut.edge.keys import Chosen
    from gnut.sign.core import Found, Run
    from gnut_store.oid import Oid
    from gnut_store.store import Store


def sign(
    world: World,
    name: str,
    *,
    key: str | None = None,
    dsse: bool = False,
    commit: str | None = None,
    out: str | None = None,
) -> int:
    """Sign the statement about a run, keep both beside it, and print the signature's id.

    A key that signed the run in the same form and with the same commit already signs nothing new.

    Args:
        world: The store, git's configuration, the clock.
        name: Id of a run or its beginning, or a report for its newest run.
        key: Private or public key file; None for the key that git signs with.
        dsse: Make an envelope instead of an SSH signature.
        commit: Commit that holds the report, as git names it; None to name none.
        out: File to write the signature to besides, with the statement under the name without the suffix.

    Raises:
        MissingExtra: The library that signs is not installed.
        BadId: No run has that name.
        ObjectCorrupt: The run's stored bytes are damaged.
        Usage: No key is named, or it cannot make an envelope.
        BadSignature: What is named as a key is none.
        GnutError: `not_signed`, `no_ssh_keygen`, `unknown_commit`; `report_differs`, `commit_differs`: what stands
            there, or in the commit, is not what was checked.
    """
    from gnut.edge import keys, outputs, signatures, terminal
    from gnut.edge.meant import checking, meant, recording
    from gnut.edge.store import opened
    from gnut.errors import Usage
    from gnut.formats import escape
    from gnut.formats.signatures import came
    from gnut.sign import core
    from gnut_store import canon
    from gnut_store import oid as oids

    keys.check_extra()
    store = opened(world)
    this = meant(world, store, name)
    if this.standing == "differs":
        raise Usage(
            f"{this.other}: it was changed since it was checked, and no run is of it as it stands",
            help=f"{checking(world, name)}  and sign then",
            code="report_differs",
        )
    run, body, made = this.oid, this.body, this.made
    named = None if commit is None else _commit(world, commit, made.run.report)
    chosen = keys.chosen(world, key)
    form = "dsse" if dsse else "sshsig"
    at_hand = core.Run(made, body, made.run.report.sha256)
    found = _made_before(store, run, at_hand, chosen, form, named)
    if found is None:
        told = canon.encode(core.statement(made, body, signed_at=world.now(), commit=named))
        signature = core.sign(
            told,
            chosen.public,
            form,
            lambda signed: keys.enveloped(chosen, signed) if dsse else keys.signed(world, chosen, signed),
        )
        found = core.Found(signatures.keep(store, run, told, signature), signature, told)
        said = "signed"
    else:
        moved = signatures.taken_along(store, run, found)
        said = "signed before, kept for the team now:" if moved else "signed before, nothing new:"
    if out is not None:
        suffix = ".dsse.json" if dsse else ".sig"
        if out.endswith(suffix) and out != suffix:
            outputs.write(world.cwd, out.removesuffix(suffix), found.statement)
        outputs.write(world.cwd, out, found.signature.signature.encode("utf-8"))
    terminal.out(f"{found.oid}\n")
    path = made.run.report.path
    what = f"run {oids.short(run)}… of {escape.path(path)} ({came(core.result(made))})"
    terminal.note(f"{said} {what}, as {found.signature.key}, by {chosen.named}")
    if this.said:
        terminal.note(this.said)
    if signatures.tier_of(store, run) == "local":
        line = recording(world, this, name)
        then = f"; for others to see it:  {line}  and sign again" if line else ", as is the run"
        terminal.note(f"kept on this machine only{then}")
    return 0


def _made_before(store: Store, run: Oid, at_hand: Run, key: Chosen, form: str, commit: str | None) -> Found | None:
    """Return a signature that the same key made of the same run, and that holds; what cannot be read is none."""
    from gnut.edge import keys, signatures
    from gnut.sign import core
    from gnut.sign.contract import Trust
    from gnut.sign.records import Signers

    wanted = core.fingerprint(key.public)
    nobody = Trust(Signers((core.listed(key.public),), ()), (), None, 0, 0)
    for each in signatures.kept(store, run, lambda error: None):
        if (each.signature.key, each.signature.format) != (wanted, form):
            continue
        told = core.judged(each, at_hand, nobody, keys.holds)
        if (told.outcome, told.commit) == ("good", commit):
            return each
    return None


def _commit(world: World, name: str, report: ArtifactRef) -> str:
    """Return the full name of a commit that holds the report as it was checked."""
    from gnut.edge.keys.committed import commit, sha256_at
    from gnut.errors import Usage
    from gnut.formats import escape

    full = commit(world, name)
    if sha256_at(world, full, report.path) != report.sha256:
        raise Usage(
            f"{escape.path(report.path)}: commit {full[:12]} does not hold it as it was checked",
            help="commit it, or name the commit that holds it; of what a commit holds:  gnut check REV:PATH",
            code="commit_differs",
        )
    return full
