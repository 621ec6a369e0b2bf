"""A file system of which any single step can fail, or be the last one of a killed process."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from gnut_store.files import Files, unreadable

STEPS = ("folder", "create", "write", "sync", "close", "rename", "mark", "sync_folder", "unlink", "touch")
"""Methods of `Files` that change something on disk."""

READS = ("open", "read_at", "read_small", "walk", "names")
"""Methods of `Files` that only look."""


class Killed(BaseException):
    """The process ended here: nothing that it would have done afterwards happens."""


class BreakingFiles(Files):
    """Counts steps; the one numbered `at` fails with `error`, or is not reached by a killed process."""

    def __init__(self, at: int = 0, error: Callable[[], BaseException] = Killed) -> None:
        self.at, self.error = at, error
        self.taken: list[str] = []
        self.dead = False


class BreakingReads(Files):
    """Counts reads; the one numbered `at` fails with `error`, as deep down as the kernel would say it."""

    def __init__(self, at: int, error: Callable[[], OSError]) -> None:
        self.at, self.error = at, error
        self.taken: list[str] = []
        self.failed = ""
        """What was to be read when it failed: a path, or a descriptor's number."""


def _breaking(name: str) -> Callable[..., Any]:
    whole = getattr(Files, name)

    @wraps(whole)
    def step(self: BreakingFiles, *args: Any, **named: Any) -> Any:
        if self.dead:
            raise Killed
        if name == "sync_folder" or not self.taken or self.taken[-1] != "sync_folder" or name != "sync":
            self.taken.append(name)
            if len(self.taken) == self.at:
                error = self.error()
                self.dead = isinstance(error, Killed)
                raise error
        return whole(self, *args, **named)

    return step


def _not_reading(name: str) -> Callable[..., Any]:
    whole = getattr(Files, name)

    @wraps(whole)
    def step(self: BreakingReads, *args: Any, **named: Any) -> Any:
        self.taken.append(name)
        if len(self.taken) == self.at:
            self.failed = str(args[0])
        # A sector that cannot be read once cannot be read again.
        if self.failed and str(args[0]) == self.failed:
            # Reading at a place says what the kernel says; the others turn it into a refusal.
            raise self.error() if name == "read_at" else unreadable(self.error(), args[0])
        return whole(self, *args, **named)

    return step


for _name in STEPS:
    setattr(BreakingFiles, _name, _breaking(_name))
for _name in READS:
    setattr(BreakingReads, _name, _not_reading(_name))
