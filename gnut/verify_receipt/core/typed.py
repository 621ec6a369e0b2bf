"""Untrusted JSON into a struct, with the JSON pointer of what does not fit."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

Form = TypeVar("Form", bound=Struct)

_CODES = (("unknown field", "unknown_field"), ("missing required field", "missing_field"))


class Unfit(Exception):
    """A value that is not of the form it should have."""

    def __init__(self, code: str, pointer: str) -> None:
        """Name the kind of misfit and its place."""
        super().__init__(code)
        self.code = code
        self.pointer = pointer


def fitted(value: object, form: type[Form]) -> Form:
    """Return `value` as a struct.

    Raises:
        Unfit: `unknown_field`, `missing_field` or `wrong_type`, at the field or the value in question.
    """
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError:
        pointer, error = _innermost(value, form)
        code = next((code for words, code in _CODES if words in str(error)), "wrong_type")
        named = str(error).split("`")[1] if code != "wrong_type" else None
        raise Unfit(code, pointer if named is None else f"{pointer}/{escaped(named)}") from None


def escaped(key: str) -> str:
    """Return a key as a step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def _innermost(value: object, form: Any) -> tuple[str, msgspec.ValidationError]:
    """Return the place of the smallest part that does not fit, and what is said of it.

    msgspec names a place without the numbers of list items; this walks down to it, one level a step, which
    the depth of a contract bounds.
    """
    pointer = ""
    error = _misfit(value, form)
    assert error is not None
    while True:
        for key, child, kind in _parts(value, form):
            deeper = _misfit(child, kind)
            if deeper is not None:
                pointer, value, form, error = f"{pointer}/{escaped(key)}", child, kind, deeper
                break
        else:
            return pointer, error


def _misfit(value: object, form: Any) -> msgspec.ValidationError | None:
    try:
        msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        return error
    return None


def _parts(value: object, form: Any) -> Iterator[tuple[str, object, Any]]:
    """Yield (key, child, its form) of a value, as far as its form speaks of children."""
    origin = get_origin(form)
    if origin in (Union, types.UnionType):
        for each in get_args(form):
            if each is not types.NoneType:
                yield from _parts(value, each)
    elif isinstance(form, type) and issubclass(form, Struct) and isinstance(value, dict):
        hints = get_type_hints(form)
        for field in msgspec.structs.fields(form):
            if field.encode_name in value:
                yield field.encode_name, value[field.encode_name], hints[field.name]
    elif origin is tuple and isinstance(value, list):
        kinds = get_args(form)
        repeated = len(kinds) == 2 and kinds[1] is Ellipsis
        for at, child in enumerate(value):
            if repeated or at < len(kinds):
                yield str(at), child, kinds[0] if repeated else kinds[at]
    elif origin is dict and isinstance(value, dict):
        for key, child in value.items():
            yield key, child, get_args(form)[1]
