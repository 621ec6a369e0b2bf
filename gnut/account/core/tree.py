"""One hash over the source files of an engine (`groundnut-source-tree/v1`)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from gnut.errors import BadReceipt
from gnut_store import canon

TAG = b"groundnut-source-tree/v1\0"


def source_tree_sha256(files: Iterable[tuple[str, bytes]]) -> str:
    """Return the SHA-256 over the Python files of a folder, whatever the order they are given in.

    Each file is framed by the lengths of its path and its content, 8 bytes big-endian, so that no two trees
    give the same bytes. Other files, and those in a cache folder, do not count.

    Args:
        files: (path from the folder with `/`, content).

    Raises:
        BadReceipt: There is no Python file (`no_source_files`), or one path is given twice (`duplicate_path`).
    """
    counted = sorted((path.encode(), body) for path, body in files if counts(path))
    if not counted:
        raise BadReceipt("there is no Python file to hash", code="no_source_files")
    for (path, _), (after, _) in itertools.pairwise(counted):
        if path == after:
            raise BadReceipt(f"path {path.decode()!r} is given twice", code="duplicate_path")
    return canon.sha256(TAG + b"".join(part for path, body in counted for part in (_framed(path), _framed(body))))


def counts(path: str) -> bool:
    """Return whether a file belongs to the source of an engine."""
    return path.endswith(".py") and "__pycache__" not in path.split("/")


def _framed(part: bytes) -> bytes:
    return len(part).to_bytes(8, "big") + part
