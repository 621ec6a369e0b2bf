"""Which convention a text writes its figures by, so that `3,000` is three thousand or three."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from gnut.text.formula.contract import Marks
from gnut.text.patterns import lazy
from gnut.text.quantities.figures import Figure, readings

_MARKED = lazy(r"(?<![\w.,])\d++(?:[.,]\d++)++(?![^\W\d_])")
_CALL = lazy(r"[^\W\d_]\s?\(")


def marks_of(texts: Iterable[str]) -> Marks | None:
    """Return the convention that figures of the texts can only be written by: `1.5` or `1,234.5`, `1,5` or `1.234,5`.

    Returns:
        None when no figure shows one, or some show the one and some the other.
    """
    found = {mark for text in texts for match in _MARKED.finditer(text) if (mark := _shown(match[0])) is not None}
    return found.pop() if len(found) == 1 else None


def marks_of_formula(formula: str) -> Marks | None:
    """Return the convention that a formula shows; none when it calls a function, whose arguments a comma may part."""
    return None if _CALL.search(formula) else marks_of((formula,))


def _shown(number: str) -> Marks | None:
    if len(readings(number)) != 1:
        return None
    commas, points = number.count(","), number.count(".")
    # With one kind of mark, a single one breaks the number and several group it.
    alone = (commas == 0) is (commas + points == 1)
    point = number.rfind(".") > number.rfind(",") if commas and points else alone
    return Marks.POINT if point else Marks.COMMA


def narrowed(figure: Figure, marks: Marks) -> Figure:
    """Return a figure with the values alone that it has under a convention."""
    values = figure.values
    if len(values) < 2 or values[1] == -values[0]:
        return figure
    return replace(figure, values=values[marks is Marks.COMMA :: 2])
