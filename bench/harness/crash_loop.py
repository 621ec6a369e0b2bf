"""Kill a writing command at a random moment, over and over, and look for what it had acknowledged.

    python bench/harness/crash_loop.py [--operations add ref ...] [--rounds N] [--seed N]

Each round starts the command in a session of its own, kills the whole group at a time drawn evenly from nought to
1.1 times the median of unhindered runs (so that some finish), then holds it to the laws of `operations.judge`. The
rounds of `add` all write to one store, which grows; every other command starts from its template.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from drive import COMMAND, Done, copy, finish, gnut, kill, lay, missing, scratch, sound, start, verdict
from operations import Operation, apart, chosen, judge
from places import filled

MARGIN = 1.1


def interrupted(words: list[str], home: Path, after: float) -> tuple[Done, bool]:
    """Run a command and kill it after some seconds; return what it said and whether it had ended by itself."""
    # A pipe keeps what was printed before the kill, and a flushed line is in it.
    process = start(words, home)
    try:
        process.wait(after)
        ended = True
    except subprocess.TimeoutExpired:
        kill(process)
        ended = False
    return finish(process), ended


def growing(home: Path, place: Path, rounds: int, chance: random.Random) -> tuple[Counter[str], list[str]]:
    """Kill `store add` again and again over one store that grows."""
    promised = filled(home, place)
    add = ["-C", str(place), "store", "add", "--porcelain", str(place / "new")]
    times = []
    for number in range(3):
        copy(place / "old", place / "new")
        lay(place / "new", 40, 9000 + number)
        done = gnut(home, *add)
        promised |= done.acknowledged
        times.append(done.seconds)
    faults = [] if done.code == 0 else [f"unhindered: exit {done.code}"]
    counts = Counter(rounds=0, finished=0, killed_silent=0, killed_speaking=0)
    for number in range(rounds):
        lay(place / "new", 40, 10_000 + number)
        done, ended = interrupted([COMMAND, *add], home, chance.uniform(0, MARGIN * statistics.median(times)))
        promised |= done.acknowledged
        counts["rounds"] += 1
        counts["finished" if ended else "killed_speaking" if done.acknowledged else "killed_silent"] += 1
        if ended and done.code != 0:
            faults.append(f"round {number}: blocked, exit {done.code} {done.err[-200:]}")
        if not sound(home, place):
            faults.append(f"round {number}: unsound")
        if done.acknowledged and (lost := missing(home, place, done.acknowledged)):
            faults.append(f"round {number}: {lost} acknowledged objects lost")
    if gnut(home, *add).code != 0:
        faults.append("blocked at the end")
    if lost := missing(home, place, promised):
        faults.append(f"{lost} of {len(promised)} acknowledged objects lost at the end")
    counts["acknowledged"] = len(promised)
    counts["litter"] = sum(path.stat().st_size for path in (place / ".gnut/tmp").iterdir())
    if counts["litter"]:
        faults.append(f"{counts['litter']} bytes left in tmp/ after a clean run")
    return counts, faults


def repeated(root: Path, operation: Operation, rounds: int, chance: random.Random) -> tuple[Counter[str], list[str]]:
    """Kill any other command, each time from the same beginning."""
    home, place, template = root / "home", root / "place", root / "template"
    kept = operation.prepare(home, place)
    copy(place, template)
    whole = gnut(home, *operation.words(place)).seconds
    counts: Counter[str] = Counter(rounds=0, finished=0, killed_silent=0, killed_speaking=0)
    faults = []
    for number in range(rounds):
        copy(template, place)
        after = chance.uniform(0, MARGIN * whole)
        done, ended = interrupted([COMMAND, *operation.words(place)], home, after)
        counts["rounds"] += 1
        counts["finished" if ended else "killed_speaking" if done.out else "killed_silent"] += 1
        wrong = judge(home, place, operation, done, kept)
        faults += [f"{operation.name}, round {number}, after {after:.3f} s: {each}" for each in wrong]
    return counts, faults


def main(words: list[str]) -> int:
    """Kill the chosen operations and print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--operations", nargs="*", default=["add"], help="which commands; none: all")
    parser.add_argument("--rounds", type=int, default=200, help="kills of each")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    begun = time.monotonic()
    chance = random.Random(options.seed)
    counts: dict[str, dict[str, int]] = {}
    faults: list[str] = []
    with scratch("crash") as root:
        there, absent = chosen(root / "home", options.operations)
        for operation in there:
            part = apart(root, operation)
            if operation.name == "add":
                counted, wrong = growing(part / "home", part / "place", options.rounds, chance)
            else:
                counted, wrong = repeated(part, operation, options.rounds, chance)
            counts[operation.name] = dict(counted)
            faults += wrong
    return verdict("crash_loop", {"operations": counts, "not_offered": absent}, faults, begun)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
