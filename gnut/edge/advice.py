"""Commands that a person is told to type."""

from __future__ import annotations

import os
from pathlib import Path
from shlex import join

from gnut.edge.world import World

MOST = 1 << 20
"""Bytes of git's configuration, and of its list of refs, that are looked at for a hint."""


def command(world: World, *words: str) -> str:
    """Return a command line of gnut that works where this one was typed, quoted for a shell."""
    return join(["gnut", *(("-C", world.folder) if world.folder else ()), *words])


def from_here(world: World, path: str) -> str:
    """Return a path that counts from the root of the repository as it is reached from the current folder."""
    return path if path == "-" else os.path.relpath(world.root / path, world.cwd)


def could_pull(world: World) -> bool:
    """Say whether the team's part of the store is empty here while others may have it. Asks two small files only."""
    if world.store is None:
        return False
    try:
        if any(name.endswith(".gpk") for name in os.listdir(world.store / "packs")):
            return False
    except FileNotFoundError:
        pass  # Git keeps no empty folders.
    except OSError:
        return False
    git = world.root / ".git"
    return (git / "refs/gnut").is_dir() or any(
        word in _beginning(git / name) for name, word in (("config", b'[remote "'), ("packed-refs", b" refs/gnut/"))
    )


def _beginning(path: Path) -> bytes:
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
            return file.read(MOST)
    except OSError:
        return b""
