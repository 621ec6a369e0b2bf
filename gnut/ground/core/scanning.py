"""A manifest before it is handed on: no forbidden key in it, and no value of the shape of a secret."""

from __future__ import annotations

from gnut.ground.contract import GroundEvidenceError, ManifestValidationError
from gnut.ground.core.forbidden import is_forbidden
from gnut.ground.core.reading import shown
from gnut.ground.core.secrets import secret_shape
from gnut.ground.core.shapes import LONGEST

DEEPEST = 16
"""Most containers inside each other; a manifest has five."""

BY_SOURCE = "by_source"
"""The one object whose keys are ids, and so values: a source may be called `access_token`."""


def require_storable(
    value: object, error: type[GroundEvidenceError] | type[ManifestValidationError], path: str = "", *, depth: int = 0
) -> None:
    """Refuse JSON in which a key is forbidden, or a text, key or value, has the shape of a secret.

    Args:
        value: What is to be stored.
        error: What is raised.
        path: Where it stands; empty for the whole manifest.
        depth: How many containers it stands in.

    Raises:
        GroundEvidenceError: Or the other error; the message bears the path, and nothing of the secret.
    """
    if depth > DEEPEST:
        raise error(f"is nested deeper than {DEEPEST} levels", path=path[:LONGEST])
    if isinstance(value, str):
        if (kind := secret_shape(value)) is not None:
            raise error(f"has the shape of {kind}", path=path, help="name it by an id that opens nothing")
    elif isinstance(value, dict):
        for key, each in value.items():
            is_id = path.endswith(f".{BY_SOURCE}")
            if (not is_id and (len(key) > LONGEST or is_forbidden(key))) or secret_shape(key) is not None:
                raise error("nothing is stored under such a key", path=path or "manifest")
            require_storable(each, error, f"{path}.{shown(key)}" if path else shown(key), depth=depth + 1)
    elif isinstance(value, (list, tuple)):
        for at, each in enumerate(value):
            require_storable(each, error, f"{path}[{at}]", depth=depth + 1)
