"""What a reading says in numbers and denials, so that looser forms cannot change it."""

from __future__ import annotations

from typing import NamedTuple

from gnut.text.anchor.lexicon import negations
from gnut.text.patterns import lazy
from gnut.text.words import Token, numbers, tokens

_STRAY_BEFORE = lazy(r"(?<=(?<!\w)[b-df-hj-np-tv-xz]) (?=[a-z])")
_STRAY_AFTER = lazy(r"(?<=[a-z]) (?=[b-df-hj-np-tv-xz](?!\w))")
_PARTED = lazy(r"(?<=[^\W\d_])- (?=[^\W\d_])")
_NIL = lazy(r"[\t\n][ \u00a0]*[-–—−]+[ \u00a0]*[\t\n]")
_ALONE = lazy(r"(?<!\S)-(?!\S)")
_GLUED = lazy(
    r"(?<!\w)(is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)(not?)(?!\w)"
    r"|(?<!\w)(not?)(be|been|being|have|longer|yet|only|the|to|in|of|more|such|any)(?!\w)"
    # Chance words of a denial and a short word are many (notable, nowhere, passage), of a long one none.
    r"|(?<!\w)(not?|never|nicht|nunca|jamais|nulla)([a-z]{7,})(?!\w)|(?<!\w)([a-z]{3,})(not|never|nicht|nunca|jamais)(?!\w)"
)


class Said(NamedTuple):
    """The numbers and denials of a reading."""

    numbers: tuple[str, ...]
    denials: tuple[str, ...]
    parted: tuple[str, ...]
    """The denials when glued words let theirs go."""

    row: tuple[str, ...]
    """The numbers and the dashes that stand alone, in order: in a table a dash is a value."""


def says(reading: str) -> Said:
    """Return what taking blanks and hyphens out of a reading must not change."""
    counted = numbers(reading)
    row = tuple(token.text if token else "-" for token in _row(reading))
    reading = _STRAY_BEFORE.sub("", reading)
    reading = _STRAY_AFTER.sub("", reading)
    reading = _PARTED.sub("", reading).replace("-", " ")
    parted = _GLUED.sub(lambda match: " ".join(filter(None, match.groups())), reading)
    return Said(counted, _denials(reading), _denials(parted), row)


def _row(reading: str) -> list[Token | None]:
    """Return the numbers of a reading and, as None, the dashes that stand alone, in order."""
    spots: list[tuple[int, Token | None]] = [
        (token.start, token) for token in tokens(reading) if token.kind == "number"
    ]
    spots += [(match.start(), None) for match in _ALONE.finditer(reading)]
    return [token for _, token in sorted(spots, key=lambda spot: spot[0])]


def _denials(reading: str) -> tuple[str, ...]:
    # "non-normal" parted at a line end reads "nonnormal": the prefix is judged by its letters.
    return tuple(word for word in negations(reading) if word != "non")


def agrees(one: Said, other: Said, *, table: bool) -> bool:
    """Return whether two readings with the same letters say the same; in a `table` dashes are values.

    "1 000" is not "1000" and "notable" is not "not able"; "n ot" and "didnot" are a text
    layer's blanks, so a stray consonant joins its word and the commonest words, and all long
    ones, let a "not" go.
    """
    if one.numbers != other.numbers or (table and one.row != other.row):
        return False
    return one.denials == other.denials or bool({one.parted, one.denials} & {other.parted, other.denials})


def is_row(passage: str) -> bool:
    """Return whether a stored passage has a cell that holds nothing but a dash."""
    return ("\t" in passage or "\n" in passage) and _NIL.search(passage) is not None
