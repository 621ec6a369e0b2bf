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


def require_storable(value: object, error: type[GroundEvidenceError] | type[ManifestValidationError]) -> None:
    """Refuse JSON in which a key is forbidden, or a text, key or value, has the shape of a secret.

    Args:
        value: What is to be stored.
        error: What is raised.

    Raises:
        GroundEvidenceError: Or the other error; the message bears the path, and nothing of the secret.
    """
    _Scan(error).look(value, "", 0)


class _Scan:
    """One look at everything; what a manifest repeats, as it does its keys and most ids, is judged once."""

    def __init__(self, error: type[GroundEvidenceError] | type[ManifestValidationError]) -> None:
        self._error = error
        self._values: set[str] = set()
        self._keys: set[str] = set()

    def look(self, value: object, path: str, depth: int) -> None:
        if depth > DEEPEST:
            raise self._error(f"is nested deeper than {DEEPEST} levels", path=path[:LONGEST])
        if isinstance(value, str):
            self._require_value(value, path)
        elif isinstance(value, dict):
            for key, each in value.items():
                self._require_key(key, path)
                self.look(each, f"{path}.{shown(key)}" if path else shown(key), depth + 1)
        elif isinstance(value, (list, tuple)):
            for at, each in enumerate(value):
                self.look(each, f"{path}[{at}]", depth + 1)

    def _require_value(self, value: str, path: str) -> None:
        if value in self._values:
            return
        if (kind := secret_shape(value)) is not None:
            raise self._error(f"has the shape of {kind}", path=path, help="name it by an id that opens nothing")
        self._values.add(value)

    def _require_key(self, key: object, path: str) -> None:
        if not isinstance(key, str):
            raise self._error("its keys are texts", path=path or "manifest")
        is_id = path.endswith(f".{BY_SOURCE}")
        if key in (self._values if is_id else self._keys):
            return
        if secret_shape(key) is not None or (not is_id and (len(key) > LONGEST or is_forbidden(key))):
            raise self._error("nothing is stored under such a key", path=path or "manifest")
        (self._values if is_id else self._keys).add(key)
