"""Regular expressions that take time linear in the text, whatever pattern and text are.

The syntax is Python's, without what needs going back: references, lookaround, atomic groups and possessive repetitions.
A pattern becomes an automaton whose states are made when a text first leads to them (Thompson 1968; Cox 2007): one step
a character, and each state is looked up or made in time bounded by the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

from gnut.errors import GnutError

MAX_PATTERN = 1_000
"""Characters of a pattern."""

MAX_STEPS = 1_000
"""Instructions of a pattern, repetitions written out."""

MAX_STATES = 2_000
"""States that are kept; after that they are made anew."""

MAX_CLASSES = 20_000
"""Characters whose class is kept."""

_Test = Callable[[str], bool]
_END = "\0end"
_MATCHED: dict[int, Any] = {}


class BadPattern(GnutError):
    """A pattern that is no regular expression, or needs going back, or is too large."""

    code = "bad_pattern"


class _State(dict[int, Any]):
    """Places of the program before one character, and where each class of characters leads."""

    __slots__ = ("places", "previous")

    def __init__(self, places: frozenset[int], previous: str) -> None:
        super().__init__()
        self.places, self.previous = places, previous


class Linear:
    """A pattern that is sought in time linear in the text."""

    def __init__(self, source: str) -> None:
        """Compile `source`.

        Raises:
            BadPattern: It is none of these patterns.
        """
        self.source = source
        if len(source) > MAX_PATTERN:
            raise BadPattern(f"a pattern has at most {MAX_PATTERN} characters")
        self._program: list[tuple[str, Any, Any]] = []
        self._tests: list[_Test] = []
        try:
            tree = _parser.parse(source)
            self._emit(tree, tree.state.flags)
        except (re.error, OverflowError, RecursionError) as fault:
            raise BadPattern(f"no regular expression: {fault}") from None
        self._program.append(("match", None, None))
        self._has_end = ("at", _constants.AT_END, None) in self._program
        self._classes: dict[str, int] = {}
        self._known: dict[tuple[bool, ...], int] = {}
        self._states: dict[tuple[frozenset[int], str], _State] = {}

    def search(self, text: str) -> bool:
        """Return whether the pattern stands anywhere in `text`."""
        # `$` stands at the end, and before a line feed that ends the text.
        return self._at_end(text) or (self._has_end and text.endswith("\n") and self._at_end(text[:-1]))

    def _at_end(self, text: str) -> bool:
        state, classes = self._state(frozenset(), ""), self._classes
        for character in text:
            kind = classes.get(character)
            if kind is None:
                kind = self._class(character)
            after = state.get(kind)
            if after is None:
                after = state[kind] = self._step(state, character)
            if after is _MATCHED:
                return True
            state = after
        return self._closed(state.places, state.previous, _END) is None

    def _state(self, places: frozenset[int], previous: str) -> _State:
        key = (places, previous)
        found = self._states.get(key)
        if found is None:
            if len(self._states) >= MAX_STATES:
                self._states.clear()
            found = self._states[key] = _State(places, previous)
        return found

    def _class(self, character: str) -> int:
        """Return a number for what no test of the pattern tells apart."""
        if len(self._classes) >= MAX_CLASSES:
            self._classes.clear()
        seen = (*(test(character) for test in self._tests), _is_word(character), character == "\n")
        number = self._known.setdefault(seen, len(self._known))
        self._classes[character] = number
        return number

    def _step(self, state: _State, character: str) -> Any:
        closed = self._closed(state.places, state.previous, character)
        if closed is None:
            return _MATCHED
        program = self._program
        places = frozenset(place + 1 for place in closed if program[place][1](character))
        return self._state(places, "w" if _is_word(character) else "\n" if character == "\n" else ".")

    def _closed(self, places: Iterable[int], previous: str, following: str) -> list[int] | None:
        """Return where characters are tested, from `places` and the start on; None when the pattern is matched."""
        program, waiting, seen, found = self._program, [*places, 0], set[int](), []
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            kind, argument, other = program[place]
            if kind == "match":
                return None
            if kind == "one":
                found.append(place)
            elif kind == "split":
                waiting += (argument, other)
            elif kind == "jump":
                waiting.append(argument)
            elif _stands(argument, previous, following):
                waiting.append(place + 1)
        return found

    def _add(self, kind: str, argument: Any = None, other: Any = None) -> int:
        if len(self._program) >= MAX_STEPS:
            raise BadPattern(f"a pattern has at most {MAX_STEPS} steps, its repetitions written out")
        self._program.append((kind, argument, other))
        return len(self._program) - 1

    def _emit(self, tree: Any, flags: int) -> None:
        for kind, argument in tree:
            self._item(kind, argument, flags)

    def _item(self, kind: Any, argument: Any, flags: int) -> None:
        if kind in (_constants.MAX_REPEAT, _constants.MIN_REPEAT):
            least, most, inner = argument
            self._repeat(int(least), int(most), inner, flags)
        elif kind is _constants.SUBPATTERN:
            _, added, taken, inner = argument
            self._emit(inner, (flags | added) & ~taken)
        elif kind is _constants.BRANCH:
            self._branch(argument[1], flags)
        elif kind is _constants.AT:
            if argument is _constants.AT_BEGINNING and flags & re.MULTILINE:
                argument = _constants.AT_BEGINNING_LINE
            elif argument is _constants.AT_END and flags & re.MULTILINE:
                argument = _constants.AT_END_LINE
            self._add("at", argument)
        else:
            test = _test(kind, argument, flags)
            self._tests.append(test)
            self._add("one", test)

    def _repeat(self, least: int, most: int, inner: Any, flags: int) -> None:
        for _ in range(min(least, MAX_STEPS)):
            # A step of its own, so that repetitions of nothing in one another are counted, too.
            self._add("jump", len(self._program) + 1)
            self._emit(inner, flags)
        if most >= int(_constants.MAXREPEAT):
            fork = self._add("split")
            self._emit(inner, flags)
            self._add("jump", fork)
            self._program[fork] = ("split", fork + 1, len(self._program))
            return
        forks = []
        for _ in range(min(most - least, MAX_STEPS)):
            forks.append(self._add("split"))
            self._emit(inner, flags)
        for fork in forks:
            self._program[fork] = ("split", fork + 1, len(self._program))

    def _branch(self, branches: Any, flags: int) -> None:
        jumps = []
        for each in branches[:-1]:
            fork = self._add("split")
            self._emit(each, flags)
            jumps.append(self._add("jump"))
            self._program[fork] = ("split", fork + 1, len(self._program))
        self._emit(branches[-1], flags)
        for jump in jumps:
            self._program[jump] = ("jump", len(self._program), None)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _stands(where: Any, previous: str, following: str) -> bool:
    """Return whether an assertion holds between two characters, the first as its class."""
    if where in (_constants.AT_BEGINNING, _constants.AT_BEGINNING_STRING):
        return previous == ""
    if where is _constants.AT_BEGINNING_LINE:
        return previous in ("", "\n")
    if where in (_constants.AT_END, _constants.AT_END_STRING):
        return following is _END
    if where is _constants.AT_END_LINE:
        return following is _END or following == "\n"
    edge = (previous == "w") is not (following is not _END and _is_word(following))
    return edge if where is _constants.AT_BOUNDARY else not edge


def _test(kind: Any, argument: Any, flags: int) -> _Test:
    """Return what tells whether one character fits one item of a pattern."""
    if kind is _constants.ANY:
        return (lambda character: True) if flags & re.DOTALL else (lambda character: character != "\n")
    if kind is _constants.LITERAL:
        inner = [(kind, argument)]
    elif kind is _constants.NOT_LITERAL:
        inner = [(_constants.NEGATE, None), (_constants.LITERAL, argument)]
    elif kind is _constants.IN:
        inner = argument
    else:
        raise BadPattern(f"{str(kind).lower()}: references, lookaround and possessive repetitions are not known here")
    negated = bool(inner) and inner[0][0] is _constants.NEGATE
    members = inner[1:] if negated else inner
    if not flags & re.IGNORECASE:
        return lambda character: _among(character, members) is not negated
    members = [
        *members,
        *((each, ord(case)) for each, point in members if each is _constants.LITERAL for case in _cases(chr(point))),
    ]
    return lambda character: any(_among(each, members) for each in _cases(character)) is not negated


def _cases(character: str) -> set[str]:
    return {each for each in (character, character.lower(), character.upper(), character.casefold()) if len(each) == 1}


def _among(character: str, members: Iterable[tuple[Any, Any]]) -> bool:
    point = ord(character)
    for kind, argument in members:
        if kind is _constants.LITERAL:
            found = point == argument
        elif kind is _constants.RANGE:
            found = argument[0] <= point <= argument[1]
        else:
            found = _in_category(character, str(argument))
        if found:
            return True
    return False


def _in_category(character: str, name: str) -> bool:
    kind = name.lower().removeprefix("category_")
    negated = kind.startswith("not_")
    tests = {"digit": str.isdecimal, "space": str.isspace, "word": _is_word}
    return tests[kind.removeprefix("not_")](character) is not negated
