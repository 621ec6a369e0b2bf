"""The one door for JSON: strict reading, one canonical form, and SHA-256 over it (store/FORMAT.md).

Heavy modules are imported where they are needed, so that importing this one costs nothing.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from gnut_store.errors import NotCanonical
from gnut_store.json_plain import MAX_DEPTH, MAX_INTEGER, at, builtins, encodes, plain
from gnut_store.json_write import write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Json = dict[str, Any] | list[Any] | str | int | float | bool | None
"""What a JSON text says, as Python values."""

MAX_BYTES = 16 << 20
"""Longest JSON text that is read by default."""


class Canonical(bytes):
    """Bytes that `encode` wrote, and so need not be read again to know that they are canonical."""

    __slots__ = ()


class _Refused(Exception):
    """Raised inside the fast reader; the place is found afterwards."""


def decode(body: bytes | str, *, floats: bool = False, limit: int = MAX_BYTES) -> Json:
    """Return the one value that a JSON text says, or refuse the text.

    Refused are duplicate keys, NaN and infinities, `-0`, integers from 2^53, lone surrogates, a
    byte order mark, invalid UTF-8, bytes after the value and more than 64 nested containers;
    and, unless `floats`, every number with a fraction or an exponent.

    Args:
        body: The text, or its UTF-8 bytes; untrusted.
        floats: Whether numbers that are no integers are read, as Python floats.
        limit: Most bytes that are read.

    Raises:
        NotCanonical: With the JSON pointer of the first fault in `pointer`.
    """
    text = _text(body, limit)
    try:
        value: Json = _reader(floats, False)(text)
        _check_tree(value, surrogates=_suspicious(text))
    except (ValueError, RecursionError, _Refused):
        _refuse(text, floats, False)
    return value


def encode(value: object) -> Canonical:
    """Return the canonical form of a value that may be hashed: RFC 8785, without floats.

    Takes what JSON has, msgspec Structs and Enums. Sorted output of msgspec is RFC 8785 for such
    values, at twenty times the speed of a Python writer (tests/store/test_canon.py holds them together).

    Raises:
        NotCanonical: The value holds a float, an integer from 2^53, a lone surrogate, a key beyond
            ASCII, more than 64 nested containers, or something JSON has no word for.
    """
    return Canonical(_encoder()(plain(value)))


def assembled(members: Mapping[str, Canonical]) -> Canonical:
    """Return the canonical form of an object from the canonical forms of its members.

    So a receipt inside a receipt is encoded once and hashed at every level.

    Raises:
        NotCanonical: A key is not ASCII.
    """
    encode(dict.fromkeys(members))
    return Canonical(b"{%s}" % b",".join(b"%s:%s" % (encode(key), members[key]) for key in sorted(members)))


def rfc8785(text: bytes | str, *, limit: int = MAX_BYTES) -> bytes:
    """Return the RFC 8785 form of any JSON text, floats and keys beyond ASCII included.

    Reads as strictly as `decode`, but takes `-0`, which the standard writes as `0`.

    Raises:
        NotCanonical: With the JSON pointer of the first fault in `pointer`.
    """
    source = _text(text, limit)
    try:
        value = _reader(True, True)(source)
        _check_tree(value, surrogates=_suspicious(source))
    except (ValueError, RecursionError, _Refused):
        _refuse(source, True, True)
    out: list[str] = []
    write(value, out.append, _quote())
    return "".join(out).encode("utf-8")


def first_difference(body: bytes) -> int | None:
    """Return the byte at which a strict JSON text leaves its canonical form; None when it is canonical.

    Raises:
        NotCanonical: The text is not strict JSON, or its value has no canonical form.
    """
    return differs_at(body, encode(decode(body, limit=max(MAX_BYTES, len(body)))))


def differs_at(body: bytes, canonical: bytes) -> int | None:
    """Return the byte at which a text leaves its canonical form; None when they are equal."""
    if canonical == body:
        return None
    shared = min(len(canonical), len(body))
    return next((i for i in range(shared) if canonical[i] != body[i]), shared)


def sha256(data: bytes) -> str:
    """Return the SHA-256 of `data`, 64 lower-case hex digits (the only one in the code base)."""
    from hashlib import sha256 as hasher

    return hasher(data).hexdigest()


def digest(algorithm: str, data: bytes) -> bytes:
    """Return the digest by which somebody else's format names `data`; gnut itself names nothing by it.

    Args:
        algorithm: `md5`, `sha1`, `sha256` or `sha512`.
        data: The bytes.
    """
    import hashlib

    if algorithm not in ("md5", "sha1", "sha256", "sha512"):
        raise ValueError(algorithm)
    return hashlib.new(algorithm, data, usedforsecurity=False).digest()


def dumps_line(value: object) -> str:
    """Return `value` as one line of JSON in its own key order, floats allowed; never hashed.

    Raises:
        NotCanonical: NaN, an infinity, or something JSON has no word for.
    """
    import json

    try:
        line = json.dumps(builtins(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        line.encode("utf-8")
    except (TypeError, ValueError) as error:
        raise NotCanonical(f"the value has no JSON form: {error}") from None
    return line


def sorted_line(value: object) -> bytes:
    """Return `value` as logs of groundlens hash it: keys sorted, no blanks, UTF-8 unescaped, floats as Python has them.

    Raises:
        NotCanonical: NaN, an infinity, or something JSON has no word for.
    """
    import json

    try:
        line = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True)
        return line.encode("utf-8")
    except (TypeError, ValueError) as error:
        raise NotCanonical(f"the value has no JSON form: {error}") from None


def _text(body: bytes | str, limit: int) -> str:
    """Return the text after its size, byte order mark and encoding were looked at."""
    if len(body) > limit:
        raise NotCanonical(f"the JSON text is longer than {limit:,} bytes")
    if isinstance(body, str):
        text = body
    else:
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError as error:
            from gnut_store.json_fault import pointer_of_cut

            head = body[: error.start].decode("utf-8")
            pointer = pointer_of_cut(head)
            raise NotCanonical(f"{at(pointer)}invalid UTF-8 at byte {error.start}", pointer=pointer) from None
    if text.startswith("\ufeff"):
        raise NotCanonical("the JSON text begins with a byte order mark")
    return text


def _suspicious(text: str) -> bool:
    """Say whether a text may hold a lone surrogate, escaped or, when it never was bytes, raw."""
    return "\\ud" in text or "\\uD" in text or not (text.isascii() or encodes(text))


def _refuse(text: str, floats: bool, minus_zero: bool) -> NoReturn:
    """Raise the refusal of a text that the fast reader would not take, with the place."""
    from gnut_store.json_fault import first_fault

    pointer, reason = first_fault(text, floats=floats, minus_zero=minus_zero, depth=MAX_DEPTH, most=MAX_INTEGER)
    raise NotCanonical(f"{at(pointer)}{reason}", pointer=pointer)


@cache
def _reader(floats: bool, minus_zero: bool) -> Callable[[str], Any]:
    """Return the standard library's reader with a hook at everything it would let pass."""
    import json

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(items)
        if len(members) != len(items):
            raise _Refused
        return members

    def integer(digits: str) -> int:
        # Sixteen digits hold every integer under 2^53; longer ones are never converted.
        if len(digits) > 17 or (digits == "-0" and not minus_zero):
            raise _Refused
        number = int(digits)
        if not -MAX_INTEGER <= number <= MAX_INTEGER:
            raise _Refused
        return number

    def real(digits: str) -> float:
        number = float(digits)
        if not floats or number - number != 0 or (number == 0 and digits[0] == "-" and not minus_zero):
            raise _Refused
        return number

    def word(_: str) -> NoReturn:
        raise _Refused

    return json.JSONDecoder(
        object_pairs_hook=pairs, parse_int=integer, parse_float=real, parse_constant=word, strict=True
    ).decode


def _check_tree(value: object, *, surrogates: bool) -> None:
    """Refuse more than `MAX_DEPTH` containers inside each other and, if any is possible, lone surrogates."""
    strings: list[str] = []
    level = [value]
    for _ in range(MAX_DEPTH):
        inner: list[Any] = []
        for node in level:
            if type(node) is dict:
                inner.extend(node.values())
                if surrogates:
                    strings.extend(node)
            elif type(node) is list:
                inner.extend(node)
        if surrogates:
            strings.extend(node for node in level if type(node) is str)
            level = inner
        else:
            level = [node for node in inner if type(node) is dict or type(node) is list]
        if not level:
            break
    if any(type(node) is dict or type(node) is list for node in level) or not encodes("".join(strings)):
        raise _Refused


@cache
def _encoder() -> Callable[[object], bytes]:
    import msgspec

    return msgspec.json.Encoder(order="sorted").encode


def _quote() -> Callable[[str], str]:
    # RFC 8785 §3.2.2.2 is the standard library's own escaping without `ensure_ascii`.
    from json.encoder import encode_basestring

    return encode_basestring
