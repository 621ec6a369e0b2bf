"""A file written below a folder that a person named, and nowhere else, whatever links lead out of it.

Where the path leads is worked out first, and nothing is made before it is judged. Then each folder is opened from the
one above it without following links, so that a link that is put in the way meanwhile is met with an error and not
followed. The file is complete and on the disk before it takes its name, and its name is on the disk before this ends.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path, PurePosixPath

from gnut.edge.paths import legible
from gnut.errors import GnutError
from gnut.text.patterns import lazy
from gnut_store.files import Files

LINKS = 40
"""Most links that a path leads through, as Linux has it."""

ATTEMPTS = 1_000
"""How many names a new file is tried under."""

LONGEST = 4_096
"""Most characters of a path."""

KEPT = frozenset((".git", ".gnut", ".hg", ".svn"))
"""Folders of programs that keep their own files in them."""

_FOLDER = os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_UNSEEN = lazy(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_RESERVED = lazy(r"(?i:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..{0,4096})?")
_DRIVE = lazy(r"[A-Za-z]:")


class OutOfBounds(GnutError):
    """A path that leads out of the folder it has to stay in, or names no file that may be written there."""

    code = "evidence"


def place(root: Path, said: str) -> tuple[str, ...]:
    """Return the names that lead from a folder to the file that a path means, no link among them.

    Args:
        root: Folder that bounds it; resolved, and no link.
        said: As typed: from `root` on, or absolute and below it. Links inside are followed, and so are `..` that stay
            inside, unless they stand behind a link.

    Raises:
        OutOfBounds: It leads out or is the folder itself; a part is a name of Windows' devices or drives, or lies in a
            folder that another program keeps.
        OSError: A part cannot be looked at.
    """
    _require_portable(said)
    path = PurePosixPath(said)
    trail: list[tuple[tuple[str, ...], bool]] = []
    for part in _below(root, path) if path.is_absolute() else path.parts:
        here = trail[-1][0] if trail else ()
        if part != "..":
            _require_name(part, said)
            trail.append(_entered(root, here, part, said, LINKS))
        elif not trail or trail.pop()[1]:
            # `link/..` is the folder above what the link leads to for one program and above the link for another.
            raise _outside(said)
    there = trail[-1][0] if trail else ()
    if not there or said.endswith("/"):
        raise OutOfBounds(f"{legible(said)!r}: is no file below the project", help="name a file in it")
    for part in there:
        _require_name(part, said)
    return there


def replace(root: Path, parts: Sequence[str], body: bytes, *, judge: Callable[[bytes | None], None], most: int) -> None:
    """Write a file in place of what is there, whole or not at all; missing folders are made.

    Args:
        root: Folder that bounds it; resolved.
        parts: As `place` gave them.
        body: All of it.
        judge: Told what is there now, None for nothing; refuses by raising.
        most: Most bytes that are read of it; one more is given when there are more.

    Raises:
        OutOfBounds: Something else than a file or folder lies in the way.
        OSError: The disk or a permission refuses. What was there is as it was.
    """
    with ExitStack() as opened:
        made: list[tuple[int, str]] = []
        folder = _kept(opened, os.open(root, _FOLDER))
        try:
            for name in parts[:-1]:
                folder = _kept(opened, _opened(folder, name, made))
            judge(_there(folder, parts[-1], most))
            _put(folder, parts[-1], body, last=lambda: _require_in_place(root, parts[:-1], folder))
        except BaseException:
            for above, name in reversed(made):
                with suppress(OSError):
                    os.rmdir(name, dir_fd=above)
            raise


def _kept(opened: ExitStack, descriptor: int) -> int:
    opened.callback(os.close, descriptor)
    return descriptor


def _opened(folder: int, name: str, made: list[tuple[int, str]]) -> int:
    try:
        return os.open(name, _FOLDER, dir_fd=folder)
    except FileNotFoundError:
        os.mkdir(name, dir_fd=folder)
        made.append((folder, name))
        _sync_folder(folder)
        return os.open(name, _FOLDER, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK):
            raise OutOfBounds(f"{legible(name)}: is no folder", help="name a file in a folder of the project") from None
        raise


def _there(folder: int, name: str, most: int) -> bytes | None:
    try:
        descriptor = os.open(name, _READ, dir_fd=folder)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.EMLINK):
            raise _no_file(name) from None
        raise
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise _no_file(name)
        return Files().read_at(descriptor, most + 1, 0)
    finally:
        os.close(descriptor)


def _require_in_place(root: Path, parts: Sequence[str], folder: int) -> None:
    """Refuse a folder that was moved away since it was opened: what is written into it would be elsewhere."""
    with ExitStack() as opened:
        again = _kept(opened, os.open(root, _FOLDER))
        for name in parts:
            try:
                again = _kept(opened, os.open(name, _FOLDER, dir_fd=again))
            except OSError:
                raise OutOfBounds(f"{legible(name)}: was moved while the manifest was written") from None
        if not os.path.samestat(os.fstat(again), os.fstat(folder)):
            raise OutOfBounds("the folder was moved while the manifest was written")


def _put(folder: int, name: str, body: bytes, *, last: Callable[[], None]) -> None:
    """Write under another name in the same folder, then rename: a hard link is replaced and not written through.

    Args:
        folder: Descriptor of the folder.
        name: Of the file.
        body: All of it.
        last: Looks once more before the rename, and refuses by raising.
    """
    files = Files()
    made, descriptor = _created(folder)
    try:
        try:
            files.write(descriptor, body)
            files.sync(descriptor)
        finally:
            os.close(descriptor)
        last()
        os.rename(made, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(OSError):
            os.unlink(made, dir_fd=folder)
        raise
    _sync_folder(folder)


def _created(folder: int) -> tuple[str, int]:
    """Return the name and descriptor of a new file, whose mode is what the umask leaves."""
    for at in range(ATTEMPTS):
        name = f".gnut-{os.getpid()}-{at}"
        try:
            return name, os.open(name, _CREATE, 0o666, dir_fd=folder)
        except FileExistsError:
            continue
    raise OutOfBounds("too many files that were never finished (.gnut-…) lie in the folder", help="remove them")


def _sync_folder(folder: int) -> None:
    try:
        Files().sync(folder)
    except OSError as error:
        # Some file systems cannot sync a folder, and say so.
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise


def _below(root: Path, path: PurePosixPath) -> tuple[str, ...]:
    """Return the parts of an absolute path behind the folder; the folder may be reached through links."""
    for count in range(1, len(path.parts) + 1):
        above = PurePosixPath(*path.parts[:count])
        if os.path.realpath(above) == str(root):
            return path.parts[count:]
        if not os.path.exists(above):
            break
    raise _outside(str(path))


def _entered(root: Path, here: tuple[str, ...], name: str, said: str, left: int) -> tuple[tuple[str, ...], bool]:
    """Return where a name leads from a folder below the root, and whether it is a link."""
    try:
        target = os.readlink(root.joinpath(*here, name))
    except FileNotFoundError:
        return (*here, name), False
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.ENOTDIR):
            return (*here, name), False
        raise
    if left == 0:
        raise OutOfBounds(f"{legible(said)!r}: leads through too many links")
    path = PurePosixPath(target)
    if path.is_absolute():
        here, parts = (), _below(root, path)
    else:
        parts = path.parts
    for part in parts:
        if part == "..":
            if not here:
                raise _outside(said)
            here = here[:-1]
        else:
            here, _ = _entered(root, here, part, said, left - 1)
    return here, True


def _require_portable(said: str) -> None:
    if not said or len(said) > LONGEST or _UNSEEN.search(said):
        raise OutOfBounds(f"{legible(said[:80])!r}: is no path of a file", help="name a file below the project")
    if "\\" in said or said.startswith("//") or _DRIVE.match(said):
        raise OutOfBounds(f"{legible(said)!r}: is a path of Windows", help="part names by /")


def _require_name(name: str, said: str) -> None:
    if _RESERVED.fullmatch(name) or _DRIVE.match(name) or name.endswith((" ", ".")):
        raise OutOfBounds(f"{legible(said)!r}: {legible(name)!r} is no name of a file on every system")
    if name.lower() in KEPT:
        raise OutOfBounds(f"{legible(said)!r}: {name} is another program's folder", help="name a file outside it")


def _outside(said: str) -> OutOfBounds:
    return OutOfBounds(f"{legible(said)!r}: leads out of the project", help="name a file below --project-root")


def _no_file(name: str) -> OutOfBounds:
    return OutOfBounds(f"{legible(name)}: is there, and no regular file", help="name another file")
