"""The clock, the environment and the current folder, read once by a command."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from gnut.errors import InputMissing


class World(NamedTuple):
    """What a command knows of the outside; cores get values from it, never the thing itself.

    A tuple, not a Struct: commands that need no msgspec start without its 30 ms.
    """

    cwd: Path
    root: Path
    """Nearest folder that holds `.gnut`, else the git top level, else `cwd`."""

    store: Path | None
    """The `.gnut` folder; None when there is none."""

    now: Callable[[], str]
    """RFC 3339, UTC, whole seconds."""

    clock: Callable[[], float]
    """Monotonic seconds."""

    environ: dict[str, str]
    stdout_tty: bool
    stderr_tty: bool
    folder: str | None = None
    """What `-C` named, so that a line to type can repeat it."""


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def root_of(folder: Path) -> Path:
    """Return the nearest folder upwards with `.gnut`, else the one with `.git`, else `folder`."""
    upwards = (folder, *folder.parents)
    for name in (".gnut", ".git"):
        for candidate in upwards:
            if (candidate / name).exists():
                return candidate
    return folder


def world(folder: str | None = None) -> World:
    """Return the world as seen from `folder` (`gnut -C`), by default the current one.

    Raises:
        InputMissing: `folder` is no folder.
    """
    cwd = Path(folder or ".").resolve()
    if not cwd.is_dir():
        raise InputMissing(f"{folder}: no such folder", help="-C takes a folder that exists")
    root = root_of(cwd)
    store = root / ".gnut"
    return World(
        cwd=cwd,
        root=root,
        store=store if store.is_dir() else None,
        now=_now,
        clock=time.monotonic,
        environ=dict(os.environ),
        stdout_tty=sys.stdout.isatty(),
        stderr_tty=sys.stderr is not None and sys.stderr.isatty(),
        folder=folder,
    )


def environment() -> dict[str, str]:
    """Return the environment, for what is asked where no world is at hand."""
    return dict(os.environ)


def users() -> tuple[int, ...]:
    """Return the users whose stores are used: the effective one, and for root the one who called sudo, as in git."""
    own = os.geteuid()
    caller = os.environ.get("SUDO_UID", "") if own == 0 else ""
    return (own, int(caller)) if caller.isascii() and caller.isdigit() and len(caller) < 12 else (own,)


OFFLINE = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE", "HF_HUB_DISABLE_TELEMETRY")
"""Switches by which libraries of models are kept from fetching anything."""


def go_offline() -> None:
    """Switch off, for this process and its children, whatever a library of models would fetch."""
    os.environ.update(dict.fromkeys(OFFLINE, "1"))
