"""A log of sealed records: JSON Lines, one chain of one kind, appended under a lock and durable before it is told."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from gnut.edge import files
from gnut.errors import GnutError, InputMissing, StoreBusy, StoreUnwritable, Usage
from gnut.verify_records.contract import Record, Signer
from gnut.verify_records.core import Chain, seal
from gnut.verify_records.core.chain import MAX_LINE, kind_of, record_of
from gnut_store import canon

IN_FOLDER = {"rec": "answers.jsonl", "run": "runs.jsonl"}
"""Logs in a folder that was named as one."""

KINDS = {"rec": "answer", "run": "run"}
"""What is recorded under each prefix."""

_NEW = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
_TRIES = 100
_PAUSE = 0.1
"""How often, and every how many seconds, a log that another process holds is tried."""


class TornLog(GnutError):
    """A log whose last line was not written to its end."""

    code = "torn_log"


class LogSink:
    """A file of JSON Lines: one log, one chain; in a folder that was named, a file for each kind of record."""

    def __init__(self, path: Path, shown: str, now: Callable[[], str]) -> None:
        """Open nothing yet."""
        self._path, self._shown, self._now = path, shown, now

    @property
    def name(self) -> str:
        """The path as it was typed."""
        return self._shown

    def append(self, content: dict[str, Any], *, prefix: str, signer: Signer | None) -> Record:
        """Append one record, under a lock on the file, and flush it to the disk before it is returned.

        Raises:
            InputMissing: The log cannot be opened, or is no regular file.
            StoreBusy: Another process holds the log.
            StoreUnwritable: It cannot be written; what was written of the line is taken back.
            TornLog: Its last line is cut off, changed or no record: nothing is built on it.
            Usage: It is a log of the other kind of record.
        """
        path = self._log(prefix)
        with _locked(path, self._shown) as (descriptor, made):
            last, ends = _last(descriptor, self._shown)
            if last is not None:
                require_kind(last, prefix, self._shown)
            previous = last.record_hash if last is not None else None
            record = seal(content, previous=previous, timestamp=self._now(), prefix=prefix, signer=signer)
            line = (b"" if ends else b"\n") + canon.encode(msgspec.to_builtins(record)) + b"\n"
            if len(line) > MAX_LINE:
                raise StoreUnwritable(f"{self._shown}: a record of {len(line)} bytes is over {MAX_LINE}")
            _write(descriptor, line, self._shown)
            if made:
                _sync_folder(path.parent)
        return record

    def ready(self) -> None:
        """Refuse now what `append` would refuse of the log as it is; nothing is written, and no log is made.

        Raises:
            InputMissing: It cannot be opened or made, or is no regular file.
            StoreBusy, TornLog: As `append` has them.
        """
        for prefix in IN_FOLDER:
            path = self._log(prefix)
            if os.path.lexists(path):
                with _locked(path, self._shown) as (descriptor, _):
                    _last(descriptor, self._shown)
            elif not (path.parent.is_dir() and os.access(path.parent, os.W_OK | os.X_OK)):
                raise InputMissing(f"{self._shown}: no log can be made there", help="look at its folder and the mode")

    def _log(self, prefix: str) -> Path:
        return self._path / IN_FOLDER[prefix] if self._path.is_dir() else self._path


@contextmanager
def _locked(path: Path, shown: str) -> Iterator[tuple[int, bool]]:
    made = not os.path.lexists(path)
    try:
        descriptor = os.open(path, _NEW, 0o600)
    except OSError as error:
        if error.errno == errno.ELOOP and path.is_symlink():
            raise InputMissing(f"{shown}: is a symbolic link", help="name the log itself") from None
        raise files.refused(shown, error) from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise InputMissing(f"{shown}: is not a regular file", help="records go to a file of their own")
        lock(descriptor, shown)
        yield descriptor, made or os.fstat(descriptor).st_size == 0
    finally:
        os.close(descriptor)


def lock(descriptor: int, shown: str) -> None:
    """Take the lock on an open file or folder, waiting up to ten seconds.

    Raises:
        StoreBusy: Another process has it all that time.
        StoreUnwritable: It cannot be locked.
    """
    import select

    for _ in range(_TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            select.select([], [], [], _PAUSE)
        except OSError as error:
            raise StoreUnwritable(f"{shown}: cannot be locked: {error.strerror}") from None
        else:
            return
    raise StoreBusy(f"{shown}: another process appends to this log", help="try again")


def _last(descriptor: int, shown: str) -> tuple[Record | None, bool]:
    """Return the last record, after it was hashed again, and whether its line has its end; None of an empty log.

    A record that is whole may lack the line feed behind it; blank lines behind it are none.
    """
    size = os.fstat(descriptor).st_size
    at, tail, step = size, b"", 1 << 16
    while at > 0 and b"\n" not in tail.rstrip():
        step = min(step, at)
        at -= step
        tail = os.pread(descriptor, step, at) + tail
        step *= 2  # So that a long line is copied a few times, and not once for every piece of it.
        if len(tail) > 2 * MAX_LINE:
            raise TornLog(f"{shown}: its last line is longer than {MAX_LINE} bytes")
    if not tail.strip():
        return None, True
    line = tail.rstrip().rsplit(b"\n", 1)[-1]
    try:
        record = record_of(line)
    except GnutError as error:
        raise TornLog(
            f"{shown}: its last line is no record: {error}",
            help="gnut verify records names the line; take it out, and the log goes on from the one before",
        ) from None
    require_sound(record, line, shown)
    return record, tail.endswith(b"\n")


def require_kind(last: Record, prefix: str, shown: str) -> None:
    """Refuse a chain whose last record is of another kind than the one that would follow it.

    Raises:
        Usage: It is (`mixed_kinds`), or of no kind that is known.
    """
    kind = kind_of(last.content)
    if kind != KINDS[prefix]:
        raise Usage(
            f"{shown}: is a log of {kind or 'unknown'} records, and this is one of {KINDS[prefix]}",
            help="one log is one chain of one kind; name another file, or a folder, which holds a log of each",
            code="mixed_kinds",
        )


def require_sound(record: Record, line: bytes, shown: str) -> None:
    """Refuse a last record whose content, link or signature was changed since it was sealed.

    Args:
        record: As it was read.
        line: What it was read from.
        shown: Name of the log, for people.

    Raises:
        TornLog: It was.
    """
    from gnut.edge.keys.raw import verifies

    chain = Chain(verifies() if record.signature else None, previous=record.previous_record_hash)
    chain.take(1, line)
    # Where the library is missing, a signature cannot be checked: that is for whoever verifies the log. A schema that
    # is unknown is told as a log of another kind.
    passed_over = ("not_checked", "unknown_schema")
    wrong = [each.message for each in chain.verdict().faults if each.code not in passed_over]
    if wrong:
        raise TornLog(
            f"{shown}: its last record does not stand: {wrong[0].removeprefix('line 1: ')}",
            help="keep this log as it is, for whoever asks who changed it, and name another one",
        )


def _write(descriptor: int, line: bytes, shown: str) -> None:
    size = os.fstat(descriptor).st_size
    try:
        written = 0
        while written < len(line):
            written += os.write(descriptor, line[written:])
        os.fsync(descriptor)
    except OSError as error:
        try:
            os.ftruncate(descriptor, size)
            os.fsync(descriptor)
        except OSError:
            pass  # The line is torn; the next append says so.
        raise StoreUnwritable(f"{shown}: {error.strerror}: the record was not kept") from None


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
