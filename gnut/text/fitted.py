"""Decoded JSON into a struct, and the JSON pointer (RFC 6901) of what does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from gnut.errors import BadReceipt, GnutError
from gnut.text.members import step

__all__ = ["fitted", "step"]

Form = TypeVar("Form", bound=Struct)

_CODES = {"unknown field": "unknown_field", "missing required field": "missing_field"}


def fitted(value: object, form: type[Form], *, error: type[GnutError] = BadReceipt, code: str | None = None) -> Form:
    """Return a value that passed `canon.decode` as a struct.

    Args:
        value: Decoded JSON.
        form: What it has to be.
        error: What is raised when it is not; the message begins with the pointer of the field or value.
        code: Of every refusal; None for `unknown_field`, `missing_field` and `wrong_type`.

    Raises:
        GnutError: `error`, with its code.
    """
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as misfit:
        pointer, said = _innermost(value, form, str(misfit))
        kind = next((known for words, known in _CODES.items() if words in said), "wrong_type")
        if kind != "wrong_type":
            pointer = f"{pointer}/{step(said.split('`')[1])}"
        raise _refusal(error, said.partition(" - at")[0], code or kind, pointer) from None


def _refusal(error: type[GnutError], said: str, code: str, pointer: str) -> GnutError:
    if issubclass(error, BadReceipt):
        return error(said, code=code, pointer=pointer)
    return error(f"{pointer}: {said}" if pointer else said, code=code)


def _innermost(value: object, form: Any, said: str) -> tuple[str, str]:
    """Return the pointer of the smallest part that does not fit, and what is said of it.

    msgspec says of a list that an item of it does not fit, not which; so this walks down, one level at a time,
    which the depth of the contract bounds.
    """
    for key, child, kind in _parts(value, form):
        deeper = _misfit(child, kind)
        if deeper is not None:
            pointer, said = _innermost(child, kind, deeper)
            return f"/{step(key)}{pointer}", said
    return "", said


def _misfit(value: object, form: Any) -> str | None:
    try:
        msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        return str(error)
    return None


def _parts(value: object, form: Any) -> Iterator[tuple[str, object, Any]]:
    """Yield (key, child, form of the child) as far as a form speaks of children."""
    origin, inner = get_origin(form), get_args(form)
    if origin in (Union, UnionType):
        for each in inner:
            if each is not NoneType:
                yield from _parts(value, each)
    elif isinstance(form, type) and issubclass(form, Struct):
        yield from _fields(value, form)
    elif origin is tuple and isinstance(value, list | tuple):
        kinds = inner[:1] * len(value) if inner[-1:] == (...,) else inner
        yield from ((str(at), child, kind) for at, (child, kind) in enumerate(zip(value, kinds, strict=False)))
    elif origin is dict and isinstance(value, dict):
        yield from ((key, child, inner[1]) for key, child in value.items())


def _fields(value: object, form: type[Struct]) -> Iterator[tuple[str, object, Any]]:
    hints = get_type_hints(form)
    fields = msgspec.structs.fields(form)
    if isinstance(value, dict):
        yield from (
            (one.encode_name, value[one.encode_name], hints[one.name]) for one in fields if one.encode_name in value
        )
    elif isinstance(value, list) and form.__struct_config__.array_like:
        yield from (
            (str(at), child, hints[one.name]) for at, (child, one) in enumerate(zip(value, fields, strict=False))
        )
