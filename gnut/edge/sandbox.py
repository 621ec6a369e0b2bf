"""Parse hostile bytes in a limited child process, so that a crash costs one source and not the run.

One child serves a whole batch. It has no environment, may write no file, and has ten seconds of
processor time a source (`sandbox_child`). A crash, a hang or a flood ends the child; the next
source gets a fresh one. Plain text and short JSON are read here, by gnut's own linear readers.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec

from gnut.edge.sandbox_child import CPU_SECONDS, NO_MEMORY
from gnut.edge.sandbox_frame import Answer, Job, frame
from gnut.text.sniff import PDF, declared_type
from gnut.text.source import Extracted, Unreadable, read

if TYPE_CHECKING:
    import subprocess

__all__ = ["Job", "Sandbox", "extract", "extract_many"]

COMMAND = (sys.executable, "-I", "-B", "-m", "gnut.edge.sandbox_child")

WALL_SECONDS = 30.0
"""Time a source; processor time is limited more tightly inside, this ends a child that sleeps."""

ANSWER_MAX = 128 * 1024 * 1024
"""Bytes of one answer: 16 Mi characters of text in UTF-8, and its hidden text."""

JSON_HERE = 1024 * 1024
"""Bytes up to which JSON is read in this process."""

_CHUNK = 256 * 1024
_DECODER = msgspec.msgpack.Decoder(Answer)
_ENCODER = msgspec.msgpack.Encoder()


class _Gone(Exception):
    """The child gave no answer; `again` if a fresh child may."""

    def __init__(self, why: str, detail: str, *, again: bool = False) -> None:
        super().__init__(detail)
        self.why = why
        self.again = again


class Sandbox:
    """A child that parses, started when it is first needed; one user at a time, from any thread.

    Args:
        command: What to start as the child.
        wall: Seconds that one source may take.
    """

    def __init__(self, command: tuple[str, ...] = COMMAND, wall: float = WALL_SECONDS) -> None:
        """Prepare the sandbox; nothing is started yet."""
        self._command = command
        self._wall = wall
        self._child: subprocess.Popen[bytes] | None = None
        self._served = 0
        self._lock = threading.Lock()

    def __enter__(self) -> Sandbox:
        """Return the sandbox itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the child."""
        self.close()

    def close(self) -> None:
        """End the child, if there is one."""
        with self._lock:
            self._end()

    def read(self, body: bytes, media_type: str | None, uri: str) -> Extracted | Unreadable:
        """Return what `gnut.text.source.read` says of a body, or how its parser failed."""
        kind = declared_type(media_type, body, uri)
        if not body or isinstance(kind, str) or kind.reader == "plain":
            return read(body, media_type, uri)
        if kind.reader == "json" and len(body) <= JSON_HERE:
            return read(body, media_type, uri)
        sent = frame(_ENCODER.encode(Job(body, media_type, uri)))
        with self._lock:
            try:
                return self._answer(sent)
            except _Gone as gone:
                if kind.name == PDF and gone.why == "too_complex":
                    return Unreadable("pdf_limit", str(gone))
                return Unreadable(gone.why, str(gone))

    def _answer(self, sent: bytes) -> Extracted | Unreadable:
        """Return the child's answer.

        A child that has served others may be short of what they left behind. What a source gives
        must not depend on its neighbours, so a crash there is tried once more, in a fresh child.
        """
        used = self._served > 0
        try:
            return self._try(sent)
        except _Gone as gone:
            self._end()
            if not (used and gone.again):
                raise
        try:
            return self._try(sent)
        except _Gone:
            self._end()
            raise

    def _try(self, sent: bytes) -> Extracted | Unreadable:
        try:
            answer = _DECODER.decode(self._exchange(sent))
        except msgspec.MsgspecError:
            raise _Gone("parser_crashed", "the parser's answer makes no sense") from None
        found = answer.extracted or answer.unreadable
        if found is None:
            raise _Gone("parser_crashed", "the parser's answer is empty")
        self._served += 1
        return found

    def _start(self) -> subprocess.Popen[bytes]:
        # Loaded with the first child: sources that are read here need none.
        import subprocess

        if self._child is None or self._child.poll() is not None:
            self._end()
            try:
                self._child = started(self._command, subprocess.PIPE)
            except OSError as error:
                raise _Gone("parser_crashed", f"no parser could be started: {error.strerror}") from None
            for pipe in (self._child.stdin, self._child.stdout):
                assert pipe is not None
                os.set_blocking(pipe.fileno(), False)
        return self._child

    def _end(self) -> None:
        child, self._child, self._served = self._child, None, 0
        if child is None:
            return
        child.kill()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        child.wait()

    def _exchange(self, sent: bytes) -> bytes:
        """Return the child's answer to `sent`.

        Raises:
            _Gone: The child ended, took too long, or said too much.
        """
        import selectors

        child = self._start()
        assert child.stdin is not None
        assert child.stdout is not None
        deadline = time.monotonic() + self._wall
        rest = memoryview(sent)
        got = bytearray()
        wanted = 4
        with selectors.DefaultSelector() as selector:
            selector.register(child.stdin, selectors.EVENT_WRITE)
            selector.register(child.stdout, selectors.EVENT_READ)
            while len(got) < wanted:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise _Gone("too_complex", f"over {self._wall:g} s")
                for key, _ in selector.select(left):
                    if key.fileobj is child.stdin:
                        rest = self._send(child.stdin.fileno(), rest)
                        if not rest:
                            selector.unregister(child.stdin)
                        continue
                    part = os.read(child.stdout.fileno(), _CHUNK)
                    if not part:
                        raise self._died(child)
                    got += part
                    if wanted == 4 and len(got) >= 4:
                        wanted = 4 + int.from_bytes(got[:4], "big")
                        if wanted > ANSWER_MAX:
                            raise _Gone("parser_crashed", f"over {ANSWER_MAX} bytes of answer")
        if len(got) != wanted or rest:
            raise _Gone("parser_crashed", "the parser said more than its answer")
        return bytes(got[4:])

    def _send(self, target: int, rest: memoryview) -> memoryview:
        try:
            return rest[os.write(target, rest[:_CHUNK]) :]
        except BlockingIOError:
            return rest
        except BrokenPipeError:
            assert self._child is not None
            raise self._died(self._child) from None

    def _died(self, child: subprocess.Popen[bytes]) -> _Gone:
        """Return why a child that closed its pipe ended."""
        from subprocess import TimeoutExpired

        try:
            code = child.wait(timeout=1.0)
        except TimeoutExpired:
            return _Gone("parser_crashed", "the parser fell silent")
        if code == -signal.SIGXCPU:
            return _Gone("too_complex", f"over {CPU_SECONDS} s of processor time")
        if code in (NO_MEMORY, -signal.SIGKILL):
            return _Gone("too_complex", "over the memory of a parser", again=True)
        return _Gone("parser_crashed", f"signal {-code}" if code < 0 else f"exit {code}", again=True)


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


def extract_many(jobs: Iterable[Job]) -> Iterator[Extracted | Unreadable]:
    """Yield what each job gives, in order, with one child for all of them."""
    with Sandbox() as sandbox:
        for job in jobs:
            yield sandbox.read(job.body, job.media_type, job.uri)


def extract(body: bytes, media_type: str | None, uri: str) -> Extracted | Unreadable:
    """Return what one body gives, read in a child of its own."""
    return next(extract_many([Job(body, media_type, uri)]))
