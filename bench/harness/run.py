"""Run every check of the harness over the `gnut` on PATH; one JSON line each, exit 1 if one fails.

    python bench/harness/run.py [--short]

`--short` takes a part of each, within 45 seconds on two processors: what a commit is held to. Without it every system
call of the commands that write most fails once in every way, and of each other one 150, which takes hours.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

import crash_loop
import damage
import faults
import fsync_audit
import full_disk
import writers

SHORT: tuple[tuple[Callable[[list[str]], int], str], ...] = (
    (fsync_audit.main, "--operations add ref saved gc import push export note"),
    (faults.main, "--operations add gc repair --most 3"),
    (crash_loop.main, "--rounds 5"),
    (damage.main, "--most 8"),
    (full_disk.main, "--operations add --sizes 2"),
    (writers.main, "--rounds 1 --writers 4 --inputs 6 --gc"),
)

OTHERS = "gc repair import push pull local prune trash export note"

LONG: tuple[tuple[Callable[[list[str]], int], str], ...] = (
    (fsync_audit.main, ""),
    (crash_loop.main, "--rounds 200"),
    (crash_loop.main, f"--operations init ref record saved {OTHERS} --rounds 20"),
    (damage.main, ""),
    (full_disk.main, ""),
    (writers.main, "--rounds 20"),
    (writers.main, "--rounds 20 --gc"),
    (faults.main, "--operations add ref init record saved"),
    (faults.main, f"--operations {OTHERS} --most 150"),
    (faults.main, "--operations add --reading"),
)


def main(words: list[str]) -> int:
    """Run all checks in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="a part of each, within 45 seconds")
    options = parser.parse_args(words)
    codes = [check(arguments.split()) for check, arguments in (SHORT if options.short else LONG)]
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
