"""What seeking excerpts in their sources gives."""

from __future__ import annotations

from msgspec import Struct

from gnut.acquire.contract import Acquired
from gnut.ingest.contract import Binding, Citation, Excerpt
from gnut.model import Span, Uri
from gnut.text.anchor.contract import Anchor


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """A warning on a row; it never changes the bucket."""

    name: str
    """`number_not_in_source | short_excerpt | truncated_before_qualifier | crosses_block | …`"""

    text: str
    """What it is about, as written (untrusted)."""

    nearest: str | None
    """For a number: the nearest value the source does hold, as written there."""

    at: Span | None
    """Where that stands in the source's text."""


class Finding(Struct, frozen=True, forbid_unknown_fields=True):
    """One excerpt sought in one source, or one citation without an excerpt."""

    unit: int
    citation: int
    """Index into the unit's citations."""

    binding: int | None
    """Index into the unit's bindings; None when the citation declares no excerpt here."""

    acquired: Acquired | None
    """The source, or its absence; None when the citation names none."""

    anchor: Anchor | None
    """None when nothing was matched."""

    hidden: bool
    """Stands only in the source's hidden text."""

    located: bool
    """Inside the citation's locator, or no locator that can be checked."""

    elsewhere: Uri | None
    """Another source of the run that holds the excerpt word for word."""

    marks: tuple[Mark, ...]


class Evidence(Struct, frozen=True, forbid_unknown_fields=True):
    """Every citation of a report, sought."""

    findings: tuple[Finding, ...]
    """By unit, then citation, then excerpt: reading order of the rows."""


__all__ = ["Binding", "Citation", "Evidence", "Excerpt", "Finding", "Mark"]
