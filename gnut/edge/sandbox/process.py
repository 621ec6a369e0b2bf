"""One limited child and its pipes: a job goes in, its answer comes out, or a reason why none came."""

from __future__ import annotations

import contextlib
import itertools
import os
import selectors
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from gnut.edge.sandbox_child import CPU_SECONDS, MEMORY, NO_MEMORY
from gnut.edge.sandbox_frame import Answer, Job
from gnut.text.extracted import Extracted, Unreadable

if TYPE_CHECKING:
    import subprocess

ANSWER_MAX = 128 * 1024 * 1024
"""Bytes of one answer: 16 Mi characters of text in UTF-8, and its hidden text."""

WATCH_SECONDS = 0.25
"""How often the memory of a child at work is looked at: macOS does not enforce its address space."""

_CHUNK = 256 * 1024
_HEAD = 4
_NUMBERS = itertools.count(1)
_DECODER = msgspec.msgpack.Decoder(Answer)
_ENCODER = msgspec.msgpack.Encoder()

Resident = Callable[[int], int | None]
"""Bytes of memory that a process holds, by its id; None if nobody knows."""


class Gone(Exception):
    """The child gave no answer; `again` if a fresh child may."""

    def __init__(self, why: str, detail: str, *, again: bool = False) -> None:
        """Keep the reason beside the words for people."""
        super().__init__(detail)
        self.why = why
        self.again = again


class Child:
    """A process that answers jobs, one at a time.

    Args:
        process: Just started, with a pipe at either end.
        wall: Seconds that one job may take.
        resident: Tells how much memory it holds.
    """

    def __init__(self, process: subprocess.Popen[bytes], wall: float, resident: Resident) -> None:
        """Take the process over."""
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._wall = wall
        self._resident = resident
        self._in, self._out = process.stdin.fileno(), process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self.served = 0
        """Jobs it has answered."""

    def waits(self) -> bool:
        """Return whether it is there and silent, as one that waits for a job must be."""
        if self._process.poll() is not None:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            return not selector.select(0)

    def answer(self, job: Job) -> Extracted | Unreadable:
        """Return what the child says of `job`.

        Raises:
            Gone: It ended, took too long, said too much, or said something else.
        """
        number = next(_NUMBERS)
        sent = bytearray(_HEAD)
        _ENCODER.encode_into(msgspec.structs.replace(job, number=number), sent, _HEAD)
        sent[:_HEAD] = (len(sent) - _HEAD).to_bytes(_HEAD, "big")
        try:
            answer = _DECODER.decode(self._exchange(memoryview(sent)))
        except msgspec.MsgspecError:
            raise Gone("parser_crashed", "the parser's answer makes no sense") from None
        found = answer.extracted if answer.extracted is not None else answer.unreadable
        if found is None or (answer.extracted is not None and answer.unreadable is not None):
            raise Gone("parser_crashed", "the parser's answer is empty")
        if answer.number != number:
            raise Gone("parser_crashed", "the parser answered for another source")
        self.served += 1
        return found

    def kill(self) -> None:
        """Stop it; whoever waits for its answer hears that it ended."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)  # Its session is its own: also what it may have forked.
        self._process.kill()

    def end(self) -> None:
        """Stop it, and leave nothing behind."""
        if self._process.returncode is None:
            self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self._process.wait()

    def _exchange(self, rest: memoryview) -> memoryview:
        """Return the bytes that answer those in `rest`.

        Raises:
            Gone: As above.
        """
        deadline = time.monotonic() + self._wall
        got = bytearray()
        wanted = _HEAD
        with selectors.DefaultSelector() as selector:
            selector.register(self._in, selectors.EVENT_WRITE)
            selector.register(self._out, selectors.EVENT_READ)
            while len(got) < wanted:
                ready = {key.fd for key, _ in selector.select(self._pause(deadline))}
                if not ready:
                    self._check_memory()
                if self._in in ready:
                    rest = self._send(rest)
                    if not rest:
                        selector.unregister(self._in)
                if self._out in ready:
                    got += self._take()
                    wanted = _wanted(got)
        if len(got) != wanted or rest:
            raise Gone("parser_crashed", "the parser said more than its answer")
        return memoryview(got)[_HEAD:]

    def _pause(self, deadline: float) -> float:
        left = deadline - time.monotonic()
        if left <= 0:
            raise Gone("too_complex", f"over {self._wall:g} s")
        return min(left, WATCH_SECONDS)

    def _check_memory(self) -> None:
        held = self._resident(self._process.pid)
        if held is not None and held > MEMORY:
            raise Gone("too_complex", "over the memory of a parser", again=True)

    def _send(self, rest: memoryview) -> memoryview:
        try:
            return rest[os.write(self._in, rest[:_CHUNK]) :]
        except BlockingIOError:
            return rest
        except BrokenPipeError:
            raise self._died() from None

    def _take(self) -> bytes:
        try:
            part = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return b""
        if not part:
            raise self._died()
        return part

    def _died(self) -> Gone:
        """Return why a child that closed a pipe ended."""
        until = time.monotonic() + 1.0
        while (code := self._process.poll()) is None:
            if time.monotonic() > until:
                return Gone("parser_crashed", "the parser fell silent")
            time.sleep(0.005)
        if code == -signal.SIGXCPU:
            return Gone("too_complex", f"over {CPU_SECONDS} s of processor time")
        if code == -signal.SIGALRM:
            return Gone("too_complex", f"over {self._wall:g} s")
        if code in (NO_MEMORY, -signal.SIGKILL):
            return Gone("too_complex", "over the memory of a parser", again=True)
        return Gone("parser_crashed", f"signal {-code}" if code < 0 else f"exit {code}", again=True)


def _wanted(got: bytearray) -> int:
    """Return how many bytes an answer has, head included, as far as its head has come."""
    if len(got) < _HEAD:
        return _HEAD
    wanted = _HEAD + int.from_bytes(got[:_HEAD], "big")
    if wanted > ANSWER_MAX:
        raise Gone("parser_crashed", f"over {ANSWER_MAX} bytes of answer")
    return wanted
