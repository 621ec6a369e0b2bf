"""Values out of a policy's map, each by its place; faults are raised, or kept together for those who mend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from gnut.errors import GnutError
from gnut.text import maps
from gnut.text.maps import BadMap
from gnut.text.quantities import locales
from gnut.verify_answer.contract import DECISIONS
from gnut.verify_answer.core.policy import DUTY, VERIFIERS, Mapped

_Value = TypeVar("_Value")

_MAPS = {
    "scope": ("required", "missing_scope"),
    "risk_classes": ("default", "mandatory_review", "routine"),
    "judge": ("required", "contradicted", "unsupported"),
    "verifiers": VERIFIERS,
    "determinism": ("minimum_to_decide",),
    "decision": (
        *("any_contradiction_from", "unsupported_from", "unresolved_claims", "conflicts", "tolerate_unresolved_kinds"),
        "tolerate_notes",
    ),
}
"""Keys of a policy that hold maps, and theirs."""

_SINGLE = ("gnut.numeric", "gnut.scope", "gnut.intent")
_FAMILIES = ("gnut.rules", "llm_judge")


class Taking:
    """Takes values out of a merged map, each by its dotted place; faults are raised, or kept when a list is given."""

    def __init__(self, said: dict[str, Any], faults: list[GnutError] | None) -> None:
        self._faults = faults
        self._maps: dict[str, dict[str, Any]] = {"": said}
        for key, known in _MAPS.items():
            self._maps[key] = self._map(said.get(key), known, key)

    def _map(self, value: object, known: tuple[str, ...], where: str) -> dict[str, Any]:
        held = dict(value) if isinstance(value, dict) else {} if maps.is_blank(value) else value
        while True:
            try:
                return maps.members(held, known, where)
            except BadMap as fault:
                self._fault(fault)
                held = {key: each for key, each in held.items() if key != fault.field} if isinstance(held, dict) else {}

    def _fault(self, fault: GnutError) -> None:
        if self._faults is None:
            raise fault
        self._faults.append(fault)

    def _taken(self, where: str, make: Callable[[object, str], _Value], otherwise: _Value) -> _Value:
        place, _, key = where.rpartition(".")
        held = self._maps[place]
        if key not in held:
            return otherwise
        try:
            return make(held[key], where)
        except GnutError as fault:
            self._fault(fault)
            return otherwise

    def refuse(self, reason: str | None, where: str) -> None:
        """Take a fault that two values make together."""
        if reason is not None:
            self._fault(BadMap(f"{where}: {reason}", where=where))

    def text(self, where: str) -> str | None:
        """Return a text; None when there is none, or it is blank."""
        return self._taken(where, lambda value, place: None if maps.is_blank(value) else maps.text(value, place), None)

    def flag(self, where: str) -> bool:
        """Return a flag; false when there is none."""
        return self._taken(where, maps.flag, False)

    def texts(self, where: str) -> tuple[str, ...]:
        """Return a list of texts."""
        return self._taken(where, maps.texts, ())

    def word(self, where: str, known: tuple[str, ...], otherwise: str) -> str:
        """Return one of a closed list of words."""
        return self._taken(where, lambda value, place: maps.variant(value, known, place), otherwise)

    def words(self, where: str, known: tuple[str, ...]) -> tuple[str, ...]:
        """Return some of a closed list of words."""
        return self._taken(
            where, lambda value, place: tuple(maps.variant(each, known, place) for each in maps.texts(value, place)), ()
        )

    def verifiers(self, where: str) -> tuple[str, ...]:
        """Return names of verifiers and their families; those of groundlens as gnut's."""
        return self._taken(where, lambda value, place: tuple(_verifier(e, place) for e in maps.texts(value, place)), ())

    def locale(self, where: str) -> str | None:
        """Return a locale; None when there is none, or it is blank."""
        return self._taken(where, _locale, None)

    def mapping(self, where: str) -> tuple[Mapped, ...]:
        """Return the duties that decisions bear on."""
        return self._taken(where, _mapping, ())


def _locale(value: object, where: str) -> str | None:
    if maps.is_blank(value):
        return None
    try:
        return locales.locale(maps.text(value, where))
    except locales.UnknownLocale as fault:
        raise BadMap(f"{where}: {fault}", help=fault.help, code=fault.code, where=where) from None


def _verifier(said: str, where: str) -> str:
    name = f"gnut.{said.removeprefix('groundlens.')}" if said.startswith("groundlens.") else said
    if not any(name == known or name.startswith(f"{known}.") for known in _FAMILIES) and name not in _SINGLE:
        maps.variant(name, (*_SINGLE, *_FAMILIES), where)
    return name


def _mapping(value: object, where: str) -> tuple[Mapped, ...]:
    if maps.is_blank(value):
        return ()
    if not isinstance(value, list):
        raise BadMap(f"{where}: expected a list, got {maps.kind(value)}", where=where)
    found = []
    for number, each in enumerate(value):
        place = f"{where}.{number}"
        said = maps.members(each, (*DUTY, "triggered_by"), place, required=(*DUTY, "triggered_by"))
        triggers = maps.texts(said["triggered_by"], f"{place}.triggered_by")
        decisions = tuple(maps.variant(one, DECISIONS, f"{place}.triggered_by") for one in triggers)
        duty = {key: maps.text(said[key], f"{place}.{key}") for key in DUTY}
        found.append(Mapped(**duty, triggered_by=decisions))
    return tuple(found)
