"""What every finding has."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """A finding's code and what it is about."""

    code: str
    name: str
    source: str
    """`reason` of a row, `finding` on a row or a report, `mark` on a row, `support` or `calculation` beside a row's
    bucket, `arena` for what becomes of a task, or `store` for what fsck names."""

    title: str
    """One imperative-free sentence, without a final full stop."""

    help: str
    """What to do about it, in the imperative, without a final full stop."""
