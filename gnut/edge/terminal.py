"""What a command prints and where: findings to stdout, all else to stderr."""

from __future__ import annotations

import os
import sys

from gnut.edge.world import World
from gnut.formats.escape import redacted, terminal
from gnut.formats.paint import Paint


def paint(world: World, wish: str, *, on_tty: bool) -> Paint:
    """Return whether to colour: a flag decides, else NO_COLOR, else FORCE_COLOR, else the terminal.

    Args:
        world: The environment.
        wish: `auto | always | never`.
        on_tty: Whether the stream is a terminal.
    """
    if wish != "auto":
        return Paint(wish == "always")
    if world.environ.get("NO_COLOR"):
        return Paint(on=False)
    if world.environ.get("FORCE_COLOR") or world.environ.get("CLICOLOR_FORCE"):
        return Paint(on=True)
    return Paint(on_tty and world.environ.get("TERM") != "dumb")


def columns(world: World) -> int:
    """Return the width of the page: COLUMNS, else the terminal's, else 100; never under 40."""
    if world.environ.get("COLUMNS", "").isdigit():
        return max(40, min(400, int(world.environ["COLUMNS"])))
    if not world.stdout_tty:
        return 100
    import shutil  # costs as much as half a start, and is asked only to draw

    return max(40, min(400, shutil.get_terminal_size((100, 24)).columns))


def width_of_stderr() -> int:
    """Return the columns of the terminal that stderr is; 80 where it does not say."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError, AttributeError):
        return 80


def out(text: str) -> None:
    """Write findings to stdout, all of them before the verdict.

    A reader that went away (`| head`) changes nothing about the verdict, so it is no error; a full disk is.
    """
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more at exit and would complain about the same pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def note(text: str) -> None:
    """Write one line for people to stderr; the text may hold anything."""
    err(terminal(redacted(text)) + "\n")


def err(text: str) -> None:
    """Write lines that are already escaped to stderr; a closed stderr is no error."""
    if sys.stderr is None:  # Started with 2>&-.
        return
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except (OSError, ValueError):
        return
