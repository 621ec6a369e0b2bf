"""The reference to the baseline of retrieval quality: a path in the repository, or an id."""

from __future__ import annotations

from gnut.ground.core.secrets import secret_shape
from gnut.ground.core.shapes import LONGEST, Shapes
from gnut.text.patterns import lazy

_REFERENCE = lazy(r"[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)*+")
_SAID = lazy(r"[A-Za-z0-9]")


def baseline(value: object, path: str, shapes: Shapes) -> str | None:
    """Return a reference, or None when there is none.

    It is of ASCII letters, digits, `.`, `_` and `-` in segments parted by `/`, with a letter or digit in it. Refused
    are `.` and `..` as segments, a leading `-` (it would be an option of whoever passes it on), and what has the shape
    of a secret.

    Raises:
        GroundEvidenceError: It is none, when `shapes` are those of evidence.
        ManifestValidationError: It is none, when they are those of a manifest.
    """
    if value is None:
        return None
    said = shapes.text(value, path)
    if len(said) > LONGEST or not _REFERENCE.fullmatch(said) or not _SAID.search(said):
        raise shapes.refuse("a baseline is a path in the repository, or an id: letters, digits, `._-/`", path)
    if said.startswith("-") or any(part in (".", "..") for part in said.split("/")):
        raise shapes.refuse("a baseline has no `.` or `..` as a part, and no `-` in front", path)
    if (kind := secret_shape(said)) is not None:
        raise shapes.refuse(f"has the shape of {kind}", path)
    return said
