"""What a model's folder says of itself: its revision, its name, its labels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gnut.errors import BadConfig
from gnut.text.patterns import lazy
from gnut_store import canon

DIGEST = "sha256:"
"""A revision that begins so is computed from the folder's bytes; any other is what the folder says."""

MOST_FILES = 10_000
_LINE = 1_000
_JSON = 4 << 20

_COMMIT = lazy(r"[0-9a-f]{40}")
_METADATA = ".cache/huggingface/download"
_ASIDE = (".cache", ".git", ".gitattributes")


def require_folder(folder: Path) -> None:
    """Refuse what is no folder: a name would be looked up elsewhere.

    Raises:
        BadConfig: `model_folder_missing`.
    """
    if not folder.is_dir():
        raise BadConfig(
            f"{folder.name!r} is no folder; nothing is downloaded",
            help="fetch the pinned revision of the model yourself and name its folder",
            code="model_folder_missing",
        )


def require_revision(folder: Path, model: str, wanted: str) -> None:
    """Refuse a folder that holds another model or revision than the policy pins.

    Raises:
        BadConfig: `model_revision_unstated`, `model_revision_mixed` or `detector_identity_mismatch`.
    """
    there = digest(folder) if wanted.startswith(DIGEST) else revision(folder)
    if there != wanted:
        raise BadConfig(
            f"the model's folder is at revision {there}, the support policy pins {wanted}",
            code="detector_identity_mismatch",
        )
    named = _name(folder)
    if named is not None and named != model:
        raise BadConfig(
            f"the model's folder holds {named}, the support policy pins {model}", code="detector_identity_mismatch"
        )


def revision(folder: Path) -> str:
    """Return the commit that a folder says it is at.

    Read are the notes that a download leaves beside the files, else the folder's own name under `snapshots/`.

    Raises:
        BadConfig: It says nothing (`model_revision_unstated`), or several things (`model_revision_mixed`).
    """
    said = {_first_line(path) for path in _some(folder / _METADATA, "*.metadata")}
    if len(said) > 1:
        raise BadConfig("the model's files come from several revisions", code="model_revision_mixed")
    if not said and folder.parent.name == "snapshots":
        said = {folder.name}
    for commit in said:
        if _COMMIT.fullmatch(commit):
            return commit
    raise BadConfig(
        "the model's folder does not say which revision it is",
        help=f"pin {digest(folder)}, which is computed from its bytes",
        code="model_revision_unstated",
    )


def digest(folder: Path) -> str:
    """Return `sha256:` and the hash over path, length and hash of every file of a folder.

    Left out are what a download or a clone notes beside the files: `.cache`, `.git` and `.gitattributes`.

    Raises:
        BadConfig: A link to a folder, which would be read past (`model_folder_linked`), or too many files
            (`model_folder_missing`).
    """
    listed = []
    for path in _some(folder, "*"):
        at = path.relative_to(folder)
        if at.parts[0] in _ASIDE:
            continue
        if path.is_dir() and path.is_symlink():
            raise BadConfig(
                f"{at.as_posix()!r} in the model's folder is a link to a folder", code="model_folder_linked"
            )
        if path.is_file():
            listed.append([at.as_posix(), path.stat().st_size, canon.sha256(path.read_bytes())])
    return DIGEST + canon.sha256(canon.encode(sorted(listed)))


def labels(folder: Path) -> tuple[str, ...] | None:
    """Return the names of a classifier's outputs in their order, lower case; None when the folder gives none.

    Raises:
        BadConfig: `config.json` is no object, or does not number its labels from 0 (`model_labels_invalid`).
    """
    named = _config(folder).get("id2label")
    if named is None:
        return None
    if not isinstance(named, dict) or sorted(named) != [str(at) for at in range(len(named))]:
        raise BadConfig("config.json: id2label does not number its labels", code="model_labels_invalid")
    found = tuple(str(named[str(at)]).lower() for at in range(len(named)))
    # What a library writes when nobody named the outputs says nothing.
    return None if all(label == f"label_{at}" for at, label in enumerate(found)) else found


def _config(folder: Path) -> dict[str, Any]:
    path = folder / "config.json"
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        value = canon.decode(file.read(_JSON), floats=True)
    if not isinstance(value, dict):
        raise BadConfig("config.json: expected an object", code="model_labels_invalid")
    return value


def _name(folder: Path) -> str | None:
    """Return the model's name where a cache of downloads keeps it in a folder's name, `models--ORG--NAME`."""
    for above in (folder, *folder.parents[:2]):
        if above.name.startswith("models--"):
            return above.name.removeprefix("models--").replace("--", "/", 1)
    return None


def _first_line(path: Path) -> str:
    with path.open("rb") as file:
        return file.readline(_LINE).decode("ascii", "replace").strip()


def _some(folder: Path, pattern: str) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for count, path in enumerate(sorted(folder.rglob(pattern))):
        if count == MOST_FILES:
            raise BadConfig(f"a model's folder has at most {MOST_FILES:,} files", code="model_folder_missing")
        yield path
