"""The limited child that parses hostile bytes: `python -I -m gnut.edge.sandbox_child`.

Reads framed jobs from standard input and answers each on standard output until the input ends.
It limits itself before it imports a parser, holds no file but its pipes, and has no environment.
"""

from __future__ import annotations

import contextlib
import os
import resource
import sys

CPU_SECONDS = 10
"""Processor time a job."""

MEMORY = 768 * 1024 * 1024
"""Bytes of address space; 10 MiB of HTML with 390,000 tags take 350 MiB (measured)."""

FILES = 16

GROWN = 256 * 1024 * 1024
"""Resident bytes from which a child ends after its answer; the next source gets a fresh one."""

NO_MEMORY = 77
"""Exit code of a child that ran out of memory."""

_MIB = 1024 * 1024


def _limit(kind: int, soft: int, hard: int | None = None) -> None:
    """Lower a limit of this process; systems that do not know it keep their own."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(kind, (soft, soft if hard is None else hard))


def confine() -> None:
    """Lower the limits of this process, before it loads what reads hostile bytes."""
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_NOFILE, FILES)
    _limit(resource.RLIMIT_AS, MEMORY)
    if hasattr(resource, "RLIMIT_NPROC"):
        _limit(resource.RLIMIT_NPROC, 0)


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


def main() -> int:
    """Answer jobs until there are no more."""
    confine()
    # A parser that prints must not be able to write into the answers.
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)
    import msgspec

    from gnut.edge.sandbox_frame import Answer, Job, frame
    from gnut.text.source import Unreadable, read

    decoder = msgspec.msgpack.Decoder(Job)
    encoder = msgspec.msgpack.Encoder()
    while True:
        head = _take(0, 4)
        if len(head) < 4:
            return 0
        job = decoder.decode(_take(0, int.from_bytes(head, "big")))
        allow_cpu()
        answer: Answer
        try:
            found = read(job.body, job.media_type, job.uri)
            answer = Answer(*((found, None) if not isinstance(found, Unreadable) else (None, found)))
        except MemoryError:
            return NO_MEMORY
        except Exception as error:  # A bug in a reader costs one source, not the run; its kind is told.
            answer = Answer(None, Unreadable("parser_crashed", type(error).__name__))
        put(answers, frame(encoder.encode(answer)))
        if _grown():
            return 0


if __name__ == "__main__":
    sys.exit(main())
