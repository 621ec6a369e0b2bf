"""`gnut sign --verify`: what the signatures of a run are worth."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from gnut.account.core import parse_execution
from gnut.edge import bundles, files, keys, signatures, terminal
from gnut.edge.failures import shown, worst
from gnut.edge.keys.choice import local
from gnut.edge.keys.committed import body as committed
from gnut.edge.keys.committed import sha256_at
from gnut.edge.world import World
from gnut.errors import BadReceipt, GnutError, NotCanonical, Usage
from gnut.formats import escape
from gnut.formats import signatures as pages
from gnut.sign import core
from gnut.sign.contract import SIGNATURES, AtHand, Judged, Trust, Verdict
from gnut.sign.core import folder as parts
from gnut.sign.core.dsse import MOST
from gnut.sign.core.moments import listed, written
from gnut_store import canon
from gnut_store import oid as oids


def verify(
    world: World,
    name: str,
    *,
    signer: str | None = None,
    at: str | None = None,
    allowed_signers: str | None = None,
    revocation: str | None = None,
    output_format: str = "text",
    color: str = "auto",
) -> int:
    """Judge every signature of a run, and print what each one is worth.

    Args:
        world: The store, git's configuration, the clock.
        name: A run or report as for `gnut sign`, or the folder of an exported run.
        signer: Who has to have signed; None for anybody on the list of signers.
        at: The moment for which keys have to be valid, or `now`; None for the one in each statement.
        allowed_signers: List of signers, a file or `REV:PATH`; None for git's.
        revocation: List of revoked keys, the same.
        output_format: `text | json`.
        color: When to colour.

    Returns:
        0 when at least one is good and none is bad; 1 otherwise, an unsigned run included; 4 when stored bytes
        are damaged, or the report in a folder is not the one that was checked.

    Raises:
        MissingExtra: The library that verifies is not installed.
        BadId: No run has that name.
        BadReceipt: A folder holds no run.
        Usage: `at` is no moment.
        BadSignature: A list cannot be read.
    """
    keys.check_extra()
    moment, now = _moment(world, at), written(world.now())
    assert now is not None
    lists = keys.lists(world, allowed_signers, revocation, lambda text: committed(world, text))
    trust = Trust(lists.signers, lists.revoked, signer, moment, now)
    codes: list[int] = []
    run, found, notes = _at_hand(world, name, codes, signer)
    judged = tuple(_with_commit(world, run, core.judged(each, run, trust, keys.holds)) for each in found)
    outcome = core.together(judged)
    if (outcome == "unsigned" and codes) or run.standing == "differs":
        outcome = "bad"
    verdict = Verdict(
        SIGNATURES,
        oids.oid_of("execution", run.body),
        outcome,
        core.result(run.made),
        AtHand(run.made.run.report.path, run.made.run.report.sha256, run.standing),
        _legible(lists.signers_named),
        _legible(lists.revoked_named),
        judged,
    )
    _tell(world, verdict, lists, name, output_format, color)
    for note in notes:
        terminal.note(note)
    return worst([*codes, 0 if outcome == "good" else 1])


def _moment(world: World, at: str | None) -> int | None:
    if at is None:
        return None
    seconds = written(world.now() if at == "now" else at) or listed(at, local)
    if seconds is None:
        raise Usage(
            f"{at!r} is no moment", help="--at 2026-01-31T12:00:00Z, 20260131[1200[00]][Z] or now", code="bad_moment"
        )
    return seconds


def _with_commit(world: World, run: core.Run, made: Judged) -> Judged:
    """Return the judgement with what git says of the commit that the statement names, if it names one.

    A folder may be judged anywhere: where a path starts there, nobody knows.
    """
    if made.commit is None:
        return made
    try:
        held = sha256_at(world, made.commit, run.made.run.report.path)
    except GnutError:
        return core.with_commit(made, "unchecked", binding=False)
    same = held == run.made.run.report.sha256
    if run.folder:
        return core.with_commit(made, "holds" if same else "unchecked", binding=False)
    return core.with_commit(made, "holds" if same else "differs", binding=True)


def _at_hand(
    world: World, name: str, codes: list[int], signer: str | None
) -> tuple[core.Run, list[core.Found], list[str]]:
    """Return the run that is named, its signatures, and what is to be said; the exit codes of what is damaged."""
    if "\0" not in name and (world.cwd / name).is_dir():
        return *_exported(world.cwd / name, escape.path(name), codes), []
    from gnut.edge.meant import checking, meant
    from gnut.edge.store import opened

    store = opened(world)
    this = meant(world, store, name)
    report = canon.sha256(store.get(this.made.run.report.body, "blob"))

    def lost(error: GnutError) -> None:
        code = shown(error)
        # Whoever may add to the store may add what is no signature; of whoever is asked for, it is none.
        if signer is None or error.code != signatures.NO_SIGNATURE:
            codes.append(code)

    found = list(signatures.kept(store, this.oid, lost))
    notes = [this.said] if this.said else []
    if this.standing == "differs":
        notes.append(f"to have it judged as it stands:  {checking(world, name)}")
    return core.Run(this.made, this.body, report, this.standing), found, notes


def _exported(folder: Path, said: str, codes: list[int]) -> tuple[core.Run, list[core.Found]]:
    bundle, _ = bundles.read(folder, said)
    try:
        made = parse_execution(bundle.execution)
    except (NotCanonical, BadReceipt) as error:
        raise BadReceipt(
            f"{said}/execution.json: {error}", code=error.code if isinstance(error, BadReceipt) else "not_canonical"
        ) from None
    from gnut.edge.meant import differing_bodies

    differs = differing_bodies(made.run, bundle.report, tuple(bundle.companions.items())) is not None
    if differs:
        codes.append(4)
    standing = "differs" if differs else "same"
    run = core.Run(made, bundle.execution, canon.sha256(bundle.report), standing, folder=True)

    def get(name: str) -> bytes:
        if (folder / name).is_symlink():
            return b""
        # One that is too long is judged by its beginning, which is too long as well, and the others as ever.
        try:
            descriptor = os.open(folder / name, files.FLAGS | os.O_NOFOLLOW)
        except OSError as error:
            raise files.refused(f"{said}/{name}", error) from None
        try:
            return files.taken(descriptor, MOST) or b""
        except OSError as error:
            raise files.refused(f"{said}/{name}", error) from None
        finally:
            os.close(descriptor)

    return run, list(parts.signatures(_names(folder), get))


def _names(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as entries:
        yield from (entry.name for entry in entries)


def _legible(name: str | None) -> str | None:
    return None if name is None else name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _tell(world: World, verdict: Verdict, lists: keys.Lists, name: str, output_format: str, color: str) -> None:
    if output_format == "json":
        terminal.out(pages.render_json(verdict))
    else:
        paint = terminal.paint(world, color, on_tty=world.stdout_tty)
        terminal.out(pages.render(verdict, escape.path(name), paint=paint))
    terminal.note(f"signers: {lists.signers_named or 'no list (--allowed-signers, or gpg.ssh.allowedSignersFile)'}")
    if lists.revoked_named is not None:
        terminal.note(f"revoked keys: {lists.revoked_named}")
    for bad in lists.signers.bad[:20] if lists.signers else ():
        terminal.note(f"{lists.signers_named}: line {bad.line}: {bad.why}: it grants nothing")
