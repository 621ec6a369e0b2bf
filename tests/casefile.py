"""Cases: `{id, given, expect, why}` rows, and what it means that a reply holds the expectation."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"
SUPERSEDED = CASES / "SUPERSEDED.md"


def rows(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def superseded() -> set[tuple[str, str]]:
    """Pairs (file, id) of the table in SUPERSEDED.md."""
    pairs = set()
    for line in SUPERSEDED.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip().strip("`") for cell in line.split("|")]
        if len(cells) > 3 and cells[1] and cells[1] != "file" and not cells[1].startswith("-"):
            pairs.add((cells[1], cells[2]))
    return pairs


def misses(expect: Any, reply: Any, at: str = "$") -> list[str]:
    """Where `reply` does not hold `expect`: objects by the keys of `expect`, lists element by element."""
    if isinstance(expect, dict):
        if not isinstance(reply, dict):
            return [f"{at}: expected an object, got {reply!r}"]
        found: list[str] = []
        for key, value in expect.items():
            found += misses(value, reply.get(key), f"{at}.{key}")
        return found
    if isinstance(expect, list):
        if not isinstance(reply, list) or len(reply) != len(expect):
            return [f"{at}: expected {len(expect)} elements, got {reply!r}"]
        return [each for i, (a, b) in enumerate(zip(expect, reply, strict=True)) for each in misses(a, b, f"{at}[{i}]")]
    return [] if _equal(expect, reply) else [f"{at}: expected {expect!r}, got {reply!r}"]


def _equal(expect: Any, reply: Any) -> bool:
    if isinstance(expect, bool) or isinstance(reply, bool) or expect is None or reply is None:
        return expect is reply
    if isinstance(expect, (int, float)):
        try:
            return abs(Decimal(str(reply)) - Decimal(str(expect))) <= Decimal("1e-6")
        except InvalidOperation:
            return False
    return bool(expect == reply)
