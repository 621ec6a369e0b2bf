"""What docs/support.md says is what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from gnut.authority.contract import BASES, KINDS
from gnut.authority.core.declarations import DECLARABLE_BASES
from gnut.edge.models.opening import ADAPTERS
from gnut.edge.policies import SUPPORT_KEYS
from gnut.support.contract import MOVING, STATUSES
from gnut.support.core import assess

PAGE = (Path(__file__).parents[2] / "docs" / "support.md").read_text(encoding="utf-8")


def column(head: str, at: int = 0) -> list[str]:
    """Return the cells of one column of the table that begins with `head`."""
    rows = PAGE[PAGE.index(f"| {head} |") :].split("\n\n")[0].splitlines()[2:]
    return [row.strip("|").split(" | ")[at].strip().strip("`") for row in rows]


def test_every_status_and_every_note_is_explained() -> None:
    assert set(column("status")) == set(STATUSES)
    notes = {assess.NO_SOURCE, assess.NO_DETECTOR, assess.BELOW, assess.DERIVED, "detector_error:TYPE", "–"}
    assert set(column("status", 1)) == notes


def test_every_shipped_policy_and_adapter_is_described() -> None:
    assert column("key") == list(SUPPORT_KEYS)
    assert sorted(column("adapter")) == sorted(ADAPTERS)


def test_every_kind_and_basis_of_authority_is_described() -> None:
    assert column("kind") == list(KINDS)
    told = re.findall(r"`(\w+)`", PAGE[PAGE.index("Its basis is") :].split(".")[0])
    assert told == [basis for basis in BASES if basis in DECLARABLE_BASES]


def test_the_revisions_that_are_none_are_named() -> None:
    assert set(re.findall(r"`(\w+)`", re.search(r"([^.\n]*) are no revisions", PAGE)[0])) == MOVING  # type: ignore[index]
