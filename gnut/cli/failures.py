"""What a person sees when something goes wrong: one line of what, one line of what to do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from gnut.errors import GnutError, Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

REPORTS = (".md", ".markdown", ".qmd", ".mdx")
BUG = 3
UNUSABLE = 2


def say(message: str, help: str | None = None) -> None:
    """Write an error and its remedy to stderr; a closed stderr is no second error."""
    from gnut.formats.escape import redacted, terminal

    lines = [f"error: {terminal(redacted(message))}"]
    if help:
        lines.append(f"help: {terminal(redacted(help))}")
    try:
        sys.stderr.write("\n".join(lines) + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        return


def unknown_command(path: str, args: Sequence[str], names: Sequence[str], *, is_root: bool) -> Usage:
    """Return the refusal of a word that is no command, with what was likely meant."""
    from difflib import get_close_matches
    from shlex import join

    word = args[0]
    if is_root and (word.lower().endswith(REPORTS) or "/" in word or word == "-"):
        return Usage(f"{word!r} is no command", help=f"did you mean  {join(['gnut', 'check', *args])}")
    close = get_close_matches(word.lower(), names, n=3, cutoff=0.5)
    if close:
        return Usage(
            f"{word!r} is no command", help="did you mean  " + "  or  ".join(f"{path} {name}" for name in close)
        )
    return Usage(f"{word!r} is no command", help=f"{path} --help  lists the commands")


def of_usage(error: Exception) -> tuple[str, str | None]:
    """Return what and what to do of a command line that typer refused."""
    message = getattr(error, "format_message", error.__str__)().rstrip(".")
    message = message[:1].lower() + message[1:]
    context = getattr(error, "ctx", None)
    close = getattr(error, "possibilities", None)
    if close:
        message = getattr(error, "message", message).rstrip(".")
        message = message[:1].lower() + message[1:]
        return message, "did you mean  " + "  or  ".join(sorted(close))
    if context is None:
        return message, "gnut --help  lists the commands"
    return message, f"{context.command_path} --help  shows what it takes"


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


def of_bug(error: BaseException, arguments: Sequence[str]) -> tuple[str, str | None]:
    """Return what and what to do of a bug, after writing it to a log file."""
    from gnut.edge.crash import log

    what = f"gnut met a bug in itself ({type(error).__name__})"
    where = log(error, arguments)
    if where is None:
        return what, "run it again with GNUT_DEBUG=1 to see where: no log file could be written"
    return what, f"please report it with the log file {where}"


def shown(error: Exception, arguments: Sequence[str]) -> int:
    """Say what went wrong, and return the exit code it stands for."""
    if isinstance(error, GnutError):
        say(str(error), error.help)
        return error.exit_code
    if isinstance(error, OSError):
        say(*of_os(error))
        return UNUSABLE
    if hasattr(error, "exit_code") and hasattr(error, "format_message"):
        say(*of_usage(error))
        return UNUSABLE
    say(*of_bug(error, arguments))
    return BUG
