"""Fill a real disk, make it read-only, and see what the writing commands do.

    python bench/harness/full_disk.py [--operations add ref ...] [--sizes N]

Needs a mount namespace of its own (`unshare --user --map-root-user --mount`, Linux): a small file system in memory
is mounted, nearly filled, and the command run in what is left; then there is room again, and the laws of
`operations.judge` must hold. Unlike an injected error this one comes where the kernel has none left: in the middle
of a write, at a new folder, at an empty file. Then the same file system is mounted read-only: a writing command
refuses, exit 2, and changes nothing; `gnut fsck` and `gnut store cat` work.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from drive import COMMAND, copy, gnut, leave_out, run, scratch, verdict
from operations import Operation, chosen, judge

INSIDE = "GNUT_HARNESS_INSIDE"
"""Set in the environment of the process that has a mount namespace of its own."""

ROOM = "64m"
PAGE = 4096
REFUSED = 2
WRITERS = ("add", "ref", "record", "saved", "import", "pull")
"""Operations that must refuse where nothing can be written."""


def mount(*words: str) -> bool:
    """Mount a file system in memory, or change how it is mounted."""
    return subprocess.run(["mount", *words], stderr=subprocess.DEVNULL, check=False).returncode == 0


def namespace() -> bool:
    """Say whether a mount namespace of our own can be had."""
    words = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/tmp"]
    try:
        return subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode == 0
    except FileNotFoundError:
        return False


def fill(at: Path, left: int) -> None:
    """Leave so many pages of a file system free."""
    space = os.statvfs(at)
    with (at / "ballast").open("wb") as ballast:
        os.posix_fallocate(ballast.fileno(), 0, max(1, space.f_bavail - left) * PAGE)


def crowded(root: Path, operation: Operation, left: int, kept: frozenset[str]) -> tuple[int, list[str]]:
    """Run an operation with so many pages left; return its exit code and what is wrong afterwards."""
    home, place = root / "home", root / "disk/place"
    copy(root / "template", place)
    (root / "disk/ballast").unlink(missing_ok=True)
    fill(root / "disk", left)
    done = run([COMMAND, *operation.words(place)], home)
    (root / "disk/ballast").unlink()
    wrong = judge(home, place, operation, done, kept)
    return done.code, [f"{operation.name}, {left} pages left, exit {done.code}: {each}" for each in wrong]


def read_only(root: Path, operation: Operation) -> list[str]:
    """Run an operation where nothing can be written."""
    home, place = root / "home", root / "disk/place"
    copy(root / "template", place)
    mount("-o", "remount,ro", str(root / "disk"))
    done = gnut(home, *operation.words(place))
    checked = gnut(home, "-C", str(place), "fsck")
    mount("-o", "remount,rw", str(root / "disk"))
    wrong = []
    if done.code != REFUSED or done.crashed:
        wrong.append(f"exit {done.code}, expected {REFUSED} {done.err[-200:]}")
    if checked.code != 0:
        wrong.append(f"fsck ends with {checked.code} {checked.err[-200:]}")
    return [f"{operation.name}, read-only: {each}" for each in wrong]


def tried(root: Path, operation: Operation, sizes: int) -> tuple[Counter[str], list[str]]:
    """Try an operation with nought to `sizes` pages left, then read-only."""
    kept = operation.prepare(root / "home", root / "disk/place")
    copy(root / "disk/place", root / "template")
    counts: Counter[str] = Counter()
    faults = []
    for left in range(sizes):
        code, wrong = crowded(root, operation, left, kept)
        counts["refused" if code == REFUSED else "worked" if code in operation.right else f"exit {code}"] += 1
        faults += wrong
    if operation.name in WRITERS:
        counts["read_only"] += 1
        faults += read_only(root, operation)
    shutil.rmtree(root / "template")
    shutil.rmtree(root / "disk/place")
    return counts, faults


def main(words: list[str]) -> int:
    """Fill a disk before each of the chosen operations and print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--operations", nargs="*", default=[], help="which commands; default: all")
    parser.add_argument("--sizes", type=int, default=16, help="how many sizes of what is left, in pages from nought")
    options = parser.parse_args(words)
    if not os.environ.get(INSIDE):
        if not namespace():
            return leave_out("full_disk", "no mount namespace can be had here")
        inside = ["unshare", "--user", "--map-root-user", "--mount", sys.executable, __file__, *words]
        return subprocess.run(inside, env=os.environ | {INSIDE: "1"}, check=False).returncode
    begun = time.monotonic()
    counts: dict[str, dict[str, int]] = {}
    faults: list[str] = []
    with scratch("disk") as root:
        (root / "disk").mkdir()
        mount("-t", "tmpfs", "-o", f"size={ROOM}", "none", str(root / "disk"))
        there, absent = chosen(root / "home", options.operations)
        for operation in there:
            counted, wrong = tried(root, operation, options.sizes)
            counts[operation.name] = dict(counted)
            faults += wrong
        subprocess.run(["umount", str(root / "disk")], check=False)
    return verdict("full_disk", {"operations": counts, "not_offered": absent}, faults, begun)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
