"""A formula as tokens, in one pass from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gnut.text.formula.calls import CALLS
from gnut.text.formula.contract import Marks, Quantity, Uncomputable
from gnut.text.formula.names import Names
from gnut.text.formula.numerals import numeral, vulgar
from gnut.text.patterns import lazy
from gnut.text.quantities.shares import PERCENT

OPERATORS = {
    **dict.fromkeys("+＋﹢", "+"),
    **dict.fromkeys("-−–—‐‑﹣－", "-"),
    **dict.fromkeys("*×·⋅∙∗＊✕✖⨯", "*"),
    **dict.fromkeys("/÷∕⁄／:：∶", "/"),
    **dict.fromkeys("^＾", "^"),
}
"""Every sign of an operation; a colon divides, as in German and French."""

OPENS = {"(": ")", "[": "]", "{": "}", "（": "）", "［": "］", "｛": "｝", "【": "】"}
_CLOSES = frozenset(OPENS.values())
_SEPARATORS = ",;，；、"
_RAISED = lazy(r"([⁺⁻]?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_WORD = lazy(r"[^\W\d_]\w*")
_CALL = lazy(r"([^\W\d_]\w{0,15}) ?([(（])")
_SPOKEN = lazy(r"[^\W\d_]+(?: cent\w*)?")
_PER_CENT = frozenset({"per cent", "pour cent", "por ciento"})


class Token(NamedTuple):
    """A piece of a formula."""

    kind: str
    """`value | call | open | close | operator | sign | parts | raised | comma`."""

    text: str
    quantity: Quantity | None = None
    number: int = 0
    """Of `parts` 100 or 1000, of `raised` the exponent."""


class _Bracket(NamedTuple):
    closes: str
    is_call: bool
    commas: bool
    """Whether a comma may stand inside a number between them."""


class Scanner:
    """One formula, read once."""

    def __init__(self, text: str, names: Names, marks: Marks) -> None:
        """Keep the formula, folded, and see in which brackets commas part arguments by other signs."""
        self._text = text
        self._names = names
        self._marks = marks
        self._parted = _parted(text)
        self._brackets: list[_Bracket] = []
        self._calling = False

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens.

        Raises:
            Uncomputable: What stands there is no formula.
        """
        at, wants_value = 0, True
        while at < len(self._text):
            if self._text[at] == " ":
                at += 1
                continue
            token, at = self._value(at) if wants_value else self._operator(at)
            self._calling = token.kind == "call"
            wants_value = token.kind in ("call", "open", "operator", "sign", "comma")
            yield token
        if wants_value:
            raise Uncomputable("a value is missing at its end")
        if self._brackets:
            raise Uncomputable("a bracket is not closed")

    def _value(self, at: int) -> tuple[Token, int]:
        """Return the token where a value is wanted: an input, a number, a call, a sign or a bracket."""
        text, char = self._text, self._text[at]
        call = _CALL.match(text, at)
        called = call is not None and call[1].casefold() in CALLS
        named = self._names.at(text, at)
        if named is not None and not (call is not None and called and named[1] <= call.end(1)):
            return Token("value", text[at : named[1]], named[0]), named[1]
        if call is not None and called:
            return Token("call", call[1].casefold()), call.start(2)
        commas = not self._brackets or self._brackets[-1].commas
        found = numeral(text, at, self._marks, commas=commas) or vulgar(text, at)
        if found is not None:
            return Token("value", text[at : found[1]], found[0]), found[1]
        if char in OPENS:
            self._brackets.append(_Bracket(OPENS[char], self._calling, not self._calling or at in self._parted))
            return Token("open", char), at + 1
        if OPERATORS.get(char) in ("+", "-"):
            return Token("sign", OPERATORS[char]), at + 1
        if char.isalpha():
            raise Uncomputable(f"{_shown(text, at)} is no input")
        raise Uncomputable(f"a value is missing before {_shown(text, at)}")

    def _operator(self, at: int) -> tuple[Token, int]:
        """Return the token behind a value: an operator, a sign behind it, a comma or a bracket."""
        text, char = self._text, self._text[at]
        if text.startswith("**", at):
            return Token("operator", "^"), at + 2
        if text.startswith("--", at):
            raise Uncomputable("two minus signs stand together")
        if char in OPERATORS:
            return Token("operator", OPERATORS[char]), at + 1
        if char in "xX" and not text[at + 1 : at + 2].isalnum():
            return Token("operator", "*"), at + 1
        raised = _RAISED.match(text, at)
        if raised is not None:
            digits = raised[2].translate(_LOWERED)[:8]
            return Token("raised", raised[0], number=-int(digits) if raised[1] == "⁻" else int(digits)), raised.end()
        if char in _CLOSES:
            return self._close(char), at + 1
        if char in _SEPARATORS and self._brackets and self._brackets[-1].is_call:
            return Token("comma", char), at + 1
        return self._parts(at)

    def _close(self, char: str) -> Token:
        if not self._brackets or self._brackets[-1].closes != char:
            raise Uncomputable("a bracket is closed that is not open")
        self._brackets.pop()
        return Token("close", char)

    def _parts(self, at: int) -> tuple[Token, int]:
        """Return a percent or per-mille sign or word."""
        text, char = self._text, self._text[at]
        if char in PERCENT or char == "‰":
            return Token("parts", char, number=1000 if char == "‰" else 100), at + 1
        word = _SPOKEN.match(text, at)
        if word is not None and word[0].casefold() in PERCENT | _PER_CENT:
            return Token("parts", word[0], number=100), word.end()
        raise Uncomputable(f"an operator is missing before {_shown(text, at)}")


def _parted(text: str) -> set[int]:
    """Return where the brackets open whose arguments a semicolon parts, or a comma before a blank.

    There a comma between digits belongs to the number: `sum(1,200, 3,400)` and `max(1,5; 2)` have two
    arguments, and so has `max(1,5)`.
    """
    stack: list[int] = []
    found = set()
    for at, char in enumerate(text):
        if char in OPENS:
            stack.append(at)
        elif char in _CLOSES and stack:
            stack.pop()
        elif stack and (char in ";；" or (char in ",，" and text[at + 1 : at + 2] == " ")):
            found.add(stack[-1])
    return found


def _shown(text: str, at: int) -> str:
    """Return the beginning of what a reason quotes; a sign without a glyph by its number."""
    word = _WORD.match(text, at)
    shown = word[0][:40] if word else text[at]
    return f"‘{shown}’" if shown.isprintable() else f"U+{ord(shown[0]):04X}"
