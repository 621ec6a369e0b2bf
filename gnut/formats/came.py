"""What each source of one call came to, as data: every source that was asked for is in exactly one count."""

from __future__ import annotations

from msgspec import Struct

from gnut.acquire.contract import Acquisition
from gnut.acquire.core import failed
from gnut.model import Absence, Source, Uri
from gnut_store.oid import Oid

OUTCOMES = {
    "captured": "captured",
    "changed": "captured anew, changed",
    "reread": "captured anew, in the same words",
    "unchanged": "unchanged",
    "hollow": "captured without evidence in them",
    "hollow_before": "on record without evidence in them",
    "on_record": "already on record",
    "local": "read from the repository when checked",
    "failed": "failed",
    "closed": "with a damaged snapshot (gnut fsck)",
    "missing": "not on record",
    "left_out": "left out",
    "over_limit": "left for another call",
}
"""Closed list of what a source can come to, in the order in which they are counted, as they are said of people."""

WOULD = OUTCOMES | {
    "captured": "new",
    "changed": "changed",
    "reread": "in the same words, of other bytes",
    "hollow": "without evidence in them",
}
"""The same where nothing was kept."""

NOT_HAD = ("failed", "closed", "missing", "over_limit")
"""Outcomes for which `acquire` ends with 1."""


class Came(Struct, frozen=True):
    """One source of a call."""

    uri: Uri
    written: str
    """Address as the report wrote it, without its fragment."""

    outcome: str
    """One of `OUTCOMES`."""

    absence: Absence | None = None
    """Why there is nothing, or why what was captured is no evidence."""

    left_by: str | None = None
    """What left it out."""

    final_uri: str | None = None
    snapshot: Oid | None = None
    """On record for it now; where nothing was kept, before."""

    text: str | None = None
    """SHA-256 of its visible text, by which two addresses of one page are known."""

    supplied: bool = False
    notes: tuple[str, ...] = ()
    downgraded: bool = False
    """Whether it was fetched over http although its address says https, as the user allowed."""

    reports: tuple[str, ...] = ()
    """Reports that cite it, as the reader can type them."""

    digests: str | None = None
    """`passed | not_checked`, of a copy out of a web archive; a wrong digest is a failure (`decode_error`)."""

    older_than: str | None = None
    """Date of the capture on record, RFC 3339, where a copy of an earlier time took its place."""

    instead_of_copy: bool = False
    """Whether it takes the place of a copy that the user brought."""


def came(one: Acquisition, before: str | None, *, downgraded: bool = False, reports: tuple[str, ...] = ()) -> Came:
    """Return what an acquisition came to.

    Args:
        one: The acquisition.
        before: SHA-256 of the text that was on record; None when there was none that could be searched.
        downgraded: Whether the way led from https to http.
        reports: Reports that cite the source.
    """
    got = one.acquired
    text = got.bound.text if isinstance(got, Source) and got.bound is not None else None
    return Came(
        uri=one.request.uri,
        written=one.request.written,
        outcome=_outcome(one, text, before),
        absence=got if isinstance(got, Absence) else None,
        final_uri=got.final_uri if isinstance(got, Source) else None,
        snapshot=one.snapshot,
        text=text,
        supplied=isinstance(got, Source) and got.supplied,
        notes=got.notes if isinstance(got, Source) else (),
        downgraded=downgraded,
        reports=reports,
        instead_of_copy=one.instead_of_copy,
    )


def _outcome(one: Acquisition, text: str | None, before: str | None) -> str:
    if failed(one):
        return "failed"
    # A note of an exchange may be new where the snapshot is not.
    new = any(each.kind == "snapshot" for each in one.objects)
    if isinstance(one.acquired, Absence):
        return "hollow" if new else "hollow_before"
    if not new:
        return "unchanged"
    if before is None:
        return "captured"
    return "reread" if text == before else "changed"


def stood(source: Source, written: str, reports: tuple[str, ...] = ()) -> Came:
    """Return a source that was on record and not asked for again."""
    return Came(
        uri=source.uri,
        written=written,
        outcome="on_record",
        final_uri=source.final_uri,
        snapshot=source.snapshot,
        text=None if source.bound is None else source.bound.text,
        supplied=source.supplied,
        notes=source.notes,
        reports=reports,
    )
