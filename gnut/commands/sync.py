"""`gnut sync`: the team's part of the store, to other clones and from them."""

from __future__ import annotations

import os
from datetime import datetime
from typing import TYPE_CHECKING

from gnut.edge import terminal
from gnut.edge.linked import LINKS
from gnut.edge.paths import legible
from gnut.edge.store import opened
from gnut.edge.sync_said import Counted, list_out, moment, packs, say_json, say_strange, were
from gnut.edge.world import World
from gnut.errors import GnutError, MissingExtra, NoStore, Usage
from gnut.formats import escape
from gnut.formats.sizes import counted, size
from gnut.formats.synced import SYNC, OneSide, Synced

if TYPE_CHECKING:
    from gnut_store.carrier import Carrier
    from gnut_store.carry.comparing import Compared, Side
    from gnut_store.carry.syncing import Place, Pulled

DIFFERS, UNKNOWN, REFUSED = 1, 2, 4
CLOUDS = ("s3://", "gs://", "az://")

MEND = "gnut sync pull  takes good bytes where a remote has them; gnut fsck --repair  keeps what can be read"


def push(world: World, remote: str | None, *, fetch: bool, hand_on: bool, output_format: str) -> int:
    """Give a remote every pack of the team's that it lacks; 4 if something is damaged, there or here.

    Args:
        world: Folders, clock and environment.
        remote: A git remote's name, an address, a path, or object storage; None for git's own choice.
        fetch: Whether to ask the remote first; False when git has fetched.
        hand_on: Whether to push; False when git will.
        output_format: `text | json`.

    Raises:
        NoStore: There is no store.
        CarrierFailed: The remote cannot be reached, or refuses; 75 when others were faster each time.
    """
    if remote is not None and _is_cloud(world, remote):
        return _push_to_cloud(world, remote, fetch=fetch, hand_on=hand_on, output_format=output_format)
    from gnut_store.carry import syncing

    with Counted(world) as shown:
        done = syncing.push(_place(world), remote, fetch=fetch, hand_on=hand_on, progress=shown.reach)
    code = REFUSED if done.refused else 0
    name = legible(done.remote)
    if output_format == "json":
        made = Synced(SYNC, "push", done.remote, code, sent=done.sent, held=done.held)
        say_json(made, refused=done.refused, strange=done.strange)
    else:
        list_out(done.refused, help=MEND)
        verb = "to hand on" if done.advice else "handed on"
        terminal.note(f"{name}: {packs(len(done.sent))} {verb}, {done.held:,} there already")
        say_strange(name, done.strange, "left out of the union")
        if done.others:
            terminal.note(f"{packs(done.others)} of others {were(done.others)} fetched: gnut sync pull takes them in")
    if done.advice:
        terminal.note(done.advice)
    return code


def pull(world: World, remote: str | None, *, fetch: bool, output_format: str) -> int:
    """Take every pack of a remote's that the team's part lacks, each checked first; 4 if some were refused.

    Raises:
        NoStore: There is no store.
        CarrierFailed: The remote cannot be reached, carries no store, or sends what is none.
        StoreUnwritable: Disk or permission.
    """
    cloud = remote if remote is not None and _is_cloud(world, remote) else None
    if cloud is not None:
        done = _pulled_from_cloud(world, cloud, fetch=fetch)
    else:
        from gnut_store.carry import syncing

        with Counted(world) as shown:
            done = syncing.pull(_place(world), remote, fetch=fetch, progress=shown.reach, links=LINKS)
    name, received, strange = done
    refused = [(f"packs/{pack}.gpk", f"{name}: {why}") for pack, why in received.refused]
    hurt = [(f"packs/{pack}.gpk", f"{why} here") for pack, why in received.damaged]
    code = REFUSED if refused or hurt else 0
    if output_format == "json":
        made = Synced(SYNC, "pull", name, code, taken=received.taken, healed=received.healed, held=len(received.held))
        say_json(made, refused=[*refused, *hurt], strange=strange)
        return code
    list_out(refused, help=None if cloud is None else _healing_of_a_cloud(cloud))
    list_out(hurt, word="damaged", help="gnut fsck --repair")
    rest = f", {packs(len(refused))} refused" if refused else ""
    terminal.note(f"{legible(name)}: {packs(len(received.taken))} taken, {len(received.held):,} here already{rest}")
    if received.healed:
        count = len(received.healed)
        terminal.note(
            f"{count:,} damaged {'pack' if count == 1 else 'packs'} here replaced; the damaged bytes are in .gnut/trash"
        )
    say_strange(legible(name), strange, "not looked at")
    return code


def status(world: World, remote: str | None, *, fetch: bool, output_format: str) -> int:
    """Print which packs only one side has, by what was last fetched; 1 if there are any, 2 if nothing was fetched.

    Raises:
        NoStore: There is no store.
        CarrierFailed: The remote cannot be reached, or what was fetched is no store.
    """
    from gnut_store.carry import comparing

    if remote is not None and _is_cloud(world, remote):
        return _status_of_cloud(world, remote, output_format=output_format)
    found = comparing.status(_place(world), remote, fetch=fetch)
    unknown = found.commit is None and not fetch
    code = _verdict(found, unknown=unknown)
    if output_format == "json":
        made = Synced(
            SYNC,
            "status",
            found.remote,
            code,
            commit=found.commit,
            committed_at=moment(found.committed),
            both=None if unknown else found.both,
            here=_side(found.here),
            there=None if unknown else _side(found.there),
        )
        say_json(made, refused=found.damaged, strange=found.strange)
        return code
    _print_status(found, "" if remote is None else f" {found.remote}", fetch=fetch, unknown=unknown)
    return code


def _status_of_cloud(world: World, remote: str, *, output_format: str) -> int:
    """Compare names of packs: objects of what lies there are not counted, as nothing of it is read."""
    from gnut_store import healing, known

    store, carrier = opened(world), _cloud(world, remote)
    there, listed = carrier.names(), known.packs_of(store.folder, store.files)
    lost = healing.damaged(f"{store.folder}/packs", listed, store.files)
    here = listed - lost.keys()
    needless = known.names(store.folder, store.files, lost=lost)
    only_here, lacking = sorted(here - there), sorted(there - here - needless)
    damaged = [(f"packs/{name}.gpk", f"{why} here") for name, why in lost.items()]
    code = REFUSED if damaged else DIFFERS if only_here or lacking else 0
    if output_format == "json":
        mine, theirs = (OneSide(tuple(names), None, None, None) for names in (only_here, lacking))
        made = Synced(SYNC, "status", carrier.place, code, both=len(here & there), here=mine, there=theirs)
        say_json(made, refused=damaged)
        return code
    name = legible(carrier.place)
    list_out(damaged, word="damaged", help=MEND)
    terminal.note(f"{name}: {'as it is now; objects not counted' if there else 'carries no store'}")
    terminal.out(f"only here: {packs(len(only_here))}\nonly at {escape.terminal(name)}: {packs(len(lacking))}\n")
    terminal.out(f"here and there: {packs(len(here & there))}\n")
    return code


def _verdict(found: Compared, *, unknown: bool) -> int:
    if found.damaged:
        return REFUSED
    if unknown:
        return UNKNOWN
    return DIFFERS if any(side.objects or side.entries for side in (found.here, found.there)) else 0


def _side(side: Side) -> OneSide:
    return OneSide(side.packs, side.objects, side.entries, side.size)


def _print_status(found: Compared, typed: str, *, fetch: bool, unknown: bool) -> None:
    name = legible(found.remote)
    list_out(found.damaged, word="damaged", help=MEND)
    if found.commit is None:
        terminal.note(f"{name}: {'carries no store' if fetch else 'was never fetched'}")
        terminal.note(f"to begin:  gnut sync {'push' if fetch else 'status --fetch'}{legible(typed)}")
    else:
        terminal.note(f"{name}: as committed {moment(found.committed)}" + ("" if fetch else "; --fetch asks again"))
    for side, word in ((found.here, "only here"), (found.there, f"only at {name}")):
        told = f"{packs(len(side.packs))}, {counted(side.objects, 'object')}, {size(side.size)}"
        if not side.objects and side.packs:
            told += "; the other side has all of it in other packs" if not side.entries else ""
        if side.entries and not side.objects:
            told += f", {side.entries:,} {'entry' if side.entries == 1 else 'entries'} of refs"
        terminal.out(f"{escape.terminal(word)}: {'not known' if unknown else told}\n")
    terminal.out(f"here and there: {'not known' if unknown else packs(found.both)}\n")
    say_strange(name, found.strange, "not looked at")


def _place(world: World) -> Place:
    from gnut_store.carry.syncing import Place

    store = opened(world)
    if world.store is None:
        raise NoStore("this store lies in no repository", help="run it where .gnut lies")
    now = int(datetime.fromisoformat(world.now()).timestamp())
    return Place(store, world.root, world.environ, world.cwd, now)


def _push_to_cloud(world: World, remote: str, *, fetch: bool, hand_on: bool, output_format: str) -> int:
    from gnut_store.receive import send

    if not (fetch and hand_on):
        raise Usage("object storage has nothing that git could do", help="leave --no-fetch and --no-push out")
    carrier = _cloud(world, remote)
    with Counted(world) as shown:
        done = send(opened(world), carrier, progress=shown.reach)
    refused = [(f"packs/{pack}.gpk", f"{why} here; it was not sent") for pack, why in done.damaged]
    code = REFUSED if refused else 0
    if output_format == "json":
        say_json(Synced(SYNC, "push", carrier.place, code, sent=done.sent, held=len(done.held)), refused=refused)
    else:
        list_out(refused, help=MEND)
        terminal.note(f"{legible(carrier.place)}: {packs(len(done.sent))} handed on, {len(done.held):,} there already")
    return code


def _pulled_from_cloud(world: World, remote: str, *, fetch: bool) -> Pulled:
    from gnut_store.carrier import CarrierFailed
    from gnut_store.carry.syncing import Pulled
    from gnut_store.receive import receive

    if not fetch:
        raise Usage("object storage has nothing that git could fetch", help="leave --no-fetch out")
    carrier = _cloud(world, remote)
    with Counted(world) as shown:
        received = receive(opened(world), carrier, progress=shown.reach, links=LINKS)
    if not (received.taken or received.held or received.refused):
        name = legible(carrier.place)
        raise CarrierFailed(f"{name}: carries no store", help=f"gnut sync push {name}", code="nothing_carried")
    return Pulled(carrier.place, received, ())


def _healing_of_a_cloud(remote: str) -> str:
    return f"remove it there, then  gnut sync push {legible(remote)}  from a store that has good bytes"


def _is_cloud(world: World, remote: str) -> bool:
    """Say whether a remote is object storage; a `file://` folder is, unless it is a git repository."""
    if remote.startswith(CLOUDS):
        return True
    if not remote.startswith("file://"):
        return False
    from gnut_store.carry.address import address

    try:
        there = address(remote, world.cwd)
    except GnutError:
        return True
    return not (os.path.isdir(f"{there.url}/objects") or os.path.lexists(f"{there.url}/.git"))


def _cloud(world: World, remote: str) -> Carrier:
    from importlib.util import find_spec

    if find_spec("obstore") is None:
        raise MissingExtra("object storage needs obstore, which is not installed", help='pip install "gnut[s3]"')
    from gnut_store.cloud import CloudCarrier

    return CloudCarrier(remote, world.environ)
