"""Measure what second captures of 1,000 changed pages add to a store that is collected, beside git's deltas.

    python bench/recapture.py [--pages N] [--runs N]

Pages are HTML made from text of this machine, about 16 KB each; the second capture of each has three small edits:
a number, another sentence, a line more; then the same with less: a number, a word, a few words more. Both captures
go into a gnut store and into a git repository; `gnut gc` and `git repack -adf` (default window) pack them; what
counts is the difference to the same with first captures only.

Two ratios, since formats differ in what they keep beside the bytes themselves: of packed bytes (what git calls the
size in its pack, what gnut calls the stored length), which has a budget, and of whole files, indexes included.
"""

from __future__ import annotations

import argparse
import html
import json
import random
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

from measure import ENVIRON, Cost, gnut, run, tell

from store import SETTINGS, must, texts

BUDGET = 1.2
MEAN = 15_000

COLLECT = """
import sys, time
from pathlib import Path
from gnut_store.gc import collect
from gnut_store.oid import hash_of
from gnut_store.store import open_store

top, first, second = map(Path, sys.argv[1:])
pairs = {}
for path in sorted(second.iterdir()) if second.is_dir() else ():
    pairs[hash_of("blob", path.read_bytes())] = hash_of("blob", (first / path.name).read_bytes())
collect(open_store(top), now=time.time(), base_of=pairs, keep=frozenset(), prune=False, dry_run=False, everything=True)
"""
"""What `gnut gc` does, told which bytes belong together: there it reads that from snapshots."""

STORED = """
import sys
from pathlib import Path
from gnut_store.gc_sound import listed
from gnut_store.files import Files

packs, _ = listed(sys.argv[1], Files())
print(sum(entry.stored for pack in packs.values() for entry in pack.entries.values()))
"""


def page(title: str, lines: list[str]) -> str:
    """Return an HTML page with a head, navigation and paragraphs."""
    items = "".join(f'<li><a href="/{number}/index.html">Section {number}</a></li>\n' for number in range(1, 12))
    body = "".join(f'<p class="text" id="p{at}">{html.escape(line)}</p>\n' for at, line in enumerate(lines))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title></head>\n'
        f"<body><nav><ul>\n{items}</ul></nav>\n<main><h1>{html.escape(title)}</h1>\n{body}</main></body></html>\n"
    )


def edited(lines: list[str], chance: random.Random, other: list[str]) -> list[str]:
    """Return the lines as a page comes back after weeks: in three places a number, a sentence, a line more."""
    made = list(lines)
    one, two, three = sorted(chance.sample(range(len(made)), 3))
    made[one] = f"{chance.randrange(1900, 2100)} {made[one]}"
    made[two] = other[0]
    return [*made[:three], other[1], *made[three:]]


def retouched(lines: list[str], chance: random.Random, _: list[str]) -> list[str]:
    """Return the lines with hardly anything changed: in three places a number, a word, a few words more."""
    made = list(lines)
    one, two, three = sorted(chance.sample(range(len(made)), 3))
    made[one] = f"{chance.randrange(1900, 2100)} {made[one]}"
    words = made[two].split(" ")
    words[chance.randrange(len(words))] = chance.choice(("harbour", "lantern", "ledger", "spring tide"))
    made[two] = " ".join(words)
    made[three] += f" It was opened again in {chance.randrange(1900, 2100)}."
    return made


EDITS = {"sentences": edited, "words": retouched}


def lay(first: Path, second: Path, count: int, edits: str, seed: int = 1) -> int:
    """Write both captures of `count` pages, and return the bytes of the second ones."""
    chance = random.Random(seed)
    lines = [line for body in texts(()) for line in body.decode().splitlines() if 40 <= len(line) <= 400]
    chance.shuffle(lines)
    at = total = 0
    for number in range(count):
        length, some = chance.randrange(MEAN // 2, MEAN * 3 // 2), []
        while sum(map(len, some)) < length * 2 // 3 or len(some) < 3:
            some.append(lines[at % len(lines)])
            at += 1
        title = f"Page {number}"
        (first / f"{number:04}.html").write_text(page(title, some), encoding="utf-8")
        later = page(title, EDITS[edits](some, chance, chance.sample(lines, 2))).encode("utf-8")
        (second / f"{number:04}.html").write_bytes(later)
        total += len(later)
    return total


def size(folder: Path, *endings: str) -> int:
    """Return the bytes of files with these endings."""
    return sum(path.stat().st_size for ending in endings for path in folder.glob(f"*{ending}"))


class Ours:
    """A gnut store."""

    def __init__(self, folder: Path) -> None:
        """Make it empty."""
        self.folder = folder
        folder.mkdir()
        must(run(gnut("init", str(folder)), keep=True))

    def take(self, first: Path, second: Path, *, both: bool) -> tuple[int, int, float]:
        """Add captures and collect; return packed bytes, bytes of all files, and the CPU of collecting."""
        # In two packs, so that the first collection also has something to merge, at the level of the second.
        paths = sorted(map(str, (second if both else first).iterdir()))
        for half in (paths[::2], paths[1::2]):
            must(run(gnut("store", "add", "--porcelain", *half), self.folder, keep=True))
        given = (str(self.folder / ".gnut"), str(first), str(second) if both else "-")
        cost = must(run((sys.executable, "-c", COLLECT, *given), keep=True))
        packs = self.folder / ".gnut" / "packs"
        stored = int(must(run((sys.executable, "-c", STORED, str(packs)), keep=True)).output)
        return stored, size(packs, ".gpk"), cost.cpu


class Theirs:
    """A git repository."""

    def __init__(self, folder: Path) -> None:
        """Make it empty."""
        self.folder = folder
        folder.mkdir()
        self.git("init", "-q", ".")

    def git(self, *words: str) -> Cost:
        """Run git with no configuration but its own."""
        return must(run(("git", *words), self.folder, keep=True, environ={**ENVIRON, **SETTINGS}))

    def take(self, first: Path, second: Path, *, both: bool) -> tuple[int, int, float]:
        """Commit captures and repack; return packed bytes of the blobs, bytes of all files, and the CPU of it."""
        shutil.copytree(second if both else first, self.folder, dirs_exist_ok=True)
        self.git("add", ".")
        self.git("commit", "-q", "-m", "captures")
        cost = self.git("repack", "-adfq")
        packs = self.folder / ".git" / "objects" / "pack"
        (index,) = packs.glob("*.idx")
        rows = self.git("verify-pack", "-v", str(index)).output.decode().splitlines()
        stored = sum(int(row.split()[3]) for row in rows if row[40:46] == " blob ")
        return stored, size(packs, ".pack", ".idx", ".rev"), cost.cpu


def measure(scratch: Path, pages: int, edits: str) -> dict[str, float]:
    """Return one measurement of everything."""
    first, second = scratch / "first", scratch / "second"
    first.mkdir(parents=True)
    second.mkdir()
    raw = lay(first, second, pages, edits)
    found: dict[str, float] = {"raw": raw}
    for name, kind in (("gnut", Ours), ("git", Theirs)):
        place = kind(scratch / name)
        before = place.take(first, second, both=False)
        after = place.take(first, second, both=True)
        found |= {
            f"{name} packed": after[0] - before[0],
            f"{name} files": after[1] - before[1],
            f"{name} cpu": after[2],
        }
    return found


def compare(edits: str, pages: int, runs: int) -> bool:
    """Tell the medians of some runs with edits of one kind, and return whether the budget is kept."""
    rows = []
    for number in range(runs):
        scratch = Path(tempfile.mkdtemp(prefix="gnut-bench-"))
        try:
            rows.append(measure(scratch, pages, edits))
        finally:
            shutil.rmtree(scratch)
        print(json.dumps({"run": number, "edits": edits, **rows[-1]}), file=sys.stderr)
    found = {name: median(row[name] for row in rows) for name in rows[0]}
    tell("recapture", f"{pages:,} pages, {edits} edited, not packed", found["raw"] / 1e6, "MB")
    for name in ("gnut", "git"):
        tell("recapture", f"{name}: packed bytes more", found[f"{name} packed"] / 1e6, "MB")
        tell("recapture", f"{name}: whole files longer by", found[f"{name} files"] / 1e6, "MB")
        tell("recapture", f"{name}: packing both captures", found[f"{name} cpu"], "CPU s")
    tell("recapture", "CPU of packing, gnut to git", found["gnut cpu"] / found["git cpu"], "x git")
    tell("recapture", "whole files, gnut to git", found["gnut files"] / found["git files"], "x git")
    budget = BUDGET if edits == "sentences" else None
    return tell("recapture", "packed bytes, gnut to git", found["gnut packed"] / found["git packed"], "x git", budget)


def main() -> int:
    """Measure, and say whether the budget is kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    kept = [compare(edits, options.pages, options.runs) for edits in EDITS]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
