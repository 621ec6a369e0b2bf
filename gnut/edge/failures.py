"""What a person sees when something goes wrong: one line of what, one line of what to do."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from gnut.errors import GnutError

BUG = 3
UNUSABLE = 2
PRECEDENCE = (130, 75, 3, 4, 2, 1, 0)
"""Of several exit codes, the first of these."""


def worst(codes: Iterable[int]) -> int:
    """Return the exit code that stands for several."""
    met = {*codes, 0}
    return next((code for code in PRECEDENCE if code in met), BUG)


def of_file(error: GnutError, shown: str) -> GnutError:
    """Return the error with the file's name in front, for parsers that do not know whose bytes they read.

    Args:
        error: As the parser raised it; its code, exit code and remedy are kept.
        shown: The file as the reader typed it.
    """
    told = GnutError(f"{shown}: {error}", help=error.help, code=error.code)
    told.exit_code = error.exit_code
    return told


def say(message: str, help: str | None = None) -> None:
    """Write an error and its remedy to stderr; a closed stderr is no second error."""
    from gnut.edge import terminal

    terminal.note(f"error: {message}")
    if help:
        # Remedies are written as sentences or as phrases; they are shown as phrases.
        phrase = help[:1].lower() + help[1:] if help[1:2].islower() else help
        terminal.note(f"help: {phrase.removesuffix('.')}")


def of_os(error: OSError) -> tuple[str, str | None]:
    """Return what and what to do of a disk or permission that refused."""
    import errno

    name = "" if error.filename is None else f"{_name(error.filename)}: "
    what = f"{name}{(error.strerror or str(error) or type(error).__name__).lower()}"
    remedy = {
        errno.ENOSPC: "free some space, then run the same command again: nothing was acknowledged",
        errno.EACCES: "look at the owner and the mode of the file and of its folder",
        errno.EPERM: "look at the owner and the mode of the file and of its folder",
        errno.EROFS: "the file system is mounted read-only",
        errno.EMFILE: "raise the limit of open files (ulimit -n)",
    }.get(error.errno or 0)
    return what, remedy


def _name(filename: object) -> str:
    return filename.decode("utf-8", "backslashreplace") if isinstance(filename, bytes) else str(filename)


def of_bug(error: BaseException) -> tuple[str, str | None]:
    """Return what and what to do of a bug, after writing it to a log file."""
    from gnut.edge.crash import log

    what = f"gnut met a bug in itself ({type(error).__name__})"
    where = log(error, sys.argv[1:])
    if where is None:
        return what, "run it again with GNUT_DEBUG=1 to see where: no log file could be written"
    return what, f"please report it with the log file {where}"


def shown(error: Exception) -> int:
    """Say what went wrong, and return the exit code it stands for."""
    if isinstance(error, GnutError):
        say(str(error), error.help)
        return error.exit_code
    if isinstance(error, OSError):
        say(*of_os(error))
        return UNUSABLE
    say(*of_bug(error))
    return BUG
