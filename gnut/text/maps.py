"""Maps that people write, taken apart by a closed list of keys: each refusal names the place, and the likely key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from gnut.errors import GnutError, NotCanonical
from gnut.text import yaml_text
from gnut_store import canon

_NULLS = ("", "~", "null", "Null", "NULL")
"""How YAML writes that there is nothing (YAML 1.2.2, section 10.3.2); each scalar is read as a text."""


class BadMap(GnutError):
    """A policy or rule set that breaks its contract."""

    code = "bad_policy"

    def __init__(
        self,
        message: str,
        *,
        help: str | None = None,
        code: str | None = None,
        where: str = "",
        field: str | None = None,
        line: int | None = None,
    ) -> None:
        """Build the error; `where` is the place as its caller named it, `field` a key of it that is unknown, if one is.

        `line` is that of a text that is neither YAML nor JSON, from 1; None where it is not known.
        """
        super().__init__(message, help=help, code=code)
        self.where, self.field, self.line = where, field, line


def members(value: object, known: Iterable[str], where: str, *, required: Sequence[str] = ()) -> dict[str, Any]:
    """Return the members of a map.

    Args:
        value: What should be a map.
        known: Every key that it may have.
        where: What it is, for messages.
        required: Keys that it must have.

    Raises:
        BadMap: It is no map, has another key (`unknown field`) or lacks one (`missing field`).
    """
    if not isinstance(value, dict):
        raise BadMap(f"{where}: expected a map, got {kind(value)}", where=where)
    names = tuple(known)
    for key in value:
        if key not in names:
            close = get_close_matches(str(key), names, n=1)
            help_text = f"did you mean {close[0]!r}?" if close else f"fields are: {', '.join(names)}"
            raise BadMap(f"{where}: unknown field `{key}`", help=help_text, where=where, field=str(key))
    for key in required:
        if key not in value:
            raise BadMap(f"{where}: missing field `{key}`", where=where)
    return value


def is_blank(value: object) -> bool:
    """Return whether nothing is said: a scalar that is left blank, or a null of YAML or JSON."""
    return value is None or (isinstance(value, str) and value in _NULLS)


def text(value: object, where: str) -> str:
    """Return a text, or refuse what is none."""
    if not isinstance(value, str):
        raise BadMap(f"{where}: expected a text, got {kind(value)}", where=where)
    return value


def texts(value: object, where: str) -> tuple[str, ...]:
    """Return a list of texts, or refuse what is none; a blank is an empty list."""
    if is_blank(value):
        return ()
    if not isinstance(value, list):
        raise BadMap(f"{where}: expected a list, got {kind(value)}", where=where)
    return tuple(text(each, where) for each in value)


def variant(value: object, variants: Sequence[str], where: str) -> str:
    """Return one of a closed list of words, or refuse another (`unknown variant`)."""
    said = text(value, where)
    if said not in variants:
        expected = ", ".join(f"`{each}`" for each in variants)
        if is_blank(said):
            raise BadMap(f"{where}: expected one of {expected}, got nothing", where=where)
        close = get_close_matches(said, variants, n=1)
        help_text = f"did you mean {close[0]!r}?" if close else None
        raise BadMap(f"{where}: unknown variant `{said}`, expected one of {expected}", help=help_text, where=where)
    return said


def flag(value: object, where: str) -> bool:
    """Return whether a member is true; YAML texts `true` and `false` count."""
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return value == "true"
    raise BadMap(f"{where}: expected true or false, got {value!r}", where=where)


def kind(value: object) -> str:
    """Return what a value of JSON or YAML is, in a word."""
    names = {dict: "a map", list: "a list", str: "a text", bool: "a flag", int: "a number", float: "a number"}
    return "nothing" if is_blank(value) else names.get(type(value), "something else")


def written(said: str, what: str) -> Any:
    """Return what a text in JSON or YAML says: JSON where it begins with a bracket, and each scalar of YAML a text.

    Raises:
        BadMap: It is neither; the message begins with `what` and names the line.
    """
    try:
        if said.lstrip().startswith(("{", "[")):
            return canon.decode(said)
        return yaml_text.yaml(said)
    except yaml_text.Unreadable as fault:
        line = f" (line {fault.line})" if fault.line else ""
        raise BadMap(f"{what}: no YAML: {fault}{line}", line=fault.line) from None
    except NotCanonical as fault:
        help_text = "a text that begins with a brace or a bracket is read as JSON"
        raise BadMap(f"{what}: no JSON: {fault}", help=help_text) from None
