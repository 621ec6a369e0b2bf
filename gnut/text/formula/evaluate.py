"""Formulas, computed with exact fractions, without recursion, in one pass over their tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from gnut.text.formula.arithmetic import add, divide, multiply, negate, percent, subtract
from gnut.text.formula.calls import CALLS
from gnut.text.formula.contract import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_RESULT_BITS,
    Computed,
    Marks,
    Quantity,
    Refusal,
    Scale,
    Uncomputable,
)
from gnut.text.formula.names import Names, folded
from gnut.text.formula.powers import power
from gnut.text.formula.rounding import rounds_to
from gnut.text.formula.scan import Scanner, Token
from gnut.text.patterns import lazy
from gnut.text.quantities import currencies

_EQUALS = lazy(r":=|==|[=≈≅≃≒＝]")
_NO_LABEL = lazy(r"[+*×÷^/:,;<>|−]|(?:\A|\s)[-–—](?:\s|\Z)|\A\s*[-–—]")
_OPERATION = lazy(
    r"(?i)\b(?:minus|plus|times|less|divided|multiplied|mal|durch|geteilt|weniger|moins|fois|menos|por|entre|минус"
    r"|плюс)\b|[减減加乘除]|[:：]\s?\Z"
)
"""What may be a sum in words before a bare result: `turnover less cost = profit`, `turnover: boats`."""

_NAMED = lazy(r"([^\W\d_][\w ().'’%-]{0,80}?)\s?[:：]\s")

_FINE = Fraction(1, 10**30)
"""Step at which two values are the same of which one is a root of sixty digits."""

_TWO: dict[str, Callable[[Quantity, Quantity], Quantity]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "^": power,
}
_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2, "sign": 3, "plus": 3, "^": 4}
"""How tightly an operation binds: a sign less than a power, so that -2^2 is -4."""


def evaluate(formula: str, inputs: Mapping[str, Quantity], marks: Marks = Marks.POINT) -> Computed | Refusal:
    """Return what a formula comes to, computed exactly.

    Reads + - * / and their typographic signs, `^` `**` `²`, signs, all brackets, `%` and `‰`, the functions of
    `calls.CALLS`, the names of inputs in any script, numbers with grouping marks, currencies and scale words, a
    label before a first equals sign and results behind later ones.

    Args:
        formula: As a lineage writes it (untrusted).
        inputs: By name; a name may hold blanks, and the longest one that fits is taken.
        marks: How `1,234` is read in the formula.

    Returns:
        The result; or why there is none: a name that is no input, division by zero, no whole root, too long, too deep
        or too large. What cannot be read in one way is refused and never guessed.
    """
    try:
        if len(formula) > MAX_CHARACTERS:
            raise Uncomputable(f"it is longer than {MAX_CHARACTERS} characters")
        return _computed(folded(formula), Names(inputs), marks)
    except Uncomputable as reason:
        return Refusal(str(reason))


def _computed(formula: str, names: Names, marks: Marks) -> Computed:
    sides = _EQUALS.split(formula.rstrip(" .;"))
    label_text = ""
    if len(sides) > 1 and (not sides[0].strip() or _is_label(sides[0], names, marks)):
        label_text = sides[0].strip()
        sides = sides[1:]
    elif (label := _NAMED.match(sides[0])) and _is_label(label[1], names, marks):
        label_text = label[0]
        sides = [sides[0][label.end() :], *sides[1:]]
    if len(sides) > MAX_DEPTH:
        raise Uncomputable("it has too many equals signs")
    computed = [_side(side, names, marks) for side in sides]
    found = [quantity for quantity, _ in computed]
    result = found[0]
    if result.operations == 0 and not result.named:
        raise Uncomputable("it is a number alone, and uses no input")
    if result.operations == 0 and _OPERATION.search(label_text):
        raise Uncomputable("what stands before its result is neither a label nor can it be computed")
    if max(abs(result.value.numerator) // result.value.denominator, 1).bit_length() > MAX_RESULT_BITS:
        raise Uncomputable("its result is too large")
    said = found[-1] if len(found) > 1 and found[-1].decimals is not None else None
    agrees = all(_agree(result, other) for other in found[1:])
    return Computed(result, said, sides[-1].strip() if said else None, computed[0][1], agrees)


def _is_label(side: str, names: Names, marks: Marks) -> bool:
    """Return whether what stands before the first equals sign names the result: words, and nothing to compute."""
    if _NO_LABEL.search(side) or not any(char.isalpha() for char in side):
        return False
    try:
        _side(side, names, marks)
    except Uncomputable:
        return True
    return False


def _agree(result: Quantity, other: Quantity) -> bool:
    """Return whether another side of an equals sign comes to the same; a number alone may be rounded."""
    if result.currency is not None and other.percentage:
        return False
    if not currencies.same(result.currency, other.currency):
        return False
    if other.decimals is None:
        exact = result.exact and other.exact
        return result.value == other.value if exact else rounds_to(result.value, other.value, _FINE, exact=False)
    steps = [Fraction(1)]
    if other.scale is Scale.RATIO and result.scale is not Scale.RATIO:
        steps = [Fraction(100)] if result.scale is Scale.PERCENT else [Fraction(1), Fraction(100)]
    step = Fraction(10) ** -other.decimals
    return any(rounds_to(result.value, other.value * by, step * by, exact=result.exact) for by in steps)


def _side(text: str, names: Names, marks: Marks) -> tuple[Quantity, frozenset[Fraction]]:
    """Return what one side of the equals signs comes to, and the numbers that stand in it."""
    machine = _Machine()
    numbers = set()
    for token in Scanner(text.strip(), names, marks).tokens():
        machine.take(token)
        if token.quantity is not None and not token.quantity.named:
            numbers.add(token.quantity.value)
    return machine.result(), frozenset(numbers)


class _Machine:
    """The two stacks of a precedence parser: values, and operations that wait for their right side."""

    def __init__(self) -> None:
        self._values: list[Quantity] = []
        self._waiting: list[str] = []
        self._called: list[tuple[str, int]] = []
        """Name of each open bracket's function, empty for a plain bracket, and how many values lie below it."""

        self._next = ""

    def take(self, token: Token) -> None:
        """Take the next token."""
        match token.kind:
            case "value":
                assert token.quantity is not None
                self._values.append(token.quantity)
            case "parts":
                self._values.append(percent(self._values.pop(), token.number))
            case "raised":
                self._values.append(power(self._values.pop(), Quantity(Fraction(token.number))))
            case "sign":
                self._wait("sign" if token.text == "-" else "plus")
            case "operator":
                self._settle(_BINDS[token.text] + (token.text == "^"))
                self._wait(token.text)
            case "call":
                self._next = token.text
            case "open":
                self._called.append((self._next, len(self._values)))
                self._next = ""
                self._wait("(")
            case "comma":
                self._settle(0)
            case _:
                self._close()

    def result(self) -> Quantity:
        """Return what the formula comes to."""
        self._settle(0)
        return self._values[0]

    def _wait(self, operation: str) -> None:
        if len(self._waiting) >= MAX_DEPTH:
            raise Uncomputable("it is nested too deeply")
        self._waiting.append(operation)

    def _settle(self, binds: int) -> None:
        """Carry out what waits inside the innermost bracket and binds at least so tightly."""
        while self._waiting and self._waiting[-1] != "(" and _BINDS[self._waiting[-1]] >= binds:
            operation = self._waiting.pop()
            if operation == "sign":
                self._values.append(negate(self._values.pop()))
            elif operation != "plus":
                right, left = self._values.pop(), self._values.pop()
                self._values.append(_TWO[operation](left, right))

    def _close(self) -> None:
        self._settle(0)
        self._waiting.pop()
        name, below = self._called.pop()
        if name:
            arguments = tuple(self._values[below:])
            del self._values[below:]
            self._values.append(CALLS[name](arguments))
