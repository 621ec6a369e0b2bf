"""Damage every file of a store in every way, one at a time, and see whether `gnut fsck` names it and nothing else.

    python bench/harness/damage.py [--most N] [--seed N]

A store with both tiers, refs, a recorded run and a snapshot is copied; then, for each file and each way: damage it,
run `gnut fsck`, read an object, put the file back. Right is: exit 4, a line that names the damaged file, no line
that names a file with good bytes, no traceback; and `store cat` gives an object's right bytes or refuses, exit 4.
What lies under `cache/` may be damaged without a word, and then nothing else may change.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from drive import Done, copy, gnut, lay, scratch, verdict
from places import LOCAL, QUOTE, acked, filled

DAMAGED = 4
REFUSED = 2
"""How a command ends that finds a format of a newer gnut: a flipped digit looks like one."""


class Store(NamedTuple):
    """The store that is damaged, and what it looked like before."""

    home: Path
    at: Path
    """Folder that holds `.gnut`."""

    bodies: dict[str, bytes]
    """Objects, by id, with the bytes that they must have."""

    @property
    def folder(self) -> Path:
        """Return the store's own folder."""
        return self.at / ".gnut"

    def files(self) -> list[str]:
        """Return every file, from the store's folder on."""
        return sorted(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())


def flipped(at: int) -> Callable[[bytes, random.Random], bytes | None]:
    """Return a way of flipping a bit of the byte at a place; -2 stands for any place."""

    def way(body: bytes, chance: random.Random) -> bytes | None:
        if not body:
            return None
        where = chance.randrange(len(body)) if at == -2 else at % len(body)
        return body[:where] + bytes([body[where] ^ (1 << chance.randrange(8))]) + body[where + 1 :]

    return way


WAYS: dict[str, Callable[[bytes, random.Random], bytes | None]] = {
    "flip the first": flipped(0),
    "flip the last": flipped(-1),
    "flip one": flipped(-2),
    "flip another": flipped(-2),
    "flip a third": flipped(-2),
    "cut one byte": lambda body, _: body[:-1] if body else None,
    "cut half": lambda body, _: body[: len(body) // 2] if body else None,
    "empty": lambda body, _: b"" if body else None,
    "append": lambda body, _: body + b"\0",
    "zero a block": lambda body, _: bytes(min(512, len(body))) + body[512:] if body.strip(b"\0") else None,
    "double": lambda body, _: body + body if body else None,
}
"""How a file's bytes become others; None when that way changes nothing."""


def made(home: Path, at: Path) -> Store:
    """Make a store that holds something of everything."""
    filled(home, at)
    (at / "local.md").write_text(LOCAL, encoding="utf-8")
    (at / "log.txt").write_text(QUOTE + "\n", encoding="utf-8")
    gnut(home, "-C", str(at), "check", "--record", "local.md")
    lay(at / "more", 2, 5)
    ids = sorted(acked(gnut(home, "-C", str(at), "store", "add", "--porcelain", str(at / "more"))))
    acked(gnut(home, "-C", str(at), "store", "ref", "add", "t/more", *ids))
    bodies = {}
    for path in sorted((at / "more").iterdir()):
        [oid] = acked(gnut(home, "-C", str(at), "store", "add", "--porcelain", str(path)))
        bodies[oid] = path.read_bytes()
    return Store(home, at, bodies)


def named(done: Done) -> set[str]:
    """Return the paths that a run of fsck named in its JSON, from the store's folder on."""
    try:
        return {fault["path"] for fault in json.loads(done.out)["faults"]}
    except (ValueError, KeyError, TypeError):
        return set()


def judged(store: Store, changed: set[str], chance: random.Random) -> list[str]:
    """Return what is wrong with what fsck says, and with what an object is read as."""
    done = gnut(store.home, "-C", str(store.at), "fsck", "--output-format", "json")
    wrong = []
    if done.crashed or done.hung:
        wrong.append("traceback or hung")
    told = named(done)
    caches = {name for name in changed if name.startswith("cache/")}
    if done.code != (DAMAGED if changed - caches else 0):
        wrong.append(f"fsck ends with {done.code}")
    for name in changed - caches - told:
        wrong.append(f"{name} is not named")
    for name in told - changed:
        if (store.folder / name).is_file():
            wrong.append(f"{name} is named and good")
    oid = chance.choice(sorted(store.bodies))
    read = gnut(store.home, "-C", str(store.at), "store", "cat", oid)
    good = store.bodies[oid].decode("utf-8", "replace")
    if read.crashed or (read.code == 0 and read.out != good) or read.code not in (0, DAMAGED, REFUSED):
        wrong.append(f"store cat ends with {read.code}, and its bytes are {'right' if read.out == good else 'others'}")
    return wrong


class Trial(NamedTuple):
    """One damage: a way and a file, and the second file of a swap."""

    way: str
    name: str
    other: str = ""


def harmless(trial: Trial) -> bool:
    """Say whether people may change the file in that way: they may add lines of text to what git reads."""
    return trial.way == "double" and trial.name in (".gitattributes", ".gitignore")


def every(store: Store, chance: random.Random) -> list[Trial]:
    """Return every damage of every file."""
    names = store.files()
    found = [Trial(way, name) for name in names for way in (*WAYS, "delete")]
    for name in names:
        body = (store.folder / name).read_bytes()
        others = [each for each in names if (store.folder / each).read_bytes() != body]
        found.append(Trial("swap", name, chance.choice(others)))
    return [trial for trial in found if not harmless(trial)]


def inflict(store: Store, trial: Trial, chance: random.Random) -> set[str]:
    """Do the damage and return the files that it changed; none when it would change nothing."""
    path = store.folder / trial.name
    if trial.way == "delete":
        path.unlink()
        return {trial.name}
    if trial.way == "swap":
        other = store.folder / trial.other
        mine, theirs = path.read_bytes(), other.read_bytes()
        for place, body in ((path, theirs), (other, mine)):
            place.chmod(0o644)
            place.write_bytes(body)
        return {trial.name, trial.other}
    body = WAYS[trial.way](path.read_bytes(), chance)
    if body is None or body == path.read_bytes():
        return set()
    path.chmod(0o644)
    path.write_bytes(body)
    return {trial.name}


def main(words: list[str]) -> int:
    """Damage a store's files one by one and print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=0, help="trials; default: all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    begun = time.monotonic()
    chance = random.Random(options.seed)
    faults: list[str] = []
    ways: Counter[str] = Counter()
    with scratch("damage") as root:
        store = made(root / "home", root / "template")
        files = store.files()
        trials = every(store, chance)
        if options.most:
            trials = chance.sample(trials, min(options.most, len(trials)))
        hurt = Store(store.home, root / "place", store.bodies)
        copy(store.at, hurt.at)
        if judged(hurt, set(), chance):
            faults.append("the undamaged store is not called sound")
        for trial in trials:
            shutil.rmtree(hurt.folder)
            shutil.copytree(store.folder, hurt.folder, symlinks=True)
            changed = inflict(hurt, trial, chance)
            if changed:
                ways[trial.way] += 1
                faults += [f"{trial.way}, {trial.name}: {each}" for each in judged(hurt, changed, chance)]
    counts = {"files": len(files), "damaged": sum(ways.values()), "ways": dict(ways)}
    return verdict("damage", counts, faults, begun)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
