"""`gnut calibrate`: where to cut a score so that defects are caught, on labelled results of your own."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from gnut.edge import tables, terminal
from gnut.edge.files import read, standard_input
from gnut.edge.paths import legible
from gnut.edge.world import World
from gnut.errors import MalformedReport
from gnut.formats.indented import in_one_line
from gnut.proofread.core.calibrate import MIN_LABELLED, Calibration
from gnut.proofread.core.calibrate import calibrate as run

LIMIT = 64 << 20
_YES = frozenset("1 true yes y defect wrong".split())
_NO = frozenset("0 false no n ok right good".split())


def calibrate(world: World, labelled: str, *, target_recall: str, seed: int, json: bool) -> int:
    """Print the cut that catches the asked share of defects, with what it costs.

    Args:
        world: The folder that names count from.
        labelled: CSV (`score,is_defect`) or JSON Lines with these members (`floor` for the score), or `-`.
        target_recall: Share of defects to catch, a decimal.
        seed: Of the bootstrap.
        json: Print JSON.

    Raises:
        InputMissing: The file cannot be read.
        MalformedReport: Too few rows, one kind only, or a row that is none.
    """
    body = standard_input(limit=LIMIT) if labelled == "-" else read(world.cwd / labelled, limit=LIMIT)
    try:
        target = Decimal(target_recall)
    except InvalidOperation:
        raise MalformedReport(
            f"target_recall is {target_recall!r}, expected a number", code="bad_target_recall"
        ) from None
    if not target.is_finite():
        raise MalformedReport(f"target_recall is {target_recall!r}, expected a number", code="bad_target_recall")
    name = legible(labelled)
    rows = [_row(row, name, at) for at, row in tables.rows(body, name, ("score", "is_defect"), floats=True)]
    found = run(rows, target_recall=target, seed=seed)
    terminal.out(in_one_line(msgspec.to_builtins(found)) if json else _text(found))
    return 0


def _row(row: dict[str, Any], name: str, at: int) -> tuple[Decimal, bool]:
    score, defect = row.get("score", row.get("floor")), row.get("is_defect")
    said = str(defect).strip().casefold()
    if isinstance(score, bool) or score is None or said not in _YES | _NO:
        raise MalformedReport(f"{name}, line {at}: expected a score and whether it is a defect", code="bad_row")
    try:
        return Decimal(str(score).strip()), said in _YES
    except InvalidOperation:
        raise MalformedReport(f"{name}, line {at}: {score!r} is no number", code="bad_score") from None


def _text(found: Calibration) -> str:
    good = found.n - found.n_positive
    return (
        f"threshold {found.threshold}: a defect is flagged at or below it\n"
        f"recall {found.recall} ({found.caught} of {found.n_positive} defects), asked for {found.target_recall}\n"
        f"false positives {found.fpr} ({found.flagged} of {good} good results), 95 % interval "
        f"{found.fpr_ci95[0]} to {found.fpr_ci95[1]}\n"
        f"{found.n} labelled results (at least {MIN_LABELLED}), seed {found.seed}\n"
    )
