"""Tasks, attacks and rulings from files: a JSON list, JSON Lines, an emission; and reports that are read back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn, TypeVar

import msgspec

from gnut.arena.contract import EMISSION, REPORT, ArenaReport, Emission, Task
from gnut.arena.core.judging import judged
from gnut.arena.core.rows import attack, policy, read_all, ruling, task
from gnut.arena.core.vocabulary import profile
from gnut.errors import MalformedReport, NotCanonical
from gnut.model import self_hash
from gnut_store import canon

MOST_ROWS = 100_000

Made = TypeVar("Made")
Form = TypeVar("Form", Emission, ArenaReport)


class Listed(NamedTuple):
    """The values of a file, each with the place to name in a refusal."""

    rows: tuple[Any, ...]
    places: tuple[str, ...]


class Told(NamedTuple):
    """Tasks, where each stands, and the emission they came in."""

    tasks: tuple[Task, ...]
    places: tuple[str, ...]
    emission_sha256: str | None
    """None for tasks that came without one."""


def listed(body: bytes, shown: str) -> Listed:
    """Return the rows of a file that holds one JSON list, or one JSON value a line.

    Args:
        body: The file's bytes, untrusted.
        shown: Its name for messages.

    Raises:
        NotCanonical: It is no strict JSON; the message names file and line.
        MalformedReport: More than 100,000 rows (`too_many_rows`).
    """
    if body.lstrip()[:1] == b"[":
        whole = decoded(body, shown)
        assert isinstance(whole, list)
        found = [(row, f"{shown}[{at}]") for at, row in enumerate(whole)]
    else:
        found = [
            (decoded(line, f"{shown}:{number}"), f"{shown}:{number}")
            for number, line in enumerate(body.split(b"\n"), 1)
            if line.strip()
        ]
    if len(found) > MOST_ROWS:
        raise MalformedReport(f"{shown}: more than {MOST_ROWS:,} rows", code="too_many_rows")
    return Listed(tuple(row for row, _ in found), tuple(place for _, place in found))


def rows_of(listed: Listed, one: Callable[[Any, str], Made]) -> tuple[Made, ...]:
    """Return the rows of a file in their contract."""
    return tuple(one(row, place) for row, place in zip(listed.rows, listed.places, strict=True))


def tasks_of(body: bytes, shown: str) -> Told:
    """Return the tasks of a file: an emission, whose hash is computed again, or rows.

    Raises:
        NotCanonical: It is no strict JSON.
        MalformedReport: An emission whose hash does not hold (`self_hash`), or a row that is none.
    """
    whole = _object(body)
    if whole is not None and "schema" in whole:
        made = emission_of(whole, shown)
        return Told(made.tasks, tuple(f"{shown}/tasks/{at}" for at in range(len(made.tasks))), made.sha256)
    found = listed(body, shown)
    return Told(rows_of(found, task), found.places, None)


def emission_of(value: dict[str, Any], shown: str) -> Emission:
    """Return a stored emission, its form, its hash and its profile checked.

    Raises:
        MalformedReport: `unknown_schema`, `malformed_emission`, `self_hash`, `invalid_profile`, or a row's fault.
    """
    made = _typed(value, EMISSION, Emission, shown, "malformed_emission")
    profile(value["profile"], made.profile)
    read_all(value["tasks"], task, f"{shown}/tasks")
    return made


def report_of(value: dict[str, Any], shown: str) -> ArenaReport:
    """Return a stored arena report after computing it again from what it holds.

    Raises:
        MalformedReport: `unknown_schema`, `malformed_report`, `self_hash`, a row's fault, or `other_verdict` where
            adjudicating its own attacks and rulings gives something else.
    """
    made = _typed(value, REPORT, ArenaReport, shown, "malformed_report")
    bouts = [bout for finding in value["findings"] for bout in finding["bouts"]]
    again = judged(
        policy(value["policy"]),
        read_all([finding["task"] for finding in value["findings"]], task, f"{shown}: task"),
        read_all([bout["attack"] for bout in bouts], attack, f"{shown}: attack"),
        read_all([row for bout in bouts for row in bout["rulings"]], ruling, f"{shown}: ruling"),
        made.inputs.emission_sha256,
        lambda name, at: f"{shown}: {name}[{at}]",
    )
    if again != made:
        _refuse(f"{shown}: adjudicating its attacks and rulings gives another report", "other_verdict")
    return made


def _typed(value: dict[str, Any], schema: str, form: type[Form], shown: str, code: str) -> Form:
    if value.get("schema") != schema:
        _refuse(f"{shown}: /schema: expected {schema}", "unknown_schema")
    try:
        made = msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        _refuse(f"{shown}: {error}", code)
    if made.sha256 != self_hash(value):
        _refuse(f"{shown}: /sha256: is not the hash of the rest", "self_hash")
    return made


def _object(body: bytes) -> dict[str, Any] | None:
    """Return the one JSON object that a file is; None when it is something else, such as lines."""
    if body.lstrip()[:1] != b"{":
        return None
    try:
        value = canon.decode(body)
    except NotCanonical:
        return None
    return value if isinstance(value, dict) else None


def decoded(body: bytes, place: str) -> Any:
    """Return the JSON value of some bytes; a refusal begins with `place`."""
    try:
        return canon.decode(body.strip())
    except NotCanonical as error:
        raise NotCanonical(f"{place}: {error}", pointer=error.pointer) from None


def _refuse(message: str, code: str) -> NoReturn:
    raise MalformedReport(message, code=code) from None
