"""Every command that writes to a store, and how to see that it did its work, hindered or not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import places
from drive import Done, gnut, missing, run, sound

DAMAGED = 4


class Operation(NamedTuple):
    """One command that writes."""

    name: str
    needs: tuple[str, ...]
    """Words that must name a command of this gnut; what is not built yet is left out, and said."""

    prepare: Callable[[Path, Path], frozenset[str]]
    """Makes a place (home, place) and returns every id that was acknowledged in it."""

    words: Callable[[Path], list[str]]
    """The command, after `gnut`."""

    worked: Callable[[Path, Path], bool]
    """Says whether what the command is for is there: (home, place)."""

    right: frozenset[int] = frozenset({0})
    """Exit codes of success."""

    acknowledges: bool = False
    """True when stdout tells ids."""

    folders: tuple[str, ...] = (".gnut",)
    """Where it leaves what must last, from the place on."""


def offered(home: Path, operation: Operation) -> bool:
    """Say whether this gnut has the command."""
    return offered_words(home, *operation.needs)


@cache
def offered_words(home: Path, *needs: str) -> bool:
    """Say whether these words name a command of this gnut, with these options."""
    options = [word for word in needs if word.startswith("--")]
    done = gnut(home, *(word for word in needs if word not in options), "--help")
    return done.code == 0 and all(option in done.out for option in options)


def _is_store(home: Path, place: Path) -> bool:
    return sound(home, place)


def _words_init(place: Path) -> list[str]:
    return ["init", str(place)]


def _words_add(place: Path) -> list[str]:
    return ["-C", str(place), "store", "add", "--porcelain", str(place / "in")]


def _added(home: Path, place: Path) -> bool:
    again = gnut(home, *_words_add(place))
    return again.code == 0 and len(again.acknowledged) == len(list((place / "in").iterdir()))


def _words_ref(place: Path) -> list[str]:
    return ["-C", str(place), "store", "ref", "add", "t/new/deep"]


def _has_ref(home: Path, place: Path) -> bool:
    counted = gnut(home, "-C", str(place), "store", "ref", "count", "t/new/deep")
    return counted.out.strip() not in ("", "0")


def _words_record(place: Path) -> list[str]:
    return ["-C", str(place), "check", "--record", "local.md"]


def _recorded(home: Path, place: Path) -> bool:
    return "local.md" in gnut(home, "-C", str(place), "log", "local.md").out


def _words_saved(place: Path) -> list[str]:
    return ["-C", str(place), "acquire", "far.md", "--saved", f"{places.URL}={place / 'page.html'}"]


def _captured(home: Path, place: Path) -> bool:
    return gnut(home, "-C", str(place), "check", "far.md").code == 0


def _words_gc(place: Path) -> list[str]:
    return ["-C", str(place), "gc"]


def _collected(home: Path, place: Path) -> bool:
    return len(list((place / ".gnut/packs").glob("*.gpk"))) < 6 and sound(home, place)


def _words_repair(place: Path) -> list[str]:
    return ["-C", str(place), "fsck", "--repair"]


def _repaired(home: Path, place: Path) -> bool:
    done = gnut(home, "-C", str(place), "fsck")
    return "pack_damaged" not in done.out and "object_damaged" not in done.out


def _words_import(place: Path) -> list[str]:
    return ["-C", str(place), "store", "import", str(place / "other")]


def _imported(home: Path, place: Path) -> bool:
    ids = gnut(home, "-C", str(place / "other"), "store", "add", "--porcelain", str(place / "in")).acknowledged
    return bool(ids) and not missing(home, place, ids)


def _words_push(place: Path) -> list[str]:
    return ["-C", str(place), "sync", "push"]


def _pushed(home: Path, place: Path) -> bool:
    done = run(["git", "-C", str(place / "remote.git"), "rev-parse", "--verify", "-q", "refs/gnut/store"], home)
    return done.code == 0


def _words_pull(place: Path) -> list[str]:
    return ["-C", str(place), "sync", "pull"]


def _pulled(home: Path, place: Path) -> bool:
    return gnut(home, "-C", str(place), "store", "ref", "count", "t/old").out.strip() == "1"


def _words_local(place: Path) -> list[str]:
    return ["-C", str(place), "store", "add", "--porcelain", "--tier", "local", str(place / "in")]


def _added_locally(home: Path, place: Path) -> bool:
    again = gnut(home, *_words_local(place))
    return again.code == 0 and len(again.acknowledged) == len(list((place / "in").iterdir()))


def _words_prune(place: Path) -> list[str]:
    return ["-C", str(place), "gc", "--prune"]


def _pruned(home: Path, place: Path) -> bool:
    gone = frozenset((place / "gone.ids").read_text(encoding="utf-8").split())
    return missing(home, place, gone) == len(gone)


def _words_trash(place: Path) -> list[str]:
    return ["-C", str(place), "gc", "--empty-trash"]


def _emptied(home: Path, place: Path) -> bool:
    return not list((place / ".gnut/trash").glob("*.gpk"))


def _words_export(place: Path) -> list[str]:
    return ["-C", str(place), "store", "export", "--to", str(place / "out")]


def _exported(home: Path, place: Path) -> bool:
    ids = _team(home, place)
    return bool(ids) and sound(home, place / "out") and not missing(home, place / "out", ids)


def _team(home: Path, place: Path) -> frozenset[str]:
    """Return the ids of what `filled` laid."""
    return gnut(home, "-C", str(place), "store", "add", "--porcelain", str(place / "old")).acknowledged


def _words_note(place: Path) -> list[str]:
    return ["-C", str(place), "note"]


def _noted(home: Path, place: Path) -> bool:
    return gnut(home, "-C", str(place), "note", "--show").code == 0


CARRIED = (".gnut", ".git", "remote.git")

OPERATIONS = (
    Operation("init", ("init",), places.empty, _words_init, _is_store),
    Operation("add", ("store", "add"), places.filled, _words_add, _added, acknowledges=True),
    Operation("ref", ("store", "ref", "add"), places.filled, _words_ref, _has_ref, acknowledges=True),
    Operation("record", ("check", "--record"), places.reported, _words_record, _recorded),
    Operation("saved", ("acquire", "--saved"), places.reported, _words_saved, _captured),
    Operation("gc", ("gc",), places.packed, _words_gc, _collected),
    Operation("repair", ("fsck", "--repair"), places.damaged, _words_repair, _repaired, frozenset({0, DAMAGED})),
    Operation("import", ("store", "import"), places.beside, _words_import, _imported),
    Operation("push", ("sync", "push"), places.cloned, _words_push, _pushed, folders=CARRIED),
    Operation("pull", ("sync", "pull"), places.fetchable, _words_pull, _pulled, folders=CARRIED),
    Operation("local", ("store", "add", "--tier"), places.filled, _words_local, _added_locally, acknowledges=True),
    Operation("prune", ("gc", "--prune"), places.outworn, _words_prune, _pruned),
    Operation("trash", ("gc", "--empty-trash"), places.trashed, _words_trash, _emptied),
    Operation(
        "export", ("store", "export", "--to"), places.filled, _words_export, _exported, folders=(".gnut", "out/.gnut")
    ),
    Operation("note", ("note",), places.committed, _words_note, _noted, folders=(".gnut", ".git")),
)
"""In the order in which they are tried."""


def chosen(home: Path, names: list[str]) -> tuple[list[Operation], list[str]]:
    """Return the operations to try and the names of those that this gnut does not offer."""
    wanted = [each for each in OPERATIONS if not names or each.name in names]
    there = [each for each in wanted if offered(home, each)]
    return there, [each.name for each in wanted if each not in there]


def apart(root: Path, operation: Operation) -> Path:
    """Make a folder of an operation's own, in which it finds the home that all of them share."""
    part = root / operation.name
    part.mkdir()
    (part / "home").symlink_to(root / "home")
    return part


def judge(home: Path, place: Path, operation: Operation, done: Done, kept: frozenset[str]) -> list[str]:
    """Return what is wrong after a command that was hindered: the laws of every sweep.

    1. Nobody sees a traceback, and nothing hangs.
    2. What was acknowledged, before or by this command, is there.
    3. The store is sound, unless the command was to mend one that was not.
    4. Success is said only when the work is done.
    5. The same command, unhindered, does its work.
    """
    wrong = []
    if done.crashed or done.hung:
        wrong.append("hung" if done.hung else f"traceback or bug: {done.err.strip()[-200:]}")
    promised = kept | (done.acknowledged if operation.acknowledges else frozenset())
    there = (place / ".gnut/format").exists()
    if promised and (lost := missing(home, place, promised)):
        wrong.append(f"{lost} acknowledged objects lost")
    if operation.name != "repair" and there and not sound(home, place):
        wrong.append("unsound")
    # With 4 a command says itself that damage is left.
    if done.code in operation.right and done.code != DAMAGED and not operation.worked(home, place):
        wrong.append("said success, did not do the work")
    again = gnut(home, *operation.words(place))
    if again.code not in operation.right or not operation.worked(home, place):
        wrong.append(f"cannot be run again: exit {again.code} {again.err.strip()[-200:]}")
    if operation.name != "repair" and not sound(home, place):
        wrong.append("unsound after the next run")
    return wrong
