"""Watches the system calls of a command with strace, and makes single ones of them fail."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

CHANGING = (
    "open openat creat write pwrite64 writev pwritev copy_file_range sendfile fsync fdatasync sync_file_range syncfs "
    "rename renameat renameat2 link linkat symlink symlinkat unlink unlinkat rmdir mkdir mkdirat mknod mknodat "
    "truncate ftruncate fallocate chmod fchmod fchmodat utimensat close"
).split()
"""Calls that change what is on disk, or end a change."""

READING = "read pread64 preadv getdents64 stat lstat fstat newfstatat statx readlink readlinkat flock fcntl".split()
"""Calls that only look, or lock."""

LINE = re.compile(r"(?:\[pid +)?(\d+)\]? +(.*)", re.DOTALL)
CALL = re.compile(r"([a-z_0-9]+)\((.*?)\)? += (-?\d+|\?)(.*)", re.DOTALL)
QUOTED = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')
DESCRIPTOR = re.compile(r"(\d+)<([^>]*)>")
UNFINISHED = " <unfinished ...>"
RESUMED = re.compile(r"<\.\.\. [a-z_0-9]+ resumed>(.*)", re.DOTALL)


class Call(NamedTuple):
    """One system call as strace tells it."""

    name: str
    nth: int
    """How many calls of this name its process had made, itself counted: what `when=` of strace means."""

    descriptor: int
    """The descriptor that it works on; -1 when it works on names."""

    paths: tuple[str, ...]
    """Absolute paths that it names, by a descriptor or by a string."""

    words: str
    """Its arguments as printed."""

    failed: bool
    injected: bool

    def within(self, folder: str) -> bool:
        """Say whether it works on something at or under a folder."""
        return any(path == folder or path.startswith(folder + "/") for path in self.paths)


def available() -> bool:
    """Say whether strace is here and may trace."""
    return shutil.which("strace") is not None and os.system("strace -qq -o /dev/null true 2>/dev/null") == 0


def watched(words: Sequence[str], log: Path, calls: Sequence[str], fault: str = "") -> list[str]:
    """Return a command line that runs another one under strace.

    Args:
        words: The command.
        log: File that takes the calls.
        calls: Names of the calls to watch; names that this machine does not know are left out.
        fault: What to do to one of them, in strace's words (`fsync:error=EIO:when=3`); nothing when empty.
    """
    trace = ",".join(f"?{name}" for name in calls)
    inject = ["-e", f"inject={fault}"] if fault else []
    return ["strace", "-f", "-qq", "-y", "-s", "4096", "-o", str(log), "-e", f"trace={trace}", *inject, *words]


def _lines(log: Path) -> Iterator[tuple[str, str]]:
    """Yield (process, call) with calls that were interrupted by another process's line put together."""
    begun: dict[str, str] = {}
    for line in log.read_text("utf-8", "replace").splitlines():
        match = LINE.match(line)
        if match is None:
            continue
        process, text = match[1], match[2]
        if text.endswith(UNFINISHED):
            begun[process] = text.removesuffix(UNFINISHED)
            continue
        rest = RESUMED.match(text)
        yield process, begun.pop(process, "") + rest[1] if rest else text
    # A killed process leaves its last call unfinished.
    for process, text in begun.items():
        yield process, text + ") = ? <killed>"


def calls(log: Path, cwd: Path) -> Iterator[Call]:
    """Yield every call in a log, in its order."""
    made: Counter[tuple[str, str]] = Counter()
    for process, text in _lines(log):
        match = CALL.match(text)
        if match is None:
            continue
        name, words, result, rest = match.groups()
        made[process, name] += 1
        first = DESCRIPTOR.match(words)
        paths = [os.path.normpath(os.path.join(at or str(cwd), path)) for at, path in QUOTED.findall(words)]
        if first:
            # Data of a write is quoted too, and is no path.
            paths = [first[2]] if name in ("write", "pwrite64", "writev", "read", "pread64") else [first[2], *paths]
        yield Call(
            name,
            made[process, name],
            int(first[1]) if first else -1,
            tuple(paths),
            words,
            result.startswith("-") or result == "?",
            "INJECTED" in rest,
        )


def touching(log: Path, cwd: Path, folder: Path) -> list[Call]:
    """Return the calls of a log that work on something in a folder, and the writes to stdout."""
    found = []
    for call in calls(log, cwd):
        if call.within(str(folder)) or (call.descriptor == 1 and call.name in ("write", "writev")):
            found.append(call)
    return found
