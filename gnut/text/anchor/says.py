"""What a reading says in numbers and denials, so that looser forms cannot change it."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.anchor.lexicon import negations
from gnut.text.words import numbers

_STRAY_BEFORE = re.compile(r"(?<=(?<!\w)[b-df-hj-np-tv-xz]) (?=[a-z])")
_STRAY_AFTER = re.compile(r"(?<=[a-z]) (?=[b-df-hj-np-tv-xz](?!\w))")
_PARTED = re.compile(r"(?<=[^\W\d_])- (?=[^\W\d_])")
_GLUED = re.compile(
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


def says(reading: str) -> Said:
    """Return what taking blanks and hyphens out of a reading must not change."""
    counted = numbers(reading)
    reading = _STRAY_BEFORE.sub("", reading)
    reading = _STRAY_AFTER.sub("", reading)
    reading = _PARTED.sub("", reading).replace("-", " ")
    parted = _GLUED.sub(lambda match: " ".join(filter(None, match.groups())), reading)
    return Said(counted, _denials(reading), _denials(parted))


def _denials(reading: str) -> tuple[str, ...]:
    # "non-normal" parted at a line end reads "nonnormal": the prefix is judged by its letters.
    return tuple(word for word in negations(reading) if word != "non")


def agrees(one: Said, other: Said) -> bool:
    """Return whether two readings with the same letters say the same.

    "1 000" is not "1000" and "notable" is not "not able"; "n ot" and "didnot" are a text
    layer's blanks, so a stray consonant joins its word and the commonest words, and all long
    ones, let a "not" go.
    """
    if one.numbers != other.numbers:
        return False
    return one.denials == other.denials or bool({one.parted, one.denials} & {other.parted, other.denials})
