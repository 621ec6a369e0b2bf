"""The store's only way to the file system: a seam that tests replace to break any single step."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress

from gnut_store.errors import GnutError, ObjectCorrupt, StoreUnreadable, StoreUnwritable

# O_NONBLOCK: opening a FIFO that lies in a file's place must not wait for a writer.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC
# An empty file needs no descriptor that could write: no final name is ever open for writing.
_MARK = os.O_RDONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

SMALL = 64 << 10
"""Most bytes of a file that is read whole: format, config, marks."""


class Files:
    """Reading and durable writing of single files; paths are absolute strings."""

    def open(self, path: str) -> int:
        """Return a descriptor of a regular file, for reading.

        Raises:
            FileNotFoundError: There is none.
            ObjectCorrupt: Something else lies in its place: a link, a folder, a FIFO, a device.
            StoreUnreadable: Permission, too many open files, a failing disk.
        """
        try:
            fd = os.open(path, _READ)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise unreadable(error, path) from None
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            self.release(fd)
            raise ObjectCorrupt(f"{_name(path)}: not a regular file")
        return fd

    def read_at(self, fd: int, length: int, offset: int) -> bytes:
        """Return `length` bytes from `offset`, or fewer at the end of the file; moves no position.

        Packs are read this way and not mapped: a mapped file that another host cuts kills the process.
        """
        data = os.pread(fd, length, offset)
        while len(data) < length:
            # One pread gives at most 2 GiB, and a network file system may give less.
            more = os.pread(fd, length - len(data), offset + len(data))
            if not more:
                break
            data += more
        return data

    def read_small(self, path: str) -> bytes:
        """Return all bytes of a small regular file; refuses one over 64 KiB."""
        fd = self.open(path)
        try:
            body = self.read_at(fd, SMALL + 1, 0)
        except OSError as error:
            raise unreadable(error, path) from None
        finally:
            self.release(fd)
        if len(body) > SMALL:
            raise ObjectCorrupt(f"{_name(path)}: longer than {SMALL:,} bytes")
        return body

    def walk(self, folder: str) -> Iterator[tuple[str, bool, bool, int]]:
        """Yield (name, is a real folder, is a regular file, size) for what lies in a folder.

        A folder that is not there holds nothing. The size is 0 for anything but a regular file.

        Raises:
            ObjectCorrupt: A link or a file lies in the folder's place.
            StoreUnreadable: It cannot be read.
        """
        try:
            fd = os.open(folder, _FOLDER)
        except FileNotFoundError:
            return
        except OSError as error:
            raise unreadable(error, folder) from None
        try:
            with os.scandir(fd) as found:
                for entry in found:
                    try:
                        mode = entry.stat(follow_symlinks=False)
                    except FileNotFoundError:
                        continue
                    plain = stat.S_ISREG(mode.st_mode)
                    yield entry.name, stat.S_ISDIR(mode.st_mode), plain, mode.st_size if plain else 0
        except OSError as error:
            raise unreadable(error, folder) from None
        finally:
            self.release(fd)

    def names(self, folder: str) -> list[str]:
        """Return the names that lie in a folder, unsorted; none when there is no folder."""
        try:
            fd = os.open(folder, _FOLDER)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise unreadable(error, folder) from None
        try:
            return os.listdir(fd)
        except OSError as error:
            raise unreadable(error, folder) from None
        finally:
            self.release(fd)

    def check_folder(self, path: str) -> None:
        """Refuse a link, or anything but a folder, in a folder's place; one that is not there is no fault."""
        try:
            mode = os.lstat(path).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return
        if not stat.S_ISDIR(mode):
            raise ObjectCorrupt(f"{_name(path)}: a folder should lie here", help="Run gnut fsck.")

    def folder(self, path: str, *, durable: bool = True) -> None:
        """Make a folder with its parents; each new one is durable before anything is put into it."""
        try:
            mode = os.lstat(path).st_mode
        except FileNotFoundError:
            above = os.path.dirname(path)
            self.folder(above, durable=durable)
            try:
                os.mkdir(path)
            except FileExistsError:
                return self.folder(path, durable=durable)
            if durable:
                self.sync_folder(above)
            return None
        if not stat.S_ISDIR(mode):
            self.check_folder(path)
        return None

    def create(self, path: str, mode: int = 0o444) -> int:
        """Return a descriptor of a new file, for writing; readable by all that the umask lets."""
        return os.open(path, _CREATE, mode)

    def write(self, fd: int, data: bytes) -> None:
        """Write all bytes; a short write is continued."""
        view = memoryview(data)
        while view:
            view = view[os.write(fd, view) :]

    def sync(self, fd: int) -> None:
        """Make a file's bytes durable. A failure is final: it is never tried again."""
        if sys.platform == "darwin":  # pragma: no cover
            import fcntl

            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        else:
            os.fsync(fd)

    def close(self, fd: int) -> None:
        """Close a written file; on network file systems a write can fail as late as here."""
        os.close(fd)

    def release(self, fd: int) -> None:
        """Close a file or folder that nothing was written through: the kernel frees it, and an error tells nothing."""
        with suppress(OSError):
            os.close(fd)

    def rename(self, source: str, target: str) -> None:
        """Give a file its final name, on one file system, in one step."""
        os.rename(source, target)

    def mark(self, path: str) -> bool:
        """Create an empty file; False when a file of that name is there already."""
        try:
            self.release(os.open(path, _MARK, 0o444))
        except FileExistsError:
            return False
        return True

    def sync_folder(self, path: str) -> None:
        """Make the names in a folder durable."""
        fd = os.open(path, _FOLDER)
        try:
            self.sync(fd)
        except OSError as error:
            # Some file systems cannot sync a folder and say so with these; names are durable there
            # as soon as they are written, or never.
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):
                raise
        finally:
            self.release(fd)

    def sync_folders(self, folders: Iterable[str], top: str) -> None:
        """Make the names in folders durable, and their own, and so on up to the folder `top`.

        A folder that is there may be another process's work, which was killed, or has not come so far,
        before it made the folder's own name durable (tests/store/test_faults_power.py).
        """
        chain = {top: None}
        for folder in folders:
            while len(folder) > len(top):
                chain[folder] = None
                folder = os.path.dirname(folder)
        for folder in sorted(chain, key=len, reverse=True):
            if os.path.lexists(folder):
                self.sync_folder(folder)

    def touch(self, path: str, when: float | None = None) -> None:
        """Date a file: now, or at a moment in seconds since 1970."""
        os.utime(path, None if when is None else (when, when), follow_symlinks=False)

    def unlink(self, path: str) -> None:
        """Remove a file; nothing happens when it is gone already."""
        try:
            os.unlink(path)
        except FileNotFoundError:
            return


def unreadable(error: OSError, path: str) -> GnutError:
    """Return the refusal for a failed read: damage when something else lies in the place."""
    if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENXIO, errno.EMLINK):
        return ObjectCorrupt(f"{_name(path)}: a link or something else lies in its place", help="Run gnut fsck.")
    return StoreUnreadable(f"{_name(path)}: {error.strerror or error}")


def unwritable(error: OSError, path: str) -> GnutError:
    """Return the refusal for a failed write."""
    return StoreUnwritable(
        f"{_name(error.filename if isinstance(error.filename, str) else path)}: {error.strerror or error}",
        help="Make room or give permission, then run the command again; what was not acknowledged may not be stored.",
    )


def _name(path: str) -> str:
    """Return a path from the store's folder on, for messages."""
    head, mark, tail = path.rpartition("/.gnut/")
    return f".gnut/{tail}" if mark else os.path.basename(head or path) or path
