"""Let many writers, readers and, when there is one, the collector work on one store at the same time.

    python bench/harness/writers.py [--writers N] [--rounds N] [--gc] [--inputs N]

In each round every writer adds files of which half are its own and half are everybody's, as many others add to one
ref, one runs `gnut gc` (with `--gc`), and readers read what was acknowledged in earlier rounds and run `gnut fsck`.
Right is: every writer ends with 0, or with 75 and succeeds when run again; nothing hangs; the ref has exactly as
many entries as were acknowledged; readers always get the right bytes and a sound store.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from drive import BUSY, COMMAND, Done, finish, gnut, lay, missing, scratch, sound, start, verdict
from operations import offered_words

TRIES = 40
"""How often a writer that meets a busy store is run again."""


class Job(NamedTuple):
    """One command of a round."""

    role: str
    words: list[str]
    right: Callable[[Done], bool]
    """Says whether its answer is right; the exit code was 0."""


class Round:
    """The commands that run at the same time."""

    def __init__(self, home: Path) -> None:
        """Start with none."""
        self.home = home
        self.jobs: list[Job] = []
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.acknowledged: set[str] = set()

    def run(self) -> None:
        """Start all at once, wait for all, and run again those that met a busy store."""
        waiting = [(job, 0) for job in self.jobs]
        while waiting:
            running = [(job, tries, start([COMMAND, *job.words], self.home)) for job, tries in waiting]
            waiting = []
            for job, tries, process in running:
                done = finish(process)
                if done.code == BUSY and tries < TRIES:
                    self.counts["busy"] += 1
                    waiting.append((job, tries + 1))
                else:
                    self.take(job, done)

    def take(self, job: Job, done: Done) -> None:
        """Judge one command that ended."""
        self.counts[job.role] += 1
        if done.hung:
            self.faults.append(f"{job.role}: hung")
        elif done.code != 0:
            self.faults.append(f"{job.role}: exit {done.code} {(done.err or done.out).strip()[-200:]}")
        elif not job.right(done):
            self.faults.append(f"{job.role}: its answer is not right")
        if job.role in ("writer", "ref"):
            self.acknowledged |= done.acknowledged
        if job.role == "ref":
            self.counts["refs_acknowledged"] += len(done.acknowledged)


def anything(_: Done) -> bool:
    """Accept every answer."""
    return True


def jobs(at: Path, number: int, options: argparse.Namespace, known: dict[str, str]) -> list[Job]:
    """Return the commands of one round, and lay what they need."""
    place = ["-C", str(at)]
    shared = at / f"shared-{number}"
    lay(shared, options.inputs, 500 + number, 3000)
    found = []
    for writer in range(options.writers):
        own = at / f"own-{number}-{writer}"
        lay(own, options.inputs, 10_000 + 100 * number + writer, 3000)
        expected = 2 * (options.inputs + 2)
        words = [*place, "store", "add", "--porcelain", str(own), str(shared)]
        found.append(Job("writer", words, lambda done, expected=expected: len(done.out.split()) == expected))
        found.append(Job("ref", [*place, "store", "ref", "add", "t/all"], lambda done: len(done.acknowledged) == 1))
    if options.gc:
        found.append(Job("gc", [*place, "gc"], anything))
    for oid, text in random.Random(number).sample(sorted(known.items()), min(4, len(known))):
        found.append(Job("reader", [*place, "store", "cat", oid], lambda done, text=text: done.out == text))
    found.append(Job("fsck", [*place, "fsck"], anything))
    return found


def main(words: list[str]) -> int:
    """Let the writers work and print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--inputs", type=int, default=15, help="files that each writer has of its own")
    parser.add_argument("--gc", action="store_true", help="let gnut gc work beside them")
    options = parser.parse_args(words)
    begun = time.monotonic()
    with scratch("writers") as root:
        home, at = root / "home", root / "place"
        at.mkdir()
        gnut(home, "init", str(at))
        if options.gc and not offered_words(home, "gc"):
            options.gc = False
        lay(at / "known", 6, 77)
        paths = sorted(path for path in (at / "known").iterdir() if path.name != "noise")
        done = gnut(home, "-C", str(at), "store", "add", "--porcelain", *map(str, paths))
        known = {oid: path.read_text("utf-8") for oid, path in zip(done.out.split(), paths, strict=True)}
        together = Round(home)
        together.acknowledged |= known.keys()
        for number in range(options.rounds):
            together.jobs = jobs(at, number, options, known)
            together.run()
        if not sound(home, at):
            together.faults.append("unsound at the end")
        if lost := missing(home, at, frozenset(together.acknowledged)):
            together.faults.append(f"{lost} acknowledged objects lost")
        refs = gnut(home, "-C", str(at), "store", "ref", "count", "t/all").out.strip()
        if refs != str(together.counts["refs_acknowledged"]):
            together.faults.append(f"{refs} entries, {together.counts['refs_acknowledged']} acknowledged")
        counts = {
            "writers": options.writers,
            "rounds": options.rounds,
            "gc": options.gc,
            "acknowledged": len(together.acknowledged),
            "refs": int(refs or -1),
            "ended": dict(together.counts),
        }
        faults = together.faults
    return verdict("writers_gc" if options.gc else "writers", counts, faults, begun)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
