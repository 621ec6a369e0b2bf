"""Which row of one run is the successor of which row of another, however ids, lines and words moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

from msgspec import Struct

from gnut.ledger.contract import Row
from gnut.text.fold import folded
from gnut.text.patterns import lazy
from gnut.text.words import tokens

ALIKE = 0.6
"""Least share of words (Dice over the words of both) by which an edited sentence is known again."""

CROWDED = 24
"""A word of more sentences than this brings none of them to mind."""

NEAREST = 8
"""How many sentences that share such words are looked at closely."""

_COUNTED = lazy(r"[cu][0-9]+")

Pairs = tuple[tuple[int, int], ...]
"""(index of the row before, index of the row after)."""


class Known(Struct, frozen=True):
    """What a row is known by."""

    id: str | None
    """As the artifact declares it; None where ids are counted."""

    text: str
    uri: str | None
    excerpt: str | None
    words: Counter[str]


def known(rows: Sequence[Row], *, declared: bool) -> tuple[Known, ...]:
    """Return what each row is known by.

    Args:
        rows: Rows of one run.
        declared: Whether the artifact gives its claims ids of its own, which survive any edit.
    """
    folds: dict[str, str] = {}
    words: dict[str, Counter[str]] = {}

    def fold(text: str) -> str:
        if text not in folds:
            folds[text] = folded(text)
        return folds[text]

    def counted(text: str) -> Counter[str]:
        if text not in words:
            words[text] = Counter(token.text for token in tokens(text))
        return words[text]

    return tuple(
        Known(
            id=row.id if declared and not _COUNTED.fullmatch(row.id) else None,
            text=fold(row.text),
            uri=None if row.source is None else row.source.uri or row.source.written,
            excerpt=None if row.excerpt is None else fold(row.excerpt),
            words=counted(fold(row.text)),
        )
        for row in rows
    )


_KEYS: tuple[tuple[Callable[[Known], Hashable], float], ...] = (
    (lambda row: (row.text, row.uri, row.excerpt), 0.0),
    (lambda row: row.id, 0.0),
    (lambda row: None if row.excerpt is None or row.uri is None else (row.uri, row.excerpt), 0.0),
    (lambda row: None if row.excerpt is None else (row.text, row.excerpt), 0.0),
    (lambda row: (row.text, row.uri), 0.0),
    (lambda row: row.text, 0.0),
    (lambda row: (row.uri,), ALIKE),
    (lambda _: 0, ALIKE),
)
"""What two rows of one claim have in common, the surest first, and the least share of words they need besides.
None is in common with nothing."""


def pairs(before: Sequence[Known], after: Sequence[Known]) -> Pairs:
    """Return the rows that stand in both runs, each with its successor, in order of the second run.

    Tried in turn, each over what is left: all the same; the id that the artifact declares; the same excerpt
    of the same source; the same sentence, with its excerpt, with its source, or alone; a sentence of mostly the
    same words, of the same source first. Among several the likest words decide, then the order.
    """
    left, right = set(range(len(before))), set(range(len(after)))
    found: dict[int, int] = {}
    for key, least in _KEYS:
        ours, theirs = _groups(before, left, key), _groups(after, right, key)
        for value in [value for value in ours if value in theirs]:
            for mine, other in _matched(before, after, ours[value], theirs[value], least):
                found[other] = mine
                left.discard(mine)
                right.discard(other)
    return tuple((found[index], index) for index in sorted(found))


def _groups(rows: Sequence[Known], indices: set[int], key: Callable[[Known], Hashable]) -> dict[Hashable, list[int]]:
    grouped: dict[Hashable, list[int]] = defaultdict(list)
    for index in sorted(indices):
        value = key(rows[index])
        if value is not None:
            grouped[value].append(index)
    return grouped


def _matched(
    before: Sequence[Known], after: Sequence[Known], mine: list[int], others: list[int], least: float
) -> Iterator[tuple[int, int]]:
    """Yield pairs between two groups, the likest first; without a least share all that can be paired are."""
    if len(mine) == len(others) == 1 and not least:
        yield mine[0], others[0]
        return
    free, open_ = dict.fromkeys(mine), dict.fromkeys(others)
    for _, _, one, other in sorted(_scored(before, after, mine, others, least)):
        if one in free and other in open_:
            del free[one], open_[other]
            yield one, other
    if not least:
        yield from zip(free, open_, strict=False)


def _scored(
    before: Sequence[Known], after: Sequence[Known], mine: list[int], others: list[int], least: float
) -> Iterator[tuple[float, int, int, int]]:
    """Yield (minus the share of words, distance in order, row before, row after) of pairs worth a look."""
    holding: dict[str, list[int]] = defaultdict(list)
    for rank, other in enumerate(others):
        for word in after[other].words:
            holding[word].append(rank)
    for place, one in enumerate(mine):
        met: Counter[int] = Counter()
        for word in before[one].words:
            ranks = holding.get(word, ())
            if len(ranks) <= CROWDED:
                met.update(ranks)
        for rank in sorted(met, key=lambda rank: (-met[rank], abs(rank - place)))[:NEAREST]:
            share = _share(before[one].words, after[others[rank]].words)
            if share >= least:
                yield -share, abs(rank - place), one, others[rank]


def _share(mine: Counter[str], theirs: Counter[str]) -> float:
    together = mine.total() + theirs.total()
    return 2 * (mine & theirs).total() / together if together else 0.0
