"""What support and authority say of rows, where anybody was asked: said beside the verdict, which they do not move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gnut.authority.contract import KINDS
from gnut.formats.escape import one_line
from gnut.ledger.contract import Row
from gnut.support.contract import STATUSES

UNASKED = {"support": ("source_unavailable", "not_assessed"), "authority": ("unknown_authority",)}
"""What a row says of either when nobody was asked: that its source is not there, its reason says already."""

_ORDER = {name: at for at, name in enumerate((*STATUSES, *KINDS))}


def said(row: Row) -> Iterator[tuple[str, str]]:
    """Yield (`support` or `authority`, what it says) of a row, where that is not the default; escaped."""
    for name, word in (("support", row.support), ("authority", row.authority)):
        if word not in UNASKED[name]:
            yield name, one_line(word)


def counted(rows: Sequence[Row]) -> Iterator[tuple[str, str]]:
    """Yield (`support` or `authority`, how many rows say what) where any row says more than the default.

    Rows of the default come last, so that a reader sees what the others are counted of.
    """
    for name, words in (("support", [row.support for row in rows]), ("authority", [row.authority for row in rows])):
        if any(word not in UNASKED[name] for word in words):
            yield name, _counts(words, UNASKED[name])


def _counts(words: Iterable[str], unasked: tuple[str, ...]) -> str:
    counts = Counter(words)
    order = sorted(counts, key=lambda word: (word in unasked, _ORDER.get(word, len(_ORDER)), word))
    return one_line(", ".join(f"{counts[word]} {word}" for word in order))
