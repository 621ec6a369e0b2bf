"""Values of options that are more than a word: ages, sizes, fields of a request, lists of addresses."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from gnut.edge import files
from gnut.edge.paths import legible
from gnut.edge.typed import typed
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.model import Request
from gnut.text.patterns import lazy

if TYPE_CHECKING:
    from gnut.edge.net.manners import Header

_AGE = lazy(r"([0-9]{1,6})([smhdw])")
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
_SIZE = lazy(r"([0-9]{1,12})([kKmM]?)")
_SPAN = lazy(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)([sm]?)")
SKEW = 86400
"""Seconds that two clocks may differ; a capture from further in the future is no young one."""


def age(text: str) -> int:
    """Return the seconds of an age: `90s`, `45m`, `12h`, `30d`, `2w`.

    Raises:
        Usage: It is none.
    """
    match = _AGE.fullmatch(text)
    if match is None:
        raise Usage(f"--max-age {legible(text)}: not an age", help="give 12h, 30d or 2w")
    return int(match[1]) * SECONDS[match[2]]


def is_older(seen: str | None, now: str, seconds: int) -> bool:
    """Return whether what was `seen` then is older than so many seconds `now`; both RFC 3339.

    Never seen, or seen in a future that no clock's error explains, is older than any age.
    """
    if seen is None:
        return True
    passed = (datetime.fromisoformat(now) - datetime.fromisoformat(seen)).total_seconds()
    return passed > seconds or passed < -SKEW


def size(text: str) -> int:
    """Return the bytes of a size: a number, or one of KiB (`500k`) or MiB (`4M`).

    Raises:
        Usage: It is none, or nothing.
    """
    match = _SIZE.fullmatch(text)
    count = 0 if match is None else int(match[1]) * {"": 1, "k": 1 << 10, "m": 1 << 20}[match[2].lower()]
    if not count:
        raise Usage(f"--max-bytes {legible(text)}: not a size", help="give a number of bytes, 500k or 4M")
    return count


def span(text: str) -> float:
    """Return the seconds of a time limit: `10`, `2.5`, `20s`, `1m`.

    Raises:
        Usage: It is none, or under a tenth of a second.
    """
    match = _SPAN.fullmatch(text)
    seconds = 0.0 if match is None else float(match[1]) * SECONDS[match[2] or "s"]
    if seconds < 0.1:
        raise Usage(f"--timeout {legible(text)}: not a time of 0.1 seconds or more", help="give 10, 2.5 or 20s")
    return seconds


def header(text: str) -> Header:
    """Return the field that `HOST NAME: VALUE` names. Its value, which may be a secret, is in no message.

    Raises:
        Usage: One of the three is missing. What they may be, the door says (`gnut.edge.net.fields`).
    """
    host, _, field = text.strip().partition(" ")
    name, colon, value = field.partition(":")
    if not colon or not host or not name.strip():
        raise Usage(
            "--header: no host, or no colon behind the name of the field",
            help="give --header 'HOST NAME: VALUE'; the field goes to that host alone",
        )
    from gnut.edge.net.fields import origin
    from gnut.edge.net.manners import Header

    scheme, known, port = origin(host)
    return Header(known, name.strip(), value.strip(), scheme, port)


def listed(world: World, name: str) -> list[Request]:
    """Return the requests for the addresses in a file, one a line; `-` is standard input.

    Empty lines and lines that begin with `#` are passed over.

    Raises:
        Usage: A line is no address that could be fetched; it is named by its number.
        InputMissing: The file is not there, or cannot be read.
    """
    shown = legible(name)
    body = files.standard_input() if name == "-" else files.read(world.cwd / name, shown=shown)
    lines = files.utf8(body, f"--files-from {shown}", error=Usage, remedy="one address a line").splitlines()
    return [
        _typed(line.strip(), f"--files-from {shown}:{number}")
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]


def _typed(address: str, where: str) -> Request:
    try:
        return typed(address)
    except Usage as error:
        raise Usage(f"{where}: {error}", help="one address a line", code=error.code) from None
