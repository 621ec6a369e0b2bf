"""Evidence of knowledge sources read, and manifests written and read again, within limits."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gnut.edge import within
from gnut.edge.files import read, refused, standard_input
from gnut.edge.paths import legible
from gnut.errors import GnutError, InputMissing, NotCanonical
from gnut.formats.grounded import manifest_text
from gnut.ground.contract import SCHEMA, Evidence, GroundEvidenceError, Manifest, ManifestValidationError
from gnut.ground.core import reading
from gnut.ground.core.validating import manifest as validated
from gnut_store import canon

EVIDENCE = 16 << 20
"""Most bytes of an evidence bundle, and of a manifest."""

NAME = "ground-manifest.json"
MANIFEST_PATH = f"specs/{NAME}"
"""Where a manifest goes when nobody says otherwise, from the project's root."""

SHOWN = 120
"""Most characters of a path in a message: it may be as deep as JSON is read."""

_RUNS = frozenset(reading.KEYS) - {"generated_at", "retrieval_quality_baseline"}
_MARK = b"\xef\xbb\xbf"


def evidence_at(folder: Path, said: str) -> Evidence:
    """Return the evidence bundle in a file.

    Args:
        folder: What a relative name starts from.
        said: As typed; `-` is standard input.

    Raises:
        GroundEvidenceError: It is no JSON (a key twice, NaN, too deep), or no evidence bundle.
        ManifestValidationError: Its `generated_at` is no RFC 3339 time.
        InputMissing: It is not there, no regular file, or cannot be read.
        ReportTooLarge: It is over 16 MiB.
    """
    return evidence_of(body_at(folder, said))


def evidence_of(body: bytes) -> Evidence:
    """Return the evidence bundle in bytes; see `evidence_at` for what is raised."""
    return reading.evidence(decoded(body, GroundEvidenceError))


def manifest_at(folder: Path, said: str) -> tuple[Manifest, bytes]:
    """Return the manifest in a file, and its bytes.

    Raises:
        ManifestValidationError: It is no JSON, no manifest, or one that contradicts itself.
        InputMissing: It is not there, no regular file, or cannot be read.
        ReportTooLarge: It is over 16 MiB.
    """
    body = body_at(folder, said)
    return validated(decoded(body, ManifestValidationError)), body


def body_at(folder: Path, said: str) -> bytes:
    """Return the bytes of a file that a person named, or of standard input; see `evidence_at` for what is raised."""
    remedy = "split it by source"
    if said == "-":
        return standard_input(limit=EVIDENCE)
    return read(folder / said, limit=EVIDENCE, shown=legible(said), remedy=remedy)


def decoded(body: bytes, error: type[GroundEvidenceError] | type[ManifestValidationError]) -> Any:
    """Return the JSON value of bytes, whose byte order mark is passed over, or raise the error with the place."""
    try:
        return canon.decode(body.removeprefix(_MARK), floats=True, limit=EVIDENCE)
    except NotCanonical as fault:
        said = str(fault).removeprefix(f"{fault.pointer}: ") if fault.pointer else str(fault)
        raise error(f"no JSON that is taken: {said}", path=_path(fault.pointer)) from None


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other processes from changing a bundle meanwhile, by a lock on its folder: the file itself is replaced.

    The folder is that of the file which a link leads to, so that its names share one lock.

    Raises:
        InputMissing: The folder is not there.
    """
    folder = os.path.dirname(os.path.realpath(path))
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise refused(legible(os.path.basename(folder)), error) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def root_at(folder: Path, said: str) -> Path:
    """Return a project's root, resolved.

    Raises:
        InputMissing: It is no folder.
    """
    root = Path(os.path.realpath(folder / said)) if said and "\0" not in said else None
    if root is None or not root.is_dir():
        raise InputMissing(f"{legible(said)}: no such folder", help="--project-root takes a folder that exists")
    return root


def write_ground_manifest(manifest: Manifest | dict[str, Any], root: Path, said: str = MANIFEST_PATH) -> str:
    """Write a manifest below a project's root, in place of an earlier one, and return its path from there.

    It is validated first. The file is whole and on the disk, or what was there is as it was.

    Args:
        manifest: As `ground` made it, or as JSON.
        root: Folder that bounds where it goes.
        said: Path of the file, from `root` on or absolute; missing folders are made.

    Raises:
        ManifestValidationError: The manifest has a wrong shape, contradicts itself, or has something of the shape of a
            secret in it; nothing is written.
        GroundEvidenceError: The path leads out of `root`, or something else than an earlier manifest is there.
        InputMissing: `root` is no folder.
        OSError: The disk or a permission refuses.
    """
    checked = validated(manifest) if isinstance(manifest, dict) else manifest
    body = manifest_text(checked).encode("utf-8")
    root = root_at(root, ".")
    try:
        parts = within.place(root, said)
        within.replace(root, parts, body, judge=lambda found: _require_earlier(found, parts[-1]), most=EVIDENCE)
    except within.OutOfBounds as error:
        raise GroundEvidenceError(str(error), path="manifest path", help=error.help) from None
    except OSError as error:
        error.filename, error.filename2 = said, None
        raise
    return "/".join(parts)


def _require_earlier(found: bytes | None, name: str) -> None:
    """Refuse to replace what is no manifest of this kind.

    A file called `ground-manifest.json` says by its name what it is, whatever version made it and however it was left;
    one that holds evidence is kept all the same.
    """
    if found is None:
        return
    try:
        value = decoded(found, ManifestValidationError)
    except GnutError:
        value = None
    keys = value.keys() if isinstance(value, dict) else ()
    is_evidence = isinstance(value, dict) and value.get("schema") != SCHEMA and not _RUNS.isdisjoint(keys)
    if is_evidence or not (name == NAME or (isinstance(value, dict) and value.get("schema") == SCHEMA)):
        raise GroundEvidenceError(
            f"{legible(name)}: holds something else than a ground manifest",
            path="manifest path",
            help="name another file, or move this one away",
        )


def _path(pointer: str) -> str:
    """Return a JSON pointer as the path that messages about evidence have: `acl_runs[1].source_id`."""
    said = ""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        said += f"[{name}]" if name.isdecimal() else f".{reading.shown(name)}"
    path = said.removeprefix(".")
    return path if len(path) <= SHOWN else f"{path[:SHOWN]}…"
