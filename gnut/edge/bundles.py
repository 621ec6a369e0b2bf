"""An exported run as a folder: written for others, read from whoever sends one."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from gnut.account.contract import LARGEST
from gnut.edge import files
from gnut.edge.modes import mask
from gnut.edge.paths import legible
from gnut.errors import InputMissing, ReportTooLarge, Usage
from gnut.sign.core.folder import shown as is_signature
from gnut.verify_receipt.contract import COMPANIONS, HIDDEN, SNAPSHOTS, TEXTS, Bundle, Refusal
from gnut.verify_receipt.core.folder import bundle_of, paths

WHOLE = 512 << 20
"""Most bytes of all files of a bundle; one of them has at most `gnut.account.contract.LARGEST`."""

MOST = 100_000
"""Most files of a bundle."""

LISTED = 100
"""Most files that are named as none of a run's."""

_PARTS = (COMPANIONS, SNAPSHOTS, TEXTS, HIDDEN)


def write(bundle: Bundle, folder: Path, shown: str, signatures: Iterable[tuple[str, bytes]] = ()) -> int:
    """Write a bundle into a folder that is new or empty, and return how many files it has.

    The signatures of the run stand beside it, as files by their names.

    A new folder is there once it is complete; in an empty one what was written is taken away when a write fails.

    Raises:
        Usage: The folder holds something already, or a file lies in its place.
        ReportTooLarge: The bundle is larger or has more files than one that is read; nothing is written.
        OSError: The disk or a permission refuses.
    """
    named = [*paths(bundle), *signatures]
    size = sum(len(body) for _, body in named)
    if size > WHOLE or len(named) > MOST:
        raise ReportTooLarge(
            f"{shown}: a run of {len(named):,} files and {size:,} bytes is more than {MOST:,} and {WHOLE:,}",
            help="split the report",
        )
    if not os.path.lexists(folder):
        _put_beside(named, folder)
        return len(named)
    if not folder.is_dir():
        raise Usage(f"{shown}: is no folder", help="name a folder that is new or empty")
    if any(folder.iterdir()):
        raise Usage(f"{shown}: is not empty", help="name a folder that is new or empty")
    try:
        _put(named, folder)
    except BaseException:
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        raise
    return len(named)


def _put_beside(named: list[tuple[str, bytes]], folder: Path) -> None:
    """Write a new folder under another name, and give it its own once it is complete."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".gnut-", dir=folder.parent))
    try:
        _put(named, made)
        made.chmod(0o777 & ~mask())
        made.rename(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _put(named: list[tuple[str, bytes]], folder: Path) -> None:
    for name, body in named:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        with open(descriptor, "wb") as file:
            file.write(body)


def read(folder: Path, shown: str) -> tuple[Bundle, tuple[Refusal, ...]]:
    """Return the bundle in a folder, and a refusal for each file that is none of its parts.

    Names are looked at first, and only what the run names is read. Links are not followed, and names that begin
    with a dot are the file manager's.

    Raises:
        InputMissing: The execution or the report is not there, a part is no regular file, or there are too many.
        ReportTooLarge: One of the files, or all together, are over the limit.
    """
    left = WHOLE

    def get(name: str) -> bytes:
        nonlocal left
        path, told = folder / name, f"{shown}/{name}"
        if path.is_symlink():
            raise InputMissing(f"{told}: is a link", help="a bundle holds its own bytes")
        if left < LARGEST:
            _require_room(path, left, shown)
        body = files.read(path, limit=min(LARGEST, left), shown=told, remedy="no run that gnut exports has it so")
        left -= len(body)
        return body

    bundle, strays = bundle_of(_at_hand(folder, shown), get)
    said = "a file at hand belongs to nothing that the run names"
    # Signatures are over the run and no part of it: whoever verifies them judges them.
    strays = [name for name in strays if is_signature(name) is None]
    named = [f"{said}: {legible(name)}" for name in strays[:LISTED]]
    if len(strays) > LISTED:
        named.append(f"{said}: {len(strays) - LISTED:,} more")
    return bundle, tuple(Refusal("unlisted_file", "", each) for each in named)


def _require_room(path: Path, left: int, shown: str) -> None:
    if path.is_file() and path.stat().st_size > left:
        raise ReportTooLarge(f"{shown}: its files are larger than {WHOLE:,} bytes", help="split the report")


def _at_hand(folder: Path, shown: str) -> Iterator[str]:
    """Yield the paths of what lies in a folder and in those of its folders that a bundle has."""
    met = 0
    for part in ("", *_PARTS):
        place = folder / part
        if part and (place.is_symlink() or not place.is_dir()):
            continue
        try:
            with os.scandir(place) as found:
                for entry in found:
                    met += 1
                    if met > MOST:
                        raise InputMissing(f"{shown}: more than {MOST:,} files")
                    is_part = not part and entry.name in _PARTS and entry.is_dir(follow_symlinks=False)
                    if not is_part and not entry.name.startswith("."):
                        yield f"{part}/{entry.name}" if part else entry.name
        except OSError as error:
            raise InputMissing(f"{shown}: {(error.strerror or 'cannot be read').lower()}") from None
