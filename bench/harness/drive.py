"""Starts the command under test from outside, within limits, and writes down what came of it."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

COMMAND = "gnut"
"""Looked for on PATH, and nowhere else."""

ID = re.compile(r"^(b3:[0-9a-f]{64})$", re.MULTILINE)
"""A line of stdout that acknowledges an object."""

BUSY = 75
"""Exit code of a store that another process holds alone."""

LIMIT = 120.0
"""Seconds after which a command counts as hung."""

HEAD = re.compile(rb"(b3:[0-9a-f]{64}) (?:([a-z_]+) (\d+)|[a-z]+)\n")
"""First line of an answer of `store cat --batch`: id, kind and length, or why it is not there."""

LAID: set[bytes] = set()
"""Hash of everything that was laid to be added: no store may give back other bytes."""

GIVEN: dict[str, bytes] = {}
"""For each object, the hash of its bytes when they were first read: no later reading may give others."""


class Done(NamedTuple):
    """What came of one command."""

    code: int
    """Exit code; the negative number of the signal that ended it."""

    out: str
    err: str
    seconds: float
    hung: bool
    """It was killed after `LIMIT`."""

    @property
    def acknowledged(self) -> frozenset[str]:
        """Return the ids that it promised: whole lines of stdout."""
        whole = self.out.rpartition("\n")[0]
        return frozenset(ID.findall(whole))

    @property
    def crashed(self) -> bool:
        """Say whether a person saw a traceback, or a bug was admitted."""
        return "Traceback (most recent call last)" in self.err or self.code == 3


def world(home: Path) -> dict[str, str]:
    """Return the environment of a command: its own home, no configuration of this machine, repeatable hashes."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GNUT_", "GIT_", "XDG_"))}
    return kept | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": str(home / "gitconfig"),
        "PYTHONHASHSEED": "0",
    }


def start(
    words: Sequence[str], home: Path, *, cwd: Path | None = None, given: int | IO[bytes] = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a command in a session of its own, so that all its processes can be killed together."""
    return subprocess.Popen(
        list(words),
        stdin=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=world(home),
        cwd=cwd or home,
        start_new_session=True,
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a command and whatever it started, at once."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def finish(process: subprocess.Popen[bytes], limit: float = LIMIT) -> Done:
    """Wait for a command that `start` started; kill it when the time is over."""
    begun = time.monotonic()
    hung = False
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        hung = True
        kill(process)
        out, err = process.communicate()
    text = [each.decode("utf-8", "replace") if each else "" for each in (out, err)]
    return Done(process.returncode, text[0], text[1], time.monotonic() - begun, hung)


def run(words: Sequence[str], home: Path, *, cwd: Path | None = None, limit: float = LIMIT) -> Done:
    """Run a command to its end."""
    return finish(start(words, home, cwd=cwd), limit)


def gnut(home: Path, *words: str, place: Path | None = None) -> Done:
    """Run `gnut` in a place."""
    return run([COMMAND, *words], home, cwd=place)


def sound(home: Path, place: Path) -> bool:
    """Say whether `gnut fsck` finds nothing."""
    return gnut(home, "-C", str(place), "fsck").code == 0


def missing(home: Path, place: Path, ids: frozenset[str]) -> int:
    """Return how many of `ids` the store does not give back with the bytes that were laid."""
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{oid}\n" for oid in sorted(ids)).encode())
        asked.seek(0)
        process = start([COMMAND, "-C", str(place), "store", "cat", "--batch"], home, given=asked)
        try:
            out, _ = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            kill(process)
            return len(ids)
    return len(ids - read_back(out))


def read_back(out: bytes) -> set[str]:
    """Return the ids whose right bytes are in what `store cat --batch` wrote."""
    right, at = set(), 0
    while match := HEAD.match(out, at):
        at = match.end()
        if match[2] is None:
            continue
        body = out[at : at + int(match[3])]
        at += len(body) + 1
        oid, found = match[1].decode(), hashlib.sha256(body).digest()
        if GIVEN.setdefault(oid, found) == found and (match[2] != b"blob" or found in LAID):
            right.add(oid)
    return right


def lay(folder: Path, count: int, seed: int, size: int = 6000) -> None:
    """Write files whose contents follow from `seed`: text of several lengths, an empty one, one that packs badly."""
    folder.mkdir(parents=True, exist_ok=True)
    noise = random.Random(seed)
    for number in range(count):
        words = " ".join(f"w{noise.randrange(9000):x}" for _ in range(max(1, int(size * noise.random() / 5))))
        (folder / f"{number:04}.txt").write_text(f"{seed}/{number} {words}\n", encoding="utf-8")
    if count:
        (folder / "empty").write_bytes(b"")
        (folder / "noise").write_bytes(noise.randbytes(3000))
    LAID.update(hashlib.sha256(path.read_bytes()).digest() for path in folder.iterdir())


def copy(source: Path, target: Path) -> None:
    """Put a copy of a folder in a place that may hold an older one."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, symlinks=True)


@contextmanager
def scratch(name: str) -> Iterator[Path]:
    """Yield a folder of our own that is gone afterwards, with a `home` in it."""
    root = Path(os.path.realpath(tempfile.mkdtemp(prefix=f"gnut-{name}-")))
    try:
        (root / "home").mkdir()
        (root / "home/gitconfig").write_text("[user]\n\tname = gnut\n\temail = gnut@example.test\n", encoding="utf-8")
        yield root
    finally:
        subprocess.run(["chmod", "-R", "u+rwX", str(root)], stderr=subprocess.DEVNULL, check=False)
        shutil.rmtree(root, ignore_errors=True)


def verdict(check: str, counts: Mapping[str, object], faults: Sequence[str], begun: float) -> int:
    """Print one JSON line about a check, and what is wrong for people on stderr; return the exit code."""
    for fault in faults[:20]:
        print(f"{check}: {fault}", file=sys.stderr)
    line = {
        "check": check,
        **counts,
        "faults": len(faults),
        "seconds": round(time.monotonic() - begun, 1),
        "verdict": "FAIL" if faults else "PASS",
    }
    print(json.dumps(line), flush=True)
    return 1 if faults else 0


def leave_out(check: str, why: str) -> int:
    """Print the JSON line of a check that this machine cannot run."""
    print(json.dumps({"check": check, "verdict": "LEFT OUT", "why": why}), flush=True)
    return 0
