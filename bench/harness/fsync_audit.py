"""Would a power cut lose what was acknowledged? Reads it off the system calls of every writing command.

    python bench/harness/fsync_audit.py [--operations add ref ...]

A killed process loses nothing that the kernel has taken, so no crash loop can see a missing fsync. Five rules:

R1  A file is synced after its last write and before it gets a final name.
R2  The folder of every final name is synced after the name was made, and so is the folder of every folder that was
    made for it, before an id is told on stdout and before the command ends well.
R3  No final name is ever open for writing.
R4  No final name is removed while one that was made is not durable yet: what replaces is there before what goes.
R5  No ref of git gets its name while the name of an object that was made before is not durable yet.

Names under `tmp/`, `cache/` and `trash/` are not final, and `lock` holds nothing. Of the folders of git that `sync` and
`note` write to, locks, drafts and what the next fetch learns again are not final.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from drive import COMMAND, leave_out, run, scratch, verdict
from operations import Operation, apart, chosen
from strace import CHANGING, Call, available, calls, watched

PASSING = ("tmp", "cache", "trash", "lock")
"""First parts of names in a store that may be lost."""

PASSING_IN_GIT = re.compile(
    r"gnut\.(lock|moving)$|logs(/|$)|FETCH_HEAD$|refs/gnut/remotes(/|$)|objects/(pack/)?(tmp|streamed)_[^/]*$|.*\.lock$"
)
"""Names in a git folder that may be lost: what is still being written, and what the next fetch learns again."""

WRITES = ("write", "pwrite64", "writev", "pwritev", "ftruncate", "copy_file_range", "sendfile", "fallocate")
SYNCS = ("fsync", "fdatasync")
MOVES = ("rename", "renameat", "renameat2", "link", "linkat")
REMOVES = ("unlink", "unlinkat")


class Audit:
    """What is durable and what is not, call by call."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Start with folders in which everything is durable: a store, or what git keeps."""
        self.folders = [str(folder) for folder in folders]
        self.unsynced: set[str] = set()
        """Files that were written since they were last synced."""

        self.pending: dict[str, str] = {}
        """Folders with a new name in them, to that name."""

        self.broken: list[str] = []
        self.counts: Counter[str] = Counter(R1=0, R2=0, R3=0, R4=0, R5=0, syncs=0, names=0)

    def final(self, path: str) -> bool:
        """Say whether a path is one of the store's own that must not be lost."""
        for folder in self.folders:
            if path == folder or path.startswith(folder + "/"):
                name = os.path.relpath(path, folder)
                if folder.endswith(".git"):
                    return PASSING_IN_GIT.match(name) is None
                return name.split("/")[0] not in PASSING
        return False

    def shown(self, path: str) -> str:
        """Return a path from the place on."""
        return os.path.relpath(path, os.path.dirname(self.folders[0]))

    def blame(self, rule: str, what: str) -> None:
        """Note a broken rule."""
        self.counts[rule] += 1
        self.broken.append(f"{rule}: {what}")

    def named(self, path: str) -> None:
        """Note a new name, to be made durable by a sync of its folder."""
        if self.final(path):
            self.counts["names"] += 1
            self.pending[os.path.dirname(path)] = path

    def settled(self, moment: str) -> None:
        """Hold every new name to rule 2."""
        for name in self.pending.values():
            self.blame("R2", f"{self.shown(name)} is no durable name yet, at {moment}")
        self.pending.clear()

    def see(self, call: Call) -> None:
        """Take in one call that did not fail."""
        if call.name in WRITES:
            if call.descriptor == 1:
                self.settled("an acknowledgement")
            elif any(call.within(folder) for folder in self.folders):
                self.unsynced.add(call.paths[0])
        elif call.name in SYNCS:
            self.counts["syncs"] += 1
            self.unsynced.discard(call.paths[0])
            self.pending.pop(call.paths[0], None)
        elif call.name == "syncfs":
            self.unsynced.clear()
            self.pending.clear()
        elif call.name in MOVES and len(call.paths) >= 2:
            self._moved(*call.paths[-2:], call.name)
        elif call.name in REMOVES and self.final(call.paths[-1]):
            self._removed(call.paths[-1])
        elif call.name.startswith(("mkdir", "mknod", "symlink")):
            self.named(call.paths[-1])
        elif call.name.startswith(("open", "creat")):
            self._opened(call)

    def _moved(self, source: str, target: str, how: str) -> None:
        if self.final(target) and source in self.unsynced:
            self.blame("R1", f"{self.shown(source)} got its name {self.shown(target)} before it was synced")
        if how.startswith("rename"):
            if source in self.unsynced:
                self.unsynced.add(target)
            self.unsynced.discard(source)
            if self.final(source) and not self.final(target):
                self._removed(source)
        if self.final(target) and ".git/refs/" in target:
            for lost in [name for name in self.pending.values() if ".git/refs/" not in name]:
                self.blame("R5", f"{self.shown(target)} leads to {self.shown(lost)}, which may be lost")
        self.named(target)

    def _removed(self, path: str) -> None:
        if self.pending:
            self.blame(
                "R4", f"{self.shown(path)} goes while {self.shown(next(iter(self.pending.values())))} may be lost"
            )

    def _opened(self, call: Call) -> None:
        path = call.paths[-1]
        if self.final(path) and ("O_WRONLY" in call.words or "O_RDWR" in call.words or "O_TRUNC" in call.words):
            self.blame("R3", f"{self.shown(path)} was opened for writing")
        if "O_CREAT" in call.words and "O_EXCL" in call.words:
            self.named(path)


def audit(root: Path, operation: Operation) -> tuple[dict[str, int], list[str]]:
    """Watch one operation; return counts and broken rules."""
    place, log = root / "place", root / "log"
    operation.prepare(root / "home", place)
    words = watched([COMMAND, *operation.words(place)], log, CHANGING)
    done = run(words, root / "home")
    found = Audit([place / folder for folder in operation.folders])
    for call in calls(log, root / "home"):
        if not call.failed and (call.paths or call.descriptor == 1):
            found.see(call)
    found.settled("the end")
    if done.code not in operation.right:
        found.broken.append(f"exit {done.code}: {done.err[-300:]}")
    return dict(found.counts), [f"{operation.name}: {each}" for each in found.broken]


def main(words: list[str]) -> int:
    """Audit the chosen operations and print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--operations", nargs="*", default=[], help="which commands; default: all")
    options = parser.parse_args(words)
    begun = time.monotonic()
    if not available():
        return leave_out("fsync_audit", "strace is missing, or may not trace")
    counts: dict[str, dict[str, int]] = {}
    faults: list[str] = []
    with scratch("audit") as root:
        there, absent = chosen(root / "home", options.operations)
        for operation in there:
            counts[operation.name], wrong = audit(apart(root, operation), operation)
            faults += wrong
    rules = {rule: sum(count[rule] for count in counts.values()) for rule in ("R1", "R2", "R3", "R4", "R5")}
    return verdict("fsync_audit", {**rules, "operations": counts, "not_offered": absent}, faults, begun)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
