"""Where a bug leaves its traceback: a file that git ignores, never the terminal."""

from __future__ import annotations

import os
import platform
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

from gnut._version import __version__
from gnut.edge import terminal
from gnut.edge.world import World, world
from gnut.formats.escape import redacted
from gnut.formats.escape import terminal as escaped
from gnut.text.credentials import hides
from gnut.text.patterns import lazy

KEPT = 20
"""Newest log files that stay; older ones of gnut's own are removed."""

PRIVATE = frozenset({"--header", "--signing-key"})
"""Options whose value may be a secret as a whole."""

SHORTEST = 4
"""Characters from which on a value is looked for in a traceback: shorter ones stand in any text."""


_FIELDS = lazy(r"[?&;#]([^?&;#=]{1,256})=([^?&#]{1,4096})")


def _folders(seen: World) -> list[Path]:
    """Return where a log may go, best first: the store's ignored part, then the user's state folder."""
    folders = [seen.store / "local" / "crashes"] if seen.store and (seen.store / "local").is_dir() else []
    state = seen.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if os.path.isabs(state) else Path("~/.local/state").expanduser()
    return [*folders, base / "gnut"]


def log(error: BaseException, arguments: Sequence[str]) -> Path | None:
    """Write what is needed to understand `error`, and return the file; None when no folder takes it.

    Left out are credentials and query values of addresses, header values that were typed, wherever they turn up, the
    values of variables, and where on this machine the user's folders are.
    """
    seen = world()
    told = Private(arguments, seen)
    trace = told.told("".join(traceback.format_exception(error)))
    if seen.environ.get("GNUT_DEBUG") == "1":
        terminal.err(trace)
    text = (
        f"gnut {__version__}\npython {platform.python_version()} on {platform.system()} {platform.machine()}\n"
        f"arguments: {told.told(repr(told.arguments))}\n\n{trace}"
    )
    name = f"crash-{seen.now().replace(':', '').replace('-', '')}-{os.getpid()}.log"
    for folder in _folders(seen):
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            target = folder / name
            target.write_text(text, encoding="utf-8", errors="backslashreplace")
            for old in sorted(folder.glob("crash-*.log"))[:-KEPT]:
                old.unlink(missing_ok=True)
        except OSError:
            continue
        return target
    return None


class Private:
    """What of a call is nobody's business: its secrets, and where its folders are."""

    def __init__(self, arguments: Sequence[str], seen: World) -> None:
        """Find the secrets among `arguments`; folders are those of `seen`."""
        self.arguments = list(_without_values(arguments))
        self._values = sorted({*_secrets(arguments)}, key=len, reverse=True)
        home = seen.environ.get("HOME", "")
        places = {str(seen.cwd): ".", str(seen.root): ".", home: "~", os.path.realpath(home) if home else "": "~"}
        # The longest first, so that a folder inside the home is not cut in two.
        self._places = sorted(
            ((path, sign) for path, sign in places.items() if len(path) > 1), key=lambda one: -len(one[0])
        )

    def told(self, text: str) -> str:
        """Return `text` without them, its lines safe for a terminal."""
        for value in self._values:
            text = text.replace(value, "…")
        text = redacted(text)
        for path, sign in self._places:
            text = text.replace(path, sign)
        return "\n".join(escaped(line) for line in text.split("\n"))


def _without_values(arguments: Sequence[str]) -> Iterator[str]:
    """Yield the arguments, `…` for the value of an option that takes a secret."""
    is_private = False
    for argument in arguments:
        name, equals, _ = argument.partition("=")
        if is_private:
            yield "…"
        elif name in PRIVATE and equals:
            yield f"{name}=…"
        else:
            yield argument
        is_private = not is_private and argument in PRIVATE


def _secrets(arguments: Sequence[str]) -> Iterator[str]:
    """Yield the values that were typed and that nobody is to read, as a message may repeat them."""
    before = ""
    for argument in arguments:
        name, equals, value = argument.partition("=")
        given = argument if before in PRIVATE else value if equals and name in PRIVATE else None
        found = _of_address(argument) if given is None else (given, *given.split())
        yield from (one for one in found if len(one) >= SHORTEST)
        before = argument


def _of_address(argument: str) -> Iterator[str]:
    """Yield user, password and credentials of an address, as written and without escapes."""
    user, at, _ = argument.partition("://")[2].partition("/")[0].rpartition("@")
    found = [*user.split(":"), user] if at else []
    found += [match[2] for match in _FIELDS.finditer(argument) if hides(match[1], match[2])]
    for one in found:
        yield from {one, unquote(one)}
