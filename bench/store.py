"""Measure the store beside git on the same 10,000 objects: writing, checking, reading, room on disk.

    python bench/store.py [--runs N] [--objects N] [--texts DIR ...] [--index N ...]

Each command is a process, its CPU (user and system, children included) comes from `wait4`, and every value is
the median of N runs in which git and gnut take turns. Results for people go to stdout, one JSON line each to
stderr. Ends with 1 when a budget is exceeded. bench/README.md says what is compared with what.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from statistics import median

from measure import ENVIRON, Cost, gnut, run, tell

MEDIAN = 8_300
SPREAD = 1.015
LONGEST = 1 << 20
LONG_SHARE = 200
"""Lengths are lognormal with this median, which gives a 99th percentile of 100 KB; one in `LONG_SHARE` is `LONGEST`."""

BESIDE = ("site-packages", "dist-packages", "__pycache__")
"""Folders in the standard library's own that hold what was installed beside it."""

NOT_TEXT = (".gz", ".pyc", ".so", ".png", ".whl", ".gif", ".svg", ".xz", ".zip", ".a", ".js", ".map", ".json")
BUDGETS = {"write": 0.20, "fsck": 0.35, "read": 0.30, "disk": 0.70}
"""gnut as a part of git."""

SETTINGS = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "bench",
    "GIT_AUTHOR_EMAIL": "bench@example.org",
    "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench@example.org",
}


def texts(places: Sequence[str]) -> Iterator[bytes]:
    """Yield real texts, none twice: the standard library of this interpreter, whatever is installed beside it."""
    seen: set[bytes] = set()
    for place in (sysconfig.get_path("stdlib"), *places):
        for above, folders, names in os.walk(place):
            folders[:] = sorted(name for name in folders if name not in BESIDE)
            for name in sorted(names):
                path = os.path.join(above, name)
                if name.endswith(NOT_TEXT) or os.path.islink(path) or not os.path.isfile(path):
                    continue
                body = Path(path).read_bytes()
                if 200 <= len(body) <= 4 * LONGEST and (mark := sha256(body).digest()) not in seen and is_text(body):
                    seen.add(mark)
                    yield body


def is_text(body: bytes) -> bool:
    """Say whether bytes are UTF-8 without NUL."""
    try:
        return "\0" not in body.decode("utf-8")
    except UnicodeDecodeError:
        return False


def lay(folder: Path, count: int, places: Sequence[str], seed: int = 1) -> tuple[int, int]:
    """Write `count` files, slices of real text; return their bytes, and those of all the text there was."""
    bodies = list(texts(places))
    chance = random.Random(seed)
    chance.shuffle(bodies)
    whole = b"\n".join(bodies)
    total = at = 0
    for number in range(count):
        if number % LONG_SHARE == 0:
            length = LONGEST
        else:
            length = min(LONGEST, max(64, round(MEDIAN * math.exp(SPREAD * chance.gauss(0, 1)))))
        if at + length > len(whole):
            # The text has run out: other slices of it, so that no two objects are equal.
            at = chance.randrange(LONGEST)
        (folder / f"{number:05}.txt").write_bytes(whole[at : at + length])
        at += length
        total += length
    return total, len(whole)


def must(cost: Cost) -> Cost:
    """Return `cost` if the command ended well; a command that failed must not look like a fast one."""
    if cost.code:
        said = (cost.errors or cost.output).decode("utf-8", "replace")[-2000:]
        sys.exit(f"bench: a command ended with {cost.code}:\n{said}")
    return cost


def allocated(folder: Path) -> int:
    """Return the bytes that a folder takes on disk, those of the folders included."""
    return sum(path.lstat().st_blocks for path in folder.rglob("*")) * 512


class Pair:
    """One gnut store and one git repository with the same objects."""

    def __init__(self, folder: Path, corpus: Path) -> None:
        """Make both empty."""
        self.corpus = corpus
        self.ours, self.theirs = folder / "gnut", folder / "git"
        self.ours.mkdir(parents=True)
        self.theirs.mkdir()
        self.paths = sorted(corpus.iterdir())
        self.names = folder / "names"
        self.names.write_text("".join(f"{path}\n" for path in self.paths), encoding="utf-8")
        self.ids: list[str] = []
        self.git_ids: list[str] = []

    def git(self, *words: str, feed: Path | None = None, keep: bool = True) -> Cost:
        """Run git in its repository, with no configuration but its own."""
        return must(run(("git", *words), self.theirs, keep=keep, feed=feed, environ={**ENVIRON, **SETTINGS}))

    def write(self) -> tuple[float, float]:
        """Put all objects into both, from nothing, and return the CPU of each."""
        init = must(run(gnut("init", str(self.ours)), keep=True)).cpu
        added = must(run(gnut("store", "add", "--porcelain", str(self.corpus)), self.ours, keep=True))
        self.ids = added.output.decode().split()
        git_init = self.git("init", "-q", ".").cpu
        hashed = self.git("hash-object", "-w", "--stdin-paths", feed=self.names)
        self.git_ids = hashed.output.decode().split()
        if not len(self.ids) == len(self.git_ids) == len(self.paths):
            sys.exit("bench: not every file was stored")
        return init + added.cpu, git_init + hashed.cpu

    def fsck(self) -> tuple[float, float]:
        """Check all data of both and return the CPU of each."""
        return must(run(gnut("fsck"), self.ours, keep=True)).cpu, self.git("fsck", "--no-dangling").cpu

    def disk(self) -> tuple[float, float]:
        """Return the bytes that each takes on disk."""
        return allocated(self.ours / ".gnut"), allocated(self.theirs / ".git" / "objects")

    def repack(self) -> None:
        """Put git's objects into one pack, as `git gc` would for objects of a commit."""
        rows = (f"100644 blob {oid}\t{path.name}\n" for oid, path in zip(self.git_ids, self.paths, strict=True))
        tree = self.theirs / "tree"
        tree.write_text("".join(rows), encoding="utf-8")
        made = self.git("mktree", feed=tree).output.decode().strip()
        commit = self.git("commit-tree", "-m", "all", made).output.decode().strip()
        self.git("update-ref", "refs/heads/main", commit)
        self.git("repack", "-adq")

    def read(self, seed: int) -> tuple[float, float]:
        """Read all objects in random order from both and return the CPU of each."""
        order = list(range(len(self.ids)))
        random.Random(seed).shuffle(order)
        lists = []
        for side, ids in (("ours", self.ids), ("theirs", self.git_ids)):
            lists.append(self.names.with_name(f"{side}-{seed}"))
            lists[-1].write_text("".join(f"{ids[i]}\n" for i in order), encoding="utf-8")
        ours = must(run(gnut("store", "cat", "--batch"), self.ours, feed=lists[0]))
        return ours.cpu, self.git("cat-file", "--batch", feed=lists[1], keep=False).cpu

    def verify(self) -> None:
        """Stop the bench unless `cat --batch` gives every file's bytes: speed is no use otherwise."""
        feed = self.names.with_name("all")
        feed.write_text("".join(f"{oid}\n" for oid in self.ids), encoding="utf-8")
        output = must(run(gnut("store", "cat", "--batch"), self.ours, keep=True, feed=feed)).output
        expected = b"".join(
            b"%s blob %d\n%s\n" % (oid.encode(), len(body), body)
            for oid, body in zip(self.ids, (path.read_bytes() for path in self.paths), strict=True)
        )
        if output != expected:
            sys.exit("bench: cat --batch gave other bytes than were put in")


def compare(name: str, pairs: Sequence[tuple[float, float]], unit: str, factor: float = 1.0) -> bool:
    """Tell the medians of (gnut, git) and hold their ratio against its budget."""
    ours, theirs = (median(pair[side] for pair in pairs) * factor for side in (0, 1))
    ratio = median(pair[0] / pair[1] for pair in pairs)
    tell("store", f"{name}, gnut", ours, unit, runs=[round(pair[0] * factor, 3) for pair in pairs])
    tell("store", f"{name}, git", theirs, unit, runs=[round(pair[1] * factor, 3) for pair in pairs])
    return tell("store", f"{name}, gnut as a part of git", ratio, "x git", BUDGETS[name])


def store(scratch: Path, runs: int = 3, count: int = 10_000, places: Sequence[str] = ()) -> bool:
    """Run the bench in `scratch` and return whether every budget was kept."""
    corpus = scratch / "corpus"
    corpus.mkdir()
    total, text = lay(corpus, count, places)
    tell("store", f"{count:,} objects of real text", total / 1e6, "MB", texts=round(text / 1e6, 1))
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in BUDGETS}
    for number in range(runs):
        pair = Pair(scratch / f"run-{number}", corpus)
        taken["write"].append(pair.write())
        taken["fsck"].append(pair.fsck())
        taken["disk"].append(pair.disk())
        if number + 1 < runs:
            shutil.rmtree(scratch / f"run-{number}")
    pair.repack()
    pair.verify()
    taken["read"] = [pair.read(number) for number in range(runs)]
    kept = [
        compare(name, taken[name], *(("MB", 1e-6) if name == "disk" else ("CPU s",)))
        for name in ("write", "fsck", "read", "disk")
    ]
    return all(kept)


def index(scratch: Path, count: int) -> None:
    """Tell what reading one object costs in a store of `count` small ones, without the cached table and with it."""
    root = scratch / f"small-{count}"
    root.mkdir()
    must(run(gnut("init", str(root)), keep=True))
    script = (
        "import sys; from pathlib import Path; from gnut_store.store import open_store\n"
        "with open_store(Path(sys.argv[1])).write() as batch:\n"
        "    for number in range(int(sys.argv[2])): oid = batch.add('blob', b'object %d' % number)\n"
        "print(oid)"
    )
    made = must(run((sys.executable, "-c", script, str(root / ".gnut"), str(count)), keep=True))
    cache = root / ".gnut" / "cache" / "index"
    read = gnut("store", "cat", made.output.decode().strip())
    costs: dict[str, list[Cost]] = {"without": [], "first": [], "with": []}
    for _ in range(3):
        shutil.rmtree(cache.parent, ignore_errors=True)
        cache.parent.mkdir()
        # A file in the folder's place: nothing can be written there, whoever runs the bench.
        cache.write_bytes(b"")
        costs["without"].append(must(run(read, root)))
        cache.unlink()
        costs["first"].append(must(run(read, root)))
        costs["with"].append(must(run(read, root)))
    for name, words in (("without", "no cache"), ("first", "making the cache"), ("with", "the cache")):
        cost = sorted(costs[name], key=lambda cost: cost.cpu)[1]
        tell("index", f"1 of {count:,} objects, {words}", cost.cpu, "CPU s", peak=round(cost.peak / 1024, 1))


def main() -> int:
    """Run the bench in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--objects", type=int, default=10_000)
    parser.add_argument("--texts", nargs="*", default=(), metavar="DIR", help="more folders with text")
    parser.add_argument("--index", type=int, nargs="+", metavar="N", help="only open stores of N small objects")
    options = parser.parse_args()
    if not shutil.which("git"):
        sys.exit("bench: there is no git to compare with")
    scratch = Path(tempfile.mkdtemp(prefix="gnut-bench-"))
    try:
        for count in options.index or ():
            index(scratch, count)
        return 0 if options.index or store(scratch, options.runs, options.objects, options.texts) else 1
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    sys.exit(main())
