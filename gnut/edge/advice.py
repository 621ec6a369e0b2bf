"""Commands that a person is told to type."""

from __future__ import annotations

import os
from shlex import join

from gnut.edge.world import World


def command(world: World, *words: str) -> str:
    """Return a command line of gnut that works where this one was typed, quoted for a shell."""
    return join(["gnut", *(("-C", world.folder) if world.folder else ()), *words])


def from_here(world: World, path: str) -> str:
    """Return a path that counts from the root of the repository as it is reached from the current folder."""
    return path if path == "-" else os.path.relpath(world.root / path, world.cwd)
