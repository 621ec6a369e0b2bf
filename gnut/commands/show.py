"""`gnut show`: a run, a source or an object of the store for people, a run written for others, receipts judged."""

from __future__ import annotations

import sys

from gnut.edge.store import named, opened
from gnut.edge.world import World
from gnut.errors import BadId, BadName, Usage
from gnut.formats import escape
from gnut.formats.indented import indented
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.oid import Oid
from gnut_store.store import Store

MOST = canon.MAX_BYTES
DAMAGED = 4


def show(
    world: World,
    name: str,
    *,
    check: bool = False,
    export: str | None = None,
    output_format: str = "text",
    color: str = "auto",
) -> int:
    """Print an object, a run, a source, or the entries of a ref; write a run for others; judge a receipt.

    Args:
        world: The store, and where paths start from.
        name: Id or its beginning, ref, address for its captures, or report for its newest run; with `check`, a file
            or a folder.
        check: Judge the JSON file, or the exported run in the folder, called `name`.
        export: Folder to write the run into, with all that it was made from.
        output_format: `text`, or `json` for an object's own bytes, or the captures of a source.
        color: When to colour.

    Raises:
        Usage: `export` and `check` together, or a folder that is not empty.
        ObjectMissing: The store holds no such object, and there is no such ref.
        BadId: No object, run or snapshot has that name.
        ObjectCorrupt: Its stored bytes are damaged.
        InputMissing: With `check`: it is not there, no regular file, or standard input is closed.
        NotCanonical: With `check`: the file is no receipt; the message begins with the JSON pointer.
        BadReceipt: With `check`: the receipt breaks its contract; the same.
    """
    if check and export is not None:
        raise Usage("--check reads a receipt, --export writes one", help="give one of them")
    if check:
        from gnut.commands.show_check import check as judged

        return judged(world, name)
    store = opened(world)
    if export is not None:
        return _export(world, store, name, export)
    if name.lower().startswith(("https://", "http://")):
        return _source(world, store, name, output_format, color)
    entries = () if oids.is_oid(name) else _entries(store, name)
    if entries:
        return _listed(store, name, entries)
    oid = _meant(world, store, name)
    kind = store.kind(oid)
    if output_format == "json":
        _bytes(kind, store.get(oid))
    elif kind == "execution":
        _run(world, store, oid, color)
    else:
        body = store.get(oid)
        sys.stdout.write(f"{kind} {oid}, {len(body):,} bytes{_type(kind, body)}\n\n{_readable(kind, body)}\n")
    return 0


def _listed(store: Store, name: str, entries: tuple[Oid, ...]) -> int:
    """Print what a ref names; 4 when some of it is in no readable pack."""
    from gnut.edge.failures import say

    absent = set(store.missing(entries))
    for oid in entries:
        sys.stdout.write(f"{oid}  {'missing' if oid in absent else store.kind(oid)}\n")
    if absent:
        say(f"{name}: {len(absent)} of {len(entries)} objects are in no readable pack", "run  gnut fsck")
    return DAMAGED if absent else 0


def _type(kind: str, body: bytes) -> str:
    """Return what bytes are by their beginning, as a part of a line; nothing for what its kind says already."""
    if kind not in oids.BYTES_KINDS or not body:
        return ""
    from gnut.text.sniff import Type, declared_type

    found = declared_type(None, body, "")
    return f", {found.name if isinstance(found, Type) else found.partition(': ')[2]}"


def _meant(world: World, store: Store, name: str) -> Oid:
    """Return the object that a name means: by its id or the beginning of it, else the run of a report."""
    if oids.is_prefix(name):
        try:
            return named(store, name)
        except BadId as error:
            if error.code != "unknown_id":
                raise
    from gnut.edge.runs import resolve

    return resolve(world, store, name)


def _run(world: World, store: Store, oid: Oid, color: str) -> None:
    from gnut.edge import terminal
    from gnut.edge.runs import load
    from gnut.formats import account

    terminal.out(account.render(oid, load(store, oid), paint=terminal.paint(world, color, on_tty=world.stdout_tty)))


def _bytes(kind: str, body: bytes) -> None:
    if kind in oids.BYTES_KINDS or kind in oids.TEXT_KINDS:
        raise Usage(f"a {kind} is no JSON", help="gnut store cat  writes its bytes")
    sys.stdout.flush()
    sys.stdout.buffer.write(body + b"\n")
    sys.stdout.buffer.flush()


def _export(world: World, store: Store, name: str, folder: str) -> int:
    from gnut.edge import bundles, signatures, terminal
    from gnut.edge.failures import shown, worst
    from gnut.edge.runs import bundle, resolve
    from gnut.sign.core.folder import files

    codes: list[int] = []
    oid = resolve(world, store, name)
    signed = list(signatures.kept(store, oid, lambda error: codes.append(shown(error))))
    count = bundles.write(bundle(store, oid), world.cwd / folder, escape.path(folder), files(signed))
    told = f", {len(signed)} signature{'' if len(signed) == 1 else 's'} among them" if signed else ""
    terminal.note(f"{count} files of run {oids.short(oid)} written to {folder}{told}")
    return worst(codes)


def _source(world: World, store: Store, address: str, output_format: str, color: str) -> int:
    """Print the captures of a source; 4 when some of what the store holds of it is damaged."""
    from gnut.acquire.core.history import history
    from gnut.edge import terminal
    from gnut.edge.failures import shown, worst
    from gnut.edge.typed import typed
    from gnut.formats import captures

    codes: list[int] = []
    found = history(store, typed(address).uri, lambda error: codes.append(shown(error)))
    if not found.captures and not found.refused and found.failure is None and not codes:
        raise BadId(
            f"{escape.terminal(escape.redacted(address))}: the store holds no snapshot of it",
            help="gnut acquire --url URL takes one; gnut show REPORT says what a run made of it",
            code="unknown_id",
        )
    source = captures.shown(found)
    if output_format == "json":
        terminal.out(captures.render_json(source))
    else:
        terminal.out(captures.render(source, paint=terminal.paint(world, color, on_tty=world.stdout_tty)))
    return worst(codes)


def _entries(store: Store, name: str) -> tuple[Oid, ...]:
    """Return the entries of a ref; none for what is no name of one."""
    try:
        return store.refs(name)
    except BadName:
        return ()


def _readable(kind: str, body: bytes) -> str:
    """Return an object's bytes as text that no terminal obeys."""
    if kind not in oids.BYTES_KINDS and kind not in oids.TEXT_KINDS:
        return indented(canon.decode(body, limit=max(MOST, len(body)))).rstrip("\n")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return f"(bytes that are no text; gnut store cat {oids.short(oids.oid_of(kind, body))} writes them)"
    return "\n".join(escape.terminal(line) for line in text.split("\n"))
