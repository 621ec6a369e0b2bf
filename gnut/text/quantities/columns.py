"""Units and scales that the head of a column or the first cell of a row gives to the figures of a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from gnut.text.patterns import lazy
from gnut.text.quantities.behind import Behind
from gnut.text.quantities.drafts import Draft
from gnut.text.quantities.tables import Cell, Table, cell, head, label, tables

Reads = Callable[[str], list[Draft]]
"""Reads the drafts of a text."""

LONGEST = 24
"""Code points of the longest unit that a head says."""

_UNIT = lazy(
    rf"(?:[(\[（](?P<inside>[^()\[\]（）\d]{{1,{LONGEST}}})[)\]）]|(?:,|\sin)\s(?P<behind>[^,\d]{{1,{LONGEST}}}))\s*\Z"
)
_ALONE = lazy(r"(?i:in )\S.*|.*[%‰$€£¥₹'/].*|[a-z][a-zµ]{1,2}[²³]?|[A-Z]{3} .*")
"""A whole head that is a unit: `€m`, `kg`, `USD million`; `Year` names what stands below."""

_FILLING = lazy(r"(?i)\A(?:all |amounts |figures )*(?:in |en |em |unit:? )?")
_MONEY_FIRST = lazy(r"(?P<money>[A-Z]{0,3}\$|[€£¥₹]|[A-Z]{3}|Rs\.?)[ \u00a0]?'?(?:in )?(?P<rest>[^\W\d_]*|000)\Z")


def columns(text: str, drafts: list[Draft], reads: Reads) -> list[Draft]:
    """Return the drafts, bare figures of a table in the unit that their row or else their column says.

    `| Mass (kg) |` over `8,400`, `Revenue (€ million)` before it. A figure with a unit or a scale of its own keeps it;
    dates and the heads themselves are left alone.

    Args:
        text: What was read.
        drafts: Of that text, in order.
        reads: Reads what a head says, as any text is read.
    """
    if not tables(text):
        return drafts
    return [_in_table(text, draft, reads) for draft in drafts]


def may_have_units(text: str) -> bool:
    """Return whether the head of a column or the first cell of a row may say a unit, which far figures then have."""
    return any(
        any(_written(label(text, table, row)) for row in range(table.heads, len(table.rows)))
        or any(_alone(said) or _written(said) for said in _heads(text, table))
        for table in tables(text)
    )


def _heads(text: str, table: Table) -> list[str]:
    return [head(text, table, column) for column in range(len(table.rows[0].cells))] if table.heads else []


def _in_table(text: str, draft: Draft, reads: Reads) -> Draft:
    behind = draft.behind
    own = draft.named or draft.in_code or behind.power or behind.share or behind.unit or behind.currency
    if own or behind.dozens > 1:
        return draft
    at = cell(text, draft.first)
    if at is None or at.row < at.table.heads or (at.column == 0 and len(at.table.rows[at.row].cells) > 1):
        return draft
    said = _said(text, at, reads)
    if said is None or (draft.before.currency and (said.behind.unit or said.behind.share)):
        return draft
    return _under(draft, said)


def _said(text: str, at: Cell, reads: Reads) -> Draft | None:
    row, column = label(text, at.table, at.row), head(text, at.table, at.column)
    return _measure(_written(row), reads) or _measure(_alone(column), reads) or _measure(_written(column), reads)


def _under(draft: Draft, said: Draft) -> Draft:
    before = draft.before
    if before.currency is None and said.before.currency is not None:
        before = replace(before, currency=said.before.currency)
    measured: Behind = replace(said.behind, end=draft.behind.end, note=None)
    return replace(draft, before=before, behind=measured, year=False, notes=(*draft.notes, "scale_from_header"))


def _alone(said: str) -> str:
    return said if len(said) <= LONGEST and _ALONE.fullmatch(said) else ""


def _written(said: str) -> str:
    """Return the unit that the words of a head end with, in brackets or behind a comma; empty of none."""
    found = _UNIT.search(said)
    return (found["inside"] or found["behind"]) if found else ""


def _measure(unit: str, reads: Reads) -> Draft | None:
    return _one(_FILLING.sub("", unit.strip(), count=1), reads) if unit else None


@lru_cache(maxsize=256)
def _one(hint: str, reads: Reads) -> Draft | None:
    """Return what is read of one of a unit, `1 kg`; None where that is no unit."""
    money = _MONEY_FIRST.match(hint)
    if money is not None:
        rest = {"000": "thousand"}.get(money["rest"], money["rest"])
        written = f"{money['money']}1 {rest}".rstrip()
    else:
        written = f"1 {hint}"
    if not hint or any(sign.isdecimal() for sign in hint.replace("000", "")):
        return None
    found = reads(written)
    whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(written)) and found[0].named is None
    return found[0] if whole and written != "1" else None
