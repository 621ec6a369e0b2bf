"""`gnut show`: an object of the store for people; with `--check`, whether a file is a strict receipt."""

from __future__ import annotations

import sys
from typing import Any

from gnut.edge.files import read, standard_input
from gnut.edge.store import named, opened
from gnut.edge.world import World
from gnut.errors import BadName, NotCanonical, ReportTooLarge
from gnut.formats import escape
from gnut.formats.indented import indented
from gnut_store import canon
from gnut_store import oid as oids
from gnut_store.json_plain import encodes
from gnut_store.oid import Oid
from gnut_store.store import Store

MOST = canon.MAX_BYTES


def show(world: World, name: str, *, check: bool = False) -> int:
    """Print an object, or the entries of a ref; with `check`, judge the JSON file called `name`.

    Raises:
        ObjectMissing: The store holds no such object, and there is no such ref.
        ObjectCorrupt: Its stored bytes are damaged.
        InputMissing: With `check`: it is not there, no regular file, or standard input is closed.
        NotCanonical: With `check`: the file is no receipt; the message begins with the JSON pointer.
    """
    if check:
        return _check(world, name)
    store = opened(world)
    entries = () if oids.is_oid(name) else _entries(store, name)
    if entries:
        for oid in entries:
            sys.stdout.write(f"{oid}  {store.kind(oid) if store.has(oid) else 'missing'}\n")
        return 0
    oid = named(store, name)
    body = store.get(oid)
    kind = store.kind(oid)
    sys.stdout.write(f"{kind} {oid}, {len(body):,} bytes\n\n{_readable(kind, body)}\n")
    return 0


def _entries(store: Store, name: str) -> tuple[Oid, ...]:
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


def _check(world: World, name: str) -> int:
    shown = escape.path(name)
    # A text file ends in a line feed, a hashed object does not: one is let pass.
    try:
        body = standard_input(limit=MOST + 1) if name == "-" else read(world.cwd / name, limit=MOST + 1, shown=shown)
    except ReportTooLarge as error:
        raise NotCanonical(str(error)) from None
    text = body.removesuffix(b"\n")
    value = canon.decode(text)
    if not isinstance(value, dict):
        raise NotCanonical("a receipt is a JSON object")
    if b"\\u0000" in text or b'"__' in text:
        _judge(value)
    if not isinstance(value.get("schema", ""), str):
        raise NotCanonical("/schema: not a string", pointer="/schema")
    at = canon.differs_at(text, canon.encode(value))
    if at is not None:
        raise NotCanonical(
            f"byte {at} differs from the canonical form",
            help="Keys are sorted, nothing stands between the signs: gnut plumbing canonical writes it.",
        )
    schema = escape.terminal(value["schema"]) if "schema" in value else "no schema"
    sys.stdout.write(f"{shown}: canonical, {schema}, {_self_hash(value)}\n")
    return 0


def _judge(value: dict[str, Any]) -> None:
    """Refuse what strict JSON allows and no receipt holds: NUL, keys that programs take for their own."""
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        pointer, node = waiting.pop()
        if isinstance(node, str) and "\0" in node:
            raise NotCanonical(f"{pointer}: NUL in a string", pointer=pointer)
        if isinstance(node, dict):
            for key, child in node.items():
                place = f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
                if "\0" in key or key.startswith("__"):
                    raise NotCanonical(f"{escape.terminal(place)}: no key of a receipt", pointer=place)
                waiting.append((place, child))
        elif isinstance(node, list):
            waiting.extend((f"{pointer}/{i}", child) for i, child in enumerate(node))


def _self_hash(value: dict[str, Any]) -> str:
    """Return in words whether the object's own `sha256` holds.

    Raises:
        NotCanonical: It does not.
    """
    if "sha256" not in value:
        return "no self-hash"
    rest = {key: child for key, child in value.items() if key != "sha256"}
    if value["sha256"] == canon.sha256(canon.encode(rest)):
        return "self-hash holds (unsigned)"
    text = value.get("text")
    if isinstance(text, str) and encodes(text) and value["sha256"] == canon.sha256(text.encode("utf-8")):
        return "hash of its text holds (unsigned)"
    raise NotCanonical("/sha256: the object's canonical form has another hash", pointer="/sha256")
