"""Short ways to ask for an excerpt, for the tests beside this file."""

from __future__ import annotations

from typing import Any

from gnut.text.anchor.contract import Anchor, Outcome, Wanted
from gnut.text.anchor.seek import anchor
from gnut.text.fold import FoldedText


def seek(excerpt: str, source: str, **more: Any) -> Anchor:
    """Return the anchor of `excerpt` in `source`."""
    return anchor(FoldedText(source), Wanted(excerpt, **more))


def passage(answer: Anchor, source: str) -> list[str]:
    """Return the passages an anchor points to."""
    return [source[part.start : part.end] for part in answer.parts]


def found(excerpt: str, source: str) -> bool:
    """Return whether `excerpt` is found in `source`."""
    return seek(excerpt, source).outcome is Outcome.FOUND


def kinds(answer: Anchor) -> list[str]:
    """Return the kinds of an anchor's alterations, in order."""
    return [item.kind for item in answer.alterations]
