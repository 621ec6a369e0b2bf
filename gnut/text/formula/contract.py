"""What a formula is made of and what it comes to."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct

MAX_CHARACTERS = 4_000
"""Longest formula that is read."""

MAX_INPUTS = 256
"""Most inputs of a calculation."""

MAX_REFERENCES = 256
"""Most claims that an input may refer to."""

MAX_VALUE = 200
"""Longest value of an input, in code points."""

MAX_NAME = 200
"""Longest name of an input, in code points."""

MAX_DEPTH = 64
"""Deepest nesting of brackets and of signs and powers that wait for their right side."""

MAX_BITS = 4_096
"""Largest numerator or denominator of any intermediate result, about 1,200 decimal digits."""

MAX_EXPONENT = 20_000
"""Largest exponent, by amount: a rate by the day over fifty years."""

MAX_ROOT = 1_000
"""Largest degree of a root that is sought as an exact number."""

MAX_RESULT_BITS = 400
"""Largest result, about 120 decimal digits: no report states a longer figure."""

DIGITS = 60
"""Significant digits to which a root is taken that has no exact value."""


class Scale(Enum):
    """In which unit a result can be compared with a percentage."""

    PLAIN = "plain"
    """Not known: a number of the report."""

    RATIO = "ratio"
    """`12%` or one quantity over another: 0.12 is 12 %."""

    PERCENT = "percent"
    """Multiplied by 100 in the formula: 12 is 12 %."""


class Marks(Enum):
    """How a figure is read that could be grouped or broken, such as `1,234`: by its first or its other reading."""

    POINT = "point"
    """`1,234` is 1234 and `1.234` is 1.234, as in English."""

    COMMA = "comma"
    """`1,234` is 1.234 and `1.234` is 1234, as in German."""


class Quantity(Struct, frozen=True, forbid_unknown_fields=True):
    """A number with what is known of its unit."""

    value: Fraction
    scale: Scale = Scale.PLAIN
    currency: str | None = None
    """ISO 4217 code, or a sign that several share; None when none is said or it may have been exchanged."""

    named: bool = False
    """Whether an input takes part in it."""

    percentage: bool = False
    """Whether it is a bare percentage, which may not be added to an amount."""

    rate: bool = False
    """Whether it may be a rate of exchange, which takes the currency off what it multiplies."""

    exact: bool = True
    """False behind a root without an exact value."""

    decimals: int | None = None
    """Digits behind the decimal mark of a literal, negative for a scale word; None of everything else."""

    picked: bool = False
    """Whether it is the smallest, largest or middle of several, which may be an input itself."""

    operations: int = 0
    """How many operations made it: 0 for a literal or an input alone."""


class Computed(Struct, frozen=True, forbid_unknown_fields=True):
    """A formula that could be computed."""

    result: Quantity
    said: Quantity | None
    """The result that the formula itself writes behind its last equals sign; None when it writes none."""

    said_as: str | None
    """The same, as written."""

    numbers: frozenset[Fraction]
    """Values of the numbers that the formula writes in its own digits."""

    agrees: bool
    """Whether every side of its equals signs comes to the same, at the precision in which `said` is written."""


class Refusal(Struct, frozen=True, forbid_unknown_fields=True):
    """A formula that cannot be computed, and why."""

    why: str
    """One sentence without a capital or a full stop; it may quote the formula (untrusted)."""


class Uncomputable(Exception):
    """Why a formula cannot be computed; it never leaves this package."""
