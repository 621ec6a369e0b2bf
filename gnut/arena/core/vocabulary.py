"""Which sentences a profile takes for tasks, and the profile itself."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from gnut.arena.contract import PROFILE, TRIGGERS, Bounds, EmissionProfile, Patterns
from gnut.arena.core.vetted import ENDLESS, Unfit, vetted
from gnut.errors import MalformedReport
from gnut.model import sealed
from gnut.text.signs import folded_sign

MOST_PATTERNS = 100
"""Patterns of one trigger."""

MOST_STEPS = 60_000
"""Single characters that all patterns of a profile together may compare from one place of a sentence."""

BUDGET = 1_000_000_000
"""Steps that one emission may take at most; some ten seconds. They are counted, not timed: the same report with the
same profile is refused everywhere or nowhere."""

_BOUNDS = {
    "min_characters": (1, 2000),
    "max_characters": (1, 2000),
    "context_max_sentences": (0, 100),
    "context_max_characters": (0, 20_000),
}
"""Smallest and largest value of each bound."""

_LONGEST_NAME = 200


class _Pattern(NamedTuple):
    """A compiled pattern with what it could cost."""

    found: re.Pattern[str]
    steps: int
    """From each place where `head` matches."""

    head: re.Pattern[str] | None
    """Matches without a length wherever a match may begin; None where that is anywhere."""

    def places(self, text: str) -> int:
        """Return from how many places a match may begin."""
        return len(text) + 1 if self.head is None else sum(1 for _ in self.head.finditer(text))

    def cost(self, text: str, places: int) -> int:
        """Return the steps that a search could take; a longer text than profiles ask for has longer repetitions."""
        return len(text) + places * self.steps * (1 + len(text) // (ENDLESS + 1))


class Vocabulary:
    """The compiled patterns of a profile, and what was spent on matching them: one is for one emission."""

    def __init__(self, patterns: Patterns) -> None:
        """Compile the patterns.

        Raises:
            MalformedReport: One is outside the subset that is taken, or all together could cost too much
                (code `invalid_profile`).
        """
        self._compiled = _all_compiled(patterns)
        self._spent = 0

    def trigger(self, text: str) -> str | None:
        """Return the first trigger, in the order of `TRIGGERS`, that a sentence with single blanks matches.

        Raises:
            MalformedReport: This and what was asked before could take over `BUDGET` steps (code `too_tangled`).
        """
        plain = _plain(text)
        for trigger, compiled in self._compiled:
            for one in compiled:
                places = one.places(plain)
                self._spent += one.cost(plain, places)
                if self._spent > BUDGET:
                    raise MalformedReport(
                        f"the patterns could take over {BUDGET:,} steps in this report",
                        code="too_tangled",
                        help="bound the repetitions of the profile, or split the report",
                    )
                if places and one.found.search(plain):
                    return trigger
        return None


def profile(given: Any, default: EmissionProfile | None) -> EmissionProfile:
    """Return the emission profile that a JSON object describes.

    A list of patterns or a bound that is left out is the default's; a list that is given replaces it.

    Args:
        given: The object, already read strictly.
        default: Where left-out members come from; None for the shipped profile, which leaves nothing out.

    Raises:
        MalformedReport: Code `invalid_profile`; the message begins with the JSON pointer.
    """
    if not isinstance(given, dict):
        _invalid("", "an emission profile is a JSON object")
    _members(given, ("schema", "key", "version", "patterns", "bounds", "sha256"), "")
    if given.get("schema", PROFILE) != PROFILE:
        _invalid("/schema", f"expected {PROFILE}")
    patterns, bounds = _section(given, "patterns"), _section(given, "bounds")
    _members(patterns, TRIGGERS, "/patterns")
    _members(bounds, tuple(_BOUNDS), "/bounds")
    unsealed = EmissionProfile(
        schema=PROFILE,
        key=_name(given, "key"),
        version=_name(given, "version"),
        patterns=Patterns(**{one: _patterns(patterns, one, default) for one in TRIGGERS}),
        bounds=Bounds(**{one: _bound(bounds, one, default) for one in _BOUNDS}),
        sha256="",
    )
    made = sealed(unsealed)
    if given.get("sha256", made.sha256) != made.sha256:
        _invalid("/sha256", "is not the hash of the profile")
    if made.bounds.min_characters > made.bounds.max_characters:
        _invalid("/bounds/min_characters", "over max_characters")
    Vocabulary(made.patterns)
    return made


def _patterns(given: dict[str, Any], trigger: str, default: EmissionProfile | None) -> tuple[str, ...]:
    if trigger not in given and default is not None:
        kept: tuple[str, ...] = getattr(default.patterns, trigger)
        return kept
    listed = given.get(trigger)
    if not isinstance(listed, list) or not listed:
        _invalid(f"/patterns/{trigger}", "expected a list of at least one pattern")
    if len(listed) > MOST_PATTERNS:
        _invalid(f"/patterns/{trigger}", f"more than {MOST_PATTERNS} patterns")
    for at, one in enumerate(listed):
        if not isinstance(one, str) or not one.strip():
            _invalid(f"/patterns/{trigger}/{at}", "expected a pattern, a string that is not blank")
    return tuple(listed)


def _bound(given: dict[str, Any], name: str, default: EmissionProfile | None) -> int:
    if name not in given and default is not None:
        kept: int = getattr(default.bounds, name)
        return kept
    value = given.get(name)
    low, high = _BOUNDS[name]
    if type(value) is not int or not low <= value <= high:
        _invalid(f"/bounds/{name}", f"expected a whole number from {low} to {high}")
    return value


@lru_cache(maxsize=16)
def _all_compiled(patterns: Patterns) -> tuple[tuple[str, tuple[_Pattern, ...]], ...]:
    """Return the compiled patterns by trigger, vetted once for all emissions of one profile.

    The patterns themselves are the key, not the profile's hash: what was never vetted passes for nothing else.
    """
    found = tuple(
        (
            trigger,
            tuple(_compiled(one, f"/patterns/{trigger}/{at}") for at, one in enumerate(getattr(patterns, trigger))),
        )
        for trigger in TRIGGERS
    )
    steps = sum(one.steps for _, compiled in found for one in compiled)
    if steps > MOST_STEPS:
        _invalid("/patterns", f"together could take {steps:,} steps from each place, the limit is {MOST_STEPS:,}")
    return found


def _compiled(pattern: str, pointer: str) -> _Pattern:
    try:
        cost = vetted(pattern)
        found = re.compile(pattern, re.IGNORECASE)
        head = re.compile(cost.head, re.IGNORECASE) if cost.head else None
    except Unfit as error:
        _invalid(pointer, str(error))
    except (re.error, OverflowError) as error:
        _invalid(pointer, f"no regular expression: {error}")
    if found.search("") is not None:
        _invalid(pointer, "matches every sentence")
    return _Pattern(found, cost.steps, head)


def _plain(text: str) -> str:
    """Return a sentence with the marks and blanks of all typographies as ASCII, its letters as they are."""
    if text.isascii():
        return text
    signs = [sign if sign.isascii() or unicodedata.category(sign)[0] in "LMNS" else folded_sign(sign) for sign in text]
    return " ".join("".join(signs).split())


def _section(given: dict[str, Any], name: str) -> dict[str, Any]:
    found = given.get(name, {})
    if not isinstance(found, dict):
        _invalid(f"/{name}", "expected an object")
    return found


def _members(given: dict[str, Any], known: tuple[str, ...], pointer: str) -> None:
    for name in given:
        if name not in known:
            _invalid(f"{pointer}/{name}", "unknown field")


def _name(given: dict[str, Any], field: str) -> str:
    value = given.get(field)
    if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST_NAME:
        _invalid(f"/{field}", f"expected text of at most {_LONGEST_NAME} characters")
    return value


def _invalid(pointer: str, why: str) -> NoReturn:
    at = f"{pointer}: " if pointer else ""
    raise MalformedReport(
        f"{at}{why}", code="invalid_profile", help="docs/arena.md says what a profile may hold"
    ) from None
