"""Where a JSON text first breaks the rules: a strict scanner that never recurses and never backtracks.

It runs only over texts that the fast reader refused, to name the place.
"""

from __future__ import annotations

import re

_BLANK = re.compile(r"[ \t\n\r]*+")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?P<real>(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_STRING_HEAD = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_ESCAPE = re.compile(
    r"\\(?:u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})|u(?P<unit>[0-9a-fA-F]{4})|(?P<char>.))"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = ("true", "false", "null")
_BAD_WORDS = ("NaN", "Infinity", "-Infinity")


class _Fault(Exception):
    """The first fault; carries its reason."""


class _Frame:
    """One container that is open at the place of the scanner."""

    __slots__ = ("index", "keys", "name")

    def __init__(self, keys: set[str] | None) -> None:
        self.keys = keys
        self.name: str | None = None
        """None while a key is read: a fault in it is one of the container."""

        self.index = 0

    def token(self) -> str:
        """Return this container's part of the pointer, with its slash."""
        if self.keys is None:
            return f"/{self.index}"
        return "" if self.name is None else "/" + self.name.replace("~", "~0").replace("/", "~1")


def first_fault(text: str, *, floats: bool, minus_zero: bool, depth: int, most: int) -> tuple[str, str]:
    """Return the JSON pointer and the reason of the first fault of `text`.

    Args:
        text: A text that the fast reader refused.
        floats: Whether numbers with fraction or exponent are allowed.
        minus_zero: Whether `-0` is allowed.
        depth: Most containers inside each other.
        most: Largest absolute integer.
    """
    scanner = _Scanner(text, floats, minus_zero, depth, most)
    try:
        scanner.run()
    except _Fault as fault:
        return scanner.pointer(), str(fault)
    return "", "not a strict JSON value"


def pointer_of_cut(head: str) -> str:
    """Return the pointer of the value that a cut text breaks off in."""
    scanner = _Scanner(head, True, True, 1 << 30, 1 << 62)
    try:
        scanner.run()
    except _Fault:
        return scanner.pointer()
    return ""


class _Scanner:
    def __init__(self, text: str, floats: bool, minus_zero: bool, depth: int, most: int) -> None:
        self.text = text
        self.floats, self.minus_zero, self.depth, self.most = floats, minus_zero, depth, most
        self.at = 0
        self.open: list[_Frame] = []

    def pointer(self) -> str:
        return "".join(frame.token() for frame in self.open)

    def run(self) -> None:
        """Walk the whole text; raise at the first fault."""
        while True:
            if not self.value() and self.close():
                break
        if self.at != len(self.text):
            raise _Fault(f"characters after the value, from character {self.at}")

    def blank(self) -> str:
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.text[self.at : self.at + 1]

    def value(self) -> bool:
        """Read one value, or open a container; True when a container with content was opened."""
        first = self.blank()
        if first == "{" or first == "[":
            if len(self.open) >= self.depth:
                raise _Fault(f"more than {self.depth} nested containers")
            self.at += 1
            empty = self.blank() == ("}" if first == "{" else "]")
            if empty:
                self.at += 1
                return False
            self.open.append(_Frame(set() if first == "{" else None))
            if first == "{":
                self.key()
            return True
        if first == '"':
            self.string()
        elif first == "":
            raise _Fault("the text ends where a value should stand")
        else:
            self.scalar()
        return False

    def close(self) -> bool:
        """Read what follows a value; True at the end of the outermost one."""
        while self.open:
            frame = self.open[-1]
            sign = self.blank()
            if sign == ",":
                self.at += 1
                frame.index += 1
                if frame.keys is not None:
                    self.key()
                return False
            if sign != ("]" if frame.keys is None else "}"):
                raise _Fault("the text ends inside a container" if sign == "" else f"unexpected {sign!r}")
            self.at += 1
            self.open.pop()
        self.blank()
        return True

    def key(self) -> None:
        frame = self.open[-1]
        frame.name = None
        if self.blank() != '"':
            raise _Fault("a key in double quotes should stand here")
        name = frame.name = self.string()
        assert frame.keys is not None
        if name in frame.keys:
            raise _Fault("duplicate key")
        frame.keys.add(name)
        if self.blank() != ":":
            raise _Fault("a colon should follow the key")
        self.at += 1

    def string(self) -> str:
        match = _STRING.match(self.text, self.at)
        if match is None:
            head = _STRING_HEAD.match(self.text, self.at)
            end = head.end() if head else self.at
            sign = self.text[end : end + 1]
            if sign == "":
                raise _Fault("the text ends inside a string")
            raise _Fault(
                "bad escape in a string" if sign == "\\" else f"control character U+{ord(sign):04X} in a string"
            )
        self.at = match.end()
        raw = match[0][1:-1]
        plain = _ESCAPE.sub(_unescape, raw) if "\\" in raw else raw
        if _SURROGATE.search(plain):
            raise _Fault("lone surrogate")
        return plain

    def scalar(self) -> None:
        for word in _WORDS:
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return
        for word in _BAD_WORDS:
            if self.text.startswith(word, self.at):
                raise _Fault(f"{word} is no JSON number")
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            raise _Fault(f"unexpected {self.text[self.at]!r}")
        digits = match[0]
        if match["real"]:
            self.real(digits)
        elif digits == "-0" and not self.minus_zero:
            raise _Fault("-0 is not written in canonical JSON")
        elif len(digits) > 17 or abs(int(digits)) > self.most:
            raise _Fault("integer from 2^53")
        self.at = match.end()

    def real(self, digits: str) -> None:
        if not self.floats:
            raise _Fault("number with a fraction or an exponent")
        number = float(digits)
        if number - number != 0:
            raise _Fault("number beyond the range of a double")
        if number == 0 and digits[0] == "-" and not self.minus_zero:
            raise _Fault("-0 is not written in canonical JSON")


def _unescape(match: re.Match[str]) -> str:
    if match["high"]:
        pair = (int(match["high"], 16) - 0xD800) * 0x400 + int(match["low"], 16) - 0xDC00
        return chr(0x10000 + pair)
    if match["unit"]:
        return chr(int(match["unit"], 16))
    return _SHORT.get(match["char"], match["char"])
