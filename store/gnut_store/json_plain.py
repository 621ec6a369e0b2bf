"""What a hashed object may hold: JSON's own types, ASCII keys, exact integers, no floats."""

from __future__ import annotations

from typing import Any, NoReturn

from gnut_store.errors import NotCanonical

MAX_DEPTH = 64
"""Containers inside each other; far over any receipt, far under any recursion limit."""

MAX_INTEGER = (1 << 53) - 1
"""Largest integer that every JSON reader keeps exactly (RFC 8259 §6, RFC 8785 §3.2.2.3)."""


def builtins(value: object) -> object:
    """Return `value` with Structs and Enums turned into what JSON has; strange types are left as they are."""
    import datetime
    import decimal

    import msgspec

    strange = (bytes, bytearray, memoryview, decimal.Decimal, datetime.datetime, datetime.date, datetime.time)
    try:
        return msgspec.to_builtins(value, builtin_types=strange)
    except (TypeError, RecursionError) as error:
        why = "too deep" if isinstance(error, RecursionError) else str(error)
        raise NotCanonical(f"the value has no JSON form: {why}") from None


def plain(value: object) -> object:
    """Return `value` as plain JSON values, after every rule for hashed objects was checked."""
    result = builtins(value)
    # A receipt has a hundred thousand values under a hundred keys: each key is looked at once.
    keys: set[Any] = set()
    level: list[Any] = [result]
    for _ in range(MAX_DEPTH + 1):
        inner: list[Any] = []
        for node in level:
            kind = type(node)
            if kind is str:
                if not node.isascii() and not encodes(node):
                    _say_why(result)
            elif kind is dict:
                keys.update(node)
                inner.extend(node.values())
            elif kind is list or kind is tuple:
                inner.extend(node)
            elif kind is int:
                if not -MAX_INTEGER <= node <= MAX_INTEGER:
                    _say_why(result)
            elif node is not None and kind is not bool:
                _say_why(result)
        level = inner
    if level or not all(type(key) is str and key.isascii() for key in keys):
        _say_why(result)
    return result


def _say_why(plain: Any) -> NoReturn:
    """Raise the refusal of a value that has no canonical form, with the pointer of the first fault."""
    waiting: list[tuple[str, int, Any]] = [("", 0, plain)]
    while waiting:
        pointer, depth, node = waiting.pop()
        reason = _fault(node, depth)
        if reason:
            raise NotCanonical(f"{at(pointer)}{reason}", pointer=pointer)
        if type(node) is dict:
            items = [(key.replace("~", "~0").replace("/", "~1"), child) for key, child in node.items()]
        else:
            items = [(str(i), child) for i, child in enumerate(node)] if type(node) in (list, tuple) else []
        waiting.extend((f"{pointer}/{token}", depth + 1, child) for token, child in reversed(items))
    raise NotCanonical("the value has no canonical form")


def _fault(node: Any, depth: int) -> str | None:
    """Return why one value, by itself, may not stand in a hashed object."""
    kind = type(node)
    if kind is str:
        return None if encodes(node) else "lone surrogate"
    if kind is int:
        return None if -MAX_INTEGER <= node <= MAX_INTEGER else "integer from 2^53"
    if kind is float:
        return "a hashed object holds no floats"
    if kind in (dict, list, tuple):
        if depth >= MAX_DEPTH:
            return f"more than {MAX_DEPTH} nested containers"
        bad = [key for key in node if type(key) is not str or not key.isascii()] if kind is dict else []
        return f"key {bad[0]!r} is not ASCII text" if bad else None
    return None if node is None or kind is bool else f"{kind.__name__} has no JSON form"


def encodes(text: str) -> bool:
    """Say whether `text` holds no lone surrogate."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def at(pointer: str) -> str:
    """Return a JSON pointer as the beginning of a message; empty for the whole value."""
    shown = pointer if len(pointer) <= 200 else pointer[:197] + "…"
    return f"{shown}: " if pointer else ""
