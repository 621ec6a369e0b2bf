"""Policies, tasks, attacks and rulings as JSON says them, read strictly into their contracts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, NoReturn, TypeVar

from gnut.arena.contract import POLICY, RULINGS, SEVERITIES, ArenaPolicy, Attack, Ruling, Task
from gnut.arena.core.identity import same_name
from gnut.errors import MalformedReport

MOST_LENSES = 32
MOST_RULINGS = 32
LONGEST_NAME = 200
LONGEST_TEXT = 100_000

Made = TypeVar("Made")


class Field(NamedTuple):
    """What a member of a row may be."""

    name: str
    required: bool
    nullable: bool
    longest: int
    blank: bool = False
    """Whether text of blanks is taken."""

    words: tuple[str, ...] = ()
    """Closed list; empty for any text."""

    fault: str = "wrong_type"
    """Code when it is none of `words`."""


_WHO = (
    Field("model", True, False, LONGEST_NAME),
    Field("model_family", True, False, LONGEST_NAME),
    Field("session_id", True, False, LONGEST_NAME),
)
TASK = (
    Field("task_id", True, False, LONGEST_NAME),
    Field("assertion", True, False, LONGEST_TEXT),
    Field("context", True, False, LONGEST_TEXT, blank=True),
    Field("location", True, False, LONGEST_NAME),
    Field("trigger", False, True, LONGEST_NAME),
)
ATTACK = (
    Field("task_id", True, False, LONGEST_NAME),
    Field("lens", True, False, LONGEST_NAME),
    Field("attack", True, True, LONGEST_TEXT),
    Field("severity", False, True, LONGEST_NAME, words=SEVERITIES, fault="unknown_severity"),
    *_WHO,
    Field("premise_probe", False, True, LONGEST_TEXT),
)
RULING = (
    Field("task_id", True, False, LONGEST_NAME),
    Field("lens", True, False, LONGEST_NAME),
    Field("ruling", True, False, LONGEST_NAME, words=RULINGS, fault="unknown_ruling"),
    Field("reason", True, False, LONGEST_TEXT),
    *_WHO,
)


def policy(given: Any) -> ArenaPolicy:
    """Return the arena policy that a JSON object describes.

    Raises:
        MalformedReport: `policy_schema_unsupported`, `unknown_field`, `policy_incomplete` for a member that is
            missing, blank or out of range, `duplicate_lens`.
    """
    if not isinstance(given, dict):
        refuse("policy", "an arena policy is a JSON object", "policy_incomplete")
    if given.get("schema") != POLICY:
        refuse("policy/schema", f"expected {POLICY}", "policy_schema_unsupported")
    for name in given:
        if name not in ArenaPolicy.__struct_fields__:
            refuse(f"policy/{name}", "unknown field", "unknown_field")
    required = given.get("required_rulings", 2)
    if type(required) is not int or not 1 <= required <= MOST_RULINGS:
        refuse("policy/required_rulings", f"expected a whole number from 1 to {MOST_RULINGS}", "policy_incomplete")
    return ArenaPolicy(
        schema=POLICY,
        key=_named(given, "key"),
        version=_named(given, "version"),
        frozen_at=_named(given, "frozen_at"),
        lenses=_lenses(given.get("lenses")),
        required_rulings=required,
    )


def _named(given: dict[str, Any], name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_NAME:
        refuse(f"policy/{name}", f"expected text of at most {LONGEST_NAME} characters", "policy_incomplete")
    return value


def _lenses(given: Any) -> tuple[str, ...]:
    # A string has members too: each of its letters would become a lens.
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_LENSES:
        refuse("policy/lenses", f"expected a list of 1 to {MOST_LENSES} names", "policy_incomplete")
    told: dict[str, int] = {}
    for at, lens in enumerate(given):
        if not isinstance(lens, str) or not lens.strip() or len(lens) > LONGEST_NAME or not same_name(lens):
            refuse(f"policy/lenses/{at}", "expected a name", "policy_incomplete")
        if told.setdefault(same_name(lens), at) != at:
            refuse(f"policy/lenses/{at}", f"the same lens as /{told[same_name(lens)]}", "duplicate_lens")
    return tuple(given)


def task(given: Any, place: str) -> Task:
    """Return the task of a row; `place` is named in a refusal."""
    row = checked(given, TASK, ("section",), place)
    if not row["task_id"].isprintable():
        refuse(f"{place}/task_id", "holds a sign that nobody sees", "wrong_type")
    section = row.get("section")
    if section is not None and (type(section) is not int or section < 0):
        refuse(f"{place}/section", "expected a whole number or null", "wrong_type")
    return Task(
        row["task_id"], row["assertion"], row["context"], row["location"], row.get("trigger"), row.get("section")
    )


def attack(given: Any, place: str) -> Attack:
    """Return the attack of a row.

    Raises:
        MalformedReport: Also `severity_missing`, and `null_attack` for a null one that says more than that.
    """
    row = checked(given, ATTACK, (), place)
    if row["attack"] is None and (row.get("severity") is not None or row.get("premise_probe") is not None):
        refuse(f"{place}/attack", "a null attack has neither severity nor premise_probe", "null_attack")
    if row["attack"] is not None and row.get("severity") is None:
        refuse(f"{place}/severity", f"expected one of {', '.join(SEVERITIES)}", "severity_missing")
    _who(row, place)
    members: dict[str, Any] = {name: row.get(name) for name in Attack.__struct_fields__}
    return Attack(**members)


def ruling(given: Any, place: str) -> Ruling:
    """Return the ruling of a row."""
    row = checked(given, RULING, (), place)
    _who(row, place)
    return Ruling(**row)


def read_all(given: Iterable[Any], one: Callable[[Any, str], Made], name: str) -> tuple[Made, ...]:
    """Return every row of a list; places are `name[0]` and so on."""
    return tuple(one(row, f"{name}[{at}]") for at, row in enumerate(given))


def checked(given: Any, fields: Sequence[Field], others: Sequence[str], place: str) -> dict[str, Any]:
    """Return a row whose members are what they may be.

    Raises:
        MalformedReport: `malformed_row`, `unknown_field`, `required_field_missing`, `wrong_type`, or the fault
            of a closed list.
    """
    if not isinstance(given, dict):
        refuse(place, "expected a JSON object", "malformed_row")
    known = {field.name for field in fields} | set(others)
    for name in given:
        if name not in known:
            refuse(f"{place}/{name}", "unknown field", "unknown_field")
    for field in fields:
        _member(given, field, place)
    return given


def _member(row: dict[str, Any], field: Field, place: str) -> None:
    value = row.get(field.name)
    if value is None:
        if field.name in row and not field.nullable:
            refuse(f"{place}/{field.name}", "expected text, got null", "wrong_type")
        if field.name not in row and field.required:
            refuse(f"{place}/{field.name}", "is missing", "required_field_missing")
        return
    if not isinstance(value, str):
        refuse(f"{place}/{field.name}", "expected text", "wrong_type")
    if not field.blank and not value.strip():
        refuse(f"{place}/{field.name}", "is blank", "required_field_missing")
    if len(value) > field.longest:
        refuse(f"{place}/{field.name}", f"is longer than {field.longest:,} characters", "too_long")
    if field.words and value not in field.words:
        refuse(f"{place}/{field.name}", f"expected one of {', '.join(field.words)}", field.fault)


def _who(row: dict[str, Any], place: str) -> None:
    """Refuse a name of which nothing is left to compare: two such names could not be told apart."""
    for name in ("model_family", "session_id"):
        if not same_name(row[name]):
            refuse(f"{place}/{name}", "holds no letter and no figure", "required_field_missing")


def refuse(place: str, why: str, code: str) -> NoReturn:
    """Raise the refusal of something at a place."""
    raise MalformedReport(f"{place}: {why}", code=code)
