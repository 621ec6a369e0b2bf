"""JSON to text: one line a leaf, `path: value`, in document order, numbers as written.

The scanner is strict and iterative: NaN, duplicate keys, lone surrogates, trailing bytes, depth
over 64 and more than a million values are refused where they stand.
"""

from __future__ import annotations

import re

MAX_DEPTH = 64
MAX_VALUES = 1_000_000

_BLANK = re.compile(r"[ \t\n\r]*+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*+')
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_HEX = re.compile(r"[0-9A-Fa-f]{4}")
_LITERAL = re.compile(r"true|false|null")
_BREAKS = re.compile("\r\n|[\n\r\t\u2028\u2029\x0b\x0c\x85]")
_SHORT = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class BadJson(ValueError):
    """Text that is not one strict JSON value; the message names place and fault."""


class TooManyValues(BadJson):
    """Strict JSON over a limit of this reader."""


class _Open:
    """An object or array that is not closed yet."""

    __slots__ = ("count", "keys", "path")

    def __init__(self, path: str, keys: set[str] | None) -> None:
        self.path = path
        self.keys = keys
        self.count = 0


def leaves(body: bytes) -> str:
    """Return one line for each scalar, and for each empty object or array, of a JSON text.

    Plain keys are joined by `.`, other keys stand as `["…"]`, indices as `[i]`; a scalar at the
    root is `$`. Strings are decoded; their line breaks and tabs become blanks.

    Raises:
        BadJson: The text is not strict JSON.
        TooManyValues: It is deeper or longer than this reader goes.
    """
    try:
        text = body.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadJson(f"byte {error.start} is not UTF-8") from None
    return _Scan(text).run()


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.values = 0
        self.lines: list[str] = []
        self.opened: list[_Open] = []

    def run(self) -> str:
        """Read the whole text."""
        path = self._value("")
        while self.opened:
            path = self._next(path)
        self._blank()
        if self.at != len(self.text):
            raise self._fault("text after the value")
        return "\n".join(self.lines) + "\n" if self.lines else ""

    def _next(self, _: str) -> str:
        """Read up to the next value inside the innermost container, or close it."""
        top = self.opened[-1]
        self._blank()
        closing = "]" if top.keys is None else "}"
        if self._peek() == closing:
            self.at += 1
            self.opened.pop()
            if not top.count:
                self._leaf(top.path, "[]" if top.keys is None else "{}")
            return ""
        if top.count:
            self._take(",")
            self._blank()
        path = f"{top.path}[{top.count}]" if top.keys is None else self._key(top)
        top.count += 1
        return self._value(path)

    def _key(self, top: _Open) -> str:
        """Read a key and its colon; return the path of its value."""
        assert top.keys is not None
        key = self._string()
        if key in top.keys:
            raise self._fault("a key for the second time")
        top.keys.add(key)
        self._blank()
        self._take(":")
        if _KEY.match(key):
            return f"{top.path}.{key}" if top.path else key
        quoted = key.replace("\\", "\\\\").replace('"', '\\"')
        return f'{top.path}["{_BREAKS.sub(" ", quoted)}"]'

    def _value(self, path: str) -> str:
        """Read a scalar, or open a container."""
        self._blank()
        self.values += 1
        if self.values > MAX_VALUES:
            raise TooManyValues(f"over {MAX_VALUES} values")
        match self._peek():
            case "{" | "[" as bracket:
                if len(self.opened) >= MAX_DEPTH:
                    raise TooManyValues(f"deeper than {MAX_DEPTH}")
                self.at += 1
                self.opened.append(_Open(path, set() if bracket == "{" else None))
            case '"':
                self._leaf(path, _BREAKS.sub(" ", self._string()))
            case _:
                found = _LITERAL.match(self.text, self.at) or _NUMBER.match(self.text, self.at)
                if found is None:
                    raise self._fault("no value")
                self.at = found.end()
                self._leaf(path, found.group())
        return path

    def _leaf(self, path: str, value: str) -> None:
        self.lines.append(f"{path or '$'}: {value}")

    def _string(self) -> str:
        self._take('"')
        parts: list[str] = []
        while True:
            plain = _PLAIN.match(self.text, self.at)
            assert plain is not None
            parts.append(plain.group())
            self.at = plain.end()
            match self._peek():
                case '"':
                    self.at += 1
                    return "".join(parts)
                case "\\":
                    parts.append(self._escape())
                case _:
                    raise self._fault("an unfinished string")

    def _escape(self) -> str:
        letter = self.text[self.at + 1 : self.at + 2]
        if letter in _SHORT and letter:
            self.at += 2
            return _SHORT[letter]
        point = self._unit()
        if 0xD800 <= point < 0xDC00 and self.text.startswith("\\u", self.at):
            low = self._unit()
            if 0xDC00 <= low < 0xE000:
                return chr(0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00))
            raise self._fault("half a surrogate pair")
        if 0xD800 <= point < 0xE000:
            raise self._fault("half a surrogate pair")
        return chr(point)

    def _unit(self) -> int:
        digits = _HEX.match(self.text, self.at + 2) if self.text.startswith("\\u", self.at) else None
        if digits is None:
            raise self._fault("an unknown escape")
        self.at = digits.end()
        return int(digits.group(), 16)

    def _blank(self) -> None:
        found = _BLANK.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _take(self, wanted: str) -> None:
        if self._peek() != wanted:
            raise self._fault(f"no {wanted!r}")
        self.at += 1

    def _fault(self, what: str) -> BadJson:
        return BadJson(f"{what} at character {self.at}")
