"""Writes any JSON value as RFC 8785 says, numbers included; hashed objects never need it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def write(value: Any, put: Callable[[str], None], quote: Callable[[str], str]) -> None:
    """Hand the pieces of one value to `put`; its depth was bounded by the reader."""
    if isinstance(value, str):
        put(quote(value))
    elif value is None or isinstance(value, bool):
        put({None: "null", True: "true", False: "false"}[value])
    elif isinstance(value, int):
        put(str(value))
    elif isinstance(value, float):
        put(number_text(value))
    elif isinstance(value, list):
        mark = "["
        for item in value:
            put(mark)
            write(item, put, quote)
            mark = ","
        put("]" if value else "[]")
    else:
        mark = "{"
        # RFC 8785 §3.2.3 sorts by UTF-16 code units, which differs from code points beyond U+FFFF.
        for key in sorted(value, key=lambda name: name.encode("utf-16-be")):
            put(f"{mark}{quote(key)}:")
            write(value[key], put, quote)
            mark = ","
        put("}" if value else "{}")


def number_text(number: float) -> str:
    """Return a float as ECMAScript writes it (ECMA-262 Number::toString, RFC 8785 §3.2.2.3)."""
    if number == 0:
        return "0"
    sign = "-" if number < 0 else ""
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    tail = f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return sign + digits[0] + (f".{digits[1:]}" if count > 1 else "") + tail
