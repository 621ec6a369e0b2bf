"""The way in: what guards every command line, and the plain `check` that need not go through typer.

Loading typer costs five times a bare interpreter. Hooks and CI call `check` with paths and a handful of
options; those lines are read here. Everything else, and every line that is not understood to the last
word, goes to `gnut.cli`, which has the one definition of the options; a test holds the two together.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable, Sequence
from typing import Any

VALUES = {
    "--output-format": ("full", "concise", "json", "jsonl", "github"),
    "--color": ("auto", "always", "never"),
    "--policy": None,
    "--profile": None,
    "--allow": None,
}
"""Options of `check` with a value, and the values they may have; None for any."""

FLAGS = {
    "-q": ("quiet", True),
    "--quiet": ("quiet", True),
    "-v": ("verbose", True),
    "--verbose": ("verbose", True),
    "--no-cache": ("no_cache", True),
    "--allow-empty": ("allow_empty", True),
    "--record": ("record", True),
    "--no-record": ("record", False),
    "--staged": ("staged", True),
}
"""Options of `check` without a value, and what they set."""


SPELLED = "gnut.spelled"
"""What becomes of a character that the terminal's encoding lacks: `\\u00fc`, which JSON reads as that character."""


def _spelled(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2)), error.end


codecs.register_error(SPELLED, _spelled)


def guarded(run: Callable[[], int], failed: Callable[[Exception], int]) -> int:
    """Return the exit code of `run`; nothing escapes but the end of the process."""
    for stream in (sys.stdout, sys.stderr):
        # A file name or a source may hold what the terminal's encoding cannot; it is shown, not a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=SPELLED)
    if sys.stdout is None:  # Started with >&-.
        from gnut.edge.failures import UNUSABLE, say

        say("standard output is closed", "findings go there: redirect it to /dev/null if nobody reads them")
        return UNUSABLE
    try:
        code = run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return _hung_up()
    except Exception as error:
        return failed(error)
    return code


def unprintable() -> int:
    """Return 2 after one message: what was asked for could not be written to stdout."""
    import os

    from gnut.edge.failures import say

    say("standard output cannot be written to", "look at the disk, or at what reads the pipe")
    if sys.stdout is not None:
        # The interpreter flushes once more at exit and would complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 2


def _hung_up() -> int:
    """Return 2 quietly: the reader went away, so what was asked for was not delivered."""
    import os

    # The interpreter flushes once more at exit and would complain about the same pipe.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 2


def plain_check(arguments: Sequence[str]) -> tuple[str | None, list[str], dict[str, Any]] | None:
    """Return (folder of `-C`, paths, options) of a plain `check` line; None for any other line."""
    rest = list(arguments)
    folder = None
    if len(rest) > 1 and rest[0] == "-C":
        folder, rest = rest[1], rest[2:]
    if not rest or rest[0] != "check":
        return None
    paths: list[str] = []
    options: dict[str, Any] = dict.fromkeys((key for key, _ in FLAGS.values()), False)
    options |= {"record": None, "output_format": None, "color": "auto", "policy": None, "profile": None, "allow": []}
    words = iter(rest[1:])
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            paths.extend(words)
        elif name in VALUES:
            if not equals:
                value = next(words, "-")
                if value.startswith("-"):
                    return None
            if not _take(options, name, value):
                return None
        elif not word.startswith("-") or word == "-":
            paths.append(word)
        else:
            flags = [word] if word.startswith("--") else [f"-{letter}" for letter in word[1:]]
            if any(flag not in FLAGS for flag in flags):
                return None
            options |= dict(FLAGS[flag] for flag in flags)
    return folder, paths, options


def _take(options: dict[str, Any], name: str, value: str) -> bool:
    """Keep the value of an option, and return whether it may have it."""
    allowed = VALUES[name]
    if name == "--allow":
        options["allow"].append(value)
    else:
        options[name.removeprefix("--").replace("-", "_")] = value
    return allowed is None or value in allowed


def enter(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code."""
    plain = plain_check(arguments)
    if plain is None:
        from gnut.side_door import plain_store

        if stored := plain_store(arguments):
            return guarded(stored, _failed)
        from gnut.cli import main

        return main(arguments)
    return guarded(lambda: _check(*plain), _failed)


def _check(folder: str | None, paths: list[str], options: dict[str, Any]) -> int:
    from gnut.commands.check import check
    from gnut.edge.world import world

    return check(world(folder), paths, acquire=False, allow_net=[], **options)


def _failed(error: Exception) -> int:
    from gnut.edge.failures import shown

    return shown(error)
