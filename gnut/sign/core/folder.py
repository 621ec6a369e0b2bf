"""Signatures as files beside an exported run, so that a stranger verifies them with ssh-keygen alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from gnut.errors import BadSignature
from gnut.sign.contract import SIGNATURE, Signature
from gnut.sign.core import dsse
from gnut.sign.core.judge import Found
from gnut.sign.core.publickeys import fingerprint
from gnut.sign.core.sshsig import sshsig_of, unarmored
from gnut.text.patterns import lazy
from gnut_store import canon
from gnut_store import oid as oids

_NAME = lazy(r"statement(-[1-9][0-9]{0,3})?\.json(?:(\.sig)|(\.dsse\.json))?\Z")
MOST = 200
"""Most signatures of an exported run."""


class Shown(NamedTuple):
    """What is known of a file by its name."""

    number: int
    suffix: str
    """Empty for a statement, `.sig` or `.dsse.json`."""


def shown(name: str) -> Shown | None:
    """Return what a file in an exported run is by its name; None when it is no part of a signature."""
    match = _NAME.match(name)
    if match is None or match[1] == "-1":
        return None
    return Shown(int(match[1][1:]) if match[1] else 1, match[2] or match[3] or "")


def files(signatures: Iterable[Found]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a run's signatures with their names: `statement.json`, `statement.json.sig` and so on."""
    for number, each in enumerate(signatures, 1):
        name = "statement.json" if number == 1 else f"statement-{number}.json"
        yield name, each.statement
        suffix = ".sig" if each.signature.format == "sshsig" else ".dsse.json"
        yield f"{name}{suffix}", each.signature.signature.encode("utf-8")


def signatures(names: Iterable[str], get: Callable[[str], bytes]) -> Iterator[Found]:
    """Yield the signatures of a folder; whether they hold is for `judged`.

    A signature without its statement is over nothing, which no signature holds over. A statement alone says nothing.

    Args:
        names: Of all files there.
        get: Returns the bytes of one of them.

    Raises:
        BadSignature: `too_many`.
    """
    known = sorted((each, name) for name in names if (each := shown(name)) is not None)
    there = {name for _, name in known}
    signed = [(each, name) for each, name in known if each.suffix]
    if len(signed) > MOST:
        raise BadSignature(f"there are more than {MOST} signatures", help="take some away", code="too_many")
    for each, name in signed:
        statement = name.removesuffix(each.suffix)
        body = get(statement) if statement in there else b""
        text = get(name).decode("utf-8", "replace")
        kind = "sshsig" if each.suffix == ".sig" else "dsse"
        if kind == "dsse" and statement not in there:
            body = _payload(text)
        made = Signature(SIGNATURE, oids.oid_of("statement", body), kind, _key(kind, text), text)
        yield Found(oids.oid_of("signature", canon.encode(made)), made, body)


def _payload(text: str) -> bytes:
    try:
        return dsse.opened(text).payload
    except BadSignature:
        return b""


def _key(kind: str, text: str) -> str:
    """Return the fingerprint that a signature names, as far as it can be read."""
    try:
        return dsse.opened(text).keyid if kind == "dsse" else fingerprint(sshsig_of(unarmored(text)).key)
    except BadSignature:
        return ""
