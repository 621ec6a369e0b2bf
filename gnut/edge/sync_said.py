"""What `gnut sync` says: lines for people, JSON, a bar."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from types import TracebackType

from msgspec.structs import replace

from gnut.edge import terminal
from gnut.edge.paths import legible
from gnut.edge.progress import Progress
from gnut.edge.world import World
from gnut.formats import escape
from gnut.formats.sizes import counted
from gnut.formats.synced import CarriedPath, Synced, render_json


class Counted:
    """A bar whose total is known once the first pack is done."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._bar: Progress | None = None

    def __enter__(self) -> Counted:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.__exit__(kind, error, tb)

    def reach(self, done: int, total: int) -> None:
        """Hear that `done` of `total` packs are done."""
        if self._bar is None:
            self._bar = Progress(self._world, total, "packs").__enter__()
        self._bar.step(failed=False)


def packs(count: int) -> str:
    """Return a count of packs in words."""
    return counted(count, "pack")


def moment(seconds: int | None) -> str | None:
    """Return a time as RFC 3339; one that no calendar has, as what it is."""
    if seconds is None:
        return None
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return "at no time of the calendar"


def named(rows: Iterable[tuple[str, str]]) -> tuple[CarriedPath, ...]:
    """Return what was not carried, for JSON."""
    return tuple(CarriedPath(escape.path(path), why) for path, why in rows)


def were(count: int) -> str:
    """Return the verb that goes with a count."""
    return "was" if count == 1 else "were"


def list_out(rows: Iterable[tuple[str, str]], *, word: str = "refused", help: str | None = None) -> None:
    """Print what was not carried, one a line, and once what helps."""
    rows = list(rows)
    for path, why in rows:
        terminal.out(f"{word} {escape.path(path)}: {escape.terminal(why)}\n")
    if rows and help is not None:
        terminal.note(f"help: {help}")


def say_strange(name: str, strange: tuple[tuple[str, str], ...], what: str) -> None:
    """Tell what a remote carries and no store does."""
    for path, why in strange:
        terminal.note(f"{name}: {legible(path)} {why}; {what}")


def say_json(made: Synced, *, refused: Iterable[tuple[str, str]] = (), strange: Iterable[tuple[str, str]] = ()) -> None:
    """Print an answer as JSON, with what was not carried."""
    terminal.out(render_json(replace(made, refused=named(refused), strange=named(strange))))
