"""Which paths a pattern names, in time linear in both, whatever the pattern."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

MAGIC = frozenset("*?[")


def is_pattern(word: str) -> bool:
    """Return whether `word` holds a wildcard."""
    return not MAGIC.isdisjoint(word)


def names(pattern: str, path: str) -> bool:
    """Return whether `pattern` names the whole of `path`, both with `/`.

    `*`, `?` and `[…]` stay within one part of the path; a part `**` stands for any number of parts.
    """
    parts = path.split("/")
    alive = {0}
    for piece in pattern.split("/"):
        if piece == "**":
            alive = set(range(min(alive), len(parts) + 1)) if alive else set()
            continue
        alive = {at + 1 for at in alive if at < len(parts) and fnmatchcase(parts[at], piece)}
    return len(parts) in alive


def excluded(patterns: Iterable[str], path: str) -> bool:
    """Return whether `path`, or a folder it stands in, is named by one of `patterns`.

    A pattern without `/` names files and folders anywhere, as in `.gitignore`.
    """
    parts = path.split("/")
    heads = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    for pattern in patterns:
        pattern = pattern.rstrip("/")
        if "/" not in pattern and any(fnmatchcase(part, pattern) for part in parts):
            return True
        if any(names(pattern.removeprefix("./").removeprefix("/"), head) for head in heads):
            return True
    return False
