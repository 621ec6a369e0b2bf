"""Make every single system call of every writing command fail in every way, one at a time.

    python bench/harness/faults.py [--operations add ref ...] [--most N] [--reading]

Each command is watched once, to know its calls; then it is run again for each call that works on the store (or on
stdout) and each error, with that one call failing or the process killed before it. So the sweep ends where there
is no further call to reach, and none before is left out. Afterwards the laws of `operations.judge` must hold.

A write that is cut short cannot be told to strace honestly: it can only say that bytes were written which were
not. A limit on the size of files is honest: the kernel writes what fits, says so, and refuses the rest.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from drive import COMMAND, Done, copy, leave_out, run, scratch, verdict
from operations import Operation, apart, chosen, judge
from strace import CHANGING, READING, Call, available, touching, watched

ERRORS = ("ENOSPC", "EIO", "EDQUOT", "EROFS", "EMFILE", "EINTR", "KILL", "INT")
"""What a changing call meets: a full or failing or read-only disk, too few descriptors, a signal."""

CLOSING = ("EIO", "EDQUOT", "EINTR", "KILL")
"""What a close meets: the last moment at which a network file system tells of a write."""

SOFT = ("EIO", "EMFILE", "ESTALE", "EINTR", "KILL")
"""What a reading call meets."""

LIMITED = "import os, resource, sys; n = int(sys.argv[1]); resource.setrlimit(resource.RLIMIT_FSIZE, (n, n)); "
LIMITED += "os.execvp(sys.argv[2], sys.argv[2:])"


class Trial(NamedTuple):
    """One way of hindering a command."""

    label: str
    fault: str
    """In strace's words; empty when it is a limit."""

    limit: int
    """Most bytes of a file; 0 when it is a fault."""


class Place(NamedTuple):
    """Where one operation is tried: a template, and the place that it is copied to for each trial."""

    root: Path
    operation: Operation
    kept: frozenset[str]

    @property
    def home(self) -> Path:
        """Return the home of every command."""
        return self.root / "home"

    @property
    def at(self) -> Path:
        """Return the folder that the command works in."""
        return self.root / "place"

    def fresh(self) -> None:
        """Put the template back."""
        copy(self.root / "template", self.at)

    def watch(self, fault: str, names: list[str]) -> Done:
        """Run the operation under strace."""
        words = [COMMAND, *self.operation.words(self.at)]
        return run(watched(words, self.root / "log", names, fault), self.home)


def prepared(root: Path, operation: Operation) -> Place:
    """Make a template of the place that an operation needs."""
    copy_of = root / "place"
    kept = operation.prepare(root / "home", copy_of)
    copy(copy_of, root / "template")
    return Place(root, operation, kept)


def faults_of(call: Call) -> Iterator[Trial]:
    """Yield every way in which one call can fail."""
    reading = call.name in READING or (call.name.startswith("open") and "O_CREAT" not in call.words)
    for error in CLOSING if call.name == "close" else SOFT if reading else ERRORS:
        what = f"signal={error}" if error in ("KILL", "INT") else f"error={error}"
        yield Trial(f"{call.name} {call.nth} {error}", f"{call.name}:{what}:when={call.nth}", 0)


def limits_of(place: Place) -> Iterator[Trial]:
    """Yield limits on the size of files: around every place where a pack of this size has a seam."""
    sizes = [path.stat().st_size for path in (place.at / ".gnut").rglob("*") if path.is_file()]
    longest = max(sizes, default=0)
    seams = {1, 7, 8, 9, 71, 72, 73, longest // 2, longest - 64, longest - 32, longest - 1}
    for size in sorted(each for each in seams if 0 < each < longest):
        yield Trial(f"size {size} EFBIG", "", size)


def trials(place: Place, options: argparse.Namespace) -> list[Trial]:
    """Return every way of hindering an operation, from one watched run of it."""
    names = [*CHANGING, *(READING if options.reading else ())]
    place.fresh()
    done = place.watch("", names)
    if done.code not in place.operation.right:
        raise SystemExit(f"{place.operation.name} fails without a fault: {done.code} {done.err[-500:]}")
    found = [trial for call in touching(place.root / "log", place.home, place.at) for trial in faults_of(call)]
    every = [*found, *limits_of(place)]
    return [trial for trial in every if chosen_by(options, trial)]


def chosen_by(options: argparse.Namespace, trial: Trial) -> bool:
    """Say whether a way of failing is among those asked for."""
    call, _, error = trial.label.split(" ")
    return (not options.calls or call in options.calls) and (not options.errors or error in options.errors)


def undurable(trial: Trial) -> bool:
    """Say whether what failed is a sync, for a reason that trying again does not mend."""
    call, _, error = trial.label.split(" ")
    return "sync" in call and error in ("EIO", "ENOSPC", "EDQUOT", "EROFS", "EMFILE")


def attempt(place: Place, trial: Trial, names: list[str]) -> tuple[bool, list[str]]:
    """Hinder an operation once; return whether the fault was met, and what is wrong afterwards."""
    place.fresh()
    if trial.limit:
        words = [sys.executable, "-c", LIMITED, str(trial.limit), COMMAND, *place.operation.words(place.at)]
        done, met = run(words, place.home), True
    else:
        done = place.watch(trial.fault, names)
        text = (place.root / "log").read_text("utf-8", "replace")
        met = "INJECTED" in text or "+++ killed" in text or "--- SIG" in text
    wrong = judge(place.home, place.at, place.operation, done, place.kept) if met else []
    if met and done.code == 0 and undurable(trial):
        # The kernel may have dropped the pages: nobody can know any more that they are on the disk.
        wrong.append("said success after a failed fsync")
    return met, [f"{place.operation.name}, {trial.label}, exit {done.code}: {each}" for each in wrong]


def sweep(root: Path, operation: Operation, options: argparse.Namespace) -> tuple[Counter[str], list[str]]:
    """Try one operation in every way; return counts and faults."""
    place = prepared(root, operation)
    every = trials(place, options)
    # A part of them must not be all of one kind: steps that have no factor in common with the errors.
    part = every if not options.most else every[:: max(1, -(-len(every) // options.most)) | 1][: options.most]
    counts: Counter[str] = Counter(ways=len(every))
    faults = []
    names = [*CHANGING, *(READING if options.reading else ())]
    for trial in part:
        met, wrong = attempt(place, trial, names)
        counts["tried"] += 1
        counts["met"] += met
        faults += wrong
    return counts, faults


def main(words: list[str]) -> int:
    """Sweep the chosen operations and print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--operations", nargs="*", default=[], help="which commands; default: all")
    parser.add_argument("--most", type=int, default=0, help="trials of each; default: all")
    parser.add_argument("--calls", nargs="*", default=[], help="names of system calls; default: all")
    parser.add_argument("--errors", nargs="*", default=[], help="names of errors; default: all")
    parser.add_argument("--reading", action="store_true", help="also let calls fail that only read")
    options = parser.parse_args(words)
    begun = time.monotonic()
    if not available():
        return leave_out("faults", "strace is missing, or may not trace")
    counts: dict[str, dict[str, int]] = {}
    faults: list[str] = []
    with scratch("faults") as root:
        there, absent = chosen(root / "home", options.operations)
        for operation in there:
            counted, wrong = sweep(apart(root, operation), operation, options)
            counts[operation.name] = dict(counted)
            faults += wrong
    return verdict("faults", {"operations": counts, "not_offered": absent}, faults, begun)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
