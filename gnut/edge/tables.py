"""Labelled rows that a person brings: CSV with a head, or JSON Lines."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import Any

from gnut.edge.files import utf8
from gnut.errors import MalformedReport, NotCanonical
from gnut_store import canon


def rows(
    body: bytes, name: str, columns: Sequence[str], *, floats: bool = False
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line, row) of a table; which form it has, its first sign says.

    Args:
        body: UTF-8, a byte order mark or none.
        name: As people know it.
        columns: That a CSV file has to have, and may have others.
        floats: Whether numbers with a fraction are taken in JSON.

    Raises:
        MalformedReport: It is no UTF-8, has not the columns, or a line of it is no row.
    """
    text = utf8(body, name, error=MalformedReport)
    if text.lstrip().startswith("{"):
        for at, line in enumerate(text.split("\n"), 1):
            if line.strip():
                yield at, _object(line, f"{name}, line {at}", floats)
        return
    table = csv.DictReader((f"{line}\n" for line in text.split("\n")), strict=True)
    try:
        if not {*columns} <= {*(table.fieldnames or ())}:
            told = f"{name}: expected the columns {','.join(columns)}"
            raise MalformedReport(told, help="the first line names the columns")
        for row in table:
            yield table.line_num, row
    except csv.Error as error:
        raise MalformedReport(f"{name}, line {table.line_num}: {error}", code="bad_row") from None


def _object(line: str, where: str, floats: bool) -> dict[str, Any]:
    try:
        value = canon.decode(line, floats=floats)
    except NotCanonical as error:
        raise MalformedReport(f"{where}: {error}", code="bad_row") from None
    if not isinstance(value, dict):
        raise MalformedReport(f"{where}: expected an object", code="bad_row")
    return value
