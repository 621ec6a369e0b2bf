"""The children that parse, and who gets which: some for PDF, some for the rest.

A child serves a whole batch. It has no environment, opens no file and no socket, and has ten seconds of
processor time a source (`sandbox_child`). A crash, a hang or a flood ends the child; the next source gets a
fresh one. Plain text and short JSON are read here, by gnut's own linear readers, and Markdown, as reports are.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING

from gnut.edge.sandbox.process import Child, Gone
from gnut.edge.sandbox_frame import Job
from gnut.text.sniff import PDF
from gnut.text.source import Extracted, Unreadable, admitted, read

if TYPE_CHECKING:
    import subprocess

COMMAND = (sys.executable, "-I", "-B", "-m", "gnut.edge.sandbox_child")
"""What to start as a child; what it reads is said after it, `pdf` or `text`."""

WALL_SECONDS = 30.0
"""Time a source; processor time is limited more tightly inside, this ends a child that sleeps."""

MOST = 4
"""Sources read at once, if there are so many processors: 40 PDFs take 0.7 of the time with two children (measured)."""

JSON_HERE = 1024 * 1024
"""Bytes up to which JSON is read in this process."""


class Sandbox:
    """Children that parse, started when they are first needed; from any thread.

    Args:
        command: What to start as a child.
        wall: Seconds that one source may take.
        most: Sources that are read at once, when several threads ask; the answers do not depend on it.
    """

    def __init__(self, command: tuple[str, ...] = COMMAND, wall: float = WALL_SECONDS, most: int | None = None) -> None:
        """Prepare the sandbox; nothing is started yet."""
        self._command = command
        self._wall = wall
        self._turns = threading.BoundedSemaphore(most or min(MOST, os.cpu_count() or 1))
        self._lock = threading.Lock()
        self._idle: dict[str, list[Child]] = {"pdf": [], "text": []}
        self._working: set[Child] = set()
        self._closed = False

    def __enter__(self) -> Sandbox:
        """Return the sandbox itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the children."""
        self.close()

    @property
    def children(self) -> int:
        """Children that are there."""
        return len(self._working) + sum(map(len, self._idle.values()))

    def close(self) -> None:
        """End the children, and start none any more; sources that other threads wait for are crashes."""
        with self._lock:
            self._closed = True
            idle = [child for room in self._idle.values() for child in room]
            for room in self._idle.values():
                room.clear()
            for child in self._working:
                child.kill()
        for child in idle:
            child.end()

    def read(self, body: bytes, media_type: str | None, uri: str) -> Extracted | Unreadable:
        """Return what `gnut.text.source.read` says of a body, or how its parser failed."""
        kind = admitted(body, media_type, uri)
        if isinstance(kind, Unreadable):
            return kind
        if kind.reader in ("plain", "markdown") or (kind.reader == "json" and len(body) <= JSON_HERE):
            return read(body, media_type, uri)
        room = "pdf" if kind.name == PDF else "text"
        with self._turns:
            try:
                return self._answer(room, Job(body, media_type, uri))
            except Gone as gone:
                why = "pdf_limit" if room == "pdf" and gone.why == "too_complex" else gone.why
                return Unreadable(why, str(gone))

    def _answer(self, room: str, job: Job) -> Extracted | Unreadable:
        """Return a child's answer.

        A child that has served others may be short of what they left behind. What a source gives
        must not depend on its neighbours, so a crash there is tried once more, in a fresh child.
        """
        child = self._waiting(room)
        used = child.served > 0
        try:
            return self._try(room, child, job)
        except Gone as gone:
            if not (used and gone.again) or self._closed:
                raise
        return self._try(room, self._fresh(room), job)

    def _try(self, room: str, child: Child, job: Job) -> Extracted | Unreadable:
        if not self._at_work(child):
            child.end()
            raise _closed()
        try:
            found = child.answer(job)
        except BaseException:
            # Also when interrupted: its answer would be taken for the next one's.
            with self._lock:
                self._working.discard(child)
            child.end()
            raise
        with self._lock:
            self._working.discard(child)
            over = self._closed
            if not over:
                self._idle[room].append(child)
        if over:
            child.end()
        return found

    def _at_work(self, child: Child) -> bool:
        """Count a child among those that `close` ends; False once there is nobody to count for."""
        with self._lock:
            if not self._closed:
                self._working.add(child)
            return not self._closed

    def _waiting(self, room: str) -> Child:
        """Return a child that waits for a job, a fresh one if none does."""
        while True:
            with self._lock:
                child = self._idle[room].pop() if self._idle[room] else None
            if child is None:
                return self._fresh(room)
            if child.waits():
                return child
            child.end()

    def _fresh(self, room: str) -> Child:
        # Loaded with the first child: sources that are read here need none.
        import subprocess

        if self._closed:
            raise _closed()
        try:
            process = started((*self._command, room), subprocess.PIPE)
        except OSError as error:
            raise Gone("parser_crashed", f"no parser could be started: {error.strerror}") from None
        return Child(process, self._wall, resident)


def _closed() -> Gone:
    return Gone("parser_crashed", "the call ended before it was read")


def started(command: tuple[str, ...], stdin: int) -> subprocess.Popen[bytes]:
    """Start a child without environment, folder or standard error; what it says comes through a pipe.

    Args:
        command: The program and its arguments.
        stdin: Descriptor that the child reads, or `subprocess.PIPE`.

    Raises:
        OSError: It could not be started.
    """
    import subprocess

    return subprocess.Popen(
        command,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={},
        cwd="/",
        bufsize=0,
        start_new_session=True,
    )


def resident(pid: int) -> int | None:
    """Return the bytes of memory that process `pid` holds, or None if nobody knows."""
    if sys.platform == "darwin":
        return _resident_by_ps(pid)
    with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{pid}/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return None


def _resident_by_ps(pid: int) -> int | None:
    """Return the same as `ps` says it, where there is no /proc."""
    import subprocess

    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        said = subprocess.run(
            ("/bin/ps", "-o", "rss=", "-p", str(pid)), capture_output=True, env={}, timeout=1.0, check=True
        )
        return int(said.stdout) * 1024
    return None


def extract_many(jobs: Iterable[Job]) -> Iterator[Extracted | Unreadable]:
    """Yield what each job gives, in order, with the same children for all of them."""
    with Sandbox() as sandbox:
        for job in jobs:
            yield sandbox.read(job.body, job.media_type, job.uri)


def extract(body: bytes, media_type: str | None, uri: str) -> Extracted | Unreadable:
    """Return what one body gives, read in a child of its own."""
    return next(extract_many([Job(body, media_type, uri)]))
