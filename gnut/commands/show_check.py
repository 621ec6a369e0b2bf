"""`gnut show --check`: whether a file is a strict receipt, and whether an exported run stands."""

from __future__ import annotations

import sys
from typing import Any

from gnut.account.contract import EXECUTION, LARGEST, LEDGER, RUN
from gnut.edge.files import read, standard_input
from gnut.edge.world import World
from gnut.errors import BadReceipt, NotCanonical, ReportTooLarge
from gnut.formats import escape
from gnut.text.members import step
from gnut_store import canon
from gnut_store.json_plain import encodes

DAMAGED = 4
DAMAGE = frozenset(
    {"other_report", "other_companion", "other_snapshot", "other_text", "other_hidden_text", "self_hash"}
)
"""Refusals which say that bytes are not those that a hash names."""


def check(world: World, name: str) -> int:
    """Judge the receipt in a file, or the exported run in a folder, and print what it is or why it is refused.

    Returns:
        0 for what stands; 1 for an exported run that is refused; 4 where its bytes are not those that it names.

    Raises:
        InputMissing: It is not there, no regular file, or standard input is closed.
        GnutError: The file is no receipt or breaks its contract; the message has the file and the JSON pointer.
    """
    shown = escape.path(name)
    if name != "-" and (world.cwd / name).is_dir() and "\0" not in name:
        return _bundle(world, name, shown)
    try:
        return _file(world, name, shown)
    except (NotCanonical, BadReceipt) as error:
        named = str(error) if str(error).startswith(f"{shown}: ") else f"{shown}: {error}"
        todo = error.help or "a receipt is one JSON object; a report is for  gnut check"
        raise NotCanonical(named, pointer=error.pointer, help=todo, code=error.code) from None


def _file(world: World, name: str, shown: str) -> int:
    # A text file ends in a line feed, a hashed object does not: one is let pass.
    try:
        body = (
            standard_input(limit=LARGEST + 1) if name == "-" else read(world.cwd / name, limit=LARGEST + 1, shown=shown)
        )
    except ReportTooLarge as error:
        raise NotCanonical(str(error)) from None
    text = body.removesuffix(b"\n")
    value = canon.decode(text, limit=LARGEST)
    if not isinstance(value, dict):
        raise NotCanonical("a receipt is a JSON object")
    if len(text) > canon.MAX_BYTES and value.get("schema") not in (EXECUTION, RUN, LEDGER):
        # A run grows with its report; nothing else that is handed about does.
        raise NotCanonical(f"the JSON text is longer than {canon.MAX_BYTES:,} bytes, and no run")
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
    if "schema" in value:
        _fits(value, text)
    schema = escape.terminal(value["schema"]) if "schema" in value else "no schema"
    sys.stdout.write(f"{shown}: canonical, {schema}, {_self_hash(value)}\n")
    return 0


def _fits(value: dict[str, Any], body: bytes) -> None:
    """Hold a receipt of a contract that is known here against it; of another one, nothing more can be said.

    Raises:
        BadReceipt: A field is unknown, missing or of the wrong type, the version is unknown, or, of the parts of a
            run, they do not belong together.
    """
    from gnut.account.core.load import FORMS, parse
    from gnut.diff_replay.contract import EQUIVALENCE
    from gnut.diff_replay.core import parse_equivalence
    from gnut.formats.schemas.catalogue import OPEN, PUBLISHED
    from gnut.render_receipt.contract import SCHEMA as RENDERING
    from gnut.render_receipt.core import parse_receipt
    from gnut.text.fitted import fitted

    schema = value["schema"]
    if schema in FORMS:
        parse(body)
    elif schema == EQUIVALENCE:
        parse_equivalence(body)
    elif schema == RENDERING:
        parse_receipt(body)
    elif schema in PUBLISHED and schema not in OPEN:
        fitted(value, PUBLISHED[schema][0])
    elif schema not in PUBLISHED and schema.rpartition("/")[0] in {known.rpartition("/")[0] for known in PUBLISHED}:
        raise BadReceipt(f"{schema!r} is a version that is unknown here", code="unknown_schema", pointer="/schema")


def _bundle(world: World, name: str, shown: str) -> int:
    from gnut.account.core import parse_execution
    from gnut.edge import bundles, policies, terminal
    from gnut.edge.engine import engine
    from gnut.replay import Frozen, taken_over, verified

    bundle, strays = bundles.read(world.cwd / name, shown)
    frozen: tuple[Frozen, ...] = (
        *policies.all_shipped().values(),
        *policies.support_policies(),
        *policies.authority_policies(),
        *policies.domains(),
        *policies.emission_profiles(),
    )
    # Judging writes nothing: not even which gnut this is, into a store that was not opened.
    refused = (*strays, *verified(bundle, engine=engine(), frozen=frozen))
    for one in refused:
        sys.stdout.write(escape.terminal(f"{one.code} {one.pointer or '/'} {one.message}") + "\n")
    if refused:
        return DAMAGED if any(one.code in DAMAGE for one in refused) else 1
    made = parse_execution(bundle.execution)
    sys.stdout.write(f"{shown}: stands, {made.schema}, sha256 {made.sha256} ({_signed(world, name, shown)})\n")
    for sentence in taken_over(bundle, made):
        terminal.note(sentence)
    return 0


def _signed(world: World, name: str, shown: str) -> str:
    """Return in words whether signatures stand beside an exported run; they are not judged here."""
    from gnut.sign.core.folder import shown as of_signature

    known = [of_signature(path.name) for path in (world.cwd / name).iterdir()]
    count = sum(1 for each in known if each is not None and each.suffix)
    if not count:
        return "unsigned"
    return f"{count} signature{'' if count == 1 else 's'}, not judged here: gnut sign --verify {shown}"


def _judge(value: dict[str, Any]) -> None:
    """Refuse what strict JSON allows and no receipt holds: NUL, keys that programs take for their own."""
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        pointer, node = waiting.pop()
        if isinstance(node, str) and "\0" in node:
            raise NotCanonical(f"{pointer}: NUL in a string", pointer=pointer)
        if isinstance(node, dict):
            for key, child in node.items():
                place = f"{pointer}/{step(key)}"
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
