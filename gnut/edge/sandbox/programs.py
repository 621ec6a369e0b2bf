"""One program of the user's, run to its end: no shell, an environment that is listed, and a time limit."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple

SAID = 64 * 1024
"""Most bytes of an error message that are kept."""

PIECE = 1 << 16


class Ended(NamedTuple):
    """What a program came to."""

    code: int
    said: str
    """What it wrote to standard error; empty where that was the user's terminal."""


def found(name: str, path: str) -> str | None:
    """Return a program in one of the folders of PATH; a folder that is not named from the root does not count.

    Args:
        name: Its name, without folders.
        path: Value of PATH.
    """
    folders = [folder for folder in path.split(os.pathsep) if os.path.isabs(folder)]
    return shutil.which(name, path=os.pathsep.join(folders)) if folders else None


def ran(
    command: Sequence[str], *, environ: Mapping[str, str], folder: Path, seconds: float, terminal: bool
) -> Ended | None:
    """Return what a program came to; None when it took too long and was ended.

    Args:
        command: The program, by its path, and its arguments.
        environ: Its whole environment.
        folder: Where it runs.
        seconds: How long it may take.
        terminal: Whether it may ask the user: it gets the terminal, and writes there. Without, it has none to ask on.

    Raises:
        OSError: It could not be started.
    """
    import subprocess

    process = subprocess.Popen(
        list(command),
        stdin=None if terminal else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=None if terminal else subprocess.PIPE,
        env=dict(environ),
        cwd=folder,
        # In a session of its own it has no terminal to wait at.
        start_new_session=not terminal,
    )
    said = _Said(process.stderr)
    try:
        until = time.monotonic() + seconds
        process.wait(timeout=seconds)
        if not said.ended(until - time.monotonic()):  # Something that it started still holds the pipe.
            raise subprocess.TimeoutExpired(process.args, seconds)
    except BaseException as error:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if terminal:
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        said.ended(1.0)
        if isinstance(error, subprocess.TimeoutExpired):
            return None
        raise
    return Ended(process.returncode, bytes(said.kept).decode("utf-8", "replace"))


class _Said:
    """The beginning of what comes through a pipe; the rest is read and dropped, so that nobody waits to write it."""

    def __init__(self, pipe: IO[bytes] | None) -> None:
        self.kept = bytearray()
        self._pipe = pipe
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        if self._pipe is None:
            return
        with self._pipe, contextlib.suppress(OSError):
            while piece := os.read(self._pipe.fileno(), PIECE):
                self.kept += piece[: SAID - len(self.kept)]

    def ended(self, seconds: float) -> bool:
        """Wait until nobody can write any more; say whether that came in time."""
        self._reader.join(max(0.0, seconds))
        return not self._reader.is_alive()
