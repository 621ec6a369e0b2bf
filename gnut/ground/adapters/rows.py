"""Rows with named fields, of JSON Lines or CSV: databases, home-made probes, and all that has no form of its own."""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from typing import Any

from gnut.ground.adapters.contract import ACL, CITATION, ROWS, Adapted, Probe
from gnut.ground.adapters.taking import MOST_ROWS, Taking
from gnut.ground.contract import GroundEvidenceError, Number, RefusalRun
from gnut.ground.core.shapes import EVIDENCE

_FLAGS = {"true": True, "false": False}
"""Flags of CSV, spelled so."""

_NEEDED = {"acl": ("document",), "citation": ("citations", "retrieved"), "refusal": ("query", "refused")}
_TAKEN = {
    "acl": ("document", "captured_at", "principal"),
    "citation": ("citations", "retrieved", "captured_at", "subqueries", "tokens"),
    "refusal": ("query", "refused", "captured_at", "subqueries", "tokens"),
}


def from_rows(rows: Sequence[object], probe: Probe) -> Adapted:
    """Return the runs of rows: one run of all of them for `acl`, one a row for `citation` and `refusal`.

    Args:
        rows: Objects, in order.
        probe: `fields` names those of the rows where they are not `ROWS`. With a `principal` field each row has to
            bear the principal that was probed, so that a pooled connection under another role is noticed.

    Raises:
        GroundEvidenceError: A row lacks a field, or one has a wrong shape; another principal answered.
    """
    taking, names = Taking(probe), _names(probe)
    taking.require_mapped(*_TAKEN[probe.kind])
    taken = {names[each] for each in _TAKEN[probe.kind] if each in names}
    read = [taking.fields(row, f"rows[{at}]", taken) for at, row in enumerate(taking.items(list(rows), "rows"))]
    for at, row in enumerate(read):
        _require(row, f"rows[{at}]", names, probe)
    if not read:
        taking.remarks.append("there are no rows: a capture that failed looks the same")
    if probe.kind == ACL:
        taking.remarks.append("rows do not say how many there are: a document on another page is not seen")
        documents = [taking.id(row[names["document"]], _at(at, names["document"])) for at, row in enumerate(read)]
        return taking.acl(documents, (row.get(names["captured_at"]) for row in read))
    if probe.kind == CITATION:
        return taking.made(*(_answer(taking, row, at, names) for at, row in enumerate(read)))
    return taking.made(*(_refusal(taking, row, at, names) for at, row in enumerate(read)))


def csv_rows(text: str, probe: Probe) -> list[dict[str, Any]]:
    """Return the rows of a CSV file with a head, with lists, flags and numbers as such.

    Lists are words between blanks, flags `true` and `false`; an empty cell of a count or a time is none.

    Raises:
        GroundEvidenceError: There is no head, a name of it stands twice or is missing, a row is longer or shorter than
            it, or there are over `MOST_ROWS`.
    """
    reader = csv.reader((f"{line}\n" for line in text.split("\n")), strict=True)
    try:
        head = next(reader, None)
        if not head or len(set(head)) < len(head):
            raise GroundEvidenceError("a CSV file begins with the names of its columns, each once", path="rows")
        names = _names(probe)
        # Looked at where there is no row, too: under another head nothing would pass for nothing given.
        _require_named(set(head), "rows", names, probe)
        of = {name: field for field, name in names.items() if field in _TAKEN[probe.kind]}
        rows: list[dict[str, Any]] = []
        for row in reader:
            if len(rows) >= MOST_ROWS:
                raise GroundEvidenceError(f"has over {MOST_ROWS:,} entries", path="rows", help="split the probe")
            if row and len(row) != len(head):
                told = f"has {len(row)} cells under {len(head)} names"
                raise GroundEvidenceError(told, path=f"rows[{len(rows)}]")
            if row:
                rows.append({name: _typed(of.get(name), cell) for name, cell in zip(head, row, strict=True)})
    except csv.Error as error:
        said = str(error).partition(" - ")[0]  # Behind it stands what a programmer could do.
        raise GroundEvidenceError(f"is no CSV: {said}", path=f"line {reader.line_num}") from None
    return rows


def _typed(field: str | None, cell: str) -> object:
    match field:
        case "citations" | "retrieved":
            return cell.split()
        case "refused":
            return _FLAGS.get(cell, cell)
        case "subqueries" | "tokens":
            return int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 20 else cell or None
        case "captured_at":
            return cell or None
        case _:
            return cell


def _names(probe: Probe) -> dict[str, str]:
    return {**ROWS, **probe.fields}


def _require(row: dict[str, Any], path: str, names: dict[str, str], probe: Probe) -> None:
    _require_named(row.keys(), path, names, probe)
    if "principal" in names and row.get(names["principal"]) != probe.principal:
        raise EVIDENCE.refuse("was answered to another principal than the one that was probed", path)


def _require_named(given: Collection[str], path: str, names: dict[str, str], probe: Probe) -> None:
    """Require the fields that the kind needs, and those that the operator named: a name without effect is mistyped."""
    for field in (*_NEEDED[probe.kind], *sorted(probe.fields)):
        if names[field] not in given:
            help = f"--field {field}=NAME names another"
            raise EVIDENCE.refuse(f"has no field for the {field}", path, help)


def _at(at: int, name: str) -> str:
    return f"rows[{at}].{name}" if name.isidentifier() and len(name) <= 64 else f"rows[{at}]"


def _ids(taking: Taking, value: object, path: str) -> list[str]:
    return [taking.id(each, f"{path}[{at}]") for at, each in enumerate(taking.items(value, path))]


def _count(row: dict[str, Any], name: str, path: str) -> Number | None:
    said = row.get(name)
    return None if said is None else EVIDENCE.number(said, path)


def _answer(taking: Taking, row: dict[str, Any], at: int, names: dict[str, str]) -> object:
    return taking.citation(
        _ids(taking, row[names["citations"]], _at(at, names["citations"])),
        _ids(taking, row[names["retrieved"]], _at(at, names["retrieved"])),
        stamps=(row.get(names["captured_at"]),),
        subqueries=_count(row, names["subqueries"], _at(at, names["subqueries"])),
        tokens=_count(row, names["tokens"], _at(at, names["tokens"])),
    )


def _refusal(taking: Taking, row: dict[str, Any], at: int, names: dict[str, str]) -> RefusalRun:
    return RefusalRun(
        source_id=taking.probe.source_id,
        query_id=taking.id(row[names["query"]], _at(at, names["query"])),
        refused=EVIDENCE.flag(row[names["refused"]], _at(at, names["refused"])),
        captured_at=taking.when((row.get(names["captured_at"]),)),
        subqueries=_count(row, names["subqueries"], _at(at, names["subqueries"])),
        tokens=_count(row, names["tokens"], _at(at, names["tokens"])),
    )
