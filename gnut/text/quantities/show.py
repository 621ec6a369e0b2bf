"""A quantity as text: plain digits, no exponent, no zeros at the end."""

from __future__ import annotations

from decimal import Decimal

from gnut.text.quantities.quantity import Quantity


def plain(value: Decimal) -> str:
    """Return a value in plain digits."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def canonical(quantity: Quantity) -> str:
    """Return every reading of a quantity in its base unit, joined by ` | `."""
    return " | ".join(quantity.names or tuple(plain(value) for value in quantity.values))
