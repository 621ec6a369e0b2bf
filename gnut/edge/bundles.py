"""An exported run as a folder: written for others, read from whoever sends one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from gnut.edge import files
from gnut.edge.paths import legible
from gnut.errors import BadReceipt, InputMissing, Usage
from gnut.verify_receipt.contract import (
    COMPANIONS,
    EXECUTION_FILE,
    HIDDEN,
    REPORT_FILE,
    SNAPSHOTS,
    TEXTS,
    Bundle,
    Refusal,
)

LARGEST = 64 << 20
"""Most bytes of one file of a bundle."""

MOST = 100_000
"""Most files of a bundle."""

_SOURCE = re.compile(r"(url|file)-([0-9a-f]{16})\.json\Z")
_TEXT = re.compile(r"([0-9a-f]{64})\.txt\Z")


def write(bundle: Bundle, folder: Path, shown: str) -> int:
    """Write a bundle into a folder that is new or empty, and return how many files it has.

    Raises:
        Usage: The folder holds something already, or a file lies in its place.
        BadReceipt: A bibliography's name is no plain file name; nothing is written.
    """
    named = list(_named(bundle))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise Usage(f"{shown}: is no folder", help="name a folder that is new or empty") from None
    if any(folder.iterdir()):
        raise Usage(f"{shown}: is not empty", help="name a folder that is new or empty")
    for name, body in named:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        with open(descriptor, "wb") as file:
            file.write(body)
    return len(named)


def _named(bundle: Bundle) -> Iterator[tuple[str, bytes]]:
    yield EXECUTION_FILE, bundle.execution
    yield REPORT_FILE, bundle.report
    for name, body in bundle.companions.items():
        if name in ("", ".", "..") or "/" in name or "\\" in name or "\0" in name:
            raise BadReceipt("a bibliography has a plain file name", code="wrong_type", pointer="/run/companions")
        yield f"{COMPANIONS}/{name}", body
    for source_id, body in bundle.snapshots.items():
        yield f"{SNAPSHOTS}/{source_id.replace(':', '-')}.json", body
    for part, texts in ((TEXTS, bundle.texts), (HIDDEN, bundle.hidden)):
        yield from ((f"{part}/{sha256}.txt", body) for sha256, body in texts.items())


def read(folder: Path, shown: str) -> tuple[Bundle, tuple[Refusal, ...]]:
    """Return the bundle in a folder, and a refusal for each file that is none of its parts.

    Links are not followed, and names that begin with a dot are the file manager's.

    Raises:
        InputMissing: The execution or the report is not there, something is no regular file, or it is too much.
    """
    strays: list[str] = []
    parts = {name: _part(folder, name, shown, strays) for name in (COMPANIONS, SNAPSHOTS, TEXTS, HIDDEN)}
    known = {EXECUTION_FILE, REPORT_FILE, *parts}
    strays += [name for name in _names(folder, shown) if name not in known]
    bundle = Bundle(
        execution=_bytes(folder / EXECUTION_FILE, f"{shown}/{EXECUTION_FILE}"),
        report=_bytes(folder / REPORT_FILE, f"{shown}/{REPORT_FILE}"),
        companions=parts[COMPANIONS],
        snapshots=_keyed(parts[SNAPSHOTS], SNAPSHOTS, _SOURCE, strays),
        texts=_keyed(parts[TEXTS], TEXTS, _TEXT, strays),
        hidden=_keyed(parts[HIDDEN], HIDDEN, _TEXT, strays),
    )
    said = "a file at hand belongs to nothing that the run names"
    return bundle, tuple(Refusal("unlisted_file", "", f"{said}: {legible(name)}") for name in sorted(strays))


def _part(folder: Path, name: str, shown: str, strays: list[str]) -> dict[str, bytes]:
    path = folder / name
    if not os.path.lexists(path):
        return {}
    if path.is_symlink() or not path.is_dir():
        strays.append(name)
        return {}
    return {each: _bytes(path / each, f"{shown}/{name}/{legible(each)}") for each in _names(path, shown)}


def _names(folder: Path, shown: str) -> list[str]:
    try:
        names = [name for name in os.listdir(folder) if not name.startswith(".")]
    except OSError as error:
        raise InputMissing(f"{shown}: {(error.strerror or 'cannot be read').lower()}") from None
    if len(names) > MOST:
        raise InputMissing(f"{shown}: more than {MOST:,} files")
    return names


def _bytes(path: Path, shown: str) -> bytes:
    if path.is_symlink():
        raise InputMissing(f"{shown}: is a link", help="a bundle holds its own bytes")
    return files.read(path, limit=LARGEST, shown=shown)


def _keyed(found: Mapping[str, bytes], part: str, form: re.Pattern[str], strays: list[str]) -> dict[str, bytes]:
    """Return files by what their names say; those that say nothing are strays."""
    keyed: dict[str, bytes] = {}
    for name, body in found.items():
        match = form.match(name)
        if match is None:
            strays.append(f"{part}/{name}")
        else:
            keyed[":".join(match.groups())] = body
    return keyed
