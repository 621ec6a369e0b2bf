"""The functions that a formula may call."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from gnut.text.formula.arithmetic import joined
from gnut.text.formula.contract import Quantity, Uncomputable
from gnut.text.formula.powers import root
from gnut.text.formula.rounding import half_up

MAX_PLACES = 30
"""Most decimal places, to either side, that `round` may be asked for."""

Arguments = tuple[Quantity, ...]


def _total(several: Arguments) -> Quantity:
    return joined(several, sum((one.value for one in several), Fraction(0)))


def _mean(several: Arguments) -> Quantity:
    return joined(several, sum((one.value for one in several), Fraction(0)) / len(several))


def _median(several: Arguments) -> Quantity:
    values = sorted(one.value for one in several)
    half = len(values) // 2
    if len(values) % 2:
        return replace(joined(several, values[half]), picked=True)
    return joined(several, (values[half - 1] + values[half]) / 2)


def _smallest(several: Arguments) -> Quantity:
    return replace(joined(several, min(one.value for one in several)), picked=True)


def _largest(several: Arguments) -> Quantity:
    return replace(joined(several, max(one.value for one in several)), picked=True)


def _amount(several: Arguments) -> Quantity:
    one = _alone(several, "abs")
    return replace(one, value=abs(one.value))


def _root(several: Arguments) -> Quantity:
    return root(_alone(several, "sqrt"))


def _rounded(several: Arguments) -> Quantity:
    """Return the first, rounded half away from zero, as spreadsheets do, to as many places as the second says."""
    one, places = several[0], several[1].value if len(several) == 2 else Fraction(0)
    if len(several) > 2:
        raise Uncomputable("round takes a number and its decimal places")
    if places.denominator != 1 or abs(places) > MAX_PLACES:
        raise Uncomputable("round takes a small whole number of decimal places")
    return replace(one, value=half_up(one.value, Fraction(10) ** -places.numerator), operations=one.operations + 1)


def _alone(several: Arguments, name: str) -> Quantity:
    if len(several) != 1:
        raise Uncomputable(f"{name} takes one number")
    return several[0]


CALLS: dict[str, Callable[[Arguments], Quantity]] = {
    **dict.fromkeys(("sum", "summe", "somme", "suma", "somma", "soma", "сумм"), _total),
    **dict.fromkeys(("min", "мин"), _smallest),
    **dict.fromkeys(("max", "макс"), _largest),
    **dict.fromkeys(("avg", "average", "mean", "mittelwert", "moyenne", "promedio", "media", "média", "срзнач"), _mean),
    "median": _median,
    **dict.fromkeys(("round", "runden", "arrondi", "redondear", "arrotonda", "arred", "округл"), _rounded),
    "abs": _amount,
    **dict.fromkeys(("sqrt", "wurzel", "racine", "raiz", "raíz"), _root),
}
"""By name in lower case; also as spreadsheets call them in German, French, Spanish, Italian, Portuguese, Russian."""
