"""The limited child that parses hostile bytes: `python -I -m gnut.edge.sandbox_child pdf|text`.

It limits itself, loads what its kind of source needs, gives up opening files and sockets for good, and
only then reads framed jobs from standard input and answers each on standard output, until the input ends.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys

CPU_SECONDS = 10
"""Processor time a job."""

MEMORY = 768 * 1024 * 1024
"""Bytes of address space; 10 MiB of HTML with 390,000 tags take 350 MiB (measured)."""

FILES = 16
"""Descriptors until the readers are loaded; then none can be had."""

GROWN = 256 * 1024 * 1024
"""Resident bytes from which a child ends after its answer; the next source gets a fresh one."""

ALARM_SECONDS = 40
"""Wall time after which a child at one job ends by itself: its parent, which allows less, is gone."""

NO_MEMORY = 77
"""Exit code of a child that ran out of memory."""

_MIB = 1024 * 1024


def _limit(kind: int, soft: int, hard: int | None = None) -> None:
    """Lower a limit of this process, never above what it was given; systems without it keep their own."""
    with contextlib.suppress(ValueError, OSError):
        most = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (_under(soft, most), _under(soft if hard is None else hard, most)))


def _under(wanted: int, most: int) -> int:
    """Return the lower of two limits; the one for no limit is a negative number here and a large one there."""
    if most == resource.RLIM_INFINITY:
        return wanted
    return most if wanted == resource.RLIM_INFINITY else min(wanted, most)


def confine() -> None:
    """Lower the limits of this process, before it loads what reads hostile bytes."""
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_NOFILE, FILES)
    _limit(resource.RLIMIT_AS, MEMORY)
    if hasattr(resource, "RLIMIT_NPROC"):
        _limit(resource.RLIMIT_NPROC, 0)


def seal() -> None:
    """Give up opening anything more: no file, no socket, no pipe, and no program that needs a library.

    What is open stays usable. On Linux and macOS alike, and for good: who is not root cannot raise it again.
    """
    _limit(resource.RLIMIT_NOFILE, 0)


def allow_cpu() -> None:
    """Give the next job its processor time, counted from what the process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    _limit(resource.RLIMIT_CPU, spent + CPU_SECONDS, resource.RLIM_INFINITY)


def _grown() -> bool:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1 if sys.platform == "darwin" else 1024) > GROWN


def _take(source: int, size: int) -> bytes:
    """Return the next `size` bytes; fewer only at the end of the input."""
    parts: list[bytes] = []
    while size:
        part = os.read(source, min(size, _MIB))
        if not part:
            break
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def put(target: int, frame: bytes) -> None:
    """Write all of `frame`."""
    rest = memoryview(frame)
    while rest:
        rest = rest[os.write(target, rest) :]


def _answers() -> int:
    """Return where answers go: what a parser prints must not be able to mix with them."""
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)
    return answers


def main(room: str) -> int:
    """Answer jobs until there are no more.

    Args:
        room: `pdf` or `text`; what is loaded before the first job.
    """
    confine()
    answers = _answers()
    import msgspec

    from gnut.edge.sandbox_frame import Answer, Job, frame
    from gnut.text.loaded import load
    from gnut.text.source import Unreadable, read

    load(room)
    decoder = msgspec.msgpack.Decoder(Job)
    encoder = msgspec.msgpack.Encoder()
    seal()
    while True:
        head = _take(0, 4)
        if len(head) < 4:
            return 0
        job = decoder.decode(_take(0, int.from_bytes(head, "big")))
        allow_cpu()
        signal.setitimer(signal.ITIMER_REAL, ALARM_SECONDS)
        answer: Answer
        try:
            found = read(job.body, job.media_type, job.uri)
            answer = Answer(job.number, *((found, None) if not isinstance(found, Unreadable) else (None, found)))
        except MemoryError:
            return NO_MEMORY
        except Exception as error:  # A bug in a reader costs one source, not the run; its kind is told.
            answer = Answer(job.number, None, Unreadable("parser_crashed", type(error).__name__))
        put(answers, frame(encoder.encode(answer)))
        signal.setitimer(signal.ITIMER_REAL, 0)
        if _grown():
            return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
