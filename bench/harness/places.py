"""The places that commands are tried in, each prepared from nothing, with what was acknowledged in it."""

from __future__ import annotations

import os
import time
from pathlib import Path

from drive import Done, gnut, lay, run

URL = "https://example.test/log"
LONG_AGO = 90 * 86_400
"""Seconds; more than what collecting waits."""

QUOTE = "The lamp was lit for the first time on 4 March 1871."
REPORT = f'# Lamp\n\nThe log says "{QUOTE[:-1]}" ([log]({URL})).\n'
LOCAL = f'# Lamp\n\nThe log says "{QUOTE[:-1]}" ([log](log.txt)).\n'


def acked(done: Done) -> frozenset[str]:
    """Return what a command that prepares acknowledged; it must have worked."""
    if done.code != 0:
        raise SystemExit(f"cannot prepare: {done.err[-500:]}")
    return done.acknowledged


def filled(home: Path, place: Path) -> frozenset[str]:
    """Make a store that acknowledged objects and refs in both tiers."""
    place.mkdir(parents=True)
    acked(gnut(home, "init", str(place)))
    lay(place / "old", 3, 1)
    at = ("-C", str(place), "store")
    kept = acked(gnut(home, *at, "add", "--porcelain", str(place / "old")))
    kept |= acked(gnut(home, *at, "add", "--porcelain", "--tier", "local", str(place / "old/0000.txt")))
    kept |= acked(gnut(home, *at, "ref", "add", "t/old", min(kept)))
    lay(place / "in", 3, 2)
    return kept


def empty(home: Path, place: Path) -> frozenset[str]:
    """Make a folder with nothing in it."""
    place.mkdir(parents=True)
    return frozenset()


def reported(home: Path, place: Path) -> frozenset[str]:
    """Make a store beside two reports, one of a file and one of a page, and what they cite."""
    kept = filled(home, place)
    (place / "local.md").write_text(LOCAL, encoding="utf-8")
    (place / "log.txt").write_text(QUOTE + "\n", encoding="utf-8")
    (place / "far.md").write_text(REPORT, encoding="utf-8")
    (place / "page.html").write_text(f"<!doctype html><title>Log</title><p>{QUOTE}</p>" + "<p>More.</p>" * 40)
    return kept


def packed(home: Path, place: Path) -> frozenset[str]:
    """Make a store of more packs than it is well with."""
    kept = filled(home, place)
    for number in range(6):
        lay(place / "small", 1, 100 + number, 300)
        kept |= acked(gnut(home, "-C", str(place), "store", "add", "--porcelain", str(place / "small")))
    return kept


def damaged(home: Path, place: Path) -> frozenset[str]:
    """Make a store in which one record of one pack is damaged, and return what must outlive its repair."""
    kept = filled(home, place)
    lay(place / "hurt", 2, 3)
    lost = acked(gnut(home, "-C", str(place), "store", "add", "--porcelain", str(place / "hurt")))
    pack = max((place / ".gnut/packs").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    body = bytearray(pack.read_bytes())
    body[8 + 64 + 5] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(body)
    pack.chmod(0o444)
    return kept - lost


def beside(home: Path, place: Path) -> frozenset[str]:
    """Make two stores, the second to be imported into the first."""
    kept = filled(home, place)
    other = place / "other"
    other.mkdir()
    acked(gnut(home, "init", str(other)))
    acked(gnut(home, "-C", str(other), "store", "add", "--porcelain", str(place / "in")))
    acked(gnut(home, "-C", str(other), "store", "ref", "add", "t/other"))
    return kept


def cloned(home: Path, place: Path) -> frozenset[str]:
    """Make a repository with a store, and a bare one beside it that it may push to."""
    kept = filled(home, place)
    for words in (
        ["git", "init", "-q", "--bare", str(place / "remote.git")],
        ["git", "-C", str(place), "init", "-q", "-b", "main"],
        ["git", "-C", str(place), "remote", "add", "origin", str(place / "remote.git")],
    ):
        if run(words, home).code != 0:
            raise SystemExit(f"cannot prepare: {' '.join(words)}")
    return kept


def fetchable(home: Path, place: Path) -> frozenset[str]:
    """Make a repository whose remote holds packs that its own store does not."""
    cloned(home, place)
    acked(gnut(home, "-C", str(place), "store", "add", "--porcelain", str(place / "in")))
    acked(gnut(home, "-C", str(place), "sync", "push"))
    run(["rm", "-rf", str(place / ".gnut")], home)
    run(["git", "-C", str(place), "update-ref", "-d", "refs/gnut/store"], home)
    acked(gnut(home, "init", str(place)))
    lay(place / "own", 2, 9)
    return acked(gnut(home, "-C", str(place), "store", "add", "--porcelain", str(place / "own")))


def outworn(home: Path, place: Path) -> frozenset[str]:
    """Make a store whose local tier holds what nothing leads to, and has for long."""
    kept = filled(home, place)
    lay(place / "gone", 2, 4)
    gone = acked(gnut(home, "-C", str(place), "store", "add", "--porcelain", "--tier", "local", str(place / "gone")))
    (place / "gone.ids").write_text("\n".join(sorted(gone - kept)), encoding="utf-8")
    for pack in (place / ".gnut/local").rglob("*.gpk"):
        os.utime(pack, (time.time() - LONG_AGO,) * 2)
    return kept


def trashed(home: Path, place: Path) -> frozenset[str]:
    """Make a store with packs in its trash."""
    kept = packed(home, place)
    acked(gnut(home, "-C", str(place), "gc"))
    return kept


def committed(home: Path, place: Path) -> frozenset[str]:
    """Make a repository whose newest commit holds a report that was checked."""
    kept = reported(home, place)
    acked(gnut(home, "-C", str(place), "check", "--record", "local.md"))
    for words in (["init", "-q", "-b", "main"], ["add", "local.md", "log.txt"], ["commit", "-q", "-m", "Report"]):
        if run(["git", "-C", str(place), *words], home).code != 0:
            raise SystemExit(f"cannot prepare: git {' '.join(words)}")
    return kept
