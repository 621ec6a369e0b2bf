"""The JSON of `acquire`: what each source came to. One object; fields may be added and are never renamed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from gnut.formats.acquired import same_pages
from gnut.formats.came import OUTCOMES, Came
from gnut.formats.indented import indented
from gnut.model import Uri
from gnut_store.oid import Oid

ACQUIRE = "gnut-acquire/v1"


class SourceCame(Struct, frozen=True, forbid_unknown_fields=True):
    """What one source came to."""

    uri: Uri
    outcome: str
    """One of `gnut.formats.came.OUTCOMES`."""

    why: str | None
    """Kind of absence: of a failure, or of a page that is no evidence."""

    detail: str | None
    left_by: str | None
    """What left it out: `.gnutignore:3`, `--exclude PATTERN`."""

    final_uri: str | None
    snapshot: Oid | None
    text_sha256: str | None
    supplied: bool
    notes: tuple[str, ...]
    """Those of its snapshot, and `downgraded`."""

    reports: tuple[str, ...]
    """Reports that cite it, as they were named."""

    changes: str | None
    """Of a dry run, the lines that it shows of the source in text: its changed passages as git's word diff."""

    digests: str | None
    """Of a copy out of a web archive: `passed`, or `not_checked` where the archive gives none that is known."""

    older_than: str | None
    """When the capture on record was made, where a copy of an earlier time took its place."""


class HostCame(Struct, frozen=True, forbid_unknown_fields=True):
    """What one host was asked for."""

    host: str
    requests: int
    bytes: int
    milliseconds: int
    """Spent in exchanges with it; of several at once, the sum."""

    paused_milliseconds: int
    captured: int
    unchanged: int
    failed: int


class AcquireReport(Struct, frozen=True, forbid_unknown_fields=True):
    """The account of one call."""

    schema: str
    exit: int
    dry_run: bool
    counts: dict[str, int]
    """By outcome, complete: each source is in one of them; `local` are files of the repository."""

    sources: tuple[SourceCame, ...]
    same_page: tuple[tuple[Uri, ...], ...]
    """Sources that end at one address with one text."""

    hosts: tuple[HostCame, ...] | None
    """None without `--host-stats`."""


def render(
    done: Sequence[Came],
    *,
    exit: int,
    local: int,
    dry: bool,
    hosts: tuple[HostCame, ...] | None = None,
    diffs: Mapping[Uri, str] | None = None,
) -> str:
    """Return the account of a call as JSON, indented by two, with a final line feed.

    Args:
        done: All sources of the call.
        exit: What the process ends with.
        local: Sources that are files of the repository.
        dry: Whether nothing was kept.
        hosts: What each host was asked for; None where nobody asked.
        diffs: What a dry run would change, by source, without colours.
    """
    number = Counter(one.outcome for one in done) + Counter({"local": local})
    return indented(
        AcquireReport(
            schema=ACQUIRE,
            exit=exit,
            dry_run=dry,
            counts={outcome: number[outcome] for outcome in OUTCOMES},
            sources=tuple(_source(one, (diffs or {}).get(one.uri)) for one in done),
            same_page=tuple(tuple(one.uri for one in group) for group in same_pages(done)),
            hosts=hosts,
        )
    )


def _source(one: Came, changes: str | None) -> SourceCame:
    return SourceCame(
        uri=one.uri,
        outcome=one.outcome,
        why=None if one.absence is None else one.absence.why,
        detail=None if one.absence is None else one.absence.detail,
        left_by=one.left_by,
        final_uri=one.final_uri,
        snapshot=one.snapshot,
        text_sha256=one.text,
        supplied=one.supplied,
        notes=(*one.notes, *(("downgraded",) if one.downgraded else ())),
        reports=one.reports,
        changes=changes,
        digests=one.digests,
        older_than=one.older_than,
    )
