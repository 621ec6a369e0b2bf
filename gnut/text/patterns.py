"""Regular expressions that are compiled when first used.

gnut has some two hundred patterns, many with the letters of all scripts; compiling them all costs four
starts of a bare interpreter, and one report needs a few. Each is on `REGISTRY` or `BYTES_REGISTRY`, over
which a test runs hostile text: no pattern may backtrack (tests/text/test_patterns.py).
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

REGISTRY: list[Lazy] = []
"""Every pattern for text of the modules that were imported."""

BYTES_REGISTRY: list[Lazy] = []
"""Those for bytes."""


class Lazy:
    """A pattern that looks like `re.Pattern` and is compiled at the first call of one of its methods."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        """Keep what to compile."""
        self.source, self.options = source, flags
        (REGISTRY if isinstance(source, str) else BYTES_REGISTRY).append(self)

    def __getattr__(self, name: str) -> Any:
        """Compile, and keep what was asked for, so that this is asked once a method."""
        compiled: re.Pattern[Any] = re.compile(self.source, self.options)
        for method in ("match", "search", "fullmatch", "finditer", "findall", "split", "sub", "subn"):
            setattr(self, method, getattr(compiled, method))
        self.pattern, self.flags, self.groups = compiled.pattern, compiled.flags, compiled.groups
        self.groupindex = compiled.groupindex
        return getattr(compiled, name)


def lazy(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return the pattern of `source`, not compiled yet."""
    return cast("re.Pattern[AnyStr]", Lazy(source, flags))
