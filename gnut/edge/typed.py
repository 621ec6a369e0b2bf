"""Addresses that are typed and copies that a user brings: refused before anything happens, or requests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gnut.acquire.core import request
from gnut.edge import files
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import InputMissing, Usage
from gnut.model import Fetched, Request, Uri
from gnut.text.identifiers import addressed
from gnut.text.uris import source_uri

SAVED = 64 * 1024 * 1024
"""Most bytes of a copy that a user supplies."""


class Copy:
    """A copy of a source that the user brought."""

    def __init__(
        self, request: Request, fetched: Fetched, name: str, at: str | None = None, digests: str | None = None
    ) -> None:
        """Keep the bytes as if `request` had been answered with them.

        Args:
            request: What they are of.
            fetched: The bytes.
            name: File name, whose ending tells kinds of text apart.
            at: When they were captured, RFC 3339; None for now.
            digests: What became of the digests that an archive gives of them: `passed | not_checked`; None for a
                copy that is out of none.
        """
        self.request = request
        self.fetched = fetched
        self.name = name
        self.at = at
        self.digests = digests


def typed(address: str) -> Request:
    """Return the request for an address that was typed.

    Raises:
        Usage: It is none that could ever be fetched.
    """
    from gnut.edge.net.addresses import parse
    from gnut.edge.net.refusal import Refused, plain

    address = addressed(address) or address
    try:
        parse(address.partition("#")[0])
    except Refused as refusal:
        lacks = address and ":" not in address and not address.startswith((".", "/"))
        help = f"with its scheme:  --url https://{plain(address)}" if lacks else None
        raise Usage(f"{plain(address)}: {refusal.detail}", help=help, code=refusal.why) from None
    uri = source_uri(address, "-")
    if not isinstance(uri, str):
        raise Usage(f"{plain(address)}: {uri.sentence}", code="bad_url")
    return request(uri, address)


def copies(world: World, saved: Sequence[str]) -> list[Copy]:
    """Return the copies that `--saved` names.

    Raises:
        Usage: Two are of one source, however it is spelled: neither is the one that is meant.
    """
    found = [_copy(world, one) for one in saved]
    met: set[Uri] = set()
    for one in found:
        if one.request.uri in met:
            raise Usage(f"--saved: {one.request.uri} is given twice", help="Give one copy of each source.")
        met.add(one.request.uri)
    return found


def _copy(world: World, argument: str) -> Copy:
    """Return the copy that `URL=FILE` names.

    Both sides may hold an equals sign: the file is the shortest ending that exists.

    Raises:
        Usage: There is no equals sign, or what stands before it is no address.
        InputMissing: No such file, or it may not be read.
    """
    from gnut.edge.net.addresses import parse

    cuts = [position for position, sign in enumerate(argument) if sign == "="]
    if not cuts:
        raise Usage(f"--saved {legible(argument)}: there is no = in it", help="Give URL=FILE.")
    named = [cut for cut in reversed(cuts) if argument[cut + 1 :] and (world.cwd / argument[cut + 1 :]).is_file()]
    if not named:
        name = argument[cuts[-1] + 1 :]
        if not name:
            raise InputMissing(f"--saved {legible(argument)}: no file is named behind the =", help="Give URL=FILE.")
        raise InputMissing(
            f"--saved {legible(argument)}: there is no file {legible(name)}",
            help="Name the copy that you saved, from the folder that you are in.",
        )
    address, name = argument[: named[0]], argument[named[0] + 1 :]
    asked = typed(address)
    body = files.read(world.cwd / name, limit=SAVED, shown=legible(name))
    target = parse(address.partition("#")[0])
    return Copy(asked, Fetched(asked.uri, target.final_uri, 200, None, body, (), supplied=True), Path(name).name)
