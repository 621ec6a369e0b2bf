"""JSON to text: one line a leaf, `path: value`, in document order, numbers as written.

The scanner is strict, linear and iterative: NaN, duplicate keys, lone surrogates, trailing bytes,
depth over 64 and more than a million values are refused where they stand. It reads sources only;
records that are hashed go through `canon.decode`, which refuses more.
"""

from __future__ import annotations

import re

MAX_DEPTH = 64
MAX_VALUES = 1_000_000
MAX_CHARACTERS = 16 * 1024 * 1024
"""Of the lines: every leaf repeats its path, so a long key costs once a leaf."""

_TOKEN = re.compile(
    r"""[ \t\n\r]*+(?:
        (?P<mark>[\[\]{},:])
      | "(?P<plain>[^"\\\x00-\x1f]*+)(?P<closed>"?)
      | (?P<scalar>true|false|null|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)
    )""",
    re.VERBOSE,
)
_BLANK = re.compile(r"[ \t\n\r]*+")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*+')
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_HEX = re.compile(r"\\u([0-9A-Fa-f]{4})")
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
        """Keys met so far; None for an array."""

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
        self.values = self.size = 0
        self.lines: list[str] = []
        self.opened: list[_Open] = []

    def run(self) -> str:
        """Read the whole text."""
        self._value(self._token("a value"), "")
        while self.opened:
            self._member(self.opened[-1])
        blank = _BLANK.match(self.text, self.at)
        if blank is None or blank.end() != len(self.text):
            raise self._fault("text after the value")
        return "\n".join(self.lines) + "\n" if self.lines else ""

    def _token(self, wanted: str) -> re.Match[str]:
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            raise self._fault(f"no {wanted}")
        self.at = found.end()
        return found

    def _member(self, top: _Open) -> None:
        """Read the next value inside the innermost container, or its end."""
        closing = "]" if top.keys is None else "}"
        token = self._token(closing)
        if token["mark"] == closing:
            self.opened.pop()
            if not top.count:
                self._leaf(top.path, "[]" if top.keys is None else "{}")
            return
        if top.count:
            if token["mark"] != ",":
                raise self._fault(f"no ',' or {closing!r}")
            token = self._token("value")
        if top.keys is None:
            path = f"{top.path}[{top.count}]"
        else:
            path = self._key(top, top.keys, token)
            token = self._token("value")
        top.count += 1
        self._value(token, path)

    def _key(self, top: _Open, keys: set[str], token: re.Match[str]) -> str:
        """Read the rest of a key and its colon; return the path of its value."""
        if token["plain"] is None:
            raise self._fault("no key")
        key = self._string(token)
        if key in keys:
            raise self._fault("a key for the second time")
        keys.add(key)
        if self._token("':'")["mark"] != ":":
            raise self._fault("no ':'")
        if _KEY.match(key):
            return f"{top.path}.{key}" if top.path else key
        quoted = key.replace("\\", "\\\\").replace('"', '\\"')
        return f'{top.path}["{_BREAKS.sub(" ", quoted)}"]'

    def _value(self, token: re.Match[str], path: str) -> None:
        """Take a scalar, or open a container."""
        self.values += 1
        if self.values > MAX_VALUES:
            raise TooManyValues(f"over {MAX_VALUES} values")
        mark, scalar = token["mark"], token["scalar"]
        if scalar is not None:
            self._leaf(path, scalar)
        elif mark is None:
            self._leaf(path, _BREAKS.sub(" ", self._string(token)))
        elif mark in "[{":
            if len(self.opened) >= MAX_DEPTH:
                raise TooManyValues(f"deeper than {MAX_DEPTH}")
            self.opened.append(_Open(path, set() if mark == "{" else None))
        else:
            raise self._fault("no value")

    def _leaf(self, path: str, value: str) -> None:
        line = f"{path or '$'}: {value}"
        self.size += len(line) + 1
        if self.size > MAX_CHARACTERS:
            raise TooManyValues(f"over {MAX_CHARACTERS} characters")
        self.lines.append(line)

    def _string(self, token: re.Match[str]) -> str:
        """Return the string that `token` begins, read to its end."""
        if token["closed"]:
            return token["plain"]
        parts = [token["plain"]]
        while True:
            match self.text[self.at : self.at + 1]:
                case '"':
                    self.at += 1
                    return "".join(parts)
                case "\\":
                    parts.append(self._escape())
                case _:
                    raise self._fault("an unfinished string")
            plain = _PLAIN.match(self.text, self.at)
            if plain is not None:
                parts.append(plain.group())
                self.at = plain.end()

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
        digits = _HEX.match(self.text, self.at)
        if digits is None:
            raise self._fault("an unknown escape")
        self.at = digits.end()
        return int(digits.group(1), 16)

    def _fault(self, what: str) -> BadJson:
        return BadJson(f"{what} at character {self.at}")
