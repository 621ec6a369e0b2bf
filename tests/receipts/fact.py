"""One changed fact, and the ways to change one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.receipts.copies import Copy, canonical

Change = Callable[[Copy], object]
OTHER = "0f" * 32
"""A hash of something else."""


class Fact(NamedTuple):
    """One changed fact and the code under which it is refused."""

    name: str
    code: str
    what: str
    change: Change
    at: str | None = None
    """Pointer of the refusal, where it is not the place that was changed."""

    sealed: bool = True
    """Whether the hashes were made anew from the change upward."""

    also: tuple[str, ...] = ()
    """Codes of what cannot but follow from the fact."""


def put(pointer: str, value: Any) -> Change:
    """Return the change that sets one value of the execution."""
    return lambda one: one.put(pointer, value)


def put_in(part: str, name: str, steps: str, value: Any) -> Change:
    """Return the change that sets one value of a named claim, account, row or source."""
    return lambda one: one.put(f"{getattr(one, part)(name)}/{steps}", value)


def text_of(edit: Callable[[bytes], bytes]) -> Change:
    """Return the change of an execution's very bytes."""

    def change(one: Copy) -> None:
        one.execution = edit(canonical(one.tree))

    return change


def swap(pointer: str, first: int, second: int) -> Change:
    """Return the change of the order of two items of a list."""

    def change(one: Copy) -> None:
        items = one.at(pointer)
        items[first], items[second] = items[second], items[first]

    return change


def more(pointer: str, value: Callable[[Any], Any], where: int = 0) -> Change:
    """Return the change that puts one more item into a list, made from the item that stands there."""

    def change(one: Copy) -> None:
        items = one.at(pointer)
        items.insert(where, value(json.loads(json.dumps(items[where]))))
        one.first = f"{pointer}/{where}"

    return change


def named(**members: Any) -> Callable[[Any], Any]:
    """Return the function that gives an object other members."""
    return lambda item: {**item, **members}
