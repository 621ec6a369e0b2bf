"""What a person sees when a command line cannot be obeyed."""

from __future__ import annotations

from collections.abc import Sequence

from gnut.errors import Usage


def unknown_command(path: str, args: Sequence[str], names: Sequence[str], *, is_root: bool) -> Usage:
    """Return the refusal of a word that is no command, with what was likely meant."""
    from difflib import get_close_matches
    from shlex import join

    from gnut.edge.paths import SUFFIXES

    word = args[0]
    if is_root and (word.lower().endswith(SUFFIXES) or "/" in word or word == "-"):
        return Usage(f"{word!r} is no command", help=f"did you mean  {join(['gnut', 'check', *args])}")
    close = get_close_matches(word.lower(), names, n=3, cutoff=0.5)
    if close:
        return Usage(
            f"{word!r} is no command", help="did you mean  " + "  or  ".join(f"{path} {name}" for name in close)
        )
    return Usage(f"{word!r} is no command", help=f"{path} --help  lists the commands")


def of_usage(error: Exception, word: str | None) -> tuple[str, str | None]:
    """Return what and what to do of a command line that typer refused.

    Args:
        error: Typer's refusal.
        word: The command that was asked for, when there is one.
    """
    message = getattr(error, "format_message", error.__str__)().rstrip(".")
    message = message[:1].lower() + message[1:]
    context = getattr(error, "ctx", None)
    close = getattr(error, "possibilities", None)
    if close:
        message = getattr(error, "message", message).rstrip(".")
        message = message[:1].lower() + message[1:]
        return message, "did you mean  " + "  or  ".join(sorted(close))
    path = context.command_path if context is not None else f"gnut {word}" if word else "gnut"
    return message, f"{path} --help  shows what it takes"
