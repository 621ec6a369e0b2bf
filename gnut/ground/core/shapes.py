"""Decoded JSON of a stranger, taken apart: each refusal names the place and never the value."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from gnut.ground.contract import GroundEvidenceError, ManifestValidationError, Number
from gnut.text import maps
from gnut.text.patterns import lazy
from gnut.text.signs import INVISIBLE

LONGEST = 512
"""Most characters of an id: what is longer is a text that passes as one."""

MOST = 2**53 - 1
"""Largest number: from there on JSON readers disagree about whole numbers (RFC 8259 §6)."""

_UNSEEN = lazy(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u2065\u2800\ud800-\udfff\ufff0-\uffff" + "".join(sorted(INVISIBLE)) + "]"
)


class Shapes:
    """The shapes that a value may have, with the error that is raised where it has another."""

    def __init__(self, error: type[GroundEvidenceError] | type[ManifestValidationError]) -> None:
        """Keep what is raised."""
        self.error = error

    def refuse(self, message: str, path: str, help: str | None = None) -> GroundEvidenceError | ManifestValidationError:
        """Return the refusal of what stands at `path`."""
        return self.error(message, path=path, help=help)

    def fields(self, value: object, path: str) -> dict[str, Any]:
        """Return an object whose keys are texts."""
        if not isinstance(value, dict):
            raise self.refuse(f"expected an object, got {maps.kind(value)}", path)
        if not all(isinstance(key, str) for key in value):
            raise self.refuse("its keys are texts", path)
        return value

    def items(self, value: object, path: str) -> list[Any]:
        """Return a list; a tuple is one."""
        if not isinstance(value, (list, tuple)):
            raise self.refuse(f"expected a list, got {maps.kind(value)}", path)
        return list(value)

    def flag(self, value: object, path: str) -> bool:
        """Return a flag; neither 0 and 1 nor a text is one."""
        if not isinstance(value, bool):
            raise self.refuse(f"expected true or false, got {maps.kind(value)}", path)
        return value

    def text(self, value: object, path: str) -> str:
        """Return a text that is not empty."""
        if not isinstance(value, str):
            raise self.refuse(f"expected a text, got {maps.kind(value)}", path)
        if not value:
            raise self.refuse("is empty", path)
        return value

    def id(self, value: object, path: str) -> str:
        """Return an id: a short text of one line in which everything can be seen.

        So that a page of content cannot pass as an id, nor two ids for one another to a reader.
        """
        said = self.text(value, path)
        if len(said) > LONGEST:
            raise self.refuse(f"an id has at most {LONGEST} characters, this has {len(said):,}", path)
        if _UNSEEN.search(said):
            raise self.refuse("an id has no line breaks, control or invisible characters", path)
        if said != said.strip():
            raise self.refuse("an id neither begins nor ends with a blank", path)
        if not unicodedata.is_normalized("NFC", said):
            raise self.refuse("an id is in Unicode normal form C", path, "normalise it where it is captured")
        return said

    def ids(self, value: object, path: str) -> tuple[str, ...]:
        """Return a list of ids, which may be empty."""
        return tuple(self.id(each, f"{path}[{at}]") for at, each in enumerate(self.items(value, path)))

    def number(self, value: object, path: str) -> Number:
        """Return a number that is finite and not negative; what has a fraction comes as a decimal."""
        if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
            raise self.refuse(f"expected a number, got {maps.kind(value)}", path)
        if not isinstance(value, int) and not math.isfinite(value):
            raise self.refuse("is not a finite number", path)
        if value < 0:
            raise self.refuse("is negative", path)
        if value > MOST:
            raise self.refuse(f"is over {MOST:,}", path)
        return whole(value)

    def optional(self, value: object, path: str, shape: Callable[[object, str], Any]) -> Any:
        """Return None, or a value of the shape."""
        return None if value is None else shape(value, path)


def whole(value: int | float | Decimal) -> Number:
    """Return a number as a whole one where it is one, else as the decimal that it is written as."""
    if isinstance(value, int):
        return value
    exact = value if isinstance(value, Decimal) else Decimal(repr(value))
    return int(exact) if exact == exact.to_integral_value() else exact


def folded(said: str) -> str:
    """Return an id as readers compare it: two whose folded forms are equal look alike, or differ in case alone."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", said).casefold())


def seen(said: str) -> str:
    """Return a text in its compatibility form (NFKC), without what cannot be seen in it."""
    if said.isascii():
        return _UNSEEN.sub("", said)
    # Sorting the marks of one letter takes time quadratic in their number, so a long text is taken in pieces.
    pieces = (said[at : at + LONGEST] for at in range(0, len(said), LONGEST))
    return _UNSEEN.sub("", "".join(unicodedata.normalize("NFKC", piece) for piece in pieces))


EVIDENCE = Shapes(GroundEvidenceError)
MANIFEST = Shapes(ManifestValidationError)
